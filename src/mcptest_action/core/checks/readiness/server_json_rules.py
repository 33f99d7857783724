"""What the registry refuses beyond the schema of `server.json`, when it is published.

Sources: the registry's page on its requirements, those on package types and on versions, and its
public validators.
"""

import json
import re
from collections.abc import Iterator

from .server_json_schema import PUBLISHER
from .shape import Holder, Problem, holder, objects
from .versions import is_range

_NAME = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9.-]*[a-zA-Z0-9]/[a-zA-Z0-9][a-zA-Z0-9._-]*[a-zA-Z0-9]")
_REPOSITORIES = {
    "github": re.compile(r"https?://(www\.)?github\.com/[\w.-]+/[\w.-]+/?", re.ASCII),
    "gitlab": re.compile(r"https?://(www\.)?gitlab\.com/[\w.-]+(/[\w.-]+){1,9}/?", re.ASCII),
}
_FOLDER = re.compile(r"[a-zA-Z0-9_./-]+")
_VARIABLE = re.compile(r"\{([^{}]+)\}")
VERSIONED = ("npm", "pypi", "nuget", "cargo")
MOST_PUBLISHER_BYTES = 4096
_ITSELF = re.compile(r"https?://(?:[^/?#]*\.)?(?:localhost|127\.0\.0\.1)(?=[:/?#]|\Z)", re.ASCII)


def refusals(root: Holder) -> Iterator[Problem]:
    """Everything that the registry refuses and the schema allows."""
    name = root.text("name")
    if name and not _NAME.fullmatch(name):
        what = "name: both sides of the one slash begin and end with a letter or a digit"
        yield Problem(root.at("name"), what)
    yield from _version(root)
    if "title" in root.fields and root.text("title") and not root.text("title").strip():
        yield Problem(root.at("title"), "title is only spaces")
    yield from _https(root, "websiteUrl")
    for icon in objects(root, "icons"):
        yield from _https(icon, "src")
    if repository := holder(root.fields.get("repository"), root.at("repository")):
        yield from _repository(repository)
    for package in objects(root, "packages"):
        yield from _package(package)
    for remote in objects(root, "remotes"):
        yield from _remote(remote)
    if meta := holder(root.fields.get("_meta"), root.at("_meta")):
        size = len(json.dumps(meta.fields.get(PUBLISHER), separators=(",", ":")).encode())
        if PUBLISHER in meta.fields and size > MOST_PUBLISHER_BYTES:
            what = f"{PUBLISHER} has {size} bytes, of {MOST_PUBLISHER_BYTES} at most"
            yield Problem(meta.at(PUBLISHER), what)


def _version(of: Holder) -> Iterator[Problem]:
    version = of.text("version")
    if version == "latest":
        yield Problem(of.at("version"), "version is latest, which is no version")
    elif is_range(version):
        yield Problem(of.at("version"), f"version {version} is a range, not one version")


def _https(of: Holder, key: str) -> Iterator[Problem]:
    address = of.text(key)
    if address and not address.startswith("https://"):
        yield Problem(of.at(key), f"{key} does not begin with https://")


def _repository(repository: Holder) -> Iterator[Problem]:
    url, source, folder = map(repository.text, ("url", "source", "subfolder"))
    if (url or source) and source not in _REPOSITORIES:
        yield Problem(repository.at("source"), "source is neither github nor gitlab")
    elif url and not _REPOSITORIES[source].fullmatch(url):
        yield Problem(repository.at("url"), f"url is not the address of a repository on {source}")
    if folder and not is_clean(folder):
        yield Problem(repository.at("subfolder"), "subfolder is not a plain relative path")


def is_clean(folder: str) -> bool:
    """A relative path without empty parts, dots and odd characters."""
    parts = folder.split("/")
    return bool(_FOLDER.fullmatch(folder)) and not {"", ".", ".."}.intersection(parts)


def _package(package: Holder) -> Iterator[Problem]:
    identifier, kind = package.text("identifier"), package.text("registryType")
    if " " in identifier:
        yield Problem(package.at("identifier"), "identifier has a space in it")
    yield from (p for p in _version(package) if package.text("version") != "latest")
    if kind in VERSIONED and "version" not in package.fields:
        yield Problem(package.at("version"), f"version is missing, and {kind} packages need one")
    if kind == "mcpb" and "fileSha256" not in package.fields:
        yield Problem(package.at("fileSha256"), "fileSha256 is missing, and mcpb packages need it")
    if kind == "mcpb" and "mcp" not in identifier:
        yield Problem(package.at("identifier"), "identifier of an mcpb package does not hold mcp")
    arguments = [*objects(package, "runtimeArguments"), *objects(package, "packageArguments")]
    for argument in arguments:
        yield from _named_argument(argument)
    known = {
        each.text(key)
        for each in (*objects(package, "environmentVariables"), *arguments)
        for key in ("name", "valueHint")
    }
    if transport := holder(package.fields.get("transport"), package.at("transport")):
        if transport.text("type") == "stdio" and transport.text("url"):
            yield Problem(transport.at("url"), "url beside type stdio, which has none")
        yield from _unknown_variables(transport, known)


def _named_argument(argument: Holder) -> Iterator[Problem]:
    name = argument.text("name")
    if argument.text("type") != "named" or not name:
        return
    if re.search(r"[<>$ ]", name):
        yield Problem(argument.at("name"), "name of an argument holds more than the flag")
    for key in ("value", "default"):
        if argument.text(key).startswith(name):
            yield Problem(argument.at(key), f"{key} begins with the flag, which stands in name")


def _remote(remote: Holder) -> Iterator[Problem]:
    url = remote.text("url")
    variables = holder(remote.fields.get("variables"), remote.at("variables"))
    yield from _unknown_variables(remote, set(variables.fields) if variables else set())
    if _ITSELF.match(url):
        yield Problem(remote.at("url"), "url of a remote leads to the machine itself")
    elif url and not url.startswith("https://"):
        yield Problem(remote.at("url"), "url of a remote does not begin with https://")


def _unknown_variables(transport: Holder, known: set[str]) -> Iterator[Problem]:
    for name in _VARIABLE.findall(transport.text("url")):
        if name not in known:
            yield Problem(transport.at("url"), f"url names a variable {name} that is not defined")
