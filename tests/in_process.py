"""Run `mcptest` without a process of its own, where the process is not what is tested."""

import os
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from subprocess import CompletedProcess
from unittest.mock import patch

from mcptest_action.cli import main


def mcptest(
    *words: object, cwd: Path, env: Mapping[str, str] | None = None
) -> CompletedProcess[bytes]:
    """What it says and how it ends, in that folder, with these variables beside our own."""
    out, err = TextIOWrapper(BytesIO()), TextIOWrapper(BytesIO())
    argv = list(map(str, words))
    with (
        chdir(cwd),
        patch.dict(os.environ, env or {}),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = int(main(argv))
        out.flush()
        err.flush()
    return CompletedProcess(argv, code, out.buffer.getvalue(), err.buffer.getvalue())


def mcptest_text(
    *words: object, cwd: Path, env: Mapping[str, str] | None = None
) -> CompletedProcess[str]:
    done = mcptest(*words, cwd=cwd, env=env)
    return CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
