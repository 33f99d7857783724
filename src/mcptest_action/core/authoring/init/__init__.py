"""How a repository comes to gate its server: what it holds, and the files that it lacks."""

from .choose import Wanted
from .document import proposal_document
from .manifests import is_entered, is_read
from .model import Http, NewFile, Proposal, Repository, Stdio
from .propose import SYSTEMS, InitRequest, propose

__all__ = [
    "SYSTEMS", "Http", "InitRequest", "NewFile", "Proposal", "Repository", "Stdio",
    "Wanted", "is_entered", "is_read", "proposal_document", "propose",
]  # fmt: skip
