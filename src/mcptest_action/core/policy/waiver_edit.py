"""Add or renew a waiver in the text of a policy, leaving every other character as it is.

The edit is made by position and then checked by reading the result: the new file must say
exactly what the old one said plus this waiver. If it would not, nothing is changed and the
user gets the lines to paste.
"""

from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.core.document import Field, Fields, Items, Node, Scalar, text_edit
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.document.yaml_value import flow, quote, word
from mcptest_action.core.text import InputError, did_you_mean, unusable
from .load import load_policy
from .model import Policy, Rule, Waiver


class Grant(NamedTuple):
    """The waiver to write: its rule, and its fields as they stand in the file."""

    rule: str
    fields: dict[str, str]
    findings: tuple[str, ...] = ()
    """What it covers, as people write it; empty for what it covered before, or for all."""

    def inline(self) -> dict[str, str]:
        """All values on one line each."""
        listed = {"findings": flow(list(self.findings))} if self.findings else {}
        return {**self.fields, **listed}

    def lines(self, pad: str, newline: str) -> dict[str, str]:
        """What stands behind each colon in a block: a finding has a line of its own."""
        values = {name: f" {value}" for name, value in self.fields.items()}
        if self.findings:
            entries = (f"{newline}{pad}  - {word(entry)}" for entry in self.findings)
            values["findings"] = "".join(entries)
        return values


class Edited(NamedTuple):
    text: str
    renewed: bool
    line: int


_NO_PARENTS: Mapping[str, bytes] = {}


def edit_waiver(
    text: str, file: str, grant: Grant, parents: Mapping[str, bytes] = _NO_PARENTS
) -> Edited:
    """The new text. Raises `InputError` when the policy, the rule or the result is not sound.

    `parents` are the files that the policy extends, as `load_policy` takes them.
    """
    root = read_yaml(text, file)
    before = load_policy(text, file, parents)
    rules = [rule.id for rule in before.rules]
    if grant.rule not in rules:
        hint = did_you_mean(grant.rule, rules) or f"known: {', '.join(rules[:10])}"
        raise unusable(file, f"there is no rule '{grant.rule}'", hint)
    node = _waiver_node(root, grant.rule)
    edits = _renewal(text, node, file, grant) if node else _addition(text, root, grant)
    made = text_edit.apply_edits(text, edits)
    after = _read_back(made, file, grant, parents)
    written = [waiver for waiver in after.waivers if waiver.rule == grant.rule]
    if not _same_rest(before, after, grant) or len(written) != 1 or not _says(written[0], grant):
        raise _too_unusual(file, grant)
    return Edited(made, node is not None, written[0].line)


def snippet(grant: Grant, indent: int = 0, gap: int = 1, newline: str = "\n") -> str:
    """The waiver as one entry of a block list."""
    lead = " " * indent + "-" + " " * gap
    rest = " " * len(lead)
    lines = [f"{rest}{name}:{value}" for name, value in grant.lines(rest, newline).items()]
    return "".join(line + newline for line in (f"{lead}rule: {quote(grant.rule)}", *lines))


def _written(field: Field | None) -> str:
    """The text of a field with a single value."""
    return field.value.text if field and isinstance(field.value, Scalar) else ""


def _waiver_node(root: Node, rule: str) -> Fields | None:
    field = text_edit.field_of(root, "waivers")
    items = field.value.items if field and isinstance(field.value, Items) else ()
    maps = (item for item in items if isinstance(item, Fields))
    return next((item for item in maps if _written(text_edit.field_of(item, "rule")) == rule), None)


