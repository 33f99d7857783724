"""Whatever a sound server may not say: wherever it says it, some check fails.

Real runs of a sound server are recorded once. A message is put into the recording at a place where
the server could have said it, and everything is ruled on again.
"""

import functools
from typing import NamedTuple

import pytest
from conformance import running
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from live_gate import mock_target

from mcptest_action.cli import main
from mcptest_action.core.checks.conformance.config import exam_of_document, sent_by
from mcptest_action.core.checks.conformance.examine import examine
from mcptest_action.core.checks.conformance.examinees import run_part_of
from mcptest_action.core.checks.conformance.overheard import _as_entry
from mcptest_action.core.checks.conformance.provenance import provenance_of
from mcptest_action.core.checks.conformance.same_cause import SAME_CAUSE
from mcptest_action.core.checks.results import Status
from mcptest_action.core.checks.run import config_of_document, rebuild
from mcptest_action.core.protocol.exchange import NotSent, Overheard, Provenance, Replied
from mcptest_action.core.protocol.transcript import read_transcript

OLDEST, MARCH, JUNE, NOVEMBER, MODERN = (
    "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28",
)  # fmt: skip
OLD, LATER = (OLDEST, MARCH), (JUNE, NOVEMBER)
LEGACY = (*OLD, *LATER)
EVERY = (*LEGACY, MODERN)
NOBODYS = "mcptest-nobody"


class Said(NamedTuple):
    """A message, the check that it concerns, and where that stands."""

    message: dict
    check: str
    revisions: tuple[str, ...]
    quiet: bool = False
    """Whether only a server may not say it that declares no more than tools."""
    transports: tuple[str, ...] = ("stdio", "http")


def notice(method, **params):
    return {"method": f"notifications/{method}", "params": params}


def request(method, **params):
    return {"id": "mutable-1", "method": method, "params": params}


CHANGES = ("tools/list_changed", "prompts/list_changed", "resources/list_changed")
UPDATED = notice("resources/updated", uri="mutable://notes")
LOG = notice("message", level="info", data="working")
SUBSCRIBED = {"_meta": {"io.modelcontextprotocol/subscriptionId": 7_000_001}}
FORBIDDEN = (
    # Nobody declared it.
    *(Said(request(m), "LIFE-13", LATER) for m in ("roots/list", "sampling/createMessage")),
    Said(request("elicitation/create", message="Who are you?"), "LIFE-13", LATER),
    Said(request("tasks/get", taskId="1"), "LIFE-13", (NOVEMBER,)),
    *(Said(request(m), "LIFE-18", OLD) for m in ("roots/list", "sampling/createMessage")),
    *(Said(notice(m), "LIFE-21", LATER, quiet=True) for m in CHANGES),
    *(Said(notice(m), "LIFE-22", OLD, quiet=True) for m in CHANGES),
    Said(UPDATED, "LIFE-21", LATER, quiet=True),
    Said(notice("elicitation/complete", elicitationId="1"), "LIFE-21", (NOVEMBER,)),
    Said(notice("tasks/status", taskId="1"), "LIFE-21", (NOVEMBER,), quiet=True),
    Said(LOG, "LIFE-14", EVERY, quiet=True),
    # Nobody asked for it.
    Said(LOG, "META-11", (MODERN,)),
    Said(notice("progress", progressToken=NOBODYS, progress=1), "LIFE-16", EVERY),
    Said(notice("cancelled", requestId=NOBODYS), "BASE-23", LEGACY),
    Said(notice("cancelled", requestId=NOBODYS), "MOD-08", (MODERN,)),
    Said(notice("prompts/list_changed"), "SUB-06", (MODERN,)),
    Said({**UPDATED, "params": {"uri": "mutable://notes", **SUBSCRIBED}}, "SUB-06", (MODERN,)),
    Said({"id": NOBODYS, "result": {}}, "BASE-10", EVERY),
    Said({"id": NOBODYS, "error": {"code": -32603, "message": "no"}}, "BASE-10", EVERY),
    # The era has no such thing.
    *(Said(request(m), "MOD-07", (MODERN,)) for m in ("ping", "roots/list", "elicitation/create")),
    # It is not what the schema, or JSON-RPC, has.
    Said(notice("message", level="loud", data="x"), "BASE-08", EVERY),
    Said(notice("message", level="info"), "BASE-08", EVERY),
    Said(notice("resources/updated"), "BASE-08", EVERY),
    Said(notice("progress", progress=1), "BASE-08", EVERY),
    # It is no message.
    Said({"noise": "Listening on port 3000"}, "STDIO-01", EVERY, transports=("stdio",)),
    Said({"noise": "Listening on port 3000"}, "BASE-01", EVERY, transports=("http",)),
    Said({"noise": '{"jsonrpc":"2.0","id":1}'}, "BASE-01", EVERY),
    Said({"not_text": "/w=="}, "BASE-18", (MARCH, *LATER, MODERN)),
)
ALLOWED = (
    Said(LOG, "LIFE-14", LEGACY),
    Said(request("ping"), "LIFE-13", LEGACY),
    *(Said(notice(m), "LIFE-21", LEGACY) for m in CHANGES),
    Said(UPDATED, "LIFE-21", LEGACY),
    Said(notice("com.example/mood", mood="good"), "BASE-08", EVERY),
)


