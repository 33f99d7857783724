"""Faults behind a server: how they are told from its own, and what follows from them."""

import pytest
from examinees import fed

from mcptest_action.core.checks.probes import (
    Observation,
    RequestKind,
    Subject,
    alive_after_error,
    fault_behind,
    only_internal_errors,
    repeated_call,
)
from mcptest_action.core.checks.probes.concurrent_calls import script as at_once
from mcptest_action.core.checks.probes.upstream import fault_in
from mcptest_action.core.checks.results import Skip, Status
from mcptest_action.core.checks.run import active
from mcptest_action.core.checks.run.rejected import all_rejected
from mcptest_action.core.checks.run.upstream import upstream_of, upstream_section
from mcptest_action.core.protocol.exchange import HttpAnswer, HttpStatus, Replied, RpcError
from mcptest_action.core.protocol.transcript import Exchange, Key

# As real servers said it, on a machine without a network.
UNREACHABLE = [
    "fetch failed",
    "web_search_exa error: fetch failed",
    "getaddrinfo ENOTFOUND api.notion.com",
    "Tavily API error: getaddrinfo ENOTFOUND api.tavily.com",
    "request to https://example.com failed, reason: getaddrinfo EAI_AGAIN example.com",
    "Error: connect ECONNREFUSED 127.0.0.1:9200",
    "Error executing tool list_models: [Errno -2] Name or service not known",
    "[Errno -3] Temporary failure in name resolution",
    "Failed to fetch robots.txt https://example.com/robots.txt due to a connection issue",
    "Could not connect to Jira at http://127.0.0.1:9. Check that JIRA_URL is correct.",
    "Error 111 connecting to 127.0.0.1:6379. Connection refused.",
    "HTTPConnectionPool(host='h', port=9): Max retries exceeded with url: / (Caused by None)",
    "Unable to connect to https://sentry.io/api/0/auth/ - Hostname not found.",
    "Cannot connect to host api.example.com:443 ssl:default",
    "dial tcp: lookup api.example.com: no such host",
    "All connection attempts failed",
    "connect ETIMEDOUT 10.0.0.1:443",
    "OSError: [Errno 101] Network is unreachable",
    "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer",
    "net::ERR_NAME_NOT_RESOLVED at https://example.com",
    "MongoServerSelectionError: connection timed out",
    "Request failed with status code 503",
]
CREDENTIALS = [
    "Request failed with status code 401",
    "401 Client Error: Unauthorized for url: https://api.example.com/",
    "Client error '403 Forbidden' for url 'https://api.example.com/'",
    "HTTP error! status: 403",
    "Request returned HTTP status 401",
    "The response code was 401",
    "API error: 401 - nope",
    "Unauthorized",
    "Error: BRAVE_API_KEY environment variable is required",
    "Please set the environment variable GITHUB_TOKEN",
    "Environment variable SLACK_TEAM is not set",
    "Error executing tool get_forecast: 'WEATHER_API_KEY'",
    "SLACK_TEAM_ID must be set",
    "Missing API key",
    "The api_key client option must be set either by passing api_key or by a variable",
    "Invalid API key provided: sk-…",
    "No credentials found",
    "Unable to locate credentials",
    "Could not load the default credentials.",
    "not authenticated",
    "You are not logged in",
    "Invalid token",
    '{"error": "invalid_token"}',
    'FATAL: password authentication failed for user "x"',
    "WRONGPASS invalid username-password pair or user is disabled.",
]
# What tools say of their own accord.
NEITHER = [
    "",
    "File (/home/x/Desktop/mcptest) does not exist",
    "Either `issueId` or `issueUrl` must be provided",
    "Exactly one of project_key or issue_key must be provided.",
    "Access denied - path outside allowed directories: /etc",
    "EACCES: permission denied, open '/etc/shadow'",
    "SyntaxError: invalid token '@' at position 4",
    "Invalid token: expected a number",
    "Invalid page token",
    "no such table: mcptest",
    "Unknown action: 'mcptest'. Must be one of: search, info",
    "Found 401 results, 403 expected",
    "TypeError: error: item 401 is not iterable",
    "SyntaxError: unexpected end of input with line 403",
    "Unable to retrieve a summary.",
    'Failed to get the VQD for query "mcptest".',
    "division by zero",
    "Tool find is not set up",
    "Error executing tool get_it: 'PRIMARY_COLOUR'",
    "Error: 404 Not Found",
]


@pytest.mark.parametrize("text", UNREACHABLE)
def test_a_service_that_is_not_reached(text):
    assert fault_in(text) == (Skip.SERVICE_UNREACHABLE, text)


@pytest.mark.parametrize("text", CREDENTIALS)
def test_a_service_that_wants_credentials(text):
    assert fault_in(text) == (Skip.SERVICE_WANTS_CREDENTIALS, text)


@pytest.mark.parametrize("text", NEITHER)
def test_what_a_tool_says_of_its_own_accord(text):
    assert fault_in(text) is None


