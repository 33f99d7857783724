"""Arguments made from a schema, and values held against one. Slow to import, so: late."""
