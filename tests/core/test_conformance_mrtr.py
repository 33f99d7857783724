"""Requests in several rounds, and the error that tells what a client lacks: fed by hand."""

from typing import ClassVar

import pytest
from examinees import LOOPBACK, MODERN, examinee, http, in_words, status

from mcptest_action.core.checks.conformance.checks import asking, mrtr_capability
from mcptest_action.core.checks.conformance.input_needed import UNKNOWN_KEY, tampered_text
from mcptest_action.core.protocol.exchange.era import META_CAPABILITIES, META_VERSION
from mcptest_action.core.protocol.exchange.pump import pump
from mcptest_action.core.protocol.exchange.reaction import (
    Closed,
    Disconnected,
    HttpStatus,
    Opened,
    Overheard,
    Replied,
    RpcError,
    TimedOut,
)
from mcptest_action.core.protocol.exchange.step import CallTool, Close, Fresh, Listen
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.protocol.transcript.lines import Exchange, Key
from mcptest_action.core.safety.withhold import withhold

READS = {"annotations": {"readOnlyHint": True}, "inputSchema": {"type": "object"}}
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
FORM = {
    "method": "elicitation/create",
    "params": {"message": "Who?", "requestedSchema": SCHEMA},
}
PAGE = {
    "method": "elicitation/create",
    "params": {"mode": "url", "message": "Sign in.", "url": "https://example.com/"},
}
FOLDERS = {"method": "roots/list"}
OTHER = Replied({"resultType": "complete", "content": [{"type": "text", "text": "changed"}]})
DONE = Replied({"resultType": "complete", "content": []})
FAILED = Replied({"resultType": "complete", "content": [], "isError": True})
REFUSED = RpcError(-32602, "no")
MISSING = RpcError(-32021, "no", {"requiredCapabilities": {"elicitation": {"form": {}}}})
LATE, GONE = TimedOut(5.0), Disconnected("exited with code 1")
STDIO = Address()


def needs(requests=None, state="first.signed"):
    more = {} if state is None else {"requestState": state}
    asked = {} if requests is None else {"inputRequests": requests}
    return Replied({"resultType": "input_required", **asked, **more})


class Tool:
    """Asks for a form and folders, and takes nothing but the truth."""

    requests: ClassVar = {"who": FORM, "where": FOLDERS}
    state = "first.signed"

    def __call__(self, params):
        declared = params["_meta"][META_CAPABILITIES] if "_meta" in params else {}
        if not declared:
            return self.without()
        if "form" not in declared["elicitation"]:
            return self.limited()
        if "requestState" not in params and "inputResponses" not in params:
            return self.first()
        if params.get("requestState") != self.state:
            return self.tampered(params)
        given = params.get("inputResponses", {})
        if not isinstance(given, dict) or 5 in given.values():
            return self.malformed(given)
        if self.requests and not given:
            return self.missing()
        if UNKNOWN_KEY in given:
            return self.extra()
        actions = {response.get("action", "accept") for response in given.values()}
        return self.right() if actions <= {"accept"} else self.refused()

    def first(self):
        return needs(self.requests, self.state)

    def without(self):
        return MISSING

    limited = without

    def tampered(self, _params):
        return REFUSED

    def malformed(self, _given):
        return REFUSED

    def missing(self):
        return self.first()

    def right(self):
        return DONE

    extra = right

    def refused(self):
        return DONE


class Server:
    def __init__(self, **tools):
        self.tools, self.steps, self.said = tools, [], []

    def __call__(self, step):
        self.steps.append(step)
        match step:
            case CallTool(name, more=more):
                return self.tools[name](more)
            case Listen():
                said, self.said = self.said, []
                return Overheard(tuple(said))
            case Fresh():
                return Opened()
            case Close():
                return Closed("")
        return DONE


def spoken(*tools, address=STDIO, server=None, **changes):
    """The rulings on a server whose tools behave like these."""
    made = tools or (type("Changed", (Tool,), changes)(),)
    named = {f"tool_{number}": one for number, one in enumerate(made)}
    server = server or Server(**named)
    listed = tuple({"name": name, **READS} for name in server.tools)
    known = examinee(MODERN, "tools", tools=listed, address=address)
    return in_words(pump(asking.asking(known), server))


