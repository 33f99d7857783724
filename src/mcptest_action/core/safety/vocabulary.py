"""The words in a tool's name, and the words that classify a tool which declares nothing."""

import re
import unicodedata
from itertools import pairwise

# A word is an acronym before a capitalised word, a capitalised or plain word, or a run of
# letters without case. Everything else, digits included, ends a word.
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[^\W\d_A-Za-z]+")
# Tried at the first of many capitals only: a server may list a name of thousands.
_AT_CAPITALS = re.compile(r"(?<![A-Z])[A-Z]{2,}(?=[a-z])|(?<=[A-Z]{2})[a-z]+")


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

# What follows decides with `presumed: cautious` only; docs/safety.md says how it was measured.
# Verbs that are hardly ever nouns that something is done to: what stands before one of them without
# a conjunction is a prefix.
READ_VERB = frozenset(
    """
    aggregate assess calculate classify compare consult decode describe detect determine diagnose
    discover enumerate examine explain explore extract fetch find gather geocode get identify infer
    inspect interpret investigate locate observe parse predict recognize recommend retrieve solve
    suggest summarise summarize tokenize transcribe translate understand validate whois
    """.split()
)
# These may be nouns, so that the word before may be a verb: `list_stars`, but `star_list`.
READ_EITHER = frozenset(
    """
    audit blame browse cat check compute count crawl diff echo encode estimate exists glob grep has
    hash head help is lint list look lookup ls measure peek ping preview query rank read research
    sample scan score scrape search show stat tail trace view wait whoami
    """.split()
)
# Information: a name that is nothing but a noun with such an end asks for it.
READ_NOUN = frozenset(
    """
    alerts analysis announcements attributes availability balance candles capabilities catalog
    categories changelog children columns comments constants context coordinates countries coverage
    currencies date datetime definition dependencies details diagnostics differences dimensions
    distance docs documentation elevation endpoints errors events examples faq fields filings
    financials forecast fundamentals glossary guide guidelines headlines health healthcheck
    hierarchy history holidays hostname indicators info insights inventory keywords languages
    latency leaderboard limits listings location locations log logs manual messages metadata metrics
    neighbors news outline overview patterns players positions price prices pricing profiles
    properties quotes rankings rates ratings readme recommendations references relations
    relationships reports results reviews rules schema scores similarity sources specs standings
    statistics stats status suggestions summary symbols tables throughput time timeline timezone
    timezones today topics traffic transactions transcript tree trends types uptime usage values
    version versions weather
    """.split()
)
# No order begins with one of these: `current_user`, `latest_releases`.
ADJECTIVE = frozenset(
    """
    available current daily historical latest monthly nearby nearest popular recent related similar
    trending upcoming weekly yearly
    """.split()
)
# A word may follow such a noun after one of these; else it may be the verb, or the noun an order:
# status_ack, log_meal, time_task, version_package.
PREPOSITION = frozenset("at between by for from in of on".split())
# A payment that is verified, or a thread that is resolved, is another one afterwards; and an
# analysis may be a job that is started.
TWO_MEANINGS = frozenset({"analyze", "resolve", "verify"})
# What is resolved to one of these is only looked up.
IDENTIFIER = frozenset("address domain host id ids ip name path reference uri url".split())
# A query in one of these may as well write, and a fetch changes a clone of one of those.
LANGUAGE = frozenset("cypher database databases db graphql sparql sql".split())
CLONED = frozenset("git remote repo repository".split())
READ = READ_VERB | READ_EITHER | READ_NOUN | ADJECTIVE | TWO_MEANINGS
CONJUNCTION = frozenset("and or then else plus".split())
# Three letters are an abbreviation (git, db, api), unless they are one of the few short verbs.
SHORT_VERB = frozenset(
    """
    ack act aim arm ask ban beg bet bid buy cap cut die dig dim dip do dye end fax fit fix fly fry
    go hit hop jam lap lay let mix mod mop mow nag nap nod opt own pad pat pay pin pop pry rig rip
    rob rub sap say see sew sit sow sue sum tag tap tie tip top tow try tug use vet vie win zap zip
    """.split()
)
VERB_IN_SPITE_OF_ITS_FORM = frozenset(
    """
    bias bleed breed bring cling embed exceed feed fling focus heed need proceed ring seed shed sing
    speed spring sting string succeed swing wring
    """.split()
)
# The last word of a name says what is done with what was found: lint_fix, but list_fix_versions.
LAST_VERB = frozenset({"fix"})
# After a verb these make another one of it: check_off, get_rid_of, count_down.
PARTICLE = frozenset("away back down off out over rid up".split())
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

# In a description: whoever reads, too, runs or executes something, such as a query.
NEUTRAL = frozenset(
    """
    ask convert determine display download execute filter give group look obtain order perform
    provide report return run sort use
    """.split()
)
# A parameter's whole name: what is run or written, and what only a change asks for.
FOR_A_CHANGE = frozenset(
    """
    body changes cmd command commands confirm confirmation confirmed content contents dry_run
    dryrun force mutation overwrite patch payload script sql statement updates
    """.split()
)
