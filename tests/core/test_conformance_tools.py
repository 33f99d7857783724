"""Checks about tools, on lists and answers that no server in this project gives."""

from __future__ import annotations

import pytest
from examinees import MODERN, NOVEMBER, because, error, examinee, fed, in_words, replied, worded

from mcptest_action.core.checks.conformance.checks import (
    tools_called,
    tools_headers,
    tools_listed,
    tools_references,
    tools_unknown,
)
from mcptest_action.core.checks.conformance.content import (
    content_problem,
    is_base64,
    resource_problem,
)
from mcptest_action.core.checks.results.ruling import Ruling, Skip, Status
from mcptest_action.core.checks.results.tests import TestResult as Result
from mcptest_action.core.protocol.exchange.reaction import (
    HttpAnswer,
    NotSent,
    Replied,
    RpcError,
    TimedOut,
)
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.protocol.transcript.lines import Exchange, Key
from mcptest_action.core.safety.withhold import WITHHELD

LATE = TimedOut(5.0)
INPUT = {"type": "object"}
TOOL = {"name": "t", "inputSchema": INPUT}


def with_tools(*tools, revision=MODERN, **more):
    return examinee(revision, "tools", tools=tools, **more)


def said(rule, known, exchanges=()):
    """The rulings of a review in words."""
    return in_words(rule(known, exchanges))


def listed(*tools, revision=MODERN):
    return said(tools_listed.review, with_tools(*tools, revision=revision))


def test_sound_tools_pass():
    words = listed(TOOL, {**TOOL, "name": "u", "outputSchema": INPUT})
    assert {text.partition(":")[0] for text in words.values()} == {"passed"}


@pytest.mark.parametrize(
    ("tool", "check", "why"),
    [
        ({"inputSchema": INPUT}, "TOOLS-01", "a tool without a name: its name is not text"),
        ({**TOOL, "name": 5}, "TOOLS-01", "5: its name is not text"),
        ({"name": "t"}, "TOOLS-01", "t: it has no inputSchema that is an object"),
        ({**TOOL, "inputSchema": {}}, "TOOLS-01", "t: the type of its inputSchema is not object"),
        ({**TOOL, "inputSchema": True}, "TOOLS-02", "t: its inputSchema is not an object"),
        ({**TOOL, "inputSchema": {"type": 5}}, "TOOLS-02", "t: its inputSchema: "),
        ({**TOOL, "outputSchema": {"type": 5}}, "TOOLS-03", "t: its outputSchema: "),
        ({**TOOL, "outputSchema": "x"}, "TOOLS-03", "t: its outputSchema is not an object"),
        ({**TOOL, "name": "a b"}, "TOOLS-04", "a b: the name is too long, empty, or has"),
        ({**TOOL, "name": "x" * 129}, "TOOLS-04", f"{'x' * 128}: the name is too long"),
        ({"inputSchema": INPUT}, "TOOLS-04", "a tool without a name: the name is too long"),
    ],
)
def test_a_tool_that_is_not_as_it_should_be(tool, check, why):
    assert listed(tool)[check].startswith(f"failed: {why}")


def test_of_many_bad_tools_one_is_shown():
    words = listed({"name": "a"}, {"name": "b"})
    assert words["TOOLS-01"].startswith("failed: 2 tools, such as a: it has no inputSchema")


def test_a_schema_that_we_cannot_read_is_no_fault_of_the_server():
    exotic = {"type": "object", "$schema": "https://example.com/my-dialect"}
    assert listed({**TOOL, "inputSchema": exotic})["TOOLS-02"].startswith("passed")


@pytest.mark.parametrize(
    ("schema", "revision", "status"),
    [
        (True, MODERN, "passed"),
        (True, NOVEMBER, "failed"),
        ({"type": "array"}, MODERN, "passed"),
        ({"type": "array"}, NOVEMBER, "failed"),
        (INPUT, NOVEMBER, "passed"),
    ],
)
def test_before_2026_the_output_of_a_tool_was_an_object(schema, revision, status):
    words = listed({**TOOL, "outputSchema": schema}, revision=revision)
    assert words["TOOLS-03"].startswith(status)


