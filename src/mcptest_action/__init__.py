"""mcptest-action: a release gate for MCP servers."""

__version__ = "0.1.0"
