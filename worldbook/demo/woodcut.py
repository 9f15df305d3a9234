"""A small press: flat shapes lit from one side, with the cut edge of a woodcut where light ends.

Coordinates are in a square of 512 (a cover is wider); everything is drawn three times as large and
reduced at the end. The same calls give the same picture.
"""

import io
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFilter

SCALE = 3
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of one print: paper behind, its glow, ink, and the colours of what is worn."""

    night: str
    dusk: str
    glow: str
    ink: str
    skin: str
    shade: str
    cloth: str
    cloth_shade: str
    accent: str
    accent_shade: str
    hair: str
    hair_shade: str


PALETTES = {
    "ember": Palette(
        "#1b1a24", "#3d2a2c", "#d9803f", "#14121a", "#e6b58c", "#9c5f45",
        "#4a5560", "#2b323c", "#b5542f", "#7a321f", "#b9b2a6", "#76706a",
    ),
    "slate": Palette(
        "#161d2b", "#2c3a50", "#93a9c4", "#0f141e", "#e3c4ae", "#8d7280",
        "#3c4a63", "#232e42", "#c9ced8", "#868ea0", "#d6d4d2", "#8e929c",
    ),
    "tide": Palette(
        "#0f2530", "#1d4650", "#5fb3a8", "#0b171e", "#c98f68", "#7d4f3c",
        "#28606a", "#173c46", "#c8452f", "#822a22", "#2b2a30", "#17181e",
    ),
    "brass": Palette(
        "#241d16", "#4a3a22", "#e0b250", "#17120d", "#ecc19a", "#a9744f",
        "#6a5a34", "#40361f", "#3f6b57", "#27453a", "#8a4b25", "#542c18",
    ),
    "oil": Palette(
        "#1a1620", "#40304a", "#f0c987", "#120f18", "#e0b797", "#906a62",
        "#55405f", "#35283f", "#a07d3c", "#6a5026", "#ece5da", "#a49a94",
    ),
    "lamplight": Palette(
        "#131a27", "#2a3a4c", "#e2a252", "#0c1018", "#e6b58c", "#9c5f45",
        "#33475a", "#1c2836", "#d9803f", "#8a4a26", "#b9b2a6", "#76706a",
    ),
    "cinnabar": Palette(
        "#1a1d26", "#3a2f3a", "#d8a86a", "#0f1016", "#e6b58c", "#9c5f45",
        "#43404f", "#262532", "#b23a2e", "#74251f", "#b9b2a6", "#76706a",
    ),
}  # fmt: skip


class Print:
    """A picture in the making."""

    def __init__(self, width: int, height: int, colours: Palette) -> None:
        self.colours = colours
        self.width, self.height = width, height
        self._size = (width * SCALE, height * SCALE)
        self.image = Image.new("RGB", self._size, colours.night)
        self.rng = random.Random(f"{width}x{height}{colours}")

    def _mask(self, points: Sequence[Point], *, smooth: bool) -> Image.Image:
        mask = Image.new("L", self._size, 0)
        outline = curve(points) if smooth else list(points)
        ImageDraw.Draw(mask).polygon([(x * SCALE, y * SCALE) for x, y in outline], fill=255)
        return mask

    def _stamp(self, mask: Image.Image, colour: str) -> None:
        self.image.paste(Image.new("RGB", self._size, colour), (0, 0), mask)

    def shape(
        self,
        points: Sequence[Point],
        light: str,
        shade: str | None = None,
        *,
        edge: float = 0,
        smooth: bool = True,
        cut: float = 26,
    ) -> None:
        """A shape; with a `shade`, its part right of `edge` is in shade behind a cut edge."""
        mask = self._mask(points, smooth=smooth)
        self._stamp(mask, light)
        if shade is not None:
            self._stamp(ImageChops.multiply(mask, self._terminator(edge, cut)), shade)

    def _terminator(self, edge: float, cut: float) -> Image.Image:
        """Everything right of `edge`, with tongues of shade reaching into the light."""
        mask = Image.new("L", self._size, 0)
        draw = ImageDraw.Draw(mask)
        lean = 0.10
        step = 8.5
        rows = int(self.height / step) + 2
        for row in range(-1, rows):
            y = row * step
            x = edge - (y - self.height / 2) * lean
            reach = cut * (0.55 + 0.45 * math.sin(row * 2.4) ** 2)
            tongue = [(x - reach, y + step * 0.55), (x + 2, y), (self.width + 9, y - 2),
                      (self.width + 9, y + step + 2), (x + 2, y + step)]  # fmt: skip
            draw.polygon([(a * SCALE, b * SCALE) for a, b in tongue], fill=255)
        return mask

    def line(
        self, points: Sequence[Point], colour: str, width: float, *, smooth: bool = True
    ) -> None:
        """A stroke that is thick in the middle and thin at both ends, as a gouge leaves it."""
        path = curve(points, closed=False) if smooth else list(points)
        draw = ImageDraw.Draw(self.image)
        count = len(path) - 1
        for at in range(count):
            swell = math.sin(math.pi * (at + 0.5) / count) * 0.75 + 0.25
            ends = [(x * SCALE, y * SCALE) for x, y in (path[at], path[at + 1])]
            draw.line(ends, fill=colour, width=max(int(width * swell * SCALE), 1), joint="curve")

    def dot(self, x: float, y: float, radius: float, colour: str) -> None:
        """A round spot."""
        box = [
            (x - radius) * SCALE,
            (y - radius) * SCALE,
            (x + radius) * SCALE,
            (y + radius) * SCALE,
        ]
        ImageDraw.Draw(self.image).ellipse(box, fill=colour)

    def ring(self, x: float, y: float, radius: float, colour: str, width: float) -> None:
        """A circle's outline."""
        box = [
            (x - radius) * SCALE,
            (y - radius) * SCALE,
            (x + radius) * SCALE,
            (y + radius) * SCALE,
        ]
        ImageDraw.Draw(self.image).ellipse(box, outline=colour, width=int(width * SCALE))

    def backdrop(self, x: float, y: float, radius: float) -> None:
        """Night that grows warm around a lamp at (x, y), and the rays that a gouge would cut."""
        self._vertical(self.colours.night, self.colours.dusk)
        self.glow(x, y, radius * 1.75, 0.36)
        rays = Image.new("L", self._size, 0)
        draw = ImageDraw.Draw(rays)
        for number in range(96):
            angle = math.tau * number / 96
            start = radius * (1.12 + 0.12 * (number % 3))
            end = radius * (1.9 + 0.9 * ((number * 7) % 5) / 5)
            spread = 0.011
            far = [(x + end * math.cos(angle), y + end * math.sin(angle))]
            near = [
                (x + start * math.cos(angle + side), y + start * math.sin(angle + side))
                for side in (-spread, spread)
            ]
            draw.polygon([(a * SCALE, b * SCALE) for a, b in near + far], fill=84)
        self._stamp(rays, self.colours.glow)
        disc = [
            (x + radius * math.cos(t / 40 * math.tau), y + radius * math.sin(t / 40 * math.tau))
            for t in range(40)
        ]
        mask = self._mask(disc, smooth=True).point([int(v * 0.8) for v in range(256)])
        self._stamp(mask, self.colours.glow)

    def glow(self, x: float, y: float, radius: float, strength: float) -> None:
        """A soft light around a point."""
        small = (self.width // 2, self.height // 2)
        mask = Image.new("L", small, 0)
        box = [(x - radius) / 2, (y - radius) / 2, (x + radius) / 2, (y + radius) / 2]
        ImageDraw.Draw(mask).ellipse(box, fill=int(255 * strength))
        mask = mask.filter(ImageFilter.GaussianBlur(radius / 5)).resize(self._size)
        self._stamp(mask, self.colours.glow)

    def _vertical(self, top: str, bottom: str) -> None:
        above, below = ImageColor.getrgb(top), ImageColor.getrgb(bottom)
        column = Image.new("RGB", (1, self.height))
        for y in range(self.height):
            part = y / self.height
            column.putpixel(
                (0, y), tuple(round(a + (b - a) * part) for a, b in zip(above, below, strict=False))
            )
        self.image.paste(column.resize(self._size), (0, 0))

    def rain(self, count: int, colour: str, length: float = 26) -> None:
        """Thin strokes of rain, slanting."""
        for _ in range(count):
            x, y = self.rng.uniform(-20, self.width), self.rng.uniform(-20, self.height)
            self.line([(x, y), (x - length * 0.28, y + length)], colour, 1.1, smooth=False)

    def finished(self) -> bytes:
        """The print as a WebP file: reduced and framed."""
        small = self.image.resize((self.width, self.height), Image.Resampling.LANCZOS)
        draw = ImageDraw.Draw(small)
        draw.rectangle([9, 9, self.width - 10, self.height - 10], outline=self.colours.ink, width=3)
        draw.rectangle(
            [14, 14, self.width - 15, self.height - 15], outline=self.colours.glow, width=1
        )
        out = io.BytesIO()
        small.save(out, "WEBP", quality=90, method=6)
        return out.getvalue()


def curve(points: Sequence[Point], *, closed: bool = True, steps: int = 14) -> list[Point]:
    """A Catmull-Rom curve through the points."""
    count = len(points)
    found: list[Point] = []
    for at in range(count if closed else count - 1):
        if closed:
            four = [points[(at + shift) % count] for shift in (-1, 0, 1, 2)]
        else:
            four = [points[min(max(at + shift, 0), count - 1)] for shift in (-1, 0, 1, 2)]
        found += [_between(four, step / steps) for step in range(steps)]
    if not closed:
        found.append(points[-1])
    return found


def _between(four: Sequence[Point], t: float) -> Point:
    """The point of a Catmull-Rom segment at `t`."""
    a, b, c, d = four
    return tuple(  # type: ignore[return-value]
        0.5
        * (
            2 * b[i]
            + (c[i] - a[i]) * t
            + (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * t * t
            + (3 * b[i] - a[i] - 3 * c[i] + d[i]) * t**3
        )
        for i in (0, 1)
    )


def mirrored(half: Sequence[Point], centre: float = 256) -> list[Point]:
    """A symmetric outline from its left half, given from top to bottom."""
    return [*half, *((2 * centre - x, y) for x, y in reversed(half))]
