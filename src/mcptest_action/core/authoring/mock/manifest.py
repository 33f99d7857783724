"""The text of a manifest, or of a captured tools/list, to a Manifest."""

from collections.abc import Callable
from typing import Any, TypeVar

from mcptest_action.core.text import unusable
from .model import Manifest, Prompt, Resource, ResourceTemplate, Tool, object_of
from .reader import Reader, without
from .source import Path, Source, read_source

KEYS = (
    "name", "version", "instructions", "page_size", "lenient",
    "tools", "resources", "resource_templates", "prompts",
)  # fmt: skip
_SERVER = "mock_server"
_DEFAULT = Manifest()
_Made = TypeVar("_Made")


def read_manifest(text: str, file: str) -> Manifest:
    """What the file describes; JSON may also be a manifest, or a capture of a real server."""
    source = read_source(text, file)
    captured = source.tree is None and not _has(source.data, _SERVER)
    return _capture(source) if captured else load_manifest(source)


def load_manifest(source: Source) -> Manifest:
    """The manifest below `mock_server`."""
    reader = _Entries(source)
    document = reader.mapping((), source.data, (_SERVER,))
    if _SERVER not in document:
        reader.missing((), _SERVER, "add mock_server: with tools: below it")
        reader.raise_any()
    server = reader.mapping((_SERVER,), document[_SERVER], KEYS)
    if "tools" not in server:
        reader.missing((_SERVER,), "tools", "add a list; it may be empty")

    def entries(key: str, make: Callable[[Path, dict[str, Any]], _Made]) -> tuple[_Made, ...]:
        return reader.entries((_SERVER, key), server.get(key, []), make)

    def text(key: str, default: str = "") -> str:
        return reader.typed((_SERVER, key), server.get(key, default), str)

    page_size = reader.typed((_SERVER, "page_size"), server.get("page_size", 0), int)
    if page_size < 0:
        reader.add((_SERVER, "page_size"), "page_size is less than 0", "0 means one page")
    manifest = Manifest(
        name=text("name", _DEFAULT.name),
        version=text("version", _DEFAULT.version),
        instructions=text("instructions"),
        tools=entries("tools", reader.tool),
        resources=entries("resources", reader.resource),
        resource_templates=entries("resource_templates", reader.template),
        prompts=entries("prompts", reader.prompt),
        page_size=page_size,
        lenient=reader.typed((_SERVER, "lenient"), server.get("lenient", False), bool),
    )
    reader.raise_any()
    return manifest


def _capture(source: Source) -> Manifest:
    """What a server once answered to tools/list, and to initialize if that was kept as well."""
    document = source.data
    if not _has(document, "tools") and _has(document, "result"):
        document = document["result"]
    if not _has(document, "tools"):
        what = "holds no list of tools"
        raise unusable(source.file, what, "looked for mock_server, tools and result.tools")
    reader = _Entries(source)
    tools = reader.entries(("tools",), document["tools"], reader.captured_tool)
    reader.raise_any()
    greeting = object_of(document.get("initialize"))
    info = object_of(greeting.get("serverInfo"))
    return Manifest(
        name=_text(info.get("name"), _DEFAULT.name),
        version=_text(info.get("version"), _DEFAULT.version),
        instructions=_text(greeting.get("instructions"), ""),
        tools=tools,
    )


def _has(value: Any, key: str) -> bool:
    return isinstance(value, dict) and key in value


def _text(value: Any, default: str) -> str:
    return value if isinstance(value, str) else default


class _Entries(Reader):
    """The entries in the lists of a manifest."""

    def tool(self, path: Path, entry: dict[str, Any]) -> Tool:
        made = self.captured_tool(path, self.renamed(path, entry, "input_schema", "output_schema"))
        listed, response = dict(made.listed), made.response
        listed.setdefault("inputSchema", {"type": "object"})
        if response is not None:
            inside = (*path, "response")
            response = self.renamed(inside, dict(response), "structured_content", "is_error")
        return Tool(made.name, listed, response)

    def captured_tool(self, path: Path, entry: dict[str, Any]) -> Tool:
        """A tool in its own spelling: what a server got wrong must stay wrong."""
        name = self.needed(path, entry, "name")
        response = None
        if "response" in entry:
            response = self.typed((*path, "response"), entry["response"], dict)
        return Tool(name, without(entry, "response"), response)

    def resource(self, path: Path, entry: dict[str, Any]) -> Resource:
        listed = self.renamed(path, entry, "mime_type")
        uri = self.needed(path, listed, "uri")
        kind = "blob" if "blob" in listed else "text"
        body = {kind: self.typed((*path, kind), listed.get(kind, ""), str)}
        return Resource(uri, without(listed, "text", "blob"), body)

    def template(self, path: Path, entry: dict[str, Any]) -> ResourceTemplate:
        listed = self.renamed(path, entry, "uri_template", "mime_type")
        uri_template = self.needed(path, listed, "uriTemplate")
        text = self.typed((*path, "text"), listed["text"], str) if "text" in listed else None
        return ResourceTemplate(uri_template, without(listed, "text"), text)

    def prompt(self, path: Path, entry: dict[str, Any]) -> Prompt:
        name = self.needed(path, entry, "name")
        text = self.typed((*path, "text"), entry.get("text", ""), str)
        return Prompt(name, without(entry, "text"), text)
