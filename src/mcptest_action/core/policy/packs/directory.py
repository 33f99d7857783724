"""A pack of what a directory asks: its rules stand fast, what it leaves open is the directory's."""

from mcptest_action.core.checks.readiness import BY_NAME
from .model import Pack


def directory_pack(name: str, version: str, text: str) -> Pack:
    directory = BY_NAME[name]
    left = (each for each in directory.criteria if each.check is None)
    return Pack(
        name,
        version,
        f"what {directory.title} asks for",
        text,
        tuple(f"{each.id}: {each.asks} ({each.left})" for each in left),
    )
