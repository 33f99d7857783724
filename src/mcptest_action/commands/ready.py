"""Say what a server lacks for a directory of servers, or for a registry. Calls no tool.

Takes a server to list, or a file with what `tools/list` returned.
"""

from mcptest_action.app import ready
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.checks.readiness import BY_NAME
from mcptest_action.core.render.readiness import READY_FORMATS
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Each, Parser
from mcptest_action.parsing.report_flags import add_report, add_server_json, add_transcript
from mcptest_action.parsing.target_flags import add_target, check_one_subject, target_request

EXAMPLES = (
    'mcptest ready --for anthropic-connectors --server-command "python server.py"',
    "mcptest ready --for anthropic-connectors --for openai-apps tools-list.json",
    "mcptest ready --for openai-apps --server-url https://api.example/mcp --fail-on unmet",
    'mcptest ready --for mcp-registry --server-json server.json --server-command "node index.js"',
    "mcptest ready --for openai-apps surface.json --format json --output readiness.json",
)


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "dump",
        metavar="DUMP",
        nargs="?",
        help="what tools/list returned, or a surface (JSON), instead of a server",
    )
    group = parser.add_argument_group("what for")
    group.add_argument(
        "--for", metavar="PACK", action=Each, default=(),
        help=f"{', '.join(BY_NAME)}; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--fail-on", choices=ready.FAIL_ON,
        help="unmet: exit 1 if a checked criterion is not met; required: only if the directory "
        "surely insists on it; both: also if nothing could be checked",
    )  # fmt: skip
    add_server_json(parser)
    add_target(parser)
    add_transcript(parser)
    add_report(parser, [*READY_FORMATS])


def run(options: Options, context: Context) -> ExitCode:
    request = ready.ReadyRequest(
        target=target_request(options),
        dump=options.text("dump"),
        packs=options.texts("for"),
        server_json=options.text("server-json"),
        fail_on=options.text("fail-on"),
        form=options.word("format"),
        output=options.text("output"),
        transcript=options.text("transcript"),
    )
    check_one_subject(options, request.target, "mcptest ready", "look at", "looked at")
    return ready.run(request, context)
