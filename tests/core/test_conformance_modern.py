"""Checks of what 2026-07-28 put in the place of the handshake, on servers made up here."""

import pytest
from examinees import (
    LOOPBACK,
    MODERN,
    NOVEMBER,
    because,
    error,
    examinee,
    fed,
    in_words,
    replied,
    status,
)

from mcptest_action.core.checks.conformance.checks import (
    cache_hints,
    disc_hello,
    life_unasked,
    meta_connections,
    meta_fields,
    meta_versions,
    mod_removed,
    mod_results,
    subscriptions,
)
from mcptest_action.core.checks.conformance.checks.subscriptions import (
    ACKNOWLEDGED,
    META_SUBSCRIPTION,
)
from mcptest_action.core.checks.conformance.refusal import error_of
from mcptest_action.core.protocol.exchange.era import META_CAPABILITIES, META_SERVER, META_VERSION
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Disconnected,
    Opened,
    Overheard,
    Replied,
    RpcError,
    TimedOut,
)
from mcptest_action.core.protocol.exchange.step import Hush, Notify, Request
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.protocol.transcript.lines import Exchange, Key
from mcptest_action.core.safety.withhold import withhold

STDIO = Address()
LATE = TimedOut(5.0)
GONE = Disconnected("exited with code 1")
SILENCE = Overheard(())
COMPLETE = {"resultType": "complete"}


def with_surface(known, **lists):
    return known._replace(surface=known.surface._replace(**lists))


# server/discover
NAMED = {"capabilities": {}}


@pytest.mark.parametrize(
    ("result", "check", "expected"),
    [
        ({"supportedVersions": [MODERN]}, "DISC-01", "passed: the result has supportedVersions"),
        ([], "DISC-01", "failed: the result says nothing about the server"),
        ({"supportedVersions": [NOVEMBER, MODERN]}, "DISC-02", "passed"),
        ({"supportedVersions": []}, "DISC-02", "failed: it lists only nothing"),
        ({"supportedVersions": MODERN}, "DISC-02", "failed: `supportedVersions` is not a list"),
        ({"capabilities": {}}, "DISC-03", "passed"),
        ({"supportedVersions": []}, "DISC-03", "failed: `capabilities` is not an object: None"),
        ({}, "DISC-03", "not_verified: see DISC-01, which has the same cause"),
        (NAMED | {"_meta": {META_SERVER: {"name": "x", "version": "1"}}}, "DISC-04", "passed"),
        (NAMED | {"_meta": {META_SERVER: {"name": "x"}}}, "DISC-04", "failed"),
        (NAMED | {"_meta": {META_SERVER: "x"}}, "DISC-04", "failed"),
        (NAMED | {"_meta": "x"}, "DISC-04", "failed"),
        ({"capabilities": {"extensions": {}}}, "DISC-05", "not_applicable"),
        ({"capabilities": []}, "DISC-05", "not_applicable"),
        ({"capabilities": {"extensions": ["a/b"]}}, "DISC-05", "failed"),
    ],
)
def test_a_server_says_what_it_is(result, check, expected):
    assert because(disc_hello.discover, examinee(), Replied(result))[check].startswith(expected)


@pytest.mark.parametrize(
    ("name", "is_right"),
    [
        ("io.modelcontextprotocol/ui", True),
        ("com.example/a.b_c-d", True),
        ("x/", True),
        ("tasks", False),
        ("/tasks", False),
        ("1com.example/a", False),
        ("com.example-/a", False),
        ("com..example/a", False),
        ("com.example/-a", False),
        ("com.example/a/b", False),
    ],
)
def test_extensions_are_named_like_keys_of_meta(name, is_right):
    declared = {"capabilities": {"extensions": {name: {}}}}
    found = because(disc_hello.discover, examinee(), Replied(declared))
    assert found["DISC-05"].startswith("passed" if is_right else "failed")


def test_without_discover_nothing_about_its_result_is_met():
    found = because(disc_hello.discover, examinee(), error(-32601, 404))
    first = found.pop("DISC-01")
    assert first.startswith("failed")
    assert first.endswith("(HTTP status 404)")
    assert set(found.values()) == {"not_verified: see DISC-01, which has the same cause"}


