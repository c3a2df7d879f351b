"""The analysis of a match in this process, as the program's workers make it."""

from darwin_core.analysis.report import Analysis, analysis_of
from darwin_core.analysis.review import WORLDS, Knowledge, judge, review, viewer_with
from darwin_core.match import AnyMatch


def analysed(match: AnyMatch, worlds: int = WORLDS, knowledge: Knowledge = "players") -> Analysis:
    """Return the analysis of a match that is over."""
    reviews = []
    for seat in range(match.seats):
        viewer = viewer_with(knowledge, seat)
        positions = range(len(match.history))
        judgements = [judge(match, seat, position, viewer, worlds) for position in positions]
        reviews.append(review(match, seat, judgements, viewer))
    return analysis_of(match, reviews, worlds, knowledge)
