"""SCH-007: patterns that take forever."""

from collections.abc import Iterator, Mapping

from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.listed import tools_in
from mcptest_action.core.security.model import Hit, Severity, rule
from mcptest_action.core.security.redos import explodes
from mcptest_action.core.security.schemas import SIDES, Part, parts_of
from mcptest_action.core.security.texts import token

_REPEATS = "*+{"
_MOST_PATTERNS = 2_000


def find(ground: Ground) -> Iterator[Hit]:
    known: dict[str, bool] = {}
    for entry in tools_in(ground.surface):
        for side in SIDES:
            for part in parts_of(entry, side):
                for place, pattern in _patterns(part):
                    if _explodes(pattern, known):
                        because = f"the pattern '{pattern[:80]}' can be made to run forever"
                        details = {"pattern": pattern[:400]}
                        yield Hit(entry.subject, place, pattern[:400], because, details)


def _patterns(part: Part) -> Iterator[tuple[str, str]]:
    pattern = part.schema.get("pattern")
    if isinstance(pattern, str):
        yield f"{part.pointer}/pattern", pattern
    names = part.schema.get("patternProperties")
    for name in names if isinstance(names, Mapping) else ():
        yield f"{part.pointer}/patternProperties/{token(str(name))}", str(name)


def _explodes(pattern: str, known: dict[str, bool]) -> bool:
    """Each pattern once; one repetition alone cannot, and there is an end to it."""
    if sum(pattern.count(sign) for sign in _REPEATS) <= 1:
        return False
    if pattern not in known and len(known) < _MOST_PATTERNS:
        known[pattern] = explodes(pattern)
    return known.get(pattern, False)


RULES = (
    rule("SCH-007", Severity.MEDIUM, find, 1333,
         finds="a pattern on which a matcher that tries again takes exponential time",
         why="A short text, chosen for it, keeps a client or the server busy for years.",
         silent="Nested repetitions that a text can be matched by in one way only, and patterns "
                "with groups that cannot be told.",
         remedy="Let no two parts of a repetition match the same text: `(\\w+\\s)*`, not "
                "`(\\w+\\s?)*`."),
)  # fmt: skip
