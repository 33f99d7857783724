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
# Words that are nouns as often (build, release, tag) are left out: `get_build` only reads.
SIDE_EFFECT = frozenset(
    """
    accept activate apply approve archive assign attach authorize buy cancel change checkout
    clear click clone close commit compose configure connect copy deactivate deploy disable
    disconnect dismiss dispatch download drag edit enable evaluate execute export fill flush
    fork generate grant import increment init initialize install invite invoke join launch leave
    lock manage mark merge modify mount move navigate notify open pause pay promote provision
    publish purchase push rebase rebuild redeploy refresh register reject rename replace reply
    reserve reset restart restore resume retry revert rollback rotate run save shutdown simulate
    spawn start stash stop submit subscribe suspend swap switch sync terminate toggle transfer
    trigger truncate uninstall unlink unlock unsubscribe upgrade upsert withdraw
    """.split()
)
