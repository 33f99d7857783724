"""Every artifact and every fact, in the order in which people meet them."""

from collections.abc import Mapping
from types import MappingProxyType

from mcptest_action.core.text import did_you_mean
from . import (
    conformance,
    evidence,
    judge_cert,
    model_compat,
    readiness,
    run_report,
    security,
    surface,
)
from .family import FactFamily
from .artifact import Artifact
from .model import FactSpec

ARTIFACTS: tuple[Artifact, ...] = (
    run_report.ARTIFACT,
    judge_cert.ARTIFACT,
    conformance.ARTIFACT,
    security.ARTIFACT,
    model_compat.ARTIFACT,
    evidence.ARTIFACT,
    surface.ARTIFACT,
    readiness.ARTIFACT,
)

FACTS: Mapping[str, FactSpec] = MappingProxyType(
    {spec.name: spec for artifact in ARTIFACTS for spec in artifact.facts}
)

_ARTIFACT_OF: Mapping[str, Artifact] = MappingProxyType(
    {spec.name: artifact for artifact in ARTIFACTS for spec in artifact.facts}
)


FAMILIES: tuple[FactFamily, ...] = tuple(
    family for artifact in ARTIFACTS for family in artifact.families
)
_ARTIFACT_WITH: Mapping[FactFamily, Artifact] = MappingProxyType(
    {family: artifact for artifact in ARTIFACTS for family in artifact.families}
)


def spec_of(name: str) -> FactSpec | None:
    """What is known of a fact of this name; None if there is no such fact."""
    if name in FACTS:
        return FACTS[name]
    family = family_of(name)
    return family.spec(family.id_in(name)) if family else None


def family_of(name: str) -> FactFamily | None:
    """The family that a fact of this name would belong to, if it isn't one of the catalogue."""
    if name in FACTS:
        return None
    return next((family for family in FAMILIES if family.id_in(name)), None)


def artifact_of(name: str) -> Artifact:
    """The artifact that tells it; only for names that `spec_of` knows."""
    family = family_of(name)
    return _ARTIFACT_WITH[family] if family else _ARTIFACT_OF[name]


def doubt_about(name: str) -> str | None:
    """What to say of a name that no fact has, or no rule or check that we know; None if one has."""
    family = family_of(name)
    if family:
        return family.doubt(name)
    if name in FACTS:
        return None
    patterns = (family.name(family.example) for family in FAMILIES)
    return did_you_mean(name, (*FACTS, *patterns))
