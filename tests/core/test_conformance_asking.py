"""What a server asks of a client with capabilities, in revisions with a handshake: fed by hand."""

import pytest
from examinees import ANY_CALLS, LOOPBACK, NOVEMBER, examinee, in_words, status, worded

from mcptest_action.core.checks.conformance import asking as helper
from mcptest_action.core.checks.conformance.asking import Asked, Call, requests_in
from mcptest_action.core.checks.conformance.checks import (
    asking,
    asking_forms,
    asking_links,
    asking_sampling,
    life_unasked,
)
from mcptest_action.core.checks.conformance.conduct import own_lane
from mcptest_action.core.protocol.exchange.client import Client, Says, reply_of
from mcptest_action.core.protocol.exchange.pump import advance, pump
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Closed,
    Disconnected,
    HttpAnswer,
    NotSent,
    Opened,
    Overheard,
    Replied,
    RpcError,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.protocol.exchange.step import CallTool, Close, Fresh, Http, Listen, Request
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.protocol.transcript.lines import Exchange, Key
from mcptest_action.core.protocol.transcript.step_json import is_same, sent_document

JUNE = "2025-06-18"
LATE, GONE, FINE = TimedOut(5.0), Disconnected("exited with code 1"), Replied({"content": []})
READS = {"annotations": {"readOnlyHint": True}, "inputSchema": {"type": "object"}}
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
FORM = {"message": "Who?", "requestedSchema": SCHEMA}
PAGE = {"mode": "url", "message": "Sign in.", "url": "https://example.com/", "elicitationId": "1"}
MESSAGE = {"role": "user", "content": {"type": "text", "text": "Hello."}}
PROMPT = {"messages": [MESSAGE], "maxTokens": 9}
ELICIT, SAMPLE = "elicitation/create", "sampling/createMessage"
HELLO, STDIO = Replied({}), Address()
HTTP_HELLO = Replied({}, HttpAnswer(200, {"mcp-session-id": "s"}))


def tool(name, description=""):
    return {"name": name, "description": description, **READS}


class Server:
    """Answers steps; a tool's behaviour is what it asks for, and what its calls come to."""

    def __init__(self, asks=(), answers=(), hello=HELLO, opens=(), same_id=False):
        self.asks, self.answers, self.hello = dict(asks), {**dict(answers)}, hello
        self.opens, self.same_id = list(opens), same_id
        self.steps, self.heard, self.numbers, self.client = [], [], 0, Client()

    def __call__(self, step):
        self.steps.append(step)
        match step:
            case Fresh(client=client):
                self.client = client
                return self.opens.pop(0) if self.opens else Opened()
            case Request("initialize", params):
                assert params["capabilities"] == self.client.capabilities
                return self.hello
            case CallTool(name, says=says):
                return self.called(name, says)
            case Listen():
                heard, self.heard = self.heard, []
                return Overheard(tuple(heard))
            case Close():
                return Closed("")
        return Accepted()

    def called(self, name, says):
        for method, params in self.asks.get(name, ()):
            self.numbers += not self.same_id
            message = {"id": self.numbers, "method": method, "params": params}
            reply = reply_of(method, params, self.client, says)
            self.heard.append({"message": message, "reply": reply})
        self.heard.append({"noise": "hello"})
        known = self.answers.get(name, FINE)
        return known.pop(0) if isinstance(known, list) else known

    @property
    def kinds(self):
        return [type(step).__name__ for step in self.steps]


def asked_of(server, *names, revision=NOVEMBER, address=STDIO, **known):
    known = examinee(revision, "tools", tools=tuple(map(tool, names)), address=address, **known)
    return in_words(pump(asking.asking(known), server))


def test_a_server_that_asks_for_nothing_is_called_a_few_times_on_one_connection():
    server = Server()
    found = asked_of(server, "a", "b", "c")
    assert server.kinds == [
        "Fresh", "Request", "Notify", "CallTool", "Listen", "CallTool", "Listen", "Close",
    ]  # fmt: skip
    assert found["ASK-02"] == "not_applicable: the server showed no form"
    assert found["ASK-01"] == "not_applicable: the server elicits nothing"
    assert found["ASK-14"] == "not_applicable: the server asked for nothing"
    assert {words.partition(":")[0] for words in found.values()} == {"not_applicable"}


