"""A proposal for programs: `mcptest init --format json`."""

from typing import Any, assert_never

from .model import Chosen, Http, Proposal, Stdio


def proposal_document(proposal: Proposal) -> dict[str, Any]:
    return {
        "server": None if proposal.chosen is None else _server(proposal.chosen),
        "others": list(proposal.others),
        "files": [
            {
                "path": file.path,
                "action": "create" if file.before is None else "append",
                "text": file.text.removeprefix(file.before or ""),
            }
            for file in proposal.files
        ],
        "remarks": list(proposal.remarks),
    }


def _server(chosen: Chosen) -> dict[str, Any]:
    match chosen.target:
        case Stdio(argv):
            how: dict[str, Any] = {"transport": "stdio", "command": list(argv)}
        case Http(url):
            how = {"transport": "http", "url": url}
        case _:
            assert_never(chosen.target)
    variables = {one.name: one.value for one in chosen.target.variables}
    return {
        "name": chosen.name,
        **how,
        "env": variables,
        "setup": list(chosen.setup.commands),
        "because": list(chosen.because),
    }
