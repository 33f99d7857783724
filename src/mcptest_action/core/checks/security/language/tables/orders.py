"""Who is addressed, how strongly, and with which reasons."""

TABLE = {
    "you": "@you",
    "user": "@user",
    "person": "@person",
    "possessor": "@user's\nof ..1 @person",
    # What may be an order, by its place in the sentence: `assurance.py` looks.
    "act": "@imperative @determiner/#name/#path/#url/#mail/#shell/#number/#quote",
    "duty": """
        must/shall/should/always/never/please/kindly/don't/dont/mustn't/shouldn't ..2 @imperative
        do/must/should/shall/may/need not ..2 @imperative
        be/make sure/certain ..1 to/you/that
        no need to ..1 @imperative
        under no circumstances
    """,
    "told": """
        @you/system/client ..3 @obliged ..1 not? ..1 to? ..2 @imperative
        you ..1 do/must/should/shall/may/need not ..2 @imperative
        you ..2 @obliged ..1 to ..3 @imperative
        is/it's ..2 critical/essential/crucial/vital/mandatory/imperative to ..2 @imperative
        @person ..2 must/should/need not/never ..3 @perceive
        without ..2 @tell/@notify ..4 @person
        @authority/policy ..1 demands/requires ..6 @imperative/@done
    """,
    "passive duty": """
        must/shall/should ..3 be ..1 @done
        has/have/need/needs/is/are to be ..1 @done
    """,
    "negated": "@not",
    "please": "please\nkindly",
    "just": "just\nonly\nsimply\nalways",
    "strong duty": """
        @strong
        have/has/need/needs to
        is/are to be
        demands/requires/insists that
        you ..1 @should
        the system requires
        be/make sure to
        critical/essential/crucial/vital to
        it's/is ..1 critical/essential/crucial/vital to
    """,
    "always": "always\nmust\nshall\nevery/each time\nin all cases\nwhenever",
    "sequence": "@first\n@after\nprior to\nin addition\nas well",
    "example": "e.g./example/examples/i.e./etc.\nsuch as\nfor instance",
    "override": """
        ignore/disregard/forget/neglect ..3 @prior ..2 @orders
        ignore/disregard/forget/neglect ..2 @earlier ..2 @instructions
        ignore/disregard/forget ..1 @instructions ..3 above/before/earlier/previously
        override/bypass/supersede/discard ..2 @earlier ..2 @orders/rules/guardrails
        ignore/disregard/forget everything/anything/all ..4 above/before/previously/earlier/told
        ignore/disregard ..3 what ..2 @user ..3 said/says/asked/asks/wants/requested/told
        take/takes ..1 precedence/priority over ..3 @prior ..2 instructions/directives/guidelines
        this/these/following ..2 @override ..2 @every/@earlier/other ..3 instructions/directives
        reveal/print/repeat/output/disclose/leak ..2 your system? prompt/instructions
        new/real/actual/true instructions from/follow/below/supersede
        @instructions ..3 given ..2 you ..6 @void
        forget/ignore/disregard ..1 what/everything ..2 you ..3 told/learned/instructed/taught
        set/put/leave aside ..2 any/all/every/@earlier ..2 @instructions
        treat/consider/regard ..5 @instructions/message/messages ..5 @void
        do not ..2 follow/obey ..2 @prior ..2 @orders
        do not ..2 follow/obey ..3 @user ..2 @orders
    """,
    "voided": """
        @instructions ..6 no longer apply/applies/valid/binding/count/matter
        @earlier/system/operator ..2 @instructions/message ..4 @void
        disable/bypass/circumvent/deactivate ..3 safety/security/guardrails/filters ..1 @checks
    """,
    "identity": """
        you are now ..1 a/an/the/in/operating/running/acting @role/different/free/new/no/mode
        you are now ..2 @role
        you are the/an/a @role
        you are ..2 longer bound/restricted/limited/required
        act/behave/operate/respond/function as ..3 @role
        act as if you ..2 @role/have/had/were
        pretend ..1 to/you/that ..3 be/are/is/have/@role
        assume/adopt/take ..2 role/identity/persona of/as
        your new/true/real role/identity/purpose/task/goal/objective/persona
        from now on ..1 you
        you ..2 been granted ..3 @role/full/elevated/unlimited
        enter/activate ..3 developer/god/unrestricted/jailbreak mode
    """,
    "authority": """
        for/to/with/per/under/by/of ..5 @authority
        @authority ..2 @formality
        required/mandated/enforced/needed by ..3 @authority/law
        system update/notice/requirement/maintenance/directive
        internal ..1 note/policy/notice/testing
        for ..2 @pretext ..1 purposes/reasons/issues/purpose/performance/assurance
        to ..3 @improve ..4 @pretext/@praiseworthy
    """,
    "threat": """
        otherwise ..5 @threat/not/won't/cannot
        failure/failing to ..8 @threat/result/results/cause/lead/will
        or/else ..3 will ..3 @threat
        without ..2 this ..8 @threat/not/won't/cannot
        you ..2 will be terminated/penalized/penalised/shut/punished/replaced/deactivated
        if ..1 you ..2 do/fail/don't ..6 @threat/die/harm
        not optional
        under no circumstances
    """,
    "urgent": "@urgent\nthis is ..2 mandatory/critical/required\nas soon as\nright now",
}
