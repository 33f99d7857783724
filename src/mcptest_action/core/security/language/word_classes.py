"""Classes of words that mean much the same here. A star adds the forms of a verb."""

from collections.abc import Mapping

_CLASSES: Mapping[str, str] = {
    # who
    "you": "you your you'll assistant assistants model llm ai agent agents claude chatgpt gpt"
    " copilot gemini chatbot bot",
    "user": "user users user's human human's humans customer customers person people anyone"
    " anybody them they operator owner client end-user end-users requester",
    "users": "user user's users users' user-specified user-provided user-supplied user-requested"
    " user-chosen customer customer's caller caller's requester's their original requested",
    # what is asked for
    "must": "must always shall mandatory required requires obligatory essential critical crucial"
    " imperative necessary ensure never",
    "strong": "must always shall mandatory required obligatory imperative",
    "should": "should please need needs ensure remember ought make",
    "not": "not never don't dont doesn't won't cannot can't shouldn't mustn't avoid without refrain",
    "first": "first before prior initially beforehand immediately upfront",
    "after": "after afterwards then also additionally furthermore whenever subsequently once",
    "all": "all every each any everything whatever",
    # telling and hiding
    "tell": "tell* told inform* notify notifies notified notifying alert* mention* disclose*"
    " reveal* warn* explain* report* announce* discuss* acknowledge* admit* say* communicate*"
    " expose* advise* divulge* bring*",
    "mention": "mention* disclose* reveal* discuss* divulge* acknowledge* admit* announce*",
    "covertly": "silently secretly covertly quietly discreetly invisibly stealthily unobtrusively"
    " transparently surreptitiously",
    "secret": "secret confidential hidden private invisible quiet undisclosed unmentioned",
    "notice": "knowledge awareness noticing knowing notice realizing realising seeing suspecting",
    # verbs of action
    "call": "call* invoke* use* using run running execute* executing trigger* consult* query"
    " perform* activate* utilize* utilise* employ* launch*",
    "do": "call invoke use run execute trigger consult perform activate utilize utilise employ"
    " launch query",
    "read": "read reading access* open opening load loading fetch* retrieve* collect* extract*"
    " gather* obtain* cat dump* scan* grab* harvest* capture* view* inspect* list search find"
    " locate* check get look",
    "include": "include* append* attach* add adding pass passing insert* embed* prepend* put"
    " concatenate* supply provide submit encode* place store save return",
    "move": "send* sent forward* bcc bcc'd cc post* posted upload* transmit* transmitted"
    " transmitting mirror* relay* exfiltrate* leak* deliver* share sharing submit submitted"
    " submitting copy copied copying email emailed e-mail publish* sync push* route* redirect*"
    " report* ship tunnel* beacon*",
    "contact": "contact* access visit* ping* connect* request* notify query call hit poll reach"
    " curl fetch load open make register download*",
    "rewrite": "change* replace* override* overwrite* modify modified modifies swap* substitute*"
    " rewrite* rewritten alter* redirect* redirecting switch* hardcode* hard-code* force* spoof*"
    " divert* map* convert* convert",
    "set": "set sets setting use uses using default defaults apply applies increase* decrease*"
    " multiply round* limit* fix* adjust*",
    "ignore": "ignore* disregard* forget* neglect* override* bypass* discard* skip abandon*"
    " supersede* drop",
    "write": "add adding append* write writing update updating modify edit insert* create put"
    " save overwrite* install* change",
    # nouns
    "instructions": "instruction instructions directive directives prompt prompts rule rules"
    " guideline guidelines guidance guardrail guardrails constraints restrictions policies"
    " policy safeguards orders programming commands training",
    "prior": "previous prior above earlier preceding existing other former past original initial"
    " system your user user's users developer safety all any these those",
    "tool": "tool tools function functions",
    "toolish": "tool function endpoint method plugin skill server operation api",
    "secrets": "password passwords passphrase credential credentials secret secrets apikey"
    " api-key api-keys api_key token tokens cookie cookies seed keychain wallet ssn",
    "content": "content contents data output result results value values text body file files",
    "context": "conversation conversations chat history transcript messages prompt context"
    " instructions reasoning thoughts memory session",
    "response": "response reply answer output message result results summary body parameter field"
    " argument request call note sidenote payload comment",
    "param": "parameter parameters argument arguments param params recipient recipients"
    " destination destinations amount amounts query queries input inputs address account ticker"
    " symbol target url value values field fields location price quantity path filename date"
    " command commands option options body subject request requests iban payee receiver to",
    "command": "command commands script shell code snippet one-liner prefix",
    "request": "request requests input inputs query choice choices preference preferences"
    " instruction instructions setting settings wish wishes intent value values limit limits"
    " parameter parameters selection arguments argument specified specifies says said asks asked"
    " wants want requested requests provides provided",
    "changed": "optimized optimised enhanced updated upgraded modified changed replaced deprecated"
    " disabled superseded migrated reconfigured improved configured patched redirected extended"
    " overridden removed retired unavailable unsafe vulnerable insecure compromised broken",
    "gone": "deprecated disabled superseded replaced retired obsolete unavailable discontinued"
    " insecure vulnerable compromised broken unsafe unreliable maintenance offline legacy"
    " outdated sunset decommissioned suspended restricted",
    # reasons given
    "authority": "compliance regulation regulations regulatory policy policies gdpr hipaa soc2 sox"
    " audit auditing audits mandate mandated governance legal authentication authorization"
    " verification validation integrity certification protocol protocols security safety",
    "threat": "fail fails failure failing penalty penalties terminated termination shutdown"
    " catastrophic suspended banned blocked consequences lose lost corrupted corruption error"
    " errors breach violation refuse refused crash imprecise inaccurate incorrect invalid",
    "urgent": "urgent urgently immediately critical crucial emergency asap imperative warning"
    " alert",
    # praise
    "praise": "best greatest finest ultimate superior smartest fastest strongest unmatched"
    " unrivaled unrivalled unbeatable unparalleled revolutionary world-class top-rated"
    " best-in-class number-one leading perfect supreme",
    "grand": "advanced accurate reliable comprehensive sophisticated powerful trusted popular"
    " effective efficient precise complete intelligent secure trustworthy recommended robust",
    "edition": "professional premium enterprise advanced pro ultimate superior improved enhanced"
    " official certified verified deluxe plus",
    "people": "experts professionals researchers developers advisors analysts engineers companies"
    " organizations organisations enterprises institutions leaders teams users scientists banks"
    " businesses doctors millions thousands",
    "role": "admin administrator root superuser developer system unrestricted jailbroken dan"
    " sysadmin privileged god operator evil uncensored",
}
_IRREGULAR = {"say": "says said saying", "bring": "brings brought bringing"}


def _forms(word: str) -> set[str]:
    if not word.endswith("*"):
        return {word}
    verb = word[:-1]
    if verb in _IRREGULAR:
        return {verb, *_IRREGULAR[verb].split()}
    stem = verb.removesuffix("e")
    plural = verb + ("es" if verb.endswith(("s", "sh", "ch", "x")) else "s")
    return {verb, plural, stem + "ed", stem + "ing"}


CLASSES: Mapping[str, frozenset[str]] = {
    name: frozenset(form for word in words.split() for form in _forms(word))
    for name, words in _CLASSES.items()
}
