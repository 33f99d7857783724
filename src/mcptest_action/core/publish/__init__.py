"""What a CI system is told beyond the exit code: summary, comment, outputs. All of it as values."""

from .api import GRAPHQL, Answer, Call, Refused, Script
from .base import Base, Said, Unread, base_of, has_merge_commit
from .baseline_changes import baseline_changes
from .changes import Changed, Comparison, NotCompared
from .comment import About, Draft, draft_comment
from .comments import Thread, key_of, marker
from .config_changes import baselines_named, config_changes, policies_named, suites_named
from .delta import delta_lines
from .digest import Digest
from .lookup import AtCommit, file_at, find_pull_request, parents_of, tree_at
from .outputs import output_lines, outputs_of
from .policy_changes import policy_changes
from .refusal import NO_TOKEN, base_unreadable, base_without_token, comment_refused
from .retry import pause_s
from .run_context import (
    BranchSearch,
    NoPullRequest,
    PullRequest,
    Run,
    RunContext,
    read_sha,
    run_context,
)
from .sticky import CommentResult, publish_comment
from .subject import NoVerdict, Subject, Unknown, caption, server_of
from .suite_changes import WrittenSuite, suite_changes, suite_removed, written_suite
from .summary import LIMIT, render_summary
from .tree import Entry, files_at

__all__ = [
    "GRAPHQL", "LIMIT", "NO_TOKEN", "About", "Answer", "AtCommit", "Base", "BranchSearch", "Call",
    "Changed", "CommentResult", "Comparison", "Digest", "Draft", "Entry", "NoPullRequest",
    "NoVerdict", "NotCompared", "PullRequest", "Refused", "Run", "RunContext", "Said", "Script",
    "Subject", "Thread", "Unknown", "Unread", "WrittenSuite", "base_of", "base_unreadable",
    "base_without_token", "baseline_changes", "baselines_named", "caption", "comment_refused",
    "config_changes", "delta_lines", "draft_comment", "file_at", "files_at", "find_pull_request",
    "has_merge_commit", "key_of", "marker", "output_lines", "outputs_of", "parents_of", "pause_s",
    "policies_named", "policy_changes", "publish_comment", "read_sha", "render_summary",
    "run_context", "server_of", "suite_changes", "suite_removed", "suites_named", "tree_at",
    "written_suite",
]  # fmt: skip
