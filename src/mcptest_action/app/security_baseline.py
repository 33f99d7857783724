"""`security --write-baseline`: what a scan found, as known findings for people to commit."""

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.ends import end_of
from mcptest_action.core.checks.security import (
    Baseline,
    Grant,
    Written,
    baseline_document,
    load_baseline,
    rewritten,
    to_list_of_report,
)
from mcptest_action.core.document import check_reviewed, one_line, read_json
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.text import flag, plural, unusable
from mcptest_action.core.text.timestamp import format_timestamp
from mcptest_action.shell.files import ARTIFACT_LIMIT, read_text, same_file, write_text


class GrantRequest(NamedTuple):
    """What new entries are to say for themselves."""

    owner: str | None
    reason: str | None
    length: str | None
    until: str | None
    """At most one of the two is given."""
    issue: str | None

    def grant(self, now: datetime) -> Grant | None:
        """None where nothing is said; whoever says one thing says all that a gate asks for."""
        if not any(self):
            return None
        if self.owner is None or self.reason is None or not (self.length or self.until):
            three = f"{flag('owner')}, {flag('reason')}, and {flag('for')} or {flag('until')}"
            raise unusable(
                flag("write-baseline"), f"a known finding needs {three}", "give them all"
            )
        end = end_of(self.length, self.until, now)
        return Grant(
            one_line(flag("owner"), self.owner),
            one_line(flag("reason"), self.reason),
            format_timestamp(now),
            format_timestamp(end),
            "" if self.issue is None else one_line(flag("issue"), self.issue),
        )


def read_baseline(file: str, now: datetime) -> Baseline:
    text = read_text(file, ARTIFACT_LIMIT)
    check_reviewed(text, file)  # people commit it, unlike other artifacts
    return load_baseline(read_json(text, file), file, now=now)


def before(path: str, compared: Baseline | None, now: datetime) -> Baseline | None:
    """The entries that go on saying what they say: the file's own, or those compared with."""
    file = Path(path)
    return read_baseline(path, now) if file.is_file() and file.stat().st_size else compared


def write_of_report(report: str, path: str, request: GrantRequest, context: Context) -> None:
    """The findings of a `security.json`, of every phase that its gate has looked at."""
    if same_file(path, report):
        what = f"would overwrite the input {report}"
        raise unusable(flag("write-baseline"), what, "choose another file")
    grant, old = request.grant(context.now), before(path, None, context.now)
    data = read_json(read_text(report, ARTIFACT_LIMIT), report)
    found = to_list_of_report(data, load_baseline(data, report, now=context.now))
    write(path, rewritten(found, old, grant), context)


def write(path: str, written: Written, context: Context) -> None:
    write_text(path, dump(baseline_document(written.entries)))
    context.wrote(path)
    if written.kept or written.dropped:
        new = len(written.entries) - written.kept
        kept = f"{plural(written.kept, 'finding')} as before, {new} new"
        context.remark(f"{kept}, {written.dropped} not found any more and left out")
    if written.lapsed:
        covered = "covers nothing" if written.lapsed == 1 else "cover nothing"
        what = f"{plural(written.lapsed, 'entry').replace('entrys', 'entries')} {covered} any more"
        context.warn(f"{what}: whoever answers for them may move their expiry by hand")
