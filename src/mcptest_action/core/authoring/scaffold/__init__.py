"""A first suite for a server: one test per tool, written so that a person can go on from there."""

from .model import REVIEW, Assertion, DraftCase, ObservedTool, answer_of
from .observe import candidates, observe
from .server_block import server_block
from .suite import scaffolded
from .write import comment, proven

__all__ = [
    "REVIEW", "Assertion", "DraftCase", "ObservedTool", "answer_of", "candidates", "comment",
    "observe", "proven", "scaffolded", "server_block",
]  # fmt: skip
