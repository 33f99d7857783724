"""Lines on standard output that are none of the protocol's."""

from mcptest_action.core.protocol.exchange.reaction import Replied
from mcptest_action.core.protocol.transcript.lines import (
    Exchange,
    Key,
    NoiseSummary,
    noise_in,
    noise_warning,
)


def exchange(*others):
    return Exchange(Key("surface", None, 1, 1), {}, Replied({}), 1.0, others)


def test_no_noise_is_no_warning():
    quiet = [exchange(), exchange({"notification": "x"}, "text")]
    assert (noise_warning(quiet), noise_in(quiet)) == ("", None)


def test_what_is_shown_of_noise_is_short():
    assert noise_in([exchange({"noise": "x" * 2000})]) == NoiseSummary(1, "x" * 80)


def test_noise_is_counted_and_the_first_of_it_shown():
    said = noise_warning([exchange({"noise": "Starting…"}), exchange({"not_text": "AA=="})])
    assert said.startswith("the server sent 2 lines that are not JSON-RPC, such as 'Starting…'")
    assert "bytes that are not text" in noise_warning([exchange({"not_text": "AA=="})])
