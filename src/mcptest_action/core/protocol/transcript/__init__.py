"""The transcript: the only door between the world and the core."""

from . import shape
from .step_json import is_same
from .lines import (
    CHECK, Exchange, Key, closing_line, cut_off, exchange_line, header_line, read_transcript,
)  # fmt: skip
from .long_values import LONGEST_ANSWER, LONGEST_SENT, MARK, brief, shortened
from .lines import noise_in, noise_warning
from .reaction_json import reaction_document
from .shape import Reader, ShapeError, fields_of
from .step_json import sent_document

__all__ = [
    "CHECK", "LONGEST_ANSWER", "LONGEST_SENT", "MARK", "Exchange", "Key", "Reader", "ShapeError",
    "brief", "closing_line", "cut_off", "exchange_line", "fields_of", "header_line", "is_same",
    "noise_in", "noise_warning", "reaction_document", "read_transcript", "sent_document", "shape",
    "shortened",
]  # fmt: skip
