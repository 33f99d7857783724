"""The flags that say which server to talk to, and how patiently."""

import argparse
from typing import NamedTuple

from mcptest_action.commands.arguments import Parser
from mcptest_action.core.errors import unusable
from mcptest_action.core.exchange.handshake import Choice
from mcptest_action.core.seconds import parse_seconds
from mcptest_action.core.target.config import choose, load_servers
from mcptest_action.core.target.flags import command_server, header_flags, url_server
from mcptest_action.core.target.model import Command, Server
from mcptest_action.shell.files import POLICY_LIMIT, read_text

CONFIG = "mcptest.yml"


class Patience(NamedTuple):
    """How long to wait for an answer, for a server to get ready, and for the whole run."""

    timeout_s: float
    ready_s: float
    max_s: float | None


def add_target(parser: Parser) -> None:
    group = parser.add_argument_group("the server")
    group.add_argument("--server-command", metavar="COMMAND", help="start it and talk over stdio")
    group.add_argument("--server-url", metavar="URL", help="talk to it over Streamable HTTP")
    group.add_argument("--config", metavar="FILE", help=f"read servers from it; default: {CONFIG}")
    group.add_argument("--server", metavar="NAME", help="the one of several servers in the file")
    group.add_argument(
        "--header-env", metavar="NAME=VARIABLE", action="append", default=[],
        help="send this header, its value read from the environment; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--bearer-token-env", metavar="VARIABLE", help="send this variable as a bearer token"
    )
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


def patience_of(args: argparse.Namespace) -> Patience:
    ready = parse_seconds(args.wait_for_ready, "--wait-for-ready") if args.wait_for_ready else 0.0
    whole = parse_seconds(args.max_time, "--max-time") if args.max_time else None
    return Patience(parse_seconds(args.timeout, "--timeout"), ready, whole)


def server_of(args: argparse.Namespace) -> Server:
    """The server that the flags name, or the one in the configuration file."""
    ways = [flag for flag in ("server_command", "server_url", "config") if getattr(args, flag)]
    if len(ways) > 1:
        flags = " and ".join(f"--{way.replace('_', '-')}" for way in ways)
        raise unusable(flags, "name one server, not several", "keep one of them")
    headers = header_flags(args.header_env, args.bearer_token_env)
    if args.server_url:
        return url_server(args.server_url, headers, args.ca_file, args.proxy)
    if args.server_command:
        server = command_server(args.server_command)
    else:
        file = args.config or CONFIG
        server = choose(load_servers(read_text(file, POLICY_LIMIT), file), args.server, file)
        if not isinstance(server.target, Command):
            return _with_flags(server, args)
    if headers or args.ca_file or args.proxy:
        what = "headers, CA file and proxy are for servers with a URL"
        raise unusable("--header-env", what, "give a stdio server its secrets with env:")
    return server


def _with_flags(server: Server, args: argparse.Namespace) -> Server:
    """Flags win over the file."""
    target = server.target
    if isinstance(target, Command):
        return server
    headers = {**target.headers, **header_flags(args.header_env, args.bearer_token_env)}
    return server._replace(
        target=target._replace(
            headers=headers,
            ca_file=args.ca_file or target.ca_file,
            proxy=args.proxy or target.proxy,
        )
    )
