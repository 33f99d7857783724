"""What a server offers, for a terminal."""

from collections.abc import Iterator

from mcptest_action.core.protocol.surface import Item, Surface, cost_in, surface_document
from mcptest_action.core.text import for_terminal, plural
from .lines import for_a_terminal
from .surface_cost import surface_cost_pretty

_WIDEST = 40
_HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


@for_a_terminal
def surface_pretty(surface: Surface) -> Iterator[str]:
    name = for_terminal(str(surface.server.get("name", "a server without a name")))
    version = for_terminal(str(surface.server.get("version", "")))
    era = f"{surface.era.version} ({surface.era.name})"
    over = ", over HTTP+SSE" if surface.sse else ""
    yield f"{name} {version}".strip() + f", protocol {era}{over}"
    if surface.instructions:
        yield f"instructions: {for_terminal(surface.instructions)}"
    capabilities = ", ".join(sorted(surface.capabilities)) or "none"
    yield f"capabilities: {for_terminal(capabilities)}"
    yield from _section("tool", surface.tools, "name")
    yield from _section("resource", surface.resources, "uri")
    yield from _section("resource template", surface.templates, "uriTemplate")
    yield from _section("prompt", surface.prompts, "name")
    yield from _problems(surface.problems)
    cost = cost_in(surface_document(surface))
    if cost is not None:
        yield from ("", *surface_cost_pretty(cost).splitlines())


def _section(noun: str, items: tuple[Item, ...], key: str) -> Iterator[str]:
    yield from ("", plural(len(items), noun))
    names = [for_terminal(str(item.get(key, "without a name"))) for item in items]
    width = min(_WIDEST, max(map(len, names), default=0))
    for name, item in zip(names, items, strict=True):
        yield f"  {name.ljust(width)}  {_hints(item)}{_text(item)}".rstrip()


def _problems(problems: tuple[str, ...]) -> Iterator[str]:
    if problems:
        yield from ("", f"{plural(len(problems), 'problem')}: this is not the whole surface")
        yield from (f"  {for_terminal(problem)}" for problem in problems)


def _hints(item: Item) -> str:
    annotations = item.get("annotations")
    if not isinstance(annotations, dict):
        return ""
    said = [name.removesuffix("Hint") for name in _HINTS if annotations.get(name) is True]
    return f"[{', '.join(said)}] " if said else ""


def _text(item: Item) -> str:
    lines = str(item.get("description") or item.get("title") or "").strip().splitlines()
    return for_terminal(lines[0]) if lines else ""
