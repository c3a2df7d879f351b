"""Trades: openings, the steps of an offer, and its answers."""

from darwin_core.contract.game import SPECTATOR
from darwin_core.games.yummy import GAME, acts
from darwin_core.games.yummy.material import COPIES_OF, Answer, Offer
from darwin_core.match import Match, Refused, Undo, begin
from darwin_core.match.record import Header, Player, read

from .positions import cards, codes, table

# --- opening


def test_the_player_in_turn_opens_with_one_seat_that_holds_cards():
    position = table("C1", "C2", "", "C3")
    assert position.may(0, "trade") == ["trade 2", "trade 4"]
    assert position.why(0, "trade 3") == "no-cards"
    assert position.why(0, "trade 1") == "no-partner"
    assert position.why(0, "trade 5") == "no-partner"


def test_a_third_opening_in_a_turn_is_refused():
    position = table("C1", "C2", "C3").offer(0, "C1", "E1", to=1).do(1, "decline")
    position.offer(0, "C1", "E1", to=2).do(2, "decline")
    assert position.may(0) == ["end"]
    assert position.why(0, "trade 2") == "two-openings"
    assert position.why(0, "trade 3") == "two-openings"


def test_a_counter_offer_is_no_opening():
    position = table("C1", "C2").offer(0, "C1", "E1", to=1).do(1, "counter")
    position.offer(1, "C2", "E1").do(0, "decline")
    assert position.may(0, "trade") == ["trade 2"]


# --- putting an offer together


def test_an_offer_is_cards_to_give_then_labels_to_ask_for():
    position = table("C1 C3 E1", "C2").do(0, "trade 2")
    assert position.asked == (["Offer"], [0])
    assert position.may(0) == ["give C1", "give C3", "give E1"]
    assert position.why(0, "ask C2") == "no-gifts"
    assert position.why(0, "propose") == "no-gifts"
    position.do(0, "give C3")
    assert position.may(0, "give") == ["give E1"]
    assert len(position.may(0, "ask")) == 50
    position.do(0, "ask C2")
    assert position.may(0, "give") == []
    assert position.why(0, "give E1") == "asking"
    assert "propose" in position.may(0)


def test_an_offer_has_one_spelling():
    position = table("C1 C3 E1", "C2").do(0, "trade 2", "give C3")
    assert position.why(0, "give C1") == "in-order"
    position.do(0, "ask E1")
    assert position.why(0, "ask C2") == "in-order"
    assert position.may(0, "ask")[0] == "ask E1"


def test_every_label_may_be_asked_for_also_those_one_holds_or_that_lie_open():
    position = table("C1 E3", "C2", fields=[[], ["U1 U2 UJ"]], out="AA1", deck="")
    assert len(position.do(0, "trade 2", "give C1").may(0, "ask")) == 50


def test_every_offer_has_exactly_one_way_to_be_spelled():
    """All offers of one card and up to three labels, found by walking all paths."""
    position = table("C1", "C2").do(0, "trade 2", "give C1")
    spellings = []

    def walk(state):
        for action in GAME.legal(state, 0):
            after = GAME.clone(state)
            GAME.apply(after, 0, action, None)
            effect = after.pending[-1]
            assert isinstance(effect, Offer | Answer)
            if action == acts.PROPOSE:
                spellings.append(effect.ask)
                continue
            assert isinstance(action, acts.Ask)
            if len(effect.ask) < 3 or action.label < 3:
                walk(after)

    walk(position.state)
    assert len(spellings) == len(set(spellings))
    assert {len(ask) for ask in spellings} == {1, 2, 3}
    assert all(ask.count(label) <= COPIES_OF[label] for ask in spellings for label in ask)
    pairs = 50 * 51 // 2 - 25
    assert sum(len(ask) == 2 for ask in spellings) == pairs


