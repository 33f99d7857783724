"""SCH-002: schemas that their own dialect forbids. Most are plain, and valid at a glance."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from jsonschema import (
    Draft4Validator,
    Draft6Validator,
    Draft7Validator,
    Draft201909Validator,
    Draft202012Validator,
    FormatChecker,
)
from jsonschema.exceptions import ValidationError
from referencing import Registry

from mcptest_action.core.checks.samples import clipped, limit_passed
from mcptest_action.core.protocol.surface import canonical
from ..listed import ONE_SCHEMA, SCHEMAS_BY_NAME, SIDES, server_subject, tools_in
from ..model import Hit, ScanInput, Severity, rule
from ..texts import token

_TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")
_HOST = "json-schema.org/"
_DIALECTS: Mapping[str, Any] = {
    "draft-04/schema": Draft4Validator,
    "draft-06/schema": Draft6Validator,
    "draft-07/schema": Draft7Validator,
    "draft/2019-09/schema": Draft201909Validator,
    "draft/2020-12/schema": Draft202012Validator,
}
# A schema takes milliseconds; a server that needs more than this is not worth them.
MOST_ODD = 1_000
_NEWEST = Draft202012Validator


def _is(*kinds: type) -> Callable[[Any], bool]:
    """To Python, true is a number; to JSON it isn't."""
    return lambda value: isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))


def _count(value: Any) -> bool:
    return _is(int)(value) and value >= 0


def _step(value: Any) -> bool:
    return _is(int, float)(value) and value > 0


def _type(value: Any) -> bool:
    """One type, or several, each of them once."""
    several = value if isinstance(value, list) else [value]
    return bool(several) and _names(several) and all(name in _TYPES for name in several)


def _names(value: Any) -> bool:
    texts = isinstance(value, list) and all(isinstance(name, str) for name in value)
    return texts and len(set(value)) == len(value)


def _names_by_name(value: Any) -> bool:
    return isinstance(value, Mapping) and all(map(_names, value.values()))


# Keywords that every dialect since draft 7 allows in this form, if it knows them.
_PLAIN: Mapping[str, Callable[[Any], bool]] = {
    keyword: check
    for check, keywords in (
        (_is(object, bool), "default const"),
        (_is(str), "$schema $ref $comment title description format pattern"),
        (_is(str), "contentEncoding contentMediaType"),
        (_is(bool), "uniqueItems readOnly writeOnly deprecated"),
        (_is(list), "enum examples"),
        (_is(int, float), "minimum maximum exclusiveMinimum exclusiveMaximum"),
        (_count, "minLength maxLength minItems maxItems minProperties maxProperties"),
        (_count, "minContains maxContains"),
        (_step, "multipleOf"),
        (_type, "type"),
        (_names, "required"),
        (_names_by_name, "dependentRequired"),
    )
    for keyword in keywords.split()
}
_BRANCHES = ("anyOf", "oneOf", "allOf", "prefixItems")
_SINGLE = (*ONE_SCHEMA, "contentSchema")
# Known to some dialect, and rare enough for a closer look. Every dialect allows unknown ones.
_RARE = frozenset({
    "$anchor", "$dynamicAnchor", "$dynamicRef", "$id", "$recursiveAnchor", "$recursiveRef",
    "$vocabulary", "dependencies", "id",
})  # fmt: skip


def is_plainly_valid(schema: Any) -> bool:
    """Whether nothing in the schema needs a closer look. False says nothing against it."""
    named = str(schema.get("$schema")) if isinstance(schema, Mapping) else ""
    if "draft-04" in named or "draft-06" in named:
        return False  # old dialects, with rules of their own
    waiting = [schema]
    while waiting:
        here = waiting.pop()
        if isinstance(here, bool):
            continue
        if not isinstance(here, Mapping):
            return False
        for key, value in here.items():
            if key in _SINGLE:
                waiting.append(value)
            elif key in SCHEMAS_BY_NAME and isinstance(value, Mapping):
                waiting += value.values()
            elif key in _BRANCHES and isinstance(value, list) and value:
                waiting += value
            elif not _is_plain(key, value):
                return False
    return True


def _is_plain(key: str, value: Any) -> bool:
    """A keyword that holds no other schema, or should hold one and doesn't."""
    if key in _PLAIN:
        return _PLAIN[key](value)
    return key not in _RARE and key not in SCHEMAS_BY_NAME and key not in _BRANCHES


def find(inputs: ScanInput) -> Iterator[Hit]:
    odd = 0
    for entry in tools_in(inputs.surface):
        for side in SIDES:
            schema = entry.item.get(side)
            if not isinstance(schema, dict) or is_plainly_valid(schema):
                continue
            odd += 1
            problem = _problem(schema) if odd <= MOST_ODD else None
            if problem is not None:
                place = "".join(f"/{token(str(step))}" for step in problem.absolute_path)
                because = clipped(f"at {place or 'the root'}: {problem.message}")
                details = {"path": place, "error": clipped(problem.message)}
                pointer = f"{entry.pointer}/{side}{place}"
                hit = Hit(entry.subject, pointer, because, because, details)
                yield hit._replace(identity=f"{problem.validator} {_unordered(problem.instance)}")
    if odd > MOST_ODD:
        because = f"{odd:,} schemas need a closer look, and {odd - MOST_ODD:,} did not get one"
        yield Hit(server_subject(inputs.surface), "/tools", "", because, {"odd": odd})


def _problem(schema: dict[str, Any]) -> ValidationError | None:
    """The first thing that the schema's own dialect forbids."""
    dialect = _dialect(schema.get("$schema"))
    # Another rule reports schemas that are too deep or too large to look at.
    if dialect is None or limit_passed(schema):
        return None
    engine = dialect(
        dialect.META_SCHEMA, registry=Registry(), format_checker=FormatChecker(formats=())
    )
    # The library's own order changes from run to run.
    return min(engine.iter_errors(schema), key=_order, default=None)


def _order(error: ValidationError) -> tuple[list[str], str, list[str]]:
    """First by what stays the same however lists and properties are ordered."""
    names = [step for step in error.absolute_path if isinstance(step, str)]
    places = [str(step) for step in error.absolute_path]
    return names, f"{error.validator} {_unordered(error.instance)}", [*places, error.message]


def _unordered(value: Any) -> str:
    """The value as JSON. The same for all orders of its keys and of the entries in its lists."""
    return canonical(_sorted(value))


def _sorted(value: Any) -> Any:
    match value:
        case Mapping():
            return {key: _sorted(inner) for key, inner in value.items()}
        case list():
            return sorted(map(_sorted, value), key=canonical)
        case _:
            return value


def _dialect(named: Any) -> Any:
    """None for an unknown dialect: there is nothing to compare the schema with."""
    if named is None:
        return _NEWEST
    _, _, name = str(named).rstrip("#").partition(_HOST)
    return _DIALECTS.get(name)


RULES = (
    rule("SCH-002", Severity.MEDIUM, find, 20, agentreserve="tool_input_schemas_well_formed",
         finds="a schema that its own dialect does not allow; 2020-12 where it names none",
         why="Clients that check schemas drop the tool; those that do not, pass anything.",
         silent="Keywords that no dialect knows, and dialects that are not known here.",
         remedy="Write the schema for the dialect in `$schema`, or for 2020-12 without one."),
)  # fmt: skip