def test_two_tools_of_one_name():
    assert listed(TOOL, TOOL)["TOOLS-05"] == "failed: listed more than once: t"


def test_names_that_only_begin_alike_differ():
    long = [{**TOOL, "name": "x" * 128 + end} for end in "ab"]
    assert listed(*long)["TOOLS-05"].startswith("passed")


def test_tools_without_names_do_not_share_one():
    assert listed({"inputSchema": INPUT}, {"inputSchema": INPUT})["TOOLS-05"].startswith("passed")


REVIEWS = (tools_listed.review, tools_headers.review, tools_references.review)


@pytest.mark.parametrize("rule", REVIEWS)
def test_without_tools_there_is_nothing_to_look_at(rule):
    undeclared = said(rule, examinee(MODERN))
    assert set(undeclared.values()) == {"not_applicable: the server does not declare tools"}
    assert set(said(rule, with_tools()).values()) == {"not_applicable: tools/list is empty"}


@pytest.mark.parametrize("rule", REVIEWS)
def test_tools_that_cannot_be_listed_have_failed(rule):
    known = with_tools(TOOL)
    problem = "tools/list: the server did not answer within 5 s"
    others = ("prompts/list: gone", problem)
    known = known._replace(surface=known.surface._replace(problems=others))
    assert set(said(rule, known).values()) == {f"failed: there is no list to look at: {problem}"}


def test_the_same_list_twice():
    first = replied({"tools": [TOOL]})
    words = because(tools_listed.listed_twice, with_tools(TOOL), first, first)
    assert words == {"TOOLS-06": "passed: both lists are equal"}
    other = replied({"tools": []})
    words = because(tools_listed.listed_twice, with_tools(TOOL), first, other)
    assert words == {"TOOLS-06": "failed: the second list differs from the first"}


@pytest.mark.parametrize("second", [LATE, Replied([]), Replied(None)])
def test_a_second_list_that_is_none(second):
    words = because(tools_listed.listed_twice, with_tools(TOOL), replied({"tools": []}), second)
    assert words["TOOLS-06"].startswith("failed: the server ")


def test_a_list_is_not_asked_for_where_there_are_no_tools():
    assert because(tools_listed.listed_twice, examinee()) == {
        "TOOLS-06": "not_applicable: the server does not declare tools"
    }


INVALID = error(-32602)
HEEDED = ("TOOLS-07", "TOOLS-08", "TOOLS-09", "TOOLS-10")


def stray(*reactions):
    words = because(tools_unknown.stray_calls, examinee(MODERN, "tools"), *reactions)
    return [words[check].partition(":")[0] for check in HEEDED]


@pytest.mark.parametrize(
    ("reactions", "statuses"),
    [
        ((INVALID, INVALID, INVALID), "passed passed passed passed"),
        ((error(-32603), INVALID, INVALID), "passed failed passed passed"),
        ((Replied({"isError": True}), INVALID, INVALID), "passed failed passed passed"),
        ((Replied({"isError": "yes"}), INVALID, INVALID), "failed failed passed passed"),
        ((Replied([]), INVALID, INVALID), "failed failed passed passed"),
        ((LATE, INVALID, INVALID), "failed failed passed passed"),
        ((INVALID, error(-32603), INVALID), "passed passed passed failed"),
        ((INVALID, INVALID, Replied({"isError": True})), "passed passed passed failed"),
        ((INVALID, INVALID, Replied({})), "passed passed failed failed"),
        ((INVALID, INVALID, LATE), "passed passed failed failed"),
    ],
)
def test_calls_of_tools_that_do_not_exist(reactions, statuses):
    assert stray(*reactions) == statuses.split()


def test_where_a_header_repeats_the_name_its_absence_has_an_error_of_its_own():
    mismatch = error(-32020, 400)
    assert stray(INVALID, mismatch, INVALID)[3] == "passed"
    assert stray(INVALID, error(-32020, 200), INVALID)[3] == "failed"
    assert stray(INVALID, INVALID, mismatch)[3] == "failed", "this one has a name"
    for known in (examinee(NOVEMBER, "tools"), examinee(MODERN, "tools", address=Address())):
        words = because(tools_unknown.stray_calls, known, INVALID, mismatch, INVALID)
        assert words["TOOLS-10"].startswith("failed")


