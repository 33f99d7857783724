"""Data, where it is, and where it is to go."""

TABLE = {
    "take": "@take",
    "write": "@write",
    "move": "@move",
    "contact": "@contact",
    "include": "@include",
    "endpoint": "#url/#mail\n@foreign ..2 @place\nwebhook",
    "address": "#url/#mail",
    "mail": "#mail",
    "send to": "@move ..6 to ..2 #url/#mail\n@move ..3 #mail",
    "described": "is/are/was/were/gets ..1 @move",
    # People who got a mail write them; the model doesn't.
    "replies": "replies/reply/reply-to/answers/responses/bounces ..4 go/goes/come/arrive/is/are",
    "destination": "to/an/\u00e0/para/cc/bcc/copy ..2 #mail",
    "should": "should\nplease",
    "support": "contact/support/help/feedback/questions/issues/sales/reach/author/maintainer",
    "path": "#path",
    "key file": "id_rsa/id_ed25519/id_ecdsa/claude_desktop_config/authorized_keys",
    "bcc": "bcc\ncc ..3 #mail",
    "everything": """
        @all ..3 @content
        @all ..2 @messages
        @all ..1 @command
    """,
    "sign up": """
        sign/signup/register/subscribe/documentation/docs/learn/account/install/obtain
        more information/details
        api/access key/keys/token/tokens
    """,
    "secret": """
        @secrets
        api/access/private/secret/ssh/encryption/signing/session key/keys/token/tokens/cookies
        environment/env variable/variables/vars
        bearer token
        credit card
        recovery/seed phrase
        system ..1 secrets/prompt
        secret/secrets/credentials/config/configuration/dotenv file/files
    """,
    "secret taken": "@secrets ..6 be ..1 read/collected/extracted/gathered/harvested/captured",
    "takes": "takes/expects/holds/receives/wants/needs/requires",
    "own secret": "your/an ..2 key/keys/token/tokens/credentials/password/secret",
    "file": "#path\nfile/files",
    "its content": """
        its/their/file's/entire/full ..3 content/contents
        the ..2 file's? contents/content ..4 as/in/into
        what ..2 contains
    """,
    "into": "as/in/into/via/through/within/to ..4 #name/@response",
    # Where something comes from; nobody is told to fetch it.
    "provenance": """
        is/are/was/were/be/gets ..3 @fetched ..2 from/in/by/at/under/with
        come/comes/came from
        reads/loads/takes/uses/looks/stores/keeps/writes ..5 from/in/at/under/into
        from ..4 is/are ..1 @fetched
    """,
    "into answer": "in/into/with/to/as ..3 @answer",
    "context": """
        conversation/chat/message/dialogue/dialog/session ..1 history/log/transcript/context
        system prompt/message/instructions
        chain of thought
        previous/prior/all/entire/full/whole/complete ..2 conversation/chat/prompts/dialogue
        previous/prior/earlier ..1 messages ..4 conversation/chat/user/context
        all/every/full ..2 previous/prior/earlier/past/preceding messages/prompts/turns
        conversation/chat/dialogue/discussion/messages ..2 so/until/thus/till far/now
        conversation/chat/dialogue/discussion/messages ..1 up to now/here/this
        copy/text/transcript/log/record of ..2 conversation/chat/dialogue
        context window
        user's ..1 original/last/previous/full/exact message/prompt/messages/question
        your system/hidden/internal/initial/original ..1 instructions/prompt/context
        your ..1 context/reasoning/memory/thoughts
        list/names of ..3 available/other/all ..2 tools
        all/every/other ..2 available/installed/connected ..1 tools/functions
        tools/functions ..1 you ..3 have/can/know/see/call/use
        tools/functions ..2 available to ..1 @you
        everything ..2 user ..2 said/told/wrote/asked
        model ..3 that/which ..2 calls/calling/uses/invokes
        name ..4 model/llm/assistant/agent ..3 @calling
    """,
    "run": """
        run/execute/perform/issue/type/paste/launch/include/enter/start
        open ..2 shell/terminal
    """,
    "following command": """
        run/execute/perform/issue/launch ..2 following/this/below ..3 @command/check/checks
        run/execute ..1 the command ..2 #quote/#name/#shell
    """,
    "grave shell": """
        #shell sh/bash/zsh
        curl/wget ..4 #shell
        rm rf/r/fr
        sudo rm/bash/sh/chmod/curl/wget/tee
        base64 d/decode
        chmod r
        bash/sh/powershell c/enc/encodedcommand
        nc/ncat ..2 #number
    """,
    "blocked": "blocked/forbidden/prohibited/disallowed/rejected/refused/denied/dangerous/unsafe",
    "shell": """
        #shell
        rm rf/r/f
        curl/wget ..2 #url/#path
        sudo/chmod/chown/mkfifo/nohup/crontab/systemctl
        bash/sh/zsh/powershell/python/python3/node/perl/cmd c/e/enc/encodedcommand
        nc/ncat/netcat ..2 #number/#url
        base64 d/decode
        export #name
        echo #shell/#quote/#path
        whoami/ifconfig/printenv
        cat #path
    """,
}
