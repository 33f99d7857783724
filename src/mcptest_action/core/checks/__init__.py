"""Everything that examines a server: what is sent, and how the answers are ruled."""
