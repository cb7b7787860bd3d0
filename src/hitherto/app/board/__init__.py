"""The board of one home: read by anyone, changed by a person at a terminal."""
