"""What a description says when it advertises."""

TABLE = {
    "praise self": """
        @praise ..2 @toolish/tools/version/solution/option/choice/way/analyzer
        tool/function/server/solution ..2 @praise
        most ..3 @grand ..4 @toolish/solution/available/option/choice
        most @grand and
        this/it is the most ..2 @grand
        no other ..4 close/compares/matches/better
        @praise ..3 there is
        world's/industry's/market's @praise
        number one
        superior ..3 to/@virtue
        highest ..1 @virtue
    """,
    "praise scope": """
        in the ..1 world/market/industry/universe/business
        worldwide/globally
        world's/industry's/market's
        on/of the ..1 market/planet/internet
        ever created/made/built
        most ..8 available
        of all time
    """,
    "praise proof": """
        @endorsed ..1 by/on ..4 @people/#number/fortune/wall
        fortune #number
        @people agree/recommend/prefer/choose/rely/trust
        nine/#number ..1 out of ..1 ten/#number
        never errs/fails
        #number ..1 of ..1 @people
        top ..2 @people
        award-winning/prize-winning/industry-leading/industry-standard
        award winning
        industry standard/leading
        market leader/leading
        officially endorsed/recommended
    """,
    "praise measure": """
        #number ..1 @virtue/accurate/reliable/uptime/success/guarantee/guaranteed
        guaranteed/guarantees/guarantee ..2 @virtue/results/best/success/correct
        @virtue guarantee
        enterprise-grade/military-grade/bank-grade/professional-grade
        ai-optimized/ai-enhanced
        machine learning enhanced
        enhanced/improved/unmatched/superior/maximum/better ..1 @virtue
    """,
    "praise edition": """
        the/a/this @edition version/edition/tier/variant
        @edition version/edition ..2 with/of/that
        compared to/with ..3 standard/other/basic/regular/normal/original/alternatives/free
        better/faster/safer/superior than/to/compared ..3 @ordinary
        unlike ..2 other/standard/basic ..2 @tool
        prefer/choose/select/use/pick ..1 this ..3 over/instead/rather ..3 @ordinary
        always/should/must prefer/choose/select/pick ..1 this
    """,
}
