"""The transcript: the only door between the world and the core."""
