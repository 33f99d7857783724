"""The ids of events: without our secrets for whoever looks, and as they came for the server."""

from collections.abc import Mapping

from mcptest_action.core.protocol.exchange import LONGEST_ID
from mcptest_action.shell.redaction import Redactor

LAST_EVENT = "Last-Event-ID"
# More than a script ever comes back to.
_MOST = 1000


class EventIds:
    """Those of one connection. A stream can be resumed even if its ids hold a secret."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._raw: dict[str, str] = {}
        """What an id was, by what is shown of it, where that isn't the same."""

    def shown(self, raw: str) -> str:
        """The id without our secrets; taken out before it is cut, which may be in the middle."""
        shown, raw = self._redactor.text(raw)[:LONGEST_ID], raw[:LONGEST_ID]
        if shown != raw and len(self._raw) < _MOST:
            self._raw[shown] = raw
        return shown

    def sent(self, headers: Mapping[str, str]) -> dict[str, str]:
        """The headers of a request that may name the event after which a stream should go on."""
        return {
            name: self._raw.get(value, value) if name.casefold() == LAST_EVENT.casefold() else value
            for name, value in headers.items()
        }
