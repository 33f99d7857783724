"""What `mcptest init` makes of a repository."""

import json

import pytest
from init_cases import CASES, repository_of, request_of

from mcptest_action.core.authoring.init.document import proposal_document
from mcptest_action.core.authoring.init.model import Repository
from mcptest_action.core.authoring.init.propose import InitRequest, propose
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.starter import policy_file
from mcptest_action.core.request.config import load_config
from mcptest_action.core.text.errors import InputError

REFUSED = [case for case in CASES if case.name.startswith("refused-")]
PROPOSED = [case for case in CASES if case not in REFUSED]


def shown(case):
    """The proposal as one text; the policy is always the same."""
    proposal = propose(repository_of(case), request_of(case))
    document = proposal_document(proposal)
    files = document.pop("files")
    parts = [json.dumps(document, indent=2, ensure_ascii=False) + "\n"]
    for file in files:
        text = file["text"] if file["path"] != "policy.yml" else "…\n"
        parts.append(f"==== {file['action']} {file['path']}\n{text}")
    return "".join(parts)


@pytest.mark.parametrize("case", PROPOSED, ids=lambda case: case.name)
def test_a_repository_leads_to_this_proposal(case, golden):
    golden(case / "proposal.txt", shown(case))


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.name)
def test_where_nothing_can_be_proposed_it_is_said_what_to_do(case, golden):
    with pytest.raises(InputError) as caught:
        propose(repository_of(case), request_of(case))
    lines = [f"error: {one.where}: {one.sentence}\n" for one in caught.value.problems]
    golden(case / "error.txt", "".join(lines))


@pytest.mark.parametrize("case", PROPOSED, ids=lambda case: case.name)
def test_our_own_readers_take_what_is_written(case):
    proposal = propose(repository_of(case), request_of(case))
    texts = {file.path: file.text for file in proposal.files}
    if "policy.yml" in texts:
        assert load_policy(texts["policy.yml"], "policy.yml").rules
    if "mcptest.yml" in texts:
        (server,) = load_config(texts["mcptest.yml"], "mcptest.yml").servers
        assert server.name == proposal.chosen.name


@pytest.mark.parametrize("case", PROPOSED, ids=lambda case: case.name)
def test_once_written_there_is_nothing_left_to_propose(case):
    before = repository_of(case)
    written = {file.path: file.text for file in propose(before, request_of(case)).files}
    after = Repository({**before.texts, **written}, before.names | written.keys())
    again = propose(after, request_of(case)._replace(ci=None))
    assert again.files == ()


def test_nothing_that_is_there_is_changed_but_gitignore_at_its_end():
    for case in PROPOSED:
        repository = repository_of(case)
        for file in propose(repository, request_of(case)).files:
            if file.before is None:
                assert file.path not in repository.names
            else:
                assert file.path == ".gitignore"
                assert file.text.startswith(file.before)


def test_a_gitignore_that_nobody_could_read_is_left_alone():
    there = frozenset(("policy.yml", "mcptest.yml", ".github/workflows/mcptest.yml", ".gitignore"))
    (remark,) = propose(Repository({}, there), request_of(CASES[0])).remarks
    assert remark == ".gitignore is left alone; it should have mcptest-out/"
    hidden = Repository({".gitignore": "dist\u202e/\n"}, there)
    proposal = propose(hidden, request_of(CASES[0]))
    assert proposal.files == ()
    assert "holds characters that cannot be seen" in proposal.remarks[0]


def test_the_policy_is_the_one_that_policy_init_writes():
    case = next(case for case in PROPOSED if case.name == "npm-builds-before-it-starts")
    first = propose(repository_of(case), request_of(case)).files[0]
    assert (first.path, first.text) == ("policy.yml", policy_file())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[project\n", "Expected ']' at the end of a table declaration (at line 1, column 9)"),
        ("x = " + "[" * 5000, "it is nested too deeply"),
    ],
    ids=["broken", "deep"],
)
def test_toml_that_cannot_be_read_is_passed_over(text, said):
    """Not in a folder of its own: other programs that read such files would stumble."""
    texts = {"pyproject.toml": text, "package.json": '{"name": "x-mcp", "bin": "x.js"}'}
    remarks = propose(Repository(texts, frozenset(texts)), InitRequest()).remarks
    assert remarks[0] == f"pyproject.toml: not valid TOML: {said}; it is passed over"
