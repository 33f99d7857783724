"""What OpenAI's directory of apps and plugins asks for."""

from .model import Check, Confidence, Criterion, Directory, Weight
from .tools import (
    both_hints,
    each_tool,
    long_status_text,
    namesakes,
    undescribed,
    without_hint,
    without_output_schema,
)

READ = "2026-11-19"
_GUIDELINES = "https://developers.openai.com/apps-sdk/app-submission-guidelines"
_SUBMIT = "https://developers.openai.com/apps-sdk/deploy/submission"
_REFERENCE = "https://developers.openai.com/apps-sdk/reference"
_SKILL = (
    "https://github.com/openai/plugins/blob/main/plugins/openai-developers/skills/"
    "chatgpt-app-submission/SKILL.md"
)


def _left(id_: str, asks: str, left: str, source: str = _GUIDELINES) -> Criterion:
    return Criterion(id_, asks, source, READ, None, left)


def _hint(id_: str, name: str, fact: str) -> Criterion:
    return Criterion(
        id_,
        f"Every tool says {name}: true or false.",
        _SKILL,
        READ,
        Check(
            f"readiness.openai_{fact}",
            f"tools that do not say {name}",
            each_tool(without_hint(name)),
        ),
    )


OPENAI = Directory(
    "openai-apps",
    "openai",
    "OpenAI's directory of apps and plugins",
    (
        _hint("OAI-01", "readOnlyHint", "without_read_only"),
        _hint("OAI-02", "destructiveHint", "without_destructive"),
        _hint("OAI-03", "openWorldHint", "without_open_world"),
        Criterion(
            "OAI-04",
            "No tool is declared both read-only and destructive.",
            _SKILL,
            READ,
            Check(
                "readiness.openai_both_hints",
                "tools that are declared both read-only and destructive",
                each_tool(both_hints),
            ),
            confidence=Confidence.MEDIUM,
        ),
        Criterion(
            "OAI-05",
            "No two tools have the same name.",
            _GUIDELINES,
            READ,
            Check(
                "readiness.openai_duplicate_names",
                "tools that have the name of another one",
                namesakes,
            ),
        ),
        Criterion(
            "OAI-06",
            "Every tool has a description.",
            _GUIDELINES,
            READ,
            Check(
                "readiness.openai_undescribed",
                "tools without a description",
                each_tool(undescribed),
            ),
        ),
        Criterion(
            "OAI-07",
            "Every tool has an outputSchema.",
            _SKILL,
            READ,
            Check(
                "readiness.openai_without_output_schema",
                "tools without an outputSchema",
                each_tool(without_output_schema),
            ),
            weight=Weight.ADVISED,
        ),
        Criterion(
            "OAI-08",
            "The texts that are shown while a tool runs have 64 characters or fewer.",
            _REFERENCE,
            READ,
            Check(
                "readiness.openai_long_status_texts",
                "tools with such a text of more than 64 characters",
                each_tool(long_status_text),
            ),
        ),
        _left(
            "OAI-09",
            "The three hints fit what the tool does, and the form says why for each.",
            "read the code of every tool; mcptest security finds contradictions (HNT)",
        ),
        _left(
            "OAI-10",
            "Names and descriptions say what a tool does, without promotion or comparison.",
            "read them",
        ),
        _left(
            "OAI-11",
            "No text steers the model towards or away from other tools.",
            "mcptest security looks for that (INJ); the facts are security.*",
        ),
        _left(
            "OAI-12",
            "A tool asks for the least data it needs: no chat history, no raw location, no "
            "credentials, card, health or identity numbers.",
            "read the input schemas and their descriptions",
        ),
        _left(
            "OAI-13",
            "An answer holds only what was asked for: no ids of sessions or traces, no logs.",
            "look at real answers; a suite can forbid such fields",
        ),
        _left(
            "OAI-14",
            "The content security policy of a widget names only the domains it needs.",
            "mcptest conformance run looks at its form (UI); whether it is narrow, you decide",
            _SKILL,
        ),
        _left(
            "OAI-15",
            "The server is stable and complete, and errors are handled with clear words.",
            "call every tool with real arguments; a suite does that on every change",
        ),
        _left(
            "OAI-16",
            "There is a published privacy policy, and a demo account without a second factor.",
            "the form asks for them",
        ),
        _left(
            "OAI-17",
            "Whoever submits is verified, and so is the domain of the server.",
            "OpenAI's dashboard asks for both",
            _SUBMIT,
        ),
        _left(
            "OAI-18",
            "The submission has test cases: prompts that should call a tool, and some that should "
            "not.",
            "the form asks for them",
            _SUBMIT,
        ),
        _left(
            "OAI-19",
            "The server sells no digital or prohibited goods, and shows no advertisements.",
            "read what the tools are for",
        ),
    ),
)
