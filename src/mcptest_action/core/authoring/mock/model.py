"""What a mock server serves."""

from collections.abc import Mapping
from typing import Any, NamedTuple

JsonObject = Mapping[str, Any]


class Tool(NamedTuple):
    """`listed` reaches the client as it is, however malformed; `response` answers every call."""

    name: str
    listed: JsonObject
    response: JsonObject | None = None


class Resource(NamedTuple):
    """`body` is `text` or `blob`, as `resources/read` returns it."""

    uri: str
    listed: JsonObject
    body: JsonObject


class ResourceTemplate(NamedTuple):
    """Without a text, it is listed but nothing can be read through it."""

    uri_template: str
    listed: JsonObject
    text: str | None = None


class Prompt(NamedTuple):
    name: str
    listed: JsonObject
    text: str


class Manifest(NamedTuple):
    """A lenient server accepts whatever it is sent; a page size of 0 means one page."""

    name: str = "mcptest-mock"
    version: str = "0.0.0"
    instructions: str = ""
    tools: tuple[Tool, ...] = ()
    resources: tuple[Resource, ...] = ()
    resource_templates: tuple[ResourceTemplate, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    page_size: int = 0
    lenient: bool = False


def object_of(value: Any) -> dict[str, Any]:
    """The value, if it is an object; else an empty one."""
    return value if isinstance(value, dict) else {}


def list_of(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
