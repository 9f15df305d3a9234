"""`manage.py world`: a document out, in again, and checked."""

import json

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_user
from tests.worldbook.documents import house
from worldbook.models import World
from worldbook.rules.world_document import whole_document

pytestmark = pytest.mark.django_db


def run(capsys, *words):
    """The JSON that the command says, and its exit status."""
    status = 0
    try:
        call_command("world", *words)
    except SystemExit as end:
        status = end.code
    return json.loads(capsys.readouterr().out), status


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "house.json"
    path.write_text(json.dumps(house()))
    return path


def test_a_world_goes_out_and_comes_in_again(capsys, file):
    make_user("ana", roles=["author"])
    saved, status = run(capsys, "save", str(file), "--by", "ana")
    assert (status, saved["key"]) == (0, "house")
    shown, _ = run(capsys, "show", "house")
    assert shown["document"] == whole_document(house())
    shown["document"]["world"]["name"] = "The old house"
    file.write_text(json.dumps(shown))
    run(capsys, "save", str(file), "--seen", str(shown["version"]))
    assert World.objects.get(key="house").name == "The old house"
    shown["document"]["world"]["name"] = "The new house"
    file.write_text(json.dumps(shown))
    refused, status = run(capsys, "save", str(file), "--seen", str(shown["version"]))
    assert (status, refused["error"]["code"]) == (1, "edit_conflict")
    checked, status = run(capsys, "lint", "house")
    assert (status, checked["problems"]) == (0, [])


def test_faults_are_told_and_the_status_is_1(capsys, file):
    document = house()
    document["items"][0]["quantity"] = -1
    file.write_text(json.dumps(document))
    checked, status = run(capsys, "lint", str(file))
    assert status == 1
    assert checked["problems"][0]["path"] == "items[0].quantity"
    make_user("ana", roles=["author"])
    refused, status = run(capsys, "save", str(file), "--by", "ana")
    assert (status, refused["error"]["code"]) == (1, "invalid")


@pytest.mark.parametrize(
    "words",
    [
        ("show", "nowhere"),
        ("save", "{file}"),
        ("save", "{file}", "--by", "nobody"),
        ("lint", "/nowhere.json"),
        ("lint", "{broken}"),
    ],
)
def test_what_is_not_there_is_said_plainly(file, tmp_path, words):
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    named = [word.format(file=file, broken=broken) for word in words]
    with pytest.raises(CommandError):
        call_command("world", *named)
