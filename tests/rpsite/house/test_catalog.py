"""Reading catalogues and finding what is wrong with them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from rpsite.house.catalog import problems_of, read_mo, read_po, uncompiled

PO = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=1; plural=0;\n"

#: a.py
msgid "Play"
msgstr "开始"

#: a.py
msgctxt "of a stage"
msgid "Play"
msgstr "戏"

#: b.py
#, fuzzy, python-format
msgid "Hello %(name)s"
msgstr "你好 %(name)s"

#, python-format
msgid ""
"Two "
"lines of %(what)s"
msgstr ""
"两行"

#, python-format
msgid "%(n)s turn"
msgid_plural "%(n)s turns"
msgstr[0] "%(n)s 回合"

msgid "Stop"
msgstr ""

#~ msgid "Old"
#~ msgstr "旧"
"""


@pytest.fixture
def po(tmp_path: Path) -> Path:
    path = tmp_path / "django.po"
    path.write_text(PO, encoding="utf-8")
    return path


def test_entries_and_problems(po: Path):
    messages = read_po(po)
    assert [(m.context, m.id, m.texts) for m in messages] == [
        ("", "Play", ("开始",)),
        ("of a stage", "Play", ("戏",)),
        ("", "Hello %(name)s", ("你好 %(name)s",)),
        ("", "Two lines of %(what)s", ("两行",)),
        ("", "%(n)s turn", ("%(n)s 回合",)),
        ("", "Stop", ("",)),
    ]
    assert problems_of(messages) == [
        "not translated: 'Hello %(name)s'",
        "not translated: 'Stop'",
        "placeholders differ: 'Two lines of %(what)s'",
    ]


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext is not installed")
def test_what_is_not_compiled_is_found(po: Path):
    mo = po.with_suffix(".mo")
    subprocess.run(["msgfmt", "-o", str(mo), str(po)], check=True)
    messages = read_po(po)
    assert uncompiled(messages, read_mo(mo)) == []
    compiled = read_mo(mo) | {"Play": "又"}
    assert uncompiled(messages, compiled) == ["not compiled: 'Play'"]
