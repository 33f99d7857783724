"""The shape of results, but never their content: that may be anybody's secret.

Nor the names of fields, unless the server declares them: an answer may use data as names.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.samples import violations
from mcptest_action.core.checks.suite.match_value import type_of
from mcptest_action.core.protocol.surface import canonical
from .model import Assertion

_CONTENT_TYPES = ("text", "image", "audio", "resource", "resource_link")
LONGEST_SCHEMA = 4_000


def shape_of(results: Sequence[Any], output_schema: Any) -> tuple[Assertion, ...]:
    """What all these results have in common; empty if any isn't a result."""
    if not all(isinstance(result, Mapping) for result in results):
        return ()
    return (*_error_flag(results), *_content(results), *_structured(results, output_schema))


def _error_flag(results: Sequence[Mapping[str, Any]]) -> Iterator[Assertion]:
    if all("isError" in result for result in results):
        yield {"target": "result.isError", "exact": False}
    elif not any("isError" in result for result in results):
        yield {"target": "result.isError", "exists": False}


def _content(results: Sequence[Mapping[str, Any]]) -> Iterator[Assertion]:
    contents = [result.get("content") for result in results]
    if not all(isinstance(content, list) for content in contents):
        return
    if not all(contents):
        yield {"target": "result.content", "type": "array"}
        return
    yield {"target": "result.content", "length": {"min": 1}}
    types = [_type_of_first(content) for content in contents]
    if types[0] in _CONTENT_TYPES and len(set(types)) == 1:
        yield {"target": "result.content[0].type", "exact": types[0]}
    if set(types) == {"text"}:
        yield {"target": "result.content[0].text", "type": "string"}


def _type_of_first(content: Any) -> str:
    match content:
        case [{"type": str(word)}, *_]:
            return word
        case _:
            return ""


def _structured(results: Sequence[Mapping[str, Any]], output_schema: Any) -> Iterator[Assertion]:
    target = "result.structuredContent"
    if not all("structuredContent" in result for result in results):
        return
    found = [result["structuredContent"] for result in results]
    if _is_kept(output_schema, found):
        yield {"target": target, "schema": output_schema}
    elif len({type_of(value) for value in found}) == 1:
        yield {"target": target, "type": type_of(found[0])}


def _is_kept(schema: Any, found: Sequence[Any]) -> bool:
    """Whether the server's own schema is short and readable, and the results keep it."""
    if not isinstance(schema, dict) or not schema or len(canonical(schema)) > LONGEST_SCHEMA:
        return False
    return not any(violations(schema, value) for value in found)
