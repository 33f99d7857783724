"""What directories ask of tools: each criterion is met by a sound tool, and missed by another."""

import re

import pytest
from readiness import HINTS, TOOL, annotated, of_tools, rows, surface, tool, unmet

from mcptest_action.core.checks.readiness import (
    DIRECTORIES,
    READINESS_FACTS,
    Material,
    Status,
    asked_by,
)
from mcptest_action.core.protocol.surface import NO_TOOLS

LONG = "x" * 65
METHODS = ["get", "HEAD", "Post"]


def schema(**properties):
    return {"type": "object", "properties": properties}


METHOD = {"$ref": "#/$defs/Method"}


def defined(**properties):
    """As Pydantic writes it: what has a name of its own stands apart."""
    loop = {"anyOf": [{"$ref": "#/$defs/Loop"}]}
    defs = {"Method": {"enum": METHODS}, "Again": METHOD, "Loop": loop}
    return {**schema(**properties), "$defs": defs}


@pytest.mark.parametrize(
    ("made", "criteria"),
    [
        (TOOL, []),
        (tool(title="Get a record", annotations=HINTS), ["ANT-01"]),
        (annotated(title=" \u200b", **HINTS), ["ANT-01"]),
        (annotated(title=7, **HINTS), ["ANT-01"]),
        (tool(annotations=None), ["ANT-01", "ANT-02", "OAI-01", "OAI-02", "OAI-03"]),
        (tool(annotations="none"), ["ANT-01", "ANT-02", "OAI-01", "OAI-02", "OAI-03"]),
        (annotated(title="A", readOnlyHint=True), ["OAI-02", "OAI-03"]),
        (annotated(title="A", readOnlyHint=False), ["ANT-02", "OAI-02", "OAI-03"]),
        (annotated(title="A", destructiveHint=True), ["OAI-01", "OAI-03"]),
        (annotated(title="A", destructiveHint=False), ["ANT-03", "OAI-01", "OAI-03"]),
        (annotated(title="A", **{**HINTS, "readOnlyHint": False}), ["ANT-03"]),
        (annotated(title="A", **{**HINTS, "destructiveHint": True}), ["ANT-04", "OAI-04"]),
        (annotated(title="A", **{**HINTS, "openWorldHint": "no"}), ["OAI-03"]),
        (annotated(title="A", **{**HINTS, "openWorldHint": None}), ["OAI-03"]),
        (tool(name="x" * 64), []),
        (tool(name=LONG), ["ANT-05"]),
        (tool(name=None), []),
        (tool(description=None), ["ANT-07", "OAI-06"]),
        (tool(description=" "), ["ANT-07", "OAI-06"]),
        (tool(outputSchema=None), ["OAI-07"]),
        (tool(outputSchema=True), ["OAI-07"]),
        (tool(_meta={"openai/toolInvocation/invoking": LONG}), ["OAI-08"]),
        (tool(_meta={"openai/toolInvocation/invoked": "x" * 64}), []),
        (tool(_meta={"openai/toolInvocation/invoked": 9}), []),
        (tool(_meta=[]), []),
        (tool(inputSchema=schema(method={"enum": METHODS})), ["ANT-06"]),
        (tool(inputSchema=schema(verb={"anyOf": [{"const": "GET"}, {"const": "PUT"}]})), ["ANT-06"]),
        (tool(inputSchema=schema(verb={"oneOf": [{"enum": METHODS}, True]})), ["ANT-06"]),
        (tool(inputSchema=schema(verb={"allOf": [{"anyOf": [{"enum": METHODS}]}]})), ["ANT-06"]),
        (tool(inputSchema=schema(verbs={"type": "array", "items": {"enum": METHODS}})), ["ANT-06"]),
        (tool(inputSchema=defined(method=METHOD)), ["ANT-06"]),
        (tool(inputSchema=defined(method={"anyOf": [{"type": "null"}, METHOD]})), ["ANT-06"]),
        (tool(inputSchema=defined(methods={"items": METHOD})), ["ANT-06"]),
        (tool(inputSchema=defined(method={"$ref": "#/$defs/Again"})), ["ANT-06"]),
        (tool(inputSchema=defined(a={"$ref": "#/$defs/Loop"})), []),
        (tool(inputSchema=schema(a={"$ref": "#/properties/b/anyOf/1"},
                                 b={"anyOf": [{"type": "null"}, {"enum": METHODS}]})), ["ANT-06"]),
        (tool(inputSchema=schema(a={"$ref": "#/properties/b%20c/anyOf/7"},
                                 **{"b c": {"anyOf": [{"enum": ["GET"]}]}})), []),
        (tool(inputSchema=defined(a={"$ref": "#/$defs/None"}, b={"$ref": "https://x.example"})), []),
        (tool(inputSchema=schema(method={"enum": ["GET", "HEAD", None]})), []),
        (tool(inputSchema=schema(a={"enum": ["GET"]}, b={"enum": ["POST"]})), []),
        (tool(inputSchema=schema(method=True)), []),
        (tool(inputSchema={"properties": []}), []),
        (tool(inputSchema=None), []),
    ],
    ids=lambda made: None if isinstance(made, dict) else "-".join(made) or "sound",
)  # fmt: skip
def test_a_tool_misses_what_it_lacks_and_nothing_else(made, criteria):
    found = of_tools(made)
    assert unmet(found) == dict.fromkeys(criteria, 1)
    checked = [row for row in found.values() if row.criterion.check]
    assert {row.status for row in checked} <= {Status.MET, Status.UNMET}


