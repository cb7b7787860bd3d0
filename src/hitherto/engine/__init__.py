"""The rules: what is taken in and how it is found. Knows ports, never an adapter."""
