"""How well the rules about attacks tell real attacks from real servers. `make calibrate`

Counted are defects of medium severity or above of the families INJ, OBF and NAM, and of HNT those
that contradict themselves. The data is not part of the project: see `corpora.py`.
"""

import json
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from corpora import (
    ROOT,
    Attack,
    Server,
    attacks,
    benign_servers,
    in_first_half,
    placed,
    real_world,
    with_what_it_names,
)

from mcptest_action.core.checks.security.catalogue import RULES
from mcptest_action.core.checks.security.load import load_dump
from mcptest_action.core.checks.security.model import (
    Confidence,
    Finding,
    Kind,
    Severity,
    scan_input_of,
)
from mcptest_action.core.checks.security.scan import scan

_CONTRADICTIONS = {"HNT-001", "HNT-002", "HNT-003", "HNT-004", "HNT-007", "HNT-010"}
COUNTED = tuple(
    rule
    for rule in RULES
    if rule.kind is Kind.DEFECT
    and (rule.id.startswith(("INJ", "OBF", "NAM")) or rule.id in _CONTRADICTIONS)
)
# As texts of our own write a parameter: `exclude_tags: Tags to leave out`.
_PARAMETER = re.compile(r"([a-z][A-Za-z_]{2,40}): ")
HIGH = frozenset({Severity.CRITICAL, Severity.HIGH})
MEDIUM = HIGH | {Severity.MEDIUM}
POISONING = ("Tool Poisoning", "Tool Shadowing")


class Count(NamedTuple):
    found: int
    of: int

    def __str__(self) -> str:
        share = f"{self.found / self.of:6.1%}" if self.of else "     -"
        return f"{self.found:4} of {self.of:4} {share}"


def count(found: Iterable[bool]) -> Count:
    every = list(found)
    return Count(sum(every), len(every))


def findings_in(dump: dict[str, Any]) -> tuple[Finding, ...]:
    return scan(scan_input_of(load_dump(dump, "dump").surface), COUNTED)


def is_sure(finding: Finding) -> bool:
    """High or critical, with high confidence: it fails a gate without a policy."""
    return finding.severity in HIGH and finding.confidence is Confidence.HIGH


def findings_on(attack: Attack, servers: list[Server], *, named: bool = False) -> list[Finding]:
    """What the poisoned tool is reported for; `named` puts the tools beside it that it names."""
    tools = placed(attack, servers)
    findings = findings_in({"tools": with_what_it_names(attack, tools) if named else tools})
    name = attack.tool["name"]
    return [each for each in findings if each.hit.subject.name == name and each.severity in MEDIUM]


def is_found(attack: Attack, servers: list[Server]) -> bool:
    return bool(findings_on(attack, servers))


def print_attacks(bad: list[Attack], servers: list[Server]) -> None:
    rows: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for attack in bad:
        first, findings = in_first_half(attack.tool["description"]), findings_on(attack, servers)
        row, sure = (first, bool(findings)), (first, any(map(is_sure, findings)))
        rows[attack.klass].append(row)
        if attack.published:
            rows["published, high confidence"].append(sure)
        if attack.klass.startswith(POISONING):
            rows["= poisoning and shadowing"].append(row)
            rows["= the same, high or critical with high confidence"].append(sure)
            beside = (first, bool(findings_on(attack, servers, named=True)))
            rows["= the same, with the tools that they name"].append(beside)
    print(f"{'attacks found':52} {'all':>20} {'first half':>20} {'second half':>20}")
    for klass in sorted(rows):
        columns = [
            count(found for first, found in rows[klass] if first in half)
            for half in ((True, False), (True,), (False,))
        ]
        print(f"{klass:52} " + " ".join(f"{column!s:>20}" for column in columns))


_ALARMS: tuple[tuple[str, Callable[[Finding], bool]], ...] = (
    ("medium or above", lambda finding: finding.severity in MEDIUM),
    ("high or above", lambda finding: finding.severity in HIGH),
    ("high or above with high confidence", is_sure),
)


def print_benign(servers: list[Server]) -> None:
    print(f"\n{'benign, with a finding':52} {'all':>20} {'first half':>20} {'second half':>20}")
    scanned = [(server, findings_in(server.dump)) for server in servers]
    for words, counted in _ALARMS:
        for per_tool in (True, False):
            columns = [
                _share(scanned, counted, half, per_tool=per_tool)
                for half in ((True, False), (True,), (False,))
            ]
            what = "tools" if per_tool else "servers"
            print(f"{what + ', ' + words:52} " + " ".join(f"{each!s:>20}" for each in columns))
    print("\nEach of them:")
    for server, findings in scanned:
        for finding in findings:
            if finding.severity in MEDIUM:
                where = f"{server.name}: {finding.hit.subject.name}"
                grade = f"{finding.severity:8} {finding.confidence:6} {finding.rule.id}"
                print(f"  {grade} {where}: {finding.hit.because}")


def _share(
    scanned: list[tuple[Server, tuple[Finding, ...]]],
    counted: Callable[[Finding], bool],
    half: tuple[bool, ...],
    *,
    per_tool: bool,
) -> Count:
    hits, total = 0, 0
    for server, findings in scanned:
        if in_first_half(server.name) in half:
            names = {each.hit.subject for each in findings if counted(each)}
            hits += len(names) if per_tool else bool(names)
            total += len(server.tools) if per_tool else 1
    return Count(hits, total)


def print_own_words() -> None:
    """Attacks and harmless texts in our own words, for what nobody has published."""
    print(f"\n{'written for this':52} {'reported':>20} {'with high confidence':>20}")
    for name in ("paraphrases", "languages", "benign", "shapes"):
        path = ROOT / "fixtures" / "calibration" / f"{name}.json"
        for group, texts in json.loads(path.read_text(encoding="utf-8")).items():
            each = [suspicions(text) for text in texts]
            found, sure = count(map(bool, each)), count(any(map(is_sure, all_)) for all_ in each)
            print(f"{group:52} {found!s:>20} {sure!s:>20}")


def suspicions(text: str) -> list[Finding]:
    """What is found in a description; or, behind `name: `, in that of a parameter."""
    tool = {"name": "the_tool", "description": text, "inputSchema": {"type": "object"}}
    if named := _PARAMETER.match(text):
        schema = {"type": "string", "description": text[named.end() :]}
        tool["description"] = "Searches the records."
        tool["inputSchema"] = {"type": "object", "properties": {named[1]: schema}}
    return [each for each in findings_in({"tools": [tool]}) if each.severity in MEDIUM]


def main() -> int:
    print_own_words()
    print()
    data = real_world()
    if data is None:
        return 0
    start = time.perf_counter()
    servers = benign_servers(data)
    print_attacks(attacks(data), servers)
    print_benign(servers)
    print(f"\n{time.perf_counter() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
