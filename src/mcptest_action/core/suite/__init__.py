"""Suites: what users expect of their own server, and how an answer is held against it."""