def test_a_hello_that_is_slow_is_not_missing():
    found = because(disc_hello.discover, examinee(), LATE)
    assert found["DISC-01"] == "not_verified: the server did not answer within 5 s"
    mute = because(disc_hello.discover, examinee()._replace(answer=LATE), LATE)
    assert mute["DISC-01"] == "failed: the server did not answer within 5 s"
    gone = because(disc_hello.discover, examinee(), Disconnected("exited"))
    assert gone["DISC-01"] == "failed: the server closed the connection: exited"


# The fields of every request


def test_every_field_is_left_out_once_and_after_a_sound_request():
    known = examinee(MODERN, "tools")
    for probe in meta_fields.PROBES:
        _, (sound, spoiled) = fed(probe.script(known), replied(), replied())
        assert sound == Request("tools/list", timeout_s=5.0)
        assert spoiled.bare
        assert len(spoiled.params.get("_meta", {})) == (0 if probe.id == "no_meta" else 2)


@pytest.mark.parametrize(
    ("reaction", "expected"),
    [
        (error(-32602, 400), "passed"),
        (RpcError(-32602, "on stdio"), "passed"),
        (status(400, '{"error":{"code":-32602,"message":"no","data":[1]}}'), "passed"),
        (error(-32602, 200), "failed: the server answered with JSON-RPC error -32602: no (HTTP "),
        (error(-32020, 400), "passed"),
        (error(-32020, 200), "failed"),
        (error(-32600, 400), "failed"),
        (status(400, "no"), "failed"),
        (replied(), "failed: the server answered with a result"),
        (GONE, "failed: the server closed the connection"),
    ],
)
def test_a_request_without_its_meta_is_refused_in_one_way(reaction, expected):
    (probe, *_) = meta_fields.PROBES
    assert because(probe.script, examinee(), replied(), reaction)["META-01"].startswith(expected)


def test_a_server_of_both_eras_may_take_a_request_without_a_version_for_an_older_one():
    both = examinee(address=Address())._replace(spoken=(NOVEMBER, MODERN))
    no_meta, no_version, no_capabilities, _ = meta_fields.PROBES
    served = (replied(), replied())
    expected = f"not_verified: the server served it, and also speaks {NOVEMBER}"
    assert because(no_meta.script, both, *served)["META-01"].startswith(expected)
    assert because(no_version.script, both, *served)["META-02"].startswith(expected)
    assert because(no_capabilities.script, both, *served)["META-03"].startswith("failed")
    over_http = both._replace(address=LOOPBACK)
    assert because(no_meta.script, over_http, *served)["META-01"].startswith("failed")


def test_an_error_without_an_id_keeps_what_it_says():
    found = error_of(status(400, '{"error":{"code":-32602,"message":"no","data":[1]}}'))
    assert (found.code, found.message, found.data, found.http.status) == (-32602, "no", [1], 400)
    assert error_of(replied()) is None


# Revisions that are not spoken


def unsupported(**data):
    return RpcError(-32022, "no", data or None)


@pytest.mark.parametrize(
    ("reaction", "expected"),
    [
        (unsupported(supported=[MODERN], requested="1900-01-01"), "passed"),
        (unsupported(supported=[MODERN], requested="1999"), "failed: `data.requested` is '1999'"),
        (unsupported(supported=[], requested="1900-01-01"), "failed: the error does not list"),
        (unsupported(supported=[1]), "failed: the error does not list"),
        (unsupported(), "failed: the error does not list the supported revisions: data is {}"),
        (replied(), "failed: asked in 1900-01-01, the server answered with a result"),
        (LATE, "failed: asked in 1900-01-01, the server did not answer within 5 s"),
    ],
)
def test_a_revision_that_does_not_exist_is_refused_by_name(reaction, expected):
    found = because(meta_versions.later_message, examinee(), replied(), reaction)
    assert found["META-07"].startswith(expected)


def first(reaction, hello=None, *, spoken=(NOVEMBER, MODERN), answer=None):
    known = examinee(MODERN, "tools")._replace(spoken=spoken)
    known = known._replace(answer=answer or Replied({"supportedVersions": [MODERN]}))
    reactions = [reaction] if hello is None else [reaction, Opened(), hello]
    return because(meta_versions.first_message, known, *reactions)


