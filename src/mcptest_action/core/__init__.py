"""The pure core: values in, values out. No I/O, clock, environment or randomness.

Reading order, which is also the order in which stages may import each other (to the left only):

text → errors → suggestion → timestamp → duration → seconds → document → exchange → surface →
transcript → target → mock → samples → safety → request → checks → probes → suite → run →
conformance → security → coverage → facts → policy → render → pipeline → scaffold → propose →
publish

`tests/test_architecture.py` holds the list and enforces it.
"""
