"""`mock`: serve a manifest as a real MCP server."""

import sys
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.authoring.mock import (
    Era,
    Fault,
    Kind,
    Manifest,
    Mock,
    preset,
    read_manifest,
    with_flaky_hints,
)
from mcptest_action.core.text import flag, unusable
from mcptest_action.shell.files import ARTIFACT_LIMIT, read_text
from mcptest_action.shell.mock.visits import Visits


class MockRequest(NamedTuple):
    preset: str | None
    tools_from: str | None
    era: Era
    page_size: int | None
    fault: Fault
    state: str | None
    """Where sessions are counted across processes."""
    port: int | None
    """None for stdio."""
    host: str
    sse: bool


def run(request: MockRequest, context: Context) -> ExitCode:
    mock = Mock(_manifest(request), request.era)
    visits = Visits(request.state)
    if request.port is None:
        return _over_stdio(mock, request.fault, visits, context)
    # asyncio is half of the start-up time, and stdio doesn't need it.
    from mcptest_action.shell.mock.endpoint import Endpoint  # noqa: PLC0415
    from mcptest_action.shell.mock.http import serve_http  # noqa: PLC0415

    endpoint = Endpoint(mock, request.fault, visits, host=request.host, sse=request.sse)
    serve_http(endpoint, request.host, request.port, context.console.note)
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


def _manifest(request: MockRequest) -> Manifest:
    if request.tools_from is None:
        manifest = preset(str(request.preset))
    else:
        text = read_text(request.tools_from, ARTIFACT_LIMIT)
        manifest = read_manifest(text, request.tools_from)
    if request.page_size is None:
        return manifest
    if request.page_size < 1:
        what = f"{request.page_size} is not a page size"
        raise unusable(flag("page-size"), what, "1 or more")
    return manifest._replace(page_size=request.page_size)
