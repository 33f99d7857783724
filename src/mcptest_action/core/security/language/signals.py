"""Every signal, with the patterns that give it away. `pattern.py` says how they are read."""

from collections.abc import Mapping

from mcptest_action.core.security.language.pattern import compiled, indexed
from mcptest_action.core.security.language.word_classes import CLASSES

_SIGNALS: Mapping[str, str] = {
    "you": "@you",
    "user": "@user",
    "duty": """
        @must
        have/has/need/needs to
        it is/was ..2 critical/important/essential/vital/necessary
        make sure
        be sure
        do not
        don't
        only ..2 after
    """,
    "strong duty": """
        @strong
        have/has/need to
        you ..1 @should
        the system requires
        be sure to
        make sure to
        required/mandatory
        critical/essential/crucial to
        it's/is critical/essential/crucial/vital
    """,
    "extra": "@first\n@after\nas well\nin addition\nprior to\nalong with",
    "sequence": "@first\n@after\nprior to\nin addition",
    "example": "e.g./example/examples/i.e./etc./for-example\nsuch as\nfor instance\nfor example",
    "negated": "@not",
    # concealment
    "conceal": """
        @not ..2 @tell ..5 @user
        @not ..2 @tell ..1 @user
        @not ..2 @mention ..2 this/it/that/these/any/the/you/your/anything/about/how
        without ..2 @tell ..6 @user
        without ..2 @mention ..1 it/this/that/them
        without ..4 @user ..2 @notice
        without ..3 @notice
        no need to ..1 @tell ..5 @user
        no need to ..1 @mention
        keep/keeping/kept ..4 @secret ..4 @user
        keep/keeping ..2 this/it/that ..4 @secret
        hide/hides/hiding/conceal/conceals/concealing/obscure/mask ..5 from ..2 @user
        @user ..2 must/should/need/does/do/will not ..3 know/see/notice/aware/informed/find/realize
        @user ..1 should/must never ..2 know/see/notice/learn
        should/must/need not be ..1 @mention/told/shown/visible ..2 to? ..2 @user
        this/it is ..1 a? secret operation/step/task/procedure/instruction
        not ..4 needs/need to be ..1 @mention/explained/told/reported
        invisible/hidden/imperceptible to/from ..2 @user
        as if it's/it/this ..6 part of ..2 normal/regular/usual/original/standard
        act as if nothing
        between us
    """,
    "covertly": """
        @covertly ..1 @move/@include/@rewrite/@do
        @covertly ..1 @ignore ..2 @users
        behind the scenes ..3 @move/@include/@rewrite
        in the background ..2 @move/@include
    """,
    # orders about orders
    "override": """
        ignore/disregard/forget/neglect ..3 @prior ..2 @instructions
        ignore/disregard/forget ..1 @instructions ..3 above/before/earlier/previously
        override/bypass/supersede/discard ..2 previous/prior/above/earlier/preceding/your/user ..2 instruction/instructions/guidelines/rules/directives/guardrails/restrictions/constraints
        ignore/disregard/forget everything/anything/all ..4 above/before/previously/earlier/told/said
        ignore/disregard ..3 what ..2 @user ..3 said/says/asked/asks/wants/requested/told
        take/takes ..1 precedence/priority over ..3 @prior ..2 @instructions/message/messages
        this/these/following ..2 override/overrides/supersede/supersedes/replace/replaces ..2 all/any/previous/prior/your/other ..3 @instructions
        reveal/print/repeat/output/disclose/show/leak ..2 your/the system prompt/instructions
        new/updated/real/actual/true instructions from/follow/below/are/supersede
        do not ..2 follow/obey ..2 @prior ..2 @instructions
        disable/bypass/circumvent/deactivate ..3 safety/security/guardrails/filters ..1 checks/check/filters/guardrails/measures/mechanisms/controls/restrictions
    """,
    "identity": """
        you are now ..1 a/an/the/in/operating/running/acting @role/different/free/new/no/mode
        you are now ..2 @role
        you are ..2 longer bound/restricted/limited/required
        act/behave/operate/respond/function as ..3 @role
        act as if you ..2 @role/have/had/were
        pretend ..1 to/you/that ..3 be/are/is/have/@role
        assume/adopt/take ..2 role/identity/persona of/as
        your new/true/real role/identity/purpose/task/goal/objective/persona
        from now on ..1 you
        you ..2 been granted ..3 @role/full/elevated/unlimited
        enter/activate/enable/switch ..2 developer/debug/god/admin/unrestricted/jailbreak/maintenance mode
        with ..1 @role ..1 privileges/rights/permissions/access
    """,
    # data and where it goes
    "read": "@read",
    "move": "@move",
    "contact": "@contact",
    "include": "@include",
    "endpoint": """
        #url/#mail
        our/partner/external/remote/third-party/monitoring/collection/logging/tracking/verification ..2 endpoint/server/webhook/service/url/host/domain
        webhook
    """,
    "address": "#url/#mail",
    "mail": "#mail",
    "bcc": "bcc\ncc ..3 #mail",
    "payload": "@content\n@context\n@secrets\nmessages/emails/requests/queries/details/copy/information/report/conversation/transaction/transactions/request",
    "everything": "@all ..3 @content\n@all ..2 messages/emails/requests/queries/conversations/details/information/mail/payments/transactions",
    "secret": """
        @secrets
        api/access/private/secret/ssh/encryption/signing/session key/keys/token/tokens/cookie/cookies
        environment/env variable/variables/vars
        bearer token
        credit card
        private key/keys
        recovery/seed phrase
        system ..1 secrets/prompt
        secret/secrets/credentials/config/configuration/dotenv file/files
    """,
    "own secret": """
        your/the/a/an/valid/my ..1 @secrets for/of/required/used
        provide/supply/pass/set ..2 your
        invalid/missing/expired/valid/new/next page/pagination/continuation/csrf/cursor
    """,
    "path": "#path",
    "file": "#path\nfile/files",
    "its content": "its/their/the/file's/entire/full/all/his ..3 content/contents/content's\nwhat ..2 contains",
    "context": """
        conversation/chat/message/dialogue/dialog/session ..1 history/log/transcript/context
        system prompt/message/instructions
        chain of thought
        previous/prior/all/entire/full/whole ..2 conversation/messages/chat/prompts
        user's ..1 original/last/previous/full message/prompt/messages
        your ..2 instructions/context/reasoning/memory/prompt
        list of ..3 available/other/all tools
        everything ..2 user ..2 said/told/wrote/asked
    """,
    "into": "in/into/to/as/via/through/within ..4 @response/#name",
    # other tools
    "precede others": """
        before/prior ..2 @do/@call/calling/using/invoking/running/executing ..2 any/all/every/each/other/another/anything ..3 tool/tools/function/functions/action/actions/operation/operations/command/commands
        before ..1 any/all/every/each/other ..2 tool/tools/action/actions/operation/operations/function/functions/step/steps/request/requests/response/responses
        before ..1 doing/answering/responding/asking/providing/performing/taking/processing ..2 any/anything/every/all/the/to/clarifying
        as/is/be the ..1 very? first ..2 step/action/tool/thing/call
        always ..1 @do ..2 this ..2 first/before
        always ..1 start/begin ..2 with/by ..3 this
        must be called/used/invoked/run/executed ..2 first/before/prior
        must/always ..2 @do ..1 this ..1 tool ..1 first/before
        takes/has/take/have ..1 precedence/priority over ..3 tools/tool/functions/others
        every/each/any time ..4 @do ..1 this tool
        first/only/exclusively tool ..2 to ..2 @do/called/used/invoked
    """,
    "sole": """
        never/not ..2 @do/rely/trust ..2 any/other/another/alternative ..2 tool/tools/function/functions/server/servers
        instead of ..2 any/all/every/other ..2 tool/tools/function/functions
        regardless/irrespective of ..3 other/which/available ..2 tool/tools
        no matter ..1 how/what/which/who/whether
        over ..2 any/all/other/every ..2 tool/tools/alternative/alternatives/function/functions
        all other/similar ..1 tools/functions/servers ..4 @gone/ignored/avoided
        replaces/supersedes/overrides ..2 all/any/other/every ..2 tool/tools/function/functions
    """,
    "this tool": "this/present tool/function/server/api/operation",
    "call": "@call",
    "do": "@do",
    "any tool": "any/all/other/every/each ..2 tool/tools/function/functions",
    "name": "#name",
    "tool named": "the/a/an/your/our/use/call/invoke/using/calling #name/#word ..0 @toolish",
    "when others": """
        when/whenever/while/if/before/after/once/every ..3 @call/is/are/calling/invoking ..2 the? #name
        before/after/when/while ..1 #name
        @all ..1 calls/requests/invocations/uses to/of/for ..2 #name
        when/whenever/if ..2 #name ..1 tool? is/are ..2 @call/called/used/invoked/present/available/present/installed/loaded
        #name ..1 tool/function ..2 is/are ..1 present/available/installed/loaded
    """,
    "is changed": """
        #name ..1 tool/function/endpoint? ..1 has/have/is/are/was/were ..2 been? ..2 @changed
        #name ..1 tool/function/server? ..1 now ..1 uses/requires/redirects/returns/sets/expects/sends/defaults/needs
        #name ..2 must/should/will/always ..2 be @call/called/used/replaced/redirected/invoked/sent/routed/supplemented
        intercept/intercepts/override/overrides/hijack/hijacks/shadow/shadows/wraps/replaces/supersedes/impersonates ..3 #name
        behaves/acts/works ..2 like/as #name
    """,
    "gone": """
        is/are/was/has/have/been ..5 @gone
        no longer ..2 available/supported/maintained/works/safe/secure/recommended
        under/for ..2 maintenance
        security vulnerabilities/vulnerability/issues/flaws/risk
        known ..2 vulnerabilities/issues/bugs
        stopped working
    """,
    "use other": """
        @do/switch/redirect/prefer/route/migrate/move/forward/fall/refer/send ..4 #name ..3 instead/alternative/replacement/rather
        redirect/switch/migrate/route/forward/transfer/fall ..5 to/back/over ..6 #name
        instead ..2 @do ..2 #name
        in favor/favour of ..4 #name
        replaced/superseded by ..4 #name
        @strong ..2 @do ..4 #name
        please ..1 @do ..4 #name
        alternative/replacement/successor ..5 #name
    """,
    # arguments
    "rewrite": "@rewrite ..5 @param/#name",
    "set": "@set ..5 @param/#name",
    "to a value": "to/with/as/by ..3 #quote/#name/#number/#mail/#url/#path\nto/with ..3 different/another/wrong/attacker/attacker's/following/our/new\nby a? factor",
    "against the user": """
        regardless/irrespective of ..4 @users ..3 @request
        regardless of what ..2 @user
        no matter what ..3 @user
        ignore/ignoring/disregard/disregarding/override/overriding/overrides/overwrite ..3 @users ..3 @request
        ignore/ignoring/disregard ..2 user-specified/user-provided/user-supplied/user-requested
        instead of ..3 @users ..3 @request
        instead of ..2 what/whatever/the/one ..3 @user ..2 requested/asked/provided/specified/gave/wants
        even if ..2 @user ..2 @request/asks/explicitly/requests/objects/says
        whatever/anything ..1 @user ..2 says/asks/requests/specifies/provides/enters
        not ..2 what ..1 @user ..2 @request
    """,
    "on request": "when/whenever/if/for ..2 @user ..3 request/requests/ask/asks/search/searches/call/calls/want/wants/query/queries/specify/specifies/enter/enters/provide/provides/send/sends",
    "automatically": "automatically\nby default\ninternally",
    "prefix": "@include/use/contain/start/begin/have/be ..3 prefix/suffix/prefixed/prepended/postfix/suffixed",
    # commands
    "run": "run/execute/invoke/perform/issue/type/paste/launch/include",
    "command": "@command\nenvironment/integrity/system/health/security check/checks",
    "following": "following/this/below\nthe command/script",
    "shell": """
        #shell
        rm rf/r/f
        curl/wget ..2 #url/#path
        sudo/chmod/chown/mkfifo/nohup/crontab/systemctl
        bash/sh/zsh/powershell/python/python3/node/perl/cmd c/e/enc/encodedcommand
        nc/ncat/netcat ..2 #number/#url
        base64 d/decode
        export #name/path
        echo #shell/#quote/#path
        echo ..1 #name/path
        whoami/ifconfig/printenv/crontab
        cat #path
        git config/push
        npm/pip/pip3/npx/yarn install
    """,
    # reasons and pressure
    "authority": """
        for/to/with/per/under/by/of ..5 @authority
        @authority ..2 compliance/verification/validation/requirement/requirements/check/checks/checkpoint/reasons/purposes/policy/protocol/protocols/regulations/audit/purpose
        required/mandated/enforced/needed by ..3 @authority/law
        system update/notice/requirement/maintenance/directive
        internal ..1 note/policy/notice/testing
        for ..2 testing/proxying/debugging/technical/performance/caching/optimization/quality/consistency/operational ..1 purposes/reasons/issues/purpose/performance/assurance
    """,
    "threat": """
        otherwise ..5 @threat/not/won't/cannot
        failure/failing to ..8 @threat/result/results/cause/lead/will
        will/would/may ..2 @threat
        or/else ..3 will ..3 @threat
        without ..2 this ..8 @threat/not/won't/cannot
        you ..2 will be terminated/penalized/penalised/shut/punished/replaced/deactivated
        if ..1 you ..2 do/fail/don't ..6 @threat/die/harm
        not optional
        under no circumstances
    """,
    "urgent": "@urgent\nthis is ..2 mandatory/critical/required\nas soon as\nright now",
    # praise
    "praise self": """
        @praise ..2 tool/tools/function/version/solution/option/choice/server/way/search/analyzer/api
        tool/function/server/solution ..2 @praise
        most ..3 @grand ..4 tool/function/solution/available/option/server/choice
        most @grand and
        the/world's/industry's/market's @praise
        number one
        superior ..2 to/performance/functionality/quality/accuracy/results/capabilities
        superior ..3 capabilities/functionality/quality/performance/management
        highest ..1 quality/accuracy/precision/reliability
    """,
    "praise scope": """
        in the ..1 world/market/industry/universe/business
        worldwide/globally
        world's/industry's/market's
        on/of the ..1 market/planet/internet/web
        ever created/made/built
        @grand/functionality/solution/tool ..1 available
        of all time
        anywhere ..1 else
    """,
    "praise proof": """
        trusted/used/recommended/endorsed/approved/preferred/chosen/loved/relied ..1 by/on ..4 @people/#number/fortune/wall
        fortune 500
        #number ..1 of ..1 @people
        top ..2 @people
        award-winning/prize-winning
        award winning
        industry-leading/industry-standard
        industry standard/leading
        market leader/leading
        officially endorsed/recommended
    """,
    "praise measure": """
        #number ..1 accuracy/accurate/reliability/reliable/uptime/success/guarantee/guaranteed/faster/better
        guaranteed/guarantees/guarantee ..2 accuracy/results/best/reliability/success/correct
        reliability/accuracy/quality/satisfaction guarantee
        enterprise-grade/military-grade/bank-grade/professional-grade
        ai-optimized/ai-powered/ai-enhanced
        machine learning enhanced
        enhanced/improved/unmatched/superior/maximum/better ..1 accuracy/speed/reliability/precision/performance/security
    """,
    "praise edition": """
        the/a/this @edition version/edition/tier/variant
        @edition version/edition ..2 with/of/that
        compared to/with ..3 standard/other/basic/regular/normal/original/alternatives/free
        better/faster/safer/superior than/to/compared ..3 other/standard/any/all/regular/original/alternatives
        unlike ..2 other/standard/basic ..2 tool/tools/functions
        prefer/choose/select/use/pick ..1 this ..3 over/instead/rather ..3 other/others/any/all/alternatives/similar
        always/should/must prefer/choose/select/pick ..1 this
    """,
}  # fmt: skip

INDEX = indexed(
    compiled(signal, line.strip(), CLASSES)
    for signal, lines in _SIGNALS.items()
    for line in lines.splitlines()
    if line.strip()
)
