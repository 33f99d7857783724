"""NAM-004, NAM-005: tools that pretend to be another one."""

import re
from collections import defaultdict
from collections.abc import Iterator

from mcptest_action.core.safety import words_of
from ..listed import Entry, tools_in
from ..model import Confidence, Hit, ScanInput, Severity, rule
from ..readings import normalized

# Words that promise more of the same.
_PRAISE = frozenset({
    "best", "better", "enhanced", "improved", "new", "newer", "latest", "pro", "plus", "premium",
    "secure", "safe", "safer", "official", "real", "true", "verified", "trusted", "super", "ultra",
    "ultimate", "advanced", "original", "optimized", "v",
})  # fmt: skip
_ALIKE = 0.8
_LONGEST_NAME, _LONGEST_TEXT = 256, 4_000
_SHORTEST = 20
_NUMBER = re.compile(r"(?<![vV\d])\d+")
_WORD = re.compile(r"\w+")


def find_clones(inputs: ScanInput) -> Iterator[Hit]:
    """Compares each tool with the plainest of its kind, so that many names cost no more."""
    first: dict[tuple[str, ...], Entry] = {}
    for entry in sorted(tools_in(inputs.surface), key=_plainest):
        core = _core(entry.name[:_LONGEST_NAME])
        other = first.setdefault(core, entry)
        if not core or other.name == entry.name:
            continue
        ratio = _ratio(_words(entry), _words(other))
        if ratio >= _ALIKE and entry.properties.keys() == other.properties.keys():
            because = (
                f"it is '{other.name[:80]}' again, with the same parameters, and {ratio:.0%} of "
                "the words of its description"
            )
            details = {"pair": [other.name[:256], entry.name[:256]], "alike": round(ratio, 2)}
            yield Hit(entry.subject, f"{entry.pointer}/name", entry.name[:256], because, details)


def _plainest(entry: Entry) -> tuple[int, str]:
    """Which of two tools is the copy does not depend on where they stand."""
    return (len(entry.name), entry.name)


def _core(name: str) -> tuple[str, ...]:
    """The name without praise and versions. Names in a series differ by their number."""
    words = (word for word in words_of(name) if word not in _PRAISE)
    return (*words, *_NUMBER.findall(name))


def _words(entry: Entry) -> frozenset[str]:
    return frozenset(_WORD.findall(_description(entry).casefold()))


def _ratio(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one and other else 0.0


def _description(entry: Entry) -> str:
    given = entry.item.get("description")
    return normalized(given[:_LONGEST_TEXT]) if isinstance(given, str) else ""


def find_copies(inputs: ScanInput) -> Iterator[Hit]:
    same: dict[str, list[Entry]] = defaultdict(list)
    for entry in tools_in(inputs.surface):
        description = _description(entry)
        if len(description) >= _SHORTEST:
            same[description].append(entry)
    for description, entries in same.items():
        names = sorted({entry.name[:256] for entry in entries})
        if len(names) > 1:
            because = f"{len(names)} tools have this description: {', '.join(names[:5])}"
            # Where they stand does not matter, and one of them has to stand for all.
            first = min(entries, key=lambda entry: entry.name)
            place = f"{first.pointer}/description"
            details = {"names": names[:20]}
            yield Hit(first.subject, place, description[:400], because, details)


RULES = (
    rule("NAM-004", Severity.MEDIUM, find_clones, "MCP06", "MCP09", confidence=Confidence.MEDIUM,
         snyk="E002", safe="T1008",
         finds="a tool that is another one of the server under a name which promises more",
         why="An agent picks the copy for its name, and what the copy does is another matter.",
         silent="Versions whose descriptions or parameters differ.",
         remedy="Keep one of them; or say in each description how it differs."),
    rule("NAM-005", Severity.LOW, find_copies,
         agentreserve="tool_surface_has_no_duplicate_descriptions",
         finds="several tools with one and the same description",
         why="An agent cannot tell them apart, and picks one by chance.",
         silent=f"Descriptions shorter than {_SHORTEST} characters.",
         remedy="Say in each description what only this tool does."),
)  # fmt: skip
