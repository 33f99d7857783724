"""Waivers that list the findings they cover: they cover nothing else.

An entry is a fingerprint, or `RULE:subject`. Behind a fingerprint there may be the name of its
finding, for people: `0123… (NAM-006:search)`. A name that several things have covers none of them.
"""

from collections.abc import Container, Iterable, Sequence

from mcptest_action.core.facts import Fact, Named, spec_of
from mcptest_action.core.text import visible
from .model import Min, OneOf, Rule

_LONGEST_NOTE = 100
_MOST_NAMED = 20


def uncountable(rule: Rule) -> str:
    """Why no waiver can list what the rule limits, as a clause; empty if one can."""
    spec = spec_of(rule.fact)
    if rule.fact.startswith("security.new_"):
        return "the baseline lists findings itself: add it there"
    if spec is None or not spec.counts:
        return f"{rule.fact} counts no findings"
    if isinstance(rule.comparator, Min | OneOf):
        return "only a rule with max, or with equals, limits them"
    return ""


def not_covered(listed: Sequence[str], fact: Fact) -> str:
    """What the fact counts and the list does not cover, as a clause; empty if it covers all.

    A number of which not every part is named might count anything: no list covers it.
    """
    if len(fact.counted) != fact.value:
        named = len(fact.counted) or "none"
        return f"its waiver lists findings, and {fact.source} names {named} of {fact.value}"
    new = unlisted(listed, fact)
    if not new:
        return ""
    more = f" and {len(new) - _MOST_NAMED} more" if len(new) > _MOST_NAMED else ""
    return f"its waiver does not list {', '.join(new[:_MOST_NAMED])}{more}"


def unlisted(listed: Sequence[str], fact: Fact | None) -> tuple[str, ...]:
    """What the fact counts and the list does not cover, as it would be listed."""
    counted = fact.counted if fact else ()
    entries, shared = set(listed), _shared_names(counted)
    return entries_for(each for each in counted if entries.isdisjoint(_entries(each, shared)))


def _shared_names(counted: Sequence[Named]) -> set[str]:
    """Names that would cover something else as well: a tool that was looked at, and a prompt."""
    things: dict[str, set[str]] = {}
    for each in counted:
        things.setdefault(each.name, set()).add(each.thing)
    return {name for name, of in things.items() if len(of) > 1}


def no_longer_found(listed: Sequence[str], fact: Fact | None) -> tuple[str, ...]:
    """The entries of the list that nothing matches any more, where everything has a name."""
    if fact is None or len(fact.counted) != fact.value:
        return ()
    shared = _shared_names(fact.counted)
    found = {entry for each in fact.counted for entry in _entries(each, shared)}
    return tuple(entry for entry in listed if entry not in found)


def entries_for(findings: Iterable[Named]) -> tuple[str, ...]:
    """What to list in a waiver that covers exactly these, each once."""
    return tuple(dict.fromkeys(map(_entry, findings)))


def _entry(finding: Named) -> str:
    if not finding.fingerprint:
        return finding.name
    return f"{finding.fingerprint} ({visible(finding.name, _LONGEST_NOTE)})"


def _entries(finding: Named, shared: Container[str]) -> set[str]:
    """What may be listed to cover it."""
    named = {"" if finding.name in shared else finding.name}
    marked = {finding.fingerprint, _entry(finding)} if finding.fingerprint else set()
    return (named | marked) - {""}
