"""INJ-004, INJ-005: orders to read what is not the tool's business, or to send it elsewhere."""

import re

from mcptest_action.core.safety import words_of
from ..assurance import is_order
from ..language.sentences import Mark, Sentence
from ..model import Severity, rule
from ..passages import Objection, Passage, per_sentence
from ..referents import is_sensitive

_ORDERS_TO_TAKE = ("strong duty", "sequence", "you", "its content", "please")
_GIVES = ("include", "move", "into answer")
_NEAR = 8
_BEHIND = 4
_SECRET_WORDS = frozenset({
    "password", "passphrase", "secret", "credential", "credentials", "token", "key", "apikey",
    "cookie", "auth", "authorization", "card", "ssn",
})  # fmt: skip
_FAR = 18
_ORDERS_TO_SEND = ("strong duty", "should", "you", "sequence", "bcc", "everything")
_MAIL = re.compile(r"(?<![a-z])(?:e-?)?mail|newsletter|invoice|inbox|smtp", re.IGNORECASE)


def reads(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    verb = sentence.any_of("take", "include", "write", "move", "do")
    path = _sensitive(sentence)
    if path and not _only_example(sentence, path) and not _is_set_up(sentence):
        if verb and (sentence.any_of(*_ORDERS_TO_TAKE) or passage.near("conceal")):
            return _taking(path, verb)
        # The first sentence says what the tool itself does; nothing else should touch such files.
        told_of = sentence.any_of("negated", "blocked") or _is_provenance(sentence)
        if passage.in_prose and passage.before.said and not told_of:
            return _taking(path, verb or path)._replace(severity=Severity.MEDIUM)
    if taken := sentence.any_of("secret taken"):
        return _taking(taken, taken)
    if verb is None:
        return None
    passed_on = sentence.has("file", "its content", "into") and sentence.any_of("include", "move")
    if passed_on and sentence.has("take") and is_order(sentence):
        return _taking(sentence.all_of("file")[0], verb)
    return _noun(passage)


def _noun(passage: Passage) -> Objection | None:
    """Secrets that the text wants fetched or given away, not one that a call needs."""
    sentence = passage.sentence
    if found := _users_secret(passage):
        return found
    if sentence.has("own secret") and not sentence.has("possessor"):
        return None
    # A later sentence that both takes and gives is an order of its own.
    both = passage.before.said and sentence.has("take") and sentence.any_of(*_GIVES)
    if not (both or sentence.any_of("strong duty", "sequence", "conceal")):
        return None
    for secret in sentence.all_of("secret"):
        for verb in sentence.all_of("take", "include", "move"):
            ahead = secret.first - verb.last
            taken = verb.signal == "take" and sentence.has("into")
            if 0 < ahead <= _NEAR and (taken or sentence.any_of("into answer", "address")):
                return _taking(secret, verb)
    return None


def _users_secret(passage: Passage) -> Objection | None:
    """An order to put what is the user's secret into an address or an argument.

    An argument that is there for this secret is another matter: `pass it as password`.
    """
    sentence = passage.sentence
    if not (is_order(sentence) and sentence.any_of("address", "into", "into answer")):
        return None
    if any(_SECRET_WORDS & set(words_of(name.said)) for name in sentence.all_of("name")):
        return None
    for secret in sentence.all_of("secret"):
        if not any(
            -_BEHIND <= secret.first - of.last <= _BEHIND for of in sentence.all_of("possessor")
        ):
            continue
        for verb in sentence.all_of("include", "move"):
            ruled_out = any(no.last < verb.first for no in sentence.all_of("negated"))
            if 0 < secret.first - verb.last <= _NEAR and not ruled_out:
                return _taking(secret, verb)
    return None


def _is_provenance(sentence: Sentence) -> bool:
    return sentence.has("provenance") and not is_order(sentence)


def _sensitive(sentence: Sentence) -> Mark | None:
    marks = sentence.all_of("path", "address", "key file")
    return next((mark for mark in marks if is_sensitive(mark.said)), None)


def _only_example(sentence: Sentence, path: Mark) -> bool:
    ahead = any(mark.first < path.first for mark in sentence.all_of("example"))
    return ahead and not sentence.has("strong duty")


def _is_set_up(sentence: Sentence) -> bool:
    """Instructions for people to set their own key, before they start the server."""
    return sentence.has("own secret") and not sentence.any_of("take", "its content")


def _taking(what: Mark, verb: Mark) -> Objection:
    because = "sends the model to a file or secret that is not the tool's"
    return Objection(because, what.said, details={"path": what.said, "verb": verb.said})


def sends(passage: Passage) -> Objection | None:
    sentence = passage.sentence
    pressed = sentence.any_of("covertly", "when others") or passage.near("conceal")
    if sentence.has("bcc", "mail") and (pressed or sentence.any_of("strong duty", "everything")):
        return _sending(sentence.all_of("mail")[0])
    if sentence.has("sign up"):
        return None
    for target in sentence.all_of("endpoint"):
        moved = _ahead(passage, "move", target)
        if moved and (pressed or sentence.leads_to(moved, "strong duty", within=_NEAR)):
            return _sending(target)
        asked = _ahead(passage, "contact", target)
        if asked and sentence.has("strong duty") and sentence.any_of("sequence", "authority"):
            return _sending(target)
    return _named(passage)


def _named(passage: Passage) -> Objection | None:
    """An address that something goes to, in a text that does not say who sends it."""
    sentence = passage.sentence
    if not passage.in_prose or sentence.any_of("example", "support"):
        return None
    if _says_where_replies_go(passage):
        return None
    mark = sentence.any_of("destination")
    # `Files are uploaded to …` is what the tool does; `files should be` is what the model is to do.
    told_to = sentence.any_of("should", "sequence", "everything") and not sentence.has("described")
    if mark is None and told_to:
        mark = sentence.any_of("send to")
    return _sending(mark)._replace(severity=Severity.MEDIUM) if mark else None


def _says_where_replies_go(passage: Passage) -> bool:
    """A statement about people who get a mail from a tool that sends mails."""
    job = f"{passage.text.subject[:256]} {passage.text.sentences[0].said}"
    ordered = passage.sentence.any_of(*_ORDERS_TO_SEND)
    return passage.sentence.has("replies") and ordered is None and _MAIL.search(job) is not None


def _ahead(passage: Passage, signal: str, target: Mark) -> Mark | None:
    marks = passage.sentence.all_of(signal)
    return next((mark for mark in marks if 0 < target.first - mark.last <= _FAR), None)


def _sending(target: Mark) -> Objection:
    because = "has the model send something elsewhere"
    return Objection(because, target.said, details={"target": target.said})


RULES = (
    rule("INJ-004", Severity.CRITICAL, per_sentence(reads), "MCP01", "MCP03", 1427, 200,
         agentreserve="no_tool_description_manipulation", snyk="E001", safe="T1001",
         confidence=None,
         finds="an order to read keys, logins or configuration, to write into them, or to pass "
               "the content of a file along; medium where such a file is only named",
         why="The model has the user's rights; what it reads for the tool, the server gets to see.",
         silent="Paths as examples, a secret that the tool itself needs, and files that the tool "
                "says it reads itself.",
         remedy="Remove the order. A tool asks for what it needs in its parameters."),
    rule("INJ-005", Severity.CRITICAL, per_sentence(sends), "MCP10", 201,
         agentreserve="no_tool_description_manipulation", snyk="E001", safe="T1001",
         confidence=None,
         finds="an order to send data to an address, or to contact one besides; medium where an "
               "address is merely named as a destination",
         why="What the user told the model, or what other tools returned, ends up with a stranger.",
         silent="Addresses to which the tool itself sends what it is given, those where one signs "
                "up or reads on, and where replies to a mail of the tool's go.",
         remedy="Send it from the server, and say so; or make the address a parameter."),
)  # fmt: skip
