"""Is this an address that a server can be reached at?"""

from urllib.parse import urlsplit

from mcptest_action.core.errors import unusable


def check_url(text: str, where: str) -> str:
    """The address, if it is one of http or https with a host and without a password."""
    try:
        parts = urlsplit(text)
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError as error:
        raise unusable(where, f"'{text}' is not an address: {error}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or not port_is_fine:
        hint = "for example http://127.0.0.1:8080/mcp"
        raise unusable(where, f"'{text}' is not an http or https address", hint)
    if parts.username or parts.password:
        hint = "use --header-env Authorization=VARIABLE"
        raise unusable(where, "an address must not carry a user name or password", hint)
    if not text.isascii() or any(char.isspace() for char in text):
        raise unusable(where, f"'{text}' holds characters that no address can")
    return text
