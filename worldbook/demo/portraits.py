"""The portraits of the demo worlds, cut like woodblocks: who is recognised by hat, hair and light."""

from collections.abc import Callable

from worldbook.demo.woodcut import PALETTES, Palette, Point, Print, mirrored

EDGE = 282
FACE_EDGE = 286


def _ground(colours: Palette) -> Print:
    """Lamp disc, rays and rain: the same behind everybody."""
    sheet = Print(512, 512, colours)
    sheet.backdrop(256, 214, 158)
    sheet.rain(70, colours.dusk)
    return sheet


def _shoulders(
    sheet: Print, light: str, shade: str, *, wide: float = 178, top: float = 378
) -> None:
    """Shoulders down to the lower edge."""
    half: list[Point] = [
        (214, top - 34), (196, top), (256 - wide * 0.72, top + 26), (256 - wide, top + 84),
        (256 - wide - 14, 540), (256, 560),
    ]  # fmt: skip
    sheet.shape(mirrored(half), light, shade, edge=EDGE, cut=40)


def _neck(sheet: Print) -> None:
    c = sheet.colours
    half: list[Point] = [(222, 292), (222, 350), (206, 384), (256, 404)]
    sheet.shape(mirrored(half), c.shade, c.ink, edge=292, cut=20)


def _head(sheet: Print, *, jaw: float = 62, chin: float = 336, wide: float = 76) -> None:
    """A face from brow to chin; `jaw` is its half width at the jaw."""
    c = sheet.colours
    half: list[Point] = [
        (256, 136), (256 - wide * 0.72, 150), (256 - wide, 206), (256 - wide + 3, 256),
        (256 - jaw, 300), (256 - jaw * 0.52, chin - 8), (256, chin),
    ]  # fmt: skip
    sheet.shape(mirrored(half), c.skin, c.shade, edge=FACE_EDGE, cut=22)


def _features(sheet: Print, *, brow: float = 0, smile: float = 0, open_eyes: bool = True) -> None:
    """Brows, eyes, nose, mouth; `brow` lowers the inner ends, `smile` lifts the mouth's corners."""
    c = sheet.colours
    for side in (-1, 1):
        x = 256 + side * 34
        sheet.line(
            [(x - 19 * side * -1, 204), (x, 200 - brow / 2), (x - 17 * side, 206 + brow)],
            c.ink,
            5.5,
        )
        if open_eyes:
            sheet.line([(x - 15, 226), (x, 220), (x + 15, 226)], c.ink, 4.5)
            sheet.dot(x + 2, 226, 5.4, c.ink)
            sheet.dot(x + 0.4, 224.4, 1.5, c.skin)
        else:
            sheet.line([(x - 15, 224), (x, 230), (x + 15, 224)], c.ink, 4)
    sheet.line([(260, 216), (266, 252), (272, 264), (258, 270), (248, 266)], c.ink, 3.6)
    mouth = 294
    sheet.line(
        [(230, mouth - smile), (256, mouth + smile * 0.5 + 1), (284, mouth - smile)], c.ink, 4.4
    )
    sheet.line([(246, mouth + 13), (256, mouth + 15), (268, mouth + 13)], c.shade, 3)


def _guard(sheet: Print) -> None:
    c = sheet.colours
    sheet.shape(
        [(168, 190), (150, 300), (160, 392), (196, 400), (196, 200)], c.hair, c.hair_shade, edge=182
    )
    _shoulders(sheet, c.cloth, c.cloth_shade, wide=196)
    _neck(sheet)
    sheet.shape(
        mirrored([(196, 356), (182, 392), (220, 420), (256, 428)]),
        c.accent,
        c.accent_shade,
        edge=EDGE,
    )
    _head(sheet, jaw=68, wide=80)
    _features(sheet, brow=6)
    for y in (420, 444, 468):
        sheet.line([(172, y - 36), (160, y - 20), (172, y - 6)], c.hair_shade, 4)
    sheet.shape(
        mirrored([(256, 74), (206, 86), (180, 130), (176, 176), (256, 182)]),
        c.cloth,
        c.cloth_shade,
        edge=EDGE,
    )
    sheet.shape(
        mirrored([(256, 158), (178, 164), (112, 190), (110, 202), (180, 190), (256, 188)]),
        c.hair,
        c.cloth_shade,
        edge=270,
        cut=50,
    )
    sheet.line([(206, 112), (196, 138), (196, 152)], c.hair, 4)
    sheet.line([(226, 118), (240, 128), (232, 142)], c.ink, 3)
    for x in (190, 222, 256, 290, 322):
        sheet.dot(x, 170, 3, c.ink)


