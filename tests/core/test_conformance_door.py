"""A hello that is none: whoever answers at all is examined, and never passes for it."""

import pytest
from examinees import because, error, examinee, fed, in_words, status, worded
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.checks.conformance import ExamConfig, Selection, meeting
from mcptest_action.core.checks.conformance.checks import disc_hello, http_sessions, life_hello
from mcptest_action.core.checks.conformance.examine import examine
from mcptest_action.core.checks.conformance.examinees import RunPart
from mcptest_action.core.checks.conformance.meet import NotSpoken, greet
from mcptest_action.core.checks.conformance.poor_hello import insisted_era
from mcptest_action.core.checks.conformance.report import conformance_report
from mcptest_action.core.checks.results.ruling import Status
from mcptest_action.core.checks.run.ended import WITHOUT_HELLO
from mcptest_action.core.protocol.exchange.era import LEGACY_VERSIONS, NEWEST_MODERN, EraName
from mcptest_action.core.protocol.exchange.hello import Hello, discovered, initialized
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Closed,
    Disconnected,
    Garbage,
    Misaddressed,
    Opened,
    Replied,
    RpcError,
    TimedOut,
)
from mcptest_action.core.protocol.exchange.step import Close, Fresh, Together
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

MODERN, NOVEMBER, JUNE = "2026-07-28", "2025-11-25", "2025-06-18"
NO, LATE, GONE = error(-32601), TimedOut(5), Disconnected("exited with code 1")
TOOLS, TYPED = Replied({"tools": []}), Replied({"resultType": "complete", "tools": []})
PONG = Replied({})
CAPABLE = {"capabilities": {"logging": {}}}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ("protocolVersion", "capabilities", "serverInfo", "name", "version", "resultType",
             "supportedVersions", "tools")
        )
        | st.text(max_size=3),
        inner,
        max_size=5,
    ),
    max_leaves=12,
)  # fmt: skip


def legacy(answer, *lists, insists=EraName.LEGACY):
    return fed(greet(NOVEMBER, "0", insists=insists), answer, *lists)


@pytest.mark.parametrize(
    "answer",
    [NO, LATE, Garbage("an error object"), Replied({}), Replied("hello"),
     Replied({"protocolVersion": "banana"})],
    ids=repr,
)  # fmt: skip
def test_a_server_whose_hello_is_none_is_asked_for_its_lists(answer):
    found, steps = legacy(answer, Accepted(), (TOOLS, NO, NO, NO))
    assert found.hello == Hello((EraName.LEGACY, NOVEMBER), {}, {"tools": {}}, None)
    assert found.flaw
    assert found.answer is answer
    timeouts = {step.timeout_s for step in steps[-1].steps}
    assert timeouts == ({5.0} if isinstance(answer, TimedOut | Garbage) else {None})


@pytest.mark.parametrize("insists", [None, *EraName])
@pytest.mark.parametrize("version", ["banana", "", 20251125, None])
def test_a_hello_that_names_no_revision_is_one_all_the_same(version, insists):
    """Also of a server with a sound hello in another era: else it would pass by that one."""
    answer = Replied({"protocolVersion": version, **CAPABLE})
    found, _ = legacy(answer, Accepted(), insists=insists)
    assert found.hello.capabilities == CAPABLE["capabilities"]
    assert found.flaw


def test_a_server_that_answers_ping_only_lives():
    found, _ = legacy(NO, Accepted(), (NO, NO, NO, PONG))
    assert found.hello.capabilities == {}
    found, _ = legacy(NO, Accepted(), (NO, NO, NO, NO))
    assert isinstance(found, NotSpoken)


def test_typed_results_are_not_those_of_an_older_server():
    found, _ = legacy(NO, Accepted(), (TYPED, NO, NO, PONG))
    assert isinstance(found, NotSpoken)


@pytest.mark.parametrize(
    "answer",
    [GONE, Misaddressed(("7",)), Replied({"protocolVersion": "2099-01-01", **CAPABLE})],
    ids=["gone", "wrong ids", "another revision"],
)
def test_there_is_no_use_in_asking_on(answer):
    found, steps = legacy(answer)
    assert isinstance(found, NotSpoken)
    assert len(steps) == 1


