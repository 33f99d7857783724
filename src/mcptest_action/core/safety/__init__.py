"""What a tool may do to the world, and whether we may call it. Every call goes through here."""

from .classify import Classification
from .decide import (
    Calls,
    Decision,
    ExecutionPolicy,
    HeldBack,
    Presumed,
    Stopped,
    may_repeat,
    may_retry,
)
from .declaration import NO_HINTS, NO_SETTINGS, Effect, Hints, Sensitivity, ToolSettings
from .document import hints_in_words, safety_document, summary_of, tools_by_name
from .load import MOST_CONCURRENT, load_execution, load_tool_settings, parse_delay
from .opinion import conflicts_in
from .plan import Planned, complaints, decided_by_name, make_plan, unknown_settings
from .read_declaration import CONFIRMATION_KEY, declaration_of
from .read_declaration import Unstable, unstable_tools
from .declaration import ToolClass
from .vocabulary import DESTRUCTIVE, MUTATING, READ, words_of
from .withhold import WITHHELD, withheld_text, withhold, withhold_noise, withhold_others

__all__ = [
    "CONFIRMATION_KEY", "DESTRUCTIVE", "MOST_CONCURRENT", "MUTATING", "NO_HINTS", "NO_SETTINGS",
    "READ", "WITHHELD", "Calls", "Classification", "Decision", "Effect", "ExecutionPolicy",
    "HeldBack", "Hints", "Planned", "Presumed", "Sensitivity", "Stopped", "ToolClass",
    "ToolSettings", "Unstable", "complaints", "conflicts_in", "decided_by_name", "declaration_of",
    "hints_in_words", "load_execution", "load_tool_settings", "make_plan", "may_repeat",
    "may_retry", "parse_delay", "safety_document", "summary_of", "tools_by_name",
    "unknown_settings", "unstable_tools", "withheld_text", "withhold", "withhold_noise",
    "withhold_others", "words_of",
]  # fmt: skip
