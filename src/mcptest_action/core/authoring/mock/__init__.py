"""A whole MCP server as pure functions: a manifest and a message in, an answer out.

source → model → manifest → presets say what is served; message → revisions → protocol say how it
is spoken; faults → reply say how it goes wrong.
"""

from .faults import FORMS, HTTP_ONLY, Fault, Kind, parse_fault, with_flaky_hints
from .manifest import read_manifest
from .message import (
    Code,
    Failure,
    Invalid,
    Message,
    Notification,
    Request,
    StrayAnswer,
    error_message,
    read_message,
)
from .model import JsonObject, Manifest
from .presets import PRESETS, preset
from .protocol import Answer, Mock, Session, answer, era_of, meta_failure, respond
from .reply import FLOOD, Manner, Reply, oversized, react
from .revisions import LEGACY, MODERN, VERSION_KEY, Era

__all__ = [
    "FLOOD", "FORMS", "HTTP_ONLY", "LEGACY", "MODERN", "PRESETS", "VERSION_KEY", "Answer", "Code",
    "Era", "Failure", "Fault", "Invalid", "JsonObject", "Kind", "Manifest", "Manner", "Message",
    "Mock", "Notification", "Reply", "Request", "Session", "StrayAnswer", "answer", "era_of",
    "error_message", "meta_failure", "oversized", "parse_fault", "preset", "react", "read_manifest",
    "read_message", "respond", "with_flaky_hints",
]  # fmt: skip
