"""What the schema of `server.json` of 2025-12-11 wants, as rules of our own.

Source: https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json, and the page
on its changes. Fields that it does not name are allowed there, and so here.
"""

import re
from collections.abc import Iterator

from .shape import (
    URI,
    Holder,
    Problem,
    Text,
    check_booleans,
    check_list,
    check_object,
    check_text,
    check_texts,
    holder,
    objects,
)

SCHEMAS = "https://static.modelcontextprotocol.io/schemas/"
CURRENT = "2025-12-11"
_NAME = Text(
    200, 3, re.compile(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+"), "a namespace, a slash and a name"
)
_LABEL = Text(100, 1)
_SHA256 = Text(pattern=re.compile(r"[a-f0-9]{64}"), form="64 hexadecimal digits in lower case")
_URL = Text(pattern=re.compile(r"https?://\S+"), form="a URL with http or https")
_MEDIA_TYPES = ("image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp")
_SIZE = re.compile(r"\d+x\d+|any", re.ASCII)
_PACKAGE_TRANSPORTS = Text(choices=("stdio", "streamable-http", "sse"))
_REMOTE_TRANSPORTS = Text(choices=("streamable-http", "sse"))
# How the fields were called in 2025-07-09: the likeliest reason that one is missing.
_FORMER = {"registryType": "registry_type"}
PUBLISHER = "io.modelcontextprotocol.registry/publisher-provided"


def breaches(root: Holder) -> Iterator[Problem]:
    """Everything that the schema refuses."""
    yield from check_text(root, "$schema", URI)
    yield from check_text(root, "name", _NAME, required=True)
    yield from check_text(root, "description", _LABEL, required=True)
    yield from check_text(root, "version", Text(255), required=True)
    yield from check_text(root, "title", _LABEL)
    yield from check_text(root, "websiteUrl", URI)
    yield from check_object(root, "repository")
    if repository := holder(root.fields.get("repository"), root.at("repository")):
        yield from check_text(repository, "url", URI, required=True)
        yield from check_text(repository, "source", required=True)
        yield from check_texts(repository, ("id", "subfolder"))
    yield from check_list(root, "icons")
    for icon in objects(root, "icons"):
        yield from _icon(icon)
    yield from check_list(root, "packages")
    for package in objects(root, "packages"):
        yield from _package(package)
    yield from check_list(root, "remotes")
    for remote in objects(root, "remotes"):
        yield from _transport(remote, _REMOTE_TRANSPORTS)
        yield from _variables(remote)
    yield from check_object(root, "_meta")
    if meta := holder(root.fields.get("_meta"), root.at("_meta")):
        yield from check_object(meta, PUBLISHER)


def _icon(icon: Holder) -> Iterator[Problem]:
    yield from check_text(icon, "src", URI._replace(longest=255), required=True)
    yield from check_text(icon, "mimeType", Text(choices=_MEDIA_TYPES))
    yield from check_text(icon, "theme", Text(choices=("light", "dark")))
    yield from check_list(icon, "sizes", "text")
    sizes = icon.fields.get("sizes")
    for size in sizes if isinstance(sizes, list) else ():
        if isinstance(size, str) and not _SIZE.fullmatch(size):
            yield Problem(icon.at("sizes"), "sizes has an entry that is not like 48x48, or any")


def _package(package: Holder) -> Iterator[Problem]:
    for key in ("registryType", "identifier"):
        for problem in check_text(package, key, required=True):
            former = _FORMER.get(key, key)
            known = former != key and former in package.fields
            more = f"; {former} is how it was called before 2025-09-16" if known else ""
            yield problem._replace(what=problem.what + more)
    yield from check_text(package, "version", Text(shortest=1))
    if package.fields.get("version") == "latest":
        yield Problem(package.at("version"), "version is latest, which is no version")
    yield from check_text(package, "registryBaseUrl", URI)
    yield from check_text(package, "fileSha256", _SHA256)
    yield from check_text(package, "runtimeHint")
    yield from check_object(package, "transport", required=True)
    if transport := holder(package.fields.get("transport"), package.at("transport")):
        yield from _transport(transport, _PACKAGE_TRANSPORTS)
    for key in ("runtimeArguments", "packageArguments"):
        yield from check_list(package, key)
        for argument in objects(package, key):
            yield from _argument(argument)
    yield from _named_inputs(package, "environmentVariables")


def _transport(transport: Holder, types: Text) -> Iterator[Problem]:
    yield from check_text(transport, "type", types, required=True)
    if transport.text("type") in ("streamable-http", "sse"):
        yield from check_text(transport, "url", _URL, required=True)
        yield from _named_inputs(transport, "headers")


def _named_inputs(of: Holder, key: str) -> Iterator[Problem]:
    yield from check_list(of, key)
    for each in objects(of, key):
        yield from check_text(each, "name", required=True)
        yield from _input(each)


def _argument(argument: Holder) -> Iterator[Problem]:
    yield from check_text(argument, "type", Text(choices=("positional", "named")), required=True)
    yield from check_text(argument, "name", required=argument.text("type") == "named")
    yield from check_text(argument, "valueHint")
    if argument.text("type") == "positional" and not {"value", "valueHint"} & {*argument.fields}:
        yield Problem(argument.pointer, "a positional argument has neither value nor valueHint")
    yield from check_booleans(argument, ("isRepeated",))
    yield from _input(argument)


def _input(of: Holder) -> Iterator[Problem]:
    yield from _plain_input(of)
    yield from _variables(of)


def _variables(of: Holder) -> Iterator[Problem]:
    yield from check_object(of, "variables")
    if variables := holder(of.fields.get("variables"), of.at("variables")):
        for name, value in variables.fields.items():
            yield from check_object(variables, name)
            if inner := holder(value, variables.at(name)):
                yield from _plain_input(inner)


def _plain_input(of: Holder) -> Iterator[Problem]:
    yield from check_texts(of, ("description", "default", "value", "placeholder"))
    formats = ("string", "number", "boolean", "filepath")
    yield from check_text(of, "format", Text(choices=formats))
    yield from check_booleans(of, ("isRequired", "isSecret"))
    yield from check_list(of, "choices", "text")
