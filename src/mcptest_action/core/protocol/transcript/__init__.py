"""The transcript: the only door between the world and the core."""

from . import shape
from .lines import (
    CHECK, HANDSHAKE, RESTART, SURFACE, Exchange, Key, closing_line, cut_off, exchange_line,
    header_line, noise_in, noise_warning, read_transcript,
)  # fmt: skip
from .long_values import LONGEST_ANSWER, LONGEST_SENT, MARK, brief, shortened
from .reaction_json import reaction_document
from .shape import Reader, ShapeError, fields_of
from .step_json import is_same, sent_document, spoke_sse

__all__ = [
    "CHECK", "HANDSHAKE", "LONGEST_ANSWER", "LONGEST_SENT", "MARK", "RESTART", "SURFACE",
    "Exchange", "Key", "Reader", "ShapeError", "brief", "closing_line", "cut_off", "exchange_line",
    "fields_of", "header_line", "is_same", "noise_in", "noise_warning", "reaction_document",
    "read_transcript", "sent_document", "shape", "shortened", "spoke_sse",
]  # fmt: skip
