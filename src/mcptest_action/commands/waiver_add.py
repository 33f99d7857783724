"""Add a waiver to a policy, or renew the one its rule has. Comments and layout stay as they are."""

from mcptest_action.app import waiver_add
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Each, Parser
from mcptest_action.parsing.report_flags import add_now

EXAMPLES = (
    'mcptest waiver add --rule no-high --owner sec-team --reason "fix is in review" --for 1month',
    'mcptest waiver add --rule no-high --owner sec-team --reason "…" --until 2026-12-31T00:00:00Z',
    'mcptest waiver add --rule no-high --finding NAM-006:search --owner me --reason "…" --for 30d',
    'mcptest waiver add --from mcptest-out/verdict.json --owner me --reason "…" --for 30d',
)


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--policy", metavar="FILE", default="policy.yml", help="default: policy.yml"
    )
    parser.add_argument("--rule", help="the id of the rule to suppress")
    parser.add_argument(
        "--from", metavar="FILE", help="a verdict.json: cover exactly what failed there, rule by "
        "rule, or only that of --rule",
    )  # fmt: skip
    parser.add_argument("--owner", required=True, help="whom reviewers ask")
    parser.add_argument("--reason", required=True, help="why the failure is tolerated")
    end = parser.add_mutually_exclusive_group(required=True)
    end.add_argument("--for", metavar="LENGTH", help="30d, 2weeks, 3months, 1year")
    end.add_argument("--until", metavar="TIME", help="an RFC 3339 timestamp")
    parser.add_argument("--issue", help="a tracking reference")
    parser.add_argument("--up-to", metavar="N", help="cover the rule only while not worse than N")
    parser.add_argument(
        "--finding", metavar="FINDING", action=Each, default=(),
        help="cover the rule only for this finding, by fingerprint or RULE:subject, and for those "
        "that its waiver lists already; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--dry-run", action="store_true", help="print the new policy, write nothing"
    )
    add_now(parser)


def run(options: Options, context: Context) -> ExitCode:
    request = waiver_add.AddWaiverRequest(
        policy=options.word("policy"),
        rule=options.text("rule"),
        verdict=options.text("from"),
        owner=options.word("owner"),
        reason=options.word("reason"),
        length=options.text("for"),
        until=options.text("until"),
        issue=options.text("issue"),
        up_to=options.text("up-to"),
        findings=options.texts("finding"),
        dry_run=options.switch("dry-run"),
        now=options.text("now"),
    )
    return waiver_add.add_waiver(request, context)
