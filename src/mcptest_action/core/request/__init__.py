"""What a user asks for: `mcptest.yml`, and the inputs of a CI step."""

from .inputs import (
    DEEP_SCAN_SWITCH, TOKEN_VARIABLE, Flag, Inputs, Takes, names_of_inputs, read_inputs,
    usable_inputs,
)  # fmt: skip
from .options import Given, Mode, Options, Value

__all__ = [
    "DEEP_SCAN_SWITCH", "TOKEN_VARIABLE", "Flag", "Given", "Inputs", "Mode", "Options", "Takes",
    "Value", "names_of_inputs", "read_inputs", "usable_inputs",
]  # fmt: skip
