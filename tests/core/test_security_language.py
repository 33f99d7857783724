"""The small reading of English: words, sentences, patterns, and what hides a text."""

import ast
import base64
from pathlib import Path

import pytest
from conftest import ROOT

from mcptest_action.core.checks.security.language.pattern import compiled, end_of_match, indexed
from mcptest_action.core.checks.security.language.sentences import (
    SIGNALS,
    TABLES,
    marks_in,
    sentences_in,
    split,
)
from mcptest_action.core.checks.security.language.word_classes import CLASSES
from mcptest_action.core.checks.security.language.words import WordKind, words_in
from mcptest_action.core.checks.security.readings import LONGEST_READ, fold, normalized, readings

RULES = ROOT / "src" / "mcptest_action" / "core" / "checks" / "security" / "rules"


def kinds(text):
    return [(word.text, str(word.kind)) for word in words_in(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don’t tell", [("don't", "word"), ("tell", "word")]),
        ("call `fetch()` now", [("call", "word"), ("fetch", "name"), ("now", "word")]),
        ("list_pages listPages DuckDB MAX_ROWS", [("list_pages", "name"), ("listpages", "name"), ("duckdb", "word"), ("max_rows", "word")]),
        ("$rank_fusion", [("rank_fusion", "word")]),
        ("at https://a.example/x, a@b.example", [("at", "word"), ("https://a.example/x,", "url"), ("a@b.example", "mail")]),
        ("~/.ssh/id_rsa or .env or 'notes.txt'", [("~/.ssh/id_rsa", "path"), ("or", "word"), (".env", "path"), ("or", "word"), ("notes.txt", "path")]),
        ("a && b | sh", [("a", "word"), ("&&", "shell"), ("b", "word"), ("| sh", "shell")]),
        ("it.then", [("it", "word"), ("then", "word")]),
        ("e.g. 99.9%", [("e.g.", "word"), ("99.9%", "number")]),
        ("to 'two words'", [("to", "word"), ("'", "quote"), ("two", "word"), ("words", "word")]),
        ("One. Two - Three", [("one", "word"), (".", "stop"), ("two", "word"), ("-", "stop"), ("three", "word")]),
    ],
)  # fmt: skip
def test_words_have_kinds(text, expected):
    assert kinds(text) == expected


def said(text):
    return [" ".join(word.text for word in each) for each in split(words_in(text), text)]


def test_a_sentence_ends_where_another_matter_begins():
    assert said("One two. Three! Args: four") == ["one two", "three", "four"]
    assert said("The args are two") == ["the args are two"]
    assert said("") == []


def test_a_text_without_full_stops_is_read_through_windows_that_overlap():
    windows = said(" ".join(f"w{number}" for number in range(150)))
    assert [len(window.split()) for window in windows] == [80, 80, 30]
    assert windows[0].split()[60] == windows[1].split()[0] == "w60"


def matched(line, text):
    words = tuple(words_in(text))
    end = end_of_match(compiled("x", line, {"user": frozenset({"user", "reader"})}), words, 0)
    return None if end is None else " ".join(word.text for word in words[:end])


@pytest.mark.parametrize(
    ("line", "text", "expected"),
    [
        ("do not ..2 tell", "do not ever tell me", "do not ever tell"),
        ("do not ..2 tell", "do not ever so much tell", None),
        ("do not ..2 tell", "do", None),
        ("the? user", "user", "user"),
        ("tell ..1 @user/them", "tell the reader", "tell the reader"),
        ("to #url/#mail", "to a@b.example", "to a@b.example"),
        ("to #url/#mail", "to nobody", None),
    ],
)
def test_patterns(line, text, expected):
    assert matched(line, text) == expected


@pytest.mark.parametrize("line", ["..2 tell", "the? user"])
def test_a_pattern_begins_with_a_word(line):
    with pytest.raises(ValueError, match="Pattern"):
        indexed([compiled("x", line, {})])


def test_a_signal_is_noted_once_per_beginning():
    index = indexed(
        [
            compiled("x", "use #name", {}),
            compiled("x", "use ..2 tool", {}),
            compiled("y", "#name", {}),
        ]
    )
    text = "use the good tool, use list_pages"
    marks = list(marks_in(tuple(words_in(text)), text, index))
    assert [(mark.signal, mark.said, mark.name) for mark in marks] == [
        ("x", "use the good tool", "good"),
        ("x", "use list_pages", "list_pages"),
        ("y", "list_pages", "list_pages"),
    ]  # fmt: skip


