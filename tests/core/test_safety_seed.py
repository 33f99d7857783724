"""The tables of the specification, row by row."""

import pytest

from mcptest_action.core.safety.classify import classify
from mcptest_action.core.safety.decide import (
    LIFTED_BY_ALLOW,
    Calls,
    Decided,
    Decision,
    ExecutionPolicy,
    HeldBack,
    Need,
    Presumed,
)
from mcptest_action.core.safety.declaration import ToolClass, ToolSettings
from mcptest_action.core.safety.opinion import Source
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.core.safety.vocabulary import (
    DESTRUCTIVE,
    MUTATING,
    READ,
    SIDE_EFFECT,
    hidden_words_of,
    words_of,
)

SEED = ExecutionPolicy(presumed=Presumed.EXECUTE)
EXAMPLE = {
    ToolClass.READ_ONLY: {"name": "x", "annotations": {"readOnlyHint": True}},
    ToolClass.READ_ONLY_PRESUMED: {"name": "x"},
    ToolClass.MUTATING: {"name": "x", "annotations": {"idempotentHint": False}},
    ToolClass.DESTRUCTIVE: {"name": "x", "annotations": {"destructiveHint": True}},
}


@pytest.mark.parametrize(
    ("tool", "source", "tool_class"),
    [
        ({"name": "x", "annotations": {"readOnlyHint": True}}, Source.ANNOTATIONS, ToolClass.READ_ONLY),
        ({"name": "x", "annotations": {"destructiveHint": True}}, Source.ANNOTATIONS, ToolClass.DESTRUCTIVE),
        ({"name": "x", "annotations": {"idempotentHint": False}}, Source.ANNOTATIONS, ToolClass.MUTATING),
        ({"name": "delete_x"}, Source.NAME, ToolClass.DESTRUCTIVE),
        ({"name": "create_x"}, Source.NAME, ToolClass.MUTATING),
        ({"name": "x"}, Source.NAME, ToolClass.READ_ONLY_PRESUMED),
    ],
    ids=["readOnlyHint", "destructiveHint", "idempotentHint", "destructive", "mutating", "else"],
)  # fmt: skip
def test_the_rows_of_the_table_of_classes(tool, source, tool_class):
    assert classify(tool)[1:3] == (tool_class, source)


def test_annotations_win_over_the_name():
    assert classify({"name": "delete_x", "annotations": {"readOnlyHint": True}}).tool_class == (
        ToolClass.READ_ONLY
    )
    assert classify({"name": "get_x", "annotations": {"destructiveHint": True}}).tool_class == (
        ToolClass.DESTRUCTIVE
    )


def test_among_annotations_read_only_comes_first_then_destructive_then_not_idempotent():
    everything = {"readOnlyHint": True, "destructiveHint": True, "idempotentHint": False}
    assert classify({"name": "x", "annotations": everything}).tool_class is ToolClass.READ_ONLY
    del everything["readOnlyHint"]
    assert classify({"name": "x", "annotations": everything}).tool_class is ToolClass.DESTRUCTIVE
    del everything["destructiveHint"]
    assert classify({"name": "x", "annotations": everything}).tool_class is ToolClass.MUTATING


@pytest.mark.parametrize("name", ["deleteFile", "delete-file", "delete_file"])
def test_the_three_spellings_contain_the_same_words(name):
    assert words_of(name) == ("delete", "file")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("HTTPDeleteFile", ("http", "delete", "file")),
        ("purge2", ("purge",)),
        ("create_or_delete", ("create", "or", "delete")),
        ("v2GetUser10x", ("v", "get", "user", "x")),
        ("--__..", ()),
        ("Äöü", ("aou",)),
        ("ﬁx_ＩＤ", ("fix", "id")),
    ],
)
def test_words_end_at_separators_capitals_digits_and_acronyms(name, words):
    assert words_of(name) == words


def test_another_reading_finds_what_the_first_one_tears_apart():
    assert hidden_words_of("DBdelete") == ("db", "delete", "dbdelete")
    assert hidden_words_of("check_out") == ("checkout",)
    assert hidden_words_of("x") == ()


