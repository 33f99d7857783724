"""Paths into an answer, as suites spell them."""

from mcptest_action.core.suite.target import LONGEST_TARGET

_SPECIAL = frozenset(".[]\"'")


def inside(path: str, step: str | int) -> str:
    """The path one step further; empty where no suite could spell it."""
    if isinstance(step, int):
        longer = f"{path}[{step}]"
    elif step and not _SPECIAL & set(step):
        longer = f"{path}.{step}"
    elif '"' not in step:
        longer = f'{path}["{step}"]'
    elif "'" not in step:
        longer = f"{path}['{step}']"
    else:
        return ""
    return longer if len(longer) <= LONGEST_TARGET else ""
