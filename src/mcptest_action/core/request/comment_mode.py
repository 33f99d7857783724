"""When to comment on a pull request, as users say it."""

from enum import StrEnum


class Mode(StrEnum):
    ALWAYS = "always"
    ON_CHANGE = "on-change"
    ON_FAILURE = "on-failure"
    OFF = "off"
