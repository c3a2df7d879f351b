"""Decompression of packets that nobody can make large."""

import zlib
from typing import Final

from asyncssh.compression import Decompressor

_PACKET_BYTES_MAX: Final = 262_144
"""The most that a compressed packet may hold."""


class Inflate(Decompressor):
    """Decompresses packets, but no more than a packet may hold."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """Return the content of a packet; None if it is damaged or too large."""
        try:
            content = self._stream.decompress(data, _PACKET_BYTES_MAX)
        except zlib.error:
            return None
        return None if self._stream.unconsumed_tail else content
