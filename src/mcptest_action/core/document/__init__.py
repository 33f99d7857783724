"""Text to plain data: YAML with positions, JSON without; both strict."""