def always(reaction):
    return lambda *_: reaction


def test_a_sound_tool_meets_everything():
    server = Server(a=Tool())
    found = spoken(server=server)
    assert {check: words for check, words in found.items() if check.startswith("MRTR")} == {
        "MRTR-01": "passed: looked at 1 states",
        "MRTR-02": "passed: 1 tools got all that they asked for, and went on",
        "MRTR-03": "passed: it was not accepted",
        "MRTR-04": "passed: it was answered each time",
        "MRTR-05": "passed: it was ignored",
        "MRTR-06": "passed: it asked again, or did without",
        "MRTR-07": "passed: it was not accepted",
        "MRTR-08": "passed: 2 calls were answered after a no",
        "MRTR-10": "passed: 1 tools refused such a client with -32021, or asked nobody",
        "MRTR-11": "passed: no tool refused a client that has all of it",
        "MRTR-12": "passed: the server sent no request",
    }
    assert found["ASK-01"] == "passed: no other mode was used"
    assert found["ASK-02"] == "passed: looked at 1 forms"
    right = next(s for s in server.steps if "inputResponses" in getattr(s, "more", {}))
    assert right.more["requestState"] == "first.signed"
    assert right.more["inputResponses"]["where"] == {"roots": []}
    assert right.more["inputResponses"]["who"]["action"] == "accept"


def test_over_http_a_connection_needs_no_hello():
    server = Server(a=always(DONE))
    found = spoken(server=server, address=LOOPBACK)
    assert [type(step).__name__ for step in server.steps] == [
        "Fresh",
        "CallTool",
        "Listen",
        "Close",
    ]
    assert found["MRTR-01"] == found["MRTR-03"] == "not_applicable: no tool needed input"
    assert found["MRTR-10"] == found["MRTR-08"] == "not_applicable: no tool needed input"
    assert found["MRTR-12"] == "passed: the server sent no request"


CHANGES = {
    "MRTR-01": ({"state": 7}, "failed: tool_0: requestState is 7"),
    "MRTR-02": (
        {"right": always(REFUSED)},
        "failed: tool_0: given all that it asked for, the server answered with JSON-RPC error "
        "-32602: no",
    ),
    "MRTR-03": ({"tampered": always(OTHER)}, "failed: tool_0: the server answered with a result"),
    "MRTR-04": (
        {"tampered": always(GONE)},
        "failed: tool_0: the server closed the connection: exited with code 1",
    ),
    "MRTR-05": (
        {"extra": always(REFUSED)},
        "failed: tool_0: the server answered with JSON-RPC error -32602: no",
    ),
    "MRTR-06": ({"missing": always(FAILED)}, "failed: tool_0: the server answered with a result"),
    "MRTR-07": ({"malformed": always(DONE)}, "failed: tool_0: the server answered with a result"),
    "MRTR-08": (
        {"refused": always(GONE)},
        "failed: tool_0: the server closed the connection: exited with code 1",
    ),
    "MRTR-10": (
        {"without": always(REFUSED)},
        "failed: tool_0: the server answered with JSON-RPC error -32602: no",
    ),
    "MRTR-11": (
        {"first": always(MISSING)},
        "failed: tool_0: refused, although the client declares all that is required",
    ),
    "ASK-01": (
        {"limited": lambda self: self.first()},
        "failed: tool_0: the server asked in the mode 'form', and the client declared another one",
    ),
}


@pytest.mark.parametrize("check", CHANGES)
def test_each_fault_fails_its_own_check(check):
    change, words = CHANGES[check]
    found = spoken(**change)
    assert found[check] == words
    assert [name for name, said in found.items() if said.startswith("failed")] == [check]


def test_a_server_that_sends_requests_is_found_out():
    server = Server(a=always(DONE))
    server.said = [{"message": {"id": 1, "method": "roots/list", "params": None}}]
    assert spoken(server=server)["MRTR-12"] == "failed: a: the server sent `roots/list`"


