"""`policy init`, `policy lint`, `waiver add`: the policy as a text that people write."""

from datetime import datetime
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.policy_file import policy_bytes
from mcptest_action.core.document import Problems
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.policy.lint import Remark, lint
from mcptest_action.core.policy.load import gather
from mcptest_action.core.policy.starter import policy_file
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
    files: tuple[str, ...]
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


SCHEMA = "policy.schema.json"


def init(file: str, context: Context, *, force: bool, with_schema: bool) -> ExitCode:
    (write_text if force else create_text)(file, policy_file(SCHEMA if with_schema else None))
    if with_schema:
        # Imported late: it takes time that the other commands need not spend.
        from mcptest_action.shell.schemas import read_schema, schema_beside  # noqa: PLC0415

        # Ours, and nothing that anybody edits: an older one is replaced.
        schema = schema_beside(file, "policy")
        write_text(schema, read_schema("policy"))
        context.wrote(schema)
    name = for_terminal(file)
    context.console.note(f"wrote {name}; check it with: mcptest policy lint {name}")
    return ExitCode.OK


def check(request: LintRequest, context: Context) -> ExitCode:
    """One file is one document; several are a list of them, in the order in which they came."""
    now = context.at(request.now)
    found = {file: _remarks(file, now) for file in request.files}
    if request.form == "json":
        documents = [remarks_document(file, remarks) for file, remarks in found.items()]
        text = dump(documents[0] if len(documents) == 1 else {"files": documents})
    else:
        text = "".join(remarks_pretty(file, remarks) for file, remarks in found.items())
    context.deliver(text, request.output)
    bad = any(one.error or request.strict for remarks in found.values() for one in remarks)
    return ExitCode.BAD_INPUT if bad else ExitCode.OK


def _remarks(file: str, now: datetime) -> tuple[Remark, ...]:
    """All problems in one list: what cannot be read, and what can be read but should not stay."""
    text = decode(policy_bytes(file), file)
    problems = Problems(file)
    try:
        policy = gather(read_yaml(text, file), problems)
    except InputError as error:
        return tuple(_remark(problem) for problem in error.problems)
    found = [_remark(problem) for problem in problems.found]
    return tuple(sorted([*found, *lint(policy, now=now)]))


def _remark(problem: Problem) -> Remark:
    return Remark(problem.line, problem.column, True, problem.what, problem.hint)


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
    edited = edit_waiver(decode(content, request.policy), request.policy, grant(waiver))
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
