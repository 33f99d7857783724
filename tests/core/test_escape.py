"""No text from outside can act on the place it is shown in."""

import json
import re
import xml.etree.ElementTree as ET

import junit_xml
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mcptest_action.core.text import escape
from mcptest_action.core.text.errors import Problem
from mcptest_action.core.text.escape import LONGEST_LINE
from mcptest_action.core.text.wording import page

HOSTILE = (
    "\x00\x07\x1b[31mred\x1b[0m\x9b2J",
    "\u202eevil\u202c \u2066x\u2069 \u200b\u200d\ufeff \U000e0041",
    "\ud800 lone \udfff",
    "| a | b |\n|---|---|",
    "`code` ``two``",
    "<img src=x onerror=alert(1)></details><!-- -->",
    "@everyone @org/team #1 GH-12 org/repo#3",
    "::add-mask::x\n::error::y\r::stop-commands::z",
    "%0A::error::y %25 %0D",
    "]]> &amp; &#64; <![CDATA[",
    "[a](http://evil.example) ![i](//x) <http://x> www.evil.example http://evil.example",
    "\\ \\| \\` *b* _i_ ~~s~~ $math$ # h",
    "\ufffe\uffff\U0001fffe",
    "a\x85b\u2028c\u2029d\x0be\x0cf",
)
# Any character, lone surrogates included: that is what a JSON artifact can hold.
ANY_TEXT = st.text(st.characters(exclude_categories=()))
TEXT = st.one_of(ANY_TEXT, st.lists(st.sampled_from(HOSTILE)).map(" ".join))
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff]")


def unseen(text: str) -> list[str]:
    return _UNSEEN.findall(text)


def hostile_examples(test):
    for text in HOSTILE:
        test = example(text)(test)
    return test


@hostile_examples
@given(TEXT)
def test_a_terminal_sees_one_line_of_visible_characters(text):
    shown = escape.for_terminal(text)
    assert unseen(shown) == []
    shown.encode()


def test_long_text_is_cut_visibly():
    assert escape.visible("x" * 1000) == "x" * (LONGEST_LINE - 1) + "…"


def text_of(tokens) -> str:
    """What a reader of the rendered page sees in the cell."""
    return "".join(child.content for token in tokens for child in token.children or ())


@hostile_examples
@given(TEXT)
def test_markdown_stays_one_cell_of_plain_text(text):
    cell = escape.for_markdown(text)
    tokens = (
        MarkdownIt("commonmark")
        .enable(["table", "strikethrough"])
        .parse(f"| head | second |\n|---|---|\n| {cell} | end |\n")
    )
    inline = [token for token in tokens if token.type == "inline"]
    assert [token.content for token in inline[:2]] == ["head", "second"]
    assert len(inline) == 4, "the cell broke out of its row"
    assert {child.type for child in inline[2].children} <= {"text", "text_special"}
    assert text_of(inline[2:3]).replace("\u200b", "") == escape.visible(text)


@hostile_examples
@given(TEXT)
def test_markdown_holds_no_trigger_that_github_would_follow(text):
    cell = escape.for_markdown(text)
    plain = text_of(MarkdownIt("commonmark").parseInline(cell))
    assert not re.search(r"[@#][\w]|://|(?i:www\.)|(?i:\bgh-\d)", plain)


def unescape_command(text: str) -> str:
    for code, char in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, char)
    return text


@hostile_examples
@given(TEXT)
def test_a_workflow_command_stays_one_command(text):
    data, prop = escape.for_command(text), escape.for_command_property(text)
    assert unseen(data) == unseen(prop) == []
    assert not set(prop) & set(":,")
    assert unescape_command(data) == unescape_command(prop) == escape.visible(text)


@hostile_examples
@given(TEXT)
def test_xml_reads_back_what_was_shown(text):
    shown = escape.for_xml(text)
    case = junit_xml.TestCase(shown or "empty", file=shown)
    case.add_failure_info(message=shown, output=shown)
    root = ET.fromstring(junit_xml.to_xml_report_string([junit_xml.TestSuite("s", [case])]))  # noqa: S314
    failure = root.find("testsuite/testcase/failure")
    if shown:
        assert failure.get("message") == failure.text == shown


@hostile_examples
@given(TEXT)
def test_json_reads_back_the_same_text_and_holds_nothing_unseen(text):
    document = escape.for_json(json.dumps({"x": text}, ensure_ascii=False))
    document.encode()
    assert unseen(document) == []
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if not any(0xD800 <= ord(char) <= 0xDFFF for char in text):
        assert json.loads(document) == {"x": whole} == {"x": text}


@hostile_examples
@given(TEXT)
def test_a_sarif_message_holds_no_link(text):
    shown = escape.for_sarif(text)
    assert unseen(shown) == []
    assert "](" not in shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31m", "\\u001b[31m"),
        ("\U000e0041", "\\U000e0041"),
        ("a\r\n\tb", "a b"),
        ("plain", "plain"),
    ],
)
def test_what_is_hidden_is_shown_by_its_code(text, shown):
    assert escape.visible(text) == shown


def test_a_line_of_ours_keeps_its_indent_and_starts_no_command():
    assert escape.for_terminal_line("  ::error::x\x1b[1m") == "  \\u003a:error::x\\u001b[1m"


def test_a_quoted_traceback_keeps_its_indentation_and_nothing_else():
    assert escape.for_terminal_line('  |   File "x.py", line 1  ') == '  |   File "x.py", line 1'
    assert escape.for_terminal_line("  | \tat\r\nb\x1b") == "  |     at b\\u001b"
    assert len(escape.for_terminal_line(" " * 5000 + "x")) == LONGEST_LINE


def test_a_problem_becomes_one_command_at_its_line():
    problem = Problem("a,b:c.yml", "50%\n::error::x", "do", 3, 4)
    where = "file=a%2Cb%3Ac.yml,line=3,col=4"
    assert escape.error_command(problem) == (
        f"::error {where}::a,b:c.yml:3:4: 50%25 ::error::x (do)"
    )


def test_only_our_own_pages_are_addresses_in_markdown():
    ours = page("probes.md", "wrong_type")
    assert escape.for_markdown(f"see {ours}, or #1") == f"see {ours}, or \\#\u200b1"
    assert escape.for_markdown(f"({page('ci/networking.md')})") == f"({page('ci/networking.md')})"
    for other in (
        f"{ours}/../x",
        "https://github.com/org/other",
        f"{ours}#x",
        "https://evil.example",
    ):
        assert other not in escape.for_markdown(other)
