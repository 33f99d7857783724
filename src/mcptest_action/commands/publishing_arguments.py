"""The flags that say what is told to whom."""

import os
from collections.abc import Mapping

from mcptest_action.commands.arguments import Parser
from mcptest_action.core.pipeline.formats import COPIED
from mcptest_action.core.publish.mode import Mode
from mcptest_action.core.render.links import page

TOKEN_ENV = "GITHUB_TOKEN"
HEAD, BASE = "head", "base"
POLICY = "policy.yml"
# An action has a pull request to tell. This is no default of its input, which would win over the
# configuration file.
IN_AN_ACTION, ELSEWHERE = str(Mode.ON_CHANGE), str(Mode.OFF)


def default_comment(environment: Mapping[str, str]) -> str:
    """GitHub's runner sets a variable for every input of an action, also for an empty one."""
    action = environment.get("GITHUB_ACTIONS") == "true" and "INPUT_COMMENT" in environment
    return IN_AN_ACTION if action else ELSEWHERE


def add_publishing(parser: Parser) -> None:
    group = parser.add_argument_group("reports and pull requests", f"see {page('ci/github.md')}")
    for row in COPIED:
        what = f"write {row.copy} there as well"
        group.add_argument(f"--{row.output}", metavar="FILE", help=what)
    group.add_argument(
        "--comment", choices=[str(mode) for mode in Mode], default=default_comment(os.environ),
        help=f"on the pull request, updated in place; default: {ELSEWHERE}",
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
