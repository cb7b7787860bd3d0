"""What the command line prints: pages, JSON, progress and reports."""