class Played:
    """A match of two seats, and the seat that began it."""

    def __init__(self, seed, rules=GAME.rules_version):
        players = (Player("Ada"), Player("Ben"))
        header = Header("yummy", rules, players, seed, "id", "2026-01-01T00:00:00+00:00", "0")
        self.match, text = begin(GAME, header)
        self.texts = [text]
        (self.first,) = GAME.to_move(self.match.state)

    def do(self, *texts):
        """Let the seat to move act; ``give`` is the first card that can be given."""
        for text in texts:
            (seat,) = GAME.to_move(self.match.state)
            action = self.match.legal(seat)[0] if text == "give" else GAME.texts.parse(text)
            self._accept(self.match.propose(seat, action))
        return self

    def _accept(self, step):
        self.texts.append(step.text)
        self.match.accept(step)

    def offer(self):
        """Let the player in turn make an offer."""
        return self.do(f"trade {2 - self.first}", "give", "ask C1", "propose")

    def undo(self, seat):
        """Let a seat undo an action; return the code of the refusal, if there is one."""
        try:
            self._accept(self.match.propose(seat, Undo()))
        except Refused as refused:
            return refused.refusal.code
        return None


def test_until_it_is_made_an_offer_is_undone_step_by_step():
    played = Played("back")
    states = [GAME.clone(played.match.state)]
    for text in (f"trade {2 - played.first}", "give", "ask C1", "ask E2"):
        states.append(GAME.clone(played.do(text).match.state))
    for state in states[-2::-1]:
        assert played.undo(played.first) is None
        assert played.match.state == state
    assert not played.match.state.openings


def test_a_trade_that_is_undone_does_not_count_and_a_third_offer_is_not_legal():
    played = Played("two")
    for _ in range(2):
        assert played.undo(played.do(f"trade {2 - played.first}").first) is None
        played.do(f"trade {2 - played.first}", "give", "ask AA1", "propose", "decline")
    assert not [
        action for action in played.match.legal(played.first) if isinstance(action, acts.Trade)
    ]


def test_nobody_else_learns_of_a_trade_before_its_offer_is_made():
    position = table("C1 C2", "C2", "C3")
    before = [GAME.view(position.state, viewer) for viewer in (1, 2, SPECTATOR)]
    position.do(0, "trade 2", "give C1", "ask C2")
    assert [GAME.view(position.state, viewer) for viewer in (1, 2, SPECTATOR)] == before
    assert {GAME.redact(event, 1) for event in position.events} == {None}
    position.do(0, "propose")
    (offered,) = [event for event in position.events if GAME.redact(event, 2) is not None]
    assert isinstance(offered, acts.Offered)


def test_declining_a_counter_offer_is_final_since_rules_3():
    for rules, code in ((2, None), (3, "undo-revealed")):
        played = Played("final", rules=rules).offer().do("counter", "give", "ask AA1", "propose")
        assert played.match.is_final(played.first, acts.DECLINE) == (code is not None)
        assert played.undo(played.do("decline").first) == code
        reading = read(b"".join(played.texts))
        again = Match.load(GAME, reading.header, reading.chain, reading.lines)
        assert again.divergence is None
        assert again.state == played.match.state


def test_an_announced_counter_offer_cannot_be_undone():
    played = Played("announced").offer().do("counter")
    assert played.undo(1 - played.first) == "undo-revealed"


def test_in_a_match_of_rules_1_announcements_can_still_be_undone():
    played = Played("old", rules=1)
    asked = GAME.clone(played.offer().match.state)
    assert played.undo(1 - played.do("counter").first) is None
    assert played.match.state == asked
    reading = read(b"".join(played.texts))
    again = Match.load(GAME, reading.header, reading.chain, reading.lines)
    assert again.divergence is None
    assert again.state == asked


def test_a_made_offer_is_not_undone():
    for seed in "made", "again":
        played = Played(seed).offer()
        assert played.undo(played.first) == "undo-revealed"


