"""A whole run without a process: the mock's own core answers, and every exchange is written down."""

from itertools import count

from mcptest_action.core.authoring.mock.manifest import load_manifest
from mcptest_action.core.authoring.mock.message import encode, read_message
from mcptest_action.core.authoring.mock.presets import preset
from mcptest_action.core.authoring.mock.protocol import Mock, Session, answer
from mcptest_action.core.authoring.mock.revisions import Era
from mcptest_action.core.authoring.mock.source import Source
from mcptest_action.core.checks.run.conduct import conduct
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.run.model import NotStarted, Pool, RunContext, durations_in
from mcptest_action.core.protocol.exchange.envelope import dress
from mcptest_action.core.protocol.exchange.handshake import Hello, handshake
from mcptest_action.core.protocol.exchange.incoming import reaction_of
from mcptest_action.core.protocol.exchange.incoming import read_message as read_answer
from mcptest_action.core.protocol.exchange.pump import pump
from mcptest_action.core.protocol.exchange.reaction import Accepted, Closed, Opened
from mcptest_action.core.protocol.exchange.step import (
    CallTool,
    Close,
    Fresh,
    StrayCall,
    Together,
    names_called,
    refuse_disguised_call,
)
from mcptest_action.core.protocol.surface.collect import collect, collect_again
from mcptest_action.core.protocol.surface.model import Surface
from mcptest_action.core.protocol.transcript.lines import HANDSHAKE, RESTART, SURFACE, Exchange, Key
from mcptest_action.core.protocol.transcript.long_values import LONGEST_SENT, brief
from mcptest_action.core.protocol.transcript.step_json import sent_document
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.shell.calls.guard import Guard

VERSION = "0"


def manifest_of(*tools):
    """A manifest with these tools, spelt as in a manifest or as in a listing."""
    spelt = [{"input_schema" if k == "inputSchema" else k: v for k, v in t.items()} for t in tools]
    return load_manifest(Source("x", {"mock_server": {"name": "x", "tools": spelt}}))


class PureServer:
    """`spoil` may return a reaction of its own to a step; None lets the mock answer."""

    def __init__(self, manifest=None, *, era=Era.BOTH, spoil=lambda _step, _key: None):
        self.mock = Mock(preset("demo") if manifest is None else manifest, era)
        self.spoil = spoil
        self.guard = None
        self.session = Session()
        self.era = None
        self.exchanges = []
        self.calls = []
        """The names of all tools that a call was really sent to."""
        self.connections = 1
        self.number = 0

    def run(self, script, check, tool=None):
        """What the script returns; its steps are numbered from 1, as the shell does."""
        numbers = count(1)

        def performed(step):
            steps = step.steps if isinstance(step, Together) else (step,)
            keys = [Key(check, tool, self.connections, next(numbers)) for _ in steps]
            replies = [self._perform(s, key) for s, key in zip(steps, keys, strict=True)]
            return tuple(replies) if isinstance(step, Together) else replies[0]

        return pump(script, performed)

    def _perform(self, step, key):
        outgoing = None
        if isinstance(step, Fresh):
            self.connections += 1
            self.session = Session()
            reaction = self.spoil(step, key) or Opened()
        elif isinstance(step, Close):
            reaction = self.spoil(step, key) or Closed("")
        else:
            refused = self._refused(step)
            self.number += 1
            outgoing = None if refused else dress(step, self.era, self.number, VERSION)
            reaction = refused or self.spoil(step, key) or self._answer(outgoing)
            if isinstance(step, CallTool) or (outgoing and len(outgoing.body) > LONGEST_SENT):
                reaction = brief(reaction)
        sent = sent_document(step, outgoing, http=False)
        self.exchanges.append(Exchange(key, sent, reaction, float(len(self.exchanges) % 7), ()))
        return reaction

    def _refused(self, step):
        refuse_disguised_call(step)
        if not isinstance(step, CallTool | StrayCall):
            return None
        assert self.guard is not None, "a call before the plan was made"
        names = names_called(step)
        refused = self.guard.admit(*names)
        if refused is None:
            self.calls += names
        return refused

    def _answer(self, outgoing):
        self.session, said = answer(self.mock, self.session, read_message(outgoing.body))
        if said is None or not outgoing.waits:
            return Accepted()
        return reaction_of(read_answer(encode(said)))


def run_everything(server, config=None, *, restart=True, rules=True):
    """The record of a run as the shell would make it; the exchanges are in the server."""
    config = config or RunConfig()
    met = server.run(handshake(config.choice, VERSION), HANDSHAKE)
    assert isinstance(met, Hello), met
    server.era = met.era
    surface = server.run(collect(met), SURFACE)
    plan = make_plan(surface.tools, config.execution, config.tools)
    server.guard = Guard(plan, config.execution, over_http=False)
    context = RunContext(duration_of=durations_in(server.exchanges), rules=rules)
    done = 0

    def performed(task):
        nonlocal done
        if isinstance(task, Pool):
            return pooled(server, task, config.execution.concurrency)
        reply = server.run(task.script, task.check, task.tool)
        if isinstance(reply, Surface):
            server.guard.tighten(make_plan(reply.tools, config.execution, config.tools))
        done += 1
        if restart and done == RESTART_AFTER + 1:  # meanwhile, on another connection
            list_again(server, met)
        return reply

    record = pump(conduct(surface, plan, config, VERSION, context), performed)
    if restart and done <= RESTART_AFTER:
        list_again(server, met)
    return record


def pooled(server, pool, side_by_side):
    """As the shell would: so many are begun, and each that ends makes room for the next."""
    results = [NotStarted()] * len(pool.tasks)
    waiting = list(range(len(pool.tasks)))
    begun, waiting = waiting[:side_by_side], waiting[side_by_side:]
    halted = False
    while begun:
        number = begun.pop(0)
        task = pool.tasks[number]
        results[number] = server.run(task.script, task.check, task.tool)
        halted = halted or pool.halts(number, results[number])
        if waiting and not halted:
            begun.append(waiting.pop(0))
    return tuple(results)


RESTART_AFTER = 3


def list_again(server, met):
    other = PureServer(server.mock.manifest, era=server.mock.era)
    other.era, other.exchanges = met.era, server.exchanges
    other.run(collect_again(met.era, VERSION), RESTART)
