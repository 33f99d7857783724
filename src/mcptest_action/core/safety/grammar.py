"""Whether a name says that the tool only reads: by the grammar of names, not by one word in it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import dropwhile, islice, pairwise, takewhile

from .vocabulary import (
    CHANGE,
    CLONED,
    CONJUNCTION,
    IDENTIFIER,
    LANGUAGE,
    LAST_VERB,
    PARTICLE,
    PREPOSITION,
    READ,
    READ_NOUN,
    READ_VERB,
    SHORT_VERB,
    TWO_MEANINGS,
    VERB_IN_SPITE_OF_ITS_FORM,
    hidden_words_of,
    is_plain,
    words_of,
)

_SEVERAL = 2
_SHORT = 3
_SHOWN = 40
_FORM = re.compile(r"[^s]s$|..(?:ed|ing|ity|ness|ory)$")


def nouns_in(names: Iterable[str]) -> frozenset[str]:
    """Words that this server uses as nouns: what a known verb acts on, and common prefixes."""
    named = [words for name in set(names) if (words := words_of(name))]
    verbs = READ | CHANGE
    objects = {word for words in named for word in _after_verb(words)}
    # What several verbs follow is the name of the server, or of a product.
    fronts = Counter(
        one
        for one, other in {words[:2] for words in named if len(words) > 1}
        if other in verbs - READ_NOUN
    )
    common = {word for word, number in fronts.items() if number >= _SEVERAL}
    return frozenset(map(_singular, (objects | common) - verbs))


def _after_verb(words: tuple[str, ...]) -> Iterator[str]:
    rest = dropwhile(lambda word: word not in READ | CHANGE, words)
    return takewhile(lambda word: word not in CONJUNCTION, islice(rest, 1, None))


def doubt_in_name(name: str, nouns: frozenset[str] = frozenset()) -> str | None:
    """What in the name is against calling the tool, as a clause; None if it only reads."""
    words = words_of(name)
    effect = next((w for w in (*words, *hidden_words_of(name)) if w in CHANGE), None)
    if effect is not None:
        return f"the name contains '{effect}'"
    if LAST_VERB.intersection(words[-1:]):
        return f"the name ends with '{words[-1]}'"
    for conjunction, word in pairwise(words):
        if conjunction in CONJUNCTION and word not in READ:
            return f"in the name, '{word[:_SHOWN]}' after '{conjunction}' may be a verb"
    told = _predicate(words, nouns)
    if not told or told[0] not in READ:
        return "no word of the name says that it only reads"
    if not is_plain(name):
        return "not all of the name is understood"
    return _second_meaning(words, told)


def _predicate(words: tuple[str, ...], nouns: frozenset[str]) -> tuple[str, ...]:
    """The words from the verb on. Two verbs in a row need a conjunction, so before a word that is
    only a verb all is prefix; before any other, what this server uses as nouns.
    """
    verb = next((at for at, word in enumerate(words) if word in READ_VERB), None)
    if verb is not None:
        return words[verb:]
    front = takewhile(
        lambda word: word not in READ and (_singular(word) in nouns or _is_no_verb(word)), words
    )
    return words[len(list(front)) :]


def _is_no_verb(word: str) -> bool:
    """By its form: an abbreviation, a plural, a participle, or a noun by its ending."""
    if len(word) <= _SHORT:
        return word not in SHORT_VERB
    return _FORM.search(word) is not None and word not in VERB_IN_SPITE_OF_ITS_FORM


def _second_meaning(words: tuple[str, ...], told: tuple[str, ...]) -> str | None:
    verb, *rest = told
    # `log_list` lists a log, but `log_info` is an order.
    allowed = (READ - READ_NOUN if verb == "log" else READ) | PREPOSITION
    if verb in READ_NOUN and rest and rest[0] not in allowed:
        return f"'{rest[0][:_SHOWN]}' after '{verb}' in the name may be a verb"
    if rest and rest[0] in PARTICLE:
        return f"'{verb} {rest[0]}' in the name may mean something else"
    if verb in TWO_MEANINGS and (words[-1] not in IDENTIFIER or "by" in words):
        return f"'{verb}' in the name may mean a change"
    if verb == "query" and (not rest or not LANGUAGE.isdisjoint(words)):
        return "a query may write"
    if verb == "fetch" and not CLONED.isdisjoint(words):
        return "a fetch changes the clone of a repository"
    return None


def _singular(word: str) -> str:
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")
