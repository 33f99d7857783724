"""Plain text: errors, hints, times, numbers in words, and text made harmless. Cheap to import."""

from .blank import is_blank
from .errors import InputError, MachineError, Problem, unusable
from .escape import (
    HIDDEN, error_command, for_command, for_command_property, for_json, for_markdown, for_sarif,
    for_terminal, for_terminal_line, for_xml, inert,
)  # fmt: skip
from .flag_words import Names, Way, as_flags, first_flag, flag
from .wording import HOME, page
from .suggestion import closest, did_you_mean, misspelt
from .escape import visible
from .wording import names_in_words, plural, schema_line

__all__ = [
    "HIDDEN", "HOME", "InputError", "MachineError", "Names", "Problem", "Way", "as_flags",
    "closest", "did_you_mean", "error_command", "first_flag", "flag", "for_command",
    "for_command_property", "for_json", "for_markdown", "for_sarif", "for_terminal",
    "for_terminal_line", "for_xml", "inert", "is_blank", "misspelt", "names_in_words", "page",
    "plural", "schema_line", "unusable", "visible",
]  # fmt: skip