def test_both_lists_of_revisions_are_the_same():
    fine = unsupported(supported=[MODERN], requested="1900-01-01")
    assert first(fine)["META-06"] == f"passed: both list {MODERN}"
    more = unsupported(supported=[MODERN, "2027-01-01"])
    assert first(more)["META-06"] == "failed: `server/discover` does not list 2027-01-01"
    assert first(LATE)["META-06"].startswith("not_applicable")
    assert first(fine, answer=error(-32601))["META-06"].startswith("failed")


@pytest.mark.parametrize(
    ("hello", "expected"),
    [
        (RpcError(-32601, f"this server speaks {MODERN}"), "passed"),
        (unsupported(supported=[MODERN]), "passed"),
        (status(400, f"use {MODERN}"), "passed"),
        (RpcError(-32601, "unknown method"), "failed: the server answered with JSON-RPC error"),
        (Replied({"protocolVersion": "2024-11-05"}), "not_applicable"),
        (error(-32020, 400), "not_verified: the server answered with JSON-RPC error -32020"),
        (LATE, "failed: the server did not answer"),
    ],
)
def test_a_server_without_a_handshake_shows_the_way(hello, expected):
    assert first(LATE, hello, spoken=(MODERN,))["MOD-06"].startswith(expected)


# Connections


TOOLS = Replied({**COMPLETE, "tools": [{"name": "a"}]})
OTHERS = Replied({**COMPLETE, "tools": [{"name": "b"}]})
THIRD = Replied({**COMPLETE, "tools": [{"name": "c"}]})


def fresh(*reactions, problems=()):
    known = examinee(MODERN, "tools", tools=({"name": "a"},))
    known = with_surface(known, problems=problems)
    return because(meta_connections.fresh_lists, known, *reactions)


def test_connections_are_compared():
    found = fresh(TOOLS, (TOOLS,))
    assert found["META-08"] == "passed: the server answered with a result"
    assert found["META-09"] == "passed: the lists are the same on two connections"


@pytest.mark.parametrize(
    ("again", "third", "expected"),
    [
        (OTHERS, THIRD, "failed: the list of tools differs from connection to connection"),
        (OTHERS, OTHERS, "not_verified: the list of tools changed during the run, and once only"),
        (THIRD, OTHERS, "not_verified: the list of tools changed between two requests"),
    ],
)
def test_a_server_that_changes_is_told_from_one_that_varies(again, third, expected):
    found = fresh(TOOLS, (OTHERS,), (again,), Opened(), (third,))
    assert found["META-09"].startswith(expected)


def test_a_list_that_fails_cannot_be_the_same():
    failing = fresh(error(-32603), (error(-32603),))
    assert failing["META-08"].startswith("failed")
    assert failing["META-09"].startswith("failed: nothing to compare: tools/list:")
    assert fresh(TOOLS, (TOOLS,), problems=("tools/list: no",))["META-09"].startswith("failed")


def test_a_server_without_lists_has_none_to_compare():
    found = because(meta_connections.fresh_lists, examinee())
    assert {ruling.partition(":")[0] for ruling in found.values()} == {"not_applicable"}


# What came of the requests of a run


def exchange(method, reaction, *others, meta=None, check="x", connection=1, **params):
    meta = {META_VERSION: MODERN, META_CAPABILITIES: {}, **(meta or {})}
    message = {"id": 1, "method": method, "params": {**params, "_meta": meta}}
    headers = {"MCP-Protocol-Version": MODERN}
    sent = {"step": "Request", "headers": headers, "message": message}
    return Exchange(Key(check, None, connection, 1), sent, reaction, 0.0, others)


def test_log_messages_are_looked_for_where_nobody_asked():
    known, log = examinee(), {"notification": "notifications/message"}
    chatty = exchange("tools/list", replied(), log)
    assert life_unasked.unasked(known, [chatty])["META-11"].status == "failed"
    assert (
        life_unasked.unasked(known, [exchange("tools/list", replied())])["META-11"].status
        == "passed"
    )


def test_a_log_level_that_does_not_exist_is_refused():
    for reaction, expected in ((error(-32602, 400), "passed"), (replied(), "failed")):
        known = examinee("2026-07-28", "logging")
        found = because(life_unasked.no_level, known, reaction, replied())
        assert found["META-10"].startswith(expected)
    found = because(life_unasked.no_level, examinee())
    assert found["META-10"] == "not_applicable: the server does not declare logging"


def results(*exchanges, known=None):
    found = mod_results.results(known or examinee(), exchanges)
    return in_words(found)


