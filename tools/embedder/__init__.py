"""Makes the built-in embedder from published weights. See docs/decisions/0012-a-model-of-our-own-making.md."""
