"""How checks come out, the words that artifacts have for that, and how checks are driven."""

import pytest
from conftest import ROOT

from mcptest_action.core.checks.conformance.model import WORDS
from mcptest_action.core.checks.results import ruling
from mcptest_action.core.checks.results.ruling import Skip, Status
from mcptest_action.core.protocol.exchange.pump import Returned, advance, pump, relayed


@pytest.mark.parametrize(
    ("ruled", "status", "word"),
    [
        (ruling.passed("x"), "passed", "passed"),
        (ruling.failed("x"), "failed", "failed"),
        (ruling.not_applicable("x"), "skipped", "not_applicable"),
        (ruling.not_verified("x"), "inconclusive", "not_verified"),
        (ruling.inconclusive("x"), "inconclusive", "not_verified"),
    ],
)
def test_each_artifact_has_its_own_word_for_a_status(ruled, status, word):
    assert (str(ruled.status), WORDS[ruled.status]) == (status, word)


def test_the_words_of_conformance_are_total_and_all_different():
    assert set(WORDS) == set(Status)
    assert len(set(WORDS.values())) == len(WORDS)


def test_what_is_skipped_has_a_typed_reason():
    assert ruling.not_applicable("x").skip == Skip.NOT_APPLICABLE
    assert ruling.skipped("x", "destructive").skip == "destructive"


def counting():
    """Asks twice, and returns what it was told."""
    first = yield "one"
    second = yield "two"
    return [first, second]


def test_the_pump_answers_each_question_and_returns_the_result():
    assert pump(counting(), str.upper) == ["ONE", "TWO"]


def test_a_generator_that_asks_nothing_is_done_at_once():
    assert advance(iter_nothing()) == Returned("nothing")


def iter_nothing():
    yield from ()
    return "nothing"


def test_a_driver_of_its_own_takes_one_turn_at_a_time():
    generator = counting()
    assert advance(generator) == "one"
    assert advance(generator, 1) == "two"
    assert advance(generator, 2) == Returned([1, 2])


def test_what_is_relayed_is_changed_on_the_way_out_and_overheard_on_the_way_back():
    heard = []
    relay = relayed(counting(), str.title, lambda asked, answer: heard.append((asked, answer)))
    assert pump(relay, len) == [3, 3]
    assert heard == [("One", 3), ("Two", 3)]
    assert pump(relayed(counting()), str.upper) == ["ONE", "TWO"]


def test_only_the_pump_knows_how_a_generator_ends():
    """Who drives one uses `advance`, `pump` or `relayed`, so that all keep to one protocol."""
    core = ROOT / "src" / "mcptest_action" / "core"
    knowing = [path.name for path in core.rglob("*.py") if "StopIteration" in path.read_text()]
    assert knowing == ["pump.py"]
