"""Regular expressions of our own: matching takes linear time, and a pattern can be written out.

Python's `re` may need longer than the universe for a short pattern, and jsonschema calls it.
"""
