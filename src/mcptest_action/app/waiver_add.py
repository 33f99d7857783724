"""`waiver add`: one waiver as asked for, or one for each rule that failed in a verdict."""

from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.ends import end_of
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.failed_verdict import failed_in
from mcptest_action.app.policy_file import policy_bytes
from mcptest_action.app.policy_layers import read_gathered
from mcptest_action.core.document import BYTE_ORDER_MARK
from mcptest_action.core.policy import Policy
from mcptest_action.core.policy.waiver_cover import Cover
from mcptest_action.core.policy.waiver_edit import edit_waiver
from mcptest_action.core.policy.waiver_grant import WaiverRequest, grant
from mcptest_action.core.render import Source
from mcptest_action.core.text import flag, for_terminal_line, unusable
from mcptest_action.shell.files import cited, decode, write_text


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
    gathered = read_gathered(text, request.policy)
    parents = {one.file: one.content for one in gathered.parents}
    covers, uncovered = _covers(request, content, gathered.policy)
    made: list[str] = []
    for cover in covers:
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
        edited = edit_waiver(text, request.policy, grant(waiver), parents)
        text, verb = edited.text, "renewed" if edited.renewed else "added"
        line = f"{request.policy}:{edited.line}: {verb} the waiver for '{cover.rule}'"
        made.append(f"{line}{cover.remark and f', {cover.remark}'}")
    if request.dry_run:
        context.console.report(text)
        return ExitCode.OK
    mark = BYTE_ORDER_MARK if content.startswith(BYTE_ORDER_MARK.encode()) else ""
    write_text(request.policy, mark + text)
    for line in (*made, *uncovered):
        context.console.note(for_terminal_line(line))
    return ExitCode.OK


def _covers(
    request: AddWaiverRequest, content: bytes, policy: Policy
) -> tuple[list[Cover], list[str]]:
    """What to cover, as it is asked for or as it failed; and what stays uncovered, in words."""
    if request.verdict is None:
        if request.rule is None:
            what, hint = "no rule is named", f"or give {flag('from', 'verdict.json')}"
            raise unusable(flag("rule"), what, hint)
        return [_added(request, request.rule, policy)], []
    for name, given in (("finding", request.findings), ("up-to", request.up_to)):
        if given:
            what = f"{flag('from')} says by itself what to cover"
            raise unusable(flag(name), what, f"leave out {flag(name)}")
    source = Source("--policy", cited(request.policy), content, request.policy)
    return failed_in(request.verdict, source, request.rule)


def _added(request: AddWaiverRequest, rule: str, policy: Policy) -> Cover:
    """What is asked for, beside what its waiver lists already, here or in a policy below."""
    if not request.findings:
        return Cover(rule, (), request.up_to)
    listed = next((each.findings for each in policy.waivers if each.rule == rule), ())
    findings = tuple(dict.fromkeys((*listed, *request.findings)))
    return Cover(rule, findings, request.up_to, f"which covers {', '.join(findings)}")
