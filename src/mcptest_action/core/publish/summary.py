"""The job summary: the report, plus what only this run on this platform knows."""

from mcptest_action.core.render.markdown import markdown_parts
from mcptest_action.core.text import for_markdown
from .changes import comparison_lines
from .fit import Section, fit
from .subject import NoVerdict, Subject

# The runner drops a summary above 1 MiB completely.
LIMIT = 1024 * 1024 - 1024
_TABLE_HEAD = 2


def render_summary(
    subject: Subject, news: tuple[str, ...], about: tuple[str, ...] = (), room: int = LIMIT
) -> str:
    """Markdown of at most `room` bytes.

    `news` is what changed since the last comment, `about` the caption.
    """
    sections = [section for section in _sections(subject, news, about) if section.lines]
    return fit(sections, room, "the reports") + "\n"


def _sections(subject: Subject, news: tuple[str, ...], about: tuple[str, ...]) -> list[Section]:
    between = [
        Section((" · ".join(about),) if about else ()),
        Section(news),
        Section(comparison_lines(subject.comparison), opening=2),
        Section(tuple(f"- {for_markdown(remark)}" for remark in subject.remarks)),
    ]
    if isinstance(subject.result, NoVerdict):
        title = (f"## {subject.result.title}", "", f"exit code {subject.result.exit_code}")
        lines = tuple(f"- {for_markdown(line)}" for line in subject.result.lines)
        return [Section(title), *between, Section(lines)]
    head, tables, sections = markdown_parts(subject.result)
    return [
        Section(tuple(head)),
        *between,
        Section(tuple(tables), opening=_TABLE_HEAD),
        Section(tuple(sections), opening=1),
    ]