def test_every_criterion_on_tools_has_been_seen_to_fail():
    found = of_tools(
        tool(annotations=None, description=None, outputSchema=None),
        annotated(readOnlyHint=False, destructiveHint=False),
        annotated(readOnlyHint=True, destructiveHint=True),
        tool(name=LONG, inputSchema=schema(method={"enum": METHODS})),
        tool(_meta={"openai/toolInvocation/invoked": LONG}),
        TOOL,
    )
    assert set(unmet(found)) == {id_ for id_, row in found.items() if row.criterion.check}


def test_of_tools_with_one_name_all_but_the_first_are_found():
    found = of_tools(TOOL, tool(name="other"), tool(description="Another."), TOOL)
    assert unmet(found) == {"OAI-05": 2}
    assert [f.pointer for f in found["OAI-05"].findings] == ["/tools/2", "/tools/3"]


def test_a_reason_names_tools_and_what_they_lack():
    outside = tool(name="b", title="B", annotations=HINTS)
    found = of_tools(annotated(**HINTS), outside, *[tool(name=f"t{n}") for n in range(3)])
    assert found["ANT-01"].because == (
        "2 of 5 tools: get_record, b (it has no title; its title stands outside its annotations)"
    )
    assert found["ANT-05"].because == "looked at 5 tools"
    assert of_tools(tool(name=None, annotations=None))["OAI-01"].because == (
        "1 of 1 tool: one without a name (it has no readOnlyHint)"
    )


def test_many_reasons_are_counted():
    made = [schema(**{name: {"enum": METHODS}}) for name in "abcde"]
    found = of_tools(*[tool(name=f"t{n}", inputSchema=each) for n, each in enumerate(made)])
    assert found["ANT-06"].because == (
        "5 of 5 tools: t0, t1, t2, t3, t4 (its parameter a takes GET and POST; "
        "its parameter b takes GET and POST; its parameter c takes GET and POST; and 2 more)"
    )


@pytest.mark.parametrize(
    ("tools", "problems", "because"),
    [
        ((), (), "the server lists no tools"),
        ((), (NO_TOOLS,), "the server lists no tools"),
        ((TOOL,), ("tools/list: nextCursor repeats",), "the tools are not all listed: tools/list: nextCursor repeats"),
        ((TOOL,), ("the server hung up",), "the tools are not all listed: the server hung up"),
    ],
    ids=["none", "no capability", "a page is missing", "the end came early"],
)  # fmt: skip
def test_what_nobody_could_look_at_is_not_checked(tools, problems, because):
    found = of_tools(*tools, problems=problems)
    assert {row.status for row in found.values()} == {Status.NOT_CHECKED}
    assert {row.because for row in found.values() if row.criterion.check} == {because}


