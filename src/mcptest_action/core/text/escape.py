"""Make text from outside harmless. One function per destination.

Names, reasons and values come from artifacts, and those from servers: any of them may try to
colour a terminal, start a workflow command, mention a team or close an element.
"""

import re

from .errors import Problem
from .wording import page

# Invisible or direction-changing characters, shown by their code instead: controls, bidi and
# zero-width marks, variation and tag characters, surrogates, and what XML cannot hold.
HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U0001fffe\U0001ffff\U000e0000-\U000e0fff]"
)
# GitHub's runner looks for `##[command]` anywhere in a line of output.
OLD_COMMAND = re.compile(r"#(?=#\[)")
_SPACE = re.compile(r"[ \t\r\n]+")
LONGEST_LINE = 400
_FOUR_DIGITS = 0xFFFF


def visible(text: str, longest: int = LONGEST_LINE) -> str:
    """One line in which every character can be seen, and no runner finds a `##[command]`."""
    return shown(_SPACE.sub(" ", text).strip(" "), longest)


def shown(line: str, longest: int = LONGEST_LINE) -> str:
    """The same for text that is already one line, and whose spaces mean something."""
    if len(line) > longest:
        line = line[: longest - 1] + "…"
    return OLD_COMMAND.sub(_code, HIDDEN.sub(_code, line))


def _code(match: re.Match[str]) -> str:
    number = ord(match[0])
    return f"\\u{number:04x}" if number <= _FOUR_DIGITS else f"\\U{number:08x}"


_BREAK = re.compile(r"[\r\n]+")
# GitHub's runner looks for `::command::` at the start of a line, behind any white space.
_COMMAND = re.compile(r"^(\s*):(?=:)")


def for_terminal(text: str) -> str:
    """Cannot move the cursor, change a colour, or pretend to be another line."""
    return visible(text)


def for_terminal_line(text: str) -> str:
    """The same, but keeping its spaces: those at the start are ours, others indent a quotation."""
    return inert(shown(_BREAK.sub(" ", text.replace("\t", "    ")).rstrip(" ")))


def inert(line: str) -> str:
    """Our finished line, whose first word is not taken for a workflow command."""
    return _COMMAND.sub(r"\1\\u003a", line)


# A bare address or www. becomes a link, @name a mention, #1 and GH-1 a reference: GitHub finds
# these in the finished HTML, where an entity is a plain character again. A zero-width space
# right behind the trigger is the only thing that survives until then.
_TRIGGER = re.compile(r"[@#]|:(?=//)|(?<=[wW]{3})(?=\.)|(?<=\b[gG][hH])(?=-\d)")
_OUR_PAGES = re.compile(rf"{re.escape(page(''))}[a-z/-]+\.md(?:#[a-z_-]+)?(?![\w#/])")
_MARKDOWN = str.maketrans(
    {c: f"\\{c}" for c in "\\`*_[]|~#$"} | {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
)


def for_markdown(text: str) -> str:
    """Plain words inside a table cell or paragraph: no row, tag, mention or reference, and no link
    except to our own pages, which anybody may name.
    """
    line = visible(text)
    parts = zip(_OUR_PAGES.split(line), [*_OUR_PAGES.findall(line), ""], strict=True)
    return "".join(_plain(words) + address for words, address in parts)


def _plain(words: str) -> str:
    broken = _TRIGGER.sub(lambda match: f"{match[0]}\u200b", words)
    return broken.translate(_MARKDOWN)


_COMMAND_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_COMMAND_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def for_command(text: str) -> str:
    """The message of one workflow command, and no second command."""
    return visible(text).translate(_COMMAND_DATA)


def for_command_property(text: str) -> str:
    """The value of one property of a workflow command."""
    return visible(text).translate(_COMMAND_PROPERTY)


def error_command(problem: Problem) -> str:
    """The problem as a workflow command that points at its line."""
    where = f"file={for_command_property(problem.file)},line={problem.line},col={problem.column}"
    return f"::error {where}::{for_command(problem.where)}: {for_command(problem.sentence)}"


def for_xml(text: str) -> str:
    """Only characters XML 1.0 can hold; the XML writer escapes the rest."""
    return visible(text)


def for_sarif(text: str) -> str:
    """A SARIF message, in which `[words](target)` would be a link."""
    return visible(text).replace("](", "] (")


def for_json(document: str) -> str:
    """Finished JSON that writes invisible characters as JSON's own escapes.

    It also escapes what a runner would take for a command. It replaces only half a character,
    which strict readers refuse even as an escape.
    """
    return OLD_COMMAND.sub(_json_code, HIDDEN.sub(_json_code, document))


def _json_code(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass")
    if len(units) == 2 and 0xD8 <= units[0] <= 0xDF:  # noqa: PLR2004 - the surrogates' range
        return "\ufffd"
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))
