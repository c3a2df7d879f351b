"""The analysis of a match in the replay of text mode."""

from home import here
from msgspec.structs import replace
from tui.scenes import Script, finished, saved

from darwin_core.analysis.review import SLIP
from darwin_core.contract.game import OMNISCIENT
from darwin_core.match.recording import Recording
from darwin_tui import text_mode
from darwin_tui.library import analyses
from darwin_tui.library.hindsight import lines, share_of
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.saves import Opened


def said(opened: Opened, *typed: str) -> list[str]:
    console = Script(typed)
    assert text_mode.replay_plain(SavedMatch.of(opened), 0, console) == 0
    return console.lines


def test_a_replay_says_how_the_match_was_won_and_lost(workers):
    opened = finished("human", "human", seed="careless")
    workers.answers_at_once = True
    text = said(opened, "analyse", "quit")
    analysis = analyses.find(opened.match, None, here())
    assert analysis is not None
    wanted = [*filter(None, lines(Recording(opened.match, OMNISCIENT), analysis))]
    assert "Turning points" in wanted
    at = text.index(wanted[0])
    assert text[at : at + len(wanted)] == wanted
    workers.answers_at_once = False
    assert wanted[0] in said(opened, "analyse", "quit"), "it is kept"
    slips = tuple(
        tuple(replace(choice, cost=min(choice.cost, SLIP)) for choice in choices)
        for choices in analysis.choices
    )
    text = [*lines(Recording(opened.match, OMNISCIENT), replace(analysis, choices=slips))]
    assert any(": 0 mistakes of " in line for line in text), "a slip is no mistake"


def test_a_match_that_is_not_over_is_not_analysed(workers):
    text = said(saved("human", "bot:greedy", actions=4), "analyse", "better", "quit")
    assert text.count("Only a match that was played to its end can be analysed.") == 2
    assert "Type analyse first." not in text
    assert not workers.waiting


def test_what_hidden_cards_could_be_is_said():
    opened = finished("human", "bot:greedy", "bot:greedy")
    text = said(opened, "go 3", "hidden", "as all", "hidden", "quit")
    assert sum(" %" in line and ", hand, " in line for line in text) == 2
    assert text.count("No cards are hidden from you here.") == 1


def test_what_was_better_than_a_mistake_is_said(workers):
    opened = finished("human", "human", seed="careless")
    assert "Type analyse first." in said(opened, "go 1", "better", "quit")
    workers.answers_at_once = True
    said(opened, "analyse", "quit")
    analysis = analyses.find(opened.match, None, here())
    assert analysis is not None
    worst = max(
        (choice for seat in analysis.choices for choice in seat), key=lambda choice: choice.cost
    )
    text = said(opened, f"go {worst.position + 1}", "better", "quit")
    assert f"That cost {share_of(worst)} of the chance to win." in text
    assert sum(line.startswith(f"{worst.position + 1} ") for line in text) == 1


def test_an_action_that_was_no_mistake_is_judged_in_the_words_of_a_hint(workers):
    opened = finished("human", "human", seed="careless")
    workers.answers_at_once = True
    said(opened, "analyse", "quit")
    analysis = analyses.find(opened.match, None, here())
    assert analysis is not None
    good = next(choice for seat in analysis.choices for choice in seat if not choice.cost)
    text = said(opened, "better", f"go {good.position + 1}", "better", "quit")
    assert "Nobody has acted yet." in text
    name = opened.match.header.names[opened.match.history[good.position].seat]
    assert f"In the words of a hint for {name}:" in text
