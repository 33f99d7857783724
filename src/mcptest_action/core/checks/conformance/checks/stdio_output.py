"""Standard output belongs to the protocol: messages, one to a line."""

from collections.abc import Iterator, Sequence

from mcptest_action.core.checks.results import failed, passed
from mcptest_action.core.protocol.exchange import parse
from mcptest_action.core.protocol.transcript import Exchange
from ..model import STDIO, Examinee, Exchanges, Review, Rulings, must
from ..revision import written
from ..traffic import asides, described, listed, quoted

NO_NOISE = must("STDIO-01", written("basic/transports#stdio", "basic/transports/stdio"), STDIO)(
    expects="Standard output holds JSON-RPC messages and nothing else.",
    sends="nothing of its own: looks at every line of the run, from the start to the exit",
    remedy="Print logs, banners and warnings to standard error; set up logging before the first "
    "import that may print.",
)
ONE_LINE = must("STDIO-02", written("basic/transports#stdio", "basic/transports/stdio"), STDIO)(
    expects="Every message is one line, and every line one message.",
    sends="nothing of its own: looks at every line of the run",
    remedy="Write messages as compact JSON, with one newline behind each and none inside.",
)
_MARK = '"jsonrpc"'


def output(_ground: Examinee, exchanges: Exchanges) -> Rulings:
    noise = list(_noise(exchanges))
    broken = [(where, text) for where, text in noise if _is_piece(text)]
    clean = f"in {len(exchanges)} exchanges, every line was a message"
    return {
        NO_NOISE.id: failed(_shown(noise)) if noise else passed(clean),
        ONE_LINE.id: failed(_shown(broken)) if broken else passed(clean),
    }


def _noise(exchanges: Exchanges) -> Iterator[tuple[Exchange, str]]:
    """Lines that are no messages; whoever waited at the time has noted them all."""
    for where, entry in asides(exchanges, "noise"):
        yield where, str(entry["noise"])
    for where, _ in asides(exchanges, "not_text"):
        yield where, "bytes that are not text"


def _is_piece(text: str) -> bool:
    """Whether the line is a part of a message, or several."""
    if _MARK not in text or text.startswith("["):  # an array is not a message at all
        return False
    try:
        parse(text)
    except ValueError:
        return True
    return False


def _shown(lines: Sequence[tuple[Exchange, str]]) -> str:
    return listed(f"{quoted(text)} came with {described(where)}" for where, text in lines)


REVIEWS = (Review((NO_NOISE, ONE_LINE), output),)
