"""Rebuild every artifact and report of a gate from its transcript. No server, no network."""

from mcptest_action.app import replay
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.pipeline import FORMAT_OF
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser
from mcptest_action.parsing.report_flags import add_artifacts, artifact_files

EXAMPLES = (
    "mcptest replay mcptest-out/transcript.jsonl --out again",
    "mcptest replay transcript.jsonl --out again --security security.json",
)


def add_arguments(parser: Parser) -> None:
    parser.add_argument("transcript", metavar="TRANSCRIPT", help="transcript.jsonl of a gate")
    parser.add_argument("--out", metavar="DIR", required=True, help="where to write the files")
    parser.add_argument(
        "--format", choices=[*FORMAT_OF], default="pretty",
        help="of the report on standard output; default: pretty",
    )  # fmt: skip
    parser.add_argument("--gate", action="store_true", help="exit 1 when the verdict is fail")
    add_artifacts(parser)


def run(options: Options, context: Context) -> ExitCode:
    request = replay.ReplayRequest(
        transcript=options.word("transcript"),
        out=options.word("out"),
        artifacts=artifact_files(options),
        form=options.word("format"),
        gate=options.switch("gate"),
    )
    return replay.run(request, context)
