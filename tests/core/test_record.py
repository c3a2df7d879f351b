"""Writing and reading of a match, and the treatment of hostile or foreign texts."""

import json
import tracemalloc

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import began, header, loaded, played, rechained

from darwin_core import __version__
from darwin_core.match import Match, begin, record
from darwin_core.match.record import NewerFormat, NotARecord, Player, RecordError

SHORT = played(actions=5).text


def test_header_comes_first_and_says_all_that_a_match_follows_from():
    text = began(3, options={"counter": False}).text
    header_fields = json.loads(text)
    assert list(header_fields) == [
        "format", "game", "rules", "players", "seed", "id", "made", "engine", "options", "chain",
    ]  # fmt: skip
    assert header_fields["format"] == record.FORMAT
    assert header_fields["options"] == {"counter": False}
    assert [player["name"] for player in header_fields["players"]] == ["Ada", "Ben", "Cleo"]


def test_each_line_says_number_seat_action_fingerprint_and_chain():
    written = began()
    step = written.act(1, written.match.legal(1)[0])
    number, seat, act, mark, chain = json.loads(written.text.splitlines()[1])
    assert (number, seat, act) == (1, 1, step.line.action)
    assert len(mark) == 11  # 64 bits
    assert len(chain) == 22  # 128 bits
    assert written.text.endswith(b"\n")


def test_what_was_written_is_read_again():
    written = played(4, "whole")
    reading = record.read(written.text)
    assert reading.header == written.match.header
    assert reading.lines == written.match.lines
    assert reading.chain == written.match.first_chain
    assert reading.sound_bytes == len(written.text)
    assert (reading.truncated, reading.missing_newline, reading.damage) == (False, False, None)


def test_chain_depends_on_every_line_before():
    text = SHORT
    changed = SHORT.replace(b'"beagle"', b'"Beagle"')
    chains = [line.chain for line in record.read(text).lines]
    forged = [line.chain for line in record.read(rechained(text, 2, seat=7)).lines]
    assert chains[0] == forged[0]
    assert all(a != b for a, b in zip(chains[1:], forged[1:], strict=True))
    with pytest.raises(NotARecord, match="header is damaged"):
        record.read(changed)


def test_text_of_a_record_is_known_byte_by_byte():
    assert began().text == (
        b'{"format":1,"game":"dice","rules":1,"players":[{"name":"Ada","control":"human"},'
        b'{"name":"Ben","control":"human"}],"seed":"beagle","id":"id-beagle",'
        b'"made":"2026-01-01T00:00:00+00:00","engine":"0.1.0","chain":"jOohKNmNVye4Db3deOH8EA"}\n'
    )
    text, line = record.write_line(7, 1, "S6", "mark", "chain")
    assert text == b'[7,1,"S6","mark","yauOAFV734ey/q/Lv5SAVQ"]\n'
    assert line.chain == "yauOAFV734ey/q/Lv5SAVQ"
    assert record.fingerprint(b"finch") == "aWf9lGnj0bo"


def test_truncated_last_line_is_shown_and_left_out():
    whole = record.read(SHORT)
    start = SHORT[:-1].rindex(b"\n") + 1
    for size in range(start + 1, len(SHORT) - 1):
        reading = record.read(SHORT[:size])
        assert reading.truncated
        assert reading.damage is None
        assert reading.lines == whole.lines[:-1]
        assert reading.sound_bytes == start


def test_last_line_that_lacks_only_its_line_break_counts():
    for ending in (b"", b"\0", b"\0\0\0"):
        reading = record.read(SHORT[:-1] + ending)
        assert reading.missing_newline
        assert reading.lines == record.read(SHORT).lines
        assert reading.sound_bytes == len(SHORT) - 1


def test_header_alone_without_its_line_break_is_a_record():
    reading = record.read(began().text[:-1])
    assert reading.missing_newline
    assert reading.lines == []
    assert reading.sound_bytes == len(began().text) - 1


def test_end_that_reads_as_zero_bytes_is_a_truncated_line():
    for zeros in (b"\0", b"\0" * 4096, b'[6,0,"S' + b"\0" * 50):
        reading = record.read(SHORT + zeros)
        assert reading.truncated
        assert reading.sound_bytes == len(SHORT)


