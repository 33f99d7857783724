"""Every probe, in the order in which they run on a tool, and every review after them."""

from . import (
    alive_after_error, cancelled_call, concurrent_calls, deep_nesting, error_leaks_internals,
    exits_when_closed, extra_field, invalid_utf8_or_surrogate, missing_required, null_argument,
    only_internal_errors, out_of_range, oversized, repeated_call, unknown_tool,
    wrong_arguments_container, wrong_type,
)  # fmt: skip
from .model import Aim, Probe, Review

_HEADING = "**Remedy.**"
# The last but one looks back at all the others, and after the last there is no connection.
_IN_ORDER = (
    unknown_tool, missing_required, wrong_type, extra_field, null_argument, out_of_range, oversized,
    repeated_call, wrong_arguments_container, deep_nesting, invalid_utf8_or_surrogate,
    concurrent_calls, cancelled_call, alive_after_error, exits_when_closed,
)  # fmt: skip
PROBES: tuple[Probe, ...] = tuple(module.PROBE for module in _IN_ORDER)
REVIEWS: tuple[Review, ...] = (error_leaks_internals.REVIEW, only_internal_errors.REVIEW)
CHECKS: tuple[Probe | Review, ...] = PROBES + REVIEWS
REJECTED = frozenset(probe.id for probe in PROBES if probe.negative_path)
"""Those that send what a server should reject."""
CALLING = frozenset(probe.id for probe in PROBES if probe.aim is not Aim.GOODBYE)
"""Those that call a tool, even one that does not exist."""


def remedies() -> dict[str, str]:
    """By the id of the probe, in one line."""
    return {check.id: " ".join(check.doc.partition(_HEADING)[2].split()) for check in CHECKS}
