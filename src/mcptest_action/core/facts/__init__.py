"""Artifacts to facts. One reader per artifact; `catalogue.py` lists them."""

from . import conformance, run_report, security
from .catalogue import ARTIFACTS, FACTS, artifact_of, spec_of
from .model import Artifact, Document, Fact, FactSpec, FactType, FactValue
from .pool import FactPool, read_facts
from .severity import OR_WORSE, SEVERITIES, cumulative, or_worse

__all__ = [
    "ARTIFACTS", "FACTS", "OR_WORSE", "SEVERITIES", "Artifact", "Document", "Fact",
    "FactPool", "FactSpec", "FactType", "FactValue", "artifact_of", "conformance",
    "cumulative", "or_worse", "read_facts", "run_report", "security", "spec_of",
]  # fmt: skip
