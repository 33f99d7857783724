"""Say which requirements of the protocol a server meets, in every revision that it speaks.

Tools are called under the same execution policy as in `mcptest gate`, and only for the checks
about tools: leave those out with --skip TOOLS, or all calls with --calls none.
"""

from mcptest_action.app import conformance
from mcptest_action.app.conformance import BADGES, ConformanceRequest
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.checks.conformance import ASKED, REVISIONS, Selection
from mcptest_action.core.render.conformance_formats import CONFORMANCE_FORMATS
from mcptest_action.core.request import Options
from mcptest_action.core.text import did_you_mean, flag, unusable
from mcptest_action.parsing.parser import Each, Parser
from mcptest_action.parsing.report_flags import add_report, add_transcript
from mcptest_action.parsing.target_flags import add_execution, add_target, target_request

EXAMPLES = (
    'mcptest conformance run --server-command "python server.py"',
    "mcptest conformance run --server-url http://127.0.0.1:8080/mcp --format markdown",
    'mcptest conformance run --server-command "python server.py" --fail-on must',
    'mcptest conformance run --server-command "python server.py" --spec-version 2025-11-25',
    "mcptest conformance run --explain HTTP-04",
)


def add_arguments(parser: Parser) -> None:
    add_target(parser)
    add_execution(parser)
    group = parser.add_argument_group("conformance")
    group.add_argument(
        "--spec-version", metavar="REVISION", action=Each, default=(),
        help="test this revision, and fail if it is not spoken; may be repeated; "
        "default: every one that the server speaks",
    )  # fmt: skip
    group.add_argument(
        "--only", metavar="ID", action=Each, default=(),
        help="run only this check, or family such as HTTP; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--skip", metavar="ID", action=Each, default=(),
        help="leave out this check or family; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--expected-failures", metavar="FILE",
        help="exit 1 for failures that it does not list, and for entries that no longer fail",
    )  # fmt: skip
    group.add_argument(
        "--fail-on", choices=("must", "should"), help="exit 1 when such a check failed"
    )
    group.add_argument("--min-badge", choices=BADGES, help="exit 1 for a lower badge")
    group.add_argument("--verbose", action="store_true", help="also list what did not fail")
    group.add_argument("--list", action="store_true", help="list the checks, and stop")
    group.add_argument("--explain", metavar="ID", help="explain a check, and stop")
    add_transcript(parser)
    add_report(parser, [*CONFORMANCE_FORMATS])


def run(options: Options, context: Context) -> ExitCode:
    explained = options.text("explain")
    if options.switch("list") or explained:
        context.deliver(_about(explained), options.text("output"))
        return ExitCode.OK
    request = ConformanceRequest(
        selection=_selection(options),
        target=target_request(options),
        transcript=options.text("transcript"),
        expected_failures=options.text("expected-failures"),
        fail_on=options.text("fail-on"),
        min_badge=options.text("min-badge"),
        form=options.word("format"),
        verbose=options.switch("verbose"),
        output=options.text("output"),
    )
    return conformance.run(request, context)


def _about(check_id: str | None) -> str:
    from mcptest_action.core.checks.conformance.catalogue import CHECKS
    from mcptest_action.core.render.conformance_catalogue import check_list, explained

    if check_id is None:
        return check_list()
    for check in CHECKS:
        if check.id == check_id:
            return explained(check)
    hint = did_you_mean(check_id, [check.id for check in CHECKS]) or "see --list"
    raise unusable(flag("explain"), f"'{check_id}' is not a check", hint)


def _selection(options: Options) -> Selection:
    """What to run. A misspelt check would silently test nothing, or everything."""
    only, skip = options.texts("only"), options.texts("skip")
    for name, ids in (("only", only), ("skip", skip)):
        for each in ids:
            known = _known_names()
            if each not in known:
                hint = did_you_mean(each, known) or "see mcptest conformance run --list"
                raise unusable(flag(name), f"'{each}' is not a check", hint)
    pinned = tuple(dict.fromkeys(options.texts("spec-version")))
    for version in pinned:
        if version not in REVISIONS:
            hint = f"known: {', '.join(REVISIONS)}"
            raise unusable(flag("spec-version"), f"there are no checks for '{version}'", hint)
    return Selection(pinned or ASKED, bool(pinned), only, skip)


def _known_names() -> tuple[str, ...]:
    """The names of checks and of their families. Read only on demand: that takes a while."""
    from mcptest_action.core.checks.conformance.catalogue import CHECKS

    ids = [check.id for check in CHECKS]
    return (*ids, *dict.fromkeys(name.partition("-")[0] for name in ids))