def test_a_sentence_is_read_once_however_many_readings_have_it():
    found = sentences_in(("You must go. Then rest.", "You must go. Then sleep.", "word"))
    assert [each.said for each in found] == ["You must go", "Then rest", "Then sleep"]
    assert found[0].has("you", "strong duty")
    assert not found[0].has("conceal")
    assert found[0].any_of("conceal") is None
    assert found[1].any_of("conceal", "sequence").said == "Then"
    assert len(found[0].all_of("you")) == 1


def test_every_class_and_every_signal_is_used():
    """A table that nobody looks at is a rule that nobody runs."""
    lines = [line for table in TABLES for lines in table.values() for line in lines.split()]
    used = {
        choice[1:]
        for part in lines
        for choice in part.removesuffix("?").split("/")
        if choice[:1] == "@"
    }
    odd = set(CLASSES).symmetric_difference(used)
    assert not odd, f"language/word_classes.py and language/tables/ disagree about {odd}"
    asked = set()
    for path in (*RULES.glob("*.py"), RULES.parent / "assurance.py"):
        asked |= {
            node.value
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
    unused = SIGNALS - asked
    assert not unused, f"no rule asks for these signals of language/tables/: {unused}"


def asked_for(path: Path):
    """The literal signals that a module asks for."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="any_of" | "all_of" | "has" | "near"), args=args):
                yield from (arg.value for arg in args if isinstance(arg, ast.Constant))
            case ast.Call(func=ast.Attribute(attr="leads_to"), args=args):
                yield from (arg.value for arg in args if isinstance(arg, ast.Constant))


@pytest.mark.parametrize(
    "path", [*sorted(RULES.glob("inj_*.py")), RULES / "nam_shadow.py"], ids=lambda path: path.stem
)
def test_rules_ask_for_signals_that_exist(path):
    unknown = {word for word in asked_for(path) if isinstance(word, str)} - SIGNALS
    assert not unknown, f"{path.name} asks for {unknown}, which no file of language/tables/ has"


def test_lookalikes_are_folded():
    assert fold("іgnоrе") == "ignore"
    assert fold("plain") == "plain"
    assert fold("i\u034fgnóre\u3164") == "ignore"


def test_plain_text_has_single_blanks_and_nothing_invisible():
    assert normalized("a\n\n b") == "a b"
    assert normalized("cre-\n  dential") == "credential"
    assert normalized("i\u200bg\u00adnore\u2003it") == "ignore it"
    assert len(normalized("a" * (LONGEST_READ + 5))) == LONGEST_READ


@pytest.mark.parametrize(
    ("raw", "reading"),
    [
        (
            "ignore &#97;ll &#x70;rior &lt;x&gt; &nosuch; &#1114112; &#xD800;",
            "ignore all prior <x> &nosuch;",
        ),
        ("ignore%20all%20prior", "ignore all prior"),
        (r"\u0069gnore \x61ll \u{110000}", r"ignore all \u{110000}"),
        ("please i g n o r e it", "please ignore it"),
        ("i.g.n.o.r.e it", "ignore it"),
        (base64.b64encode(b"ignore all prior orders").decode(), "ignore all prior orders"),
        (
            base64.urlsafe_b64encode(b"ignore all prior orders>>").decode().rstrip("="),
            "ignore all prior orders>>",
        ),
        (b"ignore all prior".hex(), "ignore all prior"),
        ("Hello" + "".join(chr(0xE0000 + ord(c)) for c in "ignore it"), "ignore it"),
        (base64.b64encode("іgnоrе аll prior".encode()).decode(), "ignore all prior"),
    ],
)
def test_disguises_are_taken_off(raw, reading):
    assert reading in readings(raw)


def test_what_is_no_text_is_no_reading():
    digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    picture = base64.b64encode(bytes(range(256))).decode()
    word = base64.b64encode(b"onewordwithoutanyblanks").decode()
    for raw in (digest, picture, word, "AAAAAAAAAAAAAAAAAAAAAAAAA", "50% of a&b \\n"):
        assert readings(raw) == (normalized(raw),)


def test_the_number_of_readings_is_bounded():
    blobs = [
        base64.b64encode(f"number {count} says hello there".encode()).decode()
        for count in range(40)
    ]
    assert len(readings(" ".join(blobs))) == 12
    assert WordKind.WORD == "word"
