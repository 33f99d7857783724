"""One network, and on it a server that is sound and one that is not."""

import os
import shutil

import pytest
from conftest import ROOT
from container import engine
from real.servers import SERVERS

# Nobody's, so that a file of this owner was given to it on purpose.
OWNER = 4321


@pytest.fixture(scope="session")
def net():
    with engine.network() as net:
        yield net


@pytest.fixture(scope="session")
def demo(net):
    """The address of the demo server, as a service container has one."""
    words = ("mock", "--preset", "demo", "--http", "8080", "--host", "0.0.0.0")  # noqa: S104
    with net.serving("records", "--", *words):
        yield "http://records:8080/mcp"


@pytest.fixture(scope="session")
def lenient(net):
    words = ("mock", "--preset", "lenient", "--http", "8080", "--host", "0.0.0.0")  # noqa: S104
    with net.serving("lenient", "--", *words):
        yield "http://lenient:8080/mcp"


@pytest.fixture
def workspace(tmp_path):
    """A checkout that belongs to somebody who is not root, where root may give things away."""
    folder = tmp_path / "workspace"
    folder.mkdir()
    shutil.copy(ROOT / "examples" / "gate" / "policy.yml", folder)
    if os.geteuid() == 0:
        tmp_path.chmod(0o755)
        for path in (folder, folder / "policy.yml"):
            os.chown(path, OWNER, OWNER)
    return folder


@pytest.fixture(scope="session")
def servers_image():
    """Node from Debian and one server from PyPI, on the same base as our image."""
    (package,) = (s.package for s in SERVERS if s.name == "pypi:duckduckgo-mcp-server")
    image = "mcptest-servers:dev"
    engine.must(
        "build", "--quiet", "--tag", image,
        "--build-arg", f"BASE_IMAGE={engine.BASE_IMAGE}",
        "--build-arg", f"PACKAGES={package.name}=={package.version} {' '.join(package.pins)}",
        str(ROOT / "tests" / "container" / "servers"),
    )  # fmt: skip
    return image
