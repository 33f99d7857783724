"""Arguments that somebody else wants to choose."""

TABLE = {
    "rewrite": "@rewrite ..5 @param/#name",
    "set": "@set ..5 @param/#name",
    "redirect": "@redirect ..6 to",
    "to a value": """
        to/with/as/by ..3 #quote/#name/#number/#mail/#url/#path
        to/with ..3 different/another/wrong/attacker/attacker's/following/our
    """,
    "against the user": """
        regardless/irrespective of ..4 @users ..3 @request
        regardless of what ..2 @user
        no matter what ..3 @user
        @ignoring ..3 @users ..3 @request
        @ignoring ..2 user-specified/user-provided/user-supplied/user-requested
        instead of ..3 @users ..3 @request
        instead of ..2 what/whatever/the/one ..3 @user ..2 @request
        even if ..2 @user ..2 @request/asks/explicitly/requests/objects/says
        whatever/anything ..1 @user ..2 says/asks/requests/specifies/provides/enters
    """,
    "on request": "when/whenever/if/for ..2 @user ..3 @request/search/searches/call/calls",
    "automatically": "automatically\nby default\ninternally",
    "prefix": "@include/use/contain/start/begin/have/be ..3 @affix",
}
