"""Program that prints a digest of every position of some records, for all viewers.

Test_determinism runs it in other interpreters and environments. It needs no more than the engine.
"""

import sys
from hashlib import blake2b
from pathlib import Path

import msgspec

from darwin_core.bots import levels
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import SPECTATOR
from darwin_core.match import Match, record
from darwin_core.text.seat_names import SeatNames

pack = msgspec.msgpack.Encoder().encode


def main() -> None:
    for path in sys.argv[1:]:
        emit(Path(path))


def emit(path: Path) -> None:
    """Print for each position hashes of the state and of all views and texts, and bots' choices."""
    reading = record.read(path.read_bytes())
    game = registry.get(reading.header.game)
    match = Match.load(game, reading.header, reading.chain, reading.lines)
    print(game.slug, len(match.lines), match.chain, match.divergence)
    names = match.header.names
    for position in range(len(match.history) + 1):
        state = match.state_at(position)
        seen = blake2b(digest_size=8)
        for viewer in (*range(match.seats), SPECTATOR):
            view = game.view(state, viewer)
            seen.update(pack(view))
            for event in match.events(viewer, position):
                seen.update(game.texts.sentence(event, SeatNames(names)).encode())
        chosen = []
        for seat in game.to_move(state):
            seen.update(" ".join(map(game.texts.notation, game.legal(state, seat))).encode())
            for level in ("easy", "normal", "random"):
                bot = levels.bot(level)
                action = bot(game, game.view(state, seat), seat, from_seed(level, position, seat))
                chosen.append(game.texts.notation(action))
        print(position, record.fingerprint(pack(state)), seen.hexdigest(), *chosen)


if __name__ == "__main__":
    main()
