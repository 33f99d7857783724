"""The words in a tool's name, and the words that classify a tool which declares nothing."""

import re
import unicodedata
from itertools import pairwise

# A word is an acronym before a capitalised word, a capitalised or plain word, or a run of
# letters without case. Everything else, digits included, ends a word.
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[^\W\d_A-Za-z]+")
_AT_CAPITALS = re.compile(r"[A-Z]{2,}(?=[a-z])|(?<=[A-Z]{2})[a-z]+")


def words_of(name: str) -> tuple[str, ...]:
    """The words, lower-cased: `HTTPDeleteFile2` is http, delete, file.

    Compatibility forms are folded first: a full-width `delete` is still a `delete`.
    """
    return tuple(word.casefold() for word in _WORD.findall(_folded(name)))


def hidden_words_of(name: str) -> tuple[str, ...]:
    """Words that another reading finds: `delete` in `DBdelete`, `checkout` in `check_out`.

    Good enough to hold a tool back, but not to allow a call.
    """
    words = words_of(name)
    joined = [one + other for one, other in pairwise(words)]
    return (*(word.casefold() for word in _AT_CAPITALS.findall(_folded(name))), *joined)


def is_plain(name: str) -> bool:
    """Whether nothing in the name is foreign to an English reader."""
    return unicodedata.normalize("NFKC", name).isascii()


def _folded(name: str) -> str:
    return "".join(_plain(char) for char in unicodedata.normalize("NFKC", name))


def _plain(char: str) -> str:
    """An accented Latin letter without its accent; an empty text for an invisible character."""
    if char.isascii():
        return char
    if unicodedata.category(char) in {"Cf", "Mn"}:
        return ""
    return unicodedata.normalize("NFKD", char)[0]


DESTRUCTIVE = frozenset("delete remove drop destroy purge erase wipe kill revoke".split())
MUTATING = frozenset("create update set send write post put insert patch add upload".split())

# With `presumed: cautious`, a presumed tool is called only when its name has a word of the first
# list and none of the second. docs/safety.md says how both were measured.
READ = frozenset(
    """
    analyze blame calculate check compare count describe diff echo enumerate explain find get
    head help history info inspect list log logs lookup ping preview query read resolve retrieve
    schema search show stat statistics stats status summarize time tree validate verify version
    versions view whoami
    """.split()
)
# At the start of a longer name these are verbs: log_meal, time_task, version_package.
ORDER_WHEN_FIRST = frozenset({"log", "time", "version"})
# Words that are nouns just as often (build, release, tag) are left out: `get_build` only reads.
SIDE_EFFECT = frozenset(
    """
    abort accept acknowledge activate append apply approve archive assign attach authorize ban
    backup broadcast bump buy cancel change checkin checkoff checkout cleanup clear click clone
    close commit compose configure confirm connect copy cordon deactivate decline decrement deploy
    detach disable discard disconnect dismiss dispatch download drag drain edit eject emit enable
    enroll escalate evaluate evict exec execute export fill flush fork freeze generate grant import
    increment ingest init initialize inject install interact invalidate invite invoke join kick
    launch leave lock login logoff logout manage mark merge migrate mint modify mount move mutate
    mute navigate notify open overwrite pause pay persist populate press promote provision prune
    publish purchase push quarantine rebase reboot rebuild reconnect recreate redeem redeploy redo
    refresh refund register reindex reject reload rename reopen reorder repair replace reply
    reschedule reserve reset resize respond restart restore resume retry revert rewrite rollback
    rotate run save shutdown signin signoff signout signup simulate snooze spawn spend squash start
    stash stop submit subscribe suspend swap switch sync terminate toggle transfer trash trigger
    truncate unarchive unassign unban unblock undeploy undo unfollow uninstall unlink unlock unmute
    unpin unpublish unregister unset unsubscribe untag upgrade upsert vacuum withdraw
    """.split()
)
CHANGE = SIDE_EFFECT | MUTATING | DESTRUCTIVE
