"""CHARX: an archive with `card.json`, its pictures, and with Risu a module (WB-6).

Form: Character Card specification V3, "CHARX". Risu also writes it behind a JPEG or a PNG, so that
the file shows the character wherever pictures are shown.
"""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.formats.archive import Archive, open_archive, plain_path
from worldbook.rules.formats.decode import decode_text, load_text
from worldbook.rules.formats.notes import Note
from worldbook.rules.formats.refusals import refuse
from worldbook.rules.formats.risum import read_module
from worldbook.rules.refusal import Refusal

CARD_FILE, MODULE_FILE = "card.json", "module.risum"
_PLACES = ("embeded://", "embedded://", "__asset:")
_PICTURES = (b"\x89PNG", b"RIFF", b"\xff\xd8\xff")


def _json(archive: Archive, name: str, notes: list[Note]) -> Any | Refusal:
    """The JSON value of one file."""
    data = archive.read(name)
    text = data if isinstance(data, Refusal) else decode_text(data)
    return text if isinstance(text, Refusal) else load_text(text, notes)


def _module(archive: Archive, notes: list[Note]) -> Mapping[str, Any]:
    """The module beside the card; a damaged one costs only itself."""
    if MODULE_FILE not in archive.files:
        return {}
    data = archive.read(MODULE_FILE)
    module = data if isinstance(data, Refusal) else read_module(data, notes)
    if isinstance(module, Refusal):
        notes.append(Note("module_unread", MODULE_FILE, {"was": module.reason}))
        return {}
    return module


def _with_module(card: Mapping[str, Any], module: Mapping[str, Any]) -> Mapping[str, Any]:
    """The card with the scripts of its module, which are kept and do not run."""
    data = card.get("data")
    kept = {name: module[name] for name in ("regex", "trigger") if module.get(name)}
    if not kept or not isinstance(data, Mapping):
        return card
    said = data.get("extensions")
    extensions = {**(said if isinstance(said, Mapping) else {}), "risu_module": kept}
    return {**card, "data": {**data, "extensions": extensions}}


def card_in_archive(
    data: bytes, notes: list[Note]
) -> tuple[Mapping[str, Any], Mapping[str, Any]] | Refusal:
    """The raw card and the Risu module (empty where there is none) of a CHARX."""
    archive = open_archive(data)
    if isinstance(archive, Refusal):
        return archive
    if CARD_FILE not in archive.files:
        return refuse("archive_without_card")
    card = _json(archive, CARD_FILE, notes)
    if isinstance(card, Refusal):
        return card
    if not isinstance(card, Mapping):
        return refuse("card_damaged", problem="it is no card")
    module = _module(archive, notes)
    others = len(archive.files) - 1 - (MODULE_FILE in archive.files)
    if others > 1:
        notes.append(Note("assets_left", "assets", {"was": str(others)}))
    return _with_module(card, module), module


def _icon(card: Any) -> str:
    """The path of the picture that shows the character: the main icon, else the first one."""
    data = card.get("data") if isinstance(card, Mapping) else None
    assets = data.get("assets") if isinstance(data, Mapping) else None
    icons = [
        asset
        for asset in (assets if isinstance(assets, list) else [])
        if isinstance(asset, Mapping) and asset.get("type") == "icon"
    ]
    icons.sort(key=lambda asset: asset.get("name") != "main")
    for asset in icons:
        uri = asset.get("uri")
        for place in _PLACES:
            if isinstance(uri, str) and uri.startswith(place):
                return plain_path(uri[len(place) :])
    return ""


def picture_in_archive(data: bytes) -> bytes | None:
    """The character's picture in a CHARX; None where there is none that can be read."""
    archive = open_archive(data)
    if isinstance(archive, Refusal) or CARD_FILE not in archive.files:
        return None
    card = _json(archive, CARD_FILE, [])
    path = "" if isinstance(card, Refusal) else _icon(card)
    picture = archive.read(path) if path in archive.files else b""
    if isinstance(picture, bytes) and picture.startswith(_PICTURES):
        return picture
    return None
