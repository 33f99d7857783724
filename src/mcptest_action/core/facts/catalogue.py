"""Every artifact and every fact, in the order in which people meet them."""

from collections.abc import Mapping
from types import MappingProxyType

from . import conformance, evidence, judge_cert, model_compat, run_report, security
from .model import Artifact, FactSpec

ARTIFACTS: tuple[Artifact, ...] = (
    run_report.ARTIFACT,
    judge_cert.ARTIFACT,
    conformance.ARTIFACT,
    security.ARTIFACT,
    model_compat.ARTIFACT,
    evidence.ARTIFACT,
)

FACTS: Mapping[str, FactSpec] = MappingProxyType(
    {spec.name: spec for artifact in ARTIFACTS for spec in artifact.facts}
)

_ARTIFACT_OF: Mapping[str, Artifact] = MappingProxyType(
    {spec.name: artifact for artifact in ARTIFACTS for spec in artifact.facts}
)


def spec_of(name: str) -> FactSpec | None:
    """What is known of a fact of this name; None if there is no such fact."""
    return FACTS.get(name)


def artifact_of(name: str) -> Artifact:
    """The artifact that tells it; only for names that `spec_of` knows."""
    return _ARTIFACT_OF[name]
