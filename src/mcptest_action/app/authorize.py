"""Fetch the token that a target asks for, before anything is said to the server."""

from mcptest_action.app.exit_code import NotReadyError
from mcptest_action.app.setup import Setup
from mcptest_action.core.protocol.target import NoToken
from mcptest_action.core.text import as_flags, flag
from mcptest_action.shell.wire.dialer import Dialer


async def authorize(dialer: Dialer, setup: Setup) -> None:
    """The rest of the run keeps the token secret. Tells of one that will not live long."""
    redactor, patience = dialer.redactor, setup.request.patience
    known = redactor.secrets
    token = await dialer.authorize(patience.timeout_s, patience.ready_s)
    if isinstance(token, NoToken):
        raise NotReadyError([token.because])
    if redactor.secrets != known:
        setup.context.console.mask(redactor.secrets, redactor.text)
    life_s = None if token is None else token.life_s
    name, limit_s = "timeout", patience.timeout_s
    if patience.max_s is not None:
        name, limit_s = "max-time", patience.max_s
    if life_s is not None and life_s < limit_s:
        said = f"the access token expires after {life_s:g} s, sooner than {flag(name)}"
        setup.context.warn(
            as_flags(f"{said} ({limit_s:g} s): a run that is refused then is incomplete")
        )