@pytest.mark.parametrize(
    "tail", [b"x", b"[7,0,", b"{", b"[6,0]", b"[6,0,]", b"[6," + b"[" * 9000, b'[6,"' + b"a" * 9000]
)
def test_end_that_is_no_beginning_of_the_next_line_is_damage(tail):
    reading = record.read(SHORT + tail)
    assert reading.damage == "Line 7 of the record is damaged."
    assert len(reading.lines) == 5
    assert reading.sound_bytes == len(SHORT)


def test_damage_is_named_at_its_line_and_the_good_part_kept():
    lines = SHORT.splitlines(keepends=True)
    lines[3] = lines[3].replace(b"[3,", b"[4,")
    reading = record.read(b"".join(lines))
    assert reading.damage == "Line 4 of the record is damaged."
    assert len(reading.lines) == 2
    assert reading.sound_bytes == sum(map(len, lines[:3]))


def test_newer_rules_are_refused_naming_both_versions():
    text, _ = record.write_header(header(rules=9, engine="3.2.1"))
    with pytest.raises(NewerFormat) as error:
        loaded(text)
    assert str(error.value) == (
        "The record was played by rules 9 of Darwin's Dice, written by version 3.2.1; "
        f"this is version {__version__}, which knows rules up to 1."
    )


FOREIGN = {
    "empty": b"",
    "a line break": b"\n",
    "zero bytes": b"\0" * 100,
    "other text": b"Dear diary,\n",
    "other JSON": b'{"name": "x"}\n',
    "a list": b"[1,2,3]\n",
    "format as text": b'{"format":"1","engine":"0.1.0","chain":""}',
    "long format": b'{"format":' + b"9" * 400 + b',"engine":"0.1.0"}',
    "huge format": b'{"format":' + b"9" * 5000 + b',"engine":"0.1.0"}',
    "format as fraction": b'{"format":1e300,"engine":"0.1.0"}',
    "format zero": b'{"format":0,"engine":"0.1.0"}',
    "no engine": b'{"format":1}',
    "bad UTF-8": b'{"format":1,"engine":"\xff\xfe"}\n',
    "lone surrogate": b'{"format":1,"engine":"\\ud800"}\n',
    "deep nesting": b'{"format":1,"engine":"0","x":' + b"[" * 200_000,
    "deep and closed": b'{"format":1,"engine":"0","x":' + b"[" * 5000 + b"]" * 5000 + b"}",
    "deeper than nothing": b"[" * 200_000,
    "no chain": b'{"format":1,"engine":"0.1.0"}\n',
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
}


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
def test_text_that_is_no_record_is_refused_in_one_sentence(text):
    with pytest.raises(NotARecord) as error:
        record.read(text)
    assert str(error.value) in (
        "This is not a record of a darwin-tui match.",
        "The record's header is damaged; “darwin-tui rescue” may repair it.",
    )


def test_record_that_was_converted_for_windows_is_named_as_that():
    """Git or a program that unpacks an archive may have converted its line breaks."""
    with pytest.raises(NotARecord, match="in CR and LF, as on Windows"):
        record.read(SHORT.replace(b"\n", b"\r\n"))


def test_oversized_text_is_refused_before_it_is_parsed(monkeypatch):
    def never(text: bytes) -> None:
        raise AssertionError("parsed")

    monkeypatch.setattr(record, "read_header", never)
    with pytest.raises(NotARecord, match="The file has 20 MiB; no record is larger than 16 MiB"):
        record.read(bytes(20 * 2**20))


@pytest.mark.parametrize("line", [b"", b"a", b"ab", b"[1,0]"])
def test_more_lines_than_a_record_can_have_are_not_all_split(line):
    text = SHORT + (line + b"\n") * 200_000
    tracemalloc.start()
    reading = record.read(text)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (len(reading.lines), reading.sound_bytes) == (5, len(SHORT))
    assert reading.damage == "Line 7 of the record is damaged."
    assert most < 4 * len(text) + 100_000


@given(st.lists(st.sampled_from([b"", b"x", b"\n", b"[1,0]", *SHORT.splitlines()[1:]])))
def test_what_is_read_does_not_depend_on_how_many_lines_follow(lines):
    head = SHORT[: SHORT.index(b"\n") + 1]
    few = record.read(head + b"".join(line + b"\n" for line in lines))
    many = record.read(head + b"".join(line + b"\n" for line in lines) + b"\n" * 10_000)
    assert many.damage is not None
    assert (few.lines, few.sound_bytes) == (many.lines, many.sound_bytes)