def test_what_was_answered_to_a_malformed_call_stands_in_the_reason():
    reactions = (INVALID, Replied({"isError": True}), Replied({}))
    words = because(tools_unknown.stray_calls, examinee(MODERN, "tools"), *reactions)
    assert words["TOOLS-09"] == "failed: with a list, the server replied with a result"
    assert words["TOOLS-10"] == (
        "failed: without a name, the server replied with isError; "
        "with a list, the server replied with a result"
    )


def test_who_wants_another_scope_has_not_looked_at_a_stray_call():
    challenge = {"www-authenticate": 'Bearer error="insufficient_scope", scope="mcp:call"'}
    for code in (-32003, -32602):
        reaction = RpcError(code, "no", http=HttpAnswer(403, challenge))
        words = because(tools_unknown.stray_calls, examinee(MODERN, "tools"), reaction)
        assert set(words.values()) == {
            "not_verified: the server lets us call no tool: it wants a token with the scope "
            "mcp:call (HTTP status 403)"
        }


def test_no_stray_call_goes_out_where_calls_are_not_allowed():
    held = NotSent("switched_off", "calls are switched off")
    rulings, steps = fed(tools_unknown.stray_calls(examinee(MODERN, "tools")), held)
    assert {worded(r) for r in rulings.values()} == {"not_verified: calls are switched off"}
    assert len(steps) == 1
    assert because(tools_unknown.stray_calls, examinee())["TOOLS-07"].startswith("not_applicable")


def result(check, status, tool="t", why="because", skip=None):
    return Result(check, tool, "fault", "family", True, Ruling(status, why, skip))


def asked(*results, **more):
    known = with_tools(TOOL, results=results, run_revision=MODERN, **more)
    return said(tools_called.arguments_review, known)


def test_tools_that_reject_bad_arguments():
    words = asked(result("missing_required", Status.PASSED), result("wrong_type", Status.PASSED))
    assert words["TOOLS-11"] == "passed: 1 tools rejected it"
    assert words["TOOLS-12"] == "passed: 1 tools rejected it"
    assert words["TOOLS-13"] == "not_applicable: there is no tool that it could be asked of"


def test_of_tools_that_do_not_the_first_is_the_evidence():
    results = (
        result("wrong_type", Status.FAILED, "b", "it took 5"),
        result("wrong_type", Status.FAILED, "a", "x"),
    )
    shown = [
        Exchange(Key(check, tool, 1, 1), {}, replied(), 1.0)
        for check, tool in (("wrong_type", "a"), ("wrong_type", "b"), ("extra_field", "b"))
    ]
    known = with_tools(TOOL, results=results, run_revision=MODERN)
    ruling = tools_called.arguments_review(known, shown)["TOOLS-12"]
    assert ruling.because == "2 tools did not (a, b): it took 5"
    assert ruling.shown == (shown[1],)


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (examinee(MODERN), "not_applicable: the server declares no tools"),
        (with_tools(TOOL, calls=False), "not_verified: calls are switched off"),
        (with_tools(TOOL), "not_verified: tools are called in another revision; see --protocol"),
        (
            with_tools(TOOL, run_revision=NOVEMBER),
            "not_verified: tools are called in 2025-11-25; see --protocol",
        ),
        (
            with_tools(TOOL, run_revision=NOVEMBER)._replace(spoken=(NOVEMBER, MODERN)),
            "not_applicable: tools are called in 2025-11-25; see --protocol",
        ),
        (
            with_tools(
                TOOL,
                run_revision=MODERN,
                results=(
                    result("missing_required", Status.SKIPPED, why="n/a", skip=Skip.NOT_APPLICABLE),
                    result("missing_required", Status.INCONCLUSIVE, why="it was late"),
                ),
            ),
            "not_verified: no tool was asked: it was late",
        ),
    ],
)
def test_why_nothing_is_known_of_the_arguments(known, words):
    assert said(tools_called.arguments_review, known)["TOOLS-11"] == words


