"""The policy's usual name, and its content for commands that need one."""

from mcptest_action.core.text import unusable
from mcptest_action.shell.files import POLICY_LIMIT, exists, read_bytes

POLICY = "policy.yml"


def policy_bytes(path: str) -> bytes:
    """Who has none yet learns how to get one."""
    if path == POLICY and not exists(path):
        what = "cannot be read: no such file or directory"
        raise unusable(path, what, "write one: mcptest policy init")
    return read_bytes(path, POLICY_LIMIT)
