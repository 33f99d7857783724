"""Which server to talk to, and how: from flags and from `mcptest.yml`."""
