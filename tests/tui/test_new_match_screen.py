"""The screen that sets up a match: players, names, options, presets and seed."""

import asyncio

import pytest
import sampling
from home import here, own
from textual.widgets import Input, Static
from tui.scenes import DarwinApp, finished, match_at, set_choice, shown, until

from darwin_core.bots import ladder
from darwin_core.contract import registry
from darwin_core.contract.options import find_preset
from darwin_core.text.language import page_of, reading
from darwin_tui import settings
from darwin_tui.drawing.prose import sections
from darwin_tui.library import saves
from darwin_tui.screens import navigation
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.new_match import NewMatchScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.seating import SetUp
from darwin_tui.widgets.boxes import BoxPicture
from darwin_tui.widgets.forms import Choice, MatchForm

pytestmark = pytest.mark.usefixtures("resting_bots")


@pytest.fixture
async def pilot():
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("n")
        await until(pilot, lambda: pilot.app.screen.query("#name-3"))
        yield pilot


def control(pilot, seat):
    return pilot.app.screen.query_one(f"#control-{seat}", Choice)


def name(pilot, seat):
    return pilot.app.screen.query_one(f"#name-{seat}", Input)


def trouble(pilot):
    return pilot.app.screen.query_one("#trouble", Static).content


def header(pilot):
    return match_at(pilot.app).header


async def set_control(pilot, seat, value):
    await set_choice(pilot, control(pilot, seat), value)


async def start(pilot):
    button = pilot.app.screen.query_one("#start")
    # For a moment after a press, a button ignores a second one.
    await until(pilot, lambda: not button.has_class("-active"))
    button.focus()
    await pilot.press("enter")


async def test_two_keys_from_the_first_screen_to_a_match(pilot):
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
    players = header(pilot).players
    assert players[0].control == "human"
    assert players[0].name == own().name
    assert all(player.control.startswith("bot:") for player in players[1:])
    assert len({player.name for player in players}) == len(players)
    (row,) = saves.listed(here())
    assert row.playable


@pytest.mark.parametrize("seats", sampling.some([2, 3, 4], 3))
async def test_seats_can_stay_empty(pilot, seats):
    for seat in range(seats, 4):
        await set_control(pilot, seat, "")
    await start(pilot)
    assert len(header(pilot).players) == seats


async def test_one_alone_cannot_play(pilot):
    for seat in (2, 3):
        await set_control(pilot, seat, "")
    field = control(pilot, 1)
    field.focus()
    values = set()
    for _ in range(6):
        values.add(field.value)
        await pilot.press("right")
    assert "human" in values
    assert "" not in values


@pytest.mark.parametrize("turns", [5, 12, 25])
async def test_a_click_while_another_game_is_being_laid_lays_a_third(pilot, turns):
    screen = pilot.app.screen
    game = screen.query_one("#game", Choice)
    game.choose("journey")
    await screen.form.lay_game()
    game.on_click()
    for _ in range(turns):
        await asyncio.sleep(0)
    game.on_click()
    await until(pilot, lambda: screen.form.is_laid and game.value == "darwinning")
    assert len(screen.query(".seat")) == max(registry.get("darwinning").seats)
    assert "Start: Darwinning!" in shown(pilot.app)


async def test_names_that_cannot_be_are_refused_in_words_and_one_left_out_is_given(pilot):
    for bad in ("a/b", "\u202eevil"):
        name(pilot, 1).value = bad
        await start(pilot)
        assert isinstance(pilot.app.screen, NewMatchScreen)
        assert "cannot be a player's name" in trouble(pilot)
        assert trouble(pilot) in " ".join(shown(pilot.app).split())
    name(pilot, 0).value = "ada"
    name(pilot, 1).value = "Ada"
    await start(pilot)
    assert trouble(pilot) == "Two players cannot both be called 'ada'."
    assert saves.listed(here()) == []
    name(pilot, 1).value = "  "
    await pilot.pause()
    assert not trouble(pilot), "it was about the name before"
    await start(pilot)
    assert header(pilot).names[1] == "Wallace"


