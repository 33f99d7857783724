"""What the error of a valid call is about, as servers and their frameworks put it."""

import pytest

from mcptest_action.core.checks.probes import ErrorTopic, denies_tool, topic_of
from mcptest_action.core.protocol.exchange import Replied, RpcError

SENT = {"nr": 1, "code": "AAA", "count": 3}


def tool_error(text):
    return Replied({"isError": True, "content": [{"type": "text", "text": text}]})


# Of the tool, or of how it was called; whichever kind of error it is.
OF_THE_CALL = [
    "Invalid params",
    "Invalid arguments",
    "invalid_params",
    "Params invalid",
    "Invalid arguments for list_rows",
    "InvalidArgumentException: count",
    "Input validation error: 'city' is a required property",
    "MCP error -32602: Input validation error: Invalid arguments for tool x: Required",
    "Error executing tool x: 1 validation error for xArguments\nname\n  Field required "
    "[type=missing, input_value={'system': 'metric'}, input_type=dict]",
    "1 validation error for call[x]\nsystem\n  Unexpected keyword argument",
    "x() got an unexpected keyword argument 'system'",
    "x() missing 1 required positional argument: 'name'",
    "TypeError: x() takes 0 positional arguments but 1 was given",
    'Invalid input: expected string, received undefined at "name"',
    "failed to deserialize parameters: missing field `name`",
    'invalid params: validating "arguments": required: missing properties: ["name"]',
    "The arguments dictionary is missing a value for the required parameter 'name'.",
    "Missing required arguments: name",
    "Error: name parameter missing",
    "you must pass a name argument",
    "Failed to parse tool arguments",
    "data/count must be string",
    "must NOT have additional properties",
    "Additional properties are not allowed ('system' was unexpected)",
    "Argument 'count' is not allowed",
    "Parameter validation failed: unknown parameter 'system'",
    "Unrecognized key(s) in object: 'system'",
    "Invalid arguments. Please provide a name argument before you call the tool",
    "Unknown tool: list_rows",
    "Tool list_rows not found",
    "MCP error -32602: Tool list_rows not found",
    "tool 'list_rows' not found: tool not found",
    "Tool list_rows is not registered",
    "No handler registered",
    "This tool is not implemented",
]
# Of the arguments if the protocol says so; a service or a file may be of the wrong shape as well.
OF_THE_SHAPE = [
    "json: cannot unmarshal number into Go value of type string",
    "'metric' is not of type 'integer'",
    "Expected number, received string",
    "Schema validation failed",
    "A database connection is required",
    "Missing required binary: ffmpeg",
    "Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON",
    "schema version mismatch",
    "Request failed with status code 500",
    "API request failed: 500",
    "400 Bad Request",
]
# What the tool found, or lacks: it has looked, or would.
OF_THE_WORLD = [
    "no such id: 1",
    "item 1 not found",
    "unknown issue 1",
    "Issue #1 does not exist",
    "Invalid params: issue 1 not found",
    "MCP error -32602: Issue 1 not found",
    "Input validation error: no such record",
    "Error executing tool get_issue: Issue 1 not found",
    "Tool get_issue failed: no such issue",
    "Invalid value for parameter number: issue 1 does not exist",
    "Invalid input: path does not exist",
    "No issue with number 1",
    "Could not find commit aaaa",
    "I couldn't locate ticket 1",
    "the requested item could not be located",
    "Record 1 has been deleted",
    "ENOENT: no such file or directory, open '/x'",
    "HTTP 404",
    "no results",
    "Database is empty",
    "the index contains zero documents",
    "Nothing matched",
    "No project loaded. Call open_project first.",
    "Not connected",
    "No active session",
    "Browser is not running, launch it",
    "You must call init_workspace before using other tools",
    "Please open a document.",
    "Requires an open document",
    "This feature requires a paid plan",
    "Repository is bare",
    "Simulator is offline",
    "Still indexing, come back later",
    "You have reached your limit",
    "Operation not supported on Linux",
    "Calendar contains 0 events",
    "permission denied",
    "Service temporarily unavailable",
    "Exactly one of project_key or issue_key must be provided.",
    "Either `issueId` or `issueUrl` must be provided",
]
OF_A_SERVICE = ["Error: 401 Unauthorized", "getaddrinfo ENOTFOUND a.b", "Missing API key"]
OF_A_VALUE = [
    "Invalid issue number: 1",
    "Unsupported currency AAA",
    "invalid id",
    "not a valid issue",
    "1 isn't an issue of this tracker",
    "Kein Eintrag mit der Nummer 1",
]
# Says nothing: what counts is who says it.
MUTE = ["boom", "Something went wrong", "", "Cannot read properties of undefined", "fatal: x"]


