"""Checks about resources, prompts, completion, logging and pages, fed by hand."""

from __future__ import annotations

import pytest
from examinees import MODERN, NOVEMBER, because, error, examinee, fed, in_words, replied

from mcptest_action.core.checks.conformance.checks import (
    base_unknown,
    prompts,
    resources_listed,
    resources_read,
    utilities,
)
from mcptest_action.core.checks.conformance.model import WORDS
from mcptest_action.core.protocol.exchange.reaction import Replied, RpcError, TimedOut
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

LATE = TimedOut(5.0)
INVALID = error(-32602)
NOTE = {"uri": "notes://today", "name": "today"}
TEMPLATE = {"uriTemplate": "notes://{day}", "name": "a day"}


def offering(*capabilities, revision=MODERN, **lists):
    known = examinee(revision, *capabilities)
    return known._replace(surface=known.surface._replace(**lists))


def resources(*listed, templates=(), revision=MODERN):
    return offering("resources", revision=revision, resources=listed, templates=templates)


def prompting(*listed):
    return offering("prompts", prompts=listed)


def said(rule, known, exchanges=()):
    return in_words(rule(known, exchanges))


def outcome(words):
    return {check: text.partition(":")[0] for check, text in words.items()}


def test_a_method_that_nobody_knows():
    ask = base_unknown.unknown_method
    assert outcome(because(ask, examinee(NOVEMBER), error(-32601))) == {
        "BASE-06": "passed", "BASE-07": "passed",
    }  # fmt: skip
    assert outcome(because(ask, examinee(NOVEMBER), error(-32000)))["BASE-07"] == "failed"
    silent = because(ask, examinee(NOVEMBER), LATE)
    assert silent["BASE-06"] == "failed: the server did not answer within 5 s"
    assert silent["BASE-07"] == "not_applicable: there was no error to look at"


def shape(*listed, templates=()):
    return said(resources_listed.review, resources(*listed, templates=templates))["RSRC-01"]


def test_sound_resources():
    assert shape(NOTE, templates=(TEMPLATE,)) == "passed: 1 resources, 1 templates"
    assert shape({**NOTE, "uri": "http://[::1"}) == "passed: 1 resources, 0 templates"


@pytest.mark.parametrize(
    ("resource", "why"),
    [
        ({"name": "x"}, "x has no uri"),
        ({"name": "x", "uri": 5}, "5 has no uri"),
        ({"uri": "a:b"}, "a:b has no name"),
        ({"uri": "today.txt", "name": "x"}, "today.txt has no scheme"),
        ({"uri": "//[", "name": "x"}, "//[ has no scheme"),
    ],
    ids=repr,
)
def test_resources_that_nobody_can_name(resource, why):
    assert shape(resource) == f"failed: {why}"


@pytest.mark.parametrize(
    ("template", "why"),
    [
        ({"name": "x"}, "x has no uriTemplate"),
        ({"uriTemplate": "a:{b}"}, "a:{b} has no name"),
        ({"uriTemplate": "a:{b", "name": "x"}, "a:{b is not a template that can be read"),
        ({"uriTemplate": "a:{}", "name": "x"}, "a:{} is not a template that can be read"),
    ],
    ids=repr,
)
def test_templates_that_nobody_can_fill_in(template, why):
    assert shape(templates=(template,)) == f"failed: {why}"


@pytest.mark.parametrize("address", ["{+path}", "a:{b,c}", "a:{b:3}", "a:{?q*}", "a:{/b}{#c}"])
def test_templates_of_all_kinds(address):
    assert shape(templates=({"uriTemplate": address, "name": "x"},)).startswith("passed")


def test_of_many_bad_resources_three_are_shown():
    assert shape(*[{"name": str(n)} for n in range(5)]).count("has no uri") == 3


def test_resources_that_are_not_declared_are_not_asked_for():
    assert outcome(said(resources_listed.review, examinee())) == {"RSRC-01": "not_applicable"}
    for ask in (
        resources_listed.templates,
        resources_read.read_some,
        resources_read.read_nothing,
        resources_read.subscribed,
    ):
        rulings, steps = fed(ask(examinee()))
        assert {WORDS[ruling.status] for ruling in rulings.values()} == {"not_applicable"}
        assert steps == []


