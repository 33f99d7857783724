"""Artifacts to facts. One reader per artifact; `catalogue.py` lists them."""