def _guard_zh(sheet: Print) -> None:
    c = sheet.colours
    sheet.shape(
        mirrored([(190, 176), (172, 230), (164, 330), (176, 372), (214, 362)]),
        c.cloth,
        c.cloth_shade,
        edge=EDGE,
    )
    _shoulders(sheet, c.cloth, c.cloth_shade, wide=200, top=384)
    for row, y in enumerate((420, 446, 472)):
        for x in range(104 + (row % 2) * 14, 420, 28):
            sheet.line([(x, y), (x + 12, y + 9), (x + 24, y)], c.ink, 3)
    _neck(sheet)
    _head(sheet, jaw=72, wide=80)
    _features(sheet, brow=7)
    sheet.shape(
        [(220, 306), (256, 300), (292, 306), (282, 346), (256, 372), (232, 348)],
        c.hair,
        c.hair_shade,
        edge=266,
        cut=14,
    )
    sheet.line([(222, 284), (240, 280), (256, 286), (272, 280), (292, 284)], c.hair_shade, 6)
    sheet.line([(234, 297), (256, 300), (280, 297)], c.ink, 3.6)
    sheet.shape(
        mirrored([(256, 70), (214, 96), (182, 146), (174, 184), (256, 176)]),
        c.cloth,
        c.cloth_shade,
        edge=EDGE,
    )
    sheet.shape(
        mirrored([(256, 160), (180, 170), (164, 188), (176, 196), (256, 184)]),
        c.hair,
        c.hair_shade,
        edge=EDGE,
    )
    sheet.shape(
        [(250, 30), (262, 30), (263, 76), (249, 76)], c.hair, c.hair_shade, edge=258, smooth=False
    )
    sheet.shape(
        [(256, 12), (280, 30), (292, 62), (268, 52), (256, 66), (246, 50), (228, 58), (238, 30)],
        c.accent,
        c.accent_shade,
        edge=262,
        cut=10,
    )


def _regent(sheet: Print) -> None:
    c = sheet.colours
    sheet.shape(
        mirrored([(256, 108), (196, 120), (166, 190), (172, 280), (210, 300)]),
        c.hair,
        c.hair_shade,
        edge=EDGE,
    )
    _shoulders(sheet, c.cloth, c.cloth_shade, wide=168)
    sheet.shape(
        mirrored([(176, 286), (158, 330), (182, 396), (256, 436)]),
        c.accent,
        c.accent_shade,
        edge=EDGE,
        cut=30,
    )
    sheet.shape(mirrored([(196, 306), (200, 356), (256, 420)]), c.cloth_shade)
    _neck(sheet)
    sheet.shape(
        [(200, 368), (256, 424), (312, 368), (320, 384), (256, 456), (192, 384)],
        c.accent,
        c.accent_shade,
        edge=258,
        smooth=False,
    )
    _head(sheet, jaw=54, chin=334, wide=70)
    _features(sheet, brow=2)
    sheet.shape(
        mirrored([(256, 128), (210, 132), (180, 176), (182, 214), (204, 168), (256, 156)]),
        c.hair,
        c.hair_shade,
        edge=EDGE,
    )
    sheet.shape(
        mirrored([(256, 52), (222, 62), (204, 112), (210, 138), (256, 130)]),
        c.cloth,
        c.cloth_shade,
        edge=EDGE,
    )
    sheet.line([(212, 132), (256, 124), (300, 132)], c.accent, 6)
    sheet.dot(256, 126, 7, c.accent)
    sheet.line([(244, 452), (252, 436), (268, 440), (258, 458), (272, 476)], c.accent, 5)
    sheet.line([(268, 440), (284, 438)], c.accent, 3, smooth=False)


