"""Whether the server speaks the revisions that it is asked about."""

from mcptest_action.core.checks.conformance.model import Check, Level
from mcptest_action.core.checks.conformance.revision import written

SPEAKS = Check(
    id="ERA-01",
    level=Level.MUST,
    expects="The server speaks the revision that the user asked for, or at least one of ours.",
    sends="`server/discover` and `initialize`, each asking for the revision",
    remedy="Say in the `--spec-version` flag which revisions the server is meant to speak, or "
    "update its SDK.",
    spec=written("basic/lifecycle#version-negotiation", "basic/versioning"),
)
