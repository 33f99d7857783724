"""The files that a gate leaves: all in one folder, and copies where users want them."""

import argparse
import os

from mcptest_action.commands.arguments import artifact_paths
from mcptest_action.commands.formats import Format
from mcptest_action.commands.outcome import FILE_OF, RUN_FILE, Outcome
from mcptest_action.core.errors import unusable
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.core.render.sarif import WITHOUT_POLICY
from mcptest_action.shell.console import Console
from mcptest_action.shell.files import remove_file, same_file, write_text

TRANSCRIPT = "transcript.jsonl"
# The reports that a flag puts elsewhere as well; an output of the step has the same name.
COPIES = {
    "json": FILE_OF[Format.JSON],
    "summary": FILE_OF[Format.MARKDOWN],
    "junit": FILE_OF[Format.JUNIT],
    "sarif": FILE_OF[Format.SARIF],
}
_KEPT = {
    **COPIES,
    "annotations": FILE_OF[Format.ANNOTATIONS],
    "run-report": RUN_FILE,
    "transcript": TRANSCRIPT,
}


def check_copies(args: argparse.Namespace) -> None:
    """A copy must not replace what the verdict rests on. Said before anything is started."""
    if not args.out:
        raise unusable("--out", "the folder's name is empty", "name a folder")
    inputs = [path for path in (args.policy, *artifact_paths(args).values()) if path]
    for name in COPIES:
        path = getattr(args, name)
        if path and any(same_file(path, given) for given in inputs):
            raise unusable(f"--{name}", f"would overwrite the input {path}", "choose another file")


def clear_files(args: argparse.Namespace) -> None:
    """Remove what an earlier gate left: a run that ends early must not show its verdict."""
    inputs = [path for path in (args.policy, *artifact_paths(args).values()) if path]
    for path in all_paths(args):
        if not any(same_file(path, given) for given in inputs):
            remove_file(path)


def write_files(outcome: Outcome, folder: str, console: Console, *, beside: int = 0) -> None:
    """Everything, into one folder; `beside` is how many files of ours are there already."""
    for name, text in outcome.files.items():
        write_text(os.path.join(folder, name), text)
    count = len(outcome.files) + beside
    console.note(f"wrote {count} files to {for_terminal(folder)}")
    if FILE_OF[Format.SARIF] not in outcome.files:
        console.note(f"note: no {FILE_OF[Format.SARIF]}: {WITHOUT_POLICY}; give --policy FILE")


def write_copies(outcome: Outcome, args: argparse.Namespace, console: Console) -> None:
    for name, file in COPIES.items():
        path = getattr(args, name)
        if path and file in outcome.files:
            write_text(path, outcome.files[file])
            console.note(f"wrote {for_terminal(path)}")


def report_paths(outcome: Outcome, args: argparse.Namespace, home: str) -> dict[str, str]:
    """Where each report is that was written now: what later steps of a workflow are told."""
    written = {*outcome.files, *([TRANSCRIPT] if getattr(args, "transcript", None) else [])}
    paths = {"out": args.out}
    for name, file in _KEPT.items():
        if file in written:
            paths[name] = getattr(args, name, None) or os.path.join(args.out, file)
    return {name: _seen_from(home, path) for name, path in paths.items()}


def all_paths(args: argparse.Namespace) -> list[str]:
    """Every file that a gate may leave."""
    copies = [path for name in COPIES if (path := getattr(args, name))]
    return [*(os.path.join(args.out, file) for file in _KEPT.values()), *copies]


def _seen_from(home: str, path: str) -> str:
    relative = os.path.relpath(path, home)
    outside = relative == os.pardir or relative.startswith(os.pardir + os.sep)
    return os.path.abspath(path) if outside else relative
