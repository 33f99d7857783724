"""Serve a manifest as a real MCP server, over stdio or HTTP, well or badly behaved."""

import argparse
import sys

from mcptest_action.commands.arguments import Parser
from mcptest_action.commands.context import Context
from mcptest_action.core.errors import unusable
from mcptest_action.core.mock.faults import (
    FORMS,
    HTTP_ONLY,
    Fault,
    Kind,
    parse_fault,
    with_flaky_hints,
)
from mcptest_action.core.mock.manifest import read_manifest
from mcptest_action.core.mock.model import Manifest
from mcptest_action.core.mock.presets import PRESETS, preset
from mcptest_action.core.mock.protocol import Mock
from mcptest_action.core.mock.revisions import Era
from mcptest_action.exit_code import ExitCode
from mcptest_action.shell.files import ARTIFACT_LIMIT, read_text
from mcptest_action.shell.mock.visits import Visits

EXAMPLES = (
    "mcptest mock --tools-from records.yaml",
    "mcptest mock --preset demo --http 8080",
    "mcptest mock --preset lenient --http 0 --sse --era legacy",
    "mcptest mock --tools-from tools-list.json --fault slow:500ms",
    "mcptest mock --preset demo --fault disconnect@tools/call",
)


def add_arguments(parser: Parser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--tools-from", metavar="FILE", help="a manifest (YAML), or a captured tools/list (JSON)"
    )
    what.add_argument("--preset", choices=PRESETS, help="a server that needs no manifest")
    parser.add_argument(
        "--http", metavar="PORT", type=int, help="serve over HTTP; 0 takes a free port"
    )
    parser.add_argument("--host", metavar="ADDRESS", help="with --http; default: 127.0.0.1")
    parser.add_argument("--sse", action="store_true", help="with --http, answer as event streams")
    parser.add_argument(
        "--era", choices=list(Era), default=Era.BOTH, help="revisions to speak; default: both"
    )
    parser.add_argument("--page-size", metavar="N", type=int, help="entries per page of a list")
    parser.add_argument(
        "--fault",
        metavar="FAULT",
        default="none",
        help=f"{', '.join(FORMS)}; any with @METHOD",
    )
    parser.add_argument(
        "--state", metavar="FILE", help="count sessions across processes, for flaky-hints"
    )


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    fault = _fault(args)
    mock = Mock(_manifest(args), Era(args.era))
    visits = Visits(args.state)
    if args.http is None:
        return _over_stdio(mock, fault, visits, context)
    # asyncio is half of the start-up, and stdio does without it.
    from mcptest_action.shell.mock.endpoint import Endpoint  # noqa: PLC0415
    from mcptest_action.shell.mock.http import serve_http  # noqa: PLC0415

    host = args.host or "127.0.0.1"
    endpoint = Endpoint(mock, fault, visits, host=host, sse=args.sse)
    serve_http(endpoint, host, args.http, context.console.note)
    return ExitCode.INTERRUPTED


def _over_stdio(mock: Mock, fault: Fault, visits: Visits, context: Context) -> ExitCode:
    from mcptest_action.shell.mock.stdio import serve_stdio  # noqa: PLC0415

    if sys.stdin is None or sys.stdout is None:
        raise unusable("mcptest mock", "standard input or output is closed", "use --http PORT")
    if fault.kind is Kind.FLAKY_HINTS:
        mock = mock._replace(manifest=with_flaky_hints(mock.manifest, visits.next()))
    if sys.stdin.isatty():
        context.console.note("speaking MCP on standard input and output; Ctrl-D ends it")
    serve_stdio(mock, fault)
    return ExitCode.OK


def _manifest(args: argparse.Namespace) -> Manifest:
    if args.preset is not None:
        manifest = preset(args.preset)
    else:
        manifest = read_manifest(read_text(args.tools_from, ARTIFACT_LIMIT), args.tools_from)
    if args.page_size is None:
        return manifest
    if args.page_size < 1:
        raise unusable("--page-size", f"{args.page_size} is not a page size", "1 or more")
    return manifest._replace(page_size=args.page_size)


def _fault(args: argparse.Namespace) -> Fault:
    """The fault, if it and the other flags make sense together."""
    fault = parse_fault(args.fault)
    flaky, over_http = fault.kind is Kind.FLAKY_HINTS, args.http is not None
    if over_http and not 0 <= args.http <= 65535:  # noqa: PLR2004 - that is where ports end
        raise unusable("--http", f"{args.http} is not a port", "0 to 65535")
    if not over_http and (args.sse or args.host is not None):
        raise unusable("--sse" if args.sse else "--host", "is for HTTP only", "add --http PORT")
    if not over_http and fault.kind in HTTP_ONLY:
        raise unusable("--fault", f"{fault.kind} is for HTTP only", "add --http PORT")
    if args.state is not None and not flaky:
        raise unusable("--state", "is for --fault flaky-hints only", "leave it out")
    if flaky and not over_http and args.state is None:
        what = "flaky-hints over stdio must count its processes"
        raise unusable("--fault", what, "add --state FILE")
    return fault
