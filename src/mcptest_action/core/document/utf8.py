"""The bytes of a file as text, or the fact that the file doesn't exist."""

from typing import NamedTuple

from mcptest_action.core.text import unusable

BYTE_ORDER_MARK = "\ufeff"


class NoSuchFile(NamedTuple):
    """The commit exists, and we know that it doesn't have the file."""


def decode(content: bytes, path: str) -> str:
    """The content as text, without a byte order mark."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise unusable(path, "is UTF-16, not UTF-8", "save it as UTF-8", 1, 1)
    try:
        return content.decode().removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - before.rfind(b"\n")
        what = f"the byte 0x{content[error.start]:02x} is not UTF-8"
        raise unusable(path, what, "save it as UTF-8 text", line, column) from None
