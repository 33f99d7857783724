"""Look for attacks and mistakes in what a server tells an agent. Offline; calls no tool.

Takes what `tools/list` returned, in a file, or a server to list.
"""

import argparse

from mcptest_action.commands.arguments import Parser, add_report
from mcptest_action.commands.context import Context
from mcptest_action.commands.scanning import look
from mcptest_action.commands.target_arguments import add_target
from mcptest_action.core.document.json_text import read_json
from mcptest_action.core.errors import unusable
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.core.render.gating import EVERY_DEFECT, FindingFilter
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.security_catalogue import rule_explained, rule_list
from mcptest_action.core.render.security_formats import SECURITY_FORMATS, SecurityView
from mcptest_action.core.security.baseline import Baseline, baseline_document, load_baseline
from mcptest_action.core.security.catalogue import RULES
from mcptest_action.core.security.model import Kind, Severity
from mcptest_action.core.security.report import ScanReport, scan_report
from mcptest_action.core.suggestion import did_you_mean
from mcptest_action.exit_code import ExitCode
from mcptest_action.shell.files import ARTIFACT_LIMIT, read_text, same_file, write_text

EXAMPLES = (
    "mcptest security tools-list.json --format json --output security.json",
    "mcptest security tools-list.json --fail-on high",
    'mcptest security --server-command "python server.py" --fail-on medium',
    "mcptest security tools-list.json --write-baseline known.json",
    "mcptest security tools-list.json --baseline known.json --fail-on low",
    "mcptest security --explain INJ-001",
)
SEVERITIES = tuple(map(str, Severity))


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "dump",
        metavar="DUMP",
        nargs="?",
        help="what tools/list returned (JSON), instead of a server",
    )
    add_target(parser)
    group = parser.add_argument_group("the scan")
    group.add_argument(
        "--fail-on", choices=SEVERITIES,
        help="exit 1 for a defect of this severity or worse, and when the scan is incomplete",
    )  # fmt: skip
    group.add_argument(
        "--baseline", metavar="FILE", help="known findings; only defects that it does not list fail"
    )
    group.add_argument(
        "--write-baseline", metavar="FILE", help="write there what was found, as a baseline"
    )
    group.add_argument(
        "--kind", choices=[*map(str, Kind)], help="show only these, in full; not for json"
    )
    group.add_argument("--list", action="store_true", help="list the rules, and stop")
    group.add_argument("--explain", metavar="RULE", help="explain a rule, and stop")
    parser.add_argument("--transcript", metavar="FILE", help="record every exchange (JSON Lines)")
    add_report(parser, [*SECURITY_FORMATS])


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    if args.list or args.explain:
        context.deliver(_about(args.explain), args.output)
        return ExitCode.OK
    _check(args)
    baseline = _baseline(args.baseline)
    looked = look(args, context)
    report = scan_report(looked.found, baseline)
    view = SecurityView(args.kind, _gated(args), looked.file, looked.lines)
    context.deliver(SECURITY_FORMATS[args.format](report, view), args.output)
    if args.write_baseline:
        write_text(args.write_baseline, dump(baseline_document(looked.found.findings)))
        context.console.note(f"wrote {for_terminal(args.write_baseline)}")
    unmet = _unmet(report, args)
    if not unmet:
        return ExitCode.OK
    context.console.note(f"exit 1: {for_terminal(unmet)}")
    return ExitCode.GATE_FAILED


def _about(rule_id: str | None) -> str:
    if rule_id is None:
        return rule_list()
    for rule in RULES:
        if rule.id == rule_id.upper():
            return rule_explained(rule)
    hint = did_you_mean(rule_id.upper(), [rule.id for rule in RULES]) or "see --list"
    raise unusable("--explain", f"'{rule_id}' is not a rule", hint)


def _check(args: argparse.Namespace) -> None:
    if args.kind and args.format == "json":
        what = "json is the whole artifact: with less in it, its counts would be wrong"
        raise unusable("--kind", what, "leave it out, or choose another --format")
    for flag, path in (("--output", args.output), ("--write-baseline", args.write_baseline)):
        if path and args.dump and same_file(path, args.dump):
            raise unusable(flag, f"would overwrite the input {path}", "choose another file")


def _baseline(file: str | None) -> Baseline | None:
    if file is None:
        return None
    return load_baseline(read_json(read_text(file, ARTIFACT_LIMIT), file), file)


def _gated(args: argparse.Namespace) -> FindingFilter:
    """What fails here. Without a demand, every defect is shown as a failure."""
    severities = EVERY_DEFECT.severities
    if args.fail_on:
        worse = SEVERITIES[: SEVERITIES.index(args.fail_on) + 1]
        severities = frozenset((Kind.DEFECT, severity) for severity in worse)
    return FindingFilter(severities, only_new=args.baseline is not None)


def _unmet(report: ScanReport, args: argparse.Namespace) -> str:
    """Which demand is not met; empty where none is made. What is incomplete meets none."""
    if args.fail_on is None:
        return ""
    if report.incomplete:
        return f"the scan is incomplete: {report.incomplete}"
    if not any(report.listed):
        return "nothing was scanned: there is nothing in the lists"
    gated = _gated(args)
    failing = sum(map(gated.has, report.findings))
    new = "new " if args.baseline else ""
    defects = "defect" if failing == 1 else "defects"
    return f"{failing} {new}{defects} of severity {args.fail_on} or worse" if failing else ""
