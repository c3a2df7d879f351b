"""The queues of messages that the parts of an app have."""

from textual._queue import Queue
from textual.message import Message
from textual.message_pump import MessagePump


def waits_for_messages(pump: MessagePump) -> bool:
    """Return whether a pump's queue is empty and none of its messages is being handled."""
    queue: Queue[Message | None] = pump._message_queue
    if pump._task is None or pump._task.done():
        return True
    return queue.empty() and bool(queue.ready_event._waiters) and not pump._next_callbacks