class Recorded:
    """A run of a sound server, which can be ruled on again."""

    def __init__(self, text):
        header, self.exchanges = read_transcript(text, "t")
        self._exam = exam_of_document(header["conformance"], "t")
        self._run = config_of_document(header["run"], "t")

    def failures(self, exchanges):
        """By check: why, in all revisions."""
        run = rebuild(exchanges, self._run, "0", relisted=False)
        examined = examine(exchanges, self._exam, run_part_of(run), "0")
        rows = [row for listed in examined.results.values() for row in listed]
        return {r.check.id: r.ruling.because for r in rows if r.ruling.status is Status.FAILED}

    @functools.cache  # noqa: B019 - as long as the test
    def places(self, revision):
        """Where the server could have said something that our own messages have not provoked."""
        spoiled, puzzled, found = set(), set(), []
        for number, exchange in enumerate(self.exchanges):
            here, method = exchange.key.connection, exchange.sent.get("message", {})
            if provenance_of(exchange, sent_by()) is not Provenance.SOUND:
                spoiled.add(here)
            is_hello = isinstance(method, dict) and method.get("method") == "server/discover"
            if is_hello and not isinstance(exchange.reaction, Replied):
                puzzled.add(here)
            says = exchange.sent["step"] != "Fresh" and not isinstance(exchange.reaction, NotSent)
            is_of_it = exchange.key.check.startswith(f"{revision}/")
            if is_of_it and says and here not in spoiled | puzzled:
                found.append(number)
            if isinstance(exchange.reaction, Replied):
                puzzled.discard(here)
        return found

    def with_said(self, message, number, *, to_listener):
        """The recording, if the server had said it there."""
        exchange = self.exchanges[number]
        whole = message if "noise" in message or "not_text" in message else {"message": message}
        if to_listener:
            heard = Overheard((*exchange.reaction.messages, whole))
            changed = exchange._replace(reaction=heard)
        else:
            changed = exchange._replace(others=(*exchange.others, _as_entry(whole)))
        return (*self.exchanges[:number], changed, *self.exchanges[number + 1 :])


def quieted(server):
    from mutable.mutations.wrappers import unknown  # noqa: PLC0415 - conformance.py sets the path

    for name in ("logging", "completions", "tasks"):
        del server.capabilities[name]
    unknown("completion/complete")(server)
    for feature in server.capabilities.values():
        feature.clear()


def servers():
    """Sound servers: the one that declares everything, and one that declares only lists."""
    for transport in ("stdio", "http"):
        for era in ("both", *OLD):
            yield (transport, era, False), lambda t=transport, e=era: running(t, era=e)
    for era in ("both", *OLD):
        options = {"breaks": (quieted,), "era": era}
        yield ("http", era, True), lambda o=options: running("http", **o)
    yield ("stdio", "both", True), lambda: mock_target("stdio", "--preset", "demo")


