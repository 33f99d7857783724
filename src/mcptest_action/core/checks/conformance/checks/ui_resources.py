"""MCP Apps (SEP-1865): the user interfaces themselves, as resources."""

import base64
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import fault_behind
from mcptest_action.core.checks.results import Ruling, failed, not_applicable, not_verified, ruled
from mcptest_action.core.protocol.exchange import Provenance, Reaction, Replied, Request, RpcError
from ..content import resource_problem
from ..extensions import in_apps
from ..model import Examinee, Probe, Probing, Rulings, must, should, the_same
from ..refusal import server_said
from ..revision import SINCE_JUNE
from ..traffic import listed
from ..ui_metadata import origin_problem, shape_problem
from .ui_tools import SCHEME, named_by

MOST_READ = 3
HTML = "text/html;profile=mcp-app"
_FORMAT = in_apps("ui-resource-format")
_READING = f"`resources/read` of the first user interfaces, {MOST_READ} at most"
EXISTS = must("UI-03", in_apps("resource-discovery"), revisions=SINCE_JUNE)(
    expects="The user interface that a tool names can be read.",
    sends=_READING,
    remedy="Serve the resource that `_meta.ui.resourceUri` names, or leave that out.",
)
CONTENT = must("UI-04", in_apps("content-requirements"), revisions=SINCE_JUNE)(
    expects=f"A user interface is a text or blob of the type `{HTML}`.",
    sends=_READING,
    remedy=f"Return the page with the `mimeType` `{HTML}`.",
)
DOCUMENT = must("UI-05", in_apps("content-requirements"), revisions=SINCE_JUNE)(
    expects="A user interface is an HTML document: it begins with `<!doctype html>` or `<html>`.",
    sends=_READING,
    remedy="Return a whole HTML5 document, not a part of one or an address.",
)
METADATA = must("UI-06", _FORMAT, revisions=SINCE_JUNE, basis="schema")(
    expects="`_meta.ui` of a user interface has the shape that the extension gives it: lists of "
    "texts in `csp`, objects in `permissions`, a text as `domain`, a boolean as `prefersBorder`.",
    sends=f"{_READING}; looks at their entries in `resources/list`, too",
    remedy="Write `csp` as lists of origins; hosts make the Content Security Policy of it.",
)
ORIGINS = should("UI-07", _FORMAT, revisions=SINCE_JUNE, basis="derived")(
    expects="Every domain in `csp` is an origin, such as `https://api.example.com`.",
    sends=f"{_READING}; looks at their entries in `resources/list`, too",
    remedy="Name scheme and host, without a path, spaces, quotes or semicolons.",
)
ABOUT_CONTENT = (CONTENT, DOCUMENT)
ABOUT_META = (METADATA, ORIGINS)
ALL = (EXISTS, *ABOUT_CONTENT, *ABOUT_META)
_TYPE = re.compile(r"""text/html\s*;\s*profile\s*=\s*(["']?)mcp-app\1\s*(?:;.*)?""", re.IGNORECASE)
_BEGINNING = re.compile(r"<(?:!doctype\s+html|html)\b", re.IGNORECASE)
MOST_COMMENTS = 20


class Found(NamedTuple):
    """What became of reading one."""

    uri: str
    parts: tuple[Any, ...]
    trouble: Ruling | None


def is_ui_type(kind: Any) -> bool:
    return isinstance(kind, str) and _TYPE.fullmatch(kind) is not None


def interfaces(server: Examinee) -> Probing:
    """Those that tools name, and those that are listed with the type of one.

    Others with a `ui://` address belong to older conventions, which ask for other types.
    """
    named = [uri for tool in server.surface.tools if _is_address(uri := named_by(tool))]
    own = [each for each in server.surface.resources if is_ui_type(each.get("mimeType"))]
    listed = [each["uri"] for each in own if _is_address(each.get("uri"))]
    uris = list(dict.fromkeys([*named, *listed]))
    if not uris:
        return the_same(ALL, not_applicable("no user interface is named or listed"))
    found = []
    for uri in uris[:MOST_READ]:
        reaction = yield Request("resources/read", {"uri": uri})
        found += [_found(uri, reaction)]
    entries = [each for each in server.surface.resources if each.get("uri") in uris]
    parts = [part for each in found for part in each.parts]
    return {
        EXISTS.id: _exists(found, named),
        **(_contents(parts) if parts else the_same(ABOUT_CONTENT, _UNREAD)),
        **_metadata([ui for each in (*entries, *parts) if (ui := _told(each)) is not None]),
    }


