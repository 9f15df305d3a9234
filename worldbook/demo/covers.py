"""The covers of the demo worlds: a tower over a harbour at night, in the same cut as the portraits."""

import math
from collections.abc import Callable

from worldbook.demo.woodcut import PALETTES, Point, Print

WIDE, HIGH = 1280, 720


def _sky(sheet: Print, x: float, y: float, radius: float) -> None:
    """Night with a light in it, low hills, and the sea with the light's path."""
    c = sheet.colours
    sheet.backdrop(x, y, radius)
    hills: list[Point] = [
        (-20, 560), (120, 500), (300, 520), (430, 470), (600, 520), (800, 500), (1000, 540),
        (1300, 500), (1300, 760), (-20, 760),
    ]  # fmt: skip
    sheet.shape(hills, c.cloth_shade, c.ink, edge=760, cut=120)


def _sea(sheet: Print, top: float, path: float) -> None:
    """Water in long gouged strokes; brighter under the light at `path`."""
    c = sheet.colours
    sheet.shape([(-9, top), (1290, top), (1290, 730), (-9, 730)], c.night, smooth=False)
    for row in range(17):
        y = top + 8 + row * row * 0.62 + row * 3
        for _ in range(16):
            x = sheet.rng.uniform(-60, WIDE)
            near = math.exp(-(((x - path) / (90 + row * 14)) ** 2))
            colour = c.glow if sheet.rng.random() < near else c.cloth
            length = sheet.rng.uniform(20, 60 + row * 7)
            sheet.line(
                [(x, y), (x + length / 2, y - 2.5), (x + length, y)], colour, 2.2 + row * 0.14
            )


def _ship(sheet: Print, x: float, y: float, size: float) -> None:
    """A three-master, far out."""
    c = sheet.colours
    for mast, tall in ((-0.55, 0.9), (0, 1.15), (0.5, 0.85)):
        left = x + mast * size
        sheet.line([(left, y), (left, y - tall * size)], c.ink, 3, smooth=False)
        for part in (0.22, 0.52, 0.8):
            top, wide = y - tall * size * (part + 0.2), size * 0.26 * (1.1 - part * 0.5)
            low = y - tall * size * part
            sail: list[Point] = [
                (left - wide, low), (left - wide * 0.8, top), (left + wide * 0.8, top), (left + wide, low),
            ]  # fmt: skip
            sheet.shape(sail, c.hair_shade, c.cloth_shade, edge=left + 2, cut=6, smooth=False)
    hull: list[Point] = [
        (x - size, y - 8), (x - size * 0.8, y + size * 0.18), (x + size * 0.75, y + size * 0.18),
        (x + size * 1.05, y - 14),
    ]  # fmt: skip
    sheet.shape(hull, c.ink, smooth=False)
    sheet.dot(x + size * 0.2, y + 2, 3, c.glow)


def _courses(sheet: Print, x: float, top: float, bottom: float, narrow: float, wide: float) -> None:
    """Courses of stone on a tapering tower."""
    c = sheet.colours
    rows = int((bottom - top) / 22)
    for row in range(1, rows):
        y = top + row * 22
        half = narrow + (wide - narrow) * (y - top) / (bottom - top)
        for part in range(-2, 3):
            at = x + (part + (0.5 if row % 2 else 0)) * half / 2.4
            if abs(at - x) < half - 12:
                sheet.line([(at - 9, y), (at + 9, y)], c.ink, 2, smooth=False)


def _tower(sheet: Print) -> None:
    """The North Tower: stone, a dark lamp room, one lantern at the gate, a ship on the bar."""
    c = sheet.colours
    _sky(sheet, 430, 250, 150)
    _sea(sheet, 566, 330)
    _ship(sheet, 250, 552, 62)
    body: list[Point] = [(846, 206), (954, 206), (1010, 700), (790, 700)]
    sheet.shape(body, c.cloth, c.cloth_shade, edge=902, smooth=False, cut=44)
    _courses(sheet, 900, 206, 700, 54, 110)
    sheet.shape(
        [(826, 184), (974, 184), (962, 212), (838, 212)],
        c.hair_shade,
        c.cloth_shade,
        edge=902,
        smooth=False,
    )
    sheet.shape([(850, 116), (950, 116), (950, 186), (850, 186)], c.ink, smooth=False)
    for x in (870, 890, 910, 930):
        sheet.line([(x, 118), (x, 184)], c.cloth, 4, smooth=False)
    sheet.shape([(836, 118), (900, 52), (964, 118)], c.accent_shade, c.ink, edge=902, smooth=False)
    sheet.line([(900, 54), (900, 22)], c.ink, 6, smooth=False)
    sheet.line([(898, 30), (932, 36), (900, 44)], c.accent, 5)
    for y in (290, 390, 480):
        sheet.shape([(893, y), (907, y), (909, y + 30), (891, y + 30)], c.ink, smooth=False)
    rock: list[Point] = [
        (640, 720), (720, 668), (800, 640), (900, 632), (1020, 640), (1140, 600), (1300, 590), (1300, 730),
    ]  # fmt: skip
    sheet.shape(rock, c.cloth_shade, c.ink, edge=930, cut=80, smooth=False)
    sheet.shape(
        [(872, 700), (872, 640), (884, 614), (900, 606), (916, 614), (928, 640), (928, 700)],
        c.ink,
        smooth=False,
    )
    sheet.glow(846, 636, 74, 0.7)
    sheet.dot(846, 640, 9, c.glow)
    _watcher(sheet, 816, 690)
    _watcher(sheet, 738, 694)
    sheet.rain(190, c.hair_shade, 34)


