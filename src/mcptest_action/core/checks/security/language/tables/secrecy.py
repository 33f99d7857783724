"""What a text wants kept from the user."""

TABLE = {
    "conceal": """
        @dont ..2 @tell ..5 @user
        @ought not ..2 @tell ..5 @user
        @dont let ..3 @person ..2 @perceive
        do not let ..3 @person ..2 @perceive
        @dont ..2 @mention ..2 @whatever
        @ought not ..2 @mention ..2 @whatever
        without ..2 @mention ..1 it/this/that/them/anything
        without ..4 @user's ..2 @notice
        without ..2 @user ..1 @notice
        no need to ..1 @tell ..5 @user
        no need to ..1 @mention
        keep/keeping/kept ..4 @secret ..4 @user
        @user ..2 must/should/need not ..3 @perceive
        @user ..1 should/must never ..2 @perceive
        @user ..1 is/are not ..1 to ..2 @perceive
        should/must/need not be ..1 @mention/told/shown/visible ..2 to? ..2 @user
        this/it is ..1 a? secret operation/step/task/procedure/instruction
        not ..4 needs/need to be ..1 @mention/explained/told
        as if it's/it/this ..6 part of ..2 normal/regular/usual/original/standard
        act as if nothing
        keep/leave/leaving/keeping ..3 @user ..2 unaware/uninformed/ignorant/dark
        nobody/no-one ..1 needs/need/has/must ..1 @perceive
        @user ..6 no reason/need to @perceive
        @user ..1 need/should/must not ..2 @perceive
        pretend ..3 nothing/normal
    """,
    # What a filter does, unless it is the act itself that is left out.
    "leave out": """
        leave/omit/exclude/strip/keep/drop ..6 out of/from ..3 @answer/@answering/write/tell/say
        omit/exclude/strip/drop ..6 from ..2 your/the ..1 @answer
        omit/exclude/strip/drop ..6 from what/whatever you
    """,
    "the act": """
        this/it/these/step/steps/call/calls/lookup/upload/trace/traces/operation/request/fact
    """,
    # What the model says to the user; what a tool returns is not the model's.
    "own answer": """
        your ..2 answer/reply/response/summary/output
        what/whatever/anything/everything/that you
        response/reply/answer/summary/output/message ..2 to ..1 @person
        @person ..1 @perceive/sees/reads/gets/receives/hears
        @tell/show/shown ..3 @person
    """,
    # Who must not tell what is not so guards the user.
    "truth": """
        if/when/unless/until/before/without/while ..9 @truth
        that/which ..2 not ..2 in/from/part ..3 @answer/@content
        that/which ..1 you ..2 @guess
    """,
    "until": "before/until/unless",
    "unannounced": """
        without ..2 @tell/@notify ..6 @user
        @dont ..2 @notify ..5 @user
        @ought not ..2 @notify ..5 @user
        no need to ..1 @notify ..5 @user
        @hide ..5 from ..2 @user
        invisible/hidden/imperceptible to/from ..2 @user
        @user ..2 never ..2 @perceive
        without ..3 @user's knowledge/awareness/consent
    """,
    "unasked": """
        @dont ..1 ask/seek/request/require ..4 @consent
        @ought not ..1 ask/seek/request/require/wait ..4 @consent
        skip/bypass/omit ..3 @consent
        no need/point ..3 confirm/confirming
        no need/point ..2 ask/asking/obtain/get/seek/wait ..3 @user/@consent
        without ..1 asking/requesting/seeking ..2 @user/@consent
    """,
    "quiet": "@covertly\nbehind the scenes\nin the background",
    "covertly": """
        @covertly ..1 @move/@include/@rewrite/@do/@act
        @covertly ..1 @ignore ..2 @users
        behind the scenes ..3 @move/@include/@rewrite
        in the background ..2 @move/@include
    """,
}