_UNREAD = not_verified("no user interface could be read")


def _is_address(uri: Any) -> bool:
    return isinstance(uri, str) and uri.startswith(SCHEME)


def _found(uri: str, reaction: Reaction) -> Found:
    if isinstance(reaction, RpcError) and (fault := fault_behind(reaction)):
        return Found(uri, (), not_verified(f"{uri:.100}: {fault.behind('it')}"))
    result = reaction.result if isinstance(reaction, Replied) else None
    contents = result.get("contents") if isinstance(result, Mapping) else None
    if isinstance(contents, list) and contents:
        return Found(uri, tuple(contents), None)
    what = "the result has no contents" if isinstance(reaction, Replied) else server_said(reaction)
    return Found(uri, (), failed(f"{uri:.100}: {what}"))


def _exists(found: list[Found], named: list[str]) -> Ruling:
    wanted = [each for each in found if each.uri in named]
    if not wanted:
        return not_applicable("no tool names a user interface")
    troubles = [each.trouble for each in wanted if each.trouble is not None]
    # What cannot be read for a reason outside of the server says nothing about the others.
    worst = sorted(troubles, key=lambda ruling: ruling.status)
    return worst[0] if worst else ruled(True, f"{len(wanted)} can be read")


def _contents(parts: list[Any]) -> dict[str, Ruling]:
    wrong = [problem for part in parts if (problem := _content_problem(part))]
    pages = [text for part in parts if (text := _text_of(part)) is not None]
    odd = [text for text in pages if not _is_document(text)]
    return {
        CONTENT.id: ruled(not wrong, f"{len(parts)} have the type {HTML}", listed(wrong)),
        DOCUMENT.id: ruled(
            not odd, f"{len(pages)} documents", f"one begins {''.join(odd[:1])!r:.100}"
        )
        if pages
        else _UNREAD,
    }


def _content_problem(part: Any) -> str:
    problem = resource_problem(part)
    if problem:
        return problem
    kind = part.get("mimeType")
    return "" if is_ui_type(kind) else f"{part['uri']:.100} has the type {kind!r:.100}"


def _is_document(text: str) -> bool:
    """Whether it begins as a document does, after comments."""
    rest = text.removeprefix("\ufeff").lstrip()
    for _ in range(MOST_COMMENTS):
        if not rest.startswith("<!--"):
            break
        rest = rest.partition("-->")[2].lstrip()
    return _BEGINNING.match(rest) is not None


def _text_of(part: Any) -> str | None:
    """The page; None where there is none that can be read."""
    if resource_problem(part):
        return None
    text = part.get("text")
    if isinstance(text, str):
        return text
    return base64.b64decode(part["blob"]).decode("utf-8", "replace")


def _told(entry: Any) -> Any:
    """What an entry says under `_meta.ui`, whatever that is; None if nothing."""
    meta = entry.get("_meta") if isinstance(entry, Mapping) else None
    return meta.get("ui") if isinstance(meta, Mapping) else None


def _metadata(told: list[Any]) -> Rulings:
    if not told:
        return the_same(ABOUT_META, not_applicable("none has `_meta.ui`"))
    wrong = [problem for ui in told if (problem := shape_problem(ui))]
    sound = [ui for ui in told if not shape_problem(ui) and ui.get("csp")]
    odd = [problem for ui in sound if (problem := origin_problem(ui["csp"]))]
    return {
        METADATA.id: ruled(not wrong, f"looked at {len(told)}", listed(wrong)),
        ORIGINS.id: ruled(not odd, f"looked at {len(sound)}", listed(odd))
        if sound
        else not_applicable("none has a sound `csp`"),
    }


PROBES = (Probe("interfaces", ALL, interfaces, sends=Provenance.SOUND),)
