"""Why a connection did not come about, or broke, in a clause."""

import os
import ssl


def reason_of(error: BaseException) -> str:
    """What the operating system said, which libraries tend to wrap in something vaguer."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return f"TLS: {cause.verify_message if hasattr(cause, 'verify_message') else cause}"
        if isinstance(cause, OSError) and cause.errno is not None:
            said = os.strerror(cause.errno) if cause.errno > 0 else str(cause.strerror)
            return said[:1].lower() + said[1:]
        cause = cause.__cause__ or cause.__context__
    text = str(error) or type(error).__name__
    return text[:1].lower() + text[1:]
