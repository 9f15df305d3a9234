"""Copy the requirement pages into docs/requirements, or check that the copies are the same.

`copy_requirements.py [--check] FOLDER`. The copy is the page's text without references to files
outside this repository: "(see `../data/x.json`)" is left out. Pages 10 to 95 are copied; house and
stack pages are not requirements. Without FOLDER on this machine, a check says so and passes.
"""

import re
import sys
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "docs" / "requirements"
OUTSIDE = re.compile(r"\s*\((?:see )?`\.\./[^`]*`\)")


def copied(text: str) -> str:
    """Return the page as it stands in docs/requirements."""
    return OUTSIDE.sub("", text)


def pages(folder: Path) -> dict[str, str]:
    """Return the copies by file name."""
    found = sorted(folder.glob("[1-9][0-9]-*.md"))
    return {page.name: copied(page.read_text(encoding="utf-8")) for page in found}


def main(arguments: list[str]) -> int:
    """Copy or compare; 1 when a copy differs."""
    check = "--check" in arguments
    folder = Path(next(word for word in arguments if not word.startswith("--")))
    if not folder.is_dir():
        sys.stdout.write(f"requirements: {folder} is not here, nothing to compare\n")
        return 0
    wanted = pages(folder)
    present = {page.name: page.read_text(encoding="utf-8") for page in TARGET.glob("*.md")}
    different = sorted(name for name in wanted | present if wanted.get(name) != present.get(name))
    if check and different:
        sys.stdout.write(f"requirements: not as in {folder}: {', '.join(different)}\n")
        return 1
    if not check:
        for name, text in wanted.items():
            (TARGET / name).write_text(text, encoding="utf-8")
    sys.stdout.write(f"requirements: {len(wanted)} pages\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
