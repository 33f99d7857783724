"""Open connections to a target, each with a number."""

from collections.abc import Mapping

from mcptest_action.core.errors import unusable
from mcptest_action.core.exchange.reaction import Unreachable
from mcptest_action.core.target.model import Command, FromEnvironment, Target, Value
from mcptest_action.shell.redaction import Redactor
from mcptest_action.shell.wire.connection import Connection
from mcptest_action.shell.wire.stdio import open_stdio

# What a CI job lends to its own steps is not for the server under test.
_WITHHELD = ("ACTIONS_", "INPUT_", "MCPTEST_", "GITHUB_TOKEN", "GH_TOKEN", "CI_JOB_TOKEN")


class Dialer:
    """Knows how to reach one server. Values from the environment are looked up once, here."""

    def __init__(self, target: Target, environment: Mapping[str, str]) -> None:
        self.target = target
        values = target.env if isinstance(target, Command) else target.headers
        self._values = {name: _look_up(value, environment) for name, value in values.items()}
        secrets = [
            environment[value.variable]
            for value in values.values()
            if isinstance(value, FromEnvironment)
        ]
        self.redactor = Redactor(secrets)
        self._environment = {
            name: text for name, text in environment.items() if not name.startswith(_WITHHELD)
        }
        self.dialed = 0

    async def dial(self) -> Connection | Unreachable:
        self.dialed += 1
        if isinstance(self.target, Command):
            env = {**self._environment, **self._values}
            return await open_stdio(self.target.argv, env, self.target.cwd, self.redactor)
        # Imported late: a stdio server needs no HTTP stack, which is most of the start-up.
        from mcptest_action.shell.wire.http import HttpConnection

        return HttpConnection(self.target, self._values, self.redactor)


def _look_up(value: Value, environment: Mapping[str, str]) -> str:
    if isinstance(value, str):
        return value
    text = environment.get(value.variable)
    if not text:
        what = f"the environment variable {value.variable} is not set"
        raise unusable("secrets", what, "set it, or remove the reference to it")
    if not text.isascii() or not text.isprintable():
        what = f"the environment variable {value.variable} holds a line break or worse"
        raise unusable("secrets", what, "is there a newline at its end?")
    return value.prefix + text
