"""Checks about user interfaces (MCP Apps), fed by hand."""

from __future__ import annotations

import base64

import pytest
from examinees import MODERN, because, error, examinee, fed, in_words, replied

from mcptest_action.core.checks.conformance.checks import ui_resources, ui_tools
from mcptest_action.core.checks.conformance.extensions import UI
from mcptest_action.core.protocol.exchange.reaction import RpcError, TimedOut

PAGE = "<!DOCTYPE html><html></html>"
URI = "ui://weather/page.html"
HTML = "text/html;profile=mcp-app"
AWAY = RpcError(-32603, "getaddrinfo ENOTFOUND api.example.com", None, None)


def tool(name="weather", **meta):
    return {"name": name, "_meta": meta} if meta else {"name": name}


def server(*tools, resources=()):
    known = examinee(MODERN, "tools", "resources", tools=tools)
    return known._replace(surface=known.surface._replace(resources=resources))


def reviewed(*tools):
    return in_words(ui_tools.review(server(*tools), ()))


def test_tools_without_a_user_interface():
    for tools in ((), (tool(),), (tool(ui="x"),), (tool(ui={}),), ({"name": "x", "_meta": 5},)):
        assert reviewed(*tools) == {
            "UI-01": "not_applicable: no tool names a user interface",
            "UI-02": "not_applicable: no tool of an MCP App says who sees it",
        }


def test_who_has_no_app_may_mean_something_else():
    other = tool(ui={"visibility": "hidden"})
    assert reviewed(other)["UI-02"].startswith("not_applicable")
    flaw = "failed: weather has the visibility 'hidden'"
    assert in_words(ui_tools.review(server(other, resources=({"uri": URI},)), ()))["UI-02"] == flaw
    known = server(other)
    hello = known.hello._replace(capabilities={"extensions": {UI: {}}})
    assert in_words(ui_tools.review(known._replace(hello=hello), ()))["UI-02"] == flaw


def test_tools_with_one():
    both = tool(ui={"resourceUri": URI, "visibility": ["app"]})
    assert reviewed(both, tool("old", **{"ui/resourceUri": URI})) == {
        "UI-01": "passed: 2 tools name one",
        "UI-02": "passed: 1 tools say who sees them",
    }


@pytest.mark.parametrize("uri", ["https://example.com/x.html", "", 5, ["ui://x"]], ids=repr)
def test_addresses_of_another_kind(uri):
    assert reviewed(tool(ui={"resourceUri": uri}))["UI-01"] == f"failed: weather names {uri!r}"


@pytest.mark.parametrize("audience", ["model", ["model", "user"], [["app"]], None], ids=repr)
def test_visibility_for_nobody(audience):
    found = reviewed(tool(ui={"resourceUri": URI, "visibility": audience}))["UI-02"]
    assert found == f"failed: weather has the visibility {audience!r}"


NAMED = tool(ui={"resourceUri": URI})


def content(text=PAGE, kind=HTML, **more):
    part = {"uri": URI, "mimeType": kind, **more}
    return replied({"contents": [part if text is None else {**part, "text": text}]})


def asked(*reactions, known=None):
    return because(ui_resources.interfaces, known or server(NAMED), *reactions)


@pytest.mark.parametrize(
    "resource",
    [
        {"uri": "ui://old/widget.html", "mimeType": "text/html+skybridge"},
        {"uri": "ui://old/page", "mimeType": "text/html"},
        {"uri": "ui://old/nothing"},
        {"uri": "https://example.com", "mimeType": HTML},
        {"mimeType": HTML},
    ],
    ids=repr,
)
def test_older_conventions_are_left_alone(resource):
    rulings, steps = fed(ui_resources.interfaces(server(resources=(resource,))))
    assert steps == []
    assert {ruling.because for ruling in rulings.values()} == {
        "no user interface is named or listed"
    }


def test_a_sound_one():
    meta = {"ui": {"csp": {"connectDomains": ["https://api.example.com"]}, "prefersBorder": False}}
    assert asked(content(_meta=meta)) == {
        "UI-03": "passed: 1 can be read",
        "UI-04": f"passed: 1 have the type {HTML}",
        "UI-05": "passed: 1 documents",
        "UI-06": "passed: looked at 1",
        "UI-07": "passed: looked at 1",
    }


def test_one_that_is_only_listed():
    entry = {"uri": URI, "mimeType": 'text/html; profile="mcp-app"', "_meta": {"ui": {}}}
    found = asked(content(), known=server(resources=(entry,)))
    assert found["UI-03"] == "not_applicable: no tool names a user interface"
    assert found["UI-04"].startswith("passed")
    assert found["UI-06"] == "passed: looked at 1"
    assert found["UI-07"] == "not_applicable: none has a sound `csp`"