def test_a_long_name_is_read_in_one_pass():
    """With a look at every capital from every capital, nobody would see the end of this."""
    assert hidden_words_of("A" * 200_000) == ()
    assert hidden_words_of("A" * 200_000 + "dd")[:2] == ("a" * 200_000, "dd")


def test_the_word_lists_are_those_of_the_specification():
    assert " ".join(sorted(MUTATING)) == (
        "add create insert patch post put send set update upload write"
    )
    assert (
        " ".join(sorted(DESTRUCTIVE)) == "delete destroy drop erase kill purge remove revoke wipe"
    )
    assert (
        set(
            "get list search read describe find show count lookup query view check status info "
            "summarize tree stat head diff log history whoami version validate explain inspect "
            "enumerate retrieve resolve calculate compare analyze echo help ping schema preview "
            "verify time".split()
        )
        <= READ
    )
    assert set(
        "apply approve cancel click clear clone close commit copy deploy download edit enable "
        "execute export fork import install manage merge move open publish push rename reset "
        "restart revert run save start stop submit sync toggle transfer trigger".split()
    ) <= SIDE_EFFECT  # fmt: skip


def test_no_word_is_in_two_lists():
    lists = (MUTATING, DESTRUCTIVE, READ, SIDE_EFFECT)
    assert len(MUTATING | DESTRUCTIVE | READ | SIDE_EFFECT) == sum(map(len, lists))


@pytest.mark.parametrize("word", sorted(DESTRUCTIVE))
def test_a_destructive_word_outranks_every_mutating_one(word):
    for milder in MUTATING:
        for name in (f"{milder}_or_{word}", f"{word}_or_{milder}"):
            found = classify({"name": name})
            assert found.tool_class is ToolClass.DESTRUCTIVE
            assert found.because == f"the name contains '{word}'"


@pytest.mark.parametrize(
    ("tool_class", "live", "test"),
    [
        (ToolClass.READ_ONLY, Decision.EXECUTE, Decision.EXECUTE),
        (ToolClass.READ_ONLY_PRESUMED, Decision.EXECUTE, Decision.EXECUTE),
        (ToolClass.MUTATING, Decision.EXECUTE_ONCE, Decision.EXECUTE_ONCE),
        (ToolClass.DESTRUCTIVE, Decision.REFUSE, Decision.GENERATE_ONLY),
    ],
)
def test_the_four_decisions_with_and_without_the_override(tool_class, live, test):
    tool = classify(EXAMPLE[tool_class])
    assert tool.tool_class is tool_class
    assert SEED.decide(tool, Need.LIVE_CALL).decision is live
    assert SEED.decide(tool, Need.GENERATED_TEST).decision is test
    allowed = SEED._replace(execute_destructive=True)
    for need in Need:
        expected = Decision.EXECUTE_ONCE if tool_class is ToolClass.DESTRUCTIVE else live
        assert allowed.decide(tool, need).decision is expected


def test_the_knobs_have_the_defaults_of_the_specification():
    assert ExecutionPolicy()._asdict() == {
        "execute_destructive": False,
        "presumed": Presumed.CAUTIOUS,
        "calls": Calls.POLICY,
        "max_calls": None,
        "concurrency": 2,
        "call_delay_s": 0.1,
    }


def test_the_records_manifest():
    search = {"name": "search_records", "annotations": {"readOnlyHint": True}}
    rows = make_plan([search, {"name": "delete_record"}], ExecutionPolicy(), {})
    assert [row.tool.tool_class for row in rows] == [ToolClass.READ_ONLY, ToolClass.DESTRUCTIVE]
    assert [row.live.decision for row in rows] == [Decision.EXECUTE, Decision.REFUSE]
    assert [row.test.decision for row in rows] == [Decision.EXECUTE, Decision.GENERATE_ONLY]
    assert rows[1].live.held_back is HeldBack.DESTRUCTIVE


