"""The last door before a tool: nothing is called that the execution policy has not let through."""
