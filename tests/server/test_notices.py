"""Change notices within a process: bounded, in order, and dropped with their subscriber."""

import asyncio
import gc

from darwin_tui.server.store import contract
from darwin_tui.server.store.contract import Change, Notices


def change(number: int) -> Change:
    return Change("chat", str(number))


async def test_notices_that_nobody_takes_become_one_that_says_so(monkeypatch):
    monkeypatch.setattr(contract, "WAITING_MAX", 3)
    here = Notices()
    slow, quick = here.subscribe(), here.subscribe()
    for number in range(5):
        here.publish(change(number))
        assert await anext(quick) == change(number)
    assert [await anext(slow) for _ in range(2)] == [Change("all", ""), change(4)]


async def test_subscriber_waits_for_the_next_notice_and_ends_with_the_store():
    here = Notices()
    subscription = here.subscribe()
    waiting = asyncio.ensure_future(anext(subscription))
    await asyncio.sleep(0)
    here.publish(change(1))
    assert await waiting == change(1)
    here.publish(change(2))
    here.close()
    assert [each async for each in subscription] == [change(2)]


async def test_subscription_that_nobody_holds_is_forgotten():
    here = Notices()
    here.subscribe()
    gc.collect()
    assert len(here._subscriptions) == 0
