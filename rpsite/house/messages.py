"""Collecting what the pages say, and finding what is not said in every language (UI-4)."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rpsite.house.catalog import problems_of, read_mo, read_po, uncompiled

LOCALE = "zh_Hans"
DOMAINS = {"django": "html,txt,py", "djangojs": "js"}
SOURCES = ("rpsite", "worldbook", "memory", "triggers", "sessions_app", "templates", "static")
IGNORED = ("vendor/*", "migrations/*", "*/vendor/*", "*.min.js")


def gettext_installed() -> bool:
    """Say whether messages can be collected on this machine."""
    return shutil.which("xgettext") is not None


def catalogs(base: Path, suffix: str) -> list[Path]:
    """Return the catalogues below a folder's `locale`."""
    return sorted((base / "locale").glob(f"**/{LOCALE}/LC_MESSAGES/*{suffix}"))


def collect(base: Path) -> None:
    """Bring the .po files of a tree up to date with its sources (needs gettext).

    Raises:
        CalledProcessError: xgettext does not understand a source.
    """
    (base / "locale").mkdir(exist_ok=True)
    for domain, extensions in DOMAINS.items():
        ignored = [word for pattern in IGNORED for word in ("--ignore", pattern)]
        subprocess.run(
            [
                *(sys.executable, "-m", "django", "makemessages", "--locale", LOCALE),
                *("--domain", domain, "--extension", extensions, *ignored),
                *("--ignore", "tests/*", "--ignore", "docs/*", "--ignore", "scripts/*"),
                *("--no-obsolete", "--add-location", "file", "--no-wrap"),
            ],
            cwd=base,
            check=True,
            capture_output=True,
            text=True,
            env={"PATH": str(Path("/usr/local/bin")) + ":/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
        )


def compile_all(base: Path) -> None:
    """Write the .mo files (needs gettext; checks formats too)."""
    for po in catalogs(base, ".po"):
        subprocess.run(
            ["msgfmt", "--check-format", "-o", str(po.with_suffix(".mo")), str(po)], check=True
        )


def problems(base: Path) -> list[str]:
    """Return what is missing, fuzzy, broken or not compiled; sources are read if gettext is there."""
    found = []
    for po in catalogs(base, ".po"):
        name = po.relative_to(base)
        messages = read_po(po)
        found += [f"{name}: {problem}" for problem in problems_of(messages)]
        mo = po.with_suffix(".mo")
        compiled = read_mo(mo) if mo.exists() else {}
        found += [f"{name}: {problem}" for problem in uncompiled(messages, compiled)]
    if gettext_installed():
        found += missing_from_catalogs(base)
    return found


def missing_from_catalogs(base: Path) -> list[str]:
    """Return the messages of the sources that the catalogues do not have; works on a copy."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in (*SOURCES, "locale"):
            if (base / name).exists():
                skip = shutil.ignore_patterns("vendor", "__pycache__", "*.png", "*.webp")
                shutil.copytree(base / name, copy / name, ignore=skip)
        collect(copy)
        for po in catalogs(copy, ".po"):
            original = base / po.relative_to(copy)
            known = {message.key for message in read_po(original)} if original.exists() else set()
            found += [
                f"{po.relative_to(copy)}: not collected: {message.id!r}"
                for message in read_po(po)
                if message.key not in known
            ]
    return found
