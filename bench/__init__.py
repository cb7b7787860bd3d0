"""Measurements of hitherto: start-up, indexing, latency and retrieval. README.md says how to read them."""
