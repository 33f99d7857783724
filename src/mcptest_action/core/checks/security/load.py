"""What a server listed, from a file: the forms in which people keep a `tools/list`."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.protocol.exchange import (
    META_SERVER,
    MODERN_VERSIONS,
    NEWEST_MODERN,
    Era,
    EraName,
)
from mcptest_action.core.protocol.surface import SCHEMA, Item, Surface
from mcptest_action.core.text import InputError, unusable

_OURS = "mcptest.dev/"
_LOOKED_FOR = (
    'looked for {"tools": […]}, a JSON-RPC response with that result, a list of tools, '
    "or what `mcptest surface --format json` writes"
)
Path = tuple[str, ...]
_LISTS = ("tools", "prompts", "resources", "resourceTemplates")
_HELLO: Mapping[str, tuple[Path, ...]] = {
    "serverInfo": (("_meta", META_SERVER),),
    "capabilities": (),
    "instructions": (),
    "protocolVersion": (("protocol", "version"),),
}
# Where each part of a surface may be, the likeliest first: on top, or in the answer to hello.
_PLACES: Mapping[str, tuple[Path, ...]] = {
    **{name: ((name,),) for name in _LISTS},
    "resourceTemplates": (("resourceTemplates",), ("resource_templates",)),
    **{
        name: ((name,), ("initialize", name), ("initialize", "result", name), *others)
        for name, others in _HELLO.items()
    },
}


class Dump(NamedTuple):
    surface: Surface
    places: Mapping[str, Path]
    """Where the parts of the surface stand in the file, by the first name in their pointers."""


def load_dump(data: Any, file: str) -> Dump:
    """The surface, in the order of the file. An unknown form is an error, never empty."""
    holder, prefix = _holder(data, file)
    found = {name: _find(holder, paths, name, file) for name, paths in _PLACES.items()}
    if holder.get("schema_version") == SCHEMA:  # elsewhere `server` is whatever its author likes
        found["serverInfo"] = ("server",), holder.get("server")
    parts = {name: value for name, (_, value) in found.items()}
    if parts["tools"] is None:
        raise _not_recognised(file, "there is no list called 'tools'")
    lists = {name: _items(parts[name], name, file) for name in _LISTS}
    return Dump(
        Surface(
            era=_era(_text(parts["protocolVersion"], "protocolVersion", file)),
            server=_object(parts["serverInfo"], "serverInfo", file),
            capabilities=_object(parts["capabilities"], "capabilities", file),
            instructions=_text(parts["instructions"], "instructions", file),
            tools=lists["tools"],
            resources=lists["resources"],
            templates=lists["resourceTemplates"],
            prompts=lists["prompts"],
            problems=_problems(holder, file),
        ),
        # The tools of a bare list are not inside anything.
        {name: () if isinstance(data, list) else (*prefix, *found[name][0]) for name in found},
    )


def _holder(data: Any, file: str) -> tuple[Item, Path]:
    """The object that holds the lists, and where in the file it is."""
    match data:
        case {"schema_version": str(claimed)} if claimed.startswith(_OURS) and claimed != SCHEMA:
            what = f"schema_version is '{claimed}', but a surface is '{SCHEMA}'"
            raise unusable(file, what, _LOOKED_FOR)
        case {"tools": _, "result": {"tools": _}}:
            raise _not_recognised(file, "there are tools in two places, and one would be left out")
        case {"tools": _}:
            return data, ()
        case {"result": {"tools": _} as result}:
            return result, ("result",)
        case {"jsonrpc": _, "error": error}:
            message = error.get("message") if isinstance(error, Mapping) else None
            said = f": {message}" if isinstance(message, str) else ""
            raise unusable(file, f"it holds an error of the server, no tools{said}", _LOOKED_FOR)
        case [{"name": _} | {"inputSchema": _}, *_]:
            return {"tools": data}, ()
        case []:
            raise _not_recognised(file, "an empty list does not say what it is a list of")
        case list():
            raise _not_recognised(file, "the list does not begin with a tool")
        case Mapping():
            raise _not_recognised(file, "there is no list called 'tools'")
        case _:
            raise _not_recognised(file, "the file holds neither an object nor a list")


def _find(holder: Item, paths: tuple[Path, ...], name: str, file: str) -> tuple[Path, Any]:
    found: list[tuple[Path, Any]] = []
    for path in paths:
        value: Any = holder
        for key in path:
            value = value.get(key) if isinstance(value, Mapping) else None
        if value is not None:
            found.append((path, value))
    if any(value != found[0][1] for _, value in found):
        raise _not_recognised(file, f"'{name}' stands in two places, and says two things")
    return found[0] if found else ((name,), None)


def _items(value: Any, name: str, file: str) -> tuple[Item, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise _not_recognised(file, f"'{name}' is not a list")
    for position, item in enumerate(value):
        if not isinstance(item, Mapping):
            raise _not_recognised(file, f"{name}[{position}] is not an object")
    return tuple(value)


def _object(value: Any, name: str, file: str) -> Item:
    if value is not None and not isinstance(value, Mapping):
        raise _not_recognised(file, f"'{name}' is not an object")
    return value or {}


def _text(value: Any, name: str, file: str) -> str | None:
    if value is not None and not isinstance(value, str):
        raise _not_recognised(file, f"'{name}' is not text")
    return value


def _problems(holder: Item, file: str) -> tuple[str, ...]:
    """Why this isn't the whole surface: the file says so itself, or a page has a next one."""
    said = holder.get("problems", []) if holder.get("schema_version") == SCHEMA else []
    if not isinstance(said, list):
        raise _not_recognised(file, "'problems' is not a list")
    problems = [str(problem) for problem in said]
    if holder.get("nextCursor") is not None:
        problems.append(f"{file} is one page of several: it holds a nextCursor")
    return tuple(problems)


