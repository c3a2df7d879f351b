"""Names of adaptations in the room that Evo's table has for them."""

from darwin_tui.boards.evo.marks import fitted


def test_adaptations_without_room_go_by_a_whole_word_of_their_names():
    names = ["leaf-stripping tongue", "sticky tongue", "large litter", "swift hooves"]
    assert fitted(names, 70) == names
    assert fitted(names, 51) == ["leaf-stripping", *names[1:]]
    assert fitted(names, 32) == ["leaf-stripping", "sticky", "litter", "hooves"]
    assert all(len(name) <= 5 for name in fitted(names, 20))