def test_the_list_of_templates():
    ask = resources_listed.templates
    assert because(ask, resources(), replied()) == {"RSRC-10": "passed: the server replied"}
    assert because(ask, resources(), LATE)["RSRC-10"].startswith("failed: the server did not")


def read(*reactions, listed=(NOTE,)):
    return because(resources_read.read_some, resources(*listed), *reactions)


def contents(*parts):
    return replied({"contents": list(parts)})


TEXT = {"uri": "a:b", "text": "x"}
BLOB = {"uri": "a:b", "blob": "aGk="}


def test_resources_that_can_be_read():
    words = read(contents(TEXT, BLOB))
    assert words == {"RSRC-02": "passed: 2 contents", "RSRC-03": "passed: 1 blobs"}
    assert read(contents(TEXT))["RSRC-03"] == "not_applicable: nothing that was read is binary"


def test_no_more_than_three_resources_are_read():
    assert read(*[contents(TEXT)] * 3, listed=(NOTE,) * 9)["RSRC-02"] == "passed: 3 contents"


def test_templates_alone_cannot_be_read():
    known = resources(templates=(TEMPLATE,))
    for ask in (resources_read.read_some, resources_read.subscribed):
        declared = known.hello._replace(capabilities={"resources": {"subscribe": True}})
        words = because(ask, known._replace(hello=declared))
        assert set(words.values()) == {"not_applicable: only templates are listed"}


@pytest.mark.parametrize(
    ("reaction", "why"),
    [
        (LATE, "it is listed, but the server did not answer within 5 s"),
        (replied([]), "the result has no contents"),
        (Replied([]), "the result has no contents"),
        (contents(), "the result has no contents"),
        (replied({"contents": {}}), "the result has no contents"),
        (contents("x"), "the contents of a resource are not an object"),
    ],
    ids=repr,
)
def test_resources_that_are_listed_and_cannot_be_read(reaction, why):
    assert read(reaction)["RSRC-02"] == f"failed: notes://today: {why}"


def test_a_resource_that_the_server_refuses_to_read_is_not_verified():
    said = "the server answered with JSON-RPC error -32602: no"
    assert read(INVALID)["RSRC-02"] == f"not_verified: notes://today: {said}"


def test_a_resource_may_need_more_input():
    assert read(replied({"resultType": "input_required"}))["RSRC-02"] == "passed: 0 contents"


def test_blobs_are_base64():
    words = read(contents({**BLOB, "blob": "hi!"}, BLOB))
    assert words["RSRC-02"].startswith("passed")
    assert words["RSRC-03"] == "failed: 1 of 2 are not base64"
    words = read(contents({"uri": "a:b", "blob": 5}))
    assert outcome(words) == {"RSRC-02": "failed", "RSRC-03": "failed"}


LOST = ("RSRC-04", "RSRC-05", "RSRC-06", "RSRC-07", "RSRC-08")
ECHO = {"uri": "mcptest://nope/none"}


@pytest.mark.parametrize(
    ("reaction", "statuses"),
    [
        (RpcError(-32602, "no", ECHO), "passed passed passed passed passed"),
        (RpcError(-32002, "no", ECHO), "passed failed passed passed passed"),
        (RpcError(-32603, "no", "x"), "passed failed failed passed passed"),
        (contents(), "failed failed failed failed passed"),
        (replied({"contents": 5}), "failed failed failed failed passed"),
        (contents(TEXT), "failed failed failed passed passed"),
        (LATE, "failed failed failed passed passed"),
    ],
    ids=repr,
)
def test_a_resource_that_does_not_exist(reaction, statuses):
    words = because(resources_read.read_nothing, resources(NOTE), reaction)
    assert [words[check].partition(":")[0] for check in LOST] == statuses.split()


def subscribing(*reactions, **lists):
    known = offering("resources", revision=NOVEMBER, **({"resources": (NOTE,)} | lists))
    declared = known.hello._replace(capabilities={"resources": {"subscribe": True}})
    return because(resources_read.subscribed, known._replace(hello=declared), *reactions)


def test_subscriptions():
    assert subscribing(replied(), replied())["RSRC-09"].startswith("passed")
    assert subscribing(LATE)["RSRC-09"] == (
        "failed: resources/subscribe: the server did not answer within 5 s"
    )
    assert subscribing(replied(), INVALID)["RSRC-09"].startswith("failed: resources/unsubscribe")
    assert subscribing(resources=())["RSRC-09"] == "not_applicable: resources/list is empty"


