"""The process that keeps one home fresh and its vectors in memory."""
