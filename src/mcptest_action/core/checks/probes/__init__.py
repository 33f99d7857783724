"""Bad requests, and what a sound server does with them. One file, one probe."""

from . import (
    alive_after_error,
    error_leaks_internals,
    extra_field,
    missing_required,
    only_internal_errors,
    repeated_call,
    wrong_type,
)
from .catalogue import CALLING, CHECKS, PROBES, REJECTED, REVIEWS, remedies
from .contract import (
    broken,
    in_short,
    is_answer,
    is_rejection,
    is_result,
    is_tool_error,
    lost_session,
    said,
    text_of,
)
from .error_leaks_internals import error_text
from .exits_when_closed import EXIT_S, TERM_S
from .leak_patterns import SECRETS, TRACES, Leak, masked, masked_in
from .model import NO_TOOL, Aim, Observation, Probe, RequestKind, Review, Subject
from .rejection import ErrorTopic, denies_tool, refuses_request, topic_of
from .upstream import UpstreamFault, fault_behind, not_verified_behind

__all__ = [
    "CALLING", "CHECKS", "EXIT_S", "NO_TOOL", "PROBES", "REJECTED", "REVIEWS", "SECRETS", "TERM_S",
    "TRACES", "Aim", "ErrorTopic", "Leak", "Observation", "Probe", "RequestKind", "Review",
    "Subject", "UpstreamFault", "alive_after_error", "broken", "denies_tool",
    "error_leaks_internals", "error_text", "extra_field", "fault_behind", "in_short", "is_answer",
    "is_rejection", "is_result", "is_tool_error", "lost_session", "masked", "masked_in",
    "missing_required", "not_verified_behind", "only_internal_errors", "refuses_request",
    "remedies", "repeated_call", "said", "text_of", "topic_of", "wrong_type",
]  # fmt: skip
