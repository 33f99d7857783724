"""How checks come out, and the words that artifacts have for that."""

import pytest

from mcptest_action.core.checks import ruling
from mcptest_action.core.checks.ruling import Skip, Status
from mcptest_action.core.conformance.model import WORDS


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
