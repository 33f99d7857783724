"""Every probe, in the order in which they run on a tool, and every review after them."""

from . import (
    alive_after_error,
    cancelled_call,
    concurrent_calls,
    deep_nesting,
    error_leaks_internals,
    exits_when_closed,
    extra_field,
    invalid_utf8_or_surrogate,
    missing_required,
    null_argument,
    only_internal_errors,
    out_of_range,
    oversized,
    repeated_call,
    unknown_tool,
    wrong_arguments_container,
    wrong_type,
)
from .model import Probe, Review

_HEADING = "**Remedy.**"
PROBES: tuple[Probe, ...] = (
    unknown_tool.PROBE,
    missing_required.PROBE,
    wrong_type.PROBE,
    extra_field.PROBE,
    null_argument.PROBE,
    out_of_range.PROBE,
    oversized.PROBE,
    repeated_call.PROBE,
    wrong_arguments_container.PROBE,
    deep_nesting.PROBE,
    invalid_utf8_or_surrogate.PROBE,
    concurrent_calls.PROBE,
    cancelled_call.PROBE,
    # It looks back at all the others.
    alive_after_error.PROBE,
    # Last: after it, there is no connection.
    exits_when_closed.PROBE,
)

REVIEWS: tuple[Review, ...] = (error_leaks_internals.REVIEW, only_internal_errors.REVIEW)
CHECKS: tuple[Probe | Review, ...] = PROBES + REVIEWS


def remedies() -> dict[str, str]:
    """By the id of the probe, in one line."""
    return {check.id: " ".join(check.doc.partition(_HEADING)[2].split()) for check in CHECKS}
