"""What is different inside our own container image."""

import pytest

from mcptest_action.app.deciding_files import IN_CHECKOUT
from mcptest_action.app.gate_request import GateInputs, GateRequest, circumstances
from mcptest_action.app.report_files import ReportFiles
from mcptest_action.core.text.errors import InputError
from mcptest_action.shell import our_image
from mcptest_action.shell.files import write_text
from mcptest_action.shell.our_image import goes_with_us, is_our_image


@pytest.fixture
def image(tmp_path):
    """A folder that is the root of our image."""
    (tmp_path / "opt/mcptest").mkdir(parents=True)
    (tmp_path / "opt/mcptest/.our-image").touch()
    return tmp_path


def test_a_folder_of_the_image_itself_is_lost_with_the_container(image):
    assert is_our_image(str(image))
    assert goes_with_us(str(image), str(image))
    assert not goes_with_us("/proc", str(image)), "which is mounted"
    assert not goes_with_us("/no/such/folder", str(image))


def test_anywhere_else_nothing_is_lost(tmp_path):
    assert not goes_with_us(str(tmp_path), str(tmp_path))


@pytest.mark.parametrize(
    ("policy", "plan", "said"),
    [
        (None, False, ["there is no policy.yml here", "no folder is mounted here"]),
        ("policy.yml", False, ["no folder is mounted here"]),
        (None, True, ["there is no policy.yml here"]),
    ],
)
def test_what_is_missing_is_said(image, monkeypatch, policy, plan, said):
    monkeypatch.chdir(image)
    untold = dict.fromkeys(GateRequest._fields)
    files = ReportFiles("mcptest-out", {}, (), None)
    request = GateRequest(
        **{**untold, "plan": plan, "artifacts": {}, "files": files, "deciding": IN_CHECKOUT}
    )
    notes = list(circumstances(request, GateInputs(None, (), None, policy), str(image)))
    assert [note[: len(start)] for note, start in zip(notes, said, strict=True)] == said


@pytest.mark.parametrize("contained", [True, False])
def test_a_folder_of_somebody_else_is_about_who_runs_the_container(image, monkeypatch, contained):
    mark = image / "opt/mcptest/.our-image" if contained else image / "nowhere"
    monkeypatch.setattr(our_image, "MARK", str(mark))

    def denied(*_words, **_more):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.makedirs", denied)
    with pytest.raises(InputError) as caught:
        write_text(str(image / "out" / "run.json"), "")
    assert "cannot be written: permission denied" in str(caught.value)
    assert ("--user" in str(caught.value)) is contained