def test_only_results_of_this_revision_are_looked_at():
    other = exchange("ping", replied(), meta={META_VERSION: "1900-01-01"})
    refused = exchange("ping", error(-32601))
    odd = exchange("ping", Replied([]))
    found = results(other, refused, odd)
    assert set(found.values()) == {"not_applicable: there was no result"}


@pytest.mark.parametrize(
    ("kind", "extensions", "expected"),
    [
        ("complete", {}, "passed"),
        ("input_required", {}, "passed"),
        ("task", {}, "failed: the result of `tools/call` has the resultType 'task'"),
        ("task", {"io.modelcontextprotocol/tasks": {}}, "passed"),
        ("task", {"io.modelcontextprotocol/skills": {}}, "failed"),
        (7, {"io.modelcontextprotocol/tasks": {}}, "failed"),
    ],
)
def test_every_result_has_a_type(kind, extensions, expected):
    known = examinee()
    declared = known.hello._replace(capabilities={"extensions": extensions})
    meta = {META_CAPABILITIES: {"extensions": extensions}}
    found = results(
        exchange("tools/call", replied({"resultType": kind}), meta=meta),
        known=known._replace(hello=declared),
    )
    assert found["MOD-01"].startswith(expected)


def test_a_client_without_extensions_gets_none_of_their_results():
    known = examinee()
    declared = known.hello._replace(capabilities={"extensions": {"com.example/tasks": {}}})
    got = exchange("tools/call", replied({"resultType": "task"}))
    assert results(got, known=known._replace(hello=declared))["MOD-01"].startswith("failed")


def needs(**more):
    return Replied({"resultType": "input_required", **more})


QUESTION = {"method": "elicitation/create"}


@pytest.mark.parametrize(
    ("result", "meta", "expected"),
    [
        (Replied(COMPLETE), {}, "not_applicable"),
        (needs(requestState="x"), {}, "passed: 1 results need input, and say which"),
        (needs(inputRequests={"a": QUESTION}), {META_CAPABILITIES: {"elicitation": {}}}, "passed"),
        (needs(inputRequests={"a": QUESTION}), {META_CAPABILITIES: []}, "failed"),
        (needs(inputRequests={"a": QUESTION}), {}, "failed: the result of `tools/call` asks for "),
        (needs(inputRequests={"a": {"method": "ping"}}), {}, "failed"),
        (needs(inputRequests={"a": {"method": []}}), {}, "failed"),
        (needs(inputRequests={"a": 1}), {}, "failed"),
        (needs(inputRequests=[]), {}, "failed: the result of `tools/call` has inputRequests that"),
        (needs(), {}, "failed: the result of `tools/call` needs input, and has neither"),
        (withhold(needs()), {}, "passed"),
    ],
)
def test_a_result_that_needs_input_says_which(result, meta, expected):
    assert results(exchange("tools/call", result, meta=meta))["MOD-04"].startswith(expected)


def test_only_some_requests_may_need_input_and_every_result_is_signed():
    found = results(exchange("prompts/list", needs()), exchange("prompts/get", needs()))
    assert found["MOD-03"] == "failed: the result of `prompts/list` needs more input"
    assert found["MOD-02"].startswith("failed: the result of `prompts/list` does not name")
    secret = exchange("tools/call", withhold(replied({"resultType": "complete"})))
    signed = exchange("tools/list", replied({**COMPLETE, "_meta": {META_SERVER: {}}}))
    assert results(secret, signed)["MOD-02"] == "passed: all 1 results name the server"


def test_removed_methods_are_asked_for_with_a_resource_that_is_there():
    known = with_surface(examinee(MODERN, "tools"), resources=({"uri": 1}, {"uri": "a:b"}))
    refused = (error(-32601, 404),) * 4
    _, (_, together) = fed(mod_removed.removed(known), replied(), refused)
    assert together.steps[2].params == {"uri": "a:b"}
    found = because(mod_removed.removed, examinee(), replied(), (error(-32601, 200), *refused[1:]))
    assert found["MOD-05"] == (
        "failed: to `ping`, the server answered with JSON-RPC error -32601: no (HTTP status 200)"
    )


def cancelled(request_id):
    return {"notification": "notifications/cancelled", "params": {"requestId": request_id}}


