"""Servers that need no manifest: one made well, one that checks nothing, one that means harm."""

from typing import Any

from .hostile import HOSTILE
from .manifest import load_manifest
from .model import Manifest
from .source import Source


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    closed = {"required": required, "additionalProperties": False}
    return {"type": "object", "properties": properties, **closed}


def _tool(
    texts: tuple[str, str, str], effect: str, *, idempotent: bool = True, **more: Any
) -> dict[str, Any]:
    """A tool by name, title and description, whose annotations and `_meta` hints say the same."""
    name, title, description = texts
    deletes = effect == "delete"
    return {
        "name": name,
        "title": title,
        "description": description,
        "annotations": {
            "readOnlyHint": effect == "read",
            "destructiveHint": deletes,
            "idempotentHint": idempotent,
            "openWorldHint": False,
        },
        "_meta": {
            "mcp.dev/effect": effect,
            "mcp.dev/idempotent": idempotent,
            "mcp.dev/requiresConfirmation": deletes,
            "mcp.dev/resultSensitivity": "internal",
        },
        **more,
    }


def _says(text: str, **structured: Any) -> dict[str, Any]:
    content = {"content": [{"type": "text", "text": text}]}
    return content | ({"structuredContent": structured} if structured else {})


_RECORD = _object(["id", "title"], id={"type": "string"}, title={"type": "string"})
_ID = {"type": "string", "minLength": 1, "description": "The id of the record."}
_TITLE = {"type": "string", "minLength": 1, "description": "The title of the record."}
_QUERY = {"type": "string", "description": "Words that the title contains."}
_LIMIT = {"type": "integer", "minimum": 1, "maximum": 100, "default": 10}
_FOUND = {"id": "${args.id}", "title": "Quarterly report"}
_DEMO: dict[str, Any] = {
    "name": "records",
    "version": "1.0.0",
    "instructions": "Search for a record before you change or delete it.",
    "tools": [
        _tool(
            ("search_records", "Search records", "Find records matching a query."),
            "read",
            input_schema=_object(["query"], query=_QUERY, limit=_LIMIT),
            output_schema=_object(["records"], records={"type": "array", "items": _RECORD}),
            response=_says('{"records":[]}', records=[]),
        ),
        _tool(
            ("get_record", "Get a record", "Return the record with this id."),
            "read",
            input_schema=_object(["id"], id=_ID),
            output_schema=_RECORD,
            response=_says('{"id":"${args.id}","title":"Quarterly report"}', **_FOUND),
        ),
        _tool(
            ("create_record", "Create a record", "Add a record with this title."),
            "write",
            idempotent=False,
            input_schema=_object(["title"], title=_TITLE),
            response=_says("created '${args.title}'"),
        ),
        _tool(
            ("update_record", "Update a record", "Give the record with this id another title."),
            "write",
            input_schema=_object(["id", "title"], id=_ID, title=_TITLE),
            response=_says("updated ${args.id}"),
        ),
        _tool(
            ("delete_record", "Delete a record", "Delete a record by id."),
            "delete",
            input_schema=_object(["id"], id=_ID),
            response=_says("deleted"),
        ),
    ],
    "resources": [
        {
            "uri": "records://schema",
            "name": "schema",
            "description": "The fields of a record.",
            "mime_type": "text/plain",
            "text": "id: text\ntitle: text\n",
        }
    ],
    "resource_templates": [
        {
            "uri_template": "records://records/{id}",
            "name": "record",
            "description": "One record by its id.",
            "mime_type": "text/plain",
            "text": "id: ${args.id}\ntitle: Quarterly report\n",
        }
    ],
    "prompts": [
        {
            "name": "summarize_record",
            "description": "Ask for a summary of a record.",
            "arguments": [{"name": "id", "description": "The id of the record.", "required": True}],
            "text": "Summarize the record ${args.id} in one sentence.",
        }
    ],
}

_PRESETS: dict[str, dict[str, Any]] = {
    "demo": _DEMO,
    "lenient": _DEMO | {"name": "lenient-records", "lenient": True},
    "hostile": HOSTILE,
}
PRESETS = tuple(_PRESETS)


def preset(name: str) -> Manifest:
    return load_manifest(Source(f"the preset {name}", {"mock_server": _PRESETS[name]}))