def _regent_zh(sheet: Print) -> None:
    c = sheet.colours
    sheet.shape(
        mirrored([(256, 96), (196, 110), (164, 186), (172, 292), (208, 330), (226, 300)]),
        c.ink,
        c.night,
        edge=EDGE,
    )
    _shoulders(sheet, c.cloth, c.cloth_shade, wide=166)
    _neck(sheet)
    sheet.shape(
        [(204, 366), (222, 352), (256, 412), (292, 352), (310, 366), (262, 470), (250, 470)],
        c.accent,
        c.accent_shade,
        edge=258,
        smooth=False,
    )
    sheet.shape(
        [(222, 360), (256, 418), (290, 360), (296, 366), (256, 436), (216, 366)],
        c.ink,
        smooth=False,
    )
    _head(sheet, jaw=52, chin=336, wide=68)
    _features(sheet, brow=1)
    sheet.shape(
        mirrored([(256, 118), (206, 126), (178, 178), (182, 226), (206, 166), (256, 158)]),
        c.ink,
        c.night,
        edge=EDGE,
    )
    sheet.shape(
        mirrored([(256, 44), (216, 56), (206, 92), (222, 122), (256, 128)]),
        c.ink,
        c.night,
        edge=EDGE,
    )
    sheet.line([(150, 66), (256, 92), (366, 104)], c.accent, 7)
    sheet.dot(152, 66, 9, c.accent)
    sheet.line([(222, 92), (236, 74), (250, 66)], c.hair_shade, 3)
    sheet.dot(256, 170, 4, c.accent)


def _ferrywoman(sheet: Print) -> None:
    c = sheet.colours
    sheet.shape(
        mirrored([(200, 170), (170, 220), (166, 320), (200, 350)]), c.hair, c.hair_shade, edge=EDGE
    )
    _shoulders(sheet, c.cloth, c.cloth_shade, wide=190)
    _neck(sheet)
    sheet.shape(
        mirrored([(192, 342), (178, 380), (214, 414), (256, 420)]),
        c.accent,
        c.accent_shade,
        edge=EDGE,
    )
    sheet.shape(
        [(232, 404), (270, 400), (300, 500), (262, 520), (246, 470)],
        c.accent,
        c.accent_shade,
        edge=270,
    )
    _head(sheet, jaw=60, wide=74)
    _features(sheet, smile=9)
    sheet.shape(
        mirrored([(256, 66), (212, 78), (190, 128), (186, 176), (256, 186)]),
        c.cloth,
        c.cloth_shade,
        edge=EDGE,
    )
    sheet.shape(
        mirrored([(256, 150), (170, 158), (86, 204), (92, 222), (176, 192), (256, 188)]),
        c.cloth,
        c.ink,
        edge=270,
        cut=60,
    )
    sheet.line([(190, 152), (256, 162), (322, 152)], c.accent, 7)
    sheet.line([(206, 96), (198, 128)], c.glow, 3, smooth=False)


def _boatwoman_zh(sheet: Print) -> None:
    c = sheet.colours
    sheet.shape(
        mirrored([(200, 170), (176, 220), (180, 316), (214, 330)]), c.hair, c.hair_shade, edge=EDGE
    )
    _shoulders(sheet, c.cloth, c.cloth_shade, wide=182)
    for x in range(84, 440, 26):
        sheet.line([(x, 540), (x + 12, 470), (x + 26, 412 + abs(256 - x) * 0.18)], c.cloth_shade, 5)
    _neck(sheet)
    sheet.shape(
        [(206, 362), (222, 350), (256, 404), (290, 350), (306, 362), (258, 446)],
        c.accent,
        c.accent_shade,
        edge=258,
        smooth=False,
    )
    _head(sheet, jaw=58, wide=72)
    _features(sheet, smile=10)
    sheet.shape(
        [(256, 44), (300, 84), (432, 190), (436, 204), (256, 186), (76, 204), (80, 190), (212, 84)],
        c.hair_shade,
        c.ink,
        edge=262,
        cut=70,
        smooth=False,
    )
    for x, y in (
        (112, 192),
        (152, 188),
        (196, 184),
        (238, 182),
        (284, 182),
        (330, 186),
        (376, 191),
    ):
        sheet.line(
            [(256 + (x - 256) * 0.12, 62), (x, y)],
            c.accent_shade if x > 256 else c.glow,
            2.2,
            smooth=False,
        )
    for y, reach in ((104, 66), (138, 112), (166, 148)):
        sheet.line([(256 - reach, y + 8), (256, y - 2), (256 + reach, y + 8)], c.glow, 2)
    for shift in ((0, 0), (12, 4), (4, 12), (-9, 8), (-4, -8)):
        sheet.dot(196 + shift[0], 206 + shift[1], 8, c.accent)
    sheet.dot(197, 209, 4, c.glow)
    sheet.line([(196, 236), (190, 270), (200, 322)], c.accent, 3)


