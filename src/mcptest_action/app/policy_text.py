"""`policy init`, `policy lint`, `waiver add`: the policy as a text that people write."""

from datetime import datetime
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.policy_file import policy_bytes
from mcptest_action.core.document import Problems
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.policy.lint import Remark, lint
from mcptest_action.core.policy.load import gather
from mcptest_action.core.policy.overlay import overlay_text
from mcptest_action.core.policy.packs import PACKS, Pack, pack_of
from mcptest_action.core.policy.starter import STARTER
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

_BYTE_ORDER_MARK = "\ufeff"


class LintRequest(NamedTuple):
    file: str
    strict: bool
    """Whether warnings count as well."""
    now: str | None
    form: str
    output: str | None


def init(file: str, pack: str | None, context: Context, *, force: bool) -> ExitCode:
    text = STARTER if pack is None else overlay_text(_pack(pack))
    (write_text if force else create_text)(file, text)
    name = for_terminal(file)
    context.console.note(f"wrote {name}; check it with: mcptest policy lint {name}")
    return ExitCode.OK


def _pack(named: str) -> Pack:
    """The pack; its version may be named as well."""
    name, _, version = named.partition("@")
    found = pack_of(name, version or None)
    if found is None:
        meant = did_you_mean(named, [pack.name for pack in PACKS])
        known = "; ".join(f"{pack.name}@{pack.version}: {pack.title}" for pack in PACKS)
        hint = f"{meant} known: {known}" if meant else f"known: {known}"
        raise unusable(flag("pack"), f"there is no pack '{named}'", hint)
    return found


def check(request: LintRequest, context: Context) -> ExitCode:
    remarks = _remarks(request.file, context.at(request.now))
    if request.form == "json":
        text = dump(remarks_document(request.file, remarks))
    else:
        text = remarks_pretty(request.file, remarks)
    context.deliver(text, request.output)
    bad = any(remark.error or request.strict for remark in remarks)
    return ExitCode.BAD_INPUT if bad else ExitCode.OK


def _remarks(file: str, now: datetime) -> tuple[Remark, ...]:
    """All problems in one list: what cannot be read, and what can be read but should not stay."""
    text = decode(policy_bytes(file), file)
    problems = Problems(file)
    try:
        policy = gather(read_yaml(text, file), problems)
    except InputError as error:
        return tuple(_remark(problem) for problem in error.problems)
    found = [_remark(problem) for problem in problems.found]
    return tuple(sorted([*found, *lint(policy, now=now)]))


def _remark(problem: Problem) -> Remark:
    return Remark(problem.line, problem.column, True, problem.what, problem.hint)
