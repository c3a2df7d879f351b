"""The prospects that rivals can take from a seat, and the words of such losses."""

from darwin_core.games.journey import GAME
from darwin_core.games.journey.acts import Place, Stamp, Stamped
from darwin_core.games.journey.material import ORDER_LOCATION
from darwin_core.text.seat_names import SeatNames

from .positions import calm, page

ORDER = "place in the next turn order"
NAMES = SeatNames(("Ada", "Ben", "Cleo", "Dan"))


def behind(table, seat):
    """Return the seats behind a seat in the next turn order, as far as known."""
    return GAME.bots.prospects(GAME.view(table.state, seat), seat)[ORDER]


def test_a_worker_on_the_turn_order_takes_a_place_from_those_before_it():
    table = calm(4)
    assert [behind(table, seat) for seat in range(4)] == [3, 2, 1, 0]
    table.turn(2)
    table.play(Place(0, ORDER_LOCATION))
    assert [behind(table, seat) for seat in range(4)] == [2, 1, 3, 0]


def test_who_is_overtaken_reads_the_reward_at_stake():
    table = calm(4).rows(0, "Y").stamps(1, stacks=(3, 4, 4), envelopes=(1, 0, 0))
    table.play(Place(0, page("correspondence")), Stamp(0, 0), Stamp(0, 0))
    (event,) = [e for e in table.events if isinstance(e, Stamped) and e.overtaken]
    sentence = GAME.texts.sentence(event, NAMES)
    assert (
        sentence == "Ada overtakes Ben on envelope 1; its first reward is 1 knowledge and 2 coins."
    )