def test_tools_that_sound_as_if_they_ask_come_first():
    server = Server()
    asked_of(server, "a", "b", "z_confirm", "get_roots", "ask_me", "task")
    called = [step.name for step in server.steps if isinstance(step, CallTool)]
    assert called == ["z_confirm", "get_roots", "ask_me"]


def test_a_tool_whose_results_nobody_may_see_is_left_out():
    secret = {**tool("a"), "_meta": {"mcp.dev/resultSensitivity": "restricted"}}
    known = examinee(NOVEMBER, "tools", tools=(secret,))
    found = in_words(pump(asking.asking(known), Server()))
    assert found["ASK-02"].startswith("not_verified: ")


def test_a_sound_server_that_asks_for_everything():
    asks = [(ELICIT, FORM), (ELICIT, PAGE), (SAMPLE, PROMPT), ("roots/list", {})]

    class Careful(Server):
        """Looks at the client before it asks."""

        def called(self, name, says):
            modes = self.client.capabilities["elicitation"]
            fits = [one for one in asks if one[1].get("mode", "form") in modes or one[0] != ELICIT]
            self.asks = {"a": fits}
            return super().called(name, says)

    server = Careful()
    found = asked_of(server, "a", address=LOOPBACK)
    assert found == {
        "ASK-01": "passed: no other mode was used",
        "ASK-02": "passed: looked at 3 forms",
        "ASK-03": "passed: looked at 3 forms",
        "ASK-04": "passed: looked at 3 forms",
        "ASK-05": "passed: looked at 3 URLs",
        "ASK-06": "passed: looked at 3 URLs",
        "ASK-07": "passed: looked at 3 forms",
        "ASK-08": "passed: looked at 3 forms",
        "ASK-09": "not_applicable: there was no such error",
        "ASK-10": "passed: looked at 3 sampling requests",
        "ASK-11": "passed: looked at 3 sampling requests",
        "ASK-12": "passed: looked at 3 sampling requests",
        "ASK-13": "passed: looked at 3 sampling requests",
        "ASK-14": "passed: 3 calls were answered after a no",
        "ASK-16": "passed: all 12 ids differ",
    }
    assert server.kinds.count("Fresh") == 3


def test_over_http_the_stream_of_a_session_is_opened_as_well():
    server = Server(hello=HTTP_HELLO)
    asked_of(server, "a", address=LOOPBACK)
    (opened,) = [step for step in server.steps if isinstance(step, Http)]
    assert opened.method == "GET"
    assert opened.headers["mcp-session-id"] == "s"


@pytest.mark.parametrize(
    ("params", "flaw"), [(FORM, "'form'"), (PAGE, "'url'")], ids=["form", "url"]
)
def test_a_mode_that_was_not_declared_is_not_used(params, flaw):
    found = asked_of(Server({"a": [(ELICIT, params)]}), "a", "b")
    assert (
        found["ASK-01"]
        == f"failed: a: the server asked in the mode {flaw}, and the client declared another one"
    )


def test_a_mode_that_there_is_not_was_declared_by_nobody():
    found = asked_of(Server({"a": [(ELICIT, {**PAGE, "mode": "page"})]}), "a")
    assert found["ASK-01"].startswith("failed: a: the server asked in the mode 'page'")


@pytest.mark.parametrize("mode", [["url"], None, 5])
def test_a_mode_that_is_no_text_is_no_mode(mode):
    found = asked_of(Server({"a": [(ELICIT, {**PAGE, "mode": mode})]}), "a")
    assert found["ASK-01"].startswith("not_verified")
    assert found["ASK-02"] == f"failed: a: its mode is {mode!r}"
    june = asked_of(Server({"a": [(ELICIT, {**PAGE, "mode": mode})]}), "a", revision=JUNE)
    assert june["ASK-02"] == "not_applicable: the server showed no form"


def test_if_the_server_is_gone_for_other_clients_nothing_is_known_about_their_modes():
    opens = [Opened(), Unreachable("no")]
    found = asked_of(Server({"a": [(ELICIT, FORM)]}, opens=opens), "a")
    words = "not_verified: no call of a client that declares another mode could show it"
    assert found["ASK-01"] == words


def test_in_june_elicitation_has_no_modes():
    server = Server({"a": [(ELICIT, FORM)]})
    asked_of(server, "a", revision=JUNE)
    assert server.client.capabilities == {"sampling": {}, "roots": {}, "elicitation": {}}
    assert server.kinds.count("Fresh") == 1
    old = Server()
    asked_of(old, "a", revision="2025-03-26")
    assert old.client.capabilities == {"sampling": {}, "roots": {}}