def test_of_several_lines_the_one_that_says_it_is_shown():
    fault = fault_in("It did not work.\n  getaddrinfo   ENOTFOUND api.example.com\nTry again.")
    assert fault.said == "getaddrinfo ENOTFOUND api.example.com"


def test_of_a_long_line_the_part_around_it_is_shown():
    fault = fault_in(f"{'word ' * 40}host='a.b' connect ECONNREFUSED {'and so on ' * 40}")
    assert fault.said.startswith("word word")
    assert "host='a.b' connect ECONNREFUSED and so on" in fault.said
    assert len(fault.said) == 120
    assert fault_in(f"{'x' * 200}: fetch failed").said == "fetch failed"


def test_no_secret_is_repeated():
    assert (
        "hunter2hunter2" not in fault_in("401 Unauthorized: postgres://me:hunter2hunter2@db").said
    )


def tool_error(text):
    return Replied({"isError": True, "content": [{"type": "text", "text": text}]})


GONE = tool_error("connect ECONNREFUSED 127.0.0.1:9200")
KEYLESS = RpcError(-32603, "Missing API key")
FINE = Replied({"content": [{"type": "text", "text": "fetch failed"}]})
REFUSED = RpcError(-32602, "Unknown tool")


def test_only_an_error_that_answers_the_call_is_read():
    assert fault_behind(GONE).cause == Skip.SERVICE_UNREACHABLE
    assert fault_behind(KEYLESS).cause == Skip.SERVICE_WANTS_CREDENTIALS
    assert fault_behind(FINE) is None
    assert fault_behind(RpcError(-32602, "Invalid params: api_key is required")) is None
    assert fault_behind(RpcError(-32602, "no", {"cause": "getaddrinfo ENOTFOUND a.b"})) is None
    assert fault_behind(HttpStatus(HttpAnswer(502, {}), "502 Bad Gateway")) is None


def denied(status, challenge="", code=-32003):
    headers = {"www-authenticate": challenge} if challenge else {}
    return RpcError(code, "no", http=HttpAnswer(status, headers))


SCOPE = 'Bearer error="insufficient_scope", scope="mcp:call"'
UNSCOPED = denied(403, SCOPE)


@pytest.mark.parametrize(
    ("reaction", "said"),
    [
        (denied(401), "it wants a token (HTTP status 401)"),
        (denied(401, 'Bearer scope="x"', -32602), "it wants a token with the scope x (HTTP status 401)"),
        (denied(401, 'Basic realm="x"'), "it wants a token (HTTP status 401)"),
        (UNSCOPED, "it wants a token with the scope mcp:call (HTTP status 403)"),
        (denied(403, SCOPE, -32602), "it wants a token with the scope mcp:call (HTTP status 403)"),
        (denied(403, "DPoP, bearer"), "it wants a token (HTTP status 403)"),
        (HttpStatus(HttpAnswer(401, {}), ""), "it wants a token (HTTP status 401)"),
        (denied(403), None),
        (denied(403, 'Basic realm="no bearer"'), None),
    ],
)  # fmt: skip
def test_who_wants_a_token_says_so_by_the_status_whatever_the_code_is(reaction, said):
    fault = fault_behind(reaction)
    assert (fault and fault.said) == said
    if said is not None:
        assert fault.cause == Skip.SERVICE_WANTS_CREDENTIALS
        assert fault.behind("the tool") == f"the server does not let us call the tool: {said}"


def test_a_want_of_a_scope_is_no_internal_error():
    seen = [observed(kind, UNSCOPED) for kind in (RequestKind.VALID_CALL, RequestKind.BAD_REQUEST)]
    assert not only_internal_errors.all_internal(seen)
    ruling = only_internal_errors.rule(seen)
    assert (ruling.status, ruling.skip) == (Status.SKIPPED, Skip.SERVICE_WANTS_CREDENTIALS)
    assert "it wants a token with the scope mcp:call" in ruling.because
    seen.append(observed(RequestKind.BAD_REQUEST, RpcError(-32603, "oops")))
    assert only_internal_errors.rule(seen).skip == Skip.SERVICE_WANTS_CREDENTIALS


def test_a_want_of_a_scope_is_no_rejection_of_arguments():
    strict = Subject("t", {"type": "object", "properties": {}}, {})
    for code, found in ((-32602, ""), (-32601, "")):
        seen = Observation(RequestKind.VALID_CALL, denied(403, SCOPE, code), subject=strict)
        assert all_rejected([seen]) == found


def test_a_call_that_is_stopped_at_the_door_was_asked_for():
    found = upstream_of([called("a", UNSCOPED), called("b", denied(401))])
    assert (found.asked, found.nothing_worked, found.rejected) == (2, True, {})
    assert list(found.told()) == [
        "the server does not let us call 2 tools: it wants a token with the scope mcp:call "
        "(HTTP status 403)"
    ]
    assert upstream_section(found)["credentials"] == 2


TOOL = Subject("t", {}, {})