def test_where_a_server_said_hello_in_another_revision_nobody_insists():
    for insists in (None, EraName.MODERN):
        found, steps = legacy(NO, insists=insists)
        assert isinstance(found, NotSpoken)
        assert len(steps) == 1


@pytest.mark.parametrize(
    ("insists", "lists", "is_met"),
    [
        (None, (TOOLS, NO, NO), False),
        (None, (TYPED, NO, NO), True),
        (EraName.LEGACY, (TOOLS, NO, NO), False),
        (EraName.LEGACY, (NO, TYPED, NO), True),
        (EraName.MODERN, (TOOLS, NO, NO), True),
        (EraName.MODERN, (PONG, Replied(None), Replied({"prompts": {}})), False),
    ],
)
def test_a_modern_server_is_known_by_its_answers(insists, lists, is_met):
    found, steps = fed(greet(MODERN, "0", insists=insists), Replied({}), lists)
    assert isinstance(found, NotSpoken) is not is_met
    assert isinstance(steps[-1], Together)


def test_a_modern_server_without_a_readable_hello_is_asked_where_there_is_no_other():
    assert isinstance(fed(greet(MODERN, "0"), LATE)[0], NotSpoken)
    found, _ = fed(greet(MODERN, "0", insists=EraName.LEGACY), LATE, (TYPED, NO, NO))
    assert found.hello.capabilities == {"tools": {}}


# Which era a server without a hello belongs to.


def exchange(check, step, reaction, method="", connection=1):
    sent = {"step": "Request", "message": {"method": method}}
    return Exchange(Key(check, None, connection, step), sent, reaction, 1.0)


def knocked(*answers):
    methods = ("server/discover", "initialize")
    return [
        exchange("handshake", number, answer, method)
        for number, (answer, method) in enumerate(zip(answers, methods, strict=False), 1)
    ]


@pytest.mark.parametrize(
    ("answers", "era"),
    [
        ((NO, NO), EraName.LEGACY),
        ((NO, LATE), EraName.LEGACY),
        ((PONG, NO), EraName.LEGACY),
        ((Replied({"supportedVersions": "2026-07-28"}), NO), EraName.MODERN),
        ((Replied({"resultType": "complete"}), NO), EraName.MODERN),
        ((error(-32022), NO), EraName.MODERN),
        ((NO, error(-32022)), EraName.MODERN),
        ((LATE, LATE), None),
        ((status(401), status(401)), None),
        ((Replied({"supportedVersions": [MODERN]}),), None),
        ((), None),
    ],
    ids=repr,
)
def test_the_era_of_a_server_without_a_hello(answers, era):
    assert insisted_era(knocked(*answers)) is era


@pytest.mark.parametrize(
    ("revisions", "era", "insisted", "asked"),
    [
        ((JUNE, NOVEMBER, MODERN), EraName.LEGACY, NOVEMBER, [NOVEMBER, MODERN]),
        ((JUNE, NOVEMBER, MODERN), EraName.MODERN, MODERN, [NOVEMBER, MODERN]),
        ((JUNE,), EraName.MODERN, JUNE, [JUNE]),
        ((MODERN,), EraName.LEGACY, MODERN, [MODERN]),
        ((JUNE, NOVEMBER), None, "", []),
    ],
)
def test_one_revision_stands_for_all(revisions, era, insisted, asked):
    config = ExamConfig(Selection(revisions), insists=era)
    assert config.insisted == insisted
    assert [revision for revision in revisions if config.insists_in(revision)] == asked


# The report.

STDIO = Address()
HTTP = Address(http=True, loopback=True, authority="127.0.0.1:1", path="/mcp")


def met(revision, *reactions):
    hello = "server/discover" if revision == MODERN else "initialize"
    for step, reaction in enumerate(reactions, 1):
        yield exchange(meeting(revision), step, reaction, hello if step == 1 else "", 2)