def forged_header(**fields: object) -> bytes:
    """Return a header with any fields, its hash made to fit."""
    header_fields = {**json.loads(began().text), **fields}
    header_fields.pop("chain")
    text = msgspec.json.encode(header_fields)
    return text[:-1] + b',"chain":"%b"}\n' % record._hash(b"", text)


def test_forging_itself_is_sound():
    assert record.read(forged_header()).header == header()
    wide = {"players": [{"name": "進化論進化論進化"}, {"name": "Анна"}]}
    assert record.read(forged_header(**wide)).header.names == ("進化論進化論進化", "Анна")


HOSTILE_FIELDS = {
    "escape in a name": {"players": [{"name": "\x1b[2J"}, {"name": "Ben"}]},
    "line break in a name": {"players": [{"name": "Ada\n"}, {"name": "Ben"}]},
    "wide name": {"players": [{"name": "進化論" * 3}, {"name": "Ben"}]},
    "full-width name": {"players": [{"name": "Ａｄａ"}, {"name": "Ben"}]},
    "name from right to left": {"players": [{"name": "עמר"}, {"name": "Ben"}]},
    "accents apart from their letters": {"players": [{"name": "Jose\u0301"}, {"name": "Ben"}]},
    "long name": {"players": [{"name": "A" * 17}, {"name": "Ben"}]},
    "bidi name": {"players": [{"name": "A\u202eda"}, {"name": "Ben"}]},
    "escape in control": {"players": [{"name": "Ada", "control": "bot:\x1b"}]},
    "line break in control": {"players": [{"name": "Ada", "control": "bot:easy\n"}]},
    "no players": {"players": []},
    "thirteen players": {"players": [{"name": "Ada"}] * 13},
    "escape in seed": {"seed": "\x1b]0;x\x07"},
    "C1 in seed": {"seed": "\x9b2J"},
    "zero width in seed": {"seed": "a\u200bb"},
    "long seed": {"seed": "x" * 201},
    "escape in engine": {"engine": "\x1b[31m"},
    "escape in made": {"made": "\x1b[31m"},
    "escape in id": {"id": "\x1b[31m"},
    "escape in an option": {"options": {"\x1b[31m": True}},
    "escape in an option's value": {"options": {"counter": "\x1b[31m"}},
    "escape in the parent": {"parent": {"id": "\x1b", "line": 0, "chain": ""}},
    "line before the first": {"parent": {"id": "a", "line": -1, "chain": ""}},
    "rules 0": {"rules": 0},
    "huge rules": {"rules": 10**30},
    "long rules": {"rules": 10**400},
    "long option": {"options": {"counter": 10**400}},
    "nested options": {"options": {"counter": [[]]}},
}


@pytest.mark.parametrize("fields", HOSTILE_FIELDS.values(), ids=HOSTILE_FIELDS)
def test_hostile_header_is_refused_though_its_hash_fits(fields):
    with pytest.raises(RecordError) as error:
        loaded(forged_header(**fields))
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 200


def test_fields_of_a_later_version_in_a_known_format_are_passed_over():
    assert record.read(forged_header(rulings=["later"])).header == header()


UNWRITABLE = {
    "long seed": {"seed": "x" * 201},
    "escape in seed": {"seed": "\x1b[2J"},
    "bytes of a terminal": {"seed": "\udcff"},
    "bad name": {"players": (Player("\x1b[2J"), Player("Ben"))},
    "no players": {"players": ()},
}


@pytest.mark.parametrize("fields", UNWRITABLE.values(), ids=UNWRITABLE)
def test_what_could_not_be_read_again_is_not_written(fields):
    with pytest.raises(RecordError, match="cannot be recorded: its "):
        record.write_header(header(**fields))


def forged_lines(*rest: bytes) -> bytes:
    """Return a record with these lines after its header, each with a hash that is made to fit."""
    text, first = record.write_header(header())
    chain = first.encode()
    for body in rest:
        chain = record._hash(chain, body)
        text += body[:-1] + b',"%b"]\n' % chain
    return text


