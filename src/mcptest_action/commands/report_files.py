"""The files that a gate leaves: all in one folder, and copies where users want them."""

import argparse
import os

from mcptest_action.commands.arguments import artifact_paths
from mcptest_action.commands.publishing_arguments import POLICY
from mcptest_action.commands.target_arguments import CONFIG
from mcptest_action.commands.whereabouts import Whereabouts
from mcptest_action.core.errors import unusable
from mcptest_action.core.pipeline.formats import COPIED, WRITTEN
from mcptest_action.core.pipeline.judging import FILES, MADE, Outcome
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.shell.console import Console
from mcptest_action.shell.files import leads_out, remove_file, same_file, write_text

TRANSCRIPT = "transcript.jsonl"
# The reports that a flag puts elsewhere as well; an output of the step has the same name.
COPIES = {row.output: row.file for row in COPIED}
_KEPT = {**FILES, "transcript": TRANSCRIPT}


def check_files(args: argparse.Namespace, here: Whereabouts) -> None:
    """No file may replace what the verdict rests on, or another. Said before anything starts."""
    if not args.out:
        raise unusable("--out", "the folder's name is empty", "name a folder")
    taken = {os.path.realpath(os.path.join(args.out, file)): file for file in _KEPT.values()}
    for name, path in _named(args):
        if not _is_text(path):
            raise unusable(f"--{name}", "the name is not UTF-8", "choose another one")
        probe = os.path.join(path, TRANSCRIPT) if name == "out" else path
        if leads_out(probe, here.folder, here.home):
            what = f"{path} leads out of the workspace by a symbolic link"
            raise unusable(f"--{name}", what, "name the folder that is meant")
        if name == "out":
            continue
        if any(same_file(path, given) for given in _inputs(args)):
            raise unusable(f"--{name}", f"would overwrite the input {path}", "choose another file")
        place = os.path.realpath(path)
        device = os.path.exists(place) and not os.path.isfile(place)
        if not device and taken.setdefault(place, COPIES[name]) != COPIES[name]:
            what = f"would overwrite another report at {path}"
            raise unusable(f"--{name}", what, "choose another file")


def clear_files(args: argparse.Namespace, here: Whereabouts) -> None:
    """Remove what an earlier gate left: a run that ends early must not show its verdict."""
    _remove(all_paths(args), args, here)


def clear_reports(args: argparse.Namespace, here: Whereabouts) -> None:
    """The same where little is known yet: what may be evidence, given to us or not, is left."""
    kept = (*(row.file for row in MADE), TRANSCRIPT)
    evidence = {os.path.join(args.out, file) for file in kept}
    _remove([path for path in all_paths(args) if path not in evidence], args, here)


def _remove(paths: list[str], args: argparse.Namespace, here: Whereabouts) -> None:
    if not args.out:
        return
    inputs = _inputs(args)
    named = {os.path.abspath(path) for path in inputs}
    for path in paths:
        if not _is_text(path) or leads_out(path, here.folder, here.home):
            continue  # which `check_files` refuses
        # A link of ours that leads to an input can go, the input itself cannot.
        link = here.contains(path) and os.path.islink(path)
        if os.path.abspath(path) not in named and (
            link or not any(same_file(path, given) for given in inputs)
        ):
            remove_file(path, also_link=link)


def _inputs(args: argparse.Namespace) -> list[str]:
    given = (args.policy or POLICY, args.config or CONFIG, args.ca_file, *args.suite)
    return [path for path in (*given, *artifact_paths(args).values()) if path]


def _named(args: argparse.Namespace) -> list[tuple[str, str]]:
    copies = [(name, path) for name in COPIES if (path := getattr(args, name))]
    return [("out", args.out), *copies]


def _is_text(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def write_files(outcome: Outcome, folder: str, console: Console, *, beside: int = 0) -> None:
    """Everything, into one folder; `beside` is how many files of ours are there already."""
    for name, text in outcome.files.items():
        write_text(os.path.join(folder, name), text, through_links=False)
    count = len(outcome.files) + beside
    console.note(f"wrote {count} files to {for_terminal(folder)}")
    for row in WRITTEN:
        if because := row.unless(outcome.report):
            console.note(f"note: no {row.file}: {because}; {row.hint}")


def write_copies(
    outcome: Outcome, args: argparse.Namespace, console: Console, here: Whereabouts
) -> None:
    for name, file in COPIES.items():
        path = getattr(args, name)
        if path and file in outcome.files:
            write_text(path, outcome.files[file], through_links=not here.contains(path))
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
