"""Hints for a server that could not be reached: what people most often have to change."""

from urllib.parse import SplitResult, urljoin, urlsplit

from mcptest_action.core.protocol.exchange import (
    KEEP_THE_METHOD,
    UNAUTHORIZED,
    NoHello,
    header_of,
    status_of,
)
from mcptest_action.core.protocol.exchange import reaction as kinds
from mcptest_action.core.protocol.target import (
    Command,
    FromTokenEndpoint,
    Target,
    Url,
    Value,
    is_loopback,
)
from mcptest_action.core.text import flag, page
from mcptest_action.shell.wire.surroundings import Surroundings, look_around

_REDIRECTS = (301, 302, 303, *KEEP_THE_METHOD)
_REFUSED = (403, 421)  # forbidden, misdirected
# What resolvers say of a name that they don't know, or have no address for.
_NAMELESS = ("name or service not known", "name resolution", "no address associated", "nodename")
# What OpenSSL says of bytes that are not TLS.
_NO_TLS = ("wrong version number", "record layer failure", "packet length too long")
# "Invalid Host header" of the official SDKs, "Access is only allowed at" of Playwright's.
_ABOUT_THE_HOST = ("invalid host", "host not allowed", "only allowed at")
_HELLOS = ("server/discover", "initialize")


def diagnose(
    target: Target,
    met: NoHello,
    around: Surroundings | None = None,
    *,
    waited: bool = False,
) -> list[str]:
    """What to do about it, as far as the reaction tells; `waited` if we have waited already."""
    reaction, around = met.reaction, around or look_around()
    if isinstance(target, Command):
        return command_hints(target, met, around)
    match reaction:
        case kinds.Unreachable(detail):
            return _unreachable(target, detail, around, waited=waited)
        case kinds.HttpStatus() | kinds.RpcError() if status_of(reaction) == UNAUTHORIZED:
            return [_credentials(target)]
        case kinds.HttpStatus(_, said) | kinds.RpcError(_, said) if status_of(reaction) in _REFUSED:
            return [_refusal(target, said)]
        case kinds.HttpStatus(kinds.HttpAnswer(status)) if status in _REDIRECTS:
            return [_redirect(target, status, header_of(reaction, "location"))]
        case kinds.TurnedAway():
            return ["it wants to be asked less often: run later, or allow this job more requests"]
        case kinds.TimedOut():
            return [f"give each request more time with {flag('timeout')}"]
        case kinds.RpcError():
            return [_about_the_era(met)]
        case _:
            return [
                "is the path right? Streamable HTTP is usually served at /mcp, HTTP+SSE at /sse"
            ]


def _about_the_era(met: NoHello) -> str:
    """It speaks, and gives no hello."""
    if all(any(said.startswith(hello) for said in met.tried) for hello in _HELLOS):
        what = "it speaks, but answers neither server/discover nor initialize with a hello"
        return f"{what}: is this an MCP server?"
    return f"it does not speak the one era that was asked for: try {flag('protocol', 'auto')}"


def _redirect(target: Url, status: int, location: str) -> str:
    """Why it was not followed, and the address that may be meant."""
    try:
        there = urljoin(target.url, location)
        elsewhere = urlsplit(there)[:2] != urlsplit(target.url)[:2]
    except ValueError:
        return f"it redirects to '{location}', which is not an address"
    use = f"use {flag('server-url', there)}"
    if location and urlsplit(there).scheme not in ("http", "https"):
        return f"it redirects to '{there}', which is not an http or https address"
    if not location:
        return "it redirects, and does not say where to: is the path right?"
    if elsewhere:
        what = f"it redirects to another origin, {there}, which gets nothing on its word alone"
        return f"{what}: if you trust that server, {use}"
    if status not in KEEP_THE_METHOD:
        return f"a redirect with {status} makes a GET of a POST, so it is not followed: {use}"
    return f"its redirects do not end, the last one leads to {there}: is the path right?"


