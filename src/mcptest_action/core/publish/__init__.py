"""What a CI system is told beyond the exit code: summary, comment, outputs. All of it as values."""

from .api import GRAPHQL, Answer, Call, Refused, Script
from .comment import About, Draft, draft_comment
from .comments import Thread, key_of, marker
from .delta import delta_lines
from .digest import Digest
from .lookup import AtCommit, file_at, find_pull_request
from .outputs import output_lines, outputs_of
from .policy_changes import Comparison, policy_changes
from .refusal import NO_TOKEN, base_unreadable, base_without_token, comment_refused
from .retry import pause_s
from .run_context import BranchSearch, NoPullRequest, PullRequest, RunContext, run_context
from .sticky import CommentResult, publish_comment
from .subject import NoVerdict, Subject, Unknown, caption, server_of
from .summary import LIMIT, render_summary

__all__ = [
    "GRAPHQL", "LIMIT", "NO_TOKEN", "About", "Answer", "AtCommit", "BranchSearch", "Call",
    "CommentResult", "Comparison", "Digest", "Draft", "NoPullRequest", "NoVerdict", "PullRequest",
    "Refused", "RunContext", "Script", "Subject", "Thread", "Unknown", "base_unreadable",
    "base_without_token", "caption", "comment_refused", "delta_lines", "draft_comment", "file_at",
    "find_pull_request", "key_of", "marker", "output_lines", "outputs_of", "pause_s",
    "policy_changes", "publish_comment", "render_summary", "run_context", "server_of",
]  # fmt: skip