def test_who_asks_a_client_without_anything_breaks_another_rule():
    asks = {"without": lambda self: self.first(), "limited": lambda self: self.first()}
    found = spoken(**asks)
    words = "not_verified: no call of a client that declares another mode could show it"
    assert found["ASK-01"] == words
    assert found["MRTR-10"] == (
        "not_verified: the tools ask even a client without capabilities: see MOD-04"
    )


def test_a_server_may_ask_for_one_thing_after_the_other():
    class Twice(Tool):
        def tampered(self, _params):
            return needs({"next": FOLDERS}, "third.signed")

        def right(self):
            return needs({"next": FORM}, "second.signed")

        def __call__(self, params):
            return (
                DONE if params.get("requestState") == "second.signed" else super().__call__(params)
            )

    found = spoken(Twice())
    assert found["MRTR-01"] == "passed: looked at 2 states"
    assert found["MRTR-02"].startswith("passed")
    assert found["MRTR-03"] == "failed: tool_0: the server answered with a result"
    idle = type("Idle", (Twice,), {"tampered": lambda self, _: self.right()})
    assert spoken(idle())["MRTR-03"] == IDLE


IDLE = "not_verified: tool_0: as far as can be seen, the state decides nothing"


def test_a_state_that_decides_nothing_may_be_tampered_with():
    signed = Replied({**DONE.result, "_meta": {"now": 1}})
    assert spoken(tampered=always(signed))["MRTR-03"] == IDLE
    # Without an answer to a right state, nobody can tell.
    assert spoken(tampered=always(OTHER), right=always(LATE))["MRTR-03"] == IDLE
    page = type("Page", (Tool,), {"requests": {"page": PAGE}, "tampered": always(OTHER)})
    assert spoken(page())["MRTR-03"] == IDLE
    # One tool that notices is enough; an error is not the result of a right state.
    found = spoken(type("Idle", (Tool,), {"tampered": always(DONE)})(), Tool())
    assert found["MRTR-03"] == "passed: it was not accepted"
    assert spoken(tampered=always(DONE), right=always(REFUSED))["MRTR-03"].startswith("failed")
    odd = {"tampered": always(Replied([])), "right": always(Replied([1]))}
    assert spoken(**odd)["MRTR-03"] == IDLE


def test_it_is_asked_so_often_and_not_again():
    server = Server(a=type("Endless", (Tool,), {"right": lambda self: self.first()})())
    found = spoken(server=server)
    assert found["MRTR-01"] == "passed: looked at 3 states"
    assert found["MRTR-03"] == "passed: it was not accepted"


def test_a_url_is_declined_and_then_nothing_is_known_of_right_answers():
    found = spoken(type("Page", (Tool,), {"requests": {"page": PAGE}})())
    assert found["MRTR-02"] == "not_applicable: no tool needed what we can give"
    assert found["MRTR-05"] == "not_verified: no tool needed the same input twice"
    assert found["ASK-05"] == "passed: looked at 1 URLs"


def test_a_state_alone_is_sent_back_alone():
    server = Server(a=type("State", (Tool,), {"requests": {}})())
    found = spoken(server=server)
    assert found["MRTR-06"] == "not_applicable: no result had inputRequests"
    assert found["MRTR-08"] == "not_applicable: no tool elicits"
    assert found["MRTR-03"] == "passed: it was not accepted"


def test_without_a_state_nothing_can_be_tampered_with():
    found = spoken(type("Stateless", (Tool,), {"state": None})())
    for check in ("MRTR-01", "MRTR-03", "MRTR-04"):
        assert found[check] == "not_applicable: no result had a requestState"


def test_what_no_client_knows_is_not_answered():
    odd = {"a": 5, "b": {"method": []}, "who": {**FORM, "params": 5}}
    found = spoken(type("Odd", (Tool,), {"requests": odd})())
    assert found["ASK-02"] == "failed: tool_0: the form has no message"