def _runner(sheet: Print) -> None:
    c = sheet.colours
    sheet.shape(
        mirrored([(256, 120), (190, 140), (170, 200), (178, 262), (206, 240)]),
        c.hair,
        c.hair_shade,
        edge=EDGE,
    )
    _shoulders(sheet, c.cloth, c.cloth_shade, wide=146, top=384)
    _neck(sheet)
    sheet.shape(
        mirrored([(204, 356), (194, 388), (226, 410), (256, 414)]),
        c.accent,
        c.accent_shade,
        edge=EDGE,
    )
    sheet.line([(140, 420), (240, 470), (350, 540)], c.accent, 12)
    _head(sheet, jaw=58, chin=330, wide=76)
    _features(sheet, smile=11, brow=-4)
    for x, y in (
        (212, 256),
        (224, 264),
        (206, 268),
        (292, 258),
        (304, 266),
        (282, 268),
        (244, 246),
    ):
        sheet.dot(x, y, 2.4, c.shade if x < 280 else c.ink)
    sheet.shape([(250, 294), (262, 294), (261, 302), (251, 302)], c.ink, smooth=False)
    for x in (196, 212, 230):
        sheet.line([(x, 150), (x - 8, 176), (x - 2, 196)], c.hair, 9)
    sheet.shape(
        mirrored([(256, 84), (196, 92), (164, 130), (172, 164), (256, 166)]),
        c.accent,
        c.accent_shade,
        edge=EDGE,
    )
    sheet.shape(
        [(166, 152), (256, 150), (300, 162), (240, 176), (140, 192), (128, 182)],
        c.accent_shade,
        c.ink,
        edge=250,
    )
    sheet.line([(150, 186), (176, 178), (184, 166)], c.glow, 3)
    sheet.dot(256, 86, 7, c.glow)


def _scribe_zh(sheet: Print) -> None:
    c = sheet.colours
    sheet.shape(
        mirrored([(256, 120), (196, 132), (174, 196), (182, 250), (204, 232)]),
        c.ink,
        c.night,
        edge=EDGE,
    )
    _shoulders(sheet, c.accent, c.accent_shade, wide=146, top=384)
    _neck(sheet)
    sheet.shape(
        [(208, 368), (224, 354), (256, 404), (290, 354), (304, 368), (258, 440)],
        c.skin,
        c.shade,
        edge=256,
        smooth=False,
    )
    _head(sheet, jaw=56, chin=330, wide=74)
    _features(sheet, smile=8, brow=-3)
    sheet.dot(216, 262, 5, c.ink)
    sheet.line([(216, 262), (228, 256)], c.ink, 4, smooth=False)
    sheet.shape(
        [(182, 168), (196, 96), (250, 66), (316, 74), (340, 118), (330, 166), (256, 160)],
        c.cloth,
        c.cloth_shade,
        edge=EDGE,
    )
    sheet.shape(
        [(180, 172), (184, 150), (256, 142), (334, 148), (338, 170), (256, 164)],
        c.accent,
        c.accent_shade,
        edge=EDGE,
    )
    sheet.shape(
        [(336, 152), (392, 128), (450, 142), (446, 156), (392, 148), (340, 170)],
        c.cloth,
        c.cloth_shade,
        edge=380,
    )
    sheet.shape(
        [(180, 154), (128, 150), (84, 182), (92, 192), (134, 170), (182, 172)],
        c.cloth,
        c.cloth_shade,
        edge=300,
    )
    sheet.line([(352, 262), (346, 190), (338, 128)], c.glow, 6)
    sheet.line([(353, 264), (354, 284)], c.ink, 8, smooth=False)