def called(tool="t", reaction=None, check="repeated_call"):
    return Exchange(Key(check, tool, 1, 1), {"step": "CallTool"}, reaction, 1.0)


def results_of(*reactions, tool=TOOL, revision=MODERN):
    known = with_tools(tool, revision=revision, run_revision=revision)
    exchanges = [called(reaction=reaction) for reaction in reactions]
    return said(tools_called.results_review, known, exchanges)


TEXT = {"type": "text", "text": "hi"}


def test_a_plain_result():
    words = results_of(Replied({"content": [TEXT]}))
    assert words == {
        "TOOLS-14": "passed: 1 tools did",
        "TOOLS-15": "not_applicable: no tool that was called has an outputSchema",
        "TOOLS-16": "not_applicable: no result was structured",
        "TOOLS-17": "passed: 1 tools did",
    }


def test_without_calls_nothing_is_known_of_results():
    known = with_tools(TOOL, run_revision=MODERN)
    others = [
        called(check="wrong_type", reaction=Replied({})),
        called(tool=None, reaction=Replied({})),
        called(reaction=LATE),
        called(reaction=Replied({WITHHELD: True})),
        called(reaction=RpcError(1, "x", {WITHHELD: True})),
    ]
    words = said(tools_called.results_review, known, others)
    assert set(words.values()) == {"not_applicable: there is no tool that it could be asked of"}


def test_arguments_that_are_refused_although_the_schema_allows_them():
    words = results_of(RpcError(-32602, "no"))
    assert words["TOOLS-14"] == "not_applicable: no call came to a result"
    assert words["TOOLS-17"] == (
        "failed: t: arguments that its schema allows were refused: "
        "answered with JSON-RPC error -32602: no"
    )


GONE = "connect ECONNREFUSED 127.0.0.1:9200"
BEHIND = f"not_verified: the service behind the tool could not be reached: {GONE}"


@pytest.mark.parametrize(
    "fault",
    [
        RpcError(-32603, GONE),
        Replied({"isError": True, "content": [{"type": "text", "text": GONE}]}),
    ],
)
def test_a_fault_behind_the_tool_shows_nothing_about_it(fault):
    words = results_of(fault)
    assert (words["TOOLS-14"], words["TOOLS-17"]) == (BEHIND, BEHIND)
    assert words["TOOLS-15"].startswith("not_applicable")
    assert set(results_of(fault, tool=SHAPED).values()) == {BEHIND}
    assert results_of(fault, Replied({"content": [TEXT]}))["TOOLS-17"] == "passed: 1 tools did"


def test_a_fault_behind_the_tool_excuses_no_malformed_result():
    wrong = Replied(
        {"isError": True, "content": [{"type": "text"}, {"type": "text", "text": GONE}]}
    )
    assert results_of(wrong)["TOOLS-14"].startswith("failed: t: a content block")


def test_a_fault_behind_several_tools_is_told_with_their_number():
    known = with_tools(TOOL, {**TOOL, "name": "u"}, run_revision=MODERN)
    exchanges = [called(tool, RpcError(-32603, "Missing API key")) for tool in ("t", "u")]
    assert said(tools_called.results_review, known, exchanges)["TOOLS-17"] == (
        "not_verified: the service behind 2 tools wants credentials: Missing API key"
    )


WANTS_MORE = "not_applicable: every tool wants more than this client can send"


@pytest.mark.parametrize(
    ("name", "outcome"), [("Edi tion", "not_applicable"), ("Edition", "failed"), (None, "failed")]
)
def test_who_wants_a_header_that_nobody_can_send_does_not_refuse_the_arguments(name, outcome):
    edition = {"type": "string"} if name is None else mirrored(name)
    tool = {"name": "t", "inputSchema": {"type": "object", "properties": {"edition": edition}}}
    missing = RpcError(-32020, "a header is missing")
    words = results_of(missing, tool=tool)["TOOLS-17"]
    assert words.partition(":")[0] == outcome
    assert outcome == "failed" or words == WANTS_MORE


