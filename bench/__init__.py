"""Measurements: start-up, indexing, latency, meaning, the serving process, endurance and retrieval.

README.md says how to run and read them.
"""

import os

# Threads that wait for their part of a matrix product do so by computing, which would count as what a design costs.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
