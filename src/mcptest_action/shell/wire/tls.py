"""Which certificates to trust."""

import ssl

from mcptest_action.core.errors import unusable
from mcptest_action.core.target.model import Url


def trust(target: Url) -> ssl.SSLContext | bool:
    """The certificates to trust. None are loaded for plain HTTP: that takes a while."""
    if target.ca_file is not None:
        try:
            return ssl.create_default_context(cafile=target.ca_file)
        except (OSError, ssl.SSLError) as error:
            raise unusable(target.ca_file, f"cannot be used as a CA file: {error}") from None
    return target.url.startswith("https://")
