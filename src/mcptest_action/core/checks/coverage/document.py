"""Coverage as JSON: a section of `run.json`."""

from typing import Any

from mcptest_action.core.checks.results import Coverage, FamilyCoverage


def coverage_document(coverage: Coverage) -> dict[str, Any]:
    """How many families have each result; each one by its name; and why."""
    return {
        **{str(reach): count for reach, count in coverage.counts.items()},
        **{str(family.family): str(family.reach) for family in coverage.families},
        "families": [_family(family) for family in coverage.families],
    }


def _family(family: FamilyCoverage) -> dict[str, Any]:
    return {
        "family": str(family.family),
        "coverage": str(family.reach),
        "because": family.because,
        "ran": list(family.ran),
        "partly": list(family.partly),
        "not_run": list(family.not_run),
        "not_applicable": list(family.not_applicable),
    }
