"""Which mutants there are: everything that the mutable server can break, in each revision."""

import subprocess
import sys
from typing import Any, NamedTuple

from conformance import SERVERS
from mutable.mutations import door

from mcptest_action.core.authoring.mock.revisions import MODERN
from mcptest_action.core.checks.conformance.catalogue import CHECKS

TRANSPORTS = ("stdio", "http")
REVISIONS = ("2025-06-18", "2025-11-25", "2026-07-28")
# How the server is started where a fault shows only then; with no other revision than its own.
OWN = {"era": ""}
OPTIONS: dict[str, dict[str, Any]] = {
    "HHDR-14": OWN,
    "LIFE-07": {"stateless": True},
    "META-01": OWN,
    "META-02": OWN,
    # A hello that is wrong, where there is no other to go by.
    **dict.fromkeys(door.ROWS, OWN),
    # Tools are called in the newest revision that there is.
    **dict.fromkeys((f"TOOLS-{number}" for number in range(11, 18)), OWN),
}
# Of a hello that is not even JSON-RPC: the row that is meant, over one transport or all.
MEANT = {
    **{
        f"{hello}:{name}": "BASE-01"
        for hello in ("DISC-01", "LIFE-01")
        for name in ("neither", "text", "nothing", "a-list")
    },
    "DISC-01:code-missing": "BASE-03",
    "LIFE-01:code-missing stdio": "BASE-03",
    "LIFE-01:code-text stdio": "BASE-03",
    "LIFE-01:error-text stdio": "BASE-03",
    "LIFE-01:batch stdio": "STDIO-01",
}
# Of who asks for a token: without one, it doesn't even say hello (ERA-01).
TOKEN = "sound-token"
# What leaves requests without an answer: nobody waits long for that.
HANGS = (
    "BASE-01:neither", "BASE-06:hangs", "BASE-09", "BASE-21", "DISC-01:neither", "DISC-01:silent",
    "LIFE-01:batch", "LIFE-01:neither", "LIFE-01:silent", "STDIO-02", "STDIO-02:two-in-one",
    "SUB-02:never",
)  # fmt: skip
# Where a mutation breaks nothing, or cannot break one thing only: in a revision, over a transport,
# or both; and why.
ELSEWHERE = {
    "ASK-05:id": (("2026-07-28",), "an elicitation has no id any more"),
    "AUTH-05:delete": (("2026-07-28",), "there are no sessions any more"),
    "AUTH-05:get": (("2026-07-28",), "there is no stream for it any more"),
    "AUTH-08:get": (("2026-07-28",), "there is no stream for it any more"),
    "AUTH-08:session": (("2026-07-28",), "there are no sessions any more"),
    **dict.fromkeys(
        ("AUTH-13", "AUTH-13:nameless"),
        (("http",), "with a token that lacks a scope, nobody gets in (ERA-01)"),
    ),
    "BASE-02:hello": (("2026-07-28",), "it is the answer to `initialize` that has another id"),
    "BASE-09": (("http",), "HTTP-18 asks for the same, and more"),
    "BASE-12": (("2025-06-18",), "its prefix is not reserved yet"),
    "BASE-12:trace": (("2025-06-18", "2025-11-25"), "the key has no meaning yet"),
    "BASE-20": (("http",), "the code of that error is HHDR-12 there"),
    "ERA-01": (("2026-07-28",), "it is `initialize` that settles on another revision"),
    "ERA-01:future": (("2026-07-28",), "it is `initialize` that settles on another revision"),
    "LIFE-02": (("2025-11-25",), "a server that never agrees to it does not speak it (ERA-01)"),
    "LIFE-04": (("2025-06-18",), "what it offers is the revision that is examined"),
    "LIFE-12:logging": (("2026-07-28",), "there is no `logging/setLevel` any more"),
    "LIFE-25": (("2026-07-28 http",), "the stream on which an answer would come is closed"),
    "LIFE-25:error": (("2026-07-28",), "that an answer comes at all is LIFE-26 there"),
    "LIFE-25:progress": (("2026-07-28 http",), "the stream on which it would come is closed"),
    "MRTR-09:status": (("stdio",), "there is no status"),
    "META-08": (("http",), "connections mean nothing there: it refuses almost everything"),
}


class Mutant(NamedTuple):
    name: str
    check: str
    revision: str
    transport: str

    @property
    def options(self) -> dict[str, Any]:
        options = OPTIONS.get(self.name, OPTIONS.get(self.check, {}))
        newest = self.revision if self.revision < MODERN else "modern"
        return {**options, "era": newest} if options is OWN else options

    @property
    def token(self) -> str:
        return TOKEN if self.check.startswith("AUTH-") else ""

    @property
    def patience(self) -> str:
        return "2s" if self.name in HANGS else "5s"

    def __str__(self) -> str:
        return f"{self.name}-{self.revision}-{self.transport}"


def _names() -> list[str]:
    command = [sys.executable, str(SERVERS / "mutable"), "--list"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def _is_elsewhere(name: str, revision: str, transport: str) -> bool:
    places, _ = ELSEWHERE.get(name, ((), ""))
    return bool({revision, transport, f"{revision} {transport}"} & {*places})


def _cases() -> list[Mutant]:
    checks = {check.id: check for check in CHECKS}
    return [
        Mutant(name, _meant(name, str(transport)), revision, str(transport))
        for name in NAMES
        for check in (checks[name.partition(":")[0]],)
        for revision in REVISIONS
        if revision in check.revisions
        for transport in check.transports
        if transport in TRANSPORTS and not _is_elsewhere(name, revision, transport)
    ]


def _meant(name: str, transport: str) -> str:
    return MEANT.get(f"{name} {transport}") or MEANT.get(name) or name.partition(":")[0]


NAMES = _names()
CASES = _cases()
