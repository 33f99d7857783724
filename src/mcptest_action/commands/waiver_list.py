"""List the waivers of a policy by the time they have left."""

from mcptest_action.app import catalogues
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.policy import FAIL_ON
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser
from mcptest_action.parsing.report_flags import add_now, add_report

EXAMPLES = (
    "mcptest waiver list",
    "mcptest waiver list --policy ci/policy.yml --expiring-in 30d",
    "mcptest waiver list --fail-on expired",
    "mcptest waiver list --fail-on expiring --expiring-in 2weeks",
)


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--policy", metavar="FILE", default="policy.yml", help="default: policy.yml"
    )
    parser.add_argument(
        "--expiring-in", metavar="LENGTH", help="only those that end by then, or have ended"
    )
    parser.add_argument(
        "--fail-on", choices=FAIL_ON,
        help="expired: exit 1 if one has expired; expiring: also if one ends soon, or by the time "
        "of --expiring-in; only waivers of FILE itself count, not those of what it extends",
    )  # fmt: skip
    add_now(parser)
    add_report(parser, ("pretty", "json"))


def run(options: Options, context: Context) -> ExitCode:
    request = catalogues.WaiversRequest(
        options.word("policy"),
        options.text("expiring-in"),
        options.text("fail-on"),
        options.text("now"),
        options.word("format"),
        options.text("output"),
    )
    return catalogues.list_policy_waivers(request, context)
