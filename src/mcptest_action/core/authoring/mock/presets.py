"""Servers that need no manifest: one made well, one that checks nothing, one that means harm."""

from typing import Any

from .hostile import HOSTILE
from .manifest import load_manifest
from .model import Manifest
from .source import Source

_RECORD = {
    "type": "object",
    "properties": {"id": {"type": "string"}, "title": {"type": "string"}},
    "required": ["id", "title"],
    "additionalProperties": False,
}
_ID = {"type": "string", "minLength": 1, "description": "The id of the record."}
_TITLE = {"type": "string", "minLength": 1, "description": "The title of the record."}


def _input(required: list[str], **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _hints(effect: str, *, idempotent: bool, confirm: bool = False) -> dict[str, Any]:
    """Annotations and `_meta` hints that say the same."""
    return {
        "annotations": {
            "readOnlyHint": effect == "read",
            "destructiveHint": effect == "delete",
            "idempotentHint": idempotent,
            "openWorldHint": False,
        },
        "_meta": {
            "mcp.dev/effect": effect,
            "mcp.dev/idempotent": idempotent,
            "mcp.dev/requiresConfirmation": confirm,
            "mcp.dev/resultSensitivity": "internal",
        },
    }


def _says(text: str, **structured: Any) -> dict[str, Any]:
    content = {"content": [{"type": "text", "text": text}]}
    return content | ({"structuredContent": structured} if structured else {})


_DEMO: dict[str, Any] = {
    "name": "records",
    "version": "1.0.0",
    "instructions": "Search for a record before you change or delete it.",
    "tools": [
        {
            "name": "search_records",
            "title": "Search records",
            "description": "Find records matching a query.",
            "input_schema": _input(
                ["query"],
                query={"type": "string", "description": "Words that the title contains."},
                limit={"type": "integer", "minimum": 1, "maximum": 100, "default": 10},
            ),
            "output_schema": {
                "type": "object",
                "properties": {"records": {"type": "array", "items": _RECORD}},
                "required": ["records"],
                "additionalProperties": False,
            },
            **_hints("read", idempotent=True),
            "response": _says('{"records":[]}', records=[]),
        },
        {
            "name": "get_record",
            "title": "Get a record",
            "description": "Return the record with this id.",
            "input_schema": _input(["id"], id=_ID),
            "output_schema": _RECORD,
            **_hints("read", idempotent=True),
            "response": _says(
                '{"id":"${args.id}","title":"Quarterly report"}',
                id="${args.id}",
                title="Quarterly report",
            ),
        },
        {
            "name": "create_record",
            "title": "Create a record",
            "description": "Add a record with this title.",
            "input_schema": _input(["title"], title=_TITLE),
            **_hints("write", idempotent=False),
            "response": _says("created '${args.title}'"),
        },
        {
            "name": "update_record",
            "title": "Update a record",
            "description": "Give the record with this id another title.",
            "input_schema": _input(["id", "title"], id=_ID, title=_TITLE),
            **_hints("write", idempotent=True),
            "response": _says("updated ${args.id}"),
        },
        {
            "name": "delete_record",
            "title": "Delete a record",
            "description": "Delete a record by id.",
            "input_schema": _input(["id"], id=_ID),
            **_hints("delete", idempotent=True, confirm=True),
            "response": _says("deleted"),
        },
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
