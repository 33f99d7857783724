"""What a command was asked to do: layers of options, folded once; every value knows its origin.

Flags win over the inputs of a step and `MCPTEST_*`, those over `mcptest.yml`, and that over the
defaults.
"""

from .inputs import (
    DEEP_SCAN_SWITCH, RUNNERS, TOKEN_VARIABLE, Inputs, names_of_inputs, read_inputs, usable_inputs,
)  # fmt: skip
from .options import Flag, Given, Mode, Options, Takes, Value

__all__ = [
    "DEEP_SCAN_SWITCH", "RUNNERS", "TOKEN_VARIABLE", "Flag", "Given", "Inputs", "Mode", "Options",
    "Takes", "Value", "names_of_inputs", "read_inputs", "usable_inputs",
]  # fmt: skip
