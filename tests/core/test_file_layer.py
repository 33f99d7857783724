"""What `mcptest.yml` may add to what was said when the gate was started."""

import pytest

from mcptest_action.core.request.config import Config, Setting, file_layer
from mcptest_action.core.request.options import Given, Options, Origin
from mcptest_action.core.text.errors import InputError

DEFAULTS = {
    "policy-ref": "head",
    "policy": None,
    "timeout": "30s",
    "server-url": None,
    "proxy": None,
}
CONFIG = Config(
    "mcptest.yml",
    gate={
        "timeout": Setting("5s", 2, 3),
        "policy": Setting("lax.yml", 3, 3),
        "server-url": Setting("http://api/", 4, 3),
        "proxy": Setting("http://proxy/", 5, 3),
    },
)


def said(**given):
    return Options(
        DEFAULTS, {name.replace("_", "-"): Given(value) for name, value in given.items()}
    )


def test_the_file_speaks_where_nobody_else_has_and_says_where():
    layer = file_layer(CONFIG, said(timeout="9s"))
    assert set(layer) == {"policy", "server-url", "proxy"}
    assert layer["policy"] == Given("lax.yml", Origin("mcptest.yml", 3, 3))


def test_what_is_for_the_server_of_the_file_is_not_for_another_one():
    assert set(file_layer(CONFIG, said(server_url="http://other/"))) == {"timeout", "policy"}


def test_what_a_pull_request_can_forge_is_not_named_in_the_file():
    """The file may be the base branch's; what it names lies in the checkout all the same."""
    with pytest.raises(InputError) as raised:
        file_layer(CONFIG, said(), ["policy"])
    assert str(raised.value) == (
        "mcptest.yml:3:3: gate: policy does not go with --policy-ref base: "
        "a pull request could put another file there (use --policy)"
    )
    assert "timeout" in file_layer(CONFIG, said(policy="strict.yml"), ["policy"])
