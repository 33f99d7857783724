"""The inputs of a step, read from the environment: how `mcptest-action` runs without arguments."""

import os
from collections.abc import Mapping

from mcptest_action.core.request import (
    TOKEN_VARIABLE,
    Inputs,
    Options,
    names_of_inputs,
    read_inputs,
    usable_inputs,
)
from mcptest_action.parsing.parser import Parser


def options_of_inputs(parser: Parser, environment: Mapping[str, str]) -> Options:
    """What the inputs say."""
    defaults = parser.defaults()
    return _options(defaults, read_inputs(environment, defaults.flags), environment)


def understood_inputs(parser: Parser, environment: Mapping[str, str]) -> Options:
    """Whatever can be read from inputs if some of them are wrong."""
    defaults = parser.defaults()
    return _options(defaults, usable_inputs(environment, defaults.flags), environment)


def _options(defaults: Options, inputs: Inputs, environment: Mapping[str, str]) -> Options:
    """Move a token from its input into a variable; it is never an option."""
    if inputs.token:
        os.environ[TOKEN_VARIABLE] = inputs.token
    on_github = environment.get("GITHUB_ACTIONS") == "true"
    names = names_of_inputs(defaults.flags, on_github=on_github)
    return defaults._replace(given=inputs.layer, unreadable=inputs.unreadable, names=names)
