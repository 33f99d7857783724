"""The policy that a gate goes by: the one named, policy.yml, the base branch's, or ours."""

import argparse

from mcptest_action.commands.publisher import Publisher
from mcptest_action.commands.publishing_arguments import BASE, POLICY
from mcptest_action.core.publish.lookup import NoSuchFile
from mcptest_action.shell.files import exists


def choose_policy(args: argparse.Namespace, publisher: Publisher) -> bytes | None:
    """Set `args.policy`, None for the default one; its content where that is not the file's own.

    With `--policy-ref base` the base branch is asked first: a pull request that removes the
    file must not come under the default policy instead.
    """
    named = args.policy is not None
    content: bytes | NoSuchFile | None = None
    if args.policy_ref == BASE:
        content = publisher.policy_of_base(args.policy or POLICY, must_exist=named)
    if isinstance(content, bytes):
        args.policy = args.policy or POLICY
        return content
    if not named and content is None and exists(POLICY):
        args.policy = POLICY
    return None
