"""The inputs of a step, found in the environment: what `mcptest-action` does without arguments."""

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
    return _options(parser, read_inputs(environment, parser.flags()), environment)


def understood_inputs(parser: Parser, environment: Mapping[str, str]) -> Options:
    """What can be had of inputs of which some are wrong."""
    return _options(parser, usable_inputs(environment, parser.flags()), environment)


def _options(parser: Parser, inputs: Inputs, environment: Mapping[str, str]) -> Options:
    """A token goes from its input into a variable, and is never an option."""
    if inputs.token:
        os.environ[TOKEN_VARIABLE] = inputs.token
    on_github = environment.get("GITHUB_ACTIONS") == "true"
    names = names_of_inputs(parser.flags(), on_github=on_github)
    return Options(parser.defaults().defaults, inputs.layer, inputs.unreadable, names)
