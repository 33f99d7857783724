"""The offline gate on a folder of fixtures, without the shell."""

from pathlib import Path

from mcptest_action.core.document.json_text import read_json
from mcptest_action.core.facts.model import Document
from mcptest_action.core.facts.pool import read_facts
from mcptest_action.core.policy.evaluate import evaluate
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.render.report import Report, Source
from mcptest_action.core.timestamp import parse_timestamp

ARTIFACT_FILES = {
    "--run-report": "run.json",
    "--judge-cert": "cert.json",
    "--conformance-report": "conformance.json",
    "--security": "security.json",
    "--model-compat": "model-compat.json",
    "--evidence": "evidence.json",
}
NOON = "2026-11-16T12:00:00Z"


def offline_gate(folder: Path) -> Report:
    """What `policy simulate` makes of the files in the folder."""
    clock = folder / "now.txt"
    now = parse_timestamp(clock.read_text().strip() if clock.exists() else NOON)
    assert now is not None
    content = (folder / "policy.yml").read_bytes()
    policy = load_policy(content.decode(), "policy.yml")
    sources = [Source("--policy", "policy.yml", content)]
    documents = {}
    for flag, name in ARTIFACT_FILES.items():
        path = folder / name
        if path.exists():
            documents[flag] = Document(name, read_json(path.read_text(), name))
            sources.append(Source(flag, name, path.read_bytes()))
    pool = read_facts(documents, now=now)
    verdict = evaluate(policy, pool, now=now)
    return Report(policy, verdict, pool, tuple(sources), time_overridden=True)
