"""A run: which probe goes to which tool, in which order, and what comes of it."""