HOSTILE_LINES = {
    "not a list": b'{"a":1]',
    "too short": b"[1,0]",
    "too long": b'[1,0,"S6","m","c"]',
    "wrong kinds": b'["1",0,"S6","m"]',
    "number zero": b'[0,0,"S6","m"]',
    "another number": b'[2,0,"S6","m"]',
    "huge number": b"[" + b"9" * 5000 + b',0,"S6","m"]',
    "seat twelve": b'[1,12,"S6","m"]',
    "seat below zero": b'[1,-1,"S6","m"]',
    "long act": b'[1,0,"' + b"S" * 201 + b'","m"]',
    "bad UTF-8": b'[1,0,"\xff","m"]',
    "deep nesting": b'[1,0,"S6",' + b"[" * 100_000 + b"]" * 100_000 + b"]",
}


@pytest.mark.parametrize("body", HOSTILE_LINES.values(), ids=HOSTILE_LINES)
def test_hostile_line_is_damage_though_its_hash_fits(body):
    reading = record.read(forged_lines(body))
    assert reading.damage == "Line 2 of the record is damaged."
    assert reading.lines == []


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (b'[1,0,"\\u001b[2J","m"]', "is no action of the game"),
        (b'[1,3,"S6","m"]', "is not allowed there"),
        (b'[1,0,"undo 1","m"]', "is not allowed there"),
        (b'[1,11,"undo 1","m"]', "is not allowed there"),
        (b'[1,0,"undo x","m"]', "is not allowed there"),
    ],
)
def test_action_that_the_rules_do_not_allow_is_a_divergence_reported_safely(body, what):
    match = loaded(forged_lines(body))
    assert match.divergence is not None
    assert match.divergence.line == 1
    assert what in match.divergence.sentence
    assert match.divergence.sentence.isprintable()
    assert match.lines == []


def test_fingerprint_with_escape_sequences_is_reported_safely():
    act = began().match.legal(0)[0]
    body = msgspec.json.encode([1, 0, began().match.game.texts.notation(act), "\x1b[2J"])
    match = loaded(forged_lines(body))
    assert match.divergence is not None
    assert match.divergence.sentence.isprintable()


def open_or_refuse(text: bytes) -> None:
    """Read and play a text; anything but a RecordError is a failure."""
    try:
        reading = record.read(text)
        Match.load(began().match.game, reading.header, reading.chain, reading.lines)
    except RecordError as error:
        fault = str(error)
    else:
        fault = reading.damage or ""
    assert fault.isprintable()


@given(st.binary(max_size=300))
@settings(max_examples=300, deadline=None)
def test_random_bytes_raise_nothing_but_record_errors(text):
    open_or_refuse(text)


@given(st.binary(max_size=80), st.integers(0, len(SHORT)), st.integers(0, 40))
@settings(max_examples=500, deadline=None)
def test_random_bytes_within_a_record_raise_nothing_but_record_errors(inserted, place, dropped):
    open_or_refuse(SHORT[:place] + inserted + SHORT[place + dropped :])


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(
    st.dictionaries(
        st.sampled_from(["format", "players", "options", "start", "parent", "seed", "rules", "x"]),
        any_json,
        max_size=3,
    )
)
@settings(max_examples=100, deadline=None)
def test_headers_of_any_shape_whose_hash_fits_raise_nothing_but_record_errors(fields):
    try:
        text = forged_header(**json.loads(json.dumps(fields)))
    except OverflowError:
        return
    open_or_refuse(text)


def with_start(**changes: object) -> bytes:
    """Return a record that begins from a given state, some of its fields changed."""
    state = msgspec.structs.replace(played(actions=7).match.state, **changes)
    return forged_header(start=json.loads(msgspec.json.encode(state)))


def test_given_start_is_played_on_from():
    match = loaded(with_start())
    assert match.state == played(actions=7).match.state
    assert match.legal(0)


UNSOUND = {
    "a card twice": {"deck": [0, 0]},
    "no chance": {"chance": b""},
    "chance of another size": {"chance": b"fin"},
    "nobody waits": {"waiting": 0},
    "a turn too far": {"turn": 10_000},
    "turn below zero": {"turn": -1},
    "no seats": {"hands": [], "chosen": [], "taken": []},
    "hidden cards": {"deck": [255] * 36},
    "a field of the wrong kind": {"deck": "all"},
    "nothing else": None,
}


