"""What would otherwise go without saying, and is not what everybody means."""

import argparse
import os
from collections.abc import Iterator

from mcptest_action.commands.publishing_arguments import POLICY
from mcptest_action.shell.our_image import MOUNT, goes_with_us


def circumstances(args: argparse.Namespace, root: str = "", *, live: bool = False) -> Iterator[str]:
    """Notes on a gate that is about to begin, once its policy was chosen."""
    if args.policy is None:
        yield f"there is no {POLICY} here, so the built-in policy is used (mcptest policy init)"
    if args.security is not None and args.security_scan is None and live:
        yield f"the security scan of this gate is off: {args.security} is used instead"
    if not args.plan and goes_with_us(os.curdir, root):
        lost = f"what is written to {args.out} is lost when the container ends"
        yield f"no folder is mounted here: {lost}; use {MOUNT}"
