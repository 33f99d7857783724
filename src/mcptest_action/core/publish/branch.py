"""Whether a run without a pull request is about a branch that others go by."""

from collections.abc import Mapping
from typing import Any

# GitHub runs these on the default branch and nowhere else.
_ON_THE_DEFAULT_BRANCH = ("schedule", "repository_dispatch")
_ON_A_REF = ("push", "workflow_dispatch", "release")


def doubt(event: str, environment: Mapping[str, str], payload: Any) -> str:
    """Why the files may be those of a change that nobody has accepted; empty when they are not.

    An event that we do not know may be about a pull request, as a comment on one is.
    """
    if event in _ON_THE_DEFAULT_BRANCH:
        return ""
    if event not in _ON_A_REF:
        return f"the event {event} may be about a pull request, and does not name its commits"
    ref = environment.get("GITHUB_REF", "")
    match payload:
        case {"repository": {"default_branch": str(branch)}} if ref == f"refs/heads/{branch}":
            return ""
    if environment.get("GITHUB_REF_PROTECTED") == "true":
        return ""
    return f"'{ref}' is neither the default branch nor protected"