def test_a_server_cancels_only_what_listens():
    listen = exchange("subscriptions/listen", Accepted())
    rule = mod_removed.cancellations

    def ruling(*others):
        return rule(examinee(), [listen, exchange("tools/list", replied(), *others)])["MOD-08"]

    assert ruling().status == "passed"
    assert ruling(cancelled(1), {"notification": "notifications/message"}).status == "passed"
    assert ruling(cancelled("1")).because == "the server cancelled '1' while answering `tools/list`"
    assert ruling({"notification": "notifications/cancelled", "params": []}).status == "failed"
    cut = {"notification": "notifications/cancelled", "params_left_out": True}
    assert ruling(cut).status == "passed"


def test_a_server_that_was_offered_a_handshake_may_be_of_the_past():
    asking = exchange("tools/list", replied(), {"request": "roots/list"}, connection=7)
    hello = exchange("initialize", replied(), connection=7)
    assert mod_removed.requests(examinee(), [asking])["MOD-07"].status == "failed"
    assert mod_removed.requests(examinee(), [asking, hello])["MOD-07"].status == "passed"


# Caching


def hints(ttl=0, scope="private", **more):
    return replied({**COMPLETE, "ttlMs": ttl, "cacheScope": scope, **more})


def caching(*reactions, known=None):
    return because(cache_hints.caching, known or examinee(), *reactions)


def test_everything_that_can_be_kept_is_asked_for():
    known = with_surface(examinee(MODERN, "resources"), resources=({"uri": None}, {"uri": "a:b"}))
    _, (together,) = fed(cache_hints.caching(known), (hints(),) * 4)
    methods = [step.method for step in together.steps]
    lists = ["resources/list", "resources/templates/list"]
    assert methods == ["server/discover", *lists, "resources/read"]


@pytest.mark.parametrize(
    ("ttl", "is_right"),
    [
        (0, True),
        (60_000, True),
        (5.0, True),
        (0.5, False),
        (-1, False),
        (True, False),
        ("5", False),
    ],
)
def test_a_time_is_a_whole_number(ttl, is_right):
    found = caching((hints(ttl),))
    assert found["CACHE-02"].startswith("passed" if is_right else "failed")


def test_hints_belong_to_final_results():
    lists = examinee(MODERN, "tools")
    asking = replied({"resultType": "input_required"})
    found = caching((hints(), asking), known=lists)
    assert found["CACHE-01"] == "passed: all 1 results have both"
    none = caching((replied(COMPLETE), error(-32601)), known=lists)
    assert none["CACHE-01"].startswith("failed: the result of `server/discover` has no ttlMs")
    assert none["CACHE-02"] == "not_applicable: no result has a ttlMs"
    for reaction in (LATE, error(-32603)):
        assert caching((reaction,))["CACHE-01"] == (
            "not_verified: not even `server/discover` had a result: see DISC-01"
        )


def test_pages_have_one_scope():
    lists = examinee(MODERN, "tools")
    first = hints(tools=[], nextCursor="2")
    found = caching((hints(), first), (hints(),), known=lists)
    assert found["CACHE-04"] == "passed: 1 lists have the same scope on two pages"
    found = caching((hints(), first), (hints(scope="public"),), known=lists)
    assert found["CACHE-04"] == (
        "failed: `tools/list` has 'private' on the first page and 'public' on the second"
    )
    assert caching((hints(), first), (LATE,), known=lists)["CACHE-04"].startswith("not_applicable")


# Subscriptions


def heard(*messages):
    return Overheard(tuple({"message": message} for message in messages))


def acknowledged(tag=subscriptions.ID, **granted):
    params = {"_meta": {META_SUBSCRIPTION: tag}, "notifications": granted or {}}
    return {"method": ACKNOWLEDGED, "params": params}


def watching(address=STDIO, **features):
    known = examinee(MODERN, "tools", "resources", address=address)
    declared = (
        {"tools": {}, "resources": features} if features else {"tools": {"listChanged": True}}
    )
    return known._replace(hello=known.hello._replace(capabilities=declared))


OVER = (Accepted(), Replied({}), SILENCE, SILENCE, Replied({}))


def listening(*opening, known=None, end=OVER):
    reactions = (SILENCE, Accepted(), Replied({}), *opening, *end)
    return because(subscriptions.listen, known or watching(), *reactions)


def test_a_subscription_from_its_beginning_to_its_end():
    found = listening(heard(acknowledged(toolsListChanged=True)))
    assert {ruling.partition(":")[0] for ruling in found.values()} == {"passed"}


