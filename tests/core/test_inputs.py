"""Inputs of a step become a layer of options, and nothing gets lost on the way."""

import pytest

from mcptest_action.core.request.inputs import names_of_inputs, read_inputs, usable_inputs
from mcptest_action.core.request.options import Flag, Takes
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.flag_words import flag

FLAGS = (
    Flag("server-url", Takes.VALUE),
    Flag("policy", Takes.VALUE),
    Flag("deep-scan", Takes.NOTHING),
    Flag("only", Takes.VALUES),
    Flag("token-env", Takes.VALUE),
    Flag("comment", Takes.VALUE, ("off", "always")),
)
ACTIONS = {"GITHUB_ACTIONS": "true"}


def said(inputs):
    return {name: given.value for name, given in inputs.layer.items()}


@pytest.mark.parametrize(
    ("environment", "layer"),
    [
        ({}, {}),
        ({"MCPTEST_SERVER_URL": "http://api/mcp"}, {"server-url": "http://api/mcp"}),
        ({**ACTIONS, "INPUT_SERVER-URL": "http://api/mcp"}, {"server-url": "http://api/mcp"}),
        ({"INPUT_SERVER-URL": "http://api/mcp"}, {}),
        ({"GITHUB_ACTIONS": "1", "INPUT_POLICY": "x"}, {}),
        ({**ACTIONS, "INPUT_POLICY": "", "MCPTEST_POLICY": " \n"}, {}),
        ({**ACTIONS, "INPUT_POLICY": "policy.yml\n"}, {"policy": "policy.yml"}),
        ({**ACTIONS, "INPUT_POLICY": "a", "MCPTEST_POLICY": "a"}, {"policy": "a"}),
        ({"MCPTEST_POLICY": "--odd=name"}, {"policy": "--odd=name"}),
        ({"MCPTEST_DEEP_SCAN": "true"}, {"deep-scan": True}),
        ({"MCPTEST_DEEP_SCAN": "True"}, {"deep-scan": True}),
        ({"MCPTEST_DEEP_SCAN": "false"}, {"deep-scan": False}),
        ({"MCPTEST_DEEP_SCAN": "False"}, {"deep-scan": False}),
        ({"MCPTEST_ONLY": "one\n\n  two \r\nthree"}, {"only": ("one", "two", "three")}),
        ({"MCPTEST_COMMENT": "always"}, {"comment": "always"}),
        ({"MCPTEST_ENABLE_DEEP_SCAN": "true"}, {}),
        ({**ACTIONS, "INPUT_UNRELATED": "x", "OTHER": "y"}, {}),
    ],
)
def test_an_environment_is_read_as_a_layer(environment, layer):
    inputs = read_inputs(environment, FLAGS)
    assert said(inputs) == layer
    assert inputs.token == ""


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"MCPTEST_POLCY": "x"}, "MCPTEST_POLCY: there is no such input (did you mean MCPTEST_POLICY?)"),
        ({"MCPTEST_COLOUR": "x"},
         "MCPTEST_COLOUR: there is no such input (known: server-url, policy, deep-scan, only, token-env, comment, token)"),
        ({"MCPTEST_POLCY": ""}, "MCPTEST_POLCY: there is no such input (did you mean MCPTEST_POLICY?)"),
        ({**ACTIONS, "INPUT_POLCY": "x"}, "the input polcy: there is no such input (did you mean policy?)"),
        ({"MCPTEST_DEEP_SCAN": "yes"}, "MCPTEST_DEEP_SCAN: 'yes' is neither true nor false"),
        ({**ACTIONS, "INPUT_DEEP-SCAN": "1"}, "the input deep-scan: '1' is neither true nor false"),
        ({**ACTIONS, "INPUT_COMMENT": "no"}, "the input comment: invalid choice: 'no' (choose from off, always)"),
        ({**ACTIONS, "INPUT_POLICY": "a", "MCPTEST_POLICY": "b"},
         "the input policy: MCPTEST_POLICY says something else (keep one of them)"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_an_error(environment, sentence):
    with pytest.raises(InputError) as raised:
        read_inputs(environment, FLAGS)
    assert str(raised.value) == sentence


def test_a_token_becomes_a_variable_and_never_an_option():
    inputs = read_inputs({**ACTIONS, "INPUT_TOKEN": "hush"}, FLAGS)
    assert (said(inputs), inputs.token) == ({"token-env": "MCPTEST_TOKEN"}, "hush")
    assert read_inputs({"MCPTEST_TOKEN": "hush"}, FLAGS) == inputs


def test_a_variable_of_the_users_choice_goes_before_the_token():
    """The action fills in a token by default; whoever names a variable means that one."""
    given = {**ACTIONS, "INPUT_TOKEN": "hush", "INPUT_TOKEN-ENV": "MY_TOKEN"}
    assert said(read_inputs(given, FLAGS)) == {"token-env": "MY_TOKEN"}


def test_of_wrong_inputs_the_others_are_still_of_use():
    environment = {
        "GITHUB_ACTIONS": "true", "INPUT_PLAN": "maybe", "INPUT_COMMENT": "always",
        "INPUT_TOKEN": "t", "INPUT_POLCY": "x", "MCPTEST_OUT": "there", "INPUT_OUT": "here",
    }  # fmt: skip
    flags = [Flag("plan", Takes.NOTHING), Flag("comment", Takes.VALUE), Flag("out", Takes.VALUE)]
    usable = usable_inputs(environment, flags)
    assert said(usable) == {"comment": "always", "token-env": "MCPTEST_TOKEN"}
    assert (usable.token, usable.unreadable) == ("t", {"plan", "out"})


@pytest.mark.parametrize(
    ("text", "on_github", "elsewhere"),
    [
        (f"see {flag('policy')}", "see the input policy", "see MCPTEST_POLICY"),
        (f"give {flag('policy', 'x y')}.", "give policy: x y.", "give MCPTEST_POLICY=x y."),
        (f"drop {flag('deep-scan')}", "drop deep-scan: true", "drop MCPTEST_DEEP_SCAN=true"),
        (f"{flag('no-deep-scan')} wins", "deep-scan: false wins", "MCPTEST_DEEP_SCAN=false wins"),
        ("docker run --network host", "docker run --network host", "docker run --network host"),
    ],
)
def test_a_flag_in_a_message_is_called_what_its_reader_calls_it(text, on_github, elsewhere):
    assert names_of_inputs(FLAGS, on_github=True).in_words(text) == on_github
    assert names_of_inputs(FLAGS, on_github=False).in_words(text) == elsewhere
