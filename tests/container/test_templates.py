"""The commands of the templates do what they promise."""

import os
import re
import subprocess
import uuid

import pytest
from conftest import ROOT
from container.engine import IMAGE, docker, must

pytestmark = pytest.mark.container
SERVER = """\
FROM {image}
ENTRYPOINT ["mcptest", "mock", "--preset", "{preset}", "--http", "8080", "--host", "0.0.0.0"]
"""


@pytest.fixture
def server(request, tmp_path):
    """An image that is a server, as a user's own pipeline has built one."""
    (tmp_path / "Dockerfile").write_text(SERVER.format(image=IMAGE, preset=request.param))
    name = f"mcptest-template-{uuid.uuid4().hex[:8]}"
    must("build", "--quiet", "--tag", name, str(tmp_path))
    yield name
    docker("image", "rm", "--force", name)


@pytest.mark.parametrize(("server", "code"), [("demo", 0), ("lenient", 1)], indirect=["server"])
def test_the_commands_of_the_jenkinsfile(server, code, tmp_path):
    pipeline = (ROOT / "templates" / "Jenkinsfile").read_text()
    (gate,) = re.findall(r"sh '''\n(.*?)'''", pipeline, re.DOTALL)
    (clean_up,) = re.findall(r"sh '([^'\n]+)'", pipeline)
    given = dict(re.findall(r"(MCPTEST_[A-Z_]+) = '([^']+)'", pipeline))
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    (workspace / "policy.yml").write_bytes((ROOT / "examples/gate/policy.yml").read_bytes())
    env = {**os.environ, **given, "GATE": IMAGE, "SERVER": server, "NET": server}
    env |= {"WORKSPACE": str(workspace), "GIT_COMMIT": "c" * 40, "BRANCH_NAME": "main"}

    def sh(script):
        return subprocess.run(  # as Jenkins does
            ["sh", "-xe", "-c", script],
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )

    try:
        done = sh(gate)
    finally:
        cleaned = sh(clean_up)
    assert done.returncode == code, done.stderr
    assert cleaned.returncode == 0, cleaned.stderr
    assert (workspace / "mcptest-out" / "junit.xml").stat().st_uid == os.getuid()
    assert '"commit": "cccc' in (workspace / "mcptest-out" / "run.json").read_text()