def test_a_tool_that_asks_only_once_cannot_be_tried_again():
    class Once(Tool):
        asked = 0

        def first(self):
            self.asked += 1
            return needs({"who": FORM}) if self.asked == 1 else DONE

    found = spoken(Once())
    assert found["MRTR-08"] == "not_verified: a tool that elicited once did not do so again"
    assert found["MRTR-03"] == "not_verified: no tool needed the same input twice"


def test_a_tool_that_asks_for_something_else_then_is_left_alone():
    class Varies(Tool):
        asked = 0

        def first(self):
            self.asked += 1
            return needs({"who": FORM}) if self.asked == 1 else needs(None)

    assert spoken(Varies())["MRTR-08"].startswith("not_verified")


def test_two_calls_that_take_long_are_enough():
    server = Server(ask_a=always(LATE), ask_b=always(GONE), ask_c=Tool())
    found = spoken(server=server)
    assert found["MRTR-12"] == (
        "not_verified: no tool needed input before ask_a did not answer within 5 s"
    )
    called = {step.name for step in server.steps if isinstance(step, CallTool)}
    assert called == {"ask_a", "ask_b"}


def test_whose_calls_are_not_served_may_need_anything():
    found = spoken(server=Server(ask_a=always(status(404))))
    assert found["MRTR-12"] == (
        "not_verified: no tool needed input, but ask_a answered with HTTP status 404"
    )
    assert found["MRTR-11"].startswith("not_verified: no tool was heard")


def test_a_client_without_capabilities_that_gets_no_answer_proves_nothing():
    found = spoken(without=always(LATE))
    assert found["MRTR-10"] == "not_verified: no tool answered a client without capabilities"
    lost = spoken(tampered=always(LATE))
    assert lost["MRTR-04"] == "not_verified: tool_0: the server did not answer within 5 s"
    assert lost["MRTR-03"] == "not_verified: tool_0: the server did not answer within 5 s"


def test_the_evidence_is_what_a_client_without_capabilities_got():
    known = examinee(MODERN, "tools", tools=({"name": "a", **READS},), address=STDIO)
    tool = type("Changed", (Tool,), {"without": always(REFUSED)})()
    found = pump(asking.asking(known), Server(a=tool))
    assert found["MRTR-10"].reactions == (REFUSED,)


@pytest.mark.parametrize("right", [DONE, LATE])
def test_a_tool_that_takes_long_after_a_no_is_not_lost(right):
    found = spoken(right=always(right), refused=always(LATE))
    assert found["MRTR-08"] == "not_verified: tool_0: the server did not answer within 5 s"


UPSTREAM = RpcError(-32603, "getaddrinfo ENOTFOUND api.example.com")


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (LATE, "not_verified: tool_0: the server did not answer within 5 s"),
        (UPSTREAM, "not_verified: tool_0: the service behind the tool"),
        (GONE, "failed: tool_0: given all that it asked for, the server closed the connection"),
    ],
)
def test_a_tool_may_be_slow_or_its_service_away(answer, found):
    answers = always(answer)
    assert spoken(right=answers)["MRTR-02"].startswith(found)
    if answer is UPSTREAM:
        for other in ("without", "extra", "missing", "malformed", "tampered"):
            assert not any(
                said.startswith("failed") for said in spoken(**{other: answers}).values()
            )
    beside = spoken(type("Away", (Tool,), {"right": always(answer)})(), Tool())["MRTR-02"]
    good = "passed: 1 tools got all that they asked for, and went on"
    assert beside == good or answer is GONE


@pytest.mark.parametrize(
    ("check", "twist", "good"),
    [
        ("MRTR-05", "extra", "passed: it was ignored"),
        ("MRTR-06", "missing", "passed: it asked again, or did without"),
    ],
)
def test_who_dies_of_an_odd_retry_does_not_pass(check, twist, good):
    died = "failed: tool_0: the server closed the connection: exited with code 1"
    assert spoken(**{twist: always(GONE)})[check] == died
    late = "not_verified: tool_0: the server did not answer within 5 s"
    assert spoken(**{twist: always(LATE)})[check] == late
    assert spoken()[check] == good