def test_a_parameter_that_nobody_can_read_to_its_end_is_not_checked():
    wide = {"anyOf": [{"const": n} for n in range(2_000)]}
    found = of_tools(tool(inputSchema=schema(a=wide, b=wide)), TOOL)["ANT-06"]
    because = "get_record: its parameter a has more than 2000 parts"
    assert (found.status, found.because) == (Status.NOT_CHECKED, because)
    mixed = tool(name="mixed", inputSchema=schema(a=wide, method={"enum": METHODS}))
    assert of_tools(mixed)["ANT-06"].unseen == ()
    found = of_tools(tool(inputSchema=schema(a=wide)), mixed)["ANT-06"]
    assert (found.status, found.unseen, len(found.findings)) == (Status.UNMET, (because,), 1)
    whole = {"anyOf": wide["anyOf"][:-1]}
    assert of_tools(tool(inputSchema=schema(a=whole)))["ANT-06"].status is Status.MET


def test_a_list_of_prompts_that_broke_off_says_nothing_about_tools():
    found = of_tools(TOOL, problems=("prompts/list: nextCursor repeats",))
    assert found["ANT-01"].status is Status.MET


def test_a_fingerprint_stays_wherever_the_tool_stands():
    bare, other = tool(name="bare", annotations=None), tool(name="other", annotations=None)
    one, two = of_tools(bare, TOOL, other), of_tools(TOOL, other, bare)
    for criterion in ("ANT-01", "OAI-02"):
        marks = [
            {f.subject.name: f.fingerprint for f in found[criterion].findings}
            for found in (one, two)
        ]
        assert marks[0] == marks[1]
        assert len(set(marks[0].values())) == 2


def test_two_tools_with_one_name_have_two_fingerprints():
    bare = tool(name="bare", annotations=None)
    assert len({f.fingerprint for f in of_tools(bare, bare)["ANT-01"].findings}) == 2


def test_hostile_names_are_harmless_and_short():
    name = "\x1b[31m::error::" + "x" * 5000
    (finding,) = of_tools(tool(name=name))["ANT-05"].findings
    assert finding.subject.name.startswith("\\u001b[31m::error::xxx")
    assert len(finding.subject.name) < 200
    report = rows(Material(surface(TOOL, server={"name": "\x07", "version": 2})))
    assert report["ANT-01"].status is Status.MET


def test_every_criterion_says_where_it_comes_from_and_has_an_id_of_its_own():
    criteria = [each for directory in DIRECTORIES for each in directory.criteria]
    assert len({each.id for each in criteria}) == len(criteria)
    for each in criteria:
        assert re.fullmatch(r"[A-Z]{3}-\d\d", each.id)
        assert each.source.startswith("https://")
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", each.read)
        assert each.asks.endswith(".")
        assert (each.check is None) == bool(each.left), f"{each.id} is checked, or says why not"
    for directory in DIRECTORIES:
        ids = [each.id for each in directory.criteria]
        assert ids == sorted(ids), f"{directory.name}: in the order of the ids"
        named = {id_ for total in directory.totals for id_ in (*total.of, *total.needs)}
        assert named <= {each.id for each in directory.criteria if each.check}


def test_facts_have_names_of_their_own_and_say_whose_they_are():
    names = [fact.name for fact in READINESS_FACTS]
    assert len(set(names)) == len(names)
    prefixes = {directory.name: f"readiness.{directory.prefix}_" for directory in DIRECTORIES}
    assert all(fact.name.startswith(prefixes[fact.directory]) for fact in READINESS_FACTS)
    assert asked_by(("run.total",)) == ()
    asked = ("readiness.registry_unmet", "readiness.anthropic_untitled", "readiness.no_such")
    assert asked_by(asked) == ("anthropic-connectors", "mcp-registry")
