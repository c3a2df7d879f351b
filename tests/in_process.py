"""The analysis of a match in this process; the program leaves it to its workers."""

from darwin_core.analysis.report import Analysis, analysis_of
from darwin_core.analysis.review import WORLDS, Knowledge, Seen, judge_all, review, viewer_with
from darwin_core.match import AnyMatch


def analysed(match: AnyMatch, worlds: int = WORLDS, knowledge: Knowledge = "players") -> Analysis:
    """Return the analysis of a match that is over."""
    seen = [Seen(seat, viewer_with(knowledge, seat)) for seat in range(match.seats)]
    positions = range(len(match.history))
    judged = [judge_all(match, position, seen, worlds) for position in positions]
    reviews = [
        review(match, each.seat, [judgements[each.seat] for judgements in judged], each.viewer)
        for each in seen
    ]
    return analysis_of(match, reviews, worlds, knowledge)
