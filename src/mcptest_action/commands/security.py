"""Look for attacks and mistakes in what a server tells an agent. Offline; calls no tool.

Takes what `tools/list` returned, in a file, or a server to list.
"""

from mcptest_action.app import security
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.security_baseline import GrantRequest
from mcptest_action.core.checks.security import Kind
from mcptest_action.core.checks.security.catalogue import RULES
from mcptest_action.core.render.security_catalogue import rule_explained, rule_list
from mcptest_action.core.render.security_formats import SECURITY_FORMATS
from mcptest_action.core.request import Options
from mcptest_action.core.request.config import OF_A_URL, WHICH_SERVER
from mcptest_action.core.text import did_you_mean, flag, unusable
from mcptest_action.parsing.parser import Parser
from mcptest_action.parsing.report_flags import add_report, add_transcript
from mcptest_action.parsing.target_flags import add_target, check_one_subject, target_request

_GRANTED = ("owner", "reason", "for", "until", "issue")
_OF_A_SCAN = ("dump", "fail-on", "baseline", "kind", "transcript", "output")
EXAMPLES = (
    "mcptest security tools-list.json --format json --output security.json",
    "mcptest security tools-list.json --fail-on high",
    'mcptest security --server-command "python server.py" --fail-on medium',
    "mcptest security tools-list.json --write-baseline known.json",
    "mcptest security --from mcptest-out/security.json --write-baseline known.json "
    '--owner sec-team --reason "from before the gate" --for 3months',
    "mcptest security tools-list.json --baseline known.json --fail-on low",
    "mcptest security --explain INJ-001",
)


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
        "--fail-on", choices=security.SEVERITIES,
        help="exit 1 for a defect of this severity or worse, and when the scan is incomplete",
    )  # fmt: skip
    group.add_argument(
        "--baseline", metavar="FILE", help="known findings; only defects that it does not list fail"
    )
    group.add_argument(
        "--kind", choices=tuple(map(str, Kind)), help="show only these, in full; not for json"
    )
    group.add_argument("--list", action="store_true", help="list the rules, and stop")
    group.add_argument("--explain", metavar="RULE", help="explain a rule, and stop")
    _add_baseline(parser)
    add_transcript(parser)
    add_report(parser, [*SECURITY_FORMATS])


def _add_baseline(parser: Parser) -> None:
    group = parser.add_argument_group("a baseline of known findings")
    group.add_argument(
        "--write-baseline", metavar="FILE",
        help="write there what was found; entries of the file go on saying what they say",
    )  # fmt: skip
    group.add_argument(
        "--from", metavar="REPORT",
        help="write what this security.json of a gate has found, instead of scanning",
    )  # fmt: skip
    group.add_argument("--owner", help="whom reviewers ask about the new entries")
    group.add_argument("--reason", help="why what they list is tolerated")
    end = group.add_mutually_exclusive_group()
    end.add_argument("--for", metavar="LENGTH", help="30d, 2weeks, 3months, 1year")
    end.add_argument("--until", metavar="TIME", help="an RFC 3339 timestamp")
    group.add_argument("--issue", help="a tracking reference")


def run(options: Options, context: Context) -> ExitCode:
    explained = options.text("explain")
    if options.switch("list") or explained:
        context.deliver(_about(explained), options.text("output"))
        return ExitCode.OK
    request = security.SecurityRequest(
        target=target_request(options),
        dump=options.text("dump"),
        fail_on=options.text("fail-on"),
        baseline=options.text("baseline"),
        write_baseline=options.text("write-baseline"),
        granted=GrantRequest(*(options.text(name) for name in _GRANTED)),
        report=options.text("from"),
        kind=options.text("kind"),
        form=options.word("format"),
        output=options.text("output"),
        transcript=options.text("transcript"),
    )
    if request.kind and request.form == "json":
        what = "json is the whole artifact: with less in it, its counts would be wrong"
        raise unusable(flag("kind"), what, "leave it out, or choose another --format")
    _check_baseline(options)
    if request.report is None:
        check_one_subject(options, request.target, "mcptest security", "scan", "scanned")
    return security.run(request, context)


def _about(rule_id: str | None) -> str:
    if rule_id is None:
        return rule_list()
    for rule in RULES:
        if rule.id == rule_id.upper():
            return rule_explained(rule)
    hint = did_you_mean(rule_id.upper(), [rule.id for rule in RULES]) or "see --list"
    raise unusable(flag("explain"), f"'{rule_id}' is not a rule", hint)


def _check_baseline(options: Options) -> None:
    """Flags about writing a baseline need one; a report to write it from leaves nothing to scan."""
    if options.text("write-baseline") is None:
        for name in ("from", *_GRANTED):
            if options.value(name):
                what = f"there is no {flag('write-baseline')}, which it is about"
                raise unusable(flag(name), what, "name the file to write")
    if options.text("from") is not None:
        for name in (*WHICH_SERVER, *OF_A_URL, *_OF_A_SCAN):
            if options.value(name):
                what = f"nothing is scanned with {flag('from')}"
                raise unusable(flag(name) if name != "dump" else "DUMP", what, "keep one of them")
