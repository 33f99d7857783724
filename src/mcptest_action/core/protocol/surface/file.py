"""`surface.json` of a gate: the surface, as far as a file of ours can hold it."""

import json
from typing import Any

from .model import Surface, surface_document

# A quarter of what we read of an artifact. Indented, it cannot hold more values than we read.
MOST_CHARACTERS = 8 * 1024 * 1024
TOO_LARGE = "what the server lists is more than a file of 8 MiB can hold"


def surface_file(surface: Surface) -> dict[str, Any]:
    """The document. Of a server that floods us it holds nothing but that."""
    document = surface_document(surface)
    if _fits(document):
        return document
    problems = (*surface.problems, TOO_LARGE)
    return surface_document(
        Surface(surface.era, {}, {}, None, (), (), (), (), problems, surface.sse)
    )


def _fits(document: dict[str, Any]) -> bool:
    """Found out piece by piece: deep nesting makes a text many times as long as it was sent."""
    room = MOST_CHARACTERS
    for piece in json.JSONEncoder(indent=2).iterencode(document):
        room -= len(piece)
        if room < 0:
            return False
    return True
