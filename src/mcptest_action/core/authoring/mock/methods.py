"""What a client can ask the server for, once the revision is clear."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .arguments import complaint
from .message import Code, Failure
from .model import JsonObject, Manifest, Prompt, Resource, ResourceTemplate, Tool, list_of
from .sample import sample
from .template import filled, variables

Outcome = dict[str, Any] | Failure


class Asked(NamedTuple):
    """A request without its envelope."""

    manifest: Manifest
    params: JsonObject
    modern: bool


def capabilities(manifest: Manifest) -> dict[str, Any]:
    """Only what the manifest has."""
    has = {
        "tools": manifest.tools,
        "resources": manifest.resources + manifest.resource_templates,
        "prompts": manifest.prompts,
    }
    return {name: {} for name, entries in has.items() if entries}


def _page(
    asked: Asked, key: str, entries: Sequence[Tool | Resource | ResourceTemplate | Prompt]
) -> Outcome:
    """The entries from the cursor on, and the cursor of the next page if there is one."""
    size = asked.manifest.page_size or len(entries) or 1
    starts = {_cursor(key, start): start for start in range(size, len(entries), size)}
    start, cursor = 0, asked.params.get("cursor")
    if cursor is not None:
        known = isinstance(cursor, str) and cursor in starts
        if not known and not asked.manifest.lenient:
            return Failure(Code.INVALID_PARAMS, "this cursor was not handed out")
        start = starts[cursor] if known else 0
    shown: dict[str, Any] = {key: [dict(one.listed) for one in entries[start : start + size]]}
    if start + size < len(entries):
        shown["nextCursor"] = _cursor(key, start + size)
    return shown


def _cursor(key: str, start: int) -> str:
    """Opaque, so that nobody is tempted to count with it."""
    return f"{key}:{start}".encode().hex()


def _call_tool(asked: Asked) -> Outcome:
    name, arguments = asked.params.get("name"), asked.params.get("arguments", {})
    lenient = asked.manifest.lenient
    if not isinstance(arguments, dict):
        if not lenient:
            return Failure(Code.INVALID_PARAMS, "arguments must be an object")
        arguments = {}
    # If two tools share a name, the first answers.
    tool = next((tool for tool in asked.manifest.tools if tool.name == name), None)
    if tool is None:
        if not lenient:
            return _unknown("tool", name)
        tool = Tool("", {})
    problem = None if lenient else complaint(tool.listed.get("inputSchema"), arguments)
    if problem is not None:
        return {"content": [{"type": "text", "text": problem}], "isError": True}
    response = _default_response(tool) if tool.response is None else tool.response
    made: dict[str, Any] = filled(response, arguments)
    return made


def _default_response(tool: Tool) -> dict[str, Any]:
    if "outputSchema" not in tool.listed:
        return {"content": [{"type": "text", "text": "ok"}]}
    value = sample(tool.listed["outputSchema"])
    content = [{"type": "text", "text": json.dumps(value)}]
    return {"content": content, "structuredContent": value}


def _read_resource(asked: Asked) -> Outcome:
    uri = asked.params.get("uri")
    if not isinstance(uri, str):
        return Failure(Code.INVALID_PARAMS, "uri must be text")
    for resource in asked.manifest.resources:
        if resource.uri == uri:
            return {"contents": [_contents(uri, resource.listed, resource.body)]}
    for template in asked.manifest.resource_templates:
        found = variables(template.uri_template, uri)
        if found is not None and template.text is not None:
            body = {"text": filled(template.text, found)}
            return {"contents": [_contents(uri, template.listed, body)]}
    if asked.manifest.lenient:
        return {"contents": []}
    code = Code.INVALID_PARAMS if asked.modern else Code.RESOURCE_NOT_FOUND
    return Failure(code, "there is no such resource", {"uri": uri})


def _contents(uri: str, listed: JsonObject, body: JsonObject) -> dict[str, Any]:
    kind = {"mimeType": listed["mimeType"]} if "mimeType" in listed else {}
    return {"uri": uri, **kind, **body}


def _get_prompt(asked: Asked) -> Outcome:
    name, arguments = asked.params.get("name"), asked.params.get("arguments", {})
    prompt = next((prompt for prompt in asked.manifest.prompts if prompt.name == name), None)
    if prompt is None:
        return {"messages": []} if asked.manifest.lenient else _unknown("prompt", name)
    if not isinstance(arguments, dict):
        return Failure(Code.INVALID_PARAMS, "arguments must be an object")
    for argument in list_of(prompt.listed.get("arguments")):
        needed = isinstance(argument, dict) and argument.get("required") is True
        if needed and argument.get("name") not in arguments and not asked.manifest.lenient:
            return Failure(Code.INVALID_PARAMS, f"the argument '{argument.get('name')}' is missing")
    content = {"type": "text", "text": filled(prompt.text, arguments)}
    told = {"description": prompt.listed["description"]} if "description" in prompt.listed else {}
    return {**told, "messages": [{"role": "user", "content": content}]}


def _unknown(kind: str, name: object) -> Failure:
    if not isinstance(name, str):
        return Failure(Code.INVALID_PARAMS, "name must be text")
    return Failure(Code.INVALID_PARAMS, f"there is no {kind} '{name}'")


METHODS: Mapping[str, Callable[[Asked], Outcome]] = {
    "tools/list": lambda asked: _page(asked, "tools", asked.manifest.tools),
    "tools/call": _call_tool,
    "resources/list": lambda asked: _page(asked, "resources", asked.manifest.resources),
    "resources/templates/list": lambda asked: _page(
        asked, "resourceTemplates", asked.manifest.resource_templates
    ),
    "resources/read": _read_resource,
    "prompts/list": lambda asked: _page(asked, "prompts", asked.manifest.prompts),
    "prompts/get": _get_prompt,
}
