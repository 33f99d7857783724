"""`policy init`, `policy lint`, `waiver add`: the policy as a text that people write."""

from datetime import datetime
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.policy_file import policy_bytes
from mcptest_action.app.policy_layers import read_gathered
from mcptest_action.core.policy.lint import Remark, lint
from mcptest_action.core.policy.starter import STARTER
from mcptest_action.core.policy.waiver_edit import edit_waiver
from mcptest_action.core.policy.waiver_grant import WaiverRequest, grant
from mcptest_action.core.render.remarks import remarks_document, remarks_pretty
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.text import (
    InputError,
    Problem,
    flag,
    for_terminal,
    for_terminal_line,
    unusable,
)
from mcptest_action.core.text.duration import after, parse_duration
from mcptest_action.core.text.timestamp import EXAMPLE, parse_timestamp
from mcptest_action.shell.files import create_text, decode, write_text

_BYTE_ORDER_MARK = "\ufeff"


class LintRequest(NamedTuple):
    file: str
    strict: bool
    """Whether warnings count as well."""
    now: str | None
    form: str
    output: str | None


class AddWaiverRequest(NamedTuple):
    policy: str
    rule: str
    owner: str
    reason: str
    length: str | None
    until: str | None
    """One of the two is given."""
    issue: str | None
    up_to: str | None
    dry_run: bool
    now: str | None


def init(file: str, context: Context, *, force: bool) -> ExitCode:
    (write_text if force else create_text)(file, STARTER)
    name = for_terminal(file)
    context.console.note(f"wrote {name}; check it with: mcptest policy lint {name}")
    return ExitCode.OK


def check(request: LintRequest, context: Context) -> ExitCode:
    remarks = _remarks(request.file, context.at(request.now))
    if request.form == "json":
        text = dump(remarks_document(request.file, remarks))
    else:
        text = remarks_pretty(request.file, remarks)
    context.deliver(text, request.output)
    bad = any(remark.error or request.strict for remark in remarks)
    return ExitCode.BAD_INPUT if bad else ExitCode.OK


def _remarks(file: str, now: datetime) -> tuple[Remark, ...]:
    """All problems in one list: what cannot be read, and what can be read but should not stay."""
    text = decode(policy_bytes(file), file)
    try:
        policy, problems, _ = read_gathered(text, file)
    except InputError as error:
        return tuple(_remark(problem, file) for problem in error.problems)
    found = [_remark(problem, file) for problem in problems.found]
    return tuple(sorted([*found, *lint(policy, now=now)], key=lambda remark: remark.order))


def _remark(problem: Problem, file: str) -> Remark:
    layer = "" if problem.file == file else problem.file
    return Remark(problem.line, problem.column, True, problem.what, problem.hint, layer)


def add_waiver(request: AddWaiverRequest, context: Context) -> ExitCode:
    now = context.at(request.now)
    content = policy_bytes(request.policy)
    waiver = WaiverRequest(
        request.rule,
        request.owner,
        request.reason,
        _expiry(request, now),
        now,
        request.issue,
        request.up_to,
    )
    text = decode(content, request.policy)
    parents = {one.file: one.content for one in read_gathered(text, request.policy).parents}
    edited = edit_waiver(text, request.policy, grant(waiver), parents)
    if request.dry_run:
        context.console.report(edited.text)
        return ExitCode.OK
    mark = _BYTE_ORDER_MARK if content.startswith(_BYTE_ORDER_MARK.encode()) else ""
    write_text(request.policy, mark + edited.text)
    verb = "renewed" if edited.renewed else "added"
    said = f"{request.policy}:{edited.line}: {verb} the waiver for '{request.rule}'"
    context.console.note(for_terminal_line(said))
    return ExitCode.OK


def _expiry(request: AddWaiverRequest, now: datetime) -> datetime:
    if request.until is None:
        return after(now, parse_duration(str(request.length), flag("for")), flag("for"))
    moment = parse_timestamp(request.until)
    if moment is None:
        what = f"'{request.until}' is not an RFC 3339 timestamp"
        raise unusable(flag("until"), what, f"as in {EXAMPLE}")
    if moment <= now:
        what = f"'{request.until}' is over already"
        raise unusable(flag("until"), what, "choose a later time")
    return moment