def _addition(text: str, root: Node, grant: Grant) -> list[text_edit.Edit]:
    newline = text_edit.newline_of(text)
    field = text_edit.field_of(root, "waivers")
    if field is None:
        base = " " * (root.start.column - 1)
        lead = "" if not text or text.endswith("\n") else newline
        body = snippet(grant, root.start.column + 1, newline=newline)
        added = f"{lead}{newline}{base}waivers:{newline}{body}"
        return [text_edit.Edit(len(text), len(text), added)]
    value = field.value
    if isinstance(value, Items) and value.items and value.flow:
        pairs = [("rule", quote(grant.rule)), *grant.inline().items()]
        inner = ", ".join(f"{name}: {value}" for name, value in pairs)
        end = value.items[-1].end.offset
        return [text_edit.Edit(end, end, f", {{{inner}}}")]
    if isinstance(value, Items) and value.items:
        dash = value.start.column - 1
        last = value.items[-1]
        gap = max(1, last.start.column - 1 - dash - 1)
        at = text_edit.after_comments(text, text_edit.line_below(text, last), dash)
        return [text_edit.insert_lines(text, at, snippet(grant, dash, gap, newline))]
    # Nothing there yet: `waivers:`, `waivers: null` or `waivers: []`. The value goes, its
    # comment stays, and the list starts on the next line.
    colon = text.index(":", field.name.end.offset) + 1
    body = snippet(grant, field.name.start.column + 1, newline=newline)
    end = value.end.offset if isinstance(value, Items) or _written(field) else colon
    below = text_edit.line_after(text, end)
    return [text_edit.Edit(colon, end, ""), text_edit.insert_lines(text, below, body)]


def _renewal(text: str, node: Fields, file: str, grant: Grant) -> list[text_edit.Edit]:
    edits: list[text_edit.Edit] = []
    fresh: list[str] = []
    pad, newline = " " * (node.start.column - 1), text_edit.newline_of(text)
    inline = grant.inline()
    behind = {k: f" {v}" for k, v in inline.items()} if node.flow else grant.lines(pad, newline)
    for name, written in inline.items():
        field = text_edit.field_of(node, name)
        if field is None:
            fresh.append(f"{name}:{behind[name]}")
            continue
        if not _written(field):
            colon = text.index(":", field.name.end.offset) + 1
            end = text_edit.end_of(field.value)
            if "#" in text[colon:end]:  # a comment between the entries of a list would be lost
                raise _too_unusual(file, grant)
            edits.append(text_edit.Edit(colon, end, behind[name]))
        elif quote(_written(field)) != written:
            start, end = field.value.start.offset, field.value.end.offset
            edits.append(text_edit.Edit(start, len(text[:end].rstrip()), written))
    if fresh and node.flow:
        end = node.fields[-1].value.end.offset
        edits.append(text_edit.Edit(end, end, "".join(f", {line}" for line in fresh)))
    elif fresh:
        lines = "".join(f"{pad}{line}{newline}" for line in fresh)
        edits.append(text_edit.insert_lines(text, text_edit.line_below(text, node), lines))
    return edits


def _read_back(made: str, file: str, grant: Grant, parents: Mapping[str, bytes]) -> Policy:
    try:
        read_yaml(made, file)
    except InputError:
        raise _too_unusual(file, grant) from None
    try:
        return load_policy(made, file, parents)
    except InputError as error:
        problem = error.problems[0]
        raise unusable(file, f"cannot add this waiver: {problem.what}", problem.hint) from None


def _same_rest(before: Policy, after: Policy, grant: Grant) -> bool:
    """Whether all but this waiver says what it said before."""
    others = [_content(w) for w in before.waivers if w.rule != grant.rule]
    return (
        [_meaning(rule) for rule in after.rules] == [_meaning(rule) for rule in before.rules]
        and [_content(w) for w in after.waivers if w.rule != grant.rule] == others
        and after.waiver_policy == before.waiver_policy
    )


def _too_unusual(file: str, grant: Grant) -> InputError:
    paste = snippet(grant).replace("\n", "\\n")
    what = "this file's layout is too unusual to edit safely"
    return unusable(file, what, f"add it by hand: {paste}")


def _meaning(rule: Rule) -> Rule:
    """The rule, independent of its place in the file."""
    return rule._replace(line=0, column=0, fact_line=0, fact_column=0)


def _content(waiver: Waiver) -> Waiver:
    return waiver._replace(line=0, column=0)


def _says(waiver: Waiver, grant: Grant) -> bool:
    """Whether the waiver reads back as it was granted."""
    fields = waiver._asdict()
    return grant.findings in ((), waiver.findings) and all(
        quote(fields[name]) == written
        for name, written in grant.fields.items()
        if name in ("owner", "reason", "expiry", "issue")
    )
