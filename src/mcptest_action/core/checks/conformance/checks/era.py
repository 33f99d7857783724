"""Whether the server speaks the revisions that it is asked about."""

from ..model import must
from ..revision import written

SPEAKS = must("ERA-01", written("basic/lifecycle#version-negotiation", "basic/versioning"))(
    expects="The server speaks the revision that the user asked for, or at least one of ours.",
    sends="`server/discover` and `initialize`, each asking for the revision",
    remedy="Say in the `--spec-version` flag which revisions the server is meant to speak, or "
    "update its SDK.",
)
