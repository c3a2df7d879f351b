"""English words that no German text contains, to find untranslated text in German screens."""

import re

COMMON = (
    *("the", "and", "of", "with", "is", "are", "has", "have", "from", "for", "to", "by"),
    *("you", "your", "this", "each", "none", "nothing", "nobody", "cards?"),
)


def english(*more: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Return a pattern of the common English words and of ``more``, those of a screen or game.

    It does not match parts of hyphenated words, because German compounds contain English names.
    """
    return re.compile(rf"(?<![-\w])(?:{'|'.join((*COMMON, *more))})(?![-\w])", flags)
