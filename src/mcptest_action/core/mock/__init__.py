"""A whole MCP server as pure functions: a manifest and a message in, an answer out.

source → model → manifest → presets say what is served; message → revisions → protocol say how it
is spoken; faults → reply say how it goes wrong.
"""
