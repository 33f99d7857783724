"""The flags of `mcptest run` that say which tests to run."""

from mcptest_action.commands.arguments import Each, Parser, Switch


def add_selection(parser: Parser) -> None:
    group = parser.add_argument_group("which tests to run")
    group.add_argument(
        "--filter", metavar="TEXT", action=Each, default=[],
        help="only tests with this in their name or that of their file; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--tag", metavar="TAG", action=Each, default=[],
        help="only tests with this tag; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--skip-tag", metavar="TAG", action=Each, default=[],
        help="leave out tests with this tag; may be repeated",
    )  # fmt: skip
    group.add_argument(
        "--fail-fast", action=Switch, help="start no test after the first that did not pass"
    )
    group.add_argument("--list", action="store_true", help="list the tests, and stop")