@pytest.mark.parametrize("declared", [{}, {"subscribe": "yes"}, {"subscribe": False}, True])
def test_who_declares_no_subscriptions_needs_none(declared):
    known = resources(NOTE)
    known = known._replace(hello=known.hello._replace(capabilities={"resources": declared}))
    words = because(resources_read.subscribed, known)
    assert words["RSRC-09"].startswith("not_applicable")


PLAIN = {"name": "plain"}
GREET = {"name": "greet", "arguments": [{"name": "who", "required": True}, {"name": "how"}]}


def test_sound_prompts():
    assert said(prompts.review, prompting(PLAIN, GREET)) == {"PRMT-01": "passed: 2 prompts"}
    assert outcome(said(prompts.review, prompting())) == {"PRMT-01": "not_applicable"}


@pytest.mark.parametrize(
    ("prompt", "why"),
    [
        ({}, "a prompt has no name"),
        ({"name": 5}, "a prompt has no name"),
        ({"name": "p", "arguments": {}}, "the arguments of p are not a list"),
        ({"name": "p", "arguments": ["x"]}, "an argument of p has no name"),
        ({"name": "p", "arguments": [{}]}, "an argument of p has no name"),
        (
            {"name": "p", "arguments": [{"name": "a", "required": "yes"}]},
            "required is not true or false: p, a",
        ),
    ],
    ids=repr,
)
def test_prompts_that_are_not_as_they_should_be(prompt, why):
    assert said(prompts.review, prompting(prompt)) == {"PRMT-01": f"failed: {why}"}
    assert said(prompts.review, prompting(prompt, prompt)) == {"PRMT-01": f"failed: {why}"}


@pytest.mark.parametrize(
    ("reaction", "statuses"),
    [
        (INVALID, ["passed", "passed"]),
        (error(-32603), ["passed", "failed"]),
        (replied({"messages": []}), ["failed", "failed"]),
    ],
    ids=repr,
)
def test_a_prompt_that_does_not_exist(reaction, statuses):
    words = because(prompts.get_none, prompting(PLAIN), reaction)
    assert list(outcome(words).values()) == statuses


def test_prompts_that_are_not_declared_are_not_asked_for():
    for ask in (prompts.get_none, prompts.get_incomplete, prompts.get_one):
        assert set(outcome(because(ask, examinee())).values()) == {"not_applicable"}


def test_a_prompt_without_its_argument():
    ask = prompts.get_incomplete
    assert because(ask, prompting(PLAIN)) == {
        "PRMT-05": "not_applicable: no prompt requires an argument"
    }
    rulings, steps = fed(ask(prompting(PLAIN, GREET)), INVALID)
    assert str(rulings["PRMT-05"].status) == "passed"
    assert steps[0].params == {"name": "greet", "arguments": {}}
    assert outcome(because(ask, prompting(GREET), replied())) == {"PRMT-05": "failed"}


def got(*reactions, listed=(PLAIN,)):
    return because(prompts.get_one, prompting(*listed), *reactions)


def messages(*contents):
    return replied({"messages": [{"role": "user", "content": content} for content in contents]})


HI = {"type": "text", "text": "hi"}
IMAGE = {"type": "image", "data": "aGk=", "mimeType": "image/png"}


def test_a_prompt_or_resource_behind_which_a_service_is_gone_is_not_verified():
    gone = RpcError(-32603, "getaddrinfo ENOTFOUND api.example.com")
    behind = "could not be reached: getaddrinfo ENOTFOUND api.example.com"
    words = read(contents(BLOB), gone, listed=(NOTE, NOTE))
    assert words["RSRC-02"].startswith("not_verified: notes://today: the service behind it ")
    assert words["RSRC-02"].endswith(behind)
    assert words["RSRC-03"] == "passed: 1 blobs"
    words = got(gone, gone)
    assert words["PRMT-02"].endswith(behind)


def test_a_service_that_is_gone_hides_no_other_prompt_or_resource():
    gone = RpcError(-32603, "getaddrinfo ENOTFOUND api.example.com")
    words = read(gone, contents(), listed=(NOTE, NOTE))
    assert words["RSRC-02"].endswith("the result has no contents")
    words = got(gone, gone, messages({"type": "text"}), listed=(PLAIN, GREET))
    assert words["PRMT-02"].startswith("failed")
    words = got(messages({"type": "text"}), gone, gone, listed=(PLAIN, PLAIN))
    assert words["PRMT-02"].startswith("failed")


