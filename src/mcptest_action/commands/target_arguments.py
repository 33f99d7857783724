"""The flags that say which server to talk to, and how patiently."""

import argparse
from typing import NamedTuple

from mcptest_action.commands.arguments import Each, Parser
from mcptest_action.core.config.gate_section import GateKeys
from mcptest_action.core.config.load import Config, load_config
from mcptest_action.core.errors import unusable
from mcptest_action.core.exchange.handshake import Choice
from mcptest_action.core.seconds import parse_seconds
from mcptest_action.core.target.config import choose
from mcptest_action.core.target.flags import command_server, header_flags, url_server, with_flags
from mcptest_action.core.target.model import Server, Url
from mcptest_action.shell.files import POLICY_LIMIT, exists, read_text

CONFIG = "mcptest.yml"
# The flags that name the server, and those that say how one with a URL is spoken to.
WHICH = ("server_command", "server_url", "server")
OF_A_URL = ("header_env", "bearer_token_env", "host_header", "ca_file", "proxy")


class Patience(NamedTuple):
    """How long to wait for an answer, for a server to get ready, and for the whole run."""

    timeout_s: float
    ready_s: float
    max_s: float | None


def add_target(parser: Parser) -> None:
    group = parser.add_argument_group("the server")
    group.add_argument("--server-command", metavar="COMMAND", help="start it and talk over stdio")
    group.add_argument("--server-url", metavar="URL", help="talk to it over Streamable HTTP")
    group.add_argument("--config", metavar="FILE", help=f"servers and settings; default: {CONFIG}")
    group.add_argument("--server", metavar="NAME", help="the one of several servers in the file")
    group.add_argument(
        "--header-env", metavar="NAME=VARIABLE", action=Each, default=[],
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


def patience_of(args: argparse.Namespace) -> Patience:
    ready = parse_seconds(args.wait_for_ready, "--wait-for-ready") if args.wait_for_ready else 0.0
    whole = parse_seconds(args.max_time, "--max-time") if args.max_time else None
    return Patience(parse_seconds(args.timeout, "--timeout"), ready, whole)


def config_of(args: argparse.Namespace, gate_keys: GateKeys | None = None) -> Config:
    """The configuration file: the one that was named, or `mcptest.yml` if it is there.

    What it says for the gate is for the gate to read, which knows its flags.
    """
    file = args.config or CONFIG
    if args.config is None and not exists(file):
        return Config(file)
    return load_config(read_text(file, POLICY_LIMIT), file, gate_keys)


def server_of(args: argparse.Namespace, config: Config) -> Server:
    """The server that the flags name, or the one in the configuration file."""
    if args.server_command and args.server_url:
        what = "name one server, not two"
        raise unusable("--server-command and --server-url", what, "keep one of them")
    if args.server and (args.server_command or args.server_url):
        raise unusable("--server", "is for servers in the configuration file", "leave it out")
    headers = header_flags(args.header_env, args.bearer_token_env, args.host_header)
    if args.server_url:
        return url_server(args.server_url, headers, args.ca_file, args.proxy)
    if args.server_command:
        server = command_server(args.server_command)
    else:
        server = _configured(args, config)
    if isinstance(server.target, Url):
        target = with_flags(server.target, headers, args.ca_file, args.proxy)
        return server._replace(target=target)
    for name in OF_A_URL:
        if getattr(args, name):
            what = "headers, CA file and proxy are for servers with a URL"
            flag = f"--{name.replace('_', '-')}"
            raise unusable(flag, what, "give a stdio server its secrets with env:")
    return server


def _configured(args: argparse.Namespace, config: Config) -> Server:
    if not config.servers and args.config is None:
        what = "there is no server to talk to"
        hint = f"add --server-command or --server-url, or write a {CONFIG}"
        raise unusable("the server", what, hint)
    return choose(config.servers, args.server, config.file)