def _keeper(sheet: Print) -> None:
    c = sheet.colours
    _shoulders(sheet, c.cloth, c.cloth_shade, wide=172)
    _neck(sheet)
    _head(sheet, jaw=60, wide=76)
    sheet.shape(
        [
            (196, 262),
            (188, 330),
            (206, 400),
            (256, 452),
            (306, 400),
            (324, 330),
            (316, 262),
            (296, 292),
            (256, 282),
            (216, 292),
        ],
        c.hair,
        c.hair_shade,
        edge=270,
        cut=30,
    )
    for x in (216, 236, 256, 276, 296):
        sheet.line(
            [(x, 316), (256 + (x - 256) * 0.8, 370), (256 + (x - 256) * 0.35, 430)], c.hair_shade, 3
        )
    _features(sheet, brow=-3, smile=4)
    sheet.shape(
        [(222, 276), (256, 284), (292, 276), (284, 290), (256, 292), (228, 290)],
        c.hair,
        c.hair_shade,
        edge=266,
        cut=10,
    )
    for x in (222, 290):
        sheet.ring(x, 228, 25, c.accent, 3.5)
    sheet.line([(246, 224), (256, 219), (266, 224)], c.accent, 4)
    sheet.shape(
        mirrored([(256, 88), (206, 100), (178, 142), (176, 172), (256, 164)]),
        c.accent,
        c.accent_shade,
        edge=EDGE,
    )
    sheet.line([(180, 168), (256, 156), (332, 168)], c.accent_shade, 8)
    for x in (210, 240, 270, 300):
        sheet.line([(x, 150), (256 + (x - 256) * 0.5, 100)], c.accent_shade, 2.4, smooth=False)


def _keeper_zh(sheet: Print) -> None:
    c = sheet.colours
    sheet.shape(
        mirrored([(256, 112), (190, 130), (166, 210), (170, 330), (196, 392), (226, 300)]),
        c.hair,
        c.hair_shade,
        edge=EDGE,
    )
    _shoulders(sheet, c.cloth, c.cloth_shade, wide=168)
    _neck(sheet)
    _head(sheet, jaw=54, chin=336, wide=70)
    _features(sheet, open_eyes=False, smile=5)
    sheet.shape(
        [
            (232, 300),
            (224, 340),
            (236, 420),
            (256, 486),
            (278, 420),
            (290, 340),
            (282, 300),
            (256, 312),
        ],
        c.hair,
        c.hair_shade,
        edge=266,
        cut=16,
    )
    sheet.line([(238, 284), (222, 292), (206, 340)], c.hair, 7)
    sheet.line([(274, 284), (292, 292), (306, 340)], c.hair_shade, 7)
    sheet.shape(
        [(178, 206), (256, 212), (334, 206), (336, 236), (256, 244), (176, 236)],
        c.accent,
        c.accent_shade,
        edge=EDGE,
    )
    sheet.shape(
        [(334, 212), (372, 240), (384, 320), (372, 322), (356, 256), (330, 232)],
        c.accent,
        c.accent_shade,
        edge=340,
    )
    sheet.line([(196, 222), (256, 228), (316, 222)], c.accent_shade, 3)
    sheet.shape(
        mirrored([(256, 118), (204, 128), (178, 180), (180, 206), (208, 164), (256, 156)]),
        c.hair,
        c.hair_shade,
        edge=EDGE,
    )
    sheet.shape(
        mirrored([(256, 62), (226, 72), (222, 104), (238, 124), (256, 126)]),
        c.hair,
        c.hair_shade,
        edge=260,
        cut=12,
    )
    sheet.line([(196, 106), (256, 98), (318, 92)], c.accent, 6)


FIGURES: dict[str, Callable[[Print], None]] = {
    "guard": _guard,
    "guard_zh": _guard_zh,
    "regent": _regent,
    "regent_zh": _regent_zh,
    "ferrywoman": _ferrywoman,
    "boatwoman_zh": _boatwoman_zh,
    "runner": _runner,
    "scribe_zh": _scribe_zh,
    "keeper": _keeper,
    "keeper_zh": _keeper_zh,
}


def portrait(figure: str, palette: str) -> bytes:
    """A portrait of 512 by 512 as WebP; `figure` is a name of FIGURES, `palette` of PALETTES."""
    sheet = _ground(PALETTES[palette])
    FIGURES[figure](sheet)
    return sheet.finished()
