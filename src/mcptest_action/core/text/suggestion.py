"""Did you mean …? The one known word that a misspelt one most likely stands for."""

from collections.abc import Iterable
from itertools import islice

# A suggestion is a courtesy: a policy with ten thousand rules must not make it expensive.
_MOST_CHOICES = 500
_LONGEST_WORD = 80
_SLIPS = 2


def closest(word: str, choices: Iterable[str]) -> str | None:
    """The nearest choice, if it is near enough that a slip of the keyboard explains it."""
    if len(word) > _LONGEST_WORD:
        return None
    allowed = max(len(word) > 1, len(word) // 3)
    best: tuple[int, str] | None = None
    for choice in islice(choices, _MOST_CHOICES):
        if abs(len(choice) - len(word)) > allowed:
            continue
        distance = _distance(word.casefold(), choice.casefold())
        if distance <= allowed and (best is None or distance < best[0]):
            best = (distance, choice)
    return best[1] if best else None


def misspelt(word: str, choices: Iterable[str]) -> str | None:
    """The choice that differs by so little that the word can hardly mean anything else."""
    plain = _plain(word)
    near = (choice for choice in choices if abs(len(choice) - len(word)) <= _SLIPS)
    return next((c for c in near if _distance(plain, _plain(c)) <= _SLIPS), None)


def _plain(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """A hint to put behind an error, or nothing."""
    choice = closest(word, choices)
    return f"did you mean {choice}?" if choice is not None else ""


def _distance(one: str, other: str) -> int:
    """Edits between two words; two neighbours swapped count as one edit, as they are one slip."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
