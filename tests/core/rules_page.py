"""A rules page as tests read it, to compare it with the tables and the rules."""

from darwin_core.contract import registry
from darwin_core.text.language import page_of

SOURCES = "Where the figures come from"
"""The title of the last section."""


class RulesPage:
    """The rules page of a game in the reader's language."""

    def __init__(self, slug: str) -> None:
        self.text = page_of(registry.get(slug).package, "rules.md")
        self.prose = " ".join(self.text.split())
        """The text without line breaks."""
        self.rules, _, sources = self.text.partition(f"\n## {SOURCES}\n")
        self.sources = " ".join(sources.split())
        """The last section, without line breaks."""
        self.rows = [
            [cell.strip() for cell in line.strip("|").split("|")]
            for line in self.text.splitlines()
            if line.startswith("|")
        ]
        """The cells of all tables."""

    def table(self, first: str) -> list[list[str]]:
        """Return the rows of the table whose first column has this title, without the titles."""
        lines = self.text[self.text.index(f"\n| {first} |") :].strip().split("\n\n")[0].splitlines()
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
