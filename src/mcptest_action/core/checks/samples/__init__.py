"""Arguments made from a schema, and values held against one. Slow to import, so: late."""

from .keywords import Effort, RefusedError
from .keywords import pattern_found
from .limits import limit_passed
from .model import DeadEnd, NoSample, Sample, clipped
from .reference import resolve
from .regex import syntax
from .regex.charset import LAST, Ranges
from .regex.parse import parse
from .regex.program import compiled
from .regex.syntax import Unreadable
from .outlook import outlook
from .strict import Binding, binding_of, synthesize_strict
from .synthesize import synthesize
from .validator import MALFORMED, UNCHECKED, Unusable, validator_for, violations

__all__ = [
    "LAST", "MALFORMED", "UNCHECKED", "Binding", "DeadEnd", "Effort", "NoSample", "Ranges",
    "RefusedError", "Sample", "Unreadable", "Unusable", "binding_of", "clipped", "compiled",
    "limit_passed", "outlook", "parse", "pattern_found", "resolve", "syntax", "synthesize",
    "synthesize_strict", "validator_for", "violations",
]  # fmt: skip
