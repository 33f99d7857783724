"""What the image is made of."""

import json

import pytest
from container.engine import BASE_IMAGE, IMAGE, LOCKED_DOWN, docker, must

from mcptest_action import __version__

pytestmark = pytest.mark.container
MB = 1_000_000
# Measured at 25 MB, of which 12 are what reads results by the schemas of the protocol; the base is
# another 120 to 180, depending on who made it.
BUDGET_MB = 30


def inspect(image: str):
    if docker("image", "inspect", image).code != 0:
        must("pull", image)  # BuildKit keeps the base to itself
    return json.loads(must("image", "inspect", image))[0]


def test_the_labels_say_what_it_is_and_where_it_comes_from():
    labels = inspect(IMAGE)["Config"]["Labels"]
    prefix = "org.opencontainers.image."
    assert labels[f"{prefix}title"] == "mcptest-action"
    assert labels[f"{prefix}version"] == __version__
    assert labels[f"{prefix}licenses"] == "Apache-2.0"
    assert labels[f"{prefix}base.name"] == BASE_IMAGE
    assert labels[f"{prefix}source"].startswith("https://github.com/")
    assert labels[f"{prefix}revision"]


def test_what_we_add_to_the_base_is_small():
    added = inspect(IMAGE)["Size"] - inspect(BASE_IMAGE)["Size"]
    assert 0 < added < BUDGET_MB * MB


@pytest.mark.parametrize("user", ["0", "12345", "12345:54321"])
def test_with_arguments_it_is_mcptest_for_whoever_runs_it(user):
    done = docker("run", "--rm", "--user", user, *LOCKED_DOWN, IMAGE, "--version")
    assert (done.code, done.out.strip(), done.err) == (0, f"mcptest-action {__version__}", "")


def test_nothing_to_install_with_is_left_and_all_bytecode_is_there():
    script = (
        "import importlib.util, pathlib, sys\n"
        "for name in ('pip', 'hatchling'):\n"
        "    print(name, importlib.util.find_spec(name) is not None)\n"
        "sources = list(pathlib.Path(sys.prefix, 'lib').rglob('*.py'))\n"
        "compiled = [importlib.util.cache_from_source(path) for path in sources]\n"
        "print(len(sources) > 100, [c for c in compiled if not pathlib.Path(c).exists()])\n"
    )
    said = must("run", "--rm", "--entrypoint", "/opt/mcptest/bin/python", IMAGE, "-c", script)
    assert said.splitlines() == ["pip False", "hatchling False", "True []"]


def test_a_start_reads_no_source_of_the_standard_library():
    """The official slim images have no bytecode of it; ours has what a gate needs."""
    command = ("python", "-v", "/opt/mcptest/bin/mcptest", "gate", "--server-url", "http://[::1]:9")
    script = f"{' '.join(command)} 2>&1 | grep -c 'code object from /usr' || true"
    assert must("run", "--rm", "--entrypoint", "sh", IMAGE, "-c", script) == "0"
