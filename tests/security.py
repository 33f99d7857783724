"""Made-up rules and findings, so that reports can be tested without knowing what real ones find."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcptest_action.core.checks.security.load import load_dump
from mcptest_action.core.checks.security.model import (
    Hit,
    Kind,
    Phase,
    Rule,
    ScanInput,
    Severity,
    Subject,
    scan_input_of,
)
from mcptest_action.core.checks.security.report import Scanned, scanned
from mcptest_action.core.protocol.exchange.era import NEWEST_MODERN
from mcptest_action.core.protocol.surface.model import Surface
from mcptest_action.core.protocol.transcript.lines import Exchange, Key
from mcptest_action.core.protocol.transcript.reaction_json import reaction_of_document

if TYPE_CHECKING:
    from collections.abc import Iterator

HOSTILE = (
    "\x1b[31mred\x1b[0m ::error::boo\r\n::stop-commands::x ##[group]y <script>alert(1)</script> "
    "[click](https://evil.example) | @everyone #1 \u202egnp.exe \u200b\U000e0041 ]]> & \x00 `` \ud800"
)
SECRET = "ghp_" + "a1B2c3D4e5" * 4  # looks like one, and opens nothing


def surface(*tools: dict[str, Any], **parts: Any) -> Surface:
    made = Surface(NEWEST_MODERN, {"name": "demo", "version": "1"}, {}, None, tools, (), (), (), ())
    return made._replace(**parts)


def rule(
    name: str = "AAA-001",
    severity: str = "high",
    kind: str = "defect",
    phase: str = "surface",
    hits: tuple[Hit, ...] = (),
    **more: Any,
) -> Rule:
    def find(_ground: ScanInput) -> Iterator[Hit]:
        yield from hits

    texts = {
        "finds": "a made-up thing",
        "why": "It may go wrong.",
        "silent": "what is not made up",
        "remedy": "Take it out.",
    }
    return Rule(
        name, Severity(severity), Kind(kind), find=find, phase=Phase(phase), **{**texts, **more}
    )


def hit(
    name: str = "send", pointer: str = "/tools/0/description", snippet: str = "a text", **more: Any
) -> Hit:
    return Hit(Subject("tool", name), pointer, snippet, **{"because": "it says so", **more})


MIXED = (
    rule("AAA-001", "medium", hits=(hit("b", "/tools/1/description"), hit("a", snippet="first"))),
    rule("BBB-001", "critical", hits=(hit("a", "/tools/0/name", ""),), owasp=("MCP03",), cwe=(1427,),
         also={"snyk": "E001", "agentreserve": "no_such_thing"}),
    rule("CCC-001", "info", "exposure", hits=(hit("a", "", ""), hit("b", "", "x"))),
    rule("DDD-001", "low"),
    rule("EEE-001", "high", phase="transport"),
    rule("FFF-001", "low", "exposure", phase="probe"),
)  # fmt: skip
NASTY = (
    rule("AAA-001", "critical", hits=(
        Hit(Subject("tool", HOSTILE), f"/tools/0/{HOSTILE}", f"{SECRET} {HOSTILE}", HOSTILE,
            {HOSTILE: [HOSTILE, {"deep": HOSTILE}], "n": 1, "secret": SECRET}),
    )),
    rule("CCC-001", "info", "exposure", hits=(
        Hit(Subject("server", HOSTILE), "", HOSTILE, HOSTILE),
    )),
)  # fmt: skip


def found(*rules: Rule, **inputs: Any) -> Scanned:
    tools = ({"name": "a"}, {"name": "b"})
    on = inputs.pop("surface", None) or surface(*tools)
    return scanned(scan_input_of(on)._replace(**inputs), rules)


def exchange_of(step: int, data: dict[str, Any]) -> Exchange:
    """An exchange as in a transcript; what is not said is as in the first probe of a run."""
    key = Key(data.get("check", "check"), data.get("tool"), data.get("connection", 0),
              data.get("step", step))  # fmt: skip
    reaction = reaction_of_document(data["reaction"])
    others = tuple(data.get("others", ()))
    return Exchange(key, data.get("sent", {}), reaction, data.get("elapsed_ms", 1.0), others)


def ground_of(data: Any, name: str) -> ScanInput:
    """A surface as it is listed; beside it may stand what was found out later."""
    inputs = scan_input_of(load_dump(data, name).surface)
    said = data if isinstance(data, dict) else {}
    exchanges = said.get("exchanges")
    return inputs._replace(
        exchanges=None
        if exchanges is None
        else tuple(exchange_of(step, each) for step, each in enumerate(exchanges, 1)),
        run=said.get("run"),
        conformance=said.get("conformance"),
        url=said.get("url"),
    )