def test_only_the_newest_handshake_is_tried():
    known = examinee(JUNE, "tools", tools=(tool("a"),))._replace(spoken=(JUNE, NOVEMBER))
    found = in_words(pump(asking.asking(known), Server()))
    assert found["ASK-02"] == "not_applicable: clients with capabilities are tried in 2025-11-25"


@pytest.mark.parametrize(
    ("problems", "words"),
    [
        ((), "not_applicable: tools/list is empty"),
        (("tools/list: x",), "not_verified: there is no list to look at: tools/list: x"),
    ],
)
def test_without_a_tool_nobody_is_asked_and_nothing_is_started(problems, words):
    known = examinee(NOVEMBER, "tools")
    known = known._replace(surface=known.surface._replace(problems=problems))
    server = Server()
    assert in_words(pump(asking.asking(known), server))["ASK-03"] == words
    assert server.steps == []


@pytest.mark.parametrize(
    ("server", "words"),
    [
        (Server(opens=[Unreachable("no")]), "the server could not be reached: no"),
        (Server(hello=LATE), "the server did not answer within 5 s"),
    ],
)
def test_without_a_hello_nothing_is_known(server, words):
    found = asked_of(server, "a")
    assert found["ASK-16"] == f"not_verified: as a client with capabilities, {words}"
    assert server.kinds[-1] == "Close"


def test_after_a_call_that_takes_long_it_goes_on_with_a_new_connection():
    server = Server({"b": [("roots/list", {})]}, {"a": LATE})
    found = asked_of(server, "a", "b")
    assert server.kinds.count("Fresh") == 2
    assert found["ASK-02"] == (
        "not_verified: the server showed no form before a did not answer within 5 s"
    )
    assert found["ASK-16"] == "passed: all 3 ids differ"


@pytest.mark.parametrize(
    ("reaction", "end"),
    [
        (status(404), "answered with HTTP status 404"),
        (RpcError(-32001, "no", None, status(401).http), "answered with JSON-RPC error -32001: no"),
        (NotSent("calls", "no calls"), "was not asked: no calls"),
    ],
)
def test_whose_calls_are_not_served_may_ask_for_anything(reaction, end):
    unknown = f"not_verified: the server asked for nothing, but a {end}"
    refusing = Server(answers={"a": reaction, "b": reaction})
    assert asked_of(refusing, "a", "b")["ASK-16"] == unknown
    served = Server(answers={"a": reaction})
    assert asked_of(served, "a", "b")["ASK-16"] == "not_applicable: the server asked for nothing"


def test_after_a_second_one_it_stops():
    server = Server(answers={"ask_a": LATE, "ask_b": GONE})
    asked_of(server, "ask_a", "ask_b", "ask_c")
    called = [step.name for step in server.steps if isinstance(step, CallTool)]
    assert called == ["ask_a", "ask_b"]


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ([FINE, FINE, FINE], "passed: 2 calls were answered after a no"),
        ([FINE, RpcError(-1, "no"), FINE], "passed: 2 calls were answered after a no"),
        (
            [FINE, GONE],
            "failed: a: when it was told no, the server closed the connection: exited with code 1",
        ),
        ([FINE, status(500)], "not_verified: a: told no, the server answered with HTTP status 500"),
        ([FINE, LATE], "not_verified: a: told no, the server did not answer within 5 s"),
        ([LATE], "not_verified: the server asked for nothing before a did not answer within 5 s"),
    ],
)
def test_a_no_gets_an_answer(answers, words):
    server = Server({"a": [(ELICIT, FORM)]}, {"a": [*answers, FINE]})
    assert asked_of(server, "a", revision=JUNE)["ASK-14"] == words


def test_silence_after_a_no_says_nothing_about_a_tool_that_is_always_slow():
    calls = [Call("a", Says.DECLINE, LATE, (Asked("a", ELICIT, FORM, LATE, 1, {"error": {}}),))]
    words = "not_verified: a: told no, the server did not answer within 5 s"
    assert worded(asking._takes_no(calls)) == words


def test_ids_are_used_once():
    server = Server({"a": [("roots/list", {})]}, same_id=True)
    assert asked_of(server, "a")["ASK-16"] == "failed: the id 0 was used 3 times"


