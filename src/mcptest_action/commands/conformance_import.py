"""Add what the official conformance suite found to a conformance report, as a group of its own.

Run the suite with `-o FOLDER`, and give the folder, or single checks.json files. Our own rows,
counts and badge stay as they are; where both have ruled, the disagreements are listed.
"""

from mcptest_action.app import official
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.official import ImportRequest
from mcptest_action.core.checks.conformance import REVISIONS
from mcptest_action.core.render.official_formats import OFFICIAL_FORMATS
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser
from mcptest_action.parsing.report_flags import add_report

EXAMPLES = (
    "mcptest conformance import official-results/",
    "mcptest conformance import official-results/ --with conformance.json",
    "mcptest conformance import official-results/ --with conformance.json --format json "
    "--output conformance.json",
    "mcptest conformance import ping/checks.json --spec-version 2025-11-25",
)


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "results", metavar="RESULT", nargs="+",
        help="checks.json of the official suite, or a folder of such results",
    )  # fmt: skip
    parser.add_argument(
        "--with", metavar="FILE", help="our own report on the same server: conformance.json"
    )
    parser.add_argument(
        "--suite-version", metavar="VERSION", default="",
        help="the version of the suite, to be recorded: its files don't name it",
    )  # fmt: skip
    parser.add_argument(
        "--spec-version", choices=REVISIONS,
        help="the revision that it was run in, where its files don't name it",
    )  # fmt: skip
    add_report(parser, [*OFFICIAL_FORMATS])


def run(options: Options, context: Context) -> ExitCode:
    request = ImportRequest(
        results=options.texts("results"),
        ours=options.text("with"),
        suite_version=options.text("suite-version") or "",
        revision=options.text("spec-version") or "",
        form=options.word("format"),
        output=options.text("output"),
    )
    return official.run(request, context)
