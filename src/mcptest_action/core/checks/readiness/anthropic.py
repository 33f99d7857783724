"""What Anthropic's directory of connectors asks for.

The review criteria are a page of few words; where they can be read in two ways, the criterion is
of medium confidence, and the pack only warns.
"""

from .methods import mixed_methods
from .model import Check, Confidence, Criterion, Directory
from .tools import (
    both_hints,
    each_tool,
    long_name,
    neither_hint,
    undescribed,
    unhinted,
    untitled,
)

READ = "2026-11-19"
_REVIEW = "https://claude.com/docs/connectors/building/review-criteria"
_SUBMIT = "https://claude.com/docs/connectors/building/submission"
_AUTHENTICATION = "https://claude.com/docs/connectors/building/authentication"
_GUIDE = "https://support.claude.com/en/articles/12922832"
_CHECKLIST = (
    "https://github.com/anthropics/claude-plugins-official/blob/main/plugins/mcp-server-dev/"
    "skills/build-mcp-app/references/directory-checklist.md"
)


def _left(id_: str, asks: str, left: str, source: str = _REVIEW) -> Criterion:
    return Criterion(id_, asks, source, READ, None, left)


ANTHROPIC = Directory(
    "anthropic-connectors",
    "anthropic",
    "Anthropic's directory of connectors",
    (
        Criterion(
            "ANT-01",
            "Every tool has a title inside its annotations.",
            _CHECKLIST,
            READ,
            Check(
                "readiness.anthropic_untitled",
                "tools without a title inside their annotations",
                each_tool(untitled),
            ),
        ),
        Criterion(
            "ANT-02",
            "Every tool says readOnlyHint: true, or has a destructiveHint.",
            _REVIEW,
            READ,
            Check(
                "readiness.anthropic_unhinted",
                "tools with neither readOnlyHint: true nor a destructiveHint",
                each_tool(unhinted),
            ),
        ),
        Criterion(
            "ANT-03",
            "A tool that is not read-only says destructiveHint: true.",
            _REVIEW,
            READ,
            Check(
                "readiness.anthropic_neither_hint",
                "tools that are declared neither read-only nor destructive",
                each_tool(neither_hint),
            ),
            confidence=Confidence.MEDIUM,
        ),
        Criterion(
            "ANT-04",
            "No tool is declared both read-only and destructive.",
            _GUIDE,
            READ,
            Check(
                "readiness.anthropic_both_hints",
                "tools that are declared both read-only and destructive",
                each_tool(both_hints),
            ),
            confidence=Confidence.MEDIUM,
        ),
        Criterion(
            "ANT-05",
            "A tool's name has 64 characters or fewer.",
            _REVIEW,
            READ,
            Check(
                "readiness.anthropic_long_names",
                "tools whose name is longer than 64 characters",
                each_tool(long_name),
            ),
        ),
        Criterion(
            "ANT-06",
            "No parameter of a tool takes both HTTP methods that read and methods that write.",
            _REVIEW,
            READ,
            Check(
                "readiness.anthropic_mixed_methods",
                "tools with a parameter that lists HTTP methods of both kinds",
                each_tool(mixed_methods),
            ),
            confidence=Confidence.MEDIUM,
        ),
        Criterion(
            "ANT-07",
            "Every tool has a description.",
            _REVIEW,
            READ,
            Check(
                "readiness.anthropic_undescribed",
                "tools without a description",
                each_tool(undescribed),
            ),
        ),
        _left(
            "ANT-08",
            "Reading and writing are separate tools, also where no HTTP method is named.",
            "read what each tool with an action, a mode or a free method does",
        ),
        _left(
            "ANT-09",
            "A tool that takes free paths, queries or bodies names the API it sends them to.",
            "read the descriptions of such tools",
        ),
        _left(
            "ANT-10",
            "A description says precisely what the tool does and when to call it, and the hints "
            "fit what it does.",
            "reviewers call every tool; mcptest security finds contradictions (HNT)",
        ),
        _left(
            "ANT-11",
            "No description tells the model how to behave.",
            "mcptest security looks for that (INJ, OBF); the facts are security.*",
        ),
        _left(
            "ANT-12",
            "Every tool succeeds with valid arguments, and its errors say what to do.",
            "call every tool with real arguments; a suite does that on every change",
        ),
        _left(
            "ANT-13",
            "Answers are of a reasonable size for the task.",
            "look at real answers; a suite can hold them to a size",
        ),
        _left(
            "ANT-14",
            "The server collects no conversation data beyond what a tool needs.",
            "read the code, and what it logs",
        ),
        _left(
            "ANT-15",
            "The server calls your own API, or one that you legitimately proxy.",
            "only you know whose API that is",
        ),
        _left(
            "ANT-16",
            "No tool transfers money or other assets, or makes images, video or audio with AI.",
            "read what the tools are for",
        ),
        _left(
            "ANT-17",
            "A server that wants credentials uses OAuth 2.0 in a form that Claude supports.",
            "mcptest conformance run looks at the protocol (AUTH); try it in Claude as well",
            _AUTHENTICATION,
        ),
        _left(
            "ANT-18",
            "The server is remote, and reachable over https from Anthropic's network.",
            "add it as a custom connector in Claude",
            _SUBMIT,
        ),
        _left(
            "ANT-19",
            "There is a privacy policy, public documentation, a support contact and an icon.",
            "the form asks for them",
            _SUBMIT,
        ),
        _left(
            "ANT-20",
            "A test account with real-looking data comes with the submission.",
            "the form asks for it",
            _SUBMIT,
        ),
    ),
)