def test_what_needs_a_success_is_not_verified():
    wanted = "not verified: the service behind the tool could not be reached: connect ECONNREFUSED "
    for script, reactions in [
        (repeated_call.script(TOOL), [GONE, GONE]),
        (repeated_call.script(TOOL), [FINE, GONE]),
        (at_once(TOOL), [[GONE, REFUSED, GONE, REFUSED]]),
        (at_once(TOOL), [[FINE, REFUSED, GONE, REFUSED]]),
        (alive_after_error.script(TOOL._replace(worked=True)), [Replied({"tools": [{}]}), GONE]),
    ]:
        ruling, _ = fed(script, *reactions)
        assert (ruling.status, ruling.skip) == (Status.SKIPPED, Skip.SERVICE_UNREACHABLE)
        assert ruling.because == f"{wanted}127.0.0.1:9200"


def test_what_fails_for_another_reason_still_fails():
    ruling, _ = fed(at_once(TOOL), [GONE, FINE, GONE, REFUSED])
    assert ruling.status is Status.FAILED


def observed(kind, reaction):
    return Observation(kind, reaction)


def test_a_server_whose_services_are_gone_is_not_one_where_nothing_works():
    internal = RpcError(-32603, "getaddrinfo ENOTFOUND a.b")
    seen = [
        observed(RequestKind.VALID_CALL, internal),
        observed(RequestKind.BAD_REQUEST, RpcError(-32603, "no")),
    ]
    assert not only_internal_errors.all_internal(seen)
    assert only_internal_errors.rule(seen).skip == Skip.SERVICE_UNREACHABLE
    seen.append(observed(RequestKind.VALID_CALL, RpcError(-32603, "oops")))
    assert only_internal_errors.all_internal(seen)
    assert only_internal_errors.rule(seen).status is Status.FAILED


def test_a_bad_request_needs_no_service():
    keyless = RpcError(-32603, "Missing API key")
    seen = [observed(RequestKind.BAD_REQUEST, keyless)]
    assert only_internal_errors.rule(seen).status is Status.FAILED
    seen.append(observed(RequestKind.VALID_CALL, keyless))
    assert only_internal_errors.rule(seen).skip == Skip.SERVICE_WANTS_CREDENTIALS
    assert not only_internal_errors.all_internal(seen)


def test_the_deep_scan_does_not_blame_the_tool():
    probe = active.concluded([active.DeepCall("t", KEYLESS)])
    assert (probe.hits, probe.attempted, probe.ran) == ((), 1, True)
    assert (probe.ruling.status, probe.ruling.skip) == (
        Status.SKIPPED, Skip.SERVICE_WANTS_CREDENTIALS,
    )  # fmt: skip
    assert "not verified: the service behind the tool wants credentials" in probe.ruling.because


def test_a_deep_scan_with_one_call_that_works_has_looked():
    calls = [active.DeepCall("t", KEYLESS), active.DeepCall("u", FINE)]
    probe = active.concluded(calls)
    assert (probe.hits, probe.ruling.status) == ((), Status.PASSED)
    assert "Missing API key" in probe.ruling.because
    probe = active.concluded([*calls, active.DeepCall("v", REFUSED)])
    assert [hit.tool for hit in probe.hits] == ["v"]


def called(tool, reaction, check="repeated_call"):
    return Exchange(Key(check, tool, 1, 1), {"step": "CallTool"}, reaction, 1.0)


def test_each_cause_is_told_once():
    found = upstream_of(
        [
            called("a", GONE),
            called("b", tool_error("fetch failed")),
            called("c", KEYLESS),
            called("d", REFUSED),
            called("e", GONE, check="wrong_type"),
            called(None, GONE),
        ]
    )
    assert list(found.told()) == [
        "the service behind 2 tools could not be reached: connect ECONNREFUSED 127.0.0.1:9200",
        "the service behind c wants credentials: Missing API key",
    ]
    assert found.nothing_worked
    assert found.rejected == {"d": "JSON-RPC error -32602: Unknown tool"}
    assert found.rejections() == (
        "valid calls were answered with errors only: d (d with JSON-RPC error -32602: Unknown tool)"
    )
    section = upstream_section(found)
    names = ("worked", "unreachable", "credentials", "rejected")
    assert [section[name] for name in names] == [0, 2, 1, 1]
    assert section["tools"][3] == {
        "tool": "d",
        "reason": "call_rejected",
        "said": "JSON-RPC error -32602: Unknown tool",
    }
    assert section["tools"][2] == {
        "tool": "c",
        "reason": "service_wants_credentials",
        "said": "Missing API key",
    }


def test_one_call_that_works_is_enough():
    found = upstream_of([called("a", GONE), called("a", FINE), called("b", KEYLESS)])
    assert (found.worked, list(found.faults), found.nothing_worked) == (("a",), ["b"], False)
    assert list(found.told()) == ["the service behind b wants credentials: Missing API key"]
    assert not upstream_of([]).nothing_worked
    assert upstream_of([]).rejections() == ""
