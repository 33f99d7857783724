"""Serve a manifest as a real MCP server, over stdio or HTTP, well or badly behaved."""

from mcptest_action.app import mock
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.authoring.mock import (
    FORMS,
    HTTP_ONLY,
    PRESETS,
    Era,
    Fault,
    Kind,
    parse_fault,
)
from mcptest_action.core.request import Options
from mcptest_action.core.text import flag, unusable
from mcptest_action.parsing.parser import Parser

EXAMPLES = (
    "mcptest mock --tools-from records.yaml",
    "mcptest mock --preset demo --http 8080",
    "mcptest mock --preset lenient --http 0 --sse --era legacy",
    "mcptest mock --tools-from tools-list.json --fault slow:500ms",
    "mcptest mock --preset demo --fault disconnect@tools/call",
)
HOST = "127.0.0.1"


def add_arguments(parser: Parser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--tools-from", metavar="FILE", help="a manifest (YAML), or a captured tools/list (JSON)"
    )
    what.add_argument("--preset", choices=PRESETS, help="a server that needs no manifest")
    parser.add_argument(
        "--http", metavar="PORT", type=int, help="serve over HTTP; 0 takes a free port"
    )
    parser.add_argument("--host", metavar="ADDRESS", help=f"with --http; default: {HOST}")
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


def run(options: Options, context: Context) -> ExitCode:
    request = mock.MockRequest(
        preset=options.text("preset"),
        tools_from=options.text("tools-from"),
        era=Era(options.word("era")),
        page_size=options.number("page-size"),
        fault=_fault(options),
        state=options.text("state"),
        port=options.number("http"),
        host=options.text("host") or HOST,
        sse=options.switch("sse"),
    )
    return mock.run(request, context)


def _fault(options: Options) -> Fault:
    """The fault, if it and the other flags make sense together."""
    fault, port = parse_fault(options.word("fault")), options.number("http")
    flaky, stateful = fault.kind is Kind.FLAKY_HINTS, options.text("state") is not None
    if port is not None and not 0 <= port <= 65535:  # noqa: PLR2004 - the highest port
        raise unusable(flag("http"), f"{port} is not a port", "0 to 65535")
    for name in ("sse", "host"):
        if port is None and options.value(name):
            raise unusable(flag(name), "is for HTTP only", "add --http PORT")
    if port is None and fault.kind in HTTP_ONLY:
        raise unusable(flag("fault"), f"{fault.kind} is for HTTP only", "add --http PORT")
    if stateful and not flaky:
        raise unusable(flag("state"), "is for --fault flaky-hints only", "leave it out")
    if flaky and port is None and not stateful:
        what = "flaky-hints over stdio must count its processes"
        raise unusable(flag("fault"), what, "add --state FILE")
    return fault
