"""Artifacts to facts. One reader per artifact; `catalogue.py` lists them."""

from . import conformance, readiness, run_report, security, surface
from .catalogue import ARTIFACTS, FACTS, artifact_of, doubt_about, spec_of
from .family import FactFamily
from .artifact import Artifact
from .model import Document, Fact, FactSpec, FactType, FactValue, Named
from .pool import FactPool, read_facts
from .severity import OR_WORSE, SEVERITIES, cumulative, or_worse

__all__ = [
    "ARTIFACTS", "FACTS", "OR_WORSE", "SEVERITIES", "Artifact", "Document", "Fact",
    "FactFamily", "FactPool", "FactSpec", "FactType", "FactValue", "Named", "artifact_of",
    "conformance", "cumulative", "doubt_about", "or_worse", "read_facts", "readiness",
    "run_report", "security", "spec_of", "surface",
]  # fmt: skip
