"""Pictures that people upload: read by their content, bounded, written anew without metadata."""

import io
import warnings
from dataclasses import dataclass

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from worldbook.actions.errors import ActionRefused

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
MOST_BYTES = 20 * 1024 * 1024
MOST_PIXELS = 40_000_000
LONGEST_SIDE = 1536


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is kept: WebP, no larger than 1536 pixels a side."""

    data: bytes
    width: int
    height: int
    extension: str = "webp"


def _refused(reason: str) -> ActionRefused:
    return ActionRefused("bad_picture", reason, status=400)


def _opened(data: bytes) -> Image.Image:
    """The picture's header; its pixels are not decoded yet."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(data), formats=FORMATS)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise _refused(_("This file is no PNG, JPEG, WebP or GIF picture.")) from error
    if picture.width * picture.height > MOST_PIXELS:
        raise _refused(
            _("The picture has %(pixels)d million pixels; at most %(most)d are possible.")
            % {"pixels": picture.width * picture.height // 1_000_000, "most": 40}
        )
    return picture


def clean_picture(data: bytes) -> Picture:
    """Read a picture and write it anew as WebP: turned upright, bounded, without metadata.

    What it is, is told by its content; of an animation the first picture is kept.

    Raises:
        ActionRefused: "bad_picture" (400): too large, no picture, or damaged.
    """
    if len(data) > MOST_BYTES:
        raise _refused(_("The picture is larger than %(most)d MB.") % {"most": 20})
    opened = _opened(data)
    try:
        upright = ImageOps.exif_transpose(opened)
        plain = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        raise _refused(_("The picture is damaged and cannot be read.")) from error
    plain.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    bare = Image.frombytes(plain.mode, plain.size, plain.tobytes())
    out = io.BytesIO()
    bare.save(out, "WEBP", quality=88, method=4)
    return Picture(out.getvalue(), bare.width, bare.height)
