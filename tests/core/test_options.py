"""Layers are folded once, and every value knows where it comes from."""

from mcptest_action.core.request.options import Given, Options, Origin
from mcptest_action.core.text.errors import InputError, Problem
from mcptest_action.core.text.flag_words import Names, Way, as_flags, flag

INPUTS = Names(Way.INPUTS, variables={"out": "MCPTEST_OUT", "policy": "MCPTEST_POLICY"})
DEFAULTS = {"out": "here", "policy": None, "only": (), "plan": False, "port": None}


def test_the_highest_layer_that_spoke_wins():
    options = Options(DEFAULTS, {"out": Given("flag")})
    folded = options.over({"out": Given("file"), "policy": Given("file.yml")})
    assert folded.word("out") == "flag"
    assert folded.text("policy") == "file.yml"
    assert options.text("policy") is None
    assert folded.texts("only") == ()
    assert not folded.switch("plan")
    assert folded.number("port") is None
    assert Options(DEFAULTS, {"port": Given(80)}).number("port") == 80


def test_a_value_of_the_file_is_blamed_at_its_line_and_any_other_by_its_name():
    file = {"out": Given("x", Origin("mcptest.yml", 3, 8))}
    options = Options(DEFAULTS, {"policy": Given("y"), **file}, names=INPUTS)
    error = InputError(
        [
            Problem(flag("out"), f"not with {flag('plan')}", f"see {flag('policy')}"),
            Problem(flag("policy"), "cannot be", f"see {flag('out', 'there')}"),
            Problem("policy.yml", "is odd", "", 1, 2),
        ]
    )
    assert str(options.blamed(error)).splitlines() == [
        "mcptest.yml:3:8: gate: out: not with --plan (see the input policy)",
        "the input policy: cannot be (see out: there)",
        "policy.yml:1:2: is odd",
    ]


def test_a_value_of_a_variable_is_blamed_on_the_variable():
    """Also where everything else is an input."""
    given = {"out": Given("x", Origin(variable="MCPTEST_OUT"))}
    options = Options(DEFAULTS, given, names=INPUTS)
    error = InputError([Problem(flag("out"), "is odd", f"see {flag('policy')}")])
    assert str(options.blamed(error)) == "MCPTEST_OUT: is odd (see the input policy)"


def test_without_a_reader_in_mind_a_flag_is_a_flag():
    assert as_flags(f"{flag('timeout', '5s')}, {flag('plan')}") == "--timeout 5s, --plan"
    assert Names().in_words(flag("timeout", "5s")) == "--timeout 5s"


def test_no_option_can_pretend_to_be_a_mark():
    """A mark stands between characters that neither a word nor a file name can hold."""
    assert as_flags("\x0etimeout\x0f") == "\x0etimeout\x0f"
    assert "\0" in flag("timeout")


def test_a_mark_for_no_flag_of_ours_is_nobodys_input():
    """A server can write one into its own text."""
    for way in Way:
        assert INPUTS._replace(way=way).in_words(flag("zz")) == "--zz"