@pytest.mark.parametrize("changes", UNSOUND.values(), ids=UNSOUND)
def test_unsound_start_is_refused(changes):
    text = forged_header(start=[]) if changes is None else with_start(**changes)
    with pytest.raises(RecordError, match="The state that the record begins from is"):
        loaded(text)


@pytest.mark.parametrize(
    ("slug", "changes"),
    [
        ("evo", {"genomes": [bytes(6), bytes([255] * 6)]}),
        # A card beyond the last one is found only when its name is wanted.
        ("darwinning", {"played": [bytes([200]), b""]}),
    ],
)
def test_start_over_which_a_game_raises_any_error_is_refused(slug, changes):
    state = msgspec.structs.replace(began(game=slug).match.state, **changes)
    with pytest.raises(RecordError, match="is not a sound one"):
        began(game=slug, start=msgspec.Raw(msgspec.json.encode(state)))


def test_start_for_more_seats_than_players_is_refused():
    state = json.loads(msgspec.json.encode(began(4).match.state))
    with pytest.raises(RecordError, match="nobody sits"):
        loaded(forged_header(start=state))


def test_header_that_does_not_fit_its_game_is_refused():
    with pytest.raises(RecordError, match="Darwin's Dice is not played by 1"):
        begin(began().match.game, header(1))
    with pytest.raises(RecordError, match="its options: counter"):
        began(options={"counted": True})
    with pytest.raises(RecordError, match="cannot be played so"):
        began(options={"counter": 10**40})


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"seed": "x" * 201}, "seed"),
        ({"made": "\n"}, "made"),
        ({"players": (Player("Ada"), Player("A" * 17))}, "players[1].name"),
        ({"options": {"\x1b": True}}, "options"),
        ({"seed": "\udcff"}, "header"),
    ],
)
def test_what_cannot_be_written_is_named(fields, where):
    with pytest.raises(RecordError) as error:
        record.write_header(header(**fields))
    assert str(error.value) == (
        f"The match cannot be recorded: its {where} is too long, or has characters that cannot "
        "be shown."
    )


def test_the_longest_texts_and_most_players_are_written_and_read_again():
    players = tuple(Player("A" * 16, "b" * 24) for _ in range(12))
    longest = header(players=players, seed="x" * 200, id="id")
    text, chain = record.write_header(longest)
    assert record.read(text).header == longest
    line, value = record.write_line(1, 11, "S" * 200, "m", chain)
    assert record.read(text + line).lines == [value]


@pytest.mark.parametrize("field", ["control", "act", "seat"])
def test_one_character_or_seat_more_than_the_most_is_refused(field):
    if field == "control":
        with pytest.raises(RecordError, match="control"):
            record.write_header(header(players=(Player("Ada", "b" * 25), Player("Ben"))))
        return
    text, chain = record.write_header(header())
    seat, act = (12, "S6") if field == "seat" else (0, "S" * 201)
    line, _ = record.write_line(1, seat, act, "m", chain)
    assert record.read(text + line).damage == "Line 2 of the record is damaged."


def test_size_is_shown_in_whole_mebibytes_and_the_largest_is_not_refused():
    record.refuse_oversized(16 * 2**20)
    for size, mebibytes in ((16 * 2**20 + 1, 17), (int(17.6 * 2**20), 18)):
        with pytest.raises(
            NotARecord, match=f"The file has {mebibytes} MiB; no record is larger than 16"
        ):
            record.refuse_oversized(size)


@pytest.mark.parametrize(
    ("engine", "version"),
    [
        ("9.1.0", "9.1.0"),
        ("1" * 20, "1" * 20),
        ("1" * 21, "unknown"),
        ("", "unknown"),
        ("\x1b]52;c;x", "unknown"),
    ],
)
def test_version_of_a_later_format_is_shown_where_it_looks_like_one(engine, version):
    text = msgspec.json.encode({"engine": engine, "format": record.FORMAT + 1, "x": []})
    with pytest.raises(NewerFormat) as error:
        record.read(text)
    assert str(error.value) == (
        f"The record has format {record.FORMAT + 1}, written by version {version}; this is "
        f"version {__version__}, which reads formats up to {record.FORMAT}."
    )