def test_prompts_that_can_be_had():
    assert got(messages(HI)) == {
        "PRMT-02": "passed: 1 messages",
        "PRMT-06": "not_applicable: all of it is text",
    }
    assert got(messages(HI, IMAGE))["PRMT-06"] == "passed: 1 of them"


def test_prompts_that_need_little_are_asked_for_first():
    rulings, steps = fed(prompts.get_one(prompting(GREET, PLAIN)), messages(HI), messages(HI))
    assert [step.params for step in steps] == [
        {"name": "plain"},
        {"name": "greet", "arguments": {"who": "1"}},
    ]
    assert rulings["PRMT-02"].because == "2 messages"


def test_an_argument_of_ours_may_be_refused():
    words = got(INVALID, listed=(GREET,))
    assert set(words.values()) == {"not_applicable: no prompt can be had with arguments of ours"}


@pytest.mark.parametrize(
    ("reaction", "why"),
    [
        (INVALID, "the server answered with JSON-RPC error -32602: no"),
        (LATE, "the server did not answer within 5 s"),
        (Replied([]), "the server replied"),
        (replied({"messages": {}}), "the result has no list called messages"),
    ],
    ids=repr,
)
def test_a_prompt_that_is_listed_and_cannot_be_had(reaction, why):
    again = (reaction,) if reaction is INVALID else ()
    words = got(messages(IMAGE), reaction, *again, listed=(PLAIN, {"name": "other"}))
    assert words == {"PRMT-02": f"failed: other: {why}", "PRMT-06": "passed: 1 of them"}


def test_who_wants_an_empty_object_of_arguments_gets_it():
    rulings, steps = fed(prompts.get_one(prompting(PLAIN)), INVALID, messages(HI))
    assert [step.params for step in steps] == [
        {"name": "plain"},
        {"name": "plain", "arguments": {}},
    ]
    assert rulings["PRMT-02"].because == "1 messages"


def test_a_prompt_may_need_more_input():
    words = got(replied({"resultType": "input_required"}))
    assert set(outcome(words).values()) == {"not_applicable"}


@pytest.mark.parametrize(
    ("message", "outcomes"),
    [
        ({"role": "system", "content": HI}, "failed not_applicable"),
        ("hi", "failed not_applicable"),
        ({"role": "user", "content": "hi"}, "failed not_applicable"),
        ({"role": "user", "content": {"type": "text"}}, "failed not_applicable"),
        ({"role": "user", "content": {**IMAGE, "data": "!"}}, "passed failed"),
        ({"role": "user", "content": {"type": "image", "data": "aGk="}}, "passed failed"),
    ],
    ids=repr,
)
def test_messages_that_are_not_as_they_should_be(message, outcomes):
    words = got(replied({"messages": [message]}))
    assert list(outcome(words).values()) == outcomes.split()


def completing(*reactions, **lists):
    return fed(utilities.completed(offering("completions", **lists)), *reactions)


def test_what_is_completed():
    assert set(because(utilities.completed, examinee()).values()) == {
        "not_applicable: the server does not declare completions"
    }
    rulings, steps = completing(INVALID)
    assert rulings["COMP-01"].because == "there is no argument that could be completed"
    assert len(steps) == 1
    good = replied({"completion": {"values": ["a"]}})
    rulings, steps = completing(
        good, INVALID, prompts=(PLAIN, {"name": "x", "arguments": ["y"]}, GREET)
    )
    assert steps[0].params == {
        "ref": {"type": "ref/prompt", "name": "greet"},
        "argument": {"name": "who", "value": ""},
    }
    assert {WORDS[ruling.status] for ruling in rulings.values()} == {"passed"}
    plain = {"uriTemplate": "a:b", "name": "b"}
    _, steps = completing(good, INVALID, templates=(plain, {}, TEMPLATE))
    assert steps[0].params == {
        "ref": {"type": "ref/resource", "uri": "notes://{day}"},
        "argument": {"name": "day", "value": ""},
    }


