"""The fields of a new waiver, checked before they are written."""

from datetime import datetime
from typing import NamedTuple

from mcptest_action.core.document import is_number, resolve, unseen_in
from mcptest_action.core.document.yaml_value import in_flow, quote
from mcptest_action.core.text import is_blank, unusable
from mcptest_action.core.text.timestamp import format_timestamp
from .waiver_edit import Grant

_SPACES = "\u00a0\u3000"  # the spaces that people type and Python does not call printable


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
    if request.findings:
        fields["findings"] = in_flow([_text("--finding", each) for each in request.findings])
    return Grant(request.rule, fields)


def _line(flag: str, text: str) -> str:
    """One line of text that can be seen, as YAML."""
    return quote(_text(flag, text))


def _text(flag: str, text: str) -> str:
    text = text.strip()
    if is_blank(text):
        found = "it holds nothing that can be seen" if text else "it is empty"
        raise unusable(flag, found, "write something")
    printable = all(char.isprintable() or char in _SPACES for char in text)
    if not printable or unseen_in(text) is not None:
        raise unusable(flag, "it holds a line break or a character that cannot be seen")
    return text