def test_over_http_without_a_session_ids_differ_within_a_call():
    def ruled(address, answer, *asks):
        known = examinee(NOVEMBER, "tools", tools=(tool("a"),), address=address)
        server = Server({"a": asks}, same_id=True)
        return in_words(pump(asking.asking(known._replace(answer=answer)), server))["ASK-16"]

    ask = ("roots/list", {})
    assert ruled(LOOPBACK, HELLO, ask) == "passed: all 3 ids differ"
    assert ruled(LOOPBACK, HELLO, ask, ask) == "failed: the id 0 was used 2 times"
    for address, answer in ((LOOPBACK, HTTP_HELLO), (LOOPBACK._replace(sse=True), HELLO)):
        assert ruled(address, answer, ask) == "failed: the id 0 was used 3 times"


def test_only_what_clients_may_have_is_looked_at():
    strange = {"message": {"id": 1, "method": ["roots/list"]}}
    notice = {"message": {"method": "roots/list"}}  # nobody answers what has no id
    odd = ({"message": {"id": 1, "method": "ping"}}, {"noise": "x"}, strange, notice)
    assert requests_in("a", Overheard(odd)) == ()
    asked = {"message": {"id": 1, "method": "roots/list", "params": []}}
    heard = Overheard((asked,))
    assert requests_in("a", heard) == (Asked("a", "roots/list", {}, heard, 1),)


# forms


def form_of(revision=NOVEMBER, **params):
    asked = [Asked("a", ELICIT, {**FORM, **params}, FINE)]
    return in_words(asking_forms.rulings(asked, revision, ()))


def field(revision=NOVEMBER, **schema):
    return form_of(revision, requestedSchema={**SCHEMA, "properties": {"x": schema}})


@pytest.mark.parametrize(
    ("params", "flaw"),
    [
        ({"message": None}, "the form has no message"),
        ({"requestedSchema": None}, "the form has no requestedSchema"),
        ({"requestedSchema": {"type": "array"}}, None),
        ({"requestedSchema": {"type": "object", "properties": []}}, None),
    ],
)
def test_a_form_is_complete(params, flaw):
    flaw = flaw or "requestedSchema is not that of an object with properties"
    found = form_of(**params)
    assert found["ASK-02"] == f"failed: a: {flaw}"
    for check in ("ASK-03", "ASK-04", "ASK-08"):
        assert found[check] == (
            "not_verified: no form was such that its fields could be looked at: see ASK-02"
        )
    assert found["ASK-07"] == "passed: looked at 1 forms"


def test_of_several_forms_those_count_that_could_be_looked_at():
    asked = [Asked("a", ELICIT, params, FINE) for params in (FORM, {})]
    found = in_words(asking_forms.rulings(asked, NOVEMBER, ()))
    assert found["ASK-03"] == "passed: looked at 1 forms"
    assert found["ASK-07"] == "passed: looked at 2 forms"


