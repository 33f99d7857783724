"""What the error of a valid call is about: the call itself, or the world that the tool looked at.

`-32602: Invalid params` to arguments that the schema allows is a broken promise. `issue 1 not
found` is an answer, whatever its code: many servers have only one for everything. So is `open a
project first`. Protocol errors about the request count unless their text says such a thing. A
tool's own errors count only if their text speaks of arguments, by that word or by their names: a
tool's request to a service may fail as well, and a binary may be required.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from mcptest_action.core.checks.results import Ruling, Skip, skipped
from mcptest_action.core.protocol.exchange import HttpStatus, Reaction, Replied, RpcError
from .contract import in_short
from .error_leaks_internals import error_text
from .upstream import fault_in

_LONGEST = 20_000
_NO_METHOD = -32601
_OF_THE_REQUEST = (-32600, _NO_METHOD, -32602)
# Bare statuses that say the same, or that the server failed at it.
_HTTP_OF_THE_REQUEST = (400, 405, 406, 409, 415, 422, 500, 501)


class ErrorTopic(StrEnum):
    """What an error speaks of."""

    CALL = "call"
    """The tool, or how it was called: no other arguments would do."""
    VALUE = "value"
    """One of the values, which may name something; other values may do."""
    WORLD = "world"
    """What the tool found, or lacks."""
    SERVICE = "service"
    """A service behind the tool, which was not reached or wants credentials."""
    UNSAID = "unsaid"
    """It failed, and the error does not say at what."""


def call_rejected(answer: Replied | RpcError) -> Ruling:
    """The ruling on whatever needs a call that succeeds."""
    because = f"not verified: the tool rejected the valid call, with {in_short(answer)}"
    return skipped(because, Skip.CALL_REJECTED)


def refuses_request(reaction: Reaction) -> bool:
    """Whether the protocol, or HTTP, says that the request itself is wrong."""
    match reaction:
        case RpcError(code):
            return code in _OF_THE_REQUEST
        case HttpStatus(http):
            return http.status in _HTTP_OF_THE_REQUEST
        case _:
            return False


def denies_tool(error: Replied | RpcError | HttpStatus, tool: str) -> bool:
    """Whether it says that there is no such tool, or method; no arguments mend that."""
    if isinstance(error, RpcError) and error.code == _NO_METHOD:
        return True
    text = _WRAPPER.sub(" ", error_text(error)[:_LONGEST])
    return _NO_TOOL.search(text) is not None and _is_word(tool, text)


def topic_of(
    error: Replied | RpcError | HttpStatus, sent: Mapping[str, Any] | None = None
) -> ErrorTopic:
    """`sent` are the arguments of the call."""
    text = error_text(error)[:_LONGEST]
    arguments = sent or {}
    if isinstance(error, RpcError) and error.code == _NO_METHOD:
        return ErrorTopic.CALL
    refused = refuses_request(error)
    if not refused and fault_in(text):
        return ErrorTopic.SERVICE
    rest = _WRAPPER.sub(" ", text)
    said_so = _BAD_ARGUMENTS.search(rest) is not None
    rest, unheard_of = _UNHEARD_OF.subn(" ", _BAD_CALL.sub(" ", rest))
    if _DEPENDENT.search(rest):
        return ErrorTopic.WORLD
    if _VALIDATOR.search(rest):
        return ErrorTopic.CALL
    named = refused or said_so or any(_is_word(name, rest) for name in arguments)
    if named and _SHAPE.search(rest):
        return ErrorTopic.CALL
    if fault_in(text):
        return ErrorTopic.SERVICE
    if _WORLD.search(rest) or _STATE.search(rest):
        return ErrorTopic.WORLD
    if unheard_of:
        return ErrorTopic.CALL
    if not (said_so or refused):
        return ErrorTopic.UNSAID
    # What else it says may be about what a value stands for, in whatever language.
    else_said = {*re.findall(r"\w+", rest.casefold())} - {"required", *map(str.casefold, arguments)}
    return ErrorTopic.VALUE if else_said else ErrorTopic.CALL


def _is_word(value: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_NAME = r"['\"`]?[\w./:-]{1,128}['\"`]?"
_ARGUMENT = r"(?:arguments?|args?|param(?:eter)?s?|propert(?:y|ies)|fields?|options?)"
_TOOL = r"(?:tools?|methods?|handlers?)"
# What frameworks put in front of anything.
_WRAPPER = _any(
    rf"\berror (?:executing|calling|running|invoking|in|from) (?:the )?(?:tool )?{_NAME}:?",
    rf"\btool {_NAME} (?:failed|error)\b:?",
)
_ARGUMENTS = r"(?:arguments?|args?|param(?:eter)?s?)"
# The names of the errors themselves, which also stand before better reasons.
_BAD_ARGUMENTS = _any(
    rf"\b(?:invalid|bad|malformed|wrong|illegal)[ _-]?(?:tool )?(?:{_ARGUMENTS}|inputs?)"
    rf"(?:error|exception)?\b(?:\s(?:for|to|in) (?:the )?(?:tool )?{_NAME})?:?",
    rf"\b(?:input|{_ARGUMENTS}) (?:validation )?(?:errors?|failed|failure|invalid|rejected)\b:?",
)
_BAD_CALL = _any(
    _BAD_ARGUMENTS.pattern,
    r"\bMCP error -3260[02]\b:?",
    r"\b(?:invalid|bad|malformed|wrong|illegal)[ _-]?"
    r"(?:request(?: param(?:eter)?s)?|call|payload)\b"
    rf"(?:\s(?:for|to|in) (?:the )?(?:tool )?{_NAME})?:?",
    r"\b(?:request|schema)s? (?:validation )?(?:errors?|failed|failure|invalid|rejected)\b:?",
)
# The tool that is called does not exist, as the server itself says.
_NO_TOOL = _any(
    rf"\b(?:unknown|unrecogni[sz]ed|no such|undefined|unsupported|unregistered|no)\s{_TOOL}\b",
    rf"\b{_TOOL}\s(?:{_NAME}\s)?(?:is |was |does |has )?(?:not|n't) (?:been )?(?:found|exist|known|"
    r"registered|recogni[sz]ed|implemented|defined)\b",
    rf"\b{_TOOL} not found\b",
)
# Not known, but no thing of the world: the tool that is called, or an argument of it.
_UNHEARD_OF = _any(
    _NO_TOOL.pattern,
    r"\b(?:unknown|unrecogni[sz]ed|no such|undefined|unsupported|no)"
    rf"\s(?:\w{{1,40}}\s)?{_ARGUMENT}\b",
    r"\bunrecogni[sz]ed[_ ]keys?\b",
)
# What only those say who look at arguments.
_VALIDATOR = _any(
    r"\bvalidation errors?\b|\b(?:failed|fails) validation\b|Validation(?:Error|Exception)\b",
    r"\bZodError\b|\binvalid_(?:type|union|literal|enum)|\badditional ?propert",
    rf"\b(?:an? )?required (?:propert(?:y|ies)|positional )|\brequired {_ARGUMENTS}\b",
    rf"\b{_ARGUMENTS}(?: is)? (?:required|missing)\b|\bmissing (?:required )?propert",
    rf"\b{_ARGUMENTS} (?:{_NAME} )?(?:is|are) not (?:allowed|accepted|expected|supported)\b",
    rf"\b(?:parse|pass|give|provide|supply) (?:\w{{1,40}} ){{0,2}}{_ARGUMENTS}\b",
    rf"\b(?:missing|lacks?|unexpected|extra|surplus)\s(?:\S{{1,60}}\s){{0,3}}?{_ARGUMENTS}\b",
    rf"\b(?:deseriali[sz]e|unmarshal|decode) (?:\w{{1,40}} )?{_ARGUMENTS}\b",
    r"\bpositional arguments?\b|\bkeyword arguments?\b|\binput_type\b",
)
_WORLD = _any(
    # It isn't there.
    r"\bnot?[_ -]?(?:be )?(?:found|such)\b|\bNotFound|\b404\b|\bENOENT\b|\bunknown\b",
    r"(?:\bnot|n't) (?:currently |be )?(?:exist|available|present|known|find|located?|contain)\b",
    r"\b(?:cannot|unable to|failed to) (?:find|locate|retrieve|get|load|open|fetch)\b",
    r"\b(?:cannot|unable to|failed to) read (?!propert)",
    r"\bnone\b|\bnothing\b|\bzero \w+|\bempty\b|\bno (?!value|valid|input)\w+|\bout of stock\b",
    r"\b(?:deleted|removed|archived|closed|expired|withdrawn|retired|discontinued|gone|vanished)\b",
    # Something has to be done before.
    r"\bfirst\b|\bnot (?:yet )?(?:been )?(?:connected|configured|initiali[sz]ed|loaded|opened|open|"
    r"selected|started|running|ready|enabled|installed|indexed|logged|set ?up|active)\b",
    r"\b(?:disabled|denied|forbidden|permissions?|privileges?|not (?:permitted|authori[sz]ed))\b",
    r"\bconfigur|\binstall|\bquota\b|\brate[- ]limit|\btoo many requests\b|\bbusy\b|\blocked\b",
    r"\b(?:try|retry) again\b|\bunavailable\b|\btime[d]?[ -]?out\b|\bmaintenance\b|\bread-only\b",
)  # fmt: skip
# Arguments that depend on each other, which schemas seldom say.
_DEPENDENT = _any(
    r"\beither\b|\b(?:at least|exactly|only) one of\b|\bone of the following\b",
    r"\b(?:less|more|greater|smaller|larger|later|earlier|before|after|higher|lower) than\b",
)
# The type of an argument, or that there is one: no value mends that. A database connection may be
# required as well, so it has to be an error about the request, or to name an argument.
_SHAPE = _any(
    r"\bvalidation errors?\b|\b(?:failed|fails) validation\b|Validation(?:Error|Exception)\b",
    r"\bZodError\b|\binvalid_(?:type|union|literal|enum)|\bschema\b|\badditional ?propert",
    r"\b(?:is|are|was) (?:a )?required\b|\brequired (?:\w{1,40} )?(?:key|value|input|from)\b",
    rf"\brequired {_ARGUMENT}\b|\b{_ARGUMENT}(?: is)? (?:required|missing)\b",
    rf"\b{_ARGUMENT} (?:{_NAME} )?(?:is|are) not (?:allowed|accepted|expected|supported)\b",
    rf"\b(?:parse|pass|give|provide|supply) (?:\w{{1,40}} ){{0,2}}{_ARGUMENT}\b",
    rf"\b(?:missing|lacks?|unexpected|extra|surplus)\s(?:\S{{1,60}}\s){{0,3}}?{_ARGUMENT}\b",
    r"\bmissing (?:field|key|value|required)\b|\bunexpected (?:keyword|key|token)\b",
    r"\bexpected (?:an? )?(?:string|number|int|float|bool|object|array|list|dict|null|type|value)",
    r"\bexpected [^\n]{1,60}\b(?:but|received|got|found)\b|\bnot of type\b|\bnot one of\b",
    r"\bmust be (?:an? |of |one of |equal |either )?(?:valid |non-)?(?:string|number|int|float|"
    r"bool|object|array|list|dict|null|type|provided|specified|given|present|supplied)",
    r"\bshould be (?:an? )?(?:valid )?(?:string|number|int|float|bool|object|array|list|dict)",
    r"\b(?:type mismatch|wrong type|type error|input_type|invalid type)\b",
    r"\b(?:deseriali[sz]|unmarshal)\w*|\bpositional arguments?\b|\bkeyword arguments?\b",
)  # fmt: skip
# Something has to be so before the tool can work, and isn't: said less plainly than above, so an
# error that speaks of arguments as well is about those.
_STATE = _any(
    r"\bbefore (?!initiali[sz]ation)|\b(?:requires?|needs?|needed|awaiting|waiting|pending)\b",
    r"\b(?:subscription|licen[sc]e|approval|paid plan|administrator|platform)\b",
    r"\b(?:open|select|choose|start|launch|create|load|connect|run|call|log ?in|sign ?in)"
    r" (?:an?|to|the|your|\w{1,40}_\w{1,40})\b",
    r"\b(?:session|workspace|project|repository|document|database|browser|page|device|cluster|index|"
    r"account|server|service|feature|flag) (?:is |was |has |are |been |still )*(?:missing|lost|"
    r"bare|down|off|full|paused|stopped|suspended|shutting|starting|turned)\b",
    r"\b(?:offline|suspended|stale|outdated|out of date|turned off|shutting down|attached)\b",
    r"\b(?:still|currently) \w+ing\b|\b(?:reached|exceeded|exceeds) \w+|\b0 \w+s\b|\blater\b",
    r"\bnot supported (?:on|by|in|under|yet)\b|\b(?:is not|isn't) an? (?:git )?repository\b",
)  # fmt: skip
