"""The ways in which the mock can go wrong on request."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from mcptest_action.core.text import did_you_mean, unusable
from .model import Manifest, object_of


class Kind(StrEnum):
    NONE = "none"
    HANG = "hang"
    WEDGED = "wedged"
    SLOW = "slow"
    CRASH_AFTER = "crash-after"
    RECOVER_AFTER = "recover-after"
    GARBAGE_STDOUT = "garbage-stdout"
    GARBAGE_ONLY = "garbage-only"
    WRONG_ID = "wrong-id"
    DUPLICATE_ANSWER = "duplicate-answer"
    INVALID_UTF8 = "invalid-utf8"
    OVERSIZED = "oversized"
    HALF_LINE = "half-line"
    DRIBBLE = "dribble"
    FLOOD = "flood"
    DISCONNECT = "disconnect"
    NEVER_CLOSE = "never-close"
    FLAKY_HINTS = "flaky-hints"
    HTTP_500 = "http-500"
    HTTP_HTML = "http-html"


MEANING: Mapping[Kind, str] = {
    Kind.NONE: "nothing goes wrong",
    Kind.HANG: "tools/call is never answered",
    Kind.WEDGED: "nothing is ever answered",
    Kind.SLOW: "each answer is late by that much",
    Kind.CRASH_AFTER: "the Nth request ends the process with exit code 3 instead of an answer",
    Kind.RECOVER_AFTER: "the first N tools/call get error -32603, later ones are fine",
    Kind.GARBAGE_STDOUT: "a line that is not JSON stands before each answer",
    Kind.GARBAGE_ONLY: "a line that is not JSON stands in place of each answer",
    Kind.WRONG_ID: "each answer carries another id",
    Kind.DUPLICATE_ANSWER: "each answer comes twice",
    Kind.INVALID_UTF8: "each answer contains bytes that are not UTF-8",
    Kind.OVERSIZED: "the answer to tools/list is 64 MiB long",
    Kind.HALF_LINE: "half an answer, then the process ends with exit code 3",
    Kind.DRIBBLE: "answers come one byte per second",
    Kind.FLOOD: "endless notifications from the first request on, and no answer",
    Kind.DISCONNECT: "the stream is closed in place of an answer",
    Kind.NEVER_CLOSE: "goes on after the end of its input and after SIGTERM; responses stay open",
    Kind.FLAKY_HINTS: "readOnlyHint of the first tool is true in odd sessions, false in even ones",
    Kind.HTTP_500: "each answer is status 500",
    Kind.HTTP_HTML: "each answer is status 200 with a page of HTML",
}
HTTP_ONLY = frozenset((Kind.HTTP_500, Kind.HTTP_HTML))
_METHOD = {Kind.HANG: "tools/call", Kind.RECOVER_AFTER: "tools/call", Kind.OVERSIZED: "tools/list"}
_WHOLE_SERVER = frozenset((Kind.NONE, Kind.NEVER_CLOSE, Kind.FLAKY_HINTS))
_COUNTED = frozenset((Kind.CRASH_AFTER, Kind.RECOVER_AFTER))
_SHAPE = re.compile(r"([^:@]*)(?::([^@]*))?(?:@(.*))?", re.DOTALL)
_DELAY = re.compile(r"([0-9]{1,7})(ms|s|)")
_COUNT = re.compile(r"[1-9][0-9]{0,8}")
FORMS = tuple(
    f"{kind}:500ms" if kind is Kind.SLOW else f"{kind}:N" if kind in _COUNTED else str(kind)
    for kind in Kind
)


class Fault(NamedTuple):
    """`amount` is a delay in milliseconds or a number of requests; without a method, all count."""

    kind: Kind = Kind.NONE
    amount: int = 0
    method: str = ""

    def concerns(self, method: str) -> bool:
        return self.method in ("", method)


def parse_fault(text: str) -> Fault:
    """The fault as the user names it: KIND, KIND:AMOUNT, and either with @METHOD."""
    match = _SHAPE.fullmatch(text)
    name, amount, method = match.groups() if match else (text, None, None)
    if name not in tuple(Kind):
        known = f"known: {', '.join(FORMS)}"
        hint = did_you_mean(name, tuple(Kind))
        raise unusable("--fault", f"'{name}' is not a fault", f"{hint} {known}".strip())
    kind = Kind(name)
    if method is not None and (not method or kind in _WHOLE_SERVER):
        what = f"{kind} concerns no single method" if method else "there is no method behind @"
        raise unusable("--fault", what, "as in disconnect@tools/call")
    return Fault(kind, _amount(kind, amount), method or _METHOD.get(kind, ""))


def _amount(kind: Kind, text: str | None) -> int:
    if kind is Kind.SLOW:
        match = _DELAY.fullmatch(text or "")
        if match is None:
            what = "slow needs a delay" if text is None else f"'{text}' is not a delay"
            raise unusable("--fault", what, "as in slow:500ms or slow:2s")
        return int(match[1]) * (1000 if match[2] == "s" else 1)
    if kind in _COUNTED:
        if text is None or not _COUNT.fullmatch(text):
            raise unusable("--fault", f"{kind} needs a number of requests", f"as in {kind}:3")
        return int(text)
    if text is not None:
        raise unusable("--fault", f"{kind} takes no amount", f"write {kind}")
    return 0


def with_flaky_hints(manifest: Manifest, session: int) -> Manifest:
    """The same server as the given session sees it, counted from 1."""
    if not manifest.tools:
        return manifest
    first, *others = manifest.tools
    declared = object_of(first.listed.get("annotations"))
    annotations = {**declared, "readOnlyHint": session % 2 == 1}
    changed = first._replace(listed={**first.listed, "annotations": annotations})
    return manifest._replace(tools=(changed, *others))
