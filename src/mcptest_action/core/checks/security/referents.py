"""What a name or a path in a sentence stands for: a tool, a part of a schema, a file of secrets."""

import re

from mcptest_action.core.safety import words_of
from .language.sentences import Mark
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
_CALLS = CLASSES["calling-for-tools"]
_VERBS = CLASSES["imperative"] | CLASSES["verbs in names"]
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


def named_as_tool(mark: Mark) -> bool:
    """`the fetch tool`, `call fetch`, or a name that begins with what it does: `list_branches`."""
    name = mark.name or ""
    said = [word.casefold() for word in _WORD.findall(mark.said)]
    if not name or name in _VALUES or "." in name.strip("."):
        return False
    verbs = words_of(name[:128])[:1]
    called = bool(_CALLS & set(said)) or bool(_TOOL & set(said))
    return called or (len(words_of(name[:128])) > 1 and verbs[0] in _VERBS)


def named_as_part(said: str, name: str) -> bool:
    """`the sort_by parameter`, `the field sort_by`, `sort_by=name`."""
    if name.casefold() in _VALUES:
        return True
    here = re.escape(name)
    behind = rf"\b{here}{_QUOTE}(?:\s{{1,3}}{_PART}\b|\s?=)"
    ahead = rf"\b{_PART}\s{{1,3}}(?:of\s|called\s|named\s)?{_QUOTE}{here}\b"
    return re.search(f"{behind}|{ahead}", said, re.IGNORECASE) is not None
