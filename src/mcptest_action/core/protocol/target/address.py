"""Is this an address that a server can be reached at?"""

from urllib.parse import urlsplit

from mcptest_action.core.text import flag, unusable


def check_url(text: str, where: str) -> str:
    """The address, if it is one of http or https with a host and without a password; its scheme
    in small letters, so that nobody has to think of other spellings.
    """
    shown = _without_password(text)
    try:
        parts = urlsplit(text)
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError as error:
        reason = f": {error}" if shown == text else ""  # it may quote what we do not
        raise unusable(where, f"'{shown}' is not an address{reason}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or not port_is_fine:
        hint = "for example http://127.0.0.1:8080/mcp"
        raise unusable(where, f"'{shown}' is not an http or https address", hint)
    if "@" in parts.netloc:
        hint = f"use {flag('header-env', 'Authorization=VARIABLE')}"
        raise unusable(where, "an address must not carry a user name or password", hint)
    if not text.isascii() or not text.isprintable() or " " in text:
        raise unusable(where, f"'{shown}' holds characters that no address can")
    return parts.scheme + text[len(parts.scheme) :]


def _without_password(text: str) -> str:
    """The text to show: in a broken address, all before the last @ may be a password."""
    _, at, rest = text.rpartition("@")
    return f"…@{rest}" if at else text
