"""Tell GitHub what came of a gate. Nothing that goes wrong here changes the verdict or exit code."""

import argparse
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from mcptest_action.commands.context import Context
from mcptest_action.core.errors import InputError, unusable
from mcptest_action.core.publish.api import Refused
from mcptest_action.core.publish.lookup import Absent, AtCommit, find_pull_request
from mcptest_action.core.publish.mode import Mode
from mcptest_action.core.publish.outputs import output_lines, outputs_of
from mcptest_action.core.publish.place import NoPullRequest, Place, PullRequest, Search, place_of
from mcptest_action.core.publish.subject import Comparison, NoVerdict, Subject
from mcptest_action.core.publish.summary import LIMIT, render_summary
from mcptest_action.core.render.escape import for_command, for_terminal_line
from mcptest_action.core.render.report import Report
from mcptest_action.exit_code import ExitCode, NotReadyError
from mcptest_action.shell.github.runner import (
    OUTPUT,
    SUMMARY,
    append,
    event_payload,
    size_of,
    unguessable,
)
from mcptest_action.shell.redaction import Redactor

if TYPE_CHECKING:
    from mcptest_action.commands.base_policy import Unknown
    from mcptest_action.shell.github.client import Client

__all__ = ("Publisher",)
