"""Run your own tests of a server, from suites in YAML.

Tools are called under the same execution policy as in `mcptest gate`: what is held back is
skipped, with the reason. Exits 1 when a test failed or was inconclusive, and when nothing ran.

Where no SUITE is named, `suites:` in mcptest.yml says which; else it is mcptest-suite.yml and the
folder suites/, as far as they are there.
"""

from mcptest_action.app import suites
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Each, Parser, Switch
from mcptest_action.parsing.report_flags import add_output, add_transcript
from mcptest_action.parsing.target_flags import add_execution, add_target, target_request

EXAMPLES = (
    "mcptest run suite.yml",
    "mcptest run suites/ --reporter junit --output junit.xml",
    'mcptest run suite.yml --server-command "python server.py" --tag quick --fail-fast',
    "mcptest run --reporter json --output run.json",
    "mcptest run suite.yml --list",
)
REPORTERS = ("pretty", "json", "junit", "markdown")


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "suite", metavar="SUITE", nargs="*", default=(), help="suite files, or folders of them"
    )
    add_target(parser)
    add_execution(parser)
    group = parser.add_argument_group("which tests to run")
    group.add_argument(
        "--filter", metavar="TEXT", action=Each, default=(),
        help="only tests with this in their name or that of their file; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--tag", metavar="TAG", action=Each, default=(),
        help="only tests with this tag; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--skip-tag", metavar="TAG", action=Each, default=(),
        help="leave out tests with this tag; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--fail-fast", action=Switch, help="start no test after the first that did not pass"
    )
    group.add_argument("--list", action="store_true", help="list the tests, and stop")
    parser.add_argument(
        "--reporter", "--format", choices=REPORTERS, default="pretty", help="default: pretty"
    )
    add_output(parser)
    add_transcript(parser)


def run(options: Options, context: Context) -> ExitCode:
    request = suites.SuitesRequest(
        target=target_request(options),
        paths=options.texts("suite"),
        filters=options.texts("filter"),
        tags=options.texts("tag"),
        skip_tags=options.texts("skip-tag"),
        fail_fast=options.switch("fail-fast"),
        only_list=options.switch("list"),
        reporter=options.word("reporter"),
        output=options.text("output"),
        transcript=options.text("transcript"),
    )
    return suites.run(request, context)