@pytest.mark.parametrize("user", ["wallace", "ada"])
async def test_names_differ_for_every_player_name(monkeypatch, user):
    monkeypatch.setattr("getpass.getuser", lambda: user)
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("n")
        await until(pilot, lambda: pilot.app.screen.query("#name-3"))
        await set_control(pilot, 1, "human")
        await start(pilot)
        (row,) = saves.listed(here())
        names = [player.name for player in row.players]
    assert names[0] == user.capitalize()
    assert len(set(names)) == len(names)


async def test_name_goes_with_the_sitter_until_one_is_typed(pilot):
    assert name(pilot, 1).value == "Wallace"
    await set_control(pilot, 1, "human")
    assert name(pilot, 1).value == "Ada"
    name(pilot, 1).value = "Zoe"
    await set_control(pilot, 1, "bot:easy")
    assert name(pilot, 1).value == "Zoe"
    await start(pilot)
    assert header(pilot).names[1] == "Zoe"
    assert header(pilot).players[1].control == "bot:easy"


async def test_names_are_typed_and_end_at_sixteen_letters(pilot):
    field = name(pilot, 0)
    field.focus()
    field.value = ""
    await pilot.press(*"Lovelace", *"0123456789")
    assert field.value == "Lovelace01234567"
    await pilot.press("enter")
    assert isinstance(pilot.app.screen, NewMatchScreen), "Enter in a name goes on to the next field"
    assert pilot.app.focused is control(pilot, 0)
    await start(pilot)
    assert header(pilot).names[0] == "Lovelace01234567"


async def test_match_starts_from_a_name_by_its_own_key(pilot):
    name(pilot, 0).focus()
    await pilot.press("ctrl+s")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))


async def test_same_seed_is_the_same_match(pilot):
    states = []
    for _ in range(2):
        pilot.app.screen.query_one("#seed").focus()
        await pilot.press(*"beagle", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        assert header(pilot).seed == "beagle"
        states.append(match_at(pilot.app).state)
        await pilot.press("q", "n")
        await until(pilot, lambda: pilot.app.screen.query("#name-3"))
    assert states[0] == states[1]
    assert len(saves.listed(here())) == 2


async def test_without_a_seed_it_is_a_surprise(pilot):
    seeds = set()
    for _ in range(2):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        seeds.add(header(pilot).seed)
        await pilot.press("q", "n")
        await until(pilot, lambda: pilot.app.screen.query("#name-3"))
    assert len(seeds) == 2
    assert all(len(seed) == 32 for seed in seeds)


async def test_options_of_the_game_are_kept(pilot):
    field = pilot.app.screen.query_one("#option-counter", Choice)
    assert field.value == "yes"
    field.focus()
    await pilot.press("right", "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
    assert match_at(pilot.app).state.options.counter is False


async def test_all_fields_are_seen_at_once_and_arrows_and_tab_go_through_them(pilot):
    words = shown(pilot.app)
    start = "Start: Darwin's Dice, 4 seats, about 20 minutes"
    for text in ("game", "● ", "◆ ", "card counter", "seed", start, "Esc"):
        assert text in words
    assert "change" in words.splitlines()[-1]
    way = []
    for _ in range(30):
        way.append(pilot.app.focused.id)
        await pilot.press("down")
        if pilot.app.focused.id == way[0]:
            break
    wanted = ["game"]
    for seat in range(4):
        wanted += [f"name-{seat}", f"control-{seat}"]
    assert way == [*wanted, "option-counter", "seed", "start"]
    for key, target in (("up", "start"), ("tab", "game"), ("shift+tab", "start")):
        await pilot.press(key)
        assert pilot.app.focused.id == target
    await pilot.press("escape")
    assert isinstance(pilot.app.screen, HomeScreen)
    assert saves.listed(here()) == [], "no match has begun"


async def test_mouse_alone_begins_a_match(pilot):
    await pilot.click("#control-3")
    assert control(pilot, 3).value != "bot:normal"
    await pilot.click("#start")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))


