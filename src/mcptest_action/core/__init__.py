"""The pure core: values in, values out. No I/O, clock, environment or randomness.

Each room has one door: what others may use stands in the `__all__` of its `__init__`. Reading
order, which is also the order in which rooms may import each other (to the left only):

text → document → protocol/exchange → protocol/surface → protocol/transcript → protocol/target →
safety → request → checks/results → checks/samples → checks/probes → checks/suite → checks/run →
checks/conformance → checks/official → checks/security → checks/readiness → checks/coverage →
facts → policy → render → pipeline → authoring/mock → authoring/scaffold →
authoring/propose → authoring/init → publish

`tests/test_architecture.py` holds the list and enforces it.
"""