@pytest.mark.parametrize(("address", "kind"), [(STDIO, Notify), (LOOPBACK, Hush)])
def test_a_subscription_is_ended_as_the_transport_has_it(address, kind):
    reactions = (SILENCE, Accepted(), replied(), heard(acknowledged()), *OVER)
    _, steps = fed(subscriptions.listen(watching(address)), *reactions)
    assert isinstance(steps[4], kind)


def test_one_resource_is_watched_where_that_is_all_that_is_declared():
    known = watching(subscribe=True)
    wanted = with_surface(known, resources=({"name": "no uri"}, {"uri": "a:b"}))
    for subject, uri in ((known, "mcptest://nothing"), (wanted, "a:b")):
        granted = acknowledged(resourceSubscriptions=[uri])
        found, steps = fed(
            subscriptions.listen(subject), SILENCE, Accepted(), Replied({}), heard(granted), *OVER
        )
        assert steps[1].params == {"notifications": {"resourceSubscriptions": [uri]}}
        assert found["SUB-04"].status == "passed"
    more = listening(heard(acknowledged(resourceSubscriptions=["c:d"])), known=known)
    assert more["SUB-04"].startswith("failed: the server acknowledged resourceSubscriptions")


@pytest.mark.parametrize(
    ("message", "check", "expected"),
    [
        (acknowledged("7000001"), "SUB-03", "failed: in place of the id 7000001 came '7000001'"),
        ({"method": ACKNOWLEDGED}, "SUB-03", "failed: in place of the id 7000001 came None"),
        ({"method": ACKNOWLEDGED}, "SUB-04", "failed: the acknowledgment has no `notifications`"),
        (acknowledged(promptsListChanged=False), "SUB-04", "passed"),
        (
            acknowledged(promptsListChanged=True),
            "SUB-04",
            "failed: the server acknowledged prompts",
        ),
        ({"id": subscriptions.ID, "result": {}}, "SUB-02", "failed: the first message is the ans"),
        ({"id": subscriptions.ID, "result": {}}, "SUB-03", "failed: no id came"),
        ({"id": subscriptions.ID, "result": {}}, "SUB-04", "failed: there was no acknowledgment"),
    ],
)
def test_the_acknowledgment_is_looked_at_closely(message, check, expected):
    assert listening(heard(message))[check].startswith(expected)


def test_what_takes_its_time_is_waited_for():
    late = heard({"method": "notifications/message"}, {"id": 1, "result": {}})
    found = listening(late, heard(acknowledged(toolsListChanged=True)))
    assert found["SUB-02"].startswith("passed")
    assert listening(SILENCE, SILENCE)["SUB-02"] == "failed: the first message is missing"


def test_a_change_that_nobody_asked_for_is_found():
    change = {"method": "notifications/prompts/list_changed", "params": {}}
    found = listening(heard(acknowledged(toolsListChanged=True), change))
    assert found["SUB-04"] == (
        "failed: notifications/prompts/list_changed came, which was not asked for"
    )


@pytest.mark.parametrize("address", [STDIO, LOOPBACK])
def test_a_refusal_leaves_nothing_to_look_at(address):
    if address is STDIO:
        no = {"id": subscriptions.ID, "error": {"code": -32601, "message": "unknown"}}
        found = listening(heard(no), end=())
    else:
        found = because(subscriptions.listen, watching(address), SILENCE, error(-32601, 404))
    assert {ruling.partition(":")[0] for ruling in found.values()} == {"failed"}
    assert "-32601" in found["SUB-01"]


@pytest.mark.parametrize(
    ("late", "alive", "expected"),
    [
        (SILENCE, GONE, "failed: after the end of the subscription, the server closed"),
        (heard(acknowledged()), Replied({}), "failed: after its end, 1 more messages came"),
    ],
)
def test_the_end_of_a_subscription_is_the_end_of_it_only(late, alive, expected):
    end = (Accepted(), Replied({}), SILENCE, late, alive)
    assert listening(heard(acknowledged()), end=end)["SUB-05"].startswith(expected)


def test_a_server_that_tells_of_no_changes_has_no_subscriptions():
    found = because(subscriptions.listen, examinee(MODERN, "tools"))
    assert {ruling.partition(":")[0] for ruling in found.values()} == {"not_applicable"}
