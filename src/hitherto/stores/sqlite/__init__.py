"""The index in one SQLite file, rebuildable from the journal, the blobs and the watched folders."""
