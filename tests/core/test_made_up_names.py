"""Names of tools that do not exist, whatever a server lists."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.protocol.exchange.era import NEWEST_LEGACY
from mcptest_action.core.protocol.exchange.step import NO_SUCH
from mcptest_action.core.protocol.surface import made_up
from mcptest_action.core.protocol.surface.made_up import folded, is_made_up, made_up_name
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
    ("names", "expected"),
    [
        ((), TOOL),
        ((None, 7, "other"), TOOL),
        ((TOOL,), "mcptest_no_such_90e20d4d4e39_tool"),
        (("mcptest_no_such_tool_one",), "mcptest_no_such_33eb7f902129_tool"),
        (("MCPTEST-no.such tool",), "mcptest_no_such_90e20d4d4e39_tool"),
        ((TOOL, "other"), "mcptest_no_such_f6f182eb6363_tool"),
        (("other", TOOL), "mcptest_no_such_f6f182eb6363_tool"),
        (("mcptest_no_such_",), TOOL),
    ],
)
def test_the_name_is_one_that_the_server_does_not_list(names, expected):
    assert made_up_name(surface_of(*names)) == expected


def test_a_listing_is_looked_at_once_however_many_names_are_near(monkeypatch):
    looks = count()
    monkeypatch.setattr(made_up, "folded", lambda name: (next(looks), folded(name))[1])
    made_up_name(surface_of(*(f"{NO_SUCH}{'x' * n}_tool" for n in range(800)), TOOL))
    assert next(looks) <= 802


def test_a_name_of_another_kind_is_never_made_up():
    assert not is_made_up("get_x", ())


@given(st.lists(NEAR, max_size=12), st.sampled_from(["tool", "thing", "thïng", "地图🗺e\u0301"]))
def test_no_listing_leaves_us_without_a_name(names, stem):
    name = made_up_name(surface_of(*names), stem)
    assert name.endswith(stem)
    for sent in (name, f"{name}_one", f"{name}_two"):
        assert is_made_up(sent, {folded(name) for name in names})
        assert all(sent.casefold() != listed.casefold() for listed in names)
