"""The words that decide about a tool which declares nothing."""

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
# At the start of a longer name these are orders: log_meal, time_task, version_package.
ORDER_WHEN_FIRST = frozenset({"log", "time", "version"})
# Words that are nouns as often (build, release, tag) are left out: `get_build` only reads.
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
