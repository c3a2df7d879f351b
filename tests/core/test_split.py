"""Searches split among workers find the same as one worker, in whatever order these answer."""

from concurrent.futures import Future
from functools import partial
from random import Random

import msgspec
import pytest
from matches import began

from darwin_core.bots import Undecided
from darwin_core.bots.search import Block, Budget, Judged, Rollouts, Search, Split, Trials
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.workers.pool import Pool

CHANCE = from_seed("split")
BUDGET = Budget(steps=1_000)


def alone(search: Search) -> list[Judged]:
    while search.play_next():
        pass
    return search.judged()


class Workers:
    """Workers that try a block of worlds only when a test calls ``answer``, in any order."""

    def __init__(self, trials: Trials) -> None:
        self.trials = trials
        self.asked: list[tuple[Block, Future[Rollouts]]] = []

    def ask(self, block: Block, seconds: float) -> Future[Rollouts]:
        self.asked.append((block, Future()))
        return self.asked[-1][1]

    def answer(self, place: int) -> None:
        block, future = self.asked.pop(place)
        worlds = map(self.trials.world, range(block.first, block.first + block.count))
        future.set_result(
            [
                [self.trials.play(world, candidate) for candidate in block.candidates]
                for world in worlds
            ]
        )


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_split_search_finds_what_one_worker_finds(slug):
    game = registry.get(slug)
    match = began(game.seats[0], game=slug).match
    seat = game.to_move(match.state)[0]
    search = partial(Search, game, match.view(seat), seat, CHANCE, BUDGET)
    expected = alone(search())
    workers = Workers(search().trials)
    rng = Random(slug)
    split = Split(workers.ask)
    split.begin(search, 3)
    while not split.answer.done():
        workers.answer(rng.randrange(len(workers.asked)))
    assert split.answer.result() == expected
    assert all(future.cancelled() for _, future in workers.asked)


def dice() -> tuple[Split, Workers]:
    game = registry.get("dice")
    match = began().match
    search = partial(Search, game, match.view(0), 0, CHANCE, BUDGET)
    workers = Workers(search().trials)
    split = Split(workers.ask)
    split.begin(search, 2)
    return split, workers


def test_cancelled_split_search_stops_all_workers():
    split, workers = dice()
    workers.answer(1)
    assert split.answer.cancel()
    assert len(workers.asked) == 2
    assert all(future.cancelled() for _, future in workers.asked)


def test_split_search_fails_with_any_of_its_workers():
    split, workers = dice()
    workers.asked[0][1].set_exception(Undecided("It has ended twice."))
    with pytest.raises(Undecided, match="ended twice"):
        split.answer.result(0)
    assert workers.asked[1][1].cancelled()


@pytest.mark.parametrize("is_trained", [False, True])
def test_two_processes_find_what_one_finds(is_trained):
    game = registry.get("dice")
    match = began().match
    view = match.view(0)
    budgets = [
        msgspec.structs.replace(BUDGET, is_trained=is_other)
        for is_other in (is_trained, not is_trained)
    ]
    expected, other = (alone(Search(game, view, 0, CHANCE, budget)) for budget in budgets)
    assert expected != other
    pool = Pool(2)
    answer = pool.split(game, view, 0, CHANCE, budgets[0])
    assert answer.result(90) == expected
    assert len(pool._workers) == 2
    pool.close()
