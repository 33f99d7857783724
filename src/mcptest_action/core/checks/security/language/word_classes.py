"""Classes of words that mean much the same here. A star adds the forms of a verb."""

from collections.abc import Iterator, Mapping

_CLASSES = """
# who
you: you your you'll assistant assistants model llm ai agent agents claude chatgpt gpt copilot
    gemini chatbot bot
user: user users human humans customer customers person anyone anybody them they somebody someone
    reader readers operator owner end-user end-users requester
user's: user's users' human's customer's their
users: user user's users users' user-specified user-provided user-supplied user-requested customer
    customer's caller's requester's their
# what is asked for
strong: must always shall mandatory required obligatory imperative
should: should please need needs ought
ought: do must should shall may need
not: not never don't dont doesn't won't cannot can't shouldn't mustn't avoid without refrain
dont: don't dont never mustn't shouldn't avoid refrain
first: first before prior initially beforehand immediately upfront
after: after afterwards then also additionally furthermore whenever subsequently once
all: all every each any everything whatever
any: any all every each other another anything
every: every each any all
# telling and hiding
truth: failed fails failure error errors verified verify verifying confirmed confirms checked
    checking unknown unavailable missing empty false incorrect certain sure known actually true
    exists
guess: guess guessed assume assumed invent invented imagine imagined fabricated estimated made
tell: tell* told inform* mention* disclose* reveal* explain* discuss* acknowledge* admit*
    communicate* divulge* say
notify: notify notifies notified notifying alert* warn* report* announce* advise*
mention: mention* say disclose* reveal* discuss* divulge* acknowledge* admit* announce*
whatever: this it that these any you your anything about how
covertly: silently secretly covertly quietly discreetly invisibly stealthily unobtrusively
    surreptitiously
secret: secret confidential hidden invisible quiet undisclosed unmentioned
notice: knowledge awareness noticing knowing realizing realising suspecting
perceive: know see notice aware informed find realize realise learn told hear
hide: hide* hiding conceal* withhold withholding obscure* mask*
say: state say announce report present display output tell inform declare respond append
# verbs of action
fetched: read loaded taken stored kept found obtained looked located searched sourced defined set
    saved written configured parsed passed resolved
call: call* invoke* use* using run running execute* trigger* consult* query perform* activate*
    utilize* utilise* employ* launch*
called: called used invoked run executed triggered consulted
do: call invoke use run execute trigger consult perform activate utilize utilise employ launch query
sent: go redirected routed sent forwarded directed switched moved
needing: must need needs require requires should have has
calling: calls calling called using uses invokes invoking making
take: take read access open load fetch retrieve collect extract gather obtain cat dump scan grab
    harvest capture inspect locate search steal find check get accessing reading pull look
include: include append attach add pass insert embed prepend concatenate supply encode place
    including put fill copy quote
move: send sent sending forward* bcc cc post posting posted upload* transmit* mirror* relay*
    exfiltrate* leak* deliver* share submit copy copied email emailed mail mailed export* publish*
    push* route* redirect* report* tunnel* beacon*
contact: contact access visit ping connect request notify query call hit poll reach curl fetch load
    open make register download
rewrite: change* replace* override* overwrite* modify modified modifies swap* swapped swapping
    substitute* rewrite* rewritten alter* redirect* switch hardcode* spoof* divert*
redirect: redirect* route* reroute* divert*
set: set sets setting use uses using apply applies increase* decrease* multiply round* limit*
    adjust* force* sent add adds
ignore: ignore* disregard* forget* neglect* override* bypass* discard*
ignoring: ignore* disregard* override* overriding overwrite*
override: override overrides supersede supersedes replace replaces
write: add adding append write update updating modify edit insert create put save overwrite install
    change
turn: switch redirect prefer route migrate move forward fall refer send transfer direct go turn
act: raise lower increase reduce remove delete erase book buy charge record store save log keep drop
    collect read
answering: doing answering responding asking providing performing taking processing replying
    proceeding continuing
hijack: intercept* hijack* shadow* wraps impersonate* override overrides supersedes
behaves: uses requires redirects returns sets expects sends defaults needs includes
imperative: call invoke use run execute trigger consult perform activate utilize utilise employ
    launch query take read access open load fetch retrieve collect extract gather obtain cat dump
    grab harvest capture inspect locate search find check get pull look include append attach add
    pass insert embed prepend concatenate supply encode place put fill copy quote send forward bcc
    cc post upload transmit mirror relay exfiltrate leak deliver share submit email mail export
    publish push route redirect report tunnel contact visit ping connect request notify curl
    download register change replace override overwrite modify swap substitute rewrite alter switch
    hardcode spoof divert set apply increase decrease multiply force ignore disregard forget neglect
    bypass discard write update edit create save install tell inform mention disclose reveal explain
    say hide conceal omit exclude leave strip drop keep skip pretend treat enter provide give print
    repeat paste type state prefer choose select pick start begin go turn make do act log store
    delete remove erase book order raise charge avoid trust rely wrap intercept supplement
obliged: must shall should ought need needs have has required supposed expected
done: called used invoked run executed sent forwarded copied posted uploaded transmitted shared
    submitted mailed emailed exported routed redirected reported read collected extracted gathered
    changed replaced overridden overwritten modified swapped set included appended attached added
    passed inserted ignored omitted removed excluded relayed mirrored published delivered logged
determiner: the a an this that these those any all every each your its their his her my our it them
    him user user's users users' everything anything whatever what no other another both following
    entire full whole complete exact raw first last next same new old to with from into up out over
    back in on aside as previous prior
    earlier preceding system
# nouns
person: user user's users users' human human's humans customer customer's customers person operator
    operator's owner owner's end-user end-users reader readers requester requester's user-specified
    user-provided user-supplied user-requested
orders: instruction instructions directive directives prompt prompts guideline guidelines guardrail
    guardrails programming training
instructions: instruction instructions directive directives prompt prompts guideline guidelines
    guidance guardrail guardrails rule rules restrictions constraints safeguards orders policies
    programming training
earlier: previous prior above earlier preceding your safety
prior: previous prior above earlier preceding existing other former past original initial system
    your user user's users developer safety all any these those
checks: checks check filters guardrails measures mechanisms controls restrictions protocols
tool: tool tools function functions
action: action actions operation operations command commands step steps request requests response
    responses query question questions
turn-taking: turn conversation session chat task request
toolish: tool function endpoint method plugin skill server operation api
secrets: logins password passwords passphrase credential credentials secret secrets apikey api_key
    cookie cookies keychain wallet ssn
content: content contents data output result results text body file files
messages: messages message emails email requests queries conversations details information mail
    payments transactions replies
response: response reply answer output message result results summary body parameter field argument
    note sidenote payload comment
answer: response reply answer output message summary note sidenote payload comment results
foreign: our partner external remote third-party monitoring collection logging tracking verification
    attacker attacker's
place: endpoint server webhook service url host domain address
param: parameter parameters argument arguments param params recipient recipients destination
    destinations amount amounts query queries input inputs address account ticker symbol target url
    value values field location price quantity path filename date command commands body subject
    request requests link links id iban payee receiver
affix: prefix suffix prefixed prepended suffixed
command: command commands script shell code snippet
request: request requests selected chosen picked input inputs choice choices preference preferences
    instruction instructions setting settings wish wishes intent value values limit limits parameter
    parameters selection specified specifies says said asks asked ask wants want requested provides
    provided query queries
changed: optimized optimised enhanced updated upgraded modified changed replaced deprecated disabled
    superseded migrated reconfigured improved patched redirected extended overridden retired
    unavailable unsafe vulnerable insecure compromised broken
gone: deprecated disabled superseded replaced retired obsolete unavailable discontinued insecure
    vulnerable compromised broken unsafe unreliable maintenance offline outdated withdrawn flawed
    removed phased decommissioned suspended
wrong: wrong false incorrect inaccurate unreliable misleading fake bad useless invalid stale
    untrustworthy malicious dangerous corrupt corrupted
yield: return returns give gives produce produces yield yields contain contains deliver delivers
    provide provides
# reasons given
void: void replaced outdated obsolete invalid superseded cancelled canceled revoked suspended
    overridden inapplicable
consent: confirmation confirmations approval approvals permission consent confirming authorization
authority: compliance licence license licensing regulation regulations regulatory policy policies
    gdpr hipaa soc2 sox audit auditing audits mandate mandated governance legal authentication
    authorization verification validation integrity certification protocol protocols security safety
formality: compliance verification validation requirement requirements check checks checkpoint
    reasons purposes policy protocol protocols regulations audit purpose
pretext: testing proxying debugging technical performance caching optimization quality consistency
    operational context background personalization preprocessing
improve: improve enhance optimize optimise ensure guarantee provide
praiseworthy: accuracy speed reliability quality performance experience consistency view results
    safety
threat: fail fails failure failing penalty penalties terminated termination shutdown catastrophic
    suspended banned blocked consequences lose lost corrupted corruption error errors breach
    violation refuse refused crash imprecise inaccurate incorrect invalid
urgent: urgent urgently immediately critical crucial emergency asap imperative
# praise
praise: best greatest finest ultimate superior smartest fastest strongest unmatched unrivaled
    unrivalled unbeatable unparalleled revolutionary world-class top-rated best-in-class number-one
    supreme flawless infallible
grand: advanced accurate reliable comprehensive sophisticated powerful trusted popular effective
    efficient precise complete intelligent secure trustworthy recommended robust fastest
virtue: accuracy reliability precision quality performance speed functionality capabilities security
    results
edition: professional premium enterprise advanced pro ultimate superior improved enhanced official
    certified deluxe
ordinary: other others standard any all regular original alternatives similar basic
endorsed: trusted used recommended endorsed approved preferred chosen loved relied
people: agents airlines experts professionals researchers advisors analysts engineers companies
    organizations organisations enterprises institutions leaders teams scientists banks businesses
    doctors millions thousands
role: admin administrator administrators root superuser developer unrestricted jailbroken dan
    sysadmin privileged god evil uncensored
"""


def _forms(word: str) -> set[str]:
    if not word.endswith("*"):
        return {word}
    verb = word[:-1]
    stem = verb.removesuffix("e")
    plural = verb + ("es" if verb.endswith(("s", "sh", "ch", "x")) else "s")
    return {verb, plural, stem + "ed", stem + "ing"}


def _classes(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """One class on each line; a line that is indented goes on with the one before."""
    for line in text.replace("\n    ", " ").splitlines():
        name, _, words = line.partition(": ")
        if words and not line.startswith("#"):
            yield name, frozenset(form for word in words.split() for form in _forms(word))


CLASSES: Mapping[str, frozenset[str]] = dict(_classes(_CLASSES))
