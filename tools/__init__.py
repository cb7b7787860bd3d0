"""What keeps the house in order: run as ``python -m tools.NAME`` from the repository's root."""
