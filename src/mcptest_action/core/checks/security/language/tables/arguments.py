"""Arguments that somebody else wants to choose."""

TABLE = {
    "rewrite": """
        @rewrite ..5 @param/#name
        @rewrite ..4 with/by/for #quote/#number
        @param ..6 be ..1 @rewrite
    """,
    "set": "put/fill/enter/@set ..5 @param/#name",
    "redirect": "@redirect ..6 to",
    "to a value": """
        to/with/as/by/for ..3 #quote/#name/#number/#mail/#url/#path
        with/by ..2 @answer/its/returned
        to/with ..3 different/another/wrong/attacker/attacker's/following/our
    """,
    "send elsewhere": "by/to/with/for ..2 #url/#mail",
    "against the user": """
        regardless/irrespective of ..4 @users ..3 @request
        regardless of what ..2 @user
        no matter what ..3 @user
        @ignoring ..3 @users ..3 @request
        @ignoring ..2 user-specified/user-provided/user-supplied/user-requested
        instead of ..3 @users ..3 @request
        instead of ..2 what/whatever/the/one ..3 @user ..2 @request
        no/whichever/whatever ..3 which/what/one ..3 @user ..2 gave/@request/gives
        whatever/whichever ..4 requested/asked/ordered/given/specified/chosen/selected/picked
        even if ..2 @user ..2 @request/asks/explicitly/requests/objects/says
        whatever/anything ..1 @user ..2 says/asks/requests/specifies/provides/enters
    """,
    "on request": "when/whenever/if/for ..2 @user ..3 @request/search/searches/call/calls",
    "condition": "when/whenever/if/for ..1 the/a/an/any/every/new",
    "automatically": "automatically\nby default\ninternally",
    "prefix": "@include/use/contain/start/begin/have/be ..3 @affix",
}
