"""Names of things with their forms: articles in English; gender, number and case in German.

A message names the form it needs by the word that would stand there for a masculine noun:

===========================  ==========================================
``{card}``                   fox; Fuchs
``{card:a}`` ``{card:the}``  a fox, the fox (English only)
``{card:der}``               der Fuchs, die Katze, das Tier
``{card:den}``               den Fuchs, die Katze, das Tier
``{card:dem}``               dem Fuchs, der Katze, dem Tier
``{card:ein}``               ein Fuchs, eine Katze, ein Tier
``{card:einen}``             einen Fuchs, eine Katze, ein Tier
``{card:einem}``             einem Fuchs, einer Katze, einem Tier
``{card:kein}``              kein Fuchs, keine Katze, kein Tier
``{card:keinen}``            keinen Fuchs, keine Katze, kein Tier
``{card:dat}``               Fuchs, after a word that shows the case: mit 3 Füchsen
``{card:acc}``               Fuchs; Bären
``{card:many}``              foxes; Füchse
===========================  ==========================================

A message file writes a German noun with its articles: ``der Fuchs, die Füchse``. Where the other
cases differ, they follow as a third form: ``der Bär, die Bären, den Bären``.
"""

from functools import cache
from typing import Final, NamedTuple

_ARTICLES: Final = {
    "der": ("der", "die", "das"),
    "den": ("den", "die", "das"),
    "dem": ("dem", "der", "dem"),
    "ein": ("ein", "eine", "ein"),
    "einen": ("einen", "eine", "ein"),
    "einem": ("einem", "einer", "einem"),
    "kein": ("kein", "keine", "kein"),
    "keinen": ("keinen", "keine", "kein"),
}
"""Articles of masculine, feminine and neuter nouns, by the masculine article."""
_PLURAL_ARTICLES: Final = {
    "der": "die",
    "den": "die",
    "dem": "den",
    "kein": "keine",
    "keinen": "keine",
}
"""Plural articles, the same for all genders; ``ein`` has none."""
_OTHER_CASES: Final = frozenset({"den", "dem", "einen", "einem", "keinen", "acc", "dat"})
"""Forms in the accusative or dative singular, in which some nouns have another ending."""
FORMS: Final = (*_ARTICLES, "acc", "dat", "many")
"""All forms of a German noun."""
_DATIVES: Final = frozenset({"dem", "einem", "dat"})
"""Forms in the dative, whose plural ends in n unless the noun ends in n or s."""


class _German(NamedTuple):
    """The words of a German noun."""

    gender: int
    """Index among masculine, feminine and neuter."""
    one: str
    """The nominative singular."""
    many: str
    """The nominative plural."""
    other: str
    """The singular in the other cases."""


class Noun(str):
    """The name of a thing. As a string it is the plain form; ``format`` returns the other forms."""

    german: "_German | None" = None
    number: int | None = None
    """Number of things, if it is part of the name, as in ``3 cards``."""
    tail: str = ""
    """Text after the noun in all its forms, as in ``fox 3``."""

    def __format__(self, form: str) -> str:
        """Return a form of the name; see the module.

        Raises:
            ValueError: if German has no such form.
        """
        if not form.isalpha():
            # No form is named: format it like any text, perhaps to a width.
            return format(str(self), form)
        if self.german is None:
            return self._english(form)
        return self._in_german(self.german, form)

    def followed_by(self, tail: object) -> "Noun":
        """Return the name followed by something without forms: ``fox 3``."""
        noun = Noun(f"{self} {tail}")
        noun.german = self.german
        noun.number = self.number
        noun.tail = f"{self.tail} {tail}"
        return noun

    def counted(self, number: int) -> "Noun":
        """Return the things with their number: ``1 card``, ``2 cards``."""
        noun = Noun(f"{_figure(number)} {self if number == 1 else format(self, 'many')}")
        noun.german = self.german
        noun.number = number
        noun.tail = self.tail
        return noun

    def _english(self, form: str) -> str:
        """Return an English form; the plain one for a form of another language."""
        if form == "a":
            return f"an {self}" if self[0] in "aeiou" else f"a {self}"
        if form == "the":
            return f"the {self}"
        if form == "many":
            if self.endswith("y") and self[-2:-1] not in "aeiou":
                return f"{self[:-1]}ies"
            return f"{self}es" if self.endswith(("s", "x", "ch", "sh")) else f"{self}s"
        # The noun is not translated yet, but its sentence is.
        return str(self)

    def _in_german(self, forms: _German, form: str) -> str:
        """Return a German form: the article, the number if there is one, the word and the tail."""
        is_many = form == "many" or self.number not in {None, 1}
        if is_many:
            word = forms.many
            if form in _DATIVES and word[-1] not in "ns":
                word += "n"
            article = _PLURAL_ARTICLES.get(form, "")
        else:
            word = forms.other if form in _OTHER_CASES else forms.one
            article = _ARTICLES[form][forms.gender] if form in _ARTICLES else ""
        if form not in FORMS:
            raise ValueError(f"German has no form {form!r}")
        number = "" if self.number is None else _figure(self.number)
        return " ".join(part for part in (article, number, word) if part) + self.tail


def _figure(number: int) -> str:
    """Return a number with a proper minus sign."""
    return f"{number}".replace("-", "−")


@cache
def german(written: str) -> Noun:
    """Parse the forms of a noun in a message file, as ``das Ei, die Eier``.

    Raises:
        ValueError: if the text has another form.
    """
    singular, _, further_forms = written.partition(", ")
    many, _, other = further_forms.partition(", ")
    article, _, name = singular.partition(" ")
    noun = Noun(name)
    noun.german = _German(
        _ARTICLES["der"].index(article),
        name,
        many.partition(" ")[2] or name,
        other.partition(" ")[2] or name,
    )
    return noun
