"""Names of things with their forms."""

from darwin_core.nouns import Noun, german


def test_a_name_is_aligned_as_any_text():
    assert f"{Noun('fox'):<5}|" == "fox  |"
    assert f"{german('der Bär, die Bären, den Bären'):>5}|" == "  Bär|"
