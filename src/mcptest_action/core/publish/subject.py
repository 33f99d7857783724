"""What we publish: a report, or the reasons why there is none; and what else we learned."""

from typing import NamedTuple

from mcptest_action.core.document import read_json
from mcptest_action.core.facts import run_report
from mcptest_action.core.policy import Level
from mcptest_action.core.render import Report
from mcptest_action.core.text import for_markdown
from .changes import Comparison

# By the exit code, of which the core knows only the number.
NO_VERDICT = {
    0: "only the plan was asked for",
    2: "something that was given cannot be used",
    3: "the server could not be reached, or was never ready",
    4: "mcptest-action has a bug",
    130: "the run was interrupted",
}


class NoVerdict(NamedTuple):
    """The gate ended without a verdict. The exit code says how, the lines why."""

    exit_code: int
    lines: tuple[str, ...]

    @property
    def title(self) -> str:
        mark = "❌" if self.exit_code else "📋"
        return f"{mark} no verdict: {NO_VERDICT[self.exit_code]}"


class Unknown(NamedTuple):
    """We could not get a file of the base branch."""

    because: str


class Subject(NamedTuple):
    result: Report | NoVerdict
    comparison: Comparison | None = None
    """None where there is no base to compare with."""
    remarks: tuple[str, ...] = ()
    """What else a reader should know, such as which policy was used."""
    server: str = ""
    """What it calls itself, as far as is known."""

    @property
    def failed(self) -> bool:
        return isinstance(self.result, NoVerdict) or self.result.verdict.level is Level.FAIL


def server_of(result: Report | NoVerdict) -> str:
    """The name that the server gives itself in the run report; empty when there is none."""
    sources = () if isinstance(result, NoVerdict) else result.sources
    run = next((source for source in sources if source.flag == run_report.FLAG), None)
    # The verdict rests on it, so it can be read.
    match run and read_json(run.content.decode(), run.file):
        case {"server": {"name": str(name), "version": str(version)}}:
            return f"{name} {version}"
        case {"server": {"name": str(name)}}:
            return name
        case _:
            return ""


_SHORT = 7


def caption(server: str, sha: str, url: str) -> list[str]:
    """Markdown, a part for each thing that is known."""
    return [
        *([f"server {for_markdown(server)}"] if server else []),
        *([f"commit `{sha[:_SHORT]}`"] if sha else []),
        *([f"[run]({url})"] if url else []),
    ]
