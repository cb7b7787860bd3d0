"""The translators: texts into vectors. Every class satisfies core.ports.Embedder."""
