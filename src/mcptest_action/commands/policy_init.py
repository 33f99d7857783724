"""Write a commented policy: a starter, or one that extends a pack. Leaves existing files alone.

Its first line tells editors where the schema is, by which they complete and check it. --with-schema
writes that beside the policy, so that it also works without a network.
"""

from mcptest_action.app import policy_text
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.policy.packs import PACKS
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser

EXAMPLES = (
    "mcptest policy init",
    "mcptest policy init ci/policy.yml",
    "mcptest policy init --with-schema",
    "mcptest policy init policy.yml --pack anthropic-connectors",
)


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", nargs="?", default="policy.yml", help="default: policy.yml")
    parser.add_argument(
        "--pack", metavar="NAME",
        help=f"extend this pack: {', '.join(dict.fromkeys(pack.name for pack in PACKS))}",
    )  # fmt: skip
    parser.add_argument("--force", action="store_true", help="replace an existing file")
    parser.add_argument(
        "--with-schema", action="store_true", help="write policy.schema.json beside it, for editors"
    )


def run(options: Options, context: Context) -> ExitCode:
    return policy_text.init(
        options.word("file"),
        options.text("pack"),
        context,
        force=options.switch("force"),
        with_schema=options.switch("with-schema"),
    )
