"""From the words of a query to what its time phrase says; nothing here knows when now is."""
