"""The board: from the lines of the journal to what is shown. Loading this alone loads nothing else."""

NOTED = "topics"
"""The remark of the index that holds the compact forms; whoever indexes a line about a topic removes it."""
