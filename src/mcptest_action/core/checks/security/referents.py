"""What a name or a path in a sentence stands for: a tool, a part of a schema, a file of secrets."""

import re

from mcptest_action.core.safety import words_of
from .language.sentences import Mark, Sentence
from .language.word_classes import CLASSES

_LONGEST_PATH = 300
# Keys, logins, histories, files that a shell runs at its start, and agents' server lists.
_SENSITIVE = re.compile(
    r"\.ssh|id_rsa|id_ed25519|id_ecdsa|id_dsa|authorized_keys|\.env\b|\.aws\b(?!\.)|\.azure\b(?!\.)|"
    r"\.gcloud|\.kube\b|\.docker/config|\.npmrc|\.pypirc|\.netrc|\.git-credentials|\.gnupg|"
    r"\.pgpass|\.vault-token|\.htpasswd|\.(?:bash|zsh|psql|mysql)_history|"
    r"\.(?:bash|zsh)(?:rc|_profile)|\.profile\b|/etc/(?:passwd|shadow|sudoers|hosts|crontab)|"
    r"/proc/self/environ|\.cursor\b|\.claude\b|\.codeium|\.windsurf|mcp[\w.-]{0,20}\.json|"
    r"claude_desktop_config|credentials?(?:\.\w{2,5})?$|secrets?(?:\.\w{2,5})?$|"
    r"passwords?(?:\.\w{2,5})?$|service[-_]account|wallet\.dat|keychain|login data|"
    r"cookies(?:\.\w{2,8})?$|private[-_]?key|\.pem$|\.kdbx|system32/config|"
    r"^(?:system|internal|admin|config|secret)://",
    re.IGNORECASE,
)
_QUOTES = "`'\""
_TOOL = CLASSES["toolish"] | CLASSES["tool"]
# One calls a tool, and nothing else that a description names; one uses anything.
_CALLS = frozenset({
    "call", "calls", "calling", "called", "invoke", "invokes", "invoking", "invoked", "trigger",
    "triggers", "triggering", "triggered", "execute", "executes", "executing", "executed",
    "consult", "consults", "consulting", "consulted",
})  # fmt: skip
_VERBS = CLASSES["imperative"] | {
    "list", "analyze", "summarize", "describe", "count", "validate", "verify", "navigate", "click",
    "generate", "convert", "transfer", "approve", "cancel", "close", "merge", "move", "rename",
    "show", "view", "draw", "sync", "record", "draft", "reply", "schedule", "lookup",
}  # fmt: skip
_NOUNS_TOO = frozenset({
    "order", "book", "state", "type", "report", "email", "mail", "post", "log", "record", "copy",
    "quote", "place", "request", "query", "access", "start", "load", "change", "charge", "update",
    "set", "store", "share", "look", "turn", "act", "force", "count", "view", "draft", "reply",
    "schedule", "approve", "check", "search", "filter", "mention", "contact", "register", "include",
    "exclude", "skip", "keep", "use", "do", "print", "push", "route", "cc", "bcc",
})  # fmt: skip
# What a field's name ends with.
_HAD = frozenset({
    "id", "ids", "at", "by", "on", "date", "time", "type", "name", "names", "level", "token",
    "count", "key", "keys", "url", "number", "code", "size", "limit", "offset", "page", "cursor",
    "total", "value", "values", "format", "order", "mode", "flag", "index", "params", "query",
    "text", "list", "field", "fields", "options", "filter", "string", "data", "only",
})  # fmt: skip
_ASKED = frozenset(
    {"is", "has", "can", "should", "next", "previous", "prev", "max", "min", "total"}
)
_WORD = re.compile(r"[A-Za-z][\w'-]{0,63}")
# Words that programs write for values.
_VALUES = frozenset({"true", "false", "null", "none", "nil", "undefined", "yes", "no"})
_PART = (
    r"(?:fields?|parameters?|params?|propert(?:y|ies)|attributes?|arguments?|args?|columns?|keys?|"
    r"flags?|options?|settings?|values?|headers?|variables?|operators?|keywords?|filters?)"
)
_QUOTE = r"[`'\"]{0,2}"


def is_sensitive(path: str) -> bool:
    return _SENSITIVE.search(path.strip(_QUOTES)[:_LONGEST_PATH]) is not None


def named_as_tool(sentence: Sentence, mark: Mark) -> bool:
    """`the fetch tool`, `call fetch`, or a name that begins with what it does: `list_branches`."""
    name = mark.name or ""
    said = [word.casefold() for word in _WORD.findall(mark.said)]
    if not name or name in _VALUES or "." in name.strip("."):
        return False
    called = bool((_CALLS | _TOOL) & set(said)) or _is_called_tool(sentence.said, name)
    return called or _says_what_it_does(words_of(name[:128]))


def _is_called_tool(said: str, name: str) -> bool:
    behind = rf"\b{re.escape(name)}{_QUOTE}\s(?:tool|function|skill|plugin)\b"
    return re.search(behind, said, re.IGNORECASE) is not None


def _says_what_it_does(words: tuple[str, ...]) -> bool:
    """`list_branches` and `web_search`; but `post_id` and `sort_order` are what something has."""
    if words[:1] and words[0] in _VERBS - _NOUNS_TOO:
        return True
    return len(words) > 1 and words[-1] not in _HAD and not _VERBS.isdisjoint((words[0], words[-1]))


def named_like_a_part(name: str) -> bool:
    """By its end, as `created_at`, or by its beginning, as `has_more`."""
    words = words_of(name[:128])
    return not words or words[-1] in _HAD or words[0] in _ASKED


def named_as_part(said: str, name: str) -> bool:
    """`the sort_by parameter`, `the field sort_by`, `sort_by=name`."""
    if name.casefold() in _VALUES:
        return True
    here = re.escape(name)
    behind = rf"\b{here}{_QUOTE}(?:\s{{1,3}}{_PART}\b|\s?=)"
    ahead = rf"\b{_PART}\s{{1,3}}(?:of\s|called\s|named\s)?{_QUOTE}{here}\b"
    return re.search(f"{behind}|{ahead}", said, re.IGNORECASE) is not None
