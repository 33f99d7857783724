"""How well the rules about attacks tell real attacks from real servers. `make calibrate`

Counted are defects of medium severity or above of the families INJ, OBF and NAM, and of HNT those
that contradict themselves. The data is not part of the project: see `corpora.py`.
"""

import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
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
from mcptest_action.core.checks.security.model import Finding, Kind, Severity, scan_input_of
from mcptest_action.core.checks.security.scan import scan

_CONTRADICTIONS = {"HNT-001", "HNT-002", "HNT-003", "HNT-004", "HNT-007", "HNT-010"}
COUNTED = tuple(
    rule
    for rule in RULES
    if rule.kind is Kind.DEFECT
    and (rule.id.startswith(("INJ", "OBF", "NAM")) or rule.id in _CONTRADICTIONS)
)
HIGH = frozenset({Severity.CRITICAL, Severity.HIGH})
MEDIUM = HIGH | {Severity.MEDIUM}
_POISONING = ("Tool Poisoning", "Tool Shadowing")


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


def is_found(attack: Attack, servers: list[Server], *, named: bool = False) -> bool:
    """Whether the poisoned tool is reported; `named` puts the tools beside it that it names."""
    tools = placed(attack, servers)
    findings = findings_in({"tools": with_what_it_names(attack, tools) if named else tools})
    name = attack.tool["name"]
    return any(each.hit.subject.name == name and each.severity in MEDIUM for each in findings)


def print_attacks(bad: list[Attack], servers: list[Server]) -> None:
    rows: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for attack in bad:
        row = (in_first_half(attack.tool["description"]), is_found(attack, servers))
        rows[attack.klass].append(row)
        if attack.klass.startswith(_POISONING):
            rows["= poisoning and shadowing"].append(row)
            beside = (row[0], is_found(attack, servers, named=True))
            rows["= the same, with the tools that they name"].append(beside)
    print(f"{'attacks found':52} {'all':>20} {'first half':>20} {'second half':>20}")
    for klass in sorted(rows):
        columns = [
            count(found for first, found in rows[klass] if first in half)
            for half in ((True, False), (True,), (False,))
        ]
        print(f"{klass:52} " + " ".join(f"{column!s:>20}" for column in columns))


def print_benign(servers: list[Server]) -> None:
    print(f"\n{'benign, with a finding':52} {'all':>20} {'first half':>20} {'second half':>20}")
    scanned = [(server, findings_in(server.dump)) for server in servers]
    for words, severities in (("medium or above", MEDIUM), ("high or above", HIGH)):
        for per_tool in (True, False):
            columns = [
                _share(scanned, severities, half, per_tool=per_tool)
                for half in ((True, False), (True,), (False,))
            ]
            what = "tools" if per_tool else "servers"
            print(f"{what + ', ' + words:52} " + " ".join(f"{each!s:>20}" for each in columns))
    print("\nEach of them:")
    for server, findings in scanned:
        for finding in findings:
            if finding.severity in MEDIUM:
                where = f"{server.name}: {finding.hit.subject.name}"
                print(f"  {finding.severity:8} {finding.rule.id} {where}: {finding.hit.because}")


def _share(
    scanned: list[tuple[Server, tuple[Finding, ...]]],
    severities: frozenset[Severity],
    half: tuple[bool, ...],
    *,
    per_tool: bool,
) -> Count:
    hits, total = 0, 0
    for server, findings in scanned:
        if in_first_half(server.name) in half:
            names = {each.hit.subject for each in findings if each.severity in severities}
            hits += len(names) if per_tool else bool(names)
            total += len(server.tools) if per_tool else 1
    return Count(hits, total)


def print_own_words() -> None:
    """Attacks and harmless texts in our own words, for what nobody has published."""
    print("\nwritten for this, reported:")
    for name in ("paraphrases", "languages", "benign"):
        path = ROOT / "fixtures" / "calibration" / f"{name}.json"
        for group, texts in json.loads(path.read_text(encoding="utf-8")).items():
            found = count(_is_suspect(text) for text in texts)
            print(f"  {group:50} {found}")


def _is_suspect(description: str) -> bool:
    tool = {"name": "the_tool", "description": description, "inputSchema": {"type": "object"}}
    return any(finding.severity in MEDIUM for finding in findings_in({"tools": [tool]}))


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
