"""The flags that say which tools may be called, and how often."""

import argparse

from mcptest_action.commands.arguments import Parser, Switch
from mcptest_action.core.errors import unusable
from mcptest_action.core.render.links import page
from mcptest_action.core.safety.decide import Calls, ExecutionPolicy, Presumed
from mcptest_action.core.safety.load import MOST_CONCURRENT, parse_delay


def add_execution(parser: Parser) -> None:
    group = parser.add_argument_group("which tools may be called", f"see {page('safety.md')}")
    group.add_argument(
        "--calls", choices=[str(c) for c in Calls],
        help="none: no tool at all; policy: what the execution policy allows (the default)",
    )  # fmt: skip
    group.add_argument(
        "--presumed", choices=[str(p) for p in Presumed],
        help="what to do with tools that only their name recommends; default: cautious",
    )  # fmt: skip
    group.add_argument(
        "--execute-destructive", action=Switch, default=None,
        help="call destructive tools as well, once; on a disposable server only",
    )  # fmt: skip
    group.add_argument("--max-calls", metavar="N", help="stop calling tools after so many calls")
    group.add_argument("--concurrency", metavar="N", help="calls in flight at once; default: 2")
    group.add_argument(
        "--call-delay", metavar="TIME", help="pause between two calls over HTTP; default: 100ms"
    )


def execution_of(args: argparse.Namespace, configured: ExecutionPolicy) -> ExecutionPolicy:
    """The policy of the configuration file, with the flags on top."""
    policy = configured
    if args.calls is not None:
        policy = policy._replace(calls=Calls(args.calls))
    if args.presumed is not None:
        policy = policy._replace(presumed=Presumed(args.presumed))
    if args.execute_destructive is not None:
        policy = policy._replace(execute_destructive=args.execute_destructive)
    if args.max_calls is not None:
        policy = policy._replace(max_calls=_whole(args.max_calls, "--max-calls", 0, None))
    if args.concurrency is not None:
        many = _whole(args.concurrency, "--concurrency", 1, MOST_CONCURRENT)
        policy = policy._replace(concurrency=many)
    if args.call_delay is not None:
        policy = policy._replace(call_delay_s=parse_delay(args.call_delay, "--call-delay"))
    return policy


def _whole(text: str, flag: str, least: int, most: int | None) -> int:
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1  # noqa: PLR2004
    if value < least or (most is not None and value > most):
        bounds = f"{least} to {most}" if most is not None else f"{least} or more"
        raise unusable(flag, f"'{text}' is not a number in range", bounds)
    return value
