"""Open connections to a target, each with a number."""

from collections.abc import Mapping
from itertools import count

from mcptest_action.core.protocol.exchange import Unreachable
from mcptest_action.core.protocol.target import (
    Command,
    Credentials,
    FromEnvironment,
    FromTokenEndpoint,
    NoToken,
    Target,
    Token,
    Url,
    holds_secret,
    may_be_secret,
    variables_of,
)
from mcptest_action.core.text import InputError, unusable
from mcptest_action.shell.redaction import Redactor, secrets_in
from mcptest_action.shell.wire.connection import Connection, Endpoint
from mcptest_action.shell.wire.patience import Patience
from mcptest_action.shell.wire.stdio import open_stdio
from mcptest_action.shell.wire.token_life import TokenLife

# The server under test must not get what a CI job lends to its own steps.
_WITHHELD = ("ACTIONS_", "INPUT_", "MCPTEST_", "GITHUB_TOKEN", "GH_TOKEN", "CI_JOB_TOKEN")
# Files that the runner reads when the step is over: outputs, variables of later steps, the summary.
_RUNNER_FILES = frozenset(
    ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STEP_SUMMARY", "GITHUB_STATE")
)


class Dialer:
    """Knows how to reach one server. Values from the environment are looked up once, here."""

    def __init__(self, target: Target, environment: Mapping[str, str]) -> None:
        self.target = target
        values = target.env if isinstance(target, Command) else target.headers
        self._values: dict[str, str] = {}
        self._grants: dict[str, Credentials] = {}
        """Whose tokens have to be fetched, by the header that they go into."""
        for name, value in values.items():
            if isinstance(value, FromTokenEndpoint):
                self._grants[name] = _credentials(value, environment)
            else:
                self._values[name] = _look_up(value, environment)
        secrets = [s for name in variables_of(target) for s in secrets_in(environment[name])]
        secrets += [credentials.quoted for credentials in self._grants.values()]
        self._environment = {
            name: text
            for name, text in environment.items()
            if not name.startswith(_WITHHELD) and name not in _RUNNER_FILES
        }
        if isinstance(target, Command):  # it sees the job's own secrets, and may print them
            secrets += [s for name, s in self._environment.items() if holds_secret(name, s)]
        self.redactor = Redactor(secrets)
        self._numbers = count(1)
        self.patience = Patience()
        self.token_life = TokenLife()
        self._endpoint = Endpoint(target.url if isinstance(target, Url) else "")
        self.sse = False
        """Whether the server speaks HTTP+SSE, the transport of 2024-11-05."""

    async def authorize(self, timeout_s: float, ready_s: float) -> Token | NoToken | None:
        """Fetch the token that the target asks for, if it does; once, before anything is sent."""
        token: Token | None = None
        for name, credentials in self._grants.items():
            # Imported late, as below.
            from mcptest_action.shell.wire import token as grant

            assert isinstance(self.target, Url)  # noqa: S101 - a program has no headers
            patience = grant.Patience(timeout_s, ready_s)
            granted = await grant.fetch_token(credentials, self.target, self.redactor, patience)
            if isinstance(granted, NoToken):
                return granted
            token, since = granted
            self.redactor.learn([token.text])
            self._values[name] = f"Bearer {token.text}"
            self.token_life.begin(token.life_s, since)
        return token

    def next_number(self) -> int:
        """For a connection that is about to be opened; several may be, at the same time."""
        return next(self._numbers)

    @property
    def streams_apart(self) -> bool:
        """Whether every answer comes by itself, and not on one stream with all the others."""
        return isinstance(self.target, Url) and not self.sse

    async def dial(self, timeout_s: float, *, thorough: bool = False) -> Connection | Unreachable:
        """A connection; a thorough one also hears what comes after an answer."""
        if isinstance(self.target, Command):
            env = {**self._environment, **self._values}
            return await open_stdio(self.target.argv, env, self.target.cwd, self.redactor)
        # Imported late: a stdio server needs no HTTP stack, which is most of the start-up.
        if self.sse:
            from mcptest_action.shell.wire.sse import open_sse

            return await open_sse(self.target, self._values, self.redactor, timeout_s)
        from mcptest_action.shell.wire.http import HttpConnection

        return HttpConnection(
            self.target, self._values, self.redactor, thorough=thorough, endpoint=self._endpoint
        )

    def forget(self) -> None:
        """What the server told about itself: it may not be the one that will answer next time."""
        self.sse = False
        self._endpoint.forget()


def _credentials(value: FromTokenEndpoint, environment: Mapping[str, str]) -> Credentials:
    secret = _look_up(value.client_secret, environment)
    return Credentials(value, _look_up(value.client_id, environment), secret)


def _look_up(value: str | FromEnvironment, environment: Mapping[str, str]) -> str:
    if isinstance(value, str):
        return value
    text = environment.get(value.variable)
    if not text:
        raise _not_set(value.variable)
    if not text.isascii():
        what = f"the environment variable {value.variable} holds characters that are not ASCII"
        raise unusable("secrets", what, "use ASCII; headers can carry nothing else")
    if not text.isprintable():
        what = f"the environment variable {value.variable} holds a line break or worse"
        raise unusable("secrets", what, "is there a newline at its end?")
    return value.prefix + text


def _not_set(variable: str) -> InputError:
    if may_be_secret(variable):
        what = (
            "an environment variable is not set; its name is not shown, for it looks like a secret"
        )
        return unusable("secrets", what, "give the name of a variable, not its value")
    what = f"the environment variable {variable} is not set"
    return unusable("secrets", what, "set it, or remove the reference to it")
