"""Long-term memory for one person and their AI agents: found by when and by meaning, quoted exactly."""

__version__ = "0.1.0"
