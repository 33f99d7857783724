"""The mock server's two transports. Only the standard library, so that it starts at once."""