CHOICE = {"type": "array", "items": {"enum": ["a", "b"]}}
TITLED = {"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}}


@pytest.mark.parametrize(
    ("schema", "flaw"),
    [
        ({"type": "object"}, "is an object"),
        ({"properties": {}}, "is an object"),
        ({"type": "array", "items": {"type": "object"}}, "is a list of objects"),
        (CHOICE, ""),
        ({"type": "array", "items": True}, ""),
    ],
)
def test_a_form_is_flat(schema, flaw):
    found = field(**schema)["ASK-03"]
    assert found == (f"failed: a: the field 'x' {flaw}" if flaw else "passed: looked at 1 forms")


@pytest.mark.parametrize(
    ("schema", "revision", "flaw"),
    [
        ({"type": "string", "format": "email", "enum": ["a"]}, JUNE, ""),
        (CHOICE, NOVEMBER, ""),
        (TITLED, NOVEMBER, ""),
        (CHOICE, JUNE, "the type 'array'"),
        ({"type": "array", "items": {"type": "string"}}, NOVEMBER, "the type 'array'"),
        ({"type": "array", "items": {"oneOf": ["a"]}}, NOVEMBER, "the type 'array'"),
        ({"type": "array"}, NOVEMBER, "the type 'array'"),
        ({"anyOf": [{"type": "string"}]}, NOVEMBER, "no type"),
        ({"type": "null"}, NOVEMBER, "the type 'null'"),
        ({"type": "string", "format": "hostname"}, NOVEMBER, "the format 'hostname'"),
        ({"type": "string", "enum": [1]}, NOVEMBER, "an enum that is not a list of texts"),
        ({"type": "object"}, NOVEMBER, ""),
    ],
)
def test_fields_are_what_clients_know(schema, revision, flaw):
    found = field(revision, **schema)["ASK-04"]
    good = "passed: looked at 1 forms"
    assert found == (f"failed: a: the field 'x' has {flaw}" if flaw else good)


def test_a_field_that_is_no_schema_has_no_type_and_no_secret():
    found = form_of(requestedSchema={**SCHEMA, "properties": {"x": True}})
    assert found["ASK-04"] == "failed: a: the field 'x' has no type"
    assert found["ASK-03"] == found["ASK-08"] == "passed: looked at 1 forms"


def test_a_form_has_no_links_and_asks_for_no_secrets():
    assert (
        form_of(message="See http://x")["ASK-07"] == "failed: a: a text of the form has a URL in it"
    )
    assert field(title="https://x", default="y")["ASK-07"].startswith("failed")
    assert field(default="https://x")["ASK-07"].startswith("passed")
    choice = [{"const": "a", "title": "See https://x"}]
    assert field(oneOf=choice)["ASK-07"].startswith("failed")
    found = field(title="Your API key")["ASK-08"]
    assert found == "failed: a: the field 'x' looks like a secret"


@pytest.mark.parametrize("text", ["Such as https://x", "e.g. https://x", "Example: http://x"])
def test_an_example_of_a_link_is_not_for_clicking(text):
    assert field(description=text)["ASK-07"].startswith("passed")
    assert form_of(message=text)["ASK-07"].startswith("failed")


@pytest.mark.parametrize("kind", ["boolean", "integer", "number"])
def test_nobody_types_a_secret_as_a_number_or_as_yes_or_no(kind):
    assert field(title="Reset the password?", type=kind)["ASK-08"].startswith("passed")
    assert field(title="Your password", type=[kind])["ASK-08"].startswith("failed")


# URLs


def page(revision=NOVEMBER, **params):
    asked = [Asked("a", ELICIT, {**PAGE, **params}, FINE)]
    return in_words(asking_links.rulings(asked, revision, ()))


@pytest.mark.parametrize(
    ("params", "flaw"),
    [
        ({"message": 1}, "the elicitation has no message"),
        ({"url": None}, "its url is None"),
        ({"url": "sign in"}, "its url is 'sign in'"),
        ({"url": "nowhere"}, "its url is 'nowhere'"),
        ({"url": "http://[x"}, "its url is 'http://[x'"),
        ({"elicitationId": 5}, "the elicitation has no elicitationId"),
    ],
)
def test_a_url_is_complete(params, flaw):
    found = page(**params)
    assert found["ASK-05"] == f"failed: a: {flaw}"
    invalid = "not_verified: no URL was valid, so that none could be looked at"
    assert found["ASK-06"] == (invalid if "url" in params else "passed: looked at 1 URLs")


def test_since_2026_a_url_has_no_id():
    assert page("2026-07-28", elicitationId=None)["ASK-05"].startswith("passed")


@pytest.mark.parametrize("end", ["?token=secret", "#secret", "?next=https://u:secret@b.example"])
def test_what_may_let_a_person_in_is_not_quoted(end):
    found = page(url=f"http://u:secret@example.com/start{end}")["ASK-06"]
    assert found == "failed: a: the URL 'http://example.com/start' is not encrypted"
    assert page(url=f"start{end}/ ")["ASK-05"] == "failed: a: its url is 'start'"


def test_a_url_is_encrypted_unless_it_is_local():
    found = page(url="http://example.com")["ASK-06"]
    assert found == "failed: a: the URL 'http://example.com' is not encrypted"
    for near in ("localhost:1", "192.168.1.5", "[::1]:80", "keycloak:8080", "nas.local"):
        assert page(url=f"http://{near}/x")["ASK-06"].startswith("passed")


@pytest.mark.parametrize(
    ("data", "flaw"),
    [
        ({"elicitations": [PAGE]}, ""),
        (None, "error -32042 came without data.elicitations"),
        ({"elicitations": []}, "error -32042 came without data.elicitations"),
        ({"elicitations": [PAGE, 5]}, "error -32042 lists an elicitation in the mode None"),
        ({"elicitations": [{**PAGE, "elicitationId": 1}]}, "the elicitation has no elicitationId"),
    ],
)
def test_the_error_that_demands_urls_lists_them(data, flaw):
    calls = [("b", FINE), ("a", RpcError(-32042, "no", data)), ("b", RpcError(-32602, "no"))]
    found = in_words(asking_links.rulings([], NOVEMBER, calls))["ASK-09"]
    assert found == (f"failed: a: {flaw}" if flaw else "passed: looked at 1 such errors")


# sampling


def sampling(*more, **params):
    messages = {"messages": [MESSAGE, *more]} if more else {}
    asked = [Asked("a", SAMPLE, {**PROMPT, **messages, **params}, FINE)]
    return in_words(asking_sampling.rulings(asked, ()))


@pytest.mark.parametrize(
    ("params", "flaw"),
    [
        ({"maxTokens": "9"}, "maxTokens is '9'"),
        ({"messages": None}, "the sampling request has no messages"),
        ({"messages": [5]}, "a message has neither the role user nor assistant"),
        ({"messages": [{"role": "system"}]}, "a message has neither the role user nor assistant"),
        ({"messages": [{"role": "user"}]}, "in a message, a content block is not an object"),
    ],
)
def test_a_sampling_request_is_complete(params, flaw):
    assert sampling(**params)["ASK-10"] == f"failed: a: {flaw}"


@pytest.mark.parametrize(
    ("most", "found"),
    [(9.0, "passed: looked at 1 sampling requests"), (9.5, "failed: a: maxTokens is 9.5"),
     (True, "failed: a: maxTokens is True")],
)  # fmt: skip
def test_a_whole_number_may_have_a_point(most, found):
    assert sampling(maxTokens=most)["ASK-10"] == found


def test_without_messages_nothing_is_balanced():
    found = sampling(messages=None)["ASK-13"]
    assert found == "not_verified: no sampling request had messages: see ASK-10"


def test_a_client_without_tools_and_context_is_asked_for_neither():
    assert sampling(toolChoice={})["ASK-11"] == "failed: a: the model is given tools"
    found = sampling(includeContext="allServers")["ASK-12"]
    assert found == "failed: a: includeContext is 'allServers'"
    assert sampling(includeContext="none")["ASK-12"].startswith("passed")


USE = {"role": "assistant", "content": [{"type": "tool_use", "id": "1"}]}
RESULT = {"role": "user", "content": [{"type": "tool_result", "toolUseId": "1"}]}
MIXED = {"role": "user", "content": [*RESULT["content"], MESSAGE["content"]]}


@pytest.mark.parametrize(
    ("messages", "flaw"),
    [
        ((USE, RESULT), ""),
        ((USE,), "the use of a tool is not followed by its result"),
        ((USE, MIXED), "a message has results of tools and something else"),
        (({"role": "user", "content": 5},), ""),
    ],
)
def test_tools_and_their_results_are_balanced(messages, flaw):
    found = sampling(*messages)["ASK-13"]
    good = "passed: looked at 1 sampling requests"
    assert found == (f"failed: a: {flaw}" if flaw else good)


# the frame


def test_the_probe_opens_a_connection_only_if_it_needs_one():
    (probe,) = asking.PROBES
    lane = own_lane(examinee(NOVEMBER, "tools"), probe)
    task = advance(lane)
    server = Server()
    pump(task.script, server)
    assert server.steps == []


def test_who_is_able_is_part_of_the_transcript():
    fresh = Fresh(client=Client({"roots": {}}))
    recorded = Exchange(Key("x", None, 1, 1), sent_document(fresh, None, http=False), Opened(), 0.0)
    assert recorded.sent == {"step": "Fresh", "client": {"roots": {}}}
    assert is_same(fresh, recorded, None, "1")
    assert not is_same(Fresh(), recorded, None, "1")


def test_a_client_that_has_it_may_be_asked():
    asked = ({"request": "roots/list", "reply": {"result": {"roots": []}}},)
    made = Exchange(Key("x", None, 1, 2), {"step": "CallTool"}, FINE, 0.0, asked)
    said = {"method": "initialize", "params": {"capabilities": {"roots": {}}}}
    hello = Exchange(Key("x", None, 1, 1), {"step": "Request", "message": said}, FINE, 0.0)
    assert life_unasked.requests(examinee(NOVEMBER), [made])["LIFE-13"].status == "failed"
    assert life_unasked.requests(examinee(NOVEMBER), [hello, made])["LIFE-13"].status == "passed"


def test_a_form_is_filled_in_with_a_sample():
    client = helper.client_with({"elicitation": {}})
    assert client.fill_in(SCHEMA) is not None
    assert client.fill_in({"type": "object", "required": ["x"], "properties": {"x": False}}) is None
    assert ANY_CALLS.calls_tools
