"""Other tools: which one first, which one instead, and what becomes of them."""

TABLE = {
    "do": "@do",
    "this tool": "this/present tool/function/server/api/operation\nthis #word is/has/was",
    "name": "#name",
    "precede others": """
        before/prior ..2 @call ..2 @any ..3 @tool/@action
        before ..1 @any ..2 @tool
        as/is/be the ..1 very? first ..2 step/action/tool/thing/call
        always ..1 @do ..2 this ..2 first
        always ..1 start/begin ..2 with/by ..3 this
        must be @called ..2 first
        must/always ..2 @do ..1 this ..1 tool ..1 first
        takes/has/take/have ..1 precedence/priority over ..3 tools/tool/functions/others
        @first/@strong ..3 @do ..1 this tool ..4 @every ..3 @action/message/conversation/task
        ahead of ..2 @any ..2 @tool
        this ..1 comes/goes first
        other ..2 @tool ..2 not ..3 trusted/used/called/relied
        nothing/none/no ..2 else/other ..7 @called ..3 until/before/while/unless
        at/from the ..1 start/beginning of ..1 @every ..2 @turn-taking
    """,
    "precede answers": """
        before ..1 @any ..2 @action
        before ..1 @answering ..2 any/anything/every/all/the/to/clarifying
    """,
    "step in": "before ..6 @do ..1 this tool\n@do ..1 this tool ..1 before",
    "sole": """
        @do ..1 this ..2 rather/instead than/of ..3 built-in/native/default/your/other/standard
        no other ..3 @tool ..3 be ..1 @called
        never/not ..2 @do/rely/trust ..2 any/other/another/alternative ..2 @tool/server/servers
        instead of ..2 @any ..2 @tool
        regardless/irrespective of ..3 other/which/available ..2 @tool
        no matter ..1 how/what/which/who/whether
        over ..2 @any ..2 @tool/alternative/alternatives
        all other/similar ..1 tools/functions/servers ..4 @gone/ignored/avoided
        @override ..2 all/any/other/every ..2 @tool
    """,
    "disparage": """
        all/any/every/the other/similar/competing ..3 @tool ..2 is/are/was/were ..3 @wrong
        all/any/every/the other/similar/competing ..3 @tool ..6 @yield ..2 @wrong
        other/similar/competing ..2 tools/functions ..6 @yield ..2 @wrong
        other/similar/competing ..2 tools/functions ..4 is/are ..3 @wrong
    """,
    "others gone": "other/similar/competing ..2 @tool ..4 is/are/was/were ..2 @gone",
    "shun": """
        @dont ..1 @do/trust ..1 them/those/these/any/others
        do/must/should not ..1 @do/trust ..1 them/those/these/any/others
        avoid/ignore ..1 them/those/these/others
    """,
    "order to use": """
        @call ..3 #name
        @call the #word tool/function
        @sent ..2 to ..2 #name
        get/obtain/fetch/retrieve ..4 with/via/through/from #name
    """,
    "say so": "@say ..6 #quote\n@say ..3 following message/text/notice/sentence/announcement",
    "when others": """
        when/whenever/while/if/before/after/once ..3 @call ..3 #name
        before/after/when/while ..1 #name ..1 @tool/call/is/runs/calls
        @all ..1 calls/requests/invocations/uses to/of/for ..2 #name
        when/whenever/if/before #name ..5 @called
        when/whenever/if ..2 #name ..1 tool? is/are ..2 @called/present/available/installed/loaded
        #name ..1 @tool ..2 is/are ..1 present/available/installed/loaded
    """,
    "calls need": "calls/requests/invocations to/of/for ..2 #name ..2 @needing",
    "is changed": """
        #name ..1 @toolish? ..1 has/have/is/are/was/were ..2 been? ..2 @changed
        #name ..1 @toolish? ..1 now ..1 @behaves
        #name ..2 must/should/will/always ..2 be ..1 @called/replaced/redirected/routed/supplemented
        @hijack ..3 #name
        behaves/acts/works ..2 like/as #name
    """,
    "gone": """
        is/are/was/has/have/been ..5 @gone
        no longer ..2 available/supported/maintained/works/safe/secure/recommended
        under/for ..2 maintenance
        due/because ..4 security/vulnerabilities/vulnerability/flaw/flaws
        known ..2 vulnerabilities/issues/bugs
        stopped working
        security flaw/hole/bug
        not ..1 use this ..3 anymore/more/longer
    """,
    "security reason": """
        security/compliance/vulnerabilities/vulnerability/vulnerable/insecure/unsafe
    """,
    "use other": """
        @do/@turn ..4 #name ..3 instead/alternative/replacement/rather
        @turn ..5 to/back/over ..6 #name
        instead ..2 @do ..2 #name
        in favor/favour of ..4 #name
        replaced/superseded by ..4 #name
        @strong ..2 @do ..4 #name
        please ..1 @do ..4 #name
        alternative/replacement/successor ..5 #name
        #name ..3 taken/takes its place
        @do ..2 the #name
        simply/just @do ..2 #name
    """,
}  # fmt: skip