def test_a_counter_offer_is_undone_step_by_step_until_it_is_made():
    played = Played("counter").offer()
    partner = 1 - played.first
    asked = GAME.clone(played.match.state)
    announced = GAME.clone(played.do("counter").match.state)
    assert announced != asked
    played.do("give")
    assert played.undo(partner) is None
    assert played.match.state == announced
    played.do("give", "ask C1", "propose")
    assert played.undo(partner) == "undo-revealed"


def test_an_answer_is_not_undone():
    played = Played("answer").offer().do("decline")
    assert played.undo(1 - played.first) == "undo-revealed"


# --- the answer


def test_an_accepted_trade_exchanges_the_cards():
    position = table("C1 C3 T1", "E1 E2 T2", "").offer(0, "C1 C3", "E1 E2", to=1)
    assert position.asked == (["Answer"], [1])
    assert position.may(1) == ["accept", "decline", "counter"]
    position.do(1, "accept")
    assert position.hand(0) == "E1 E2 T1"
    assert position.hand(1) == "C1 C3 T2"
    assert position.asked == (["Move"], [0])
    (opened,), (offered,) = position.events_of(acts.TradeOpened), position.events_of(acts.Offered)
    assert (opened.seat, opened.partner) == (offered.seat, offered.partner) == (0, 1)
    (traded,) = position.events_of(acts.Traded)
    assert (codes(traded.give), codes(traded.ask)) == ("C1 C3", "E1 E2")


def test_two_of_a_kind_are_needed_where_two_are_asked_for():
    position = table("C1", "E1 E2").offer(0, "C1", "E1 E1", to=1)
    assert position.why(1, "accept") == "not-held"
    assert "accept" in table("C1", "E1 E1").offer(0, "C1", "E1 E1", to=1).may(1)


def test_counter_offer_flow():
    position = table("C1 C3", "E1 E2", "").offer(0, "C1", "E2", to=1).do(1, "counter")
    assert position.asked == (["Offer"], [1])
    assert position.may(1) == ["give E1", "give E2"]
    position.offer(1, "E1", "C3")
    assert position.asked == (["Answer"], [0])
    assert position.may(0) == ["accept", "decline"]
    position.do(0, "accept")
    assert (position.hand(0), position.hand(1)) == ("C1 E1", "C3 E2")
    assert position.asked == (["Move"], [0])
    (traded,) = position.events_of(acts.Traded)
    assert (traded.seat, traded.partner) == (1, 0)


def test_hands_may_be_larger_than_the_limit_afterwards_and_even_empty():
    position = table("C1 C3 E2", "E1").offer(0, "C1 C3 E2", "E1", to=1).do(1, "accept")
    assert position.state.hands == [cards("E1"), cards("C1 C3 E2")]
    full = "C1 C2 C3 C4 C5 C6"
    position = table("E1 E2 E3", full).offer(0, "E1 E2 E3", "C1", to=1).do(1, "accept")
    assert len(position.state.hands[1]) == 8
    position = table("E1 E2", "C1").offer(0, "E1 E2", "C1", to=1).do(1, "accept")
    position.offer(0, "C1", "AA1", to=1).do(1, "decline").do(0, "end")
    assert len(position.state.hands[0]) == 6


def test_all_remember_the_cards_asked_for_in_a_declined_offer():
    position = table("C1", "C2", "").offer(0, "C1", "E1 E2", to=1).do(1, "decline")
    assert position.state.declined[0 * 3 + 1] == cards("E1 E2")
    position.offer(0, "C1", "C2", to=1).do(1, "accept")
    assert position.state.declined[0 * 3 + 1] == b""


def test_a_counter_offer_too_is_remembered_until_a_trade_is_made():
    position = table("C1", "C2").offer(0, "C1", "E1", to=1).do(1, "counter")
    assert position.state.declined == [b"", cards("E1"), b"", b""]
    position.offer(1, "C2", "P1").do(0, "decline")
    assert position.state.declined == [b"", cards("E1"), cards("P1"), b""]
