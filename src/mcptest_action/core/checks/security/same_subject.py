"""Whether an entry of a baseline is about the finding that its fingerprint is of."""

from mcptest_action.core.text import visible
from .fingerprint import without_port
from .model import KnownFinding, Subject
from .quoting import snippet_of


def contradiction(entry: KnownFinding, rule: str, subject: Subject) -> str:
    """What the entry says of the finding that is not so; empty if all of it is. Whoever reads the
    entry in a review sees its rule and its subject, not what a fingerprint is made of.
    """
    if entry.rule != rule:
        return f"its baseline entry is about the rule {entry.rule}"
    if any(entry.subject) and not _same(entry.subject, subject):
        return f"its baseline entry is about {' '.join(filter(None, entry.subject))}"
    return ""


def _same(one: Subject, other: Subject) -> bool:
    return one.type == other.type and not _spellings(one).isdisjoint(_spellings(other))


def _spellings(subject: Subject) -> set[str]:
    """The name as it is, and as a baseline or a report writes it: visible, and maybe cut."""
    names = (without_port(subject).name, subject.name)
    return {spelt for name in names for spelt in (name, visible(name), snippet_of(name))}
