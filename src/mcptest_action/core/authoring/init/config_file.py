"""`mcptest.yml`, as lines that its own reader reads back."""

import shlex
from collections.abc import Iterable

from mcptest_action.core.authoring.scaffold import server_block
from mcptest_action.core.document.yaml_value import field_lines
from mcptest_action.core.protocol.target import Command, FromEnvironment, Url, Value
from mcptest_action.core.text import flag, schema_line, unusable, visible
from .model import Chosen, Http, Stdio, Variable

PATH, POLICY = "mcptest.yml", "policy.yml"
_LONGEST = 160


def refuse_secrets(target: Stdio | Http) -> None:
    """A secret on a command line would be written into files that everybody reads."""
    commands = (target.argv,) if isinstance(target, Stdio) else (target.start,)
    address = (Url(target.url, {}, None, None),) if isinstance(target, Http) else ()
    held = [*(Command(argv, {}, None) for argv in commands if argv), *address]
    if any(server_block(one) is None for one in held):
        given = "server-command" if any(commands) else "server-url"
        hint = "leave it out, and add it to mcptest.yml as {env: VARIABLE}"
        raise unusable(flag(given), "holds what looks like a secret", hint)


def config_text(chosen: Chosen) -> str:
    block = server_block(_as_target(chosen.target)) or {}
    lines = [
        schema_line("config"),
        "# Where the server is, and what mcptest is to do with it. Why it is started like this:",
        *comments(chosen.because),
        *(comments(_by_hand(chosen.target))),
        "servers:",
        f"  {chosen.name}:",
    ]
    lines += [line for key, value in block.items() for line in field_lines(key, value, 4)]
    lines += ["", "# `mcptest gate` is the whole command: what its flags would say stands here."]
    lines += ["gate:", f"  policy: {POLICY}"]
    if isinstance(chosen.target, Http):
        lines.append("  wait-for-ready: 60s")
    return "\n".join(lines) + "\n"


def comments(texts: Iterable[str], indent: int = 0) -> list[str]:
    """One line each, whatever they contain."""
    return [f"{' ' * indent}#   {visible(text, _LONGEST)}" for text in texts]


def _by_hand(target: Stdio | Http) -> tuple[str, ...]:
    """How to have the server running before the gate, where it doesn't start it."""
    if not isinstance(target, Http) or (target.image is None and not target.start):
        return ()
    return (f"start it first: {start_line(target)}",)


def start_line(target: Http) -> str:
    """The line that starts the server in the background, for a shell."""
    secrets = "".join(map(_renamed, target.variables))
    if target.image is None:
        assigned = "".join(f"{v.name}{_value(v)} " for v in target.variables if v.value is not None)
        return f"{assigned}{secrets}{shlex.join(target.start)} &"
    image = target.image
    values = (f"--env {variable.name}{_value(variable)} " for variable in target.variables)
    publish = f"--publish 127.0.0.1:{image.port}:{image.port}"
    return f"{secrets}docker run --detach --rm {publish} {''.join(values)}{image.tag}"


def _value(variable: Variable) -> str:
    """A secret has its value from the variable of the same name."""
    return "" if variable.value is None else f"={shlex.quote(variable.value)}"


def _renamed(variable: Variable) -> str:
    """A secret that the job holds under another name, for this one command."""
    if variable.value is not None or variable.held_in == variable.name:
        return ""
    return f'{variable.name}="${variable.held_in}" '


def _as_target(target: Stdio | Http) -> Command | Url:
    if isinstance(target, Http):
        return Url(target.url, {}, None, None)
    env: dict[str, Value] = {
        one.name: FromEnvironment(one.held_in) if one.value is None else one.value
        for one in target.variables
    }
    return Command(target.argv, env, None)