async def test_disk_that_takes_nothing_is_shown(pilot, monkeypatch):
    from darwin_core.journal import JournalError

    def refuse(header, path=None):
        raise JournalError("/saves cannot be written: No space left on device.")

    monkeypatch.setattr(saves, "create", refuse)
    await start(pilot)
    assert "No space left" in trouble(pilot)
    assert isinstance(pilot.app.screen, NewMatchScreen)


async def test_four_sit_down_where_nobody_says_otherwise(pilot):
    pilot.app.screen.query_one("#game").focus()
    for slug in registry.SLUGS:
        await until(pilot, lambda slug=slug: pilot.app.screen.form.game.slug == slug)
        game = registry.get(slug)
        last = max(game.seats) - 1
        await until(pilot, lambda last=last: pilot.app.screen.query(f"#name-{last}"))
        sat = [seat for seat in range(last + 1) if control(pilot, seat).value]
        assert len(sat) == min(game.seats, key=lambda count: abs(count - 4))
        assert [bool(name(pilot, seat).value) for seat in range(last + 1)] == [
            seat in sat for seat in range(last + 1)
        ]
        await pilot.press("right")


def field(pilot, name):
    return pilot.app.screen.query_one(f"#{name}", Choice)


async def of_game(pilot, slug, first):
    """Choose a game in the form, and focus a field of its rules."""
    await pilot.press(str(registry.SLUGS.index(slug) + 1))
    await until(pilot, lambda: pilot.app.screen.query(f"#{first}"))
    field(pilot, first).focus()


async def evo(pilot):
    await of_game(pilot, "evo", "preset")


