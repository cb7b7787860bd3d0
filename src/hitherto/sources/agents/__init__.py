"""Chat logs: one small dialect module per host format."""
