"""A match's seed follows from a committed secret and the players' words.

``verify`` finds any later change of the seed, the secret or the words.
"""

from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from matches import Written, header, loaded, play, rechained

from darwin_core.contract.registry import get
from darwin_core.match import begin, fairness, record
from darwin_core.match.record import Header
from darwin_tui.cli import main
from darwin_tui.library import saves

SECRET = bytes(range(32))
WORDS = ("my grandmother's address", "")


def fair_header(**more: Any) -> Header:
    fair = fairness.fair("K7QF", SECRET, WORDS)
    return header(seed=fairness.seed("K7QF", SECRET, WORDS), **{"fair": fair, **more})


def fair_match(**more: Any) -> Written:
    head = fair_header(**more)
    return play(Written(*begin(get("dice"), head)), Random(1), 10)


def verified(path: Path, text: bytes) -> str | None:
    path.write_bytes(text)
    return saves.verify(path)


def test_hashes_can_be_computed_with_any_other_tool():
    text = b"darwin-tui commitment\0K7QF\0" + SECRET.hex().encode()
    assert fairness.commitment("K7QF", SECRET) == sha256(text).hexdigest()
    text = b"darwin-tui seed\0K7QF\0" + SECRET.hex().encode() + b"\0" + b"\0".join([b"a", b""])
    assert fairness.seed("K7QF", SECRET, ("a", "")) == sha256(text).hexdigest()


def test_everything_that_goes_in_changes_the_seed():
    seeds = {
        fairness.seed(*parts)
        for parts in (
            ("K7QF", SECRET, WORDS),
            ("K7QG", SECRET, WORDS),
            ("K7QF", SECRET[::-1], WORDS),
            ("K7QF", SECRET, WORDS[::-1]),
            ("K7QF", SECRET, (*WORDS, "")),
            ("K7QF", SECRET, ("my grandmother's addres", "")),
        )
    }
    assert len(seeds) == 6
    codes = {fairness.commitment(code, SECRET) for code in ("K7QF", "K7QG")}
    assert len(codes) == 2


def test_record_that_is_fair_is_verified_and_names_its_commitment(tmp_path):
    path = tmp_path / "fair.jsonl"
    assert verified(path, fair_match().text) is None
    answer = CliRunner().invoke(main, ["verify", str(path)])
    assert answer.exit_code == 0
    assert answer.output.endswith(
        f"ok (10 actions), commitment {fairness.fair('K7QF', SECRET, WORDS).commitment}, "
        f"words of Ada: {WORDS[0]}\n"
    )


def changed(**more: Any) -> Header:
    """Return the fair header with some fields changed, of the header or of its ``fair`` part."""
    head = fair_header()
    assert head.fair is not None
    own_fields = {name: more.pop(name) for name in list(more) if name in Header.__struct_fields__}
    fair = msgspec.structs.replace(head.fair, **more)
    return msgspec.structs.replace(head, **{"fair": fair, **own_fields})


@pytest.mark.parametrize(
    ("forged", "sentence"),
    [
        (changed(secret=SECRET[::-1].hex()), "secret does not fit the commitment"),
        (changed(commitment=fairness.commitment("K7QF", SECRET[::-1])), "fit the commitment"),
        (changed(code="K7QG"), "fit the commitment"),
        (changed(nonces=("my grandmother", "")), "does not follow"),
        (changed(nonces=WORDS[::-1]), "does not follow"),
        (changed(nonces=WORDS[:1]), "words of each seat"),
        (changed(seed="beagle"), "does not follow"),
        (changed(fair=fairness.fair("K7QF", SECRET[::-1], WORDS)), "does not follow"),
    ],
)
def test_forged_origin_is_found(forged, sentence, tmp_path):
    # Everything else fits: the match is played by the forged header, with sound hashes.
    match = play(Written(*begin(get("dice"), forged)), Random(1), 10)
    fault = verified(tmp_path / "forged.jsonl", match.text)
    assert fault is not None
    assert sentence in fault
    answer = CliRunner().invoke(main, ["verify", str(tmp_path / "forged.jsonl")])
    assert answer.exit_code == 1


def test_given_deal_is_found(tmp_path):
    match = fair_match().match
    state = match.game.clone(match.state_at(0))
    state.hands = [dict(hand) for hand in reversed(state.hands)]
    forged = msgspec.structs.replace(match.header, start=msgspec.Raw(msgspec.json.encode(state)))
    text = begin(match.game, forged)[1]
    assert "from a state that was given" in str(verified(tmp_path / "forged.jsonl", text))


def test_other_deal_than_that_of_the_seed_is_found(tmp_path):
    written = fair_match()
    other = loaded(play(Written(*begin(get("dice"), header(seed="other"))), Random(1), 1).text)
    text = rechained(written.text, 1, state_hash=other.lines[0].state_hash)
    assert "leads to another state" in str(verified(tmp_path / "forged.jsonl", text))


def test_record_without_the_claim_has_the_bytes_that_it_had():
    text = record.write_header(header())[0]
    assert b"fair" not in text
    assert fairness.trouble(header()) is None


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("", ""),
        ("  two\twords \n", "two words"),
        ("a\u200bb\x1b[31mc\u202ed", "ab[31mcd"),
        ("  x   y ", "x y"),
        ("é" * 100, "é" * 60),
        ("a\0b", "ab"),
        ("\ud800", ""),
    ],
)
def test_words_of_a_player_are_kept_as_a_record_can_hold_them(words, kept):
    assert fairness.nonce(words) == kept
    fair = fairness.fair("K7QF", SECRET, (fairness.nonce(words), ""))
    text, _ = record.write_header(header(fair=fair))
    assert record.read_header(text.rstrip(b"\n"))[0].fair == fair
