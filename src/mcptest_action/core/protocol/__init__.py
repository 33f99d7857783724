"""What is said between a client and a server, what a server offers, and where it is."""
