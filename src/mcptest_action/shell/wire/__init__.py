"""The wire: bytes to and from a server, over stdio and Streamable HTTP."""
