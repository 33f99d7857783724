"""`fixtures/mock/x.yaml` or `x.json` serves `x.served.json`, or is refused as `x.error.txt` says."""

import json

import pytest
from conftest import FIXTURES
from hypothesis import given
from hypothesis import strategies as st
from outside import REAL_WORLD, needs_real_world

from mcptest_action.core.authoring.mock.manifest import KEYS, read_manifest
from mcptest_action.core.authoring.mock.message import encode, read_message
from mcptest_action.core.authoring.mock.model import Manifest
from mcptest_action.core.authoring.mock.presets import PRESETS, preset
from mcptest_action.core.text.errors import InputError

FOLDER = FIXTURES / "mock"
CASES = sorted(p for p in FOLDER.iterdir() if not p.name.endswith((".served.json", ".error.txt")))


def yaml(text):
    return read_manifest(text, "mock.yaml")


def served(manifest):
    """Everything that a client can see of a manifest."""
    return {
        "serverInfo": {"name": manifest.name, "version": manifest.version},
        "instructions": manifest.instructions,
        "page_size": manifest.page_size,
        "lenient": manifest.lenient,
        "tools": [{"listed": tool.listed, "response": tool.response} for tool in manifest.tools],
        "resources": [{"listed": r.listed, "body": r.body} for r in manifest.resources],
        "resourceTemplates": [
            {"listed": t.listed, "text": t.text} for t in manifest.resource_templates
        ],
        "prompts": [{"listed": p.listed, "text": p.text} for p in manifest.prompts],
    }


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_a_manifest_is_served_or_refused(path, golden):
    try:
        manifest = read_manifest(path.read_text(), path.name)
    except InputError as error:
        assert path.name.startswith("bad-"), error
        golden(path.with_suffix(".error.txt"), f"{error}\n")
        return
    assert not path.name.startswith("bad-"), "this file should have been refused"
    golden(path.with_suffix(".served.json"), json.dumps(served(manifest), indent=2) + "\n")


def test_the_name_may_be_in_capitals():
    assert read_manifest('{"tools": []}', "TOOLS.JSON") == Manifest()


def test_every_key_of_a_manifest_is_in_the_example_of_all():
    text = (FOLDER / "everything.yaml").read_text()
    assert [key for key in KEYS if f"\n  {key}:" not in text] == ["lenient"]


def test_a_capture_that_is_sloppy_elsewhere_still_has_its_tools():
    manifest = read_manifest('{"tools": [], "initialize": {"serverInfo": "x"}}', "c.json")
    assert manifest.name == "mcptest-mock"
    manifest = read_manifest('{"tools": [], "initialize": {"instructions": 7}}', "c.json")
    assert manifest.instructions == ""


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)  # fmt: skip


@given(st.dictionaries(st.text().filter(lambda key: key not in ("name", "response")), JSON))
def test_whatever_a_captured_tool_says_reaches_the_wire_unchanged(tool):
    """Also half a surrogate pair, which JSON can write and UTF-8 cannot."""
    text = json.dumps({"tools": [{**tool, "name": "x"}]})
    (made,) = read_manifest(text, "capture.json").tools
    assert made.listed == {**tool, "name": "x"}
    assert json.loads(encode(made.listed)) == made.listed
    assert b"\n" not in encode(made.listed)


@needs_real_world
def test_recorded_real_servers_are_served_verbatim():
    recorded = sorted((REAL_WORLD / "tools").glob("*.json"))
    assert recorded
    for path in recorded:
        document = json.loads(path.read_text())
        manifest = read_manifest(path.read_text(), path.name)
        assert [tool.listed for tool in manifest.tools] == document["tools"]
        assert manifest.name == document["initialize"]["serverInfo"]["name"]


@pytest.mark.parametrize("name", PRESETS)
def test_presets_can_be_served(name):
    manifest = preset(name)
    assert len(manifest.tools) >= 4
    assert manifest.resources
    assert manifest.prompts
    assert manifest.lenient == (name == "lenient")
    line = encode({"jsonrpc": "2.0", "method": "x", "params": served(manifest)})
    assert json.loads(line)["params"] == json.loads(json.dumps(served(manifest)))
    assert read_message(line).method == "x"


def test_the_demo_hints_agree_with_its_annotations():
    effects = {"read": (True, False), "write": (False, False), "delete": (False, True)}
    for tool in preset("demo").tools:
        hints, annotations = tool.listed["_meta"], tool.listed["annotations"]
        claimed = (annotations["readOnlyHint"], annotations["destructiveHint"])
        assert claimed == effects[hints["mcp.dev/effect"]]
        assert hints["mcp.dev/idempotent"] == annotations["idempotentHint"]
        assert hints["mcp.dev/requiresConfirmation"] == annotations["destructiveHint"]


def texts(value):
    """Every text in a JSON value."""
    if isinstance(value, dict):
        return [text for key, inner in value.items() for text in [key, *texts(inner)]]
    if isinstance(value, list):
        return [text for inner in value for text in texts(inner)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize(
    "nasty",
    ["::add-mask::", "\x1b[2J", "\u202e", "|", "<img", "@everyone", "]]>", "\ud800", "id_ed25519"],
)
def test_the_hostile_preset_tries_every_trick(nasty):
    manifest = preset("hostile")
    assert any(nasty in text for text in texts([tool.listed for tool in manifest.tools]))
    answers = texts([tool.response for tool in manifest.tools])
    assert any(nasty in text for text in answers)


def test_the_hostile_preset_has_twins_and_giants():
    names = [tool.name for tool in preset("hostile").tools]
    assert len(set(names)) == len(names) - 1
    assert max(len(tool.listed["description"]) for tool in preset("hostile").tools) > 100_000