def _watcher(sheet: Print, x: float, y: float) -> None:
    """A small figure in a hat, seen from afar."""
    c = sheet.colours
    sheet.shape([(x - 6, y - 46), (x + 6, y - 46), (x + 15, y), (x - 15, y)], c.ink, smooth=False)
    sheet.dot(x, y - 53, 7, c.ink)
    sheet.line([(x - 14, y - 56), (x, y - 61), (x + 14, y - 56)], c.ink, 6)


def _pagoda(sheet: Print) -> None:
    """北塔: seven roofs, one small light at the top, a boat without one."""
    c = sheet.colours
    _sky(sheet, 860, 236, 142)
    _sea(sheet, 580, 860)
    for storey in range(7):
        bottom, half = 668 - storey * 80, 96 - storey * 9
        top = bottom - 56
        wall: list[Point] = [
            (430 - half + 5, top), (430 + half - 5, top), (430 + half, bottom), (430 - half, bottom),
        ]  # fmt: skip
        sheet.shape(wall, c.cloth, c.cloth_shade, edge=434, smooth=False, cut=30)
        for part in (-0.55, 0, 0.55):
            x = 430 + part * half
            colour = c.glow if storey == 6 and part == 0 else c.ink
            sheet.shape(
                [
                    (x - 8, bottom),
                    (x - 8, top + 20),
                    (x, top + 10),
                    (x + 8, top + 20),
                    (x + 8, bottom),
                ],
                colour,
                smooth=False,
            )
        wide = half + 44
        roof: list[Point] = [
            (430 - wide, top - 2), (430 - wide * 0.72, top - 6), (430 - half + 14, top - 26),
            (430 + half - 14, top - 26), (430 + wide * 0.72, top - 6), (430 + wide, top - 2),
            (430 + wide * 0.8, top + 10), (430, top + 7), (430 - wide * 0.8, top + 10),
        ]  # fmt: skip
        sheet.shape(roof, c.accent, c.accent_shade, edge=434, cut=40)
    sheet.line([(430, 110), (430, 40)], c.ink, 8, smooth=False)
    for y, radius in ((96, 9), (78, 7), (62, 5)):
        sheet.dot(430, y, radius, c.hair_shade)
    sheet.glow(430, 168, 60, 0.75)
    sheet.shape(
        [(-20, 720), (80, 676), (250, 660), (430, 662), (620, 668), (760, 690), (820, 730)],
        c.cloth_shade,
        c.ink,
        edge=440,
        cut=80,
    )
    sheet.shape([(900, 640), (960, 662), (1110, 662), (1180, 632), (1130, 680), (950, 682)], c.ink)
    sheet.shape(
        [(990, 660), (1000, 624), (1040, 612), (1084, 624), (1092, 660)],
        c.cloth_shade,
        c.ink,
        edge=1044,
        cut=16,
    )
    sheet.line([(940, 566), (930, 640), (918, 700)], c.ink, 4)
    _watcher(sheet, 938, 660)
    _watcher(sheet, 540, 676)
    sheet.rain(170, c.hair_shade, 34)


SCENES: dict[str, Callable[[Print], None]] = {"tower": _tower, "pagoda": _pagoda}


def cover(scene: str, palette: str) -> bytes:
    """A cover of 1280 by 720 as WebP; `scene` is a name of SCENES, `palette` of PALETTES."""
    sheet = Print(WIDE, HIGH, PALETTES[palette])
    SCENES[scene](sheet)
    return sheet.finished()
