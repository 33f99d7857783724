"""The fields of a new waiver, checked before they are written."""

from datetime import datetime
from typing import NamedTuple

from mcptest_action.core.document import is_number, one_line, resolve
from mcptest_action.core.document.yaml_value import quote
from mcptest_action.core.text import unusable
from mcptest_action.core.text.timestamp import format_timestamp
from .waiver_edit import Grant


class WaiverRequest(NamedTuple):
    """What the user asked for."""

    rule: str
    owner: str
    reason: str
    expires_at: datetime
    created: datetime
    issue: str | None = None
    up_to: str | None = None
    findings: tuple[str, ...] = ()


def grant(request: WaiverRequest) -> Grant:
    """The waiver, its values written as YAML, in the order in which people read them."""
    fields = {
        "owner": _line("--owner", request.owner),
        "reason": _line("--reason", request.reason),
        "created": quote(format_timestamp(request.created)),
        "expiry": quote(format_timestamp(request.expires_at)),
    }
    if request.issue is not None:
        fields["issue"] = _line("--issue", request.issue)
    if request.up_to is not None:
        if not is_number(resolve(request.up_to)):
            raise unusable("--up-to", f"'{request.up_to}' is not a finite number")
        fields["up_to"] = request.up_to
    findings = tuple(one_line("--finding", each) for each in request.findings)
    return Grant(request.rule, fields, findings)


def _line(flag: str, text: str) -> str:
    return quote(one_line(flag, text))
