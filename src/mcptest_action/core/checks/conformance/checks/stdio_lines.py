"""Lines on standard output, which belongs to the protocol, and on standard input."""

import json
from collections.abc import Iterator, Sequence

from mcptest_action.core.checks.probes import is_answer
from mcptest_action.core.checks.results import Ruling, failed, not_verified, passed
from mcptest_action.core.protocol.exchange import (
    NotSent,
    Provenance,
    Raw,
    Reaction,
    Replied,
    Request,
    RpcError,
    StrayCall,
    in_words,
    parse,
)
from mcptest_action.core.protocol.surface import made_up_name
from mcptest_action.core.protocol.transcript import Exchange
from ..model import STDIO, Examinee, Exchanges, Probe, Probing, Review, Rulings, info, must
from ..raw import PATIENCE_S, say, sound_message
from ..revision import SINCE_MARCH, written
from ..traffic import MARK, Flaw, asides, is_batch, quoted, resembles_message, ruled_on
from .base_envelope import MESSAGES, UTF_8

_SPEC = written("basic/transports#stdio", "basic/transports/stdio")
NO_NOISE = must("STDIO-01", _SPEC, STDIO)(
    expects="Standard output holds JSON-RPC messages and nothing else.",
    sends="nothing of its own: looks at every line of the run, from the start to the exit",
    remedy="Print logs, banners and warnings to standard error; set up logging before the first "
    "import that may print.",
)
ONE_LINE = must("STDIO-02", _SPEC, STDIO)(
    expects="Every message is one line, and every line one message.",
    sends="nothing of its own: looks at every line of the run",
    remedy="Write messages as compact JSON, with one newline behind each and none inside.",
)


def output(server: Examinee, exchanges: Exchanges) -> Rulings:
    noise = [(e, text) for e, text in _noise(exchanges) if not is_batch(text, server.revision)]
    broken = [(where, text) for where, text in noise if _is_piece(text)]
    clean = f"in {len(exchanges)} exchanges, every line was a message"
    found = ruled_on(_flaws(noise), clean)
    return {
        NO_NOISE.id: found._replace(entailed_by=_ruled_by(noise)),
        ONE_LINE.id: ruled_on(_flaws(broken), clean),
    }


def _ruled_by(noise: Sequence[tuple[Exchange, str]]) -> tuple[str, ...]:
    """The checks that all of these lines fail, and that say more about them."""
    # A message in many lines has some without any mark; they come together.
    broken = {where.key for where, text in noise if _is_piece(text)}
    others = [text for where, text in noise if where.key not in broken]
    if not all(text == _NOT_TEXT or resembles_message(text) for text in others):
        return ()
    by = [UTF_8.id if text == _NOT_TEXT else MESSAGES.id for text in others]
    return (*([ONE_LINE.id] if broken else []), *by)


_NOT_TEXT = "bytes that are not text"


def _noise(exchanges: Exchanges) -> Iterator[tuple[Exchange, str]]:
    """Lines that aren't messages; the step that waited at the time has noted them all."""
    for where, entry in asides(exchanges, "noise"):
        yield where, str(entry["noise"])
    for where, _ in asides(exchanges, "not_text"):
        yield where, _NOT_TEXT


def _is_piece(text: str) -> bool:
    """Whether the line is a part of a message, or contains several."""
    if MARK not in text or text.startswith("["):  # an array isn't a message at all
        return False
    try:
        parse(text)
    except ValueError:
        return True
    return False


def _flaws(lines: Sequence[tuple[Exchange, str]]) -> Iterator[Flaw]:
    for where, text in lines:
        yield Flaw(where, f"{quoted(text)} was printed", "")


LINE_ENDS = info("STDIO-06", _SPEC, STDIO, basis="robustness")(
    expects="What the server does about an empty line, and about CRLF, is recorded.",
    sends="an empty line, then a list request that ends in CRLF",
    remedy="Skip empty lines, and ignore white space around a message; clients on Windows send it.",
)
OWN = "mcptest-crlf"


def line_ends(server: Examinee) -> Probing:
    empty = yield from say(server, b"")
    said = f"to an empty line, the server {empty.in_words}"
    if empty.trouble:
        return {LINE_ENDS.id: failed(said)}
    line = json.dumps(sound_message(server, OWN)).encode() + b"\r\n"
    reaction = yield Raw(line, answer_id=OWN, timeout_s=PATIENCE_S)
    said += f"; to a line with CRLF, it {in_words(reaction)}"
    return {LINE_ENDS.id: passed(said)}


_ENCODING = written("basic/transports", "basic/transports#messages")
WHOLE = must("STDIO-07", _ENCODING, STDIO, revisions=SINCE_MARCH, basis="derived")(
    expects="Text that is not ASCII comes back as it was, where it comes back at all.",
    sends="the call of a tool that does not exist, whose name holds Chinese characters, an emoji "
    "and an accent of its own; to a server without tools, a method of such a name",
    remedy="Read standard input and write standard output as UTF-8, whatever the locale is.",
)
# The accent is deliberately separate: it must not merge with the letter before it.
TEXT = "地图🗺e\N{COMBINING ACUTE ACCENT}"
# What a wrong encoding makes of it.
_SPOILED = ("\N{REPLACEMENT CHARACTER}", "??", TEXT.encode()[:3].decode("latin-1"), "åœ°")


def not_ascii(server: Examinee) -> Probing:
    name = made_up_name(server.surface, TEXT)
    calls = server.calls and server.declares("tools")
    reaction = yield StrayCall({"name": name}) if calls else Request(name)
    return {WHOLE.id: _ruling(reaction, name.removesuffix(TEXT))}


def _ruling(reaction: Reaction, before: str) -> Ruling:
    if isinstance(reaction, NotSent):
        return not_verified(reaction.because)
    if not is_answer(reaction):
        return failed(f"the server {in_words(reaction)}")
    said = _text_of(reaction)
    if TEXT in said:
        return passed("the name came back as it was")
    spoiled = next((piece for piece in _SPOILED if f"{before}{piece}" in said), None)
    if spoiled is not None:
        return failed(f"in place of '{TEXT}', '{spoiled}' came back")
    return passed("the server answered, and did not repeat the name as it was")


def _text_of(answer: Replied | RpcError) -> str:
    if isinstance(answer, RpcError):
        return answer.message + json.dumps(answer.data, ensure_ascii=False)
    return json.dumps(answer.result, ensure_ascii=False)


PROBES = (
    Probe("line_ends", (LINE_ENDS,), line_ends),
    Probe("not_ascii", (WHOLE,), not_ascii, sends=Provenance.REFUSABLE),
)
REVIEWS = (Review((NO_NOISE, ONE_LINE), output),)
