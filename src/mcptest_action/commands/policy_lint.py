"""Check a policy: what cannot be read, what can never pass, what passes too easily."""

from mcptest_action.app import policy_text
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.policy_file import POLICY
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser
from mcptest_action.parsing.report_flags import add_now, add_report

EXAMPLES = (
    "mcptest policy lint",
    "mcptest policy lint ci/policy.yml --format json",
    "mcptest policy lint policy.yml services/*/policy.yml",
)


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", nargs="*", default=[POLICY], help=f"default: {POLICY}")
    parser.add_argument("--strict", action="store_true", help="exit 2 for warnings, too")
    add_now(parser)
    add_report(parser, ("pretty", "json"))


def run(options: Options, context: Context) -> ExitCode:
    request = policy_text.LintRequest(
        options.texts("file") or (POLICY,),
        options.switch("strict"),
        options.text("now"),
        options.word("format"),
        options.text("output"),
    )
    return policy_text.check(request, context)