@pytest.fixture(scope="module")
def recordings(tmp_path_factory):
    file = tmp_path_factory.mktemp("sound") / "transcript.jsonl"
    found = {}
    for name, serving in servers():
        with serving() as flags:
            words = ("--timeout", "5s", "--format", "json", "--transcript", str(file))
            main(["conformance", "run", *flags, *words, "--output", str(file.with_suffix(".json"))])
        found[name] = Recorded(file.read_text())
    return found


def test_the_recorded_servers_are_sound(recordings):
    for name, recorded in recordings.items():
        assert recorded.failures(recorded.exchanges) == {}, name
        eras = (name[1],) if name[1] in OLD else (*LATER, MODERN)
        assert all(len(recorded.places(revision)) > MANY for revision in eras), name


MANY = 25


@st.composite
def sayings(draw, table):
    """Something to say, which server says it, in which revision, and where; all of it as numbers,
    since the recordings are not there yet.
    """
    said = draw(st.sampled_from(table))
    revision = draw(st.sampled_from(said.revisions))
    transport = draw(st.sampled_from(said.transports))
    return said, revision, transport, draw(st.integers(0, 10_000)), draw(st.booleans())


def ruled_again(recordings, saying):
    """The failures, with the message at one of the places; None where nobody was recorded."""
    said, revision, transport, number, late = saying
    era = revision if revision in OLD else "both"
    recorded = recordings.get((transport, era, said.quiet))
    if recorded is None:
        return None
    places = recorded.places(revision)
    listens = [n for n in places if isinstance(recorded.exchanges[n].reaction, Overheard)]
    to_listener = late and bool(listens)
    chosen = listens if to_listener else places
    where = chosen[number % len(chosen)]
    return recorded.failures(recorded.with_said(said.message, where, to_listener=to_listener))


SLOW = settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@SLOW
@given(saying=sayings(FORBIDDEN))
def test_what_a_server_may_not_say_fails_wherever_it_says_it(recordings, saying):
    failures = ruled_again(recordings, saying)
    said = saying[0]
    meant = {said.check, SAME_CAUSE.get(said.check)}
    assert failures is None or meant & failures.keys(), (saying, failures)


@settings(SLOW, max_examples=40)
@given(saying=sayings(ALLOWED))
def test_what_a_server_may_say_fails_nothing(recordings, saying):
    assert not ruled_again(recordings, saying), saying


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("revision", [*LATER, MODERN])
def test_progress_is_for_the_request_that_asked_for_it(recordings, transport, revision):
    recorded = recordings[transport, "both", False]
    progress = notice("progress", progressToken="mcptest-progress", progress=1)
    during, after = (
        next(
            number
            for number, exchange in enumerate(recorded.exchanges)
            if (exchange.key.check, exchange.key.step) == (f"{revision}/progress", step)
        )
        for step in (2, 4)
    )
    for where, failures in ((during, set()), (after, {"LIFE-16"})):
        told = recorded.with_said(progress, where, to_listener=False)
        assert recorded.failures(told).keys() == failures


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_changes_are_for_who_listens(recordings, transport):
    recorded = recordings[transport, "both", False]
    listening = [
        number
        for number, exchange in enumerate(recorded.exchanges)
        if exchange.key.check == f"{MODERN}/listen"
    ]
    changed = {**notice("tools/list_changed"), "params": SUBSCRIBED}
    answered = next(n for n in listening if isinstance(recorded.exchanges[n].reaction, Replied))
    told = recorded.with_said(changed, answered, to_listener=False)
    assert recorded.failures(told) == {}
    before = recorded.places(MODERN)[0]
    told = recorded.with_said(changed, before, to_listener=False)
    assert recorded.failures(told).keys() == {"SUB-06"}
