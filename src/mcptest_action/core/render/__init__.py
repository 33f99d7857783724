"""Reports: each file one function from values to text."""
