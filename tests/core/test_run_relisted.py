"""A server that comes back after a break is compared with the one that was planned for."""

import pytest
from pure_server import VERSION, PureServer, manifest_of, run_everything

from mcptest_action.core.checks.results.ruling import Status
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.run.document import run_document
from mcptest_action.core.checks.run.rebuild import rebuild
from mcptest_action.core.protocol.exchange.reaction import Disconnected, TimedOut
from mcptest_action.core.protocol.exchange.step import CallTool, Fresh, Request
from mcptest_action.core.safety.decide import ExecutionPolicy

CRASH = Disconnected("exited with code 3")
ONLY = RunConfig(only=("unknown_tool", "missing_required", "wrong_type"))


def tool(name="get_x", schema=None, meta=None, **annotations):
    properties = schema or {"q": {"type": "string"}}
    return {
        "name": name,
        "annotations": annotations,
        "_meta": meta or {},
        "inputSchema": {
            "type": "object",
            "properties": properties,
            "required": list(properties),
        },
    }


READS = tool(readOnlyHint=True)
WIPES = tool(destructiveHint=True)
SECRET = tool(readOnlyHint=True, meta={"mcp.dev/resultSensitivity": "restricted"})


def after_a_break(before, after, config=ONLY, spoil=lambda _step, _key: None):
    """The record of a run whose first call breaks the connection; then the server lists `after`."""
    server = None

    def break_first(step, key):
        if isinstance(step, Fresh):
            server.mock = server.mock._replace(manifest=manifest_of(*after))
        if key.check == "unknown_tool" and isinstance(step, CallTool):
            return CRASH
        return spoil(step, key)

    server = PureServer(manifest_of(*before), spoil=break_first)
    return server, run_everything(server, config)


def test_a_server_that_comes_back_as_it_was_is_probed_on():
    server, record = after_a_break([READS], [READS])
    assert (record.incomplete, record.unstable) == ("", ())
    assert server.calls == ["mcptest_no_such_tool", "get_x", "get_x"]
    said = [e.sent for e in server.exchanges if e.key.check == "reconnect"]
    methods = [sent["message"]["method"] for sent in said if "message" in sent]
    assert "tools/list" in methods


NEW = "on a new connection, "


@pytest.mark.parametrize(
    ("before", "after", "because"),
    [
        ([READS, tool("get_y", readOnlyHint=True)], [READS],
         f"{NEW}the server does not list the tool 'get_y' any more"),
        ([READS], [],
         f"{NEW}the server could not be listed: the server does not declare the tools capability; no tool was listed"),
        ([READS], [tool(schema={"q": {"type": "integer"}}, readOnlyHint=True)],
         f"{NEW}the tool 'get_x' has another inputSchema"),
        ([READS], [READS, READS],
         f"{NEW}the server lists the tool 'get_x' 2 times, and before 1 times"),
        ([WIPES], [READS],
         f"{NEW}the tool 'get_x' asks for less caution: readOnlyHint was not given, and on a new connection it is true"),
        ([SECRET], [READS],
         f"{NEW}the tool 'get_x' asks for less caution: the hint resultSensitivity was restricted, and on a new connection it is not given"),
    ],
    ids=["vanished", "all vanished", "another schema", "twice", "looser", "not withheld"],
)  # fmt: skip
def test_a_plan_that_does_not_hold_any_more_ends_the_run(before, after, because):
    server, record = after_a_break(before, after)
    assert record.incomplete == because
    assert server.calls == ["mcptest_no_such_tool"]
    left = [r.ruling for r in record.results if r.tool == "get_x"]
    assert {ruling.status for ruling in left} <= {Status.INCONCLUSIVE, Status.SKIPPED}


def test_what_is_freer_without_a_word_of_its_own_is_told_as_well():
    """Several tools of one name are held back together, whatever each of them declares."""
    both = [READS, {**READS, "annotations": {"destructiveHint": True}}]
    config = ONLY._replace(execution=ExecutionPolicy(execute_destructive=True))
    _, record = after_a_break(both, [READS, {**READS, "description": "other"}], config)
    assert record.incomplete.startswith(f"{NEW}the tool 'get_x' asks for less caution: ")


def test_a_stricter_declaration_is_held_to_and_told():
    server, record = after_a_break([READS], [WIPES])
    assert record.incomplete == ""
    assert server.calls == ["mcptest_no_such_tool"]
    rulings = {r.id: r.ruling for r in record.results}
    assert rulings["wrong_type:get_x"].skip == "destructive"
    because = "readOnlyHint was true, and on a new connection it is not given"
    assert record.unstable == (("get_x", because),)
    document = run_document(rebuild(server.exchanges, ONLY, VERSION))
    assert document["unstable_declarations"] == [{"tool": "get_x", "because": because}]
    assert document["safety"]["hint_conflicts"] == 1


def test_a_tool_that_only_the_new_connection_has_is_not_called():
    server, record = after_a_break([READS], [READS, tool("get_y", readOnlyHint=True)])
    assert record.incomplete == ""
    assert "get_y" not in server.calls


def test_a_server_that_cannot_be_listed_again_ends_the_run():
    def spoil(step, key):
        asked = isinstance(step, Request) and step.method == "tools/list"
        return TimedOut(1) if asked and key.check == "reconnect" else None

    _, record = after_a_break([READS], [READS], spoil=spoil)
    problem = "tools/list: the server did not answer within 1 s"
    assert record.incomplete == f"{NEW}the server could not be listed: {problem}"


def test_what_could_not_be_listed_before_the_break_stops_nothing_after_it():
    def spoil(step, key):
        asked = isinstance(step, Request) and step.method == "tools/list"
        return TimedOut(1) if asked and key.check in {"surface", "reconnect"} else None

    _, record = after_a_break([READS], [READS], spoil=spoil)
    assert record.incomplete == ""


def test_names_that_are_no_text_are_no_tools():
    nameless = {**READS, "name": 7}
    server = PureServer(manifest_of(READS))
    listed = {**server.mock.manifest.tools[0].listed, **nameless}
    manifest = server.mock.manifest
    manifest = manifest._replace(tools=(manifest.tools[0]._replace(listed=listed),))

    def spoil(step, key):
        return CRASH if key.check == "unknown_tool" and isinstance(step, CallTool) else None

    server = PureServer(manifest, spoil=spoil)
    assert run_everything(server, ONLY).incomplete == ""
