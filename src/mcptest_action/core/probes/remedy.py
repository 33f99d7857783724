"""What to do about a probe that failed, from its own page."""

from mcptest_action.core.probes.catalogue import CHECKS

_HEADING = "**Remedy.**"


def remedies() -> dict[str, str]:
    """By the id of the probe, in one line."""
    return {check.id: " ".join(check.doc.partition(_HEADING)[2].split()) for check in CHECKS}
