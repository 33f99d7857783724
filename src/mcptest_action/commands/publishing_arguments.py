"""The flags that say what is told to whom."""

from mcptest_action.commands.arguments import Parser
from mcptest_action.core.publish.mode import Mode

TOKEN_ENV = "GITHUB_TOKEN"
HEAD, BASE = "head", "base"
POLICY = "policy.yml"


def add_publishing(parser: Parser) -> None:
    group = parser.add_argument_group("reports and pull requests (docs/ci/github.md)")
    group.add_argument("--json", metavar="FILE", help="write verdict.json there as well")
    group.add_argument("--summary", metavar="FILE", help="write the Markdown summary there as well")
    group.add_argument("--junit", metavar="FILE", help="write the JUnit report there as well")
    group.add_argument("--sarif", metavar="FILE", help="write the SARIF report there as well")
    group.add_argument(
        "--comment", choices=[str(mode) for mode in Mode], default=str(Mode.OFF),
        help="on the pull request of a GitHub run, updated in place; default: off",
    )  # fmt: skip
    group.add_argument(
        "--comment-key", metavar="KEY", default="",
        help="a comment of its own for each key: for the legs of a matrix",
    )  # fmt: skip
    group.add_argument(
        "--policy-ref", choices=(HEAD, BASE), default=HEAD,
        help="base: go by the policy of the base branch, so that no pull request waives itself",
    )  # fmt: skip
    group.add_argument(
        "--token-env", metavar="VARIABLE", default=TOKEN_ENV,
        help=f"holds the token for GitHub's API; default: {TOKEN_ENV}",
    )  # fmt: skip
