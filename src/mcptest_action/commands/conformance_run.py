"""Say which requirements of the protocol a server meets, in every revision that it speaks.

Tools are called under the same execution policy as in `mcptest gate`, and only for the checks
about tools: leave those out with --skip TOOLS, or all calls with --calls none.
"""

import argparse

from mcptest_action.commands.arguments import Parser, add_report
from mcptest_action.commands.context import Context
from mcptest_action.commands.execution_arguments import add_execution
from mcptest_action.commands.live_exam import LiveExam
from mcptest_action.commands.target_arguments import add_target, config_of
from mcptest_action.core.conformance.expected import Expected, load_expected
from mcptest_action.core.conformance.report import ConformanceReport, conformance_report
from mcptest_action.core.conformance.revision import REVISIONS
from mcptest_action.core.conformance.selection import Selection
from mcptest_action.core.errors import unusable
from mcptest_action.core.render.conformance_formats import CONFORMANCE_FORMATS, ConformanceView
from mcptest_action.core.suggestion import did_you_mean
from mcptest_action.exit_code import ExitCode
from mcptest_action.shell.files import POLICY_LIMIT, read_text

EXAMPLES = (
    'mcptest conformance run --server-command "python server.py"',
    "mcptest conformance run --server-url http://127.0.0.1:8080/mcp --format markdown",
    'mcptest conformance run --server-command "python server.py" --fail-on must',
    'mcptest conformance run --server-command "python server.py" --spec-version 2025-11-25',
    "mcptest conformance run --explain HTTP-04",
)
BADGES = ("T1", "T2", "T3")


def add_arguments(parser: Parser) -> None:
    add_target(parser)
    add_execution(parser)
    group = parser.add_argument_group("conformance")
    group.add_argument(
        "--spec-version", metavar="REVISION", action="append", default=[],
        help="test this revision, and fail if it is not spoken; may be repeated; "
        "default: every one that the server speaks",
    )  # fmt: skip
    group.add_argument(
        "--only", metavar="ID", action="append", default=[],
        help="run only this check, or family such as HTTP; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--skip", metavar="ID", action="append", default=[],
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
    parser.add_argument("--transcript", metavar="FILE", help="record every exchange (JSON Lines)")
    add_report(parser, [*CONFORMANCE_FORMATS])


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    if args.list or args.explain:
        context.deliver(_about(args.explain), args.output)
        return ExitCode.OK
    selection = selection_of(args)
    expected = _expected(args.expected_failures)
    config = config_of(args)
    exam, examined = LiveExam(args, config, selection, context).run()
    report = conformance_report(examined, exam, expected)
    view = ConformanceView(args.verbose, config.file)
    context.deliver(CONFORMANCE_FORMATS[args.format](report, view), args.output)
    for name in report.expectations.without_counterpart if report.expectations else ():
        context.console.note(f"note: {name} needs fixtures that only SDKs have; no check here")
    if report.partial and args.min_badge:
        context.console.note(f"note: the badge is that of a part of the checks: {report.partial}")
    if not _fails(report, args):
        return ExitCode.OK
    context.console.note(f"exit 1: {_unmet(report, args)}")
    return ExitCode.GATE_FAILED


def _about(check_id: str | None) -> str:
    from mcptest_action.core.conformance.catalogue import CHECKS
    from mcptest_action.core.render.conformance_catalogue import check_list, explained

    if check_id is None:
        return check_list()
    for check in CHECKS:
        if check.id == check_id:
            return explained(check)
    hint = did_you_mean(check_id, [check.id for check in CHECKS]) or "see --list"
    raise unusable("--explain", f"'{check_id}' is not a check", hint)


def selection_of(args: argparse.Namespace) -> Selection:
    """What to run. A misspelt check would silently test nothing, or everything."""
    for flag, names in (("--only", args.only), ("--skip", args.skip)):
        for name in names:
            known = _known_names()
            if name not in known:
                hint = did_you_mean(name, known) or "see mcptest conformance run --list"
                raise unusable(flag, f"'{name}' is not a check", hint)
    for version in args.spec_version:
        if version not in REVISIONS:
            hint = f"known: {', '.join(REVISIONS)}"
            raise unusable("--spec-version", f"there are no checks for '{version}'", hint)
    pinned = tuple(dict.fromkeys(args.spec_version))
    return Selection(pinned or REVISIONS, bool(pinned), tuple(args.only), tuple(args.skip))


def _known_names() -> tuple[str, ...]:
    """Of checks and of their families. Read only if it matters: that takes its time."""
    from mcptest_action.core.conformance.catalogue import CHECKS

    ids = [check.id for check in CHECKS]
    return (*ids, *dict.fromkeys(name.partition("-")[0] for name in ids))


def _expected(file: str | None) -> Expected | None:
    return None if file is None else load_expected(read_text(file, POLICY_LIMIT), file)


def _unmet(report: ConformanceReport, args: argparse.Namespace) -> str:
    """Which demand is not met, for the person who wonders."""
    if report.incomplete:
        return "the examination is incomplete"
    if not report.counts.total:
        return "no check was counted"
    if report.expectations and report.expectations.surprise:
        return f"{args.expected_failures} does not say what was found"
    return f"not every demand is met ({' '.join(_demands(args))}); the badge is {report.badge}"


def _demands(args: argparse.Namespace) -> list[str]:
    asked = {"--fail-on": args.fail_on, "--min-badge": args.min_badge}
    return [f"{flag} {value}" for flag, value in asked.items() if value]


def _fails(report: ConformanceReport, args: argparse.Namespace) -> bool:
    """Whether the flags make this a failure. What is incomplete meets no demand."""
    if not (args.fail_on or args.min_badge or args.expected_failures):
        return False
    counts = report.counts
    failed = {
        "must": counts.must_failed,
        "should": counts.must_failed + counts.should_failed,
    }.get(args.fail_on, 0)
    ranking = (*BADGES, "F")
    too_low = ranking.index(report.badge) > ranking.index(args.min_badge or "F")
    surprise = report.expectations is not None and report.expectations.surprise
    return bool(failed or too_low or surprise or report.incomplete or not counts.total)
