"""The policy with all that it extends: the core says which file is next, and here it is read."""

from collections.abc import Callable
from typing import TypeVar

from mcptest_action.app.deciding_files import IN_CHECKOUT, DecidingFiles
from mcptest_action.core.pipeline.judging import Given, given_by
from mcptest_action.core.policy.load import Gathered, Reading, Wanted, gathering
from mcptest_action.core.protocol.exchange import pump
from mcptest_action.core.render import Source
from mcptest_action.core.text import InputError

Result = TypeVar("Result")


def read_given(source: Source, files: DecidingFiles = IN_CHECKOUT) -> Given:
    """The policy, ready to judge. What it extends comes through the same door as itself."""
    return fed(given_by(source), lambda wanted: files.parent(wanted.path, wanted.digest))


def read_gathered(text: str, file: str) -> Gathered:
    """The policy of the checkout as far as it can be read, for who lists or mends its problems."""
    reading = gathering(text, file, file)
    return fed(reading, lambda wanted: IN_CHECKOUT.parent(wanted.path, wanted.digest))


def fed(reading: Reading[Result], read: Callable[[Wanted], bytes]) -> Result:
    """What comes of it; an error about a file points to the line that names the file."""

    def content(wanted: Wanted) -> bytes:
        try:
            return read(wanted)
        except InputError as error:
            raise wanted.refused(error) from None

    return pump(reading, content)
