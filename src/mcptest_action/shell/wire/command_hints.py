"""Hints for a server that was to be started and did not say hello."""

from mcptest_action.core.protocol.exchange import (
    Disconnected,
    Garbage,
    NoHello,
    Oversized,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.protocol.target import Command
from mcptest_action.core.text import flag, page
from mcptest_action.shell.wire.surroundings import Surroundings

# Words that only a shell understands, and commands that only a shell has.
_OPERATORS = frozenset(("&&", "||", ";", "|", "&", ">", ">>", "<", "2>&1"))
_OF_A_SHELL = frozenset(("cd", "export", "source", ".", "set", "exec", "ulimit", "alias"))


def command_hints(target: Command, met: NoHello, around: Surroundings) -> list[str]:
    """What to do about it, as far as the command and the reaction tell."""
    hints = _about_the_reaction(target, met, around)
    if _is_meant_for_a_shell(target.argv):
        what = "no shell runs the command: write sh -c '…', or command:, args: and cwd: in"
        hints.insert(0, f"{what} mcptest.yml ({page('targets.md')})")
    return hints


def _is_meant_for_a_shell(argv: tuple[str, ...]) -> bool:
    first = argv[0]
    return first in _OF_A_SHELL or "=" in first or not _OPERATORS.isdisjoint(argv)


def _about_the_reaction(target: Command, met: NoHello, around: Surroundings) -> list[str]:
    match met.reaction:
        case Unreachable() if around.contained:
            where = page("ci/github.md", "a-server-that-is-started-by-a-command")
            return [
                f"this image holds no {target.argv[0]}: it is for servers with a URL. On GitHub, "
                f"native starts a server on the runner ({where}); elsewhere, install mcptest "
                f"where the server is, or start the server first and use {flag('server-url')}"
            ]
        case Unreachable():
            return ["is the command installed, and on the PATH of this job?"]
        case Disconnected():
            return ["does the command start on its own? Its standard error above may say why not"]
        case TimedOut():
            return [f"a first start may have to install packages: {flag('timeout', '120s')}"]
        case Garbage():
            return ["standard output is for the protocol only; print logs to standard error"]
        case Oversized():
            return []
        case _ if len(met.tried) == 1:
            return [
                f"it does not speak the one era that was asked for: try {flag('protocol', 'auto')}"
            ]
        case _:
            return ["is this an MCP server? It answers neither server/discover nor initialize"]
