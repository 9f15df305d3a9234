"""The portraits of the demo worlds, cut like woodblocks: who is recognised by hat, hair and light."""

from collections.abc import Callable

from worldbook.demo import figures_beita, figures_north
from worldbook.demo.busts import ground
from worldbook.demo.woodcut import PALETTES, Print

FIGURES: dict[str, Callable[[Print], None]] = {
    "guard": figures_north.guard,
    "guard_zh": figures_beita.guard_zh,
    "regent": figures_north.regent,
    "regent_zh": figures_beita.regent_zh,
    "ferrywoman": figures_north.ferrywoman,
    "boatwoman_zh": figures_beita.boatwoman_zh,
    "runner": figures_north.runner,
    "scribe_zh": figures_beita.scribe_zh,
    "keeper": figures_north.keeper,
    "keeper_zh": figures_beita.keeper_zh,
}


def portrait(figure: str, palette: str) -> bytes:
    """A portrait of 512 by 512 as WebP; `figure` is a name of FIGURES, `palette` of PALETTES."""
    sheet = ground(PALETTES[palette])
    FIGURES[figure](sheet)
    return sheet.finished()