def at_the_door(hello, discover=NO, revisions=(JUNE, NOVEMBER, MODERN), address=STDIO):
    """The report on a server that answers every hello like this, and nothing else."""
    refused = (Accepted(), NO, NO, NO, NO) if asks_on(hello) else ()
    heard = [
        *knocked(discover, hello),
        *met(JUNE, hello),
        *met(NOVEMBER, hello, *refused),
        *met(MODERN, discover, NO, NO, NO),
        exchange(f"{NOVEMBER}/foreign_origin", 1, error(-32603, 500)),
        exchange(f"{NOVEMBER}/foreign_host", 1, status(421)),
        exchange(f"{NOVEMBER}/close_after_odd", 1, Closed("x")),
        exchange(f"{NOVEMBER}/close", 1, Closed("x")),
        exchange(f"{MODERN}/close", 1, Closed("x")),
    ]
    config = ExamConfig(Selection(revisions), address)
    return conformance_report(examine(heard, config, RunPart(), "0"), config)


def asks_on(hello):
    return not isinstance(hello, Disconnected | Misaddressed)


def found(report):
    return {row.check.id: row for row in report.rows}


@pytest.mark.parametrize("hello", [NO, GONE, LATE, Replied(None), Replied({})], ids=repr)
def test_a_server_that_is_met_nowhere_gets_a_report_on_its_hello(hello):
    report = at_the_door(hello)
    rows = found(report)
    assert report.badge == "F"
    assert report.ended == WITHOUT_HELLO
    assert report.counts.must_failed == 1
    assert rows["LIFE-01"].status is Status.FAILED
    assert [one.reaction for one in rows["LIFE-01"].revisions[NOVEMBER].evidence] == [hello]
    era = rows["ERA-01"]
    assert era.status is Status.INCONCLUSIVE
    assert all("see LIFE-01" in row.because for row in era.revisions.values())


def test_what_needs_no_hello_is_examined_all_the_same():
    rows = found(at_the_door(error(-32603, 500), address=HTTP))
    assert {name: row.status for name, row in rows.items() if row.status is Status.FAILED} == {
        "HTTP-04": Status.FAILED,
        "LIFE-01": Status.FAILED,
    }
    assert rows["HTTP-06"].status is Status.PASSED


def test_the_hello_of_a_modern_server_is_ruled_as_such():
    report = at_the_door(NO, error(-32022), revisions=(MODERN,))
    rows = found(report)
    assert rows["DISC-01"].status is Status.FAILED
    assert rows["DISC-02"].because == "see DISC-01, which has the same cause"
    assert rows["ERA-01"].because.endswith("see DISC-01")


def test_wrong_ids_have_a_check_of_their_own():
    rows = found(at_the_door(Misaddressed(("7",))))
    assert {name for name, row in rows.items() if row.status is Status.FAILED} == {"BASE-02"}
    assert rows["ERA-01"].because.endswith("see BASE-02")


def test_who_offers_what_we_do_not_know_said_hello_but_cannot_be_examined():
    own = {"protocolVersion": "2099-01-01", "capabilities": {}}
    answer = Replied({**own, "serverInfo": {"name": "x", "version": "1"}})
    rows = found(at_the_door(answer))
    assert rows["LIFE-01"].status is Status.PASSED
    assert rows["ERA-01"].status is Status.FAILED


def test_who_is_met_without_a_hello_is_not_said_to_have_said_one():
    heard = [
        *knocked(NO, NO),
        *met(JUNE, NO),
        *met(NOVEMBER, NO, Accepted(), TOOLS, NO, NO, PONG, TOOLS),
        *met(MODERN, NO, NO, NO, NO),
    ]
    selection = Selection((JUNE, NOVEMBER, MODERN), only=("ERA-01",))
    config = ExamConfig(selection)
    examined = examine(heard, config, RunPart(), "0")
    assert examined.spoken == (NOVEMBER,)
    rows = conformance_report(examined, config).rows[0].revisions
    assert {row.status for row in rows.values()} == {Status.INCONCLUSIVE}
    assert "asked for its hello, it answered" in rows[NOVEMBER].because
    assert rows[JUNE].because.endswith("see LIFE-01")


# Checks on a server that gave no sound hello.


@pytest.mark.parametrize("answer", [LATE, Garbage("[{}]")], ids=repr)
def test_who_never_answers_a_hello_is_not_asked_for_more(answer):
    known = examinee(NOVEMBER)._replace(answer=answer, insists=EraName.LEGACY)
    ruled = because(life_hello.beginnings, known)
    assert ruled.pop("LIFE-01").startswith("failed: the server ")
    assert set(ruled.values()) == {"not_verified: see LIFE-01, which has the same cause"}


