"""The security scan: what a server tells an agent, and what it did when it was asked."""