@pytest.mark.parametrize(
    ("reaction", "why"),
    [
        (replied({"completion": {"values": ["a"] * 101}}), "101 values"),
        (replied({"completion": {"values": [5]}}), "a value is not text"),
        (replied({"completion": {}}), "the result has no list called completion.values"),
        (Replied([]), "the result has no list called completion.values"),
        (LATE, "the server did not answer within 5 s"),
    ],
    ids=repr,
)
def test_completions_that_are_none(reaction, why):
    rulings, _ = completing(reaction, error(-32603), prompts=(GREET,))
    assert (str(rulings["COMP-01"].status), rulings["COMP-01"].because) == ("failed", why)
    assert str(rulings["COMP-02"].status) == "failed"


def test_who_does_not_know_completions_fails_for_that():
    rulings, _ = completing(error(-32601), error(-32601), prompts=(GREET,))
    assert WORDS[rulings["COMP-01"].status] == "failed"
    assert rulings["COMP-01"].entailed_by == ("LIFE-12",)


def test_log_levels():
    known = offering("logging", revision=NOVEMBER)
    ask = utilities.levels
    assert outcome(because(ask, known, replied(), INVALID)) == {
        "LOGG-01": "passed", "LOGG-02": "passed",
    }  # fmt: skip
    assert set(outcome(because(ask, known, error(-32601), replied())).values()) == {"failed"}
    assert set(outcome(because(ask, examinee(NOVEMBER))).values()) == {"not_applicable"}


def page(result, method="tools/list", check=f"{MODERN}/meet"):
    sent = {"step": "Request", "message": {"method": method}}
    return Exchange(Key(check, None, 1, 1), sent, Replied(result), 1.0)


A, B = {"name": "a"}, {"name": "b"}
FIRST = page({"tools": [A], "nextCursor": "2"})


def paged(*exchanges, problems=()):
    return said(utilities.review, offering("tools", problems=problems), exchanges)


def test_lists_of_one_page():
    nothing = {"not_applicable: every list is one page"}
    assert set(paged(page({"tools": [A]})).values()) == nothing
    elsewhere = page({"tools": [A], "nextCursor": "2"}, check=f"{MODERN}/bogus_cursor")
    other = page({"nextCursor": "2"}, method="mcptest/list")
    raw = elsewhere._replace(sent={"step": "Raw", "text": "x"})
    odd = [page([]), raw, FIRST._replace(reaction=LATE)]
    assert set(paged(elsewhere, other, *odd).values()) == nothing


def second(result):
    sent = {"step": "Request", "message": {"method": "tools/list", "params": {"cursor": "2"}}}
    return page(result)._replace(sent=sent)


def test_lists_of_several_pages():
    assert set(outcome(paged(FIRST, second({"tools": [B]}))).values()) == {"passed"}
    words = paged(FIRST, second({"tools": [A]}), page({"prompts": [A]}, "prompts/list"))
    assert words["PAGE-02"] == "failed: entries are repeated in tools/list"
    assert paged(FIRST, FIRST, second({"tools": [B]}))["PAGE-02"] == "passed: 2 pages"
    words = paged(FIRST, second({"tools": 5}), problems=("prompts/list: x", "tools/list: again"))
    assert words == {"PAGE-01": "failed: tools/list: again", "PAGE-02": "passed: 2 pages"}


def test_a_cursor_that_nobody_gave():
    ask = utilities.bogus_cursor
    both = offering("tools", "prompts")
    last, more = replied({"tools": []}), replied({"prompts": [], "nextCursor": "2"})
    good = because(ask, both, last, INVALID, more, INVALID)
    assert {said.partition(":")[0] for said in good.values()} == {"passed"}
    bad = because(ask, both, last, replied(), more, replied())
    assert bad == {
        "PAGE-03": "failed: asked for `prompts/list`, the server replied",
        "PAGE-04": "failed: asked for `tools/list`, the server replied",
    }
    one_page = because(ask, both, last, INVALID, last)
    assert one_page["PAGE-03"] == "not_applicable: every list is one page"
    assert because(ask, both, more, INVALID, more)["PAGE-04"].startswith("not_applicable")
    unlisted = because(ask, both, LATE, Replied([]))
    assert {said.partition(":")[0] for said in unlisted.values()} == {"not_applicable"}
    # Once there is one of each kind, nothing else is asked for.
    three = offering("tools", "prompts", "resources")
    assert because(ask, three, last, INVALID, more, INVALID)["PAGE-04"].startswith("passed")