@pytest.mark.parametrize("probe", [http_sessions.sessions, http_sessions.listening])
def test_no_session_begins_without_a_hello(probe):
    ruled = because(probe, examinee(NOVEMBER)._replace(answer=NO))
    assert set(ruled.values()) == {"not_verified: no session begins without a hello: see LIFE-01"}


def test_a_hello_in_no_revision_is_not_waited_for_long():
    known = examinee(NOVEMBER)._replace(
        answer=Replied({}), insists=EraName.LEGACY, patience_s=6.0, spoken=(NOVEMBER,)
    )
    refused = (NO, NO, NO, NO, Opened(), NO, NO, NO, Opened(), NO)
    rulings, steps = fed(life_hello.beginnings(known), *refused)
    odd = [
        s
        for s in steps
        if not isinstance(s, Fresh | Close) and s.params and "1900-01-01" in s.params.values()
    ]
    assert [step.timeout_s for step in odd] == [6.0, 6.0]
    assert {name: worded(rulings[name]) for name in ("LIFE-02", "LIFE-03")} == dict.fromkeys(
        ("LIFE-02", "LIFE-03"), "not_verified: see LIFE-01, which has the same cause"
    )


# Whatever the answer is.


@given(VALUES)
def test_no_result_of_initialize_passes_unless_it_is_sound(value):
    ruling = life_hello.content_of(Replied(value))
    match value:
        case {
            "protocolVersion": str(version),
            "capabilities": dict(),
            "serverInfo": {"name": str(), "version": str()},
        } if version[:1].isdigit() or version.startswith("DRAFT-"):
            pass
        case _:
            assert ruling.status is Status.FAILED
    if isinstance(initialized(Replied(value)), str):
        assert ruling.status is Status.FAILED or value["protocolVersion"] not in LEGACY_VERSIONS


@given(VALUES)
def test_no_result_of_discover_passes_unless_it_is_sound(value):
    rulings = disc_hello.rulings_on(Replied(value), MODERN)
    is_hello = isinstance(discovered(Replied(value), NEWEST_MODERN), Hello)
    passes = all(
        rulings[name].status is Status.PASSED for name in ("DISC-01", "DISC-02", "DISC-03")
    )
    typed = not isinstance(value, dict) or value.get("resultType", "complete") == "complete"
    assert not passes or is_hello or not typed
    assert in_words(rulings)


@given(VALUES, st.sampled_from([None, *EraName]))
def test_no_value_stops_a_meeting(value, insists):
    for revision in (NOVEMBER, MODERN):
        script = greet(revision, "0", insists=insists)
        next(script)
        reaction = Replied(value)
        try:
            while True:
                step = script.send(reaction)
                many = isinstance(step, Together)
                reaction = tuple(Replied(value) for _ in step.steps) if many else Replied(value)
        except StopIteration as end:
            greeted = end.value
        if not isinstance(greeted, NotSpoken):
            sound = (initialized if revision == NOVEMBER else _discovered)(Replied(value))
            assert bool(greeted.flaw) is not isinstance(sound, Hello)


def _discovered(reaction):
    return discovered(reaction, NEWEST_MODERN)


@given(VALUES)
def test_no_value_at_the_door_makes_a_badge(value):
    report = at_the_door_with(value)
    rows = found(report)
    if not isinstance(initialized(Replied(value)), Hello):
        assert report.badge == "F"
        assert rows["ERA-01"].status is not Status.PASSED
        # Whoever is met without a revision has more to answer than this transcript tells.
        assert report.counts.must_failed or report.spoken


def at_the_door_with(value):
    answer = Replied(value)
    met_by = {revision: ask(revision, answer) for revision in (JUNE, NOVEMBER, MODERN)}
    heard = [*knocked(RpcError(-32601, "no"), answer)]
    for revision, reactions in met_by.items():
        heard += met(revision, *reactions)
    config = ExamConfig(Selection((JUNE, NOVEMBER, MODERN), only=("ERA", "LIFE-01", "DISC")))
    examined = examine(heard, config, RunPart(), "0")
    return conformance_report(examined, config)


def ask(revision, answer):
    return (NO, NO, NO, NO) if revision == MODERN else (answer, Accepted(), NO, NO, NO, NO)
