"""What `mcptest.yml` says for the gate, as a layer below what was said when it was started."""

from collections.abc import Iterable

from mcptest_action.core.text import InputError, Problem, flag
from .config import Config
from .options import Given, Layer, Options, Origin

# The flags that are not keys of the file, and why.
NOT_IN_FILE = {
    "config": "it names the file",
    "working-directory": "it says where the file is looked for",
    "plan": "a gate that only ever shows its plan would never fail",
    "policy-ref": "whoever changes the policy could change it as well",
    "token-env": "whose token is used is for whoever runs the job to say",
}
# The flags that name the server, and those that say how one with a URL is spoken to.
WHICH_SERVER = ("server-command", "server-url", "server")
OF_A_URL = ("header-env", "bearer-token-env", "host-header", "ca-file", "proxy")
# With `--policy-ref base`, a pull request does not choose what it is judged by.
_NOT_WITH_BASE = ("policy", "report-only")


def file_layer(config: Config, said: Options) -> Layer:
    """What the file may add to what was said."""
    settled = set(said.given)
    if settled.intersection(WHICH_SERVER):  # a token for the file's server is not for another one
        settled.update(WHICH_SERVER, OF_A_URL)
    layer = {
        name: Given(setting.value, Origin(config.file, setting.line, setting.column))
        for name, setting in config.gate.items()
        if name not in settled
    }
    if said.word("policy-ref") == "base":
        _refuse_judging_oneself(layer, [name for name in _NOT_WITH_BASE if name in layer])
    return layer


def _refuse_judging_oneself(layer: Layer, names: Iterable[str]) -> None:
    base = flag("policy-ref", "base")
    problems = [
        Problem(
            layer[name].origin.file,
            f"gate: {name} does not go with {base}: a pull request could change it",
            f"use {flag(name)}, or the input",
            *layer[name].origin[1:],
        )
        for name in names
    ]
    if problems:
        raise InputError(problems)