def _credentials(target: Url) -> str:
    """Users who have sent credentials need other ones, not the advice to send some."""
    sent = [_origin(name, value) for name, value in target.headers.items()]
    sent = [origin for origin in sent if origin]
    if not sent:
        return (
            f"it wants credentials: {flag('bearer-token-env', 'VARIABLE')} or {flag('header-env')}"
        )
    given = ", ".join(sent)
    return f"it does not accept what was sent ({given}): is the token right, and still valid?"


def _origin(name: str, value: Value) -> str:
    """The header, and where its value is from; empty for one that stands in the open."""
    if isinstance(value, str):
        return ""
    source = value.token_url if isinstance(value, FromTokenEndpoint) else value.variable
    return f"{name} from {source}"


def _unreachable(target: Url, detail: str, around: Surroundings, *, waited: bool) -> list[str]:
    parts = urlsplit(target.url)
    host = str(parts.hostname)
    if detail.startswith("TLS: ") and any(words in detail.lower() for words in _NO_TLS):
        return [f"no TLS is spoken there: use {parts._replace(scheme='http').geturl()}"]
    if detail.startswith("TLS: "):
        return [f"name the certificates to trust with {flag('ca-file')}"]
    if is_loopback(host) and around.contained:
        return _own_loopback(parts, around.gateway)
    if any(words in detail.lower() for words in _NAMELESS):
        return [
            f"the name {host} is not known here: a container is known by its name only to "
            f"containers on the same network ({page('ci/networking.md')})"
        ]
    running = (
        "is the server running, and does it listen on this address? Many listen on 127.0.0.1 "
        "only, which other containers cannot reach: have it listen on 0.0.0.0"
    )
    return [running] if waited else [running, f"give it time with {flag('wait-for-ready', '60s')}"]


def _own_loopback(parts: SplitResult, gateway: str | None) -> list[str]:
    """Inside a container, localhost is the container. The address is reported, never rewritten:
    otherwise the report would not name the address that was probed.
    """
    machine = gateway or "172.17.0.1"
    port = "" if parts.port is None else f":{parts.port}"
    host = parts.hostname
    there = f"{parts.scheme}://{machine}{port}{parts.path}"
    return [
        f"{host} is the container that mcptest-action runs in, and nothing listens there. Either",
        "1. the server is a service container: use its name, as in "
        f"{parts.scheme}://NAME:PORT{parts.path}; or",
        f"2. it runs on the machine itself: use {there}, and have it listen on 0.0.0.0; or",
        "3. run mcptest-action on the machine: uses: org/mcptest-action/native@v1 on GitHub, "
        f"docker run --network host elsewhere ({page('ci/networking.md')})",
    ]


def _refusal(target: Url, said: str) -> str:
    """The official servers say so when the host name is the problem; others leave us guessing."""
    parts = urlsplit(target.url)
    accepted = "localhost" if parts.port is None else f"localhost:{parts.port}"
    sure = any(words in said.lower() for words in _ABOUT_THE_HOST)
    what = f"it {'refuses' if sure else 'may refuse'} the Host header, which is '{parts.netloc}'"
    return f"{what}: allow it in the server, or send another with {flag('host-header', accepted)}"


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
        case kinds.Unreachable() if around.contained:
            where = page("ci/github.md", "a-server-that-is-started-by-a-command")
            return [
                f"this image holds no {target.argv[0]}: it is for servers with a URL. On GitHub, "
                f"native starts a server on the runner ({where}); elsewhere, install mcptest "
                f"where the server is, or start the server first and use {flag('server-url')}"
            ]
        case kinds.Unreachable():
            return ["is the command installed, and on the PATH of this job?"]
        case kinds.Disconnected():
            return ["does the command start on its own? Its standard error above may say why not"]
        case kinds.TimedOut():
            return [f"a first start may have to install packages: {flag('timeout', '120s')}"]
        case kinds.Garbage():
            return ["standard output is for the protocol only; print logs to standard error"]
        case kinds.Oversized():
            return []
        case _:
            return [_about_the_era(met)]
