"""Whole numbers of a length that Python and every reader of our reports can handle."""

MOST_DIGITS = 4000  # Python itself refuses to print more than 4300


def read_integer(text: str, base: int = 10) -> int | float:
    """The number; one too long to be a count of anything is infinite, and so is no number."""
    # A digit of another base can be worth more than a decimal one: 3500 of hexadecimal, 4215.
    longest = MOST_DIGITS if base == 10 else MOST_DIGITS - 500  # noqa: PLR2004 - ten fingers
    if len(text) > longest:
        return float("-inf") if text.startswith("-") else float("inf")
    return int(text, base)
