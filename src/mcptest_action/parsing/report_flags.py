"""The flags for other inputs than the server, and for where the reports go."""

import os
from collections.abc import Mapping, Sequence

from mcptest_action.core.facts import ARTIFACTS
from mcptest_action.core.request import Mode, Options
from mcptest_action.core.text import page
from mcptest_action.parsing.parser import Parser

OUT = "mcptest-out"  # where a gate leaves its artifacts
TOKEN_ENV = "GITHUB_TOKEN"
# An action has a pull request to tell. This isn't the default of its input, which would win over
# the configuration file.
IN_AN_ACTION, ELSEWHERE = str(Mode.ON_CHANGE), str(Mode.OFF)


def add_policy(parser: Parser) -> None:
    parser.add_argument("--policy", metavar="FILE", required=True, help="the policy file (YAML)")


def add_artifacts(parser: Parser) -> None:
    group = parser.add_argument_group("artifacts, each of which adds its facts")
    for artifact in ARTIFACTS:
        group.add_argument(artifact.flag, metavar="FILE", help=f"{artifact.title.lower()} (JSON)")


def artifact_files(options: Options) -> dict[str, str]:
    """The artifact flags that were given, and their files."""
    given = {a.flag: options.text(a.flag.removeprefix("--")) for a in ARTIFACTS}
    return {flag: path for flag, path in given.items() if path is not None}


def add_server_json(parser: Parser) -> None:
    group = parser.add_argument_group("what is published", f"see {page('packs.md')}")
    group.add_argument(
        "--server-json", metavar="FILE",
        help="what the MCP registry gets; the files of its packages are read beside it",
    )  # fmt: skip


def add_now(parser: Parser) -> None:
    parser.add_argument(
        "--now", metavar="TIME", help="evaluate as if it were this moment (RFC 3339, with offset)"
    )


def add_transcript(parser: Parser) -> None:
    parser.add_argument("--transcript", metavar="FILE", help="record every exchange (JSON Lines)")


def add_output(parser: Parser) -> None:
    parser.add_argument("--output", metavar="FILE", help="write there instead of standard output")


def add_report(parser: Parser, formats: Sequence[str]) -> None:
    parser.add_argument(
        "--format", choices=formats, default=formats[0], help=f"default: {formats[0]}"
    )
    add_output(parser)


def default_comment(environment: Mapping[str, str]) -> str:
    """GitHub's runner sets a variable for every input of an action, even for an empty one."""
    action = environment.get("GITHUB_ACTIONS") == "true" and "INPUT_COMMENT" in environment
    return IN_AN_ACTION if action else ELSEWHERE


def add_publishing(parser: Parser) -> None:
    group = parser.add_argument_group("reports and pull requests", f"see {page('ci/github.md')}")
    group.add_argument("--json", metavar="FILE", help="write verdict.json there as well")
    group.add_argument("--summary", metavar="FILE", help="write the Markdown summary there as well")
    group.add_argument("--junit", metavar="FILE", help="write the JUnit report there as well")
    group.add_argument("--sarif", metavar="FILE", help="write the SARIF report there as well")
    group.add_argument(
        "--comment", choices=[str(mode) for mode in Mode], default=default_comment(os.environ),
        help=f"on the pull request, updated in place; default: {ELSEWHERE}",
    )  # fmt: skip
    group.add_argument(
        "--comment-key", metavar="KEY", default="",
        help="a comment of its own for each key: for the legs of a matrix",
    )  # fmt: skip
    group.add_argument(
        "--policy-ref", choices=("head", "base"), default="head",
        help="base: policy, configuration, suites and baseline are those of the base branch, "
        "so that no pull request chooses its judge",
    )  # fmt: skip
    group.add_argument(
        "--token-env", metavar="VARIABLE", default=TOKEN_ENV,
        help=f"holds the token for GitHub's API; default: {TOKEN_ENV}",
    )  # fmt: skip
