"""Whole numbers of a length that Python and every reader of our reports can handle."""

MOST_DIGITS = 4000  # Python itself refuses to print more than 4300


def read_integer(text: str) -> int | float:
    """The number; one too long to be a count of anything is infinite, and so is no number."""
    if len(text) > MOST_DIGITS:
        return float("-inf") if text.startswith("-") else float("inf")
    return int(text)
