"""Which tools a conformance probe may call: those declared read-only, as the user allows."""

import pytest
from examinees import ANY_CALLS, MODERN, WITHOUT_CALLS, examinee, worded

from mcptest_action.core.checks.conformance.free_tools import free_tools, why_none_is_free
from mcptest_action.core.checks.run import RunConfig
from mcptest_action.core.safety import ExecutionPolicy, ToolSettings

READS = {"annotations": {"readOnlyHint": True}, "inputSchema": {"type": "object"}}
CITY = {
    "type": "object",
    "properties": {"city": {"type": "string", "const": "Ulm"}},
    "required": ["city"],
}
TOOLS = (
    {"name": "get_time", "inputSchema": {"type": "object"}},
    {"name": "delete_all", "inputSchema": {"type": "object"}},
    {"name": "weather", **READS, "inputSchema": CITY},
    {"name": "without_schema", **READS, "inputSchema": None},
    {"name": "now", **READS},
    {"name": "now", **READS},
)


def names(config=ANY_CALLS, tools=TOOLS):
    return [
        tool.name for tool in free_tools(examinee(MODERN, "tools", tools=tools, run_config=config))
    ]


def test_only_tools_that_are_declared_read_only_are_free_each_once_with_valid_arguments():
    found = list(free_tools(examinee(MODERN, "tools", tools=TOOLS)))
    assert [(tool.name, tool.arguments) for tool in found] == [
        ("weather", {"city": "Ulm"}),
        ("now", {}),
    ]


def test_who_is_declared_destructive_as_well_comes_last():
    both = {**READS, "annotations": {"readOnlyHint": True, "destructiveHint": True}}
    tools = ({"name": "a", **both}, {"name": "b", **READS})
    assert names(tools=tools) == ["b", "a"]


def test_the_arguments_of_the_user_come_first():
    samples = {"weather": ToolSettings(samples=({"city": "Bonn"},))}
    known = examinee(MODERN, "tools", tools=TOOLS, run_config=RunConfig(tools=samples))
    assert next(free_tools(known)).arguments == {"city": "Bonn"}


def test_two_tools_of_a_name_that_declare_different_things_are_not_called():
    other = {"name": "now", "inputSchema": {"type": "object"}}
    assert names(tools=(*TOOLS, other)) == ["weather"]


@pytest.mark.parametrize(
    ("config", "free", "why"),
    [
        (RunConfig(skip=("weather",)), ["now"], None),
        (WITHOUT_CALLS, [], "not_verified: calls are switched off"),
        (
            RunConfig(execution=ExecutionPolicy(max_calls=9)),
            [],
            "not_verified: the number of calls is limited, and the probes come first",
        ),
        (
            RunConfig(skip=("weather", "now")),
            [],
            "not_verified: no tool is declared read-only, may be called and has a usable schema",
        ),
    ],
    ids=["a tool is skipped", "no calls", "limited calls", "all are skipped"],
)
def test_the_user_decides_what_is_called(config, free, why):
    assert names(config) == free
    known = examinee(MODERN, "tools", tools=TOOLS, run_config=config)
    assert why is None or worded(why_none_is_free(known)) == why


def test_without_tools_nothing_applies():
    said = worded(why_none_is_free(examinee(MODERN)))
    assert said == "not_applicable: the server does not declare tools"


def test_a_tool_whose_results_nobody_may_see_is_not_free():
    secret = {"name": "secret", **READS, "_meta": {"mcp.dev/resultSensitivity": "confidential"}}
    assert names(tools=(secret, *TOOLS)) == ["weather", "now"]
    assert names(tools=(secret,)) == []
    said = worded(why_none_is_free(examinee(MODERN, "tools", tools=(secret,))))
    assert said == (
        "not_verified: no tool whose results may be seen is declared read-only, may be called "
        "and has a usable schema"
    )
