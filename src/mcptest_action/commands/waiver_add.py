"""Add a waiver to a policy, or renew the one its rule has. Comments and layout stay as they are."""

import argparse

from mcptest_action.commands.arguments import Parser, add_now
from mcptest_action.commands.context import Context
from mcptest_action.core.duration import after, parse_duration
from mcptest_action.core.errors import unusable
from mcptest_action.core.policy.waiver_edit import edit_waiver
from mcptest_action.core.policy.waiver_grant import WaiverRequest, grant
from mcptest_action.core.render.escape import for_terminal_line
from mcptest_action.core.timestamp import EXAMPLE, parse_timestamp
from mcptest_action.exit_code import ExitCode
from mcptest_action.shell.files import POLICY_LIMIT, decode, read_bytes, write_text

EXAMPLES = (
    'mcptest waiver add --rule no-high --owner sec-team --reason "fix is in review" --for 1month',
    'mcptest waiver add --rule no-high --owner sec-team --reason "…" --until 2026-12-31T00:00:00Z',
)
_MARK = "\ufeff"


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--policy", metavar="FILE", default="policy.yml", help="default: policy.yml"
    )
    parser.add_argument("--rule", required=True, help="the id of the rule to suppress")
    parser.add_argument("--owner", required=True, help="whom reviewers ask")
    parser.add_argument("--reason", required=True, help="why the failure is tolerated")
    end = parser.add_mutually_exclusive_group(required=True)
    end.add_argument("--for", dest="length", metavar="LENGTH", help="30d, 2weeks, 3months, 1year")
    end.add_argument("--until", metavar="TIME", help="an RFC 3339 timestamp")
    parser.add_argument("--issue", help="a tracking reference")
    parser.add_argument("--up-to", metavar="N", help="cover the rule only while not worse than N")
    parser.add_argument(
        "--dry-run", action="store_true", help="print the new policy, write nothing"
    )
    add_now(parser)


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    now = context.at(args.now)
    if args.until is None:
        expires_at = after(now, parse_duration(args.length, "--for"), "--for")
    else:
        moment = parse_timestamp(args.until)
        if moment is None:
            what = f"'{args.until}' is not an RFC 3339 timestamp"
            raise unusable("--until", what, f"as in {EXAMPLE}")
        if moment <= now:
            raise unusable("--until", f"'{args.until}' is over already", "choose a later time")
        expires_at = moment
    content = read_bytes(args.policy, POLICY_LIMIT)
    text = decode(content, args.policy)
    request = WaiverRequest(
        args.rule, args.owner, args.reason, expires_at, now, args.issue, args.up_to
    )
    edited = edit_waiver(text, args.policy, grant(request))
    if args.dry_run:
        context.console.report(edited.text)
        return ExitCode.OK
    mark = _MARK if content.startswith(_MARK.encode()) else ""
    write_text(args.policy, mark + edited.text)
    verb = "renewed" if edited.renewed else "added"
    said = f"{args.policy}:{edited.line}: {verb} the waiver for '{args.rule}'"
    context.console.note(for_terminal_line(said))
    return ExitCode.OK
