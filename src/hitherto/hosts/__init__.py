"""The doors: thin, without rules, independent of each other."""
