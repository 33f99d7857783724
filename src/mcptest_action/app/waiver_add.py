"""`waiver add`: one waiver as asked for, or one for each rule that failed in a verdict."""

from collections.abc import Iterable
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.ends import end_of
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.failed_verdict import failed_in
from mcptest_action.app.policy_file import policy_bytes
from mcptest_action.core.policy.waiver_cover import Cover
from mcptest_action.core.policy.waiver_edit import edit_waiver
from mcptest_action.core.policy.waiver_grant import WaiverRequest, grant
from mcptest_action.core.render import Source
from mcptest_action.core.text import flag, for_terminal_line, unusable
from mcptest_action.shell.files import cited, decode, write_text

_BYTE_ORDER_MARK = "\ufeff"


class AddWaiverRequest(NamedTuple):
    policy: str
    rule: str | None
    verdict: str | None
    """A verdict.json. Without it, there is a rule."""
    owner: str
    reason: str
    length: str | None
    until: str | None
    """One of the two is given."""
    issue: str | None
    up_to: str | None
    findings: tuple[str, ...]
    dry_run: bool
    now: str | None


def add_waiver(request: AddWaiverRequest, context: Context) -> ExitCode:
    now = context.at(request.now)
    content = policy_bytes(request.policy)
    text = decode(content, request.policy)
    said: list[str] = []
    for cover in _covers(request, content):
        waiver = WaiverRequest(
            rule=cover.rule,
            owner=request.owner,
            reason=request.reason,
            expires_at=end_of(request.length, request.until, now),
            created=now,
            issue=request.issue,
            up_to=cover.up_to,
            findings=cover.findings,
        )
        edited = edit_waiver(text, request.policy, grant(waiver))
        text, verb = edited.text, "renewed" if edited.renewed else "added"
        line = f"{request.policy}:{edited.line}: {verb} the waiver for '{cover.rule}'"
        said.append(f"{line}{cover.remark and f', {cover.remark}'}")
    if request.dry_run:
        context.console.report(text)
        return ExitCode.OK
    mark = _BYTE_ORDER_MARK if content.startswith(_BYTE_ORDER_MARK.encode()) else ""
    write_text(request.policy, mark + text)
    for line in said:
        context.console.note(for_terminal_line(line))
    return ExitCode.OK


def _covers(request: AddWaiverRequest, content: bytes) -> Iterable[Cover]:
    """What to cover; what is asked for, or what failed."""
    if request.verdict is None:
        if request.rule is None:
            what, hint = "no rule is named", f"or give {flag('from', 'verdict.json')}"
            raise unusable(flag("rule"), what, hint)
        return [Cover(request.rule, request.findings, request.up_to)]
    for name, given in (("finding", request.findings), ("up-to", request.up_to)):
        if given:
            what = f"{flag('from')} says by itself what to cover"
            raise unusable(flag(name), what, f"leave out {flag(name)}")
    policy = Source("--policy", cited(request.policy), content, request.policy)
    return failed_in(request.verdict, policy, request.rule)
