"""The cellar: the journal, which is the truth, and the index derived from it."""
