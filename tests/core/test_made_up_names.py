"""Names of tools that do not exist, whatever a server lists."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.protocol.exchange.era import NEWEST_LEGACY
from mcptest_action.core.protocol.exchange.step import NO_SUCH
from mcptest_action.core.protocol.surface.made_up import is_made_up, made_up_name
from mcptest_action.core.protocol.surface.model import Surface

TOOL = "mcptest_no_such_tool"
NEAR = st.builds(
    lambda stem, before, after, case: before + case(stem) + after,
    st.sampled_from(
        [NO_SUCH, TOOL, f"{NO_SUCH}x_tool", f"{NO_SUCH}xx_tool", "mcptest-no-such-tool"]
    ),
    st.sampled_from(["", "_", "srv_", "\uff4d"]),
    st.sampled_from(["", "_", "__", "s", "_one", "x", "_x", "地图"]),
    st.sampled_from([str, str.upper, str.title, str.swapcase]),
)


def surface_of(*names):
    tools = tuple({"name": name} for name in names)
    return Surface(NEWEST_LEGACY, {}, {}, None, tools, (), (), (), ())


@pytest.mark.parametrize(
    ("names", "made_up"),
    [
        ((), TOOL),
        ((None, 7, "other"), TOOL),
        ((TOOL,), "mcptest_no_such_x_tool"),
        (("mcptest_no_such_tool_one",), "mcptest_no_such_x_tool"),
        (("MCPTEST-no.such tool",), "mcptest_no_such_x_tool"),
        ((TOOL, "mcptestNoSuchXTools"), "mcptest_no_such_xx_tool"),
        (("mcptest_no_such_",), TOOL),
    ],
)
def test_the_name_is_one_that_the_server_does_not_list(names, made_up):
    assert made_up_name(surface_of(*names)) == made_up


def test_a_name_of_another_kind_is_never_made_up():
    assert not is_made_up("get_x", ())


@given(st.lists(NEAR, max_size=12), st.sampled_from(["tool", "thing", "thïng", "地图🗺e\u0301"]))
def test_no_listing_leaves_us_without_a_name(names, stem):
    name = made_up_name(surface_of(*names), stem)
    assert name.endswith(stem)
    for sent in (name, f"{name}_one", f"{name}_two"):
        assert is_made_up(sent, names)
        assert all(sent.casefold() != listed.casefold() for listed in names)
