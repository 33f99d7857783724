"""Lengths of time as people write them: 30d, 2weeks, 3months, 1year."""

import re
from datetime import datetime

from dateutil.relativedelta import relativedelta

from .errors import unusable

_SHAPE = re.compile(r"(\d{1,5}) *(d|days?|w|weeks?|mo|months?|y|years?)", re.ASCII)
_EXAMPLES = "for example 30d, 2weeks, 3months or 1year"


def parse_duration(text: str, flag: str) -> relativedelta:
    """The length as a calendar step: a month after January 31st is the end of February."""
    match = _SHAPE.fullmatch(text.strip())
    if match is None or int(match[1]) == 0:
        raise unusable(flag, f"'{text}' is not a length of time", _EXAMPLES)
    count, unit = int(match[1]), match[2]
    if unit.startswith("d"):
        return relativedelta(days=count)
    if unit.startswith("w"):
        return relativedelta(weeks=count)
    if unit.startswith("m"):
        return relativedelta(months=count)
    return relativedelta(years=count)


def after(moment: datetime, length: relativedelta, flag: str) -> datetime:
    """The moment that much later, if the calendar still has it."""
    try:
        later: datetime = moment + length
    except (ValueError, OverflowError):
        raise unusable(flag, "reaches beyond the year 9999", _EXAMPLES) from None
    return later
