"""A first suite for a server: one test per tool, written so that a person can go on from there."""

from .model import Assertion, DraftCase, ObservedTool, answer_of
from .observe import candidates, observe
from .suite import scaffolded
from .write import proven

__all__ = [
    "Assertion", "DraftCase", "ObservedTool", "answer_of", "candidates", "observe", "proven",
    "scaffolded",
]  # fmt: skip
