"""Secrets reach the server, and only the server."""

from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.checks.suite.model import secrets_of
from mcptest_action.core.checks.suite.variables import placeholder
from mcptest_action.core.document.yaml_text import YAML_DEPTH
from mcptest_action.core.protocol.exchange.step import CallTool, Notify, Request
from mcptest_action.shell.calls.filling import filling

KEY = placeholder("KEY")
fill = filling({KEY: "a secret"})


def test_placeholders_are_filled_wherever_they_stand():
    arguments = {"a": f"x {KEY} y {KEY}", "b": [KEY, 1, None, {"c": KEY}], "d": True}
    assert fill(CallTool("t", arguments)).arguments == {
        "a": "x a secret y a secret",
        "b": ["a secret", 1, None, {"c": "a secret"}],
        "d": True,
    }
    assert arguments["b"][0] == KEY
    assert fill(Request("resources/read", {"uri": f"x://{KEY}"})).params == {"uri": "x://a secret"}


def test_what_has_none_goes_out_as_it_is():
    for step in (Request("tools/list"), Notify("x", {"a": KEY}), CallTool("t", ["x"])):
        assert fill(step) == step
    step = CallTool("t", {"a": KEY})
    assert filling({})(step) is step


def test_the_deepest_suite_is_filled_and_what_is_deeper_exhausts_nobody():
    nested = "[" * (YAML_DEPTH - 4) + '"${key}"' + "]" * (YAML_DEPTH - 4)
    text = f"variables: {{key: {{from_env: KEY}}}}\ntools: [{{name: a, tool: t, args: {{q: {nested}}}}}]\n"
    suite = load_suite(text, "s.yml", {"KEY": "a secret"})
    step = filling(secrets_of([suite]))(CallTool("t", suite.cases[0].args))
    assert "'a secret'" in str(step.arguments)
    deep = []
    for _ in range(100_000):
        deep = [deep]
    fill(CallTool("t", {"q": deep}))
