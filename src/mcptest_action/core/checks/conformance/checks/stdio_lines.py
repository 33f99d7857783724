"""Lines as other clients write them."""

import json

from mcptest_action.core.checks.results import failed, passed
from mcptest_action.core.protocol.exchange import Raw, Script, in_words
from ..model import STDIO, Examinee, Probe, Rulings, info
from ..raw import PATIENCE_S, say, sound_message
from ..revision import written

LINE_ENDS = info(
    "STDIO-06",
    written("basic/transports#stdio", "basic/transports/stdio"),
    STDIO,
    basis="robustness",
)(
    expects="What the server does about an empty line, and about CRLF, is recorded.",
    sends="an empty line, then a list request that ends in CRLF",
    remedy="Skip empty lines, and ignore white space around a message; clients on Windows send it.",
)
OWN = "mcptest-crlf"


def line_ends(server: Examinee) -> Script[Rulings]:
    empty = yield from say(server, b"")
    said = f"to an empty line, the server {empty.in_words}"
    if empty.trouble:
        return {LINE_ENDS.id: failed(said)}
    line = json.dumps(sound_message(server, OWN)).encode() + b"\r\n"
    reaction = yield Raw(line, answer_id=OWN, timeout_s=PATIENCE_S)
    said += f"; to a line with CRLF, it {in_words(reaction)}"
    return {LINE_ENDS.id: passed(said)}


PROBES = (Probe("line_ends", (LINE_ENDS,), line_ends),)
