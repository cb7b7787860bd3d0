"""Taking in: what a source yields becomes journal lines, and what those say becomes chunks."""
