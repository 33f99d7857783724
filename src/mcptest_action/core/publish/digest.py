"""What a comment remembers of its run, for the next one to compare with. We keep no other memory.

People can edit a comment, even ours: we ignore what we cannot read.
"""

import base64
import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.policy import Level, RuleOutcome, RuleResult, Verdict
from mcptest_action.core.render import ORDER

_VERSION = 1
_MOST_RULES = 500  # nine characters each
_LINE = re.compile(r"<!-- mcptest-action digest=([\w+/=-]+) -->", re.ASCII)
_LETTER = dict(zip(ORDER, "fxuwvp", strict=True))
_OUTCOME = {letter: outcome for outcome, letter in _LETTER.items()}


class Digest(NamedTuple):
    level: Level | None
    """None for a run without a verdict."""
    sha: str
    run: int
    content: str
    """The same for two runs of which there is the same to say."""
    counts: Mapping[RuleOutcome, int]
    rules: Mapping[str, RuleOutcome]
    """By `rule_mark`; empty when there are too many to remember."""


def rule_mark(rule: str) -> str:
    """A rule's id, short and harmless."""
    return hashlib.sha256(rule.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def outcome_counts(verdict: Verdict) -> dict[RuleOutcome, int]:
    counts = Counter(result.outcome for result in verdict.results)
    return {outcome: counts[outcome] for outcome in ORDER}


def rules_of(results: tuple[RuleResult, ...]) -> dict[str, RuleOutcome]:
    if len(results) > _MOST_RULES:
        return {}
    return {rule_mark(result.rule.id): result.outcome for result in results}


def digest_line(digest: Digest) -> str:
    document = {
        "v": _VERSION,
        "level": digest.level,
        "sha": digest.sha,
        "run": digest.run,
        "content": digest.content,
        "counts": [digest.counts.get(outcome, 0) for outcome in ORDER],
        "rules": "".join(mark + _LETTER[outcome] for mark, outcome in digest.rules.items()),
    }
    packed = base64.b64encode(json.dumps(document, separators=(",", ":")).encode()).decode()
    return f"<!-- mcptest-action digest={packed} -->"


def read_digest(body: str) -> Digest | None:
    """What the second line of the body remembers."""
    lines = body.split("\n", 2)
    found = _LINE.fullmatch(lines[1].rstrip("\r")) if len(lines) > 1 else None
    if found is None:
        return None
    try:
        return _digest(json.loads(base64.b64decode(found[1], validate=True)))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _digest(document: Any) -> Digest:
    if document["v"] != _VERSION:
        raise ValueError("made by another version")
    level, rules = document["level"], str(document["rules"])
    pairs = [(rules[i : i + 8], rules[i + 8 : i + 9]) for i in range(0, len(rules), 9)]
    return Digest(
        None if level is None else Level(level),
        re.sub("[^0-9a-f]", "", str(document["sha"]))[:64],
        int(document["run"]),
        str(document["content"]),
        {outcome: int(n) for outcome, n in zip(ORDER, document["counts"], strict=True)},
        {mark: _OUTCOME[letter] for mark, letter in pairs},
    )
