"""The policy that `mcptest policy init --pack NAME` writes: the pack, and room for more."""

from collections.abc import Iterator
from itertools import takewhile

from mcptest_action.core.text import schema_line
from .load import load_policy
from .model import Severity
from .packs import STARTER, Pack
from .wording import expectation


def overlay_text(pack: Pack, schema: str | None = None) -> str:
    """A policy that extends the pack. What the pack asks stands in comments, to be read there. The
    first line names its schema: a file beside it, or the published one.
    """
    return "".join(f"{line}\n" for line in (schema_line("policy", schema), *_lines(pack)))


def _lines(pack: Pack) -> Iterator[str]:
    reference = f"pack:{pack.name}@{pack.version}"
    yield f"# This policy has all rules of {reference}: {pack.title}."
    yield "# It may add rules and tighten limits, and it can loosen nothing."
    yield from takewhile(lambda line: line.startswith("#"), pack.text.splitlines())
    yield "# mcptest policy lint    checks this file."
    yield "# mcptest policy facts   lists what rules can be about."
    yield 'version: "1.0"'
    if pack.not_checked:
        yield "# These rules are about a directory, and nothing else. With all others as well:"
        yield f"# extends: [pack:{STARTER.name}@{STARTER.version}, {reference}]"
    yield f"extends: {reference}"
    yield ""
    yield "# What the pack asks:"
    for rule in load_policy(pack.text, pack.name).rules:
        warns = " (only warns)" if rule.severity is Severity.WARN else ""
        yield f"#   {rule.id}: {rule.description}{warns}"
        yield f"#     {rule.fact} is {expectation(rule.comparator)}"
    if pack.not_checked:
        yield "#"
        yield "# Not checked here, and never taken as met:"
        yield from (f"#   {each}" for each in pack.not_checked)
    yield ""
    yield "# Your own rules:"
    yield "rules: []"
    yield ""
    yield "# A waiver is a dated promise: it stops covering its rule at the second it expires."
    yield "waivers: []"