def test_each_is_read_once_and_only_some_are():
    tools = [tool(str(n), ui={"resourceUri": f"ui://x/{n // 2}"}) for n in range(12)]
    _, steps = fed(ui_resources.interfaces(server(*tools)), content(), content(), content())
    assert [step.params["uri"] for step in steps] == ["ui://x/0", "ui://x/1", "ui://x/2"]


@pytest.mark.parametrize(
    ("reaction", "why"),
    [
        (error(-32602), f"failed: {URI}: the server answered with JSON-RPC error -32602"),
        (TimedOut(5.0), f"failed: {URI}: the server did not answer within 5 s"),
        (replied({"contents": []}), f"failed: {URI}: the result has no contents"),
        (AWAY, f"not_verified: {URI}: "),
    ],
    ids=repr,
)
def test_one_that_cannot_be_read(reaction, why):
    found = asked(reaction)
    assert found["UI-03"].startswith(why)
    assert found["UI-04"] == "not_verified: no user interface could be read"
    assert found["UI-06"] == "not_applicable: none has `_meta.ui`"


def test_a_failure_outweighs_what_nobody_could_see():
    other = tool("other", ui={"resourceUri": "ui://x"})
    found = asked(AWAY, error(-32602), known=server(NAMED, other))
    assert found["UI-03"].startswith("failed: ui://x")


@pytest.mark.parametrize(
    ("kind", "right"),
    [
        (HTML, True),
        ("TEXT/HTML; profile=mcp-app", True),
        ("text/html; profile='mcp-app'; charset=utf-8", True),
        ("text/html", False),
        ("text/html+skybridge", False),
        ("text/html;profile=other", False),
        (None, False),
    ],
)
def test_the_type(kind, right):
    assert asked(content(kind=kind))["UI-04"].startswith("passed" if right else "failed")


def test_content_that_is_none():
    assert asked(content(None))["UI-04"].endswith("neither text nor blob")
    assert asked(content(None))["UI-05"] == "not_verified: no user interface could be read"
    assert asked(replied({"contents": ["x"]}))["UI-04"].endswith("are not an object")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (PAGE, True),
        ("\ufeff\n<!-- a --> <!-- b -->\n<html lang=en>", True),
        ("<htmlx>", False),
        ("<div>part</div>", False),
        ("https://example.com", False),
        ("<!-- open", False),
        ("<!---->" * 21 + PAGE, False),
        ("", False),
    ],
    ids=lambda value: str(value)[:20],
)
def test_documents(text, right):
    assert asked(content(text))["UI-05"].startswith("passed" if right else "failed")
    blob = base64.b64encode(text.encode()).decode()
    assert asked(content(None, blob=blob))["UI-05"].startswith("passed" if right else "failed")


@pytest.mark.parametrize(
    ("ui", "why"),
    [
        (5, "`ui` is not an object: 5"),
        ({"csp": []}, "`csp` is not an object: []"),
        ({"csp": {"frameDomains": "x"}}, "`frameDomains` is not a list of texts: 'x'"),
        ({"csp": {"connectDomains": [1]}}, "`connectDomains` is not a list of texts: [1]"),
        ({"permissions": ["camera"]}, "`permissions` is not an object: ['camera']"),
        ({"permissions": {"camera": True}}, "the permission `camera` is not an object: True"),
        ({"domain": 5}, "`domain` is not a text: 5"),
        ({"prefersBorder": "yes"}, "`prefersBorder` is not a boolean: 'yes'"),
    ],
    ids=repr,
)
def test_metadata_of_another_shape(ui, why):
    found = asked(content(_meta={"ui": ui}))
    assert found["UI-06"] == f"failed: {why}"
    assert found["UI-07"] == "not_applicable: none has a sound `csp`"


@pytest.mark.parametrize(
    ("ui", "origins"),
    [
        (dict.fromkeys(("csp", "permissions", "domain", "prefersBorder")), "not_applicable"),
        ({"csp": {"frameDomains": None, "connectDomains": ["data:"]}}, "passed"),
        ({"permissions": {"camera": None}}, "not_applicable"),
    ],
    ids=repr,
)
def test_what_is_null_is_left_out(ui, origins):
    found = asked(content(_meta={"ui": ui}))
    assert found["UI-06"] == "passed: looked at 1"
    assert found["UI-07"].startswith(origins)


@pytest.mark.parametrize(
    ("origin", "right"),
    [
        ("https://api.example.com", True),
        ("https://*.example.com:8443", True),
        ("wss://realtime.example.com/", True),
        ("http://localhost:*", True),
        ("http://[::1]:80", True),
        ("data:", True),
        ("api.example.com", False),
        ("https://example.com/path", False),
        ("https://a.example; script-src *", False),
        ("'unsafe-inline'", False),
        ("*", False),
    ],
)
def test_origins(origin, right):
    found = asked(content(_meta={"ui": {"csp": {"resourceDomains": [origin]}}}))["UI-07"]
    assert found.startswith("passed" if right else f"failed: not an origin: {origin!r}")
