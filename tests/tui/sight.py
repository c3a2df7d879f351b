"""Differences between colours for full and for deficient colour vision.

Deficient vision is simulated after Machado, Oliveira and Fernandes, "A physiologically-based model
for simulation of color vision deficiency" (2009), at full severity, on linear RGB. Differences are
CIEDE2000, after Sharma, Wu and Dalal (2005), of colours under daylight (D65).
"""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

SIGHTS = {
    "all colours": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)


def seen(colour, sight):
    """Return the CIELAB values of a colour such as ``#4a3f2a`` for one kind of sight."""
    parts = [linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5)]
    felt = [min(max(part, 0.0), 1.0) for part in times(SIGHTS[sight], parts)]
    x, y, z = (root(part / white) for part, white in zip(times(TO_XYZ, felt), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def linear(part):
    """Return a channel of sRGB, from 0 to 1, as linear light."""
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def times(matrix, values):
    """Return the product of a matrix and a vector."""
    return [sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix]


def root(part):
    """Return the cube root that CIELAB uses, which is linear near black."""
    return part ** (1 / 3) if part > 216 / 24389 else (part * 24389 / 27 + 16) / 116


def difference(one, other):
    """Return the CIEDE2000 difference of two CIELAB values."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    middle = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    grey = 1 + 0.5 * (1 - sqrt(middle / (middle + 25**7)))
    c1, c2 = hypot(grey * a1, b1), hypot(grey * a2, b2)
    h1, h2 = (degrees(atan2(b, grey * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0
    hue = h1 + h2
    if c1 and c2:
        turn = (h2 - h1 + 180) % 360 - 180
        hue = (h1 + h2) / 2
        if abs(h1 - h2) > 180:
            hue += 180 if hue < 180 else -180
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    factor = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    of_light = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    of_chroma = 1 + 0.045 * chroma
    of_hue = 1 + 0.015 * chroma * factor
    bend = -2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    bend *= sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    d_light = (l2 - l1) / of_light
    d_chroma = (c2 - c1) / of_chroma
    d_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / of_hue
    return sqrt(d_light**2 + d_chroma**2 + d_hue**2 + bend * d_chroma * d_hue)


def apart(one, other):
    """Return the smallest difference of two colours over all kinds of sight, and its sight."""
    return min((difference(seen(one, sight), seen(other, sight)), sight) for sight in SIGHTS)
