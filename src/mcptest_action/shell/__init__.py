"""All I/O: files, the console, the clock. It knows the world and nothing about policies."""
