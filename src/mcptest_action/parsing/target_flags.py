"""The flags that say which server to talk to, how patiently, and which tools may be called."""

from collections.abc import Container

from mcptest_action.app.target import CONFIG, Patience, TargetRequest, read_config
from mcptest_action.core.protocol.exchange import Choice
from mcptest_action.core.request import Options
from mcptest_action.core.request.config import OF_A_URL, WHICH_SERVER, Config
from mcptest_action.core.safety import (
    MOST_CONCURRENT,
    Calls,
    ExecutionPolicy,
    Presumed,
    parse_delay,
)
from mcptest_action.core.text import flag, page, unusable
from mcptest_action.core.text.seconds import parse_seconds
from mcptest_action.parsing.parser import Each, Parser, Switch


def add_target(parser: Parser) -> None:
    group = parser.add_argument_group("the server")
    group.add_argument("--server-command", metavar="COMMAND", help="start it and talk over stdio")
    group.add_argument("--server-url", metavar="URL", help="talk to it over Streamable HTTP")
    group.add_argument("--config", metavar="FILE", help=f"servers and settings; default: {CONFIG}")
    group.add_argument("--server", metavar="NAME", help="the one of several servers in the file")
    group.add_argument(
        "--header-env", metavar="NAME=VARIABLE", action=Each, default=(),
        help="send this header, its value read from the environment; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--bearer-token-env", metavar="VARIABLE", help="send this variable as a bearer token"
    )
    group.add_argument(
        "--host-header", metavar="NAME",
        help="the Host to send, for a server that refuses the one of its address",
    )  # fmt: skip
    group.add_argument("--ca-file", metavar="FILE", help="trust the certificates in this file")
    group.add_argument("--proxy", metavar="URL", help="reach the server through this proxy")
    group.add_argument(
        "--protocol", choices=[str(c) for c in Choice], default=str(Choice.AUTO),
        help="which era to speak where a server offers both; default: auto",
    )  # fmt: skip
    group.add_argument("--timeout", metavar="TIME", default="30s", help="per request; default: 30s")
    group.add_argument("--max-time", metavar="TIME", help="for the whole run")
    group.add_argument(
        "--wait-for-ready", metavar="TIME", help="keep trying this long until it says hello"
    )


def add_execution(parser: Parser, *, without: Container[str] = ()) -> None:
    """`without`: what could change nothing for a command, such as how often it calls what it never
    calls. `mcptest.yml` may set it all the same, for other commands.
    """
    group = parser.add_argument_group("which tools may be called", f"see {page('safety.md')}")
    group.add_argument(
        "--calls", choices=[str(c) for c in Calls],
        help="none: no tool at all; policy: what the execution policy allows (the default)",
    )  # fmt: skip
    group.add_argument(
        "--presumed", choices=[str(p) for p in Presumed],
        help="how to treat tools whose name suggests that they only read; default: cautious",
    )  # fmt: skip
    if "execute-destructive" not in without:
        group.add_argument(
            "--execute-destructive", action=Switch, default=None,
            help="call destructive tools as well, once; on a disposable server only",
        )  # fmt: skip
    group.add_argument("--max-calls", metavar="N", help="stop calling tools after so many calls")
    if "concurrency" not in without:
        group.add_argument("--concurrency", metavar="N", help="calls in flight at once; default: 2")
    group.add_argument(
        "--call-delay", metavar="TIME", help="pause between two calls over HTTP; default: 100ms"
    )


def target_request(options: Options, config: Config | None = None) -> TargetRequest:
    """What the flags say, on top of the configuration file."""
    file = options.text("config")
    config = read_config(file) if config is None else config
    ready, whole = options.text("wait-for-ready"), options.text("max-time")
    patience = Patience(
        parse_seconds(options.word("timeout"), flag("timeout")),
        parse_seconds(ready, flag("wait-for-ready")) if ready else 0.0,
        parse_seconds(whole, flag("max-time")) if whole else None,
    )
    return TargetRequest(
        config,
        file is not None,
        options.text("server-command"),
        options.text("server-url"),
        options.text("server"),
        options.texts("header-env"),
        options.text("bearer-token-env"),
        options.text("host-header"),
        options.text("ca-file"),
        options.text("proxy"),
        Choice(options.word("protocol")),
        options.word("timeout"),
        patience,
        _execution(options, config.execution),
    )


def check_one_subject(
    options: Options, target: TargetRequest, command: str, verb: str, participle: str
) -> None:
    """A command that takes a dump or a server needs one of them, and never both."""
    dump = options.text("dump")
    if dump is None:
        if not (target.is_named or target.config_named or target.config.servers):
            hint = (
                "name a file with what tools/list returned, or add --server-command or --server-url"
            )
            raise unusable(command, f"there is nothing to {verb}", hint)
        return
    for name in (*WHICH_SERVER, *OF_A_URL, "transcript"):
        if options.value(name):
            raise unusable(flag(name), f"{dump} is {participle}, and no server", "keep one of them")


def _execution(options: Options, configured: ExecutionPolicy) -> ExecutionPolicy:
    """The policy of the configuration file, with the flags on top that the command has."""
    policy, said = configured, {name: options.value(name) for name in options.defaults}
    if (calls := said.get("calls")) is not None:
        policy = policy._replace(calls=Calls(calls))
    if (presumed := said.get("presumed")) is not None:
        policy = policy._replace(presumed=Presumed(presumed))
    if (destructive := said.get("execute-destructive")) is not None:
        policy = policy._replace(execute_destructive=destructive)
    if (most := said.get("max-calls")) is not None:
        policy = policy._replace(max_calls=_whole(most, "max-calls", 0, None))
    if (many := said.get("concurrency")) is not None:
        policy = policy._replace(concurrency=_whole(many, "concurrency", 1, MOST_CONCURRENT))
    if (delay := said.get("call-delay")) is not None:
        policy = policy._replace(call_delay_s=parse_delay(delay, flag("call-delay")))
    return policy


def _whole(text: str, name: str, least: int, most: int | None) -> int:
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1  # noqa: PLR2004
    if value < least or (most is not None and value > most):
        bounds = f"{least} to {most}" if most is not None else f"{least} or more"
        raise unusable(flag(name), f"'{text}' is not a number in range", bounds)
    return value
