"""Whether to ask again, and when."""

from .api import Answer

MOST_ATTEMPTS = 5
# If a limit is hit without a word about its end, GitHub asks for a minute.
_UNSAID_S = 60.0
_FORBIDDEN, _TOO_MANY, _SERVER_ERROR = 403, 429, 500
_LIMIT_WORDS = ("rate limit", "abuse detection")


def pause_s(answer: Answer, attempt: int) -> float | None:
    """Seconds to wait before the next attempt; None if it would end the same.

    `attempt` is how many were made.
    """
    if attempt >= MOST_ATTEMPTS:
        return None
    if _is_limited(answer):
        said = _retry_after(answer)
        return said if said is not None else _until_reset(answer)
    if answer.status == 0 or answer.status >= _SERVER_ERROR:
        said = _retry_after(answer)
        return said if said is not None else 0.25 * 2**attempt
    return None


def _is_limited(answer: Answer) -> bool:
    """A limit answers 403 like a missing permission; headers and words tell them apart."""
    if answer.status == _TOO_MANY:
        return True
    if answer.status == _FORBIDDEN:
        words = answer.text.lower()
        return (
            "retry-after" in answer.headers
            or answer.headers.get("x-ratelimit-remaining") == "0"
            or any(word in words for word in _LIMIT_WORDS)
        )
    # GraphQL answers 200. No user's text can hold these quotes unescaped.
    return answer.good and '"RATE_LIMITED"' in answer.text


def _retry_after(answer: Answer) -> float | None:
    said = answer.headers.get("retry-after", "").strip()
    return float(said) if said.isascii() and said.isdigit() else None


def _until_reset(answer: Answer) -> float:
    reset = answer.headers.get("x-ratelimit-reset", "").strip()
    if answer.headers.get("x-ratelimit-remaining") == "0" and reset.isascii() and reset.isdigit():
        return max(1.0, float(reset) - answer.at)
    return _UNSAID_S
