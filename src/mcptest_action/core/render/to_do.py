"""What would make a broken rule hold: a sentence for the fact, and one for each thing behind it."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mcptest_action.core.facts.model import Fact
from mcptest_action.core.policy.wording import names_in_words
from mcptest_action.core.render.links import page

# What can be done about a number of which nothing but tools is known.
_ABOUT_TOOLS = {
    "safety.destructive_unconfirmed": "declare mcp.dev/requiresConfirmation: true in its _meta",
    "safety.hint_conflicts": "make its annotations and hints agree; mcptest safety names them",
    "safety.read_only_presumed": "declare readOnlyHint, or that it changes something",
}
# What can be done where there is nothing behind the number.
_WITHOUT_NAMES = {
    "negative_path.checks_run": "mcptest gate --plan says what is called, and what is held back",
    "negative_path.tools_probed": "mcptest gate --plan says why each tool is held back",
    "run.total": "was everything left out with --only or --skip?",
}
_MOST = 10


def to_do(fact: Fact | None, remedies: Mapping[str, str]) -> Iterator[str]:
    """Lines, the most helpful first; none where we know nothing better than "make it hold"."""
    if fact is None:
        return
    if fact.name in _WITHOUT_NAMES:
        yield _WITHOUT_NAMES[fact.name]
    if fact.name in _ABOUT_TOOLS and fact.behind:
        yield f"{names_in_words(fact.behind)}: {_ABOUT_TOOLS[fact.name]}"
    tests: dict[str, list[str]] = {}
    for name in fact.behind:
        check, _, tool = name.partition(":")
        if check in remedies:
            tests.setdefault(check, []).append(tool)
    for check, tools in list(tests.items())[:_MOST]:
        on = names_in_words([tool for tool in tools if tool])
        yield f"{check}{f' on {on}' if on else ''}: {remedies[check]} {_page(fact, check)}"
    if len(tests) > _MOST:
        yield f"and {len(tests) - _MOST} more {_source(fact).called}"


class _Source(NamedTuple):
    """Where the things behind a number are described, and what they are called."""

    page: str
    called: str


_PROBES = _Source("probes.md", "probes")
_BY_FAMILY = {
    "security": _Source("security-rules.md", "rules"),
    "conformance": _Source("conformance.md", "checks"),
}


def _source(fact: Fact) -> _Source:
    return _BY_FAMILY.get(fact.name.partition(".")[0], _PROBES)


def _page(fact: Fact, check: str) -> str:
    source = _source(fact)
    return page(source.page, check if source is _PROBES else check.lower())
