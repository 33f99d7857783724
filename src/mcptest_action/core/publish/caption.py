"""What a page is about: which server, which commit, which run."""

from mcptest_action.core.document import read_json
from mcptest_action.core.facts import run_report
from mcptest_action.core.render import Report, Source
from mcptest_action.core.text import for_markdown
from .subject import NoVerdict

_SHORT = 7


def server_of(result: Report | NoVerdict) -> str:
    """The name that the server gives itself in the run report; empty when there is none."""
    sources = () if isinstance(result, NoVerdict) else result.sources
    runs = (source for source in sources if source.flag == run_report.FLAG)
    return next((_named(source) for source in runs), "")


def _named(source: Source) -> str:
    match read_json(
        source.content.decode(), source.file
    ):  # the verdict rests on it: it can be read
        case {"server": {"name": str(name), "version": str(version)}}:
            return f"{name} {version}"
        case {"server": {"name": str(name)}}:
            return name
        case _:
            return ""


def caption(server: str, sha: str, url: str) -> list[str]:
    """Markdown, a part for each that is known."""
    return [
        *([f"server {for_markdown(server)}"] if server else []),
        *([f"commit `{sha[:_SHORT]}`"] if sha else []),
        *([f"[run]({url})"] if url else []),
    ]
