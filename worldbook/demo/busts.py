"""The parts every portrait is made of: the lamp behind, shoulders, neck, head and features."""

from worldbook.demo.woodcut import Palette, Point, Print, mirrored

EDGE = 282
FACE_EDGE = 286


def ground(colours: Palette) -> Print:
    """Lamp disc, rays and rain: the same behind everybody."""
    sheet = Print(512, 512, colours)
    sheet.backdrop(256, 214, 158)
    sheet.rain(70, colours.dusk)
    return sheet


def shoulders(sheet: Print, light: str, shade: str, *, wide: float = 178, top: float = 378) -> None:
    """Shoulders down to the lower edge."""
    half: list[Point] = [
        (214, top - 34), (196, top), (256 - wide * 0.72, top + 26), (256 - wide, top + 84),
        (256 - wide - 14, 540), (256, 560),
    ]  # fmt: skip
    sheet.shape(mirrored(half), light, shade, edge=EDGE, cut=40)


def neck(sheet: Print) -> None:
    """The neck, in the shade of the head."""
    c = sheet.colours
    half: list[Point] = [(222, 292), (222, 350), (206, 384), (256, 404)]
    sheet.shape(mirrored(half), c.shade, c.ink, edge=292, cut=20)


def head(sheet: Print, *, jaw: float = 62, chin: float = 336, wide: float = 76) -> None:
    """A face from brow to chin; `jaw` is its half width at the jaw."""
    c = sheet.colours
    half: list[Point] = [
        (256, 136), (256 - wide * 0.72, 150), (256 - wide, 206), (256 - wide + 3, 256),
        (256 - jaw, 300), (256 - jaw * 0.52, chin - 8), (256, chin),
    ]  # fmt: skip
    sheet.shape(mirrored(half), c.skin, c.shade, edge=FACE_EDGE, cut=22)


def features(sheet: Print, *, brow: float = 0, smile: float = 0, open_eyes: bool = True) -> None:
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