def test_who_dies_of_a_client_without_capabilities_fails_that():
    server = Server(a=type("Dies", (Tool,), {"without": always(GONE)})())
    found = spoken(server=server)
    died = "failed: a: the server closed the connection: exited with code 1"
    assert found["MRTR-10"] == died
    # What comes then has a connection of its own.
    assert sum(isinstance(step, Fresh) for step in server.steps) == 2
    assert found["MRTR-08"].startswith("passed")


def test_after_two_breaks_no_other_client_is_tried():
    dies = type("Dies", (Tool,), {"without": always(GONE)})
    server = Server(ask_a=dies(), ask_b=dies(), ask_c=Tool())
    found = spoken(server=server)
    strangers = [step.name for step in server.steps if getattr(step, "more", 1) == {}]
    assert strangers == ["ask_a", "ask_b"]
    assert found["MRTR-10"].startswith("failed: ask_a: the server closed the connection")
    assert found["MRTR-03"] == "passed: it was not accepted"


def test_the_work_may_take_long():
    found = spoken(right=always(LATE), extra=always(DONE), tampered=always(LATE))
    assert found["MRTR-04"] == "not_verified: tool_0: the server did not answer within 5 s"
    # Only the work takes long: a no is taken at once.
    assert spoken(right=always(LATE))["MRTR-08"] == "passed: 2 calls were answered after a no"


def test_what_is_refused_in_any_case_says_nothing_about_more():
    found = spoken(right=always(FAILED), extra=always(FAILED))
    assert found["MRTR-05"] == "not_verified: no tool needed the same input twice"


@pytest.mark.parametrize(
    ("text", "changed"),
    [("abc", "aAc"), ("xAy", "xBy"), ("{}", "{}mcptest"), ("a.bcd", "a.bAd")],
)
def test_a_state_is_changed_in_its_middle(text, changed):
    assert tampered_text(text) == changed


# -32021


def answered(reaction, version=MODERN):
    meta = {META_VERSION: version, META_CAPABILITIES: {}}
    message = {"id": 1, "method": "tools/call", "params": {"_meta": meta}}
    headers = {"MCP-Protocol-Version": version}
    sent = {"step": "CallTool", "message": message, "headers": headers}
    return Exchange(Key("x", None, 1, 1), sent, reaction, 0.0)


def told(*exchanges):
    known = examinee(MODERN, "tools", address=LOOPBACK)
    return in_words(mrtr_capability.review(known, exchanges))["MRTR-09"]


BAD = http(400)


@pytest.mark.parametrize(
    ("reaction", "flaw"),
    [
        (MISSING._replace(http=BAD), ""),
        (MISSING, ""),
        (MISSING._replace(http=http(200)), "came with the status 200"),
        (MISSING._replace(http=BAD, data=None), "has no capability in data.requiredCapabilities"),
        (
            MISSING._replace(data={"requiredCapabilities": []}),
            "has no capability in data.requiredCapabilities",
        ),
        (withhold(MISSING._replace(http=BAD)), ""),
    ],
)
def test_the_error_tells_what_is_lacking(reaction, flaw):
    found = told(answered(DONE), answered(REFUSED), answered(reaction))
    wrong = f"failed: error -32021 to `tools/call` {flaw}"
    assert found == (wrong if flaw else "passed: looked at 1 such errors")


def test_only_errors_of_the_revision_count():
    assert told(answered(MISSING, "2025-11-25")) == "not_applicable: there was no such error"
    assert told(answered(HttpStatus(BAD, "x"))) == "not_applicable: there was no such error"


@pytest.mark.parametrize(
    ("required", "more"),
    [
        ({"elicitation": {}}, False),
        ({"elicitation": {"form": {}}}, False),
        ({"sampling": {"tools": {}}}, True),
        ({"tasks": {}}, True),
        ({"roots": True}, False),
    ],
)
def test_what_is_required_may_be_more_than_we_declare(required, more):
    declared = {"elicitation": {"form": {}}, "sampling": {}, "roots": {}}
    assert mrtr_capability.lacking({"requiredCapabilities": required}, declared) is more
