"""How well `presumed: cautious` tells tools that read from tools that change. `make presumed`

Tools whose vendors declare `readOnlyHint` are decided with all that they declare left out. The word
lists and the grammar were made with the first half of the servers in view, the other half was only
counted. The data is not part of the project: see `corpora.py`.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from corpora import Server, Tool, benign_servers, in_first_half, real_world

from mcptest_action.core.safety import Decision, ExecutionPolicy, Planned, Presumed, make_plan

Shown = Callable[[Tool], Tool]


class Row(NamedTuple):
    """A tool as its vendor declares it, and as it was decided."""

    server: str
    read_only: bool
    planned: Planned

    @property
    def called(self) -> bool:
        return self.planned.live.decision is Decision.EXECUTE


def name_only(tool: Tool) -> Tool:
    return {"name": tool["name"]}


def undeclared(tool: Tool) -> Tool:
    return {key: value for key, value in tool.items() if key not in ("annotations", "_meta")}


def rows_of(server: Server, shown: Shown, presumed: Presumed, *, alone: bool) -> Iterator[Row]:
    policy = ExecutionPolicy(presumed=presumed)
    tools = [shown(tool) for tool in server.tools]
    plan = make_plan(tools, policy, {})
    if alone:
        plan = tuple(make_plan([tool], policy, {})[0] for tool in tools)
    for tool, planned in zip(server.tools, plan, strict=True):
        said = _hint(tool.get("annotations"))
        if said is not None:
            yield Row(server.name, said, planned)


def _hint(annotations: Any) -> bool | None:
    said = annotations.get("readOnlyHint") if isinstance(annotations, Mapping) else None
    return said if isinstance(said, bool) else None


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "-"


WAYS: tuple[tuple[str, Shown, Presumed, bool], ...] = (
    ("execute, the name alone", name_only, Presumed.EXECUTE, False),
    ("cautious, one name alone", name_only, Presumed.CAUTIOUS, True),
    ("cautious, names of a listing", name_only, Presumed.CAUTIOUS, False),
    ("cautious, whole tools one by one", undeclared, Presumed.CAUTIOUS, True),
    ("cautious, a whole listing", undeclared, Presumed.CAUTIOUS, False),
)


def figures(servers: list[Server]) -> Iterator[tuple[str, list[Row], str, str]]:
    """For each way of deciding: the rows, what is wrongly called, what is wrongly held back."""
    for words, shown, presumed, alone in WAYS:
        rows = [row for server in servers for row in rows_of(server, shown, presumed, alone=alone)]
        changing = [row for row in rows if not row.read_only]
        reading = [row for row in rows if row.read_only]
        wrong = share(sum(row.called for row in changing), len(changing))
        held = share(sum(not row.called for row in reading), len(reading))
        yield words, rows, wrong, held


def main() -> int:
    data = real_world()
    if data is None:
        return 0
    servers = benign_servers(data)
    halves = {
        "first half, in view": [each for each in servers if in_first_half(each.name)],
        "second half, only counted": [each for each in servers if not in_first_half(each.name)],
        "all": servers,
    }
    for half, part in halves.items():
        print(f"\n{half:34} {'not read-only, but called':>28} {'read-only, but held back':>28}")
        for words, _, wrong, held in figures(part):
            print(f"{words:34} {wrong:>28} {held:>28}")
    # Only of the first half: who reads the other one tunes to it.
    for words, rows, _, _ in figures(halves["first half, in view"]):
        called = [
            f"{row.server}: {row.planned.tool.name}"
            for row in rows
            if row.called and not row.read_only
        ]
        if words.startswith("cautious"):
            print(f"\n{words}, called: {', '.join(called) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
