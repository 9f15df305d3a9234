"""The five people of 《北塔》."""

from worldbook.demo.busts import EDGE, features, head, neck, shoulders
from worldbook.demo.woodcut import Print, mirrored


def guard_zh(sheet: Print) -> None:
    """沈更: iron helmet with a red plume, scale armour."""
    c = sheet.colours
    sheet.shape(
        mirrored([(190, 176), (172, 230), (164, 330), (176, 372), (214, 362)]),
        c.cloth,
        c.cloth_shade,
        edge=EDGE,
    )
    shoulders(sheet, c.cloth, c.cloth_shade, wide=200, top=384)
    for row, y in enumerate((420, 446, 472)):
        for x in range(104 + (row % 2) * 14, 420, 28):
            sheet.line([(x, y), (x + 12, y + 9), (x + 24, y)], c.ink, 3)
    neck(sheet)
    head(sheet, jaw=72, wide=80)
    features(sheet, brow=7)
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


def regent_zh(sheet: Print) -> None:
    """晏昭: raven hair, one pin of white jade."""
    c = sheet.colours
    sheet.shape(
        mirrored([(256, 96), (196, 110), (164, 186), (172, 292), (208, 330), (226, 300)]),
        c.ink,
        c.night,
        edge=EDGE,
    )
    shoulders(sheet, c.cloth, c.cloth_shade, wide=166)
    neck(sheet)
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
    head(sheet, jaw=52, chin=336, wide=68)
    features(sheet, brow=1)
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


def boatwoman_zh(sheet: Print) -> None:
    """柳三娘: bamboo hat, a silk flower under it."""
    c = sheet.colours
    sheet.shape(
        mirrored([(200, 170), (176, 220), (180, 316), (214, 330)]), c.hair, c.hair_shade, edge=EDGE
    )
    shoulders(sheet, c.cloth, c.cloth_shade, wide=182)
    for x in range(84, 440, 26):
        sheet.line([(x, 540), (x + 12, 470), (x + 26, 412 + abs(256 - x) * 0.18)], c.cloth_shade, 5)
    neck(sheet)
    sheet.shape(
        [(206, 362), (222, 350), (256, 404), (290, 350), (306, 362), (258, 446)],
        c.accent,
        c.accent_shade,
        edge=258,
        smooth=False,
    )
    head(sheet, jaw=58, wide=72)
    features(sheet, smile=10)
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


def scribe_zh(sheet: Print) -> None:
    """阿墨: a cap that sits askew, ink on the cheek."""
    c = sheet.colours
    sheet.shape(
        mirrored([(256, 120), (196, 132), (174, 196), (182, 250), (204, 232)]),
        c.ink,
        c.night,
        edge=EDGE,
    )
    shoulders(sheet, c.accent, c.accent_shade, wide=146, top=384)
    neck(sheet)
    sheet.shape(
        [(208, 368), (224, 354), (256, 404), (290, 354), (304, 368), (258, 440)],
        c.skin,
        c.shade,
        edge=256,
        smooth=False,
    )
    head(sheet, jaw=56, chin=330, wide=74)
    features(sheet, smile=8, brow=-3)
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


def keeper_zh(sheet: Print) -> None:
    """白先生: white hair, a band of silk over the eyes."""
    c = sheet.colours
    sheet.shape(
        mirrored([(256, 112), (190, 130), (166, 210), (170, 330), (196, 392), (226, 300)]),
        c.hair,
        c.hair_shade,
        edge=EDGE,
    )
    shoulders(sheet, c.cloth, c.cloth_shade, wide=168)
    neck(sheet)
    head(sheet, jaw=54, chin=336, wide=70)
    features(sheet, open_eyes=False, smile=5)
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
