"""The transcript: the only door between the world and the core."""

from . import shape
from .greeting import greeting, never_greeted, spoke
from .lines import (
    CHECK, HANDSHAKE, KNOCK, RESTART, SURFACE, Exchange, Key, closing_line, cut_off, exchange_line,
    header_line, noise_in, noise_warning, read_transcript,
)  # fmt: skip
from .long_values import LONGEST_ANSWER, LONGEST_SENT, MARK, brief, shortened
from .reaction_json import reaction_document
from .shape import Reader, ShapeError, fields_of
from .step_json import MASK, is_same, sent_document, spoke_sse

__all__ = [
    "CHECK", "HANDSHAKE", "KNOCK", "LONGEST_ANSWER", "LONGEST_SENT", "MARK", "MASK", "RESTART",
    "SURFACE", "Exchange", "Key", "Reader", "ShapeError", "brief", "closing_line", "cut_off",
    "exchange_line", "fields_of", "greeting", "header_line", "is_same", "never_greeted", "noise_in",
    "noise_warning", "reaction_document", "read_transcript", "sent_document", "shape", "shortened",
    "spoke", "spoke_sse",
]  # fmt: skip
