"""Blocks of content, as tools and prompts return them."""

import base64
import binascii
from collections.abc import Mapping
from typing import Any

# The fields that each type must have, and what they are.
_TEXTS = {
    "text": ("text",),
    "image": ("data", "mimeType"),
    "audio": ("data", "mimeType"),
    "resource_link": ("uri", "name"),
    "resource": (),
}
_ENCODED = ("image", "audio")


def content_problem(block: Any) -> str:
    """What is wrong with a block, as a clause; empty when nothing is."""
    if not isinstance(block, Mapping):
        return "a content block is not an object"
    kind = block.get("type")
    if not isinstance(kind, str) or kind not in _TEXTS:
        return f"a content block has the type {kind!r}, which no revision knows"[:200]
    for name in _TEXTS[kind]:
        if not isinstance(block.get(name), str):
            return f"a content block of type {kind} has no text called {name}"
    if kind in _ENCODED and not is_base64(block["data"]):
        return f"the data of a content block of type {kind} is not base64"
    return resource_problem(block.get("resource")) if kind == "resource" else ""


def resource_problem(contents: Any) -> str:
    """The same for the contents of a resource."""
    if not isinstance(contents, Mapping):
        return "the contents of a resource are not an object"
    if not isinstance(contents.get("uri"), str):
        return "the contents of a resource have no uri"
    if isinstance(contents.get("text"), str):
        return ""
    blob = contents.get("blob")
    if not isinstance(blob, str):
        return "the contents of a resource have neither text nor blob"
    return "" if is_base64(blob) else "the blob of a resource is not base64"


def is_base64(text: str) -> bool:
    try:
        base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True
