"""SCH-002: schemas that are none."""

from collections.abc import Iterator, Mapping
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

from mcptest_action.core.samples.limits import limit_passed
from mcptest_action.core.samples.model import clipped
from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.listed import server_subject, tools_in
from mcptest_action.core.security.model import Hit, Severity, rule
from mcptest_action.core.security.plain_schema import is_plainly_valid
from mcptest_action.core.security.schemas import SIDES
from mcptest_action.core.security.texts import token

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


def find(ground: Ground) -> Iterator[Hit]:
    odd = 0
    for entry in tools_in(ground.surface):
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
                yield Hit(entry.subject, pointer, because, because, details)
    if odd > MOST_ODD:
        because = f"{odd:,} schemas need a closer look, and {odd - MOST_ODD:,} did not get one"
        yield Hit(server_subject(ground.surface), "/tools", "", because, {"odd": odd})


def _problem(schema: dict[str, Any]) -> ValidationError | None:
    """The first thing that the schema's own dialect forbids."""
    dialect = _dialect(schema.get("$schema"))
    # What is too deep or too large to be looked at is reported for that.
    if dialect is None or limit_passed(schema):
        return None
    engine = dialect(
        dialect.META_SCHEMA, registry=Registry(), format_checker=FormatChecker(formats=())
    )
    # The library's own order changes from run to run.
    return min(engine.iter_errors(schema), key=_order, default=None)


def _order(error: ValidationError) -> tuple[list[str], str]:
    return [str(step) for step in error.absolute_path], error.message


def _dialect(named: Any) -> Any:
    """None for one that nobody here knows: there is nothing to hold the schema against."""
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
