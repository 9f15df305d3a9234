"""Draws all pictures of the demo worlds into `worldbook/demo/<folder>/pictures/`.

Run it after changing a figure, a scene or a palette, and commit what it wrote:

    python -m worldbook.demo.draw
"""

from worldbook.demo.covers import cover
from worldbook.demo.files import COVER, DEMO_DIR, FOLDERS, picture_path, read_demo_world
from worldbook.demo.portraits import portrait


def draw_all() -> list[str]:
    """Write every picture that a world file names; gives the paths within the demo folder."""
    written = []
    for folder in FOLDERS:
        world = read_demo_world(folder).world
        pictures = {COVER: cover(**world["cover"])}
        pictures |= {card["key"]: portrait(**card["portrait"]) for card in world["characters"]}
        for name, data in pictures.items():
            path = picture_path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
            written.append(str(path.relative_to(DEMO_DIR)))
    return written


if __name__ == "__main__":
    print("\n".join(draw_all()))  # noqa: T201 - a script for the shell
