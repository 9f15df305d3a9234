"""The five people of the North Tower."""

from worldbook.demo.busts import EDGE, features, head, neck, shoulders
from worldbook.demo.woodcut import Print, mirrored


def guard(sheet: Print) -> None:
    """Edda Marrow: kettle helmet, grey braid, ember scarf."""
    c = sheet.colours
    sheet.shape(
        [(168, 190), (150, 300), (160, 392), (196, 400), (196, 200)], c.hair, c.hair_shade, edge=182
    )
    shoulders(sheet, c.cloth, c.cloth_shade, wide=196)
    neck(sheet)
    sheet.shape(
        mirrored([(196, 356), (182, 392), (220, 420), (256, 428)]),
        c.accent,
        c.accent_shade,
        edge=EDGE,
    )
    head(sheet, jaw=68, wide=80)
    features(sheet, brow=6)
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


def regent(sheet: Print) -> None:
    """Orsolya Venn: white hair, high collar, a heron at the throat."""
    c = sheet.colours
    sheet.shape(
        mirrored([(256, 108), (196, 120), (166, 190), (172, 280), (210, 300)]),
        c.hair,
        c.hair_shade,
        edge=EDGE,
    )
    shoulders(sheet, c.cloth, c.cloth_shade, wide=168)
    sheet.shape(
        mirrored([(176, 286), (158, 330), (182, 396), (256, 436)]),
        c.accent,
        c.accent_shade,
        edge=EDGE,
        cut=30,
    )
    sheet.shape(mirrored([(196, 306), (200, 356), (256, 420)]), c.cloth_shade)
    neck(sheet)
    sheet.shape(
        [(200, 368), (256, 424), (312, 368), (320, 384), (256, 456), (192, 384)],
        c.accent,
        c.accent_shade,
        edge=258,
        smooth=False,
    )
    head(sheet, jaw=54, chin=334, wide=70)
    features(sheet, brow=2)
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


def ferrywoman(sheet: Print) -> None:
    """Nan Pellow: wide tarred hat, somebody else's red scarf."""
    c = sheet.colours
    sheet.shape(
        mirrored([(200, 170), (170, 220), (166, 320), (200, 350)]), c.hair, c.hair_shade, edge=EDGE
    )
    shoulders(sheet, c.cloth, c.cloth_shade, wide=190)
    neck(sheet)
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
    head(sheet, jaw=60, wide=74)
    features(sheet, smile=9)
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


def runner(sheet: Print) -> None:
    """Jory Wick: split cap, freckles, a gap in the teeth."""
    c = sheet.colours
    sheet.shape(
        mirrored([(256, 120), (190, 140), (170, 200), (178, 262), (206, 240)]),
        c.hair,
        c.hair_shade,
        edge=EDGE,
    )
    shoulders(sheet, c.cloth, c.cloth_shade, wide=146, top=384)
    neck(sheet)
    sheet.shape(
        mirrored([(204, 356), (194, 388), (226, 410), (256, 414)]),
        c.accent,
        c.accent_shade,
        edge=EDGE,
    )
    sheet.line([(140, 420), (240, 470), (350, 540)], c.accent, 12)
    head(sheet, jaw=58, chin=330, wide=76)
    features(sheet, smile=11, brow=-4)
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


def keeper(sheet: Print) -> None:
    """Ansel Roe: felt cap, white beard, round spectacles."""
    c = sheet.colours
    shoulders(sheet, c.cloth, c.cloth_shade, wide=172)
    neck(sheet)
    head(sheet, jaw=60, wide=76)
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
    features(sheet, brow=-3, smile=4)
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
