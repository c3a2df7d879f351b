"""Words of English texts that no German one has, for the tests of the German ones."""

import re

COMMON = (
    *("the", "and", "of", "with", "is", "are", "has", "have", "from", "for", "to", "by"),
    *("you", "your", "this", "each", "none", "nothing", "nobody", "cards?"),
)


def english(*more: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Return the pattern of the common English words, and of some of one screen or game; parts of
    compounds are none, for German ones have names in them."""
    return re.compile(rf"(?<![-\w])(?:{'|'.join((*COMMON, *more))})(?![-\w])", flags)
