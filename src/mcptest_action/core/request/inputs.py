"""The inputs of a CI step: a layer of options. There is one input per flag, named after it.

`--server-url` is `INPUT_SERVER-URL` to GitHub's runner and `MCPTEST_SERVER_URL` to `docker run`.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mcptest_action.core.text import InputError, Names, Way, closest, unusable
from .options import Flag, Given, Layer, Origin, Takes, Value

OURS = "MCPTEST_"
RUNNERS = "INPUT_"
# Deliberately not an input: the user who runs the job must set it, not the author of the step.
DEEP_SCAN_SWITCH = "MCPTEST_ENABLE_DEEP_SCAN"
# The one input that isn't a flag: a secret doesn't belong on a command line.
TOKEN = "token"
TOKEN_VARIABLE = "MCPTEST_TOKEN"
TOKEN_FLAG = "token-env"


class Inputs(NamedTuple):
    layer: Layer
    token: str = ""
    """The value of the input `token`; it belongs into `TOKEN_VARIABLE`."""
    unreadable: frozenset[str] = frozenset()
    """The inputs that cannot be used; only `usable_inputs` leaves any."""


class _Text(NamedTuple):
    text: str
    source: str
    """What its author calls it."""
    variable: str = ""
    """Where it is one of ours, and not an input."""


def names_of_inputs(flags: Sequence[Flag], *, on_github: bool) -> Names:
    """What a step calls the flags: inputs to GitHub's runner, variables to everybody else."""
    switches = frozenset(flag.name for flag in flags if flag.takes is Takes.NOTHING)
    variables = {flag.name: variable_of(flag.name) for flag in flags}
    return Names(Way.INPUTS if on_github else Way.VARIABLES, switches, variables)


def read_inputs(environment: Mapping[str, str], flags: Sequence[Flag]) -> Inputs:
    """What the inputs say. An empty one counts as not given: CI systems cannot tell them apart."""
    on_github = environment.get("GITHUB_ACTIONS") == "true"
    names = (*(flag.name for flag in flags), TOKEN)
    _refuse_unknown(environment, names, on_github=on_github)
    said = {name: _text_of(environment, name, on_github=on_github) for name in names}
    layer = {
        flag.name: Given(_value(flag, text), Origin(variable=text.variable))
        for flag in flags
        if (text := said[flag.name])
    }
    token = said[TOKEN]
    if token and TOKEN_FLAG not in layer:
        layer[TOKEN_FLAG] = Given(TOKEN_VARIABLE)
    return Inputs(layer, token.text if token else "")


def usable_inputs(environment: Mapping[str, str], flags: Sequence[Flag]) -> Inputs:
    """Whatever can be read from inputs if some are wrong: enough to know whom it concerns."""
    layer: dict[str, Given] = {}
    token, unreadable = "", set()
    for flag in (*flags, Flag(TOKEN, Takes.VALUE)):
        variables = (variable_of(flag.name), f"{RUNNERS}{flag.name.upper()}", "GITHUB_ACTIONS")
        alone = {name: environment[name] for name in variables if name in environment}
        try:
            inputs = read_inputs(alone, [flag] if flag.name != TOKEN else [])
        except InputError:
            unreadable.add(flag.name)
            continue
        layer |= inputs.layer
        token = token or inputs.token
    return Inputs(layer, token, frozenset(unreadable))


def _text_of(environment: Mapping[str, str], name: str, *, on_github: bool) -> _Text | None:
    ours = variable_of(name)
    runners = f"{RUNNERS}{name.upper()}"
    found = []
    if on_github and environment.get(runners, "").strip():
        found.append(_Text(environment[runners].strip(), f"the input {name}"))
    if environment.get(ours, "").strip():
        found.append(_Text(environment[ours].strip(), ours, ours))
    if len({said.text for said in found}) > 1:
        raise unusable(f"the input {name}", f"{ours} says something else", "keep one of them")
    return found[0] if found else None


def variable_of(name: str) -> str:
    """The variable of an input, for every CI system except GitHub's runner."""
    return OURS + name.upper().replace("-", "_")


def _value(flag: Flag, said: _Text) -> Value:
    if flag.takes is Takes.VALUES:
        lines = (line.strip() for line in said.text.splitlines())
        return tuple(line for line in lines if line)
    if flag.takes is Takes.NOTHING:
        if said.text.lower() not in ("true", "false"):
            raise unusable(said.source, f"'{said.text}' is neither true nor false")
        return said.text.lower() == "true"  # false wins over a file that says true
    if flag.choices and said.text not in flag.choices:
        hint = f"choose from {', '.join(flag.choices)}"
        raise unusable(said.source, f"invalid choice: '{said.text}'", hint)
    return said.text


def _refuse_unknown(
    environment: Mapping[str, str], names: Sequence[str], *, on_github: bool
) -> None:
    """A misspelt input would leave the gate at a default without a word."""
    ours = {variable_of(name) for name in names} | {DEEP_SCAN_SWITCH}
    runners = {RUNNERS + name.upper() for name in names}
    for variable in sorted(environment):
        if variable.startswith(OURS) and variable not in ours:
            meant = closest(variable.removeprefix(OURS).lower().replace("_", "-"), names)
            hint = f"did you mean {variable_of(meant)}?" if meant else f"known: {', '.join(names)}"
            raise unusable(variable, "there is no such input", hint)
        # The runner passes on inputs that an action does not have. So may others: only a name that
        # looks like one of ours is an error.
        if on_github and variable.startswith(RUNNERS) and variable not in runners:
            name = variable.removeprefix(RUNNERS).lower()
            if meant := closest(name, names):
                hint = f"did you mean {meant}?"
                raise unusable(f"the input {name}", "there is no such input", hint)
