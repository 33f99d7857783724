"""`mcptest.yml`: everything about a run that is worth writing down."""
