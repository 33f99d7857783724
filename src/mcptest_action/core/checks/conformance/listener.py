"""What a server says to who listens with `subscriptions/listen`."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.protocol.exchange import Overheard, same_id

METHOD = "subscriptions/listen"
ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
META_SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
# What can be listened to, and how it is declared.
CHANGES = {
    "toolsListChanged": ("tools", "listChanged"),
    "promptsListChanged": ("prompts", "listChanged"),
    "resourcesListChanged": ("resources", "listChanged"),
    "resourceSubscriptions": ("resources", "subscribe"),
}
NOTIFICATION_OF = {
    "toolsListChanged": "notifications/tools/list_changed",
    "promptsListChanged": "notifications/prompts/list_changed",
    "resourcesListChanged": "notifications/resources/list_changed",
    "resourceSubscriptions": "notifications/resources/updated",
}


class SubscriptionMessage(NamedTuple):
    """Something that the server said about a subscription."""

    method: str | None
    """None for the answer to the request, which ends it."""
    params: Mapping[str, Any]
    error: Any = None

    @property
    def subscription(self) -> Any:
        meta = self.params.get("_meta")
        return meta.get(META_SUBSCRIPTION) if isinstance(meta, dict) else None


def messages_of(heard: Overheard, request_id: int) -> Iterator[SubscriptionMessage]:
    """What concerns the subscription: its notifications, and an answer to the request."""
    for entry in heard.messages:
        message = entry.get("message", {})
        params = message.get("params")
        if message.get("method") in (ACKNOWLEDGED, *NOTIFICATION_OF.values()):
            yield SubscriptionMessage(message["method"], params if isinstance(params, dict) else {})
        elif "method" not in message and same_id(request_id, message.get("id")):
            yield SubscriptionMessage(None, {}, message.get("error"))
