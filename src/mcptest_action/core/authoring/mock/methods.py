"""What the server can be asked for, once it is clear in which revision."""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .arguments import complaint
from .listing import page
from .message import Code, Failure
from .model import JsonObject, Manifest, Tool
from .sample import sample
from .template import filled, variables

Outcome = dict[str, Any] | Failure


class Asked(NamedTuple):
    """A request without its envelope."""

    manifest: Manifest
    params: JsonObject
    modern: bool


def capabilities(manifest: Manifest) -> dict[str, Any]:
    """What the manifest has, and nothing else."""
    has = {
        "tools": manifest.tools,
        "resources": manifest.resources + manifest.resource_templates,
        "prompts": manifest.prompts,
    }
    return {name: {} for name, entries in has.items() if entries}


def _list_tools(asked: Asked) -> Outcome:
    tools = [tool.listed for tool in asked.manifest.tools]
    return page(asked.manifest, "tools", tools, asked.params.get("cursor"))


def _list_resources(asked: Asked) -> Outcome:
    resources = [resource.listed for resource in asked.manifest.resources]
    return page(asked.manifest, "resources", resources, asked.params.get("cursor"))


def _list_templates(asked: Asked) -> Outcome:
    templates = [template.listed for template in asked.manifest.resource_templates]
    return page(asked.manifest, "resourceTemplates", templates, asked.params.get("cursor"))


def _list_prompts(asked: Asked) -> Outcome:
    prompts = [prompt.listed for prompt in asked.manifest.prompts]
    return page(asked.manifest, "prompts", prompts, asked.params.get("cursor"))


def _call_tool(asked: Asked) -> Outcome:
    name, arguments = asked.params.get("name"), asked.params.get("arguments", {})
    lenient = asked.manifest.lenient
    if not isinstance(arguments, dict):
        if not lenient:
            return Failure(Code.INVALID_PARAMS, "arguments must be an object")
        arguments = {}
    # Of two tools with one name, the first answers.
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
    return {
        "content": [{"type": "text", "text": json.dumps(value)}],
        "structuredContent": value,
    }


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
    declared = prompt.listed.get("arguments")
    for argument in declared if isinstance(declared, list) else []:
        needed = isinstance(argument, dict) and argument.get("required") is True
        if needed and argument.get("name") not in arguments and not asked.manifest.lenient:
            what = f"the argument '{argument.get('name')}' is missing"
            return Failure(Code.INVALID_PARAMS, what)
    content = {"type": "text", "text": filled(prompt.text, arguments)}
    told = {"description": prompt.listed["description"]} if "description" in prompt.listed else {}
    return {**told, "messages": [{"role": "user", "content": content}]}


def _unknown(kind: str, name: object) -> Failure:
    if not isinstance(name, str):
        return Failure(Code.INVALID_PARAMS, "name must be text")
    return Failure(Code.INVALID_PARAMS, f"there is no {kind} '{name}'")


METHODS: Mapping[str, Callable[[Asked], Outcome]] = {
    "tools/list": _list_tools,
    "tools/call": _call_tool,
    "resources/list": _list_resources,
    "resources/templates/list": _list_templates,
    "resources/read": _read_resource,
    "prompts/list": _list_prompts,
    "prompts/get": _get_prompt,
}
