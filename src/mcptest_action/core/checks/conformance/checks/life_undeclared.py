"""Notifications about what neither side has declared."""

from collections.abc import Iterator

from ..model import Examinee, Exchanges, Review, Rulings, must, should, the_same
from ..poor_hello import UNDECLARED, declares_something
from ..revision import MARCH_2025, NOVEMBER_2024, SINCE_JUNE, written
from ..traffic import Flaw, asides, of_client, ruled_on

_OPERATION = written(legacy="basic/lifecycle#operation")
DECLARED = must("LIFE-21", _OPERATION, revisions=SINCE_JUNE)(
    expects="The server tells of changes only where it has declared that it will.",
    sends="nothing of its own: looks at every notification of the server",
    remedy="Declare `listChanged` for the list, or `subscribe` for resources, or do not send the "
    "notification.",
)
# The same sentence, which was a recommendation at first.
OLD_DECLARED = should("LIFE-22", _OPERATION, revisions=(NOVEMBER_2024, MARCH_2025))(
    expects=DECLARED.expects,
    sends=DECLARED.sends,
    remedy=DECLARED.remedy,
)
# What a server has to declare, and what a client has to, before one of these is sent.
_OF_SERVER: dict[str, tuple[str, str | None]] = {
    "notifications/tools/list_changed": ("tools", "listChanged"),
    "notifications/prompts/list_changed": ("prompts", "listChanged"),
    "notifications/resources/list_changed": ("resources", "listChanged"),
    "notifications/resources/updated": ("resources", "subscribe"),
    "notifications/tasks/status": ("tasks", None),
}
_OF_CLIENT = {"notifications/elicitation/complete": "elicitation"}


def declared(server: Examinee, exchanges: Exchanges) -> Rulings:
    good = "there was no notification about anything that is not declared"
    flaws, of_server = list(_of_client(exchanges)), list(_of_server(server, exchanges))
    if declares_something(server.answer):
        flaws += of_server
    elif of_server and not flaws:
        return the_same((DECLARED, OLD_DECLARED), UNDECLARED)
    return the_same((DECLARED, OLD_DECLARED), ruled_on(flaws, good))


def _of_server(server: Examinee, exchanges: Exchanges) -> Iterator[Flaw]:
    for where, entry in asides(exchanges, "notification"):
        method = entry["notification"]
        needed = _OF_SERVER.get(method)
        if needed is not None and not server.declares(*needed):
            what = f", and has not declared `{'.'.join(filter(None, needed))}`"
            yield Flaw(where, f"the server sent `{method}`", what)


def _of_client(exchanges: Exchanges) -> Iterator[Flaw]:
    declared_by_us = of_client(exchanges)
    for where, entry in asides(exchanges, "notification"):
        method = entry["notification"]
        ours = _OF_CLIENT.get(method)
        if ours is not None and ours not in declared_by_us.get(where.key.connection, ()):
            what = f", and the client has not declared `{ours}`"
            yield Flaw(where, f"the server sent `{method}`", what)


REVIEWS = (Review((DECLARED, OLD_DECLARED), declared),)
