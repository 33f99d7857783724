"""Names that can be told apart. GitLab drops a second case of the same name unseen."""

from collections import Counter
from collections.abc import Sequence


def numbered(names: Sequence[str]) -> list[str]:
    """The same names, and a number behind those that can no longer be told apart."""
    seen: Counter[str] = Counter()
    made = []
    for name in names:
        seen[name] += 1
        made.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return made