def _era(version: str | None) -> Era:
    """The newest, if the file doesn't say: then we also look at what is new there."""
    if version is None:
        return NEWEST_MODERN
    return Era(EraName.MODERN if version in MODERN_VERSIONS else EraName.LEGACY, version)


def _not_recognised(file: str, found: str) -> InputError:
    return unusable(file, f"not recognised as what a server lists: {found}", _LOOKED_FOR)


# With the blanks behind it, so that it ends where the next one begins.
_TOKEN = re.compile(r'("[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]:,])[ \t\r\n]*+', re.DOTALL)


def lines_of(text: str, places: Mapping[str, Path], pointers: Iterable[str]) -> dict[str, int]:
    """The line of each pointer, or of the nearest thing around it. `text` is valid JSON."""
    wanted = {pointer: _path(pointer, places) for pointer in pointers}
    around = {path[:end] for path in wanted.values() for end in range(len(path) + 1)}
    found: dict[Path, int] = {(): 1}
    line, before = 1, 0
    for path, offset in _walk(text):
        if path in around:
            line += text.count("\n", before, offset)
            before = offset
            found[path] = line
    return {pointer: _nearest(path, found) for pointer, path in wanted.items()}


def _path(pointer: str, places: Mapping[str, Path]) -> Path:
    """The path in the file. The surface's `/tools` may be at `/result/tools`."""
    _, first, *rest = [
        part.replace("~1", "/").replace("~0", "~") for part in (pointer or "/").split("/")
    ]
    return (*places.get(first, (first,)), *rest)


def _nearest(path: Path, found: Mapping[Path, int]) -> int:
    end = len(path)
    while path[:end] not in found:
        end -= 1
    return found[path[:end]]


def _walk(text: str) -> Iterator[tuple[Path, int]]:
    """Every member at its name and every entry at its start, in the order of the text."""
    here: list[str] = []  # the path to where we are; the last part changes from value to value
    lists: list[bool] = []
    name, start = "", 0
    for token in _TOKEN.finditer(text):
        match token[1]:
            case "{" | "[" as opening:
                lists.append(opening == "[")
                here.append("0")
                if lists[-1]:
                    yield tuple(here), token.end()
            case "}" | "]":
                lists.pop()
                here.pop()
            case "," if lists[-1]:
                here[-1] = str(int(here[-1]) + 1)
                yield tuple(here), token.end()
            case ",":
                pass
            case ":":
                here[-1] = json.loads(name)
                yield tuple(here), start
            case string:
                name, start = string, token.start()
