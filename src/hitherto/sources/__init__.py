"""The letterbox: the outside world turned into records. Every class here satisfies Source."""
