"""A first suite for a server: one test per tool, written so that a person can go on from there."""