async def test_stamps_of_a_skipped_reward_are_an_option_of_journey(pilot):
    await of_game(pilot, "journey", "option-stamps")
    assert field(pilot, "option-stamps").value == "stay"
    assert "stamps when skipping" in shown(pilot.app)
    await pilot.press("right", "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
    assert match_at(pilot.app).state.options.stamps == "halved"


EVO_RULES = ("balanced_genome", "wide_gene_pool", "predation")


def options(pilot):
    """Return the values of the options of Evo, by their first letters."""
    return "".join(field(pilot, f"option-{name}").value[0] for name in EVO_RULES)


async def test_presets_are_recommended_and_described_and_set_the_options(pilot):
    assert not pilot.app.screen.query("#preset"), "a game without presets"
    await evo(pilot)
    assert "best with 4: balanced (ours)" in shown(pilot.app)
    await set_control(pilot, 3, "")
    assert "best with" not in shown(pilot.app)
    await set_control(pilot, 3, "human")
    assert "best with 4: balanced (ours)" in shown(pilot.app)
    field(pilot, "preset").focus()
    assert "Ours: the published rules" not in shown(pilot.app)
    field(pilot, "option-predation").focus()
    await pilot.pause()
    assert "Species may hunt each other. Ours" in shown(pilot.app)
    assert "predation (ours)" in shown(pilot.app)
    assert "Start: Evo" in shown(pilot.app)
    field(pilot, "option-wide_gene_pool").focus()
    await pilot.pause()
    assert "best with four" in shown(pilot.app)
    field(pilot, "preset").focus()
    await pilot.press("left")
    assert (field(pilot, "preset").value, options(pilot)) == ("printed", "nnn")
    await pilot.press("right")
    assert (field(pilot, "preset").value, options(pilot)) == ("balanced", "yyn")
    field(pilot, "option-predation").focus()
    await pilot.press("right")
    assert "own options" in shown(pilot.app)
    await pilot.press("right")
    assert (field(pilot, "preset").value, options(pilot)) == ("balanced", "yyn")
    field(pilot, "preset").focus()
    await pilot.press("right")
    assert ("own options" in shown(pilot.app), options(pilot)) == (True, "yyn")
    await pilot.press("right")
    assert (field(pilot, "preset").value, options(pilot)) == ("printed", "nnn")


@pytest.mark.parametrize(("keys", "played"), [([], "balanced"), (["left"], "printed")])
async def test_match_goes_by_the_preset(pilot, keys, played):
    """By default, a match for four uses the preset that is recommended for four."""
    await evo(pilot)
    await pilot.press(*keys, "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
    game = registry.get("evo")
    assert match_at(pilot.app).state.options == find_preset(game, played).options


async def test_the_preset_goes_with_the_number_of_seats_until_somebody_chooses(pilot):
    await evo(pilot)
    assert (field(pilot, "preset").value, options(pilot)) == ("balanced", "yyn")
    await set_control(pilot, 3, "")
    assert (field(pilot, "preset").value, options(pilot)) == ("printed", "nnn")
    await set_control(pilot, 3, "human")
    assert (field(pilot, "preset").value, options(pilot)) == ("balanced", "yyn")
    field(pilot, "preset").focus()
    await pilot.press("left")
    await set_control(pilot, 3, "")
    await set_control(pilot, 3, "human")
    assert (field(pilot, "preset").value, options(pilot)) == ("printed", "nnn")


async def test_an_option_that_was_chosen_stays_when_players_change(pilot):
    await evo(pilot)
    field(pilot, "option-predation").focus()
    await pilot.press("right")
    await set_control(pilot, 3, "")
    assert options(pilot) == "yyy"
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
    assert all(header(pilot).options[name] in {True, "yes"} for name in EVO_RULES)


async def test_all_games_are_shown_as_boxes_and_a_number_takes_one(pilot):
    assert all(word in shown(pilot.app) for word in ("Dice", "Darwinning!", "Yummy", "Journey"))
    assert "▶ Dice" in shown(pilot.app)
    await pilot.press("4")
    await until(pilot, lambda: "Start: Evo, 4 seats, about 60 minutes" in shown(pilot.app))
    assert "▶ Evo" in shown(pilot.app)
    name(pilot, 0).focus()
    await pilot.press("2")
    assert "2" in name(pilot, 0).value, "a number in a name is a part of it"
    await pilot.click("#boxes", offset=(70, 1))
    await until(pilot, lambda: "Start: Darwin's Journey" in shown(pilot.app))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_the_effect_of_a_value_is_beside_it(size):
    settings.write(settings.Settings(matches={"dice": 1}), here())
    async with DarwinApp(own()).run_test(size=size) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: pilot.app.screen.query("#name-3"))
        rows = shown(pilot.app).splitlines()
        manners = ("careful", "a robber", "a gambler")
        assert all(any(f"■■□□ {manner}" in row for row in rows) for manner in manners)
        assert any("a person" in row and "this keyboard" in row for row in rows)
        await set_control(pilot, 1, "bot:easy")
        measured = ladder.strength(ladder.against_normal(registry.get("dice").package)["easy", 4])
        assert f"■□□□ {measured}" in shown(pilot.app)
        assert "Easy: knows what is good" in shown(pilot.app)
        await set_control(pilot, 1, "bot:master")
        await set_control(pilot, 3, "")
        assert "3 seats" in shown(pilot.app)
        assert "■■■■ thinks up to 2 s, careful" in shown(pilot.app), "not measured at three seats"


async def test_name_of_a_bot_says_how_it_plays(pilot):
    await set_control(pilot, 2, "bot:normal")
    name(pilot, 2).focus()
    await until(pilot, lambda: "Huxley. A robber: saves snakes" in shown(pilot.app))
    name(pilot, 2).value = "Emma"
    await until(pilot, lambda: "■■□□ answers at once" in shown(pilot.app))
    assert "robber" not in shown(pilot.app)
    name(pilot, 0).focus()
    await until(pilot, lambda: "Type the name of this player" in shown(pilot.app))


async def test_a_game_that_has_just_been_chosen_can_be_started_at_once(pilot):
    """The match starts before the form shows the game's seats and options."""
    screen = pilot.app.screen
    screen.query_one("#game", Choice).choose("darwinning")
    await screen.action_start()
    await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
    assert header(pilot).game == "darwinning"
    assert "eras" in header(pilot).options


async def test_a_new_match_begins_as_the_last_one_was_set_up():
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("4")
        await until(pilot, lambda: "for the first time" in shown(pilot.app))
        await pilot.press("n")
        await until(pilot, lambda: pilot.app.screen.query("#name-3"))
        await set_control(pilot, 3, "")
        name(pilot, 1).value = "Emma"
        genome = pilot.app.screen.query_one("#preset", Choice)
        recommended = genome.value
        genome.focus()
        await pilot.press("right")
        await start(pilot)
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        first = header(pilot)
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("n")
        await until(pilot, lambda: pilot.app.screen.query("#preset"))
        assert pilot.app.screen.query_one("#preset", Choice).value != recommended
        await start(pilot)
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        again = header(pilot)
    assert again.id != first.id
    assert (again.game, again.players, again.options) == (first.game, first.players, first.options)
    assert [player.name for player in again.players][1] == "Emma"


@pytest.mark.parametrize(
    "seats",
    [
        (("human", "Root"),),
        (("human", "Root"), ("bot:clairvoyant", "Wallace")),
        (("human", "Root"), ("human", "Root")),
        (("human", "?" * 99), ("bot:greedy", "Wallace")),
    ],
    ids=["too few", "an unknown bot", "one name twice", "no name"],
)
async def test_a_set_up_that_is_impossible_now_is_not_remembered(seats):
    evo = SetUp("evo", seats, {"genome": "square", "nothing": "yes"})
    settings.write(settings.Settings(set_ups=(evo, SetUp("chess", ()))), here())
    async with DarwinApp(own()).run_test() as pilot:
        await pilot.press("n")
        await until(pilot, lambda: pilot.app.screen.query("#name-3"))
        assert pilot.app.screen.query_one(MatchForm).game.slug == "evo"
        assert control(pilot, 3).value == "bot:normal"


@pytest.mark.parametrize("size", [(160, 50), (200, 60)], ids=str)
async def test_large_window_describes_the_game_its_bots_and_the_last_matches(size):
    finished("human", "bot:greedy", game="dice")
    async with DarwinApp(own()).run_test(size=size) as pilot:
        await pilot.press("n")
        screen = pilot.app.screen
        await until(pilot, lambda: "Last matches" in shown(screen) and "★" in shown(screen))
        page = shown(screen)
        for words in ("What scores", "Takes what looks best now, and plans nothing."):
            assert words in page
        await pilot.press("5")
        await until(pilot, lambda: "You sail with Darwin" in shown(screen))
        bottom = screen.query_one("#sheet").region.bottom
        assert screen.query_one("#notes").region.bottom == bottom
        assert screen.query_one("#boxes").region.bottom == bottom
        # A picture that was chosen while it was hidden is drawn once it is displayed.
        await pilot.resize_terminal(160, 50)
        await until(pilot, lambda: screen.query_one(BoxPicture).size.width == 40)
        sky = screen.query_one(BoxPicture).render_line(0)
        assert "8fb7c9" in str([segment.style for segment in sky])


@pytest.mark.parametrize("language", ["en", "de"])
async def test_game_in_short_is_below_the_form_in_a_window_of_middle_size(language):
    settings.write(settings.Settings(language=language), here())
    async with DarwinApp(own()).run_test(size=(100, 30)) as pilot:
        for slug in registry.SLUGS:
            pilot.app.call_later(navigation.go, pilot.app, navigation.NewMatch(slug))
            await until(pilot, lambda: isinstance(pilot.app.screen, NewMatchScreen))
            await until(pilot, lambda: "─ ? " in shown(pilot.app))
            sheet, form = (pilot.app.screen.query_one(selector) for selector in ("#sheet", "#form"))
            assert form.max_scroll_y == 0
            assert sheet.region.bottom == pilot.app.screen.query_one("#start").region.y
            with reading(language):
                goal = sections(page_of(registry.get(slug).package, "summary.md"))[0].text
            words = " ".join(shown(pilot.app).replace("│", " ").split())
            for sentence in " ".join(goal.split()).split(". "):
                assert sentence.split()[-1] in words
            assert "…" not in words
            await pilot.press("escape")
