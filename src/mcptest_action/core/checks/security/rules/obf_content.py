"""OBF-005, OBF-007, OBF-008: encoded text, active markup, and links without TLS."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from ..attacks import first_order
from ..endpoint import host_of, ip_of
from ..model import Confidence, Hit, ScanInput, Severity, hit_in, rule
from ..readings import LONGEST_READ, decoded_blobs
from ..texts import Text, texts_in

_SHORTEST = 60
_FEWEST_WORDS = 5
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2}){8,5000}")
# Fields that are meant to hold an encoding.
_EXPECTED = ("src", "data", "blob", "icon", "$schema", "$id")
_CODE = re.compile(r"```.{0,4000}?```|`[^`\n]{0,400}`", re.DOTALL)
_ACTIVE = (
    ("a script", re.compile(r"<script\b[^<>]{0,300}>[^<]{0,2000}</script", re.IGNORECASE)),
    ("a script", re.compile(r"<script\b[^<>]{0,300}\bsrc\s{0,9}=", re.IGNORECASE)),
    ("a frame or object", re.compile(
        r"<(?:iframe|object|embed)\b[^<>]{0,300}\b(?:src|data|srcdoc)\s{0,9}=", re.IGNORECASE)),
    ("a picture from elsewhere", re.compile(
        r"<img\b[^<>]{0,300}\bsrc\s{0,9}=\s{0,9}[\"']?(?:https?:)?//", re.IGNORECASE)),
    ("an event handler", re.compile(
        r"<[a-z]{1,20}\b[^<>]{0,300}\son[a-z]{3,20}\s{0,9}=\s{0,9}[\"']?\w", re.IGNORECASE)),
    ("a link that runs code", re.compile(
        r"(?:\]\(|\b(?:href|src)\s{0,9}=\s{0,9}[\"']?)\s{0,9}(?:javascript|vbscript|data:text/html)[:;,]",
        re.IGNORECASE)),
)  # fmt: skip
_HTTP = re.compile(r"\bhttp://([^\s/\"'<>()\[\]{}`,;?#]{3,255})", re.IGNORECASE)
# Names that look like addresses, and documentation.
_NAMES = ("www.w3.org", "json-schema.org", "schemas.", "xmlns.", "purl.org", "example.")
_NOT_LINKS = ("$schema", "$id", "$ref", "pattern")
_PRIVATE_ENDS = (".internal", ".local", ".localhost", ".lan", ".test", ".example", ".invalid")


def find_encoded(inputs: ScanInput) -> Iterator[Hit]:
    for text in inputs.texts:
        if text.field in _EXPECTED:
            continue
        for decoded in _decoded(text.raw[:LONGEST_READ]):
            order = first_order(inputs._replace(texts=tuple(_as_text(text, decoded))))
            if not order and not _is_prose(decoded):
                continue
            said = f", which {order} objects to" if order else ""
            because = f"{text.field} holds encoded text{said}: '{decoded[:80]}'"
            details = {"decoded": decoded[:400], "rule": order or None}
            severity = Severity.CRITICAL if order else None
            hit = hit_in(text, decoded[:400], because, details, severity)
            yield hit._replace(confidence=Confidence.HIGH if order else None)
            break


def _decoded(raw: str) -> Iterator[str]:
    yield from decoded_blobs(raw)
    for run in _PERCENT.findall(raw):
        yield unquote(run)


def _as_text(text: Text, decoded: str) -> Iterator[Text]:
    return texts_in(text.subject_type, text.subject, text.pointer, text.field, decoded)


def _is_prose(decoded: str) -> bool:
    return len(decoded) >= _SHORTEST and len(decoded.split()) >= _FEWEST_WORDS


def find_active(inputs: ScanInput) -> Iterator[Hit]:
    for text in inputs.texts:
        # Markup inside a span of code is shown, not obeyed.
        shown = _CODE.sub(" ", text.raw) if "<" in text.raw or "](" in text.raw else ""
        for what, pattern in _ACTIVE if shown else ():
            if found := pattern.search(shown):
                yield hit_in(text, found[0][:400], f"{text.field} holds {what}", {"what": what})
                break


def find_plaintext(inputs: ScanInput) -> Iterator[Hit]:
    for text in inputs.texts:
        if "http://" not in text.raw or text.field in _NOT_LINKS:
            continue
        for found in _HTTP.finditer(text.raw):
            if _is_public(found[1]):
                yield hit_in(text, found[0][:400], f"{text.field} links to {found[0][:80]}")
                break


def _is_public(authority: str) -> bool:
    address = ip_of(host_of(f"//{authority}"))
    if address is not None:
        return address.is_global
    host = authority.rpartition("@")[2].partition(":")[0].casefold().rstrip(".")
    is_name = any(host.startswith(name) or f".{name}" in host for name in _NAMES)
    return "." in host and not is_name and not host.endswith(_PRIVATE_ENDS)


RULES = (
    rule("OBF-005", Severity.MEDIUM, find_encoded, "MCP03", confidence=Confidence.MEDIUM,
         finds="prose in base64, hexadecimal or percent encoding; critical where it gives orders",
         why="People skip over what they cannot read. Models decode it, and do what it says.",
         silent="Digests, keys and pictures, which decode to no words; short examples.",
         remedy="Write it in plain words, or leave it out."),
    rule("OBF-007", Severity.MEDIUM, find_active, "MCP03", 79,
         agentreserve="no_description_injection",
         finds="active content: scripts, frames, event handlers, pictures from elsewhere, "
               "javascript: links",
         why="Where a client draws the text as HTML or Markdown, it runs, or tells its author who "
             "is looking.",
         silent="Markup in code spans, and the names of elements.",
         remedy="Describe the element in words, or put it into a code span."),
    rule("OBF-008", Severity.INFO, find_plaintext, 319, agentreserve="no_description_injection",
         finds="a link with http:// in place of https://",
         why="Whoever is on the way can change what an agent finds there.",
         silent="Loopback, private addresses, names of schemas, and example hosts.",
         remedy="Link to the https:// address."),
)  # fmt: skip
