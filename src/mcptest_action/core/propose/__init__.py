"""Assertions from what a server answered, as changes to a suite that a person looks at first."""
