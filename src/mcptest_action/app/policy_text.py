"""`policy init` and `policy lint`: the policy as a text that people write."""

from datetime import datetime
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.policy_file import policy_bytes
from mcptest_action.app.policy_layers import read_gathered
from mcptest_action.core.policy.lint import Remark, lint
from mcptest_action.core.policy.overlay import overlay_text
from mcptest_action.core.policy.packs import PACKS, Pack, pack_of
from mcptest_action.core.policy.starter import policy_file
from mcptest_action.core.render.remarks import remarks_document, remarks_pretty
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.text import (
    InputError,
    Problem,
    did_you_mean,
    flag,
    for_terminal,
    unusable,
)
from mcptest_action.shell.files import create_text, decode, write_text

SCHEMA = "policy.schema.json"


class LintRequest(NamedTuple):
    files: tuple[str, ...]
    strict: bool
    """Whether warnings count as well."""
    now: str | None
    form: str
    output: str | None


def init(
    file: str, pack: str | None, context: Context, *, force: bool, with_schema: bool
) -> ExitCode:
    schema = SCHEMA if with_schema else None
    text = policy_file(schema) if pack is None else overlay_text(_pack(pack), schema)
    (write_text if force else create_text)(file, text)
    if with_schema:
        # Imported late: it takes time that the other commands need not spend.
        from mcptest_action.shell.schemas import read_schema, schema_beside  # noqa: PLC0415

        # Ours, and nothing that anybody edits: an older one is replaced.
        beside = schema_beside(file, "policy")
        write_text(beside, read_schema("policy"))
        context.wrote(beside)
    name = for_terminal(file)
    context.console.note(f"wrote {name}; check it with: mcptest policy lint {name}")
    return ExitCode.OK


def _pack(named: str) -> Pack:
    """The pack; its version may be named as well."""
    name, _, version = named.partition("@")
    found = pack_of(name, version or None)
    if found is None and (newest := pack_of(name)):
        what = f"the pack '{name}' has no version '{version}'"
        raise unusable(flag("pack"), what, f"the newest is {newest.version}")
    if found is None:
        meant = did_you_mean(named, [pack.name for pack in PACKS])
        known = "; ".join(f"{pack.name}@{pack.version}: {pack.title}" for pack in PACKS)
        hint = f"{meant} known: {known}" if meant else f"known: {known}"
        raise unusable(flag("pack"), f"there is no pack '{named}'", hint)
    return found


def check(request: LintRequest, context: Context) -> ExitCode:
    """One file is one document; several are a list of them, in the order in which they came."""
    now = context.at(request.now)
    found = {file: _remarks(file, now) for file in request.files}
    if request.form == "json":
        documents = [remarks_document(file, remarks) for file, remarks in found.items()]
        text = dump(documents[0] if len(documents) == 1 else {"files": documents})
    else:
        text = "".join(remarks_pretty(file, remarks) for file, remarks in found.items())
    context.deliver(text, request.output)
    bad = any(one.error or request.strict for remarks in found.values() for one in remarks)
    return ExitCode.BAD_INPUT if bad else ExitCode.OK


def _remarks(file: str, now: datetime) -> tuple[Remark, ...]:
    """All problems in one list: what cannot be read, and what can be read but should not stay."""
    text = decode(policy_bytes(file), file)
    try:
        policy, problems, _ = read_gathered(text, file)
    except InputError as error:
        return tuple(_remark(problem, file) for problem in error.problems)
    found = [_remark(problem, file) for problem in problems.found]
    return tuple(sorted([*found, *lint(policy, now=now)], key=lambda remark: remark.order))


def _remark(problem: Problem, file: str) -> Remark:
    layer = "" if problem.file == file else problem.file
    return Remark(problem.line, problem.column, True, problem.what, problem.hint, layer)
