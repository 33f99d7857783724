"""Which server to talk to, how patiently, and what `mcptest.yml` says about it."""

from typing import NamedTuple

from mcptest_action.app.deciding_files import IN_CHECKOUT, DecidingFiles
from mcptest_action.core.document import decode
from mcptest_action.core.protocol.exchange import Choice
from mcptest_action.core.protocol.target import (
    Server,
    Url,
    choose,
    command_server,
    header_flags,
    url_server,
    with_flags,
)
from mcptest_action.core.request.config import OF_A_URL, Config, GateKeys, load_config
from mcptest_action.core.safety import ExecutionPolicy
from mcptest_action.core.text import flag, unusable

CONFIG = "mcptest.yml"


class Patience(NamedTuple):
    """How long to wait for an answer, for a server to get ready, and for the whole run."""

    timeout_s: float
    ready_s: float
    max_s: float | None


class TargetRequest(NamedTuple):
    """The server that was asked for, and the rules for calling its tools."""

    config: Config
    config_named: bool
    """Whether the user named the file; then it must have a server."""
    command: str | None
    url: str | None
    server: str | None
    """The name of one in the configuration file."""
    header_env: tuple[str, ...]
    bearer_token_env: str | None
    host_header: str | None
    ca_file: str | None
    proxy: str | None
    choice: Choice
    timeout: str
    """As it was written; the transcript quotes it."""
    patience: Patience
    execution: ExecutionPolicy

    @property
    def is_named(self) -> bool:
        """Whether the server was named when we were started, not in a file."""
        return bool(self.command or self.url)


def read_config(
    file: str | None, gate_keys: GateKeys | None = None, files: DecidingFiles = IN_CHECKOUT
) -> Config:
    """The configuration file: the one that was named, or `mcptest.yml` if it is there.

    The gate reads its own section, because only the gate knows its flags.
    """
    path = file or CONFIG
    content = files.optional(path) if file is None else files.needed(path)
    if content is None:
        return Config(path)
    name = files.name(path)
    return load_config(decode(content, name), name, gate_keys)


def server_of(request: TargetRequest) -> Server:
    """The server that the request names, or the one in the configuration file."""
    if request.command and request.url:
        both = f"{flag('server-command')} and {flag('server-url')}"
        raise unusable(both, "name one server, not two", "keep one of them")
    if request.server and request.is_named:
        what = "is for servers in the configuration file"
        raise unusable(flag("server"), what, "leave it out")
    headers = header_flags(request.header_env, request.bearer_token_env, request.host_header)
    if request.url:
        return url_server(request.url, headers, request.ca_file, request.proxy)
    server = command_server(request.command) if request.command else _configured(request)
    if isinstance(server.target, Url):
        target = with_flags(server.target, headers, request.ca_file, request.proxy)
        return server._replace(target=target)
    for name in OF_A_URL:
        if getattr(request, name.replace("-", "_")):
            what = "headers, CA file and proxy are for servers with a URL"
            raise unusable(flag(name), what, "give a stdio server its secrets with env:")
    return server


def _configured(request: TargetRequest) -> Server:
    if not request.config.servers and not request.config_named:
        what = "there is no server to talk to"
        ways = f"{flag('server-command')} or {flag('server-url')}"
        raise unusable("the server", what, f"add {ways}, or write a {CONFIG}")
    return choose(request.config.servers, request.server, request.config.file)