def test_who_needs_a_more_capable_client_does_not_refuse_the_arguments():
    lacking = RpcError(-32021, "elicitation is required")
    assert results_of(lacking)["TOOLS-17"] == WANTS_MORE
    assert results_of(lacking, Replied({"content": [TEXT]}))["TOOLS-17"] == "passed: 1 tools did"


def test_who_asks_for_input_has_not_answered_yet():
    words = results_of(Replied({"resultType": "input_required"}))
    assert words["TOOLS-14"] == "not_applicable: no call came to a result"


@pytest.mark.parametrize("result", [{}, [], None, {"content": {}}, {"content": "hi"}])
def test_a_result_without_content(result):
    assert results_of(Replied(result))["TOOLS-14"] == (
        "failed: t: the result has no list called content"
    )


def test_a_result_with_a_bad_block():
    words = results_of(Replied({"content": [TEXT, {"type": "text"}]}))
    assert words["TOOLS-14"] == "failed: t: a content block of type text has no text called text"


SHAPED = {**TOOL, "outputSchema": {"type": "object", "required": ["n"]}}


@pytest.mark.parametrize(
    ("result", "status"),
    [
        ({"content": []}, "failed: t: it declares an outputSchema, but the result has no"),
        ({"structuredContent": {}}, "failed: t: structuredContent is not valid under"),
        ({"structuredContent": {"n": 1}}, "passed"),
        ({"isError": True, "content": []}, "not_applicable"),
    ],
)
def test_what_an_output_schema_promises(result, status):
    assert results_of(Replied(result), tool=SHAPED)["TOOLS-15"].startswith(status)


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ([{"type": "text", "text": '{ "n" : 1 }'}], "passed"),
        ([TEXT, "x", {"type": "text", "text": '{"n": 1}'}], "passed"),
        ([{"type": "text", "text": "{"}], "failed"),
        ([{"type": "text", "text": 5}], "failed"),
        ([{"type": "text", "text": "[" * 100_000}], "failed"),
        ([{"type": "text", "text": "1" * 5000}], "failed"),
        ([], "failed"),
        (None, "failed"),
        (5, "failed"),
        ("text", "failed"),
        (True, "failed"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_structured_content_stands_in_a_text_block_as_well(content, status):
    result = {"structuredContent": {"n": 1}, "content": content}
    assert results_of(Replied(result))["TOOLS-16"].startswith(status)


def headers(**properties):
    tool = {"name": "t", "inputSchema": {"type": "object", "properties": properties}}
    return said(tools_headers.review, with_tools(tool))


def mirrored(name="Region", kind="string"):
    return {"type": kind, "x-mcp-header": name}


def test_without_mirrored_parameters_there_are_no_headers_to_look_at():
    assert set(headers(a={"type": "string"}).values()) == {
        "not_applicable: no tool uses x-mcp-header"
    }
    unusual = said(tools_headers.review, with_tools({"name": "t"}))
    assert set(unusual.values()) == {"not_applicable: no tool uses x-mcp-header"}


def test_sound_headers():
    nested = {"type": "object", "properties": {"b": mirrored("B", "boolean")}}
    words = headers(region=mirrored(), address=nested)
    assert words == {"TOOLS-18": "passed: none found", "TOOLS-19": "passed: none found"}


@pytest.mark.parametrize(
    ("properties", "why"),
    [
        ({"a": mirrored("two words")}, "t: 'two words' is not the name of a header"),
        ({"a": mirrored("")}, "t: '' is not the name of a header"),
        ({"a": mirrored(5)}, "t: '5' is not the name of a header"),
        ({"a": mirrored("X"), "b": mirrored("x")}, "t: the header 'x' is named twice"),
        ({"a": mirrored(kind="number")}, "t: a is not of type string, integer or boolean"),
        ({"a": {"items": mirrored()}}, "t: a is not a property that is always there"),
        ({"a": {"oneOf": [mirrored()]}}, "t: a is not a property that is always there"),
        ({"a": {"oneOf": [{"properties": {"b": mirrored()}}]}}, "t: b is not a property that is"),
        ({"a": {"properties": [mirrored()]}}, "t: a is not a property that is always there"),
    ],
)
def test_headers_that_no_client_can_send(properties, why):
    assert headers(**properties)["TOOLS-18"].startswith(f"failed: {why}")


def test_a_header_on_the_root_stands_for_no_parameter():
    tool = {"name": "t", "inputSchema": {"x-mcp-header": "All", "type": "string"}}
    words = said(tools_headers.review, with_tools(tool))
    assert words["TOOLS-18"] == "failed: t: the root is not a property that is always there"


@pytest.mark.parametrize("name", ["apiKey", "api_key", "PASSWORD", "authToken", "client_secret"])
def test_secrets_are_not_for_headers(name):
    assert headers(**{name: mirrored()})["TOOLS-19"] == f"failed: t: {name}"


def references(**tool):
    return said(tools_references.review, with_tools({**TOOL, **tool}))


@pytest.mark.parametrize(
    ("icons", "words"),
    [
        (None, "not_applicable: no tool has an icon"),
        ("https://x/i.png", "not_applicable: no tool has an icon"),
        (["x"], "not_applicable: no tool has an icon"),
        ([{"src": "https://x/i.png"}, {"src": "data:image/png;base64,"}], "passed: 2 icons"),
        ([{"src": "http://x/i.png"}], "failed: 1 icons, such as http://x/i.png"),
        ([{"src": "file:///etc/passwd"}], "failed: 1 icons, such as file:///etc/passwd"),
        ([{"src": "ftp://[/i.png"}], "failed: 1 icons, such as ftp://[/i.png"),
        ([{"src": 5}], "failed: 1 icons, such as 5"),
        ([{}], "failed: 1 icons, such as "),
    ],
    ids=repr,
)
def test_icons_come_from_where_nobody_reads_along(icons, words):
    assert references(icons=icons)["TOOLS-20"] == words


def test_references_to_the_network_are_counted():
    schema = {"allOf": [{"$ref": "https://x/s.json"}, {"$ref": "#/$defs/a"}], "$ref": 5}
    assert references(inputSchema=schema)["TOOLS-21"] == "passed: 1 such references"


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        (TEXT, ""),
        ({"type": "image", "data": "aGk=", "mimeType": "image/png"}, ""),
        ({"type": "resource_link", "uri": "a:b", "name": "x"}, ""),
        ({"type": "resource", "resource": {"uri": "a:b", "text": ""}}, ""),
        ("text", "a content block is not an object"),
        ({"type": "video"}, "a content block has the type 'video', which no revision knows"),
        ({"type": []}, "a content block has the type [], which no revision knows"),
        ({}, "a content block has the type None, which no revision knows"),
        ({"type": "image", "data": "aGk="}, "a content block of type image has no text called mimeType"),
        ({"type": "audio", "data": "a", "mimeType": "a/b"}, "the data of a content block of type audio is not base64"),
        ({"type": "resource"}, "the contents of a resource are not an object"),
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_wrong_with_a_block(block, problem):
    assert content_problem(block) == problem


def test_a_block_cannot_make_a_report_long():
    assert len(content_problem({"type": "x" * 10_000})) <= 200


@pytest.mark.parametrize(
    ("contents", "problem"),
    [
        ({"uri": "a:b", "text": "x"}, ""),
        ({"uri": "a:b", "blob": "aGk="}, ""),
        ({"text": "x"}, "the contents of a resource have no uri"),
        ({"uri": "a:b"}, "the contents of a resource have neither text nor blob"),
        ({"uri": "a:b", "blob": "hi!"}, "the blob of a resource is not base64"),
    ],
    ids=repr,
)
def test_what_is_wrong_with_the_contents_of_a_resource(contents, problem):
    assert resource_problem(contents) == problem


@pytest.mark.parametrize(
    ("text", "outcome"), [("", True), ("aGk=", True), ("aGk", False), ("ü", False), ("a k=", False)]
)
def test_base64(text, outcome):
    assert is_base64(text) is outcome
