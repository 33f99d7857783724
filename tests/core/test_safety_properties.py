"""What must hold for every tool that a server can think of."""

import string

from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.safety.classify import classify
from mcptest_action.core.safety.decide import (
    Calls,
    Decision,
    ExecutionPolicy,
    Need,
    Presumed,
)
from mcptest_action.core.safety.declaration import (
    Effect,
    Hints,
    Sensitivity,
    ToolClass,
    ToolSettings,
)
from mcptest_action.core.safety.plan import decided_by_name, make_plan
from mcptest_action.core.safety.vocabulary import DESTRUCTIVE, MUTATING, READ, SIDE_EFFECT, words_of

WORDS = [*sorted(DESTRUCTIVE | MUTATING | READ | SIDE_EFFECT), "user", "x", "Файл", "2"]
NAMES = st.one_of(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map("_".join),
    st.lists(st.sampled_from(WORDS).map(str.title), min_size=1, max_size=4).map("".join),
    st.text(max_size=12),
)
JUNK = st.sampled_from(["yes", "true", 0, 1, None, [], {}, "read", "Delete", 1.5])
FLAG = st.one_of(st.booleans(), JUNK)
ANNOTATIONS = st.one_of(
    st.dictionaries(
        st.sampled_from(["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]),
        FLAG,
        max_size=4,
    ),
    JUNK,
)
PREFIX = st.sampled_from(["mcp.dev/", "dev.mcp/", ""])
HINT_VALUES = {
    "effect": st.one_of(st.sampled_from([str(effect) for effect in Effect]), JUNK),
    "idempotent": FLAG,
    "requiresConfirmation": FLAG,
    "resultSensitivity": st.one_of(st.sampled_from([str(word) for word in Sensitivity]), JUNK),
}


@st.composite
def meta(draw):
    given = {}
    for name, values in HINT_VALUES.items():
        if draw(st.booleans()):
            given[draw(PREFIX) + name] = draw(values)
    return draw(st.one_of(st.just(given), JUNK))


@st.composite
def tools(draw, name=NAMES):
    tool = {"name": draw(name)}
    if draw(st.booleans()):
        tool["annotations"] = draw(ANNOTATIONS)
    if draw(st.booleans()):
        tool["_meta"] = draw(meta())
    return tool


HINTS = st.builds(
    Hints,
    st.none() | st.sampled_from(Effect),
    st.none() | st.booleans(),
    st.none() | st.booleans(),
    st.none() | st.sampled_from(Sensitivity),
)
SETTINGS = st.builds(
    ToolSettings,
    st.none() | st.sampled_from(ToolClass),
    HINTS,
    st.none() | st.booleans(),
    st.just(()),
)
CLASSES, DECISIONS = tuple(ToolClass), tuple(Decision)


def strictness(tool, settings=None):
    found = classify(tool, settings or ToolSettings())
    return CLASSES.index(found.tool_class)


def without(tool, key):
    return {name: value for name, value in tool.items() if name != key}


def speaks(tool):
    """Whether a declaration decided, and not the name."""
    return classify(tool).source != "name"


@given(tools())
def test_hints_never_loosen_the_class_that_annotations_give(tool):
    annotated = without(tool, "_meta")
    if speaks(annotated):
        assert strictness(tool) >= strictness(annotated)


@given(tools())
def test_annotations_never_loosen_the_class_that_hints_give(tool):
    hinted = without(tool, "annotations")
    if speaks(hinted):
        assert strictness(tool) >= strictness(hinted)


@given(tools(), SETTINGS, st.booleans())
def test_cautious_never_allows_more_than_the_seed_would(tool, settings, destructive):
    found = classify(tool, settings)
    for need in Need:
        cautious, execute, refuse = (
            DECISIONS.index(ExecutionPolicy(destructive, presumed).decide(found, need).decision)
            for presumed in (Presumed.CAUTIOUS, Presumed.EXECUTE, Presumed.REFUSE)
        )
        assert execute <= cautious <= refuse


@given(tools(), st.booleans())
def test_execute_is_the_seed_to_the_letter(tool, destructive):
    """Where nothing but annotations and the name speak; the seed knows no hints."""
    tool = without(tool, "_meta")
    found = classify(tool)
    if not found.name or found.malformed:
        return
    decided = ExecutionPolicy(destructive, Presumed.EXECUTE).decide(found, Need.LIVE_CALL).decision
    expected = {
        ToolClass.READ_ONLY: Decision.EXECUTE,
        ToolClass.READ_ONLY_PRESUMED: Decision.EXECUTE,
        ToolClass.MUTATING: Decision.EXECUTE_ONCE,
        ToolClass.DESTRUCTIVE: Decision.EXECUTE_ONCE if destructive else Decision.REFUSE,
    }
    assert decided is expected[found.tool_class]


@given(st.lists(tools(st.sampled_from(["get_x", "x", "delete_x", ""])), max_size=6), SETTINGS,
       st.sampled_from(Presumed), st.booleans())  # fmt: skip
def test_a_name_that_is_there_twice_gets_no_more_than_its_strictest_twin(
    listed, settings, presumed, destructive
):
    policy = ExecutionPolicy(destructive, presumed)
    configured = {"x": settings}
    together = make_plan(listed, policy, configured)
    alone = [make_plan([tool], policy, configured)[0] for tool in listed]
    for row in together:
        twins = [other for other in alone if other.tool.name == row.tool.name]
        for part in ("live", "test"):
            strictest = max(DECISIONS.index(getattr(twin, part).decision) for twin in twins)
            assert DECISIONS.index(getattr(row, part).decision) >= strictest
    for name, row in decided_by_name(together).items():
        twins = [other for other in together if other.tool.name == name]
        assert len({twin.live.decision for twin in twins}) == 1 or row.live.held_back
        if (
            row.live.held_back is None
        ):  # what is called is the same tool, however often it is listed
            assert {twin.tool for twin in twins} == {row.tool}


@given(tools(), SETTINGS, st.booleans(), st.sampled_from(Presumed))
def test_without_calls_nothing_is_ever_executed(tool, settings, destructive, presumed):
    policy = ExecutionPolicy(destructive, presumed, Calls.NONE)
    (row,) = make_plan([tool], policy, {str(tool["name"]): settings})
    assert row.live.decision is Decision.REFUSE
    assert row.test.decision is Decision.GENERATE_ONLY


@given(tools(), SETTINGS)
def test_what_destroys_or_asks_for_confirmation_is_not_executed(tool, settings):
    found = classify(tool, settings)
    decided = ExecutionPolicy(presumed=Presumed.EXECUTE).decide(found, Need.LIVE_CALL)
    if found.tool_class is ToolClass.DESTRUCTIVE:
        assert decided.decision is Decision.REFUSE
    if found.needs_confirmation and settings.allow is not True:
        assert decided.decision is Decision.REFUSE


@given(tools(), SETTINGS)
def test_every_decision_has_a_reason_and_what_is_held_back_a_way_out(tool, settings):
    for presumed in Presumed:
        for need in Need:
            decided = ExecutionPolicy(presumed=presumed).decide(classify(tool, settings), need)
            held = decided.decision in (Decision.REFUSE, Decision.GENERATE_ONLY)
            assert decided.because
            assert bool(decided.way_out) is held
            assert (decided.held_back is not None) is held


@given(st.text(max_size=30))
def test_words_are_lower_case_and_hold_no_separator(name):
    for word in words_of(name):
        assert word
        assert word == word.casefold()
        assert not set(word) & set(string.digits + string.punctuation + string.whitespace)


@given(st.lists(st.sampled_from(sorted(DESTRUCTIVE)), min_size=1, max_size=1),
       st.lists(st.text(string.ascii_lowercase, min_size=1, max_size=6), max_size=3),
       st.sampled_from(["_", "-", ".", "/", " ", "2", ":"]), st.randoms())  # fmt: skip
def test_a_destructive_word_is_found_wherever_it_stands(destructive, others, separator, random):
    words = destructive + others
    random.shuffle(words)
    camel = words[0] + "".join(word.title() for word in words[1:])
    for name in (separator.join(words), separator.join(words).upper(), camel):
        assert classify({"name": name}).tool_class is ToolClass.DESTRUCTIVE