@pytest.mark.parametrize("text", OF_THE_CALL)
def test_an_error_about_the_call(text):
    assert topic_of(tool_error(text), SENT) is ErrorTopic.CALL
    assert topic_of(RpcError(-32602, text), SENT) is ErrorTopic.CALL
    assert topic_of(RpcError(-32603, text), SENT) is ErrorTopic.CALL


@pytest.mark.parametrize("text", OF_THE_SHAPE)
def test_an_error_about_a_shape_is_about_the_call_only_if_the_protocol_says_so(text):
    assert topic_of(tool_error(text), SENT) is ErrorTopic.UNSAID
    assert topic_of(RpcError(-32602, text), SENT) in (ErrorTopic.CALL, ErrorTopic.VALUE)


def test_a_tool_that_names_its_argument_speaks_of_the_call():
    assert topic_of(tool_error("count is required"), SENT) is ErrorTopic.CALL
    assert topic_of(tool_error("count must be a string"), SENT) is ErrorTopic.CALL
    assert topic_of(tool_error("a licence is required"), SENT) is not ErrorTopic.CALL


@pytest.mark.parametrize(
    ("error", "tool", "denied"),
    [
        (RpcError(-32601, "Method not found"), "get_page", True),
        (RpcError(-32602, "Unknown tool: get_page"), "get_page", True),
        (tool_error("Tool get_page not found"), "get_page", True),
        (tool_error("Tool kubectl not found"), "get_page", False),
        (tool_error("get_page found nothing"), "get_page", False),
    ],
)
def test_an_error_that_denies_the_very_tool(error, tool, denied):
    assert denies_tool(error, tool) is denied


@pytest.mark.parametrize("text", OF_THE_WORLD)
def test_an_error_about_what_the_tool_found_or_lacks(text):
    assert topic_of(tool_error(text), SENT) is ErrorTopic.WORLD
    assert topic_of(RpcError(-32602, text), SENT) is ErrorTopic.WORLD
    assert topic_of(RpcError(-32002, text), SENT) is ErrorTopic.WORLD


@pytest.mark.parametrize("text", OF_A_SERVICE)
def test_an_error_about_a_service_behind_the_tool(text):
    assert topic_of(tool_error(text), SENT) is ErrorTopic.SERVICE
    assert topic_of(RpcError(-32602, text), SENT) is ErrorTopic.SERVICE


@pytest.mark.parametrize("text", OF_A_VALUE)
def test_an_error_about_a_value(text):
    assert topic_of(RpcError(-32602, text), SENT) is ErrorTopic.VALUE
    assert topic_of(tool_error(text), SENT) is ErrorTopic.UNSAID


@pytest.mark.parametrize("text", MUTE)
def test_an_error_without_a_word_about_it_is_what_its_kind_says(text):
    assert topic_of(tool_error(text)) is ErrorTopic.UNSAID
    assert topic_of(RpcError(-32603, text)) is ErrorTopic.UNSAID
    said = ErrorTopic.VALUE if text else ErrorTopic.CALL
    assert topic_of(RpcError(-32600, text)) is said
    assert topic_of(RpcError(-32602, text)) is said
    assert topic_of(RpcError(-32601, text)) is ErrorTopic.CALL


def test_a_method_that_is_not_there_is_no_thing_of_the_world():
    assert topic_of(RpcError(-32601, "Method not found")) is ErrorTopic.CALL


def test_a_long_error_takes_no_time():
    for word in ("missing ", "no argument ", "unknown ", "expected "):
        topic_of(tool_error(word + "x" * 100_000))
        topic_of(tool_error(word * 20_000))
