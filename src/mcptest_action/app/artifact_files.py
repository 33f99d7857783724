"""The artifacts that a verdict rests on: named by flags, or left by the last gate."""

from collections.abc import Mapping

from mcptest_action.app.context import Context
from mcptest_action.app.report_files import UNFINISHED
from mcptest_action.core.document import decode
from mcptest_action.core.pipeline.judging import MADE
from mcptest_action.core.render import Source
from mcptest_action.shell.files import ARTIFACT_LIMIT, cited, exists, read_bytes


def sources_of(artifacts: Mapping[str, str], home: str | None = None) -> tuple[Source, ...]:
    """The files, by the flag that names them, as they are on disk; cited from `home`. What isn't
    text is refused.
    """
    found = tuple(source_of(name, path, ARTIFACT_LIMIT, home) for name, path in artifacts.items())
    for source in found:
        decode(source.content, source.path)
    return found


def source_of(name: str, path: str, limit: int, home: str | None = None) -> Source:
    content = read_bytes(path, limit)  # first: it refuses names that nobody could cite
    return Source(name, cited(path) if home is None else cited(path, home), content, path)


def left_by_a_gate(out: str, context: Context) -> dict[str, str]:
    """The artifacts that the last gate has left in its folder, by their flags."""
    found = {made.flag: f"{out}/{made.file}" for made in MADE if exists(f"{out}/{made.file}")}
    if exists(f"{out}/{UNFINISHED}"):
        context.warn(f"the last gate did not come to its end: {out}/{UNFINISHED} is there")
    for path in found.values():
        context.remark(f"reading {path}")
    return found
