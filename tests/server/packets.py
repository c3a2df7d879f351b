"""Packets of SSH before anything is encrypted."""

from collections.abc import Sequence

IDENTIFICATION = b"SSH-2.0-finch\r\n"
KEXINIT, KEX_INIT, KEX_REPLY, NEWKEYS, DISCONNECT = 20, 30, 31, 21, 1


def packet(payload: bytes) -> bytes:
    """Return the packet of a payload."""
    padding = 8 - (len(payload) + 5) % 8
    padding += 8 if padding < 4 else 0
    return (len(payload) + padding + 1).to_bytes(4) + padding.to_bytes(1) + payload + bytes(padding)


def text(data: bytes) -> bytes:
    return len(data).to_bytes(4) + data


def kexinit(
    exchanges: Sequence[str] = ("curve25519-sha256",),
    host_keys: Sequence[str] = ("ssh-ed25519",),
    *,
    guesses: bool = False,
) -> bytes:
    """Return the first packet of a client, with the algorithms that it likes, the best first."""
    ciphers, macs, none = ["aes128-ctr"], ["hmac-sha2-256"], ["none"]
    no_words: list[str] = []
    lists = (exchanges, host_keys, ciphers, ciphers, macs, macs, none, none, no_words, no_words)
    names = b"".join(text(",".join(each).encode()) for each in lists)
    return packet(bytes([KEXINIT]) + bytes(16) + names + bytes([guesses]) + bytes(4))


def kinds(data: bytes) -> list[int]:
    """Return the kinds of the whole packets after an identification."""
    data, found = data.partition(b"\n")[2], []
    while len(data) >= 6 and len(data) >= (end := 4 + int.from_bytes(data[:4])):
        found.append(data[5])
        data = data[end:]
        if found[-1] == NEWKEYS:
            break
    return found