def test_a_malformed_annotation_is_ignored_and_the_name_decides():
    tool = {"name": "get_x", "annotations": {"destructiveHint": "yes"}}
    found = classify(tool)
    assert (found.tool_class, found.source) == (ToolClass.READ_ONLY_PRESUMED, Source.NAME)
    assert [str(m.where) for m in found.malformed] == ["annotations.destructiveHint"]
    # As the seed has it, one malformed annotation takes the others with it, unless they are
    # stricter than the name.
    lenient = {"name": "delete_x", "annotations": {"readOnlyHint": True, "destructiveHint": "yes"}}
    assert classify(lenient).tool_class is ToolClass.DESTRUCTIVE


def test_the_example_of_the_hints():
    tool = {
        "name": "delete_user",
        "_meta": {
            "mcp.dev/effect": "delete",
            "mcp.dev/idempotent": False,
            "mcp.dev/requiresConfirmation": True,
            "mcp.dev/resultSensitivity": "internal",
        },
    }
    found = classify(tool)
    assert (found.tool_class, found.source) == (ToolClass.DESTRUCTIVE, Source.HINTS)
    assert (found.is_unconfirmed, found.withholds_results, found.conflicts) == (False, False, ())


@pytest.mark.parametrize("need", Need)
@pytest.mark.parametrize("tool_class", ToolClass)
def test_without_calls_nothing_is_executed(tool_class, need):
    policy = ExecutionPolicy(True, Presumed.EXECUTE, Calls.NONE)
    decided = policy.decide(classify(EXAMPLE[tool_class], ToolSettings(allow=True)), need)
    assert decided.decision in (Decision.REFUSE, Decision.GENERATE_ONLY)
    assert decided.held_back is HeldBack.CALLS_OFF


def test_confirmation_is_lifted_by_the_deployer_alone():
    tool = {**EXAMPLE[ToolClass.DESTRUCTIVE], "_meta": {"mcp.dev/requiresConfirmation": True}}
    generous = ExecutionPolicy(execute_destructive=True, presumed=Presumed.EXECUTE)
    held = generous.decide(classify(tool), Need.LIVE_CALL)
    assert (held.decision, held.held_back) == (Decision.REFUSE, HeldBack.REQUIRES_CONFIRMATION)
    lifted = generous.decide(classify(tool, ToolSettings(allow=True)), Need.LIVE_CALL)
    assert lifted == Decided(
        Decision.EXECUTE_ONCE,
        "destructiveHint is true; mcptest.yml says allow: true; at most one call in a run",
    )


def test_allow_does_not_lift_what_destroys():
    assert HeldBack.DESTRUCTIVE not in LIFTED_BY_ALLOW
    tool = classify(EXAMPLE[ToolClass.DESTRUCTIVE], ToolSettings(allow=True))
    assert ExecutionPolicy().decide(tool, Need.LIVE_CALL).held_back is HeldBack.DESTRUCTIVE


@pytest.mark.parametrize(
    ("tool", "presumed", "because"),
    [
        ({"name": "get_x", "annotations": {"readOnlyHint": False}}, "cautious", "readOnlyHint is false"),
        ({"name": "get_x", "_meta": {"mcp.dev/effect": "rm"}}, "cautious", "what it declares is malformed"),
        ({"name": "get_and_merge"}, "cautious", "it is not declared read-only, and the name contains 'merge'"),
        ({"name": "frobnicate"}, "cautious", "it is not declared read-only, and no word of the name says that it only reads"),
        ({"name": "get_файл"}, "cautious", "it is not declared read-only, and not all of the name is understood"),
        ({"name": "get_x"}, "refuse", "it is not declared read-only"),
    ],
)  # fmt: skip
def test_what_is_held_back_says_why_and_how_to_call_it(tool, presumed, because):
    decided = ExecutionPolicy(presumed=Presumed(presumed)).decide(classify(tool), Need.LIVE_CALL)
    assert (decided.held_back, decided.because) == (HeldBack.PRESUMED, because)
    assert decided.way_out.endswith("set allow: true for it in mcptest.yml, or --presumed execute")
    assert decided.way_out.startswith("declare") is (because != "readOnlyHint is false")
