"""The vectors of chunks: kept in the index, searched from memory, or inside SQLite where they are too many."""
