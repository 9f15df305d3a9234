import pytest

from worldbook.rules.access import Owned, Viewer, can_author, can_edit, can_own, can_read

OWNER, FRIEND, EDITOR, STRANGER = 1, 2, 3, 4
SHARES = {FRIEND: "read", EDITOR: "edit"}


def viewer(id, *roles):
    return Viewer(id=id, roles=frozenset(roles))


@pytest.mark.spec("AD-2")
@pytest.mark.parametrize(
    ("visibility", "readers", "editors"),
    [
        ("private", {OWNER}, {OWNER}),
        ("shared", {OWNER, FRIEND, EDITOR}, {OWNER, EDITOR}),
        ("public", {OWNER, FRIEND, EDITOR, STRANGER}, {OWNER, EDITOR}),
    ],
)
def test_own_shared_and_public(visibility, readers, editors):
    thing = Owned(OWNER, visibility)
    people = [OWNER, FRIEND, EDITOR, STRANGER]
    assert {id for id in people if can_read(viewer(id), thing, SHARES)} == readers
    assert {id for id in people if can_edit(viewer(id), thing, SHARES)} == editors
    assert {id for id in people if can_own(viewer(id), thing)} == {OWNER}


@pytest.mark.spec("AD-2")
@pytest.mark.parametrize("visibility", ["private", "shared", "public"])
def test_roles_reach_further(visibility):
    thing = Owned(OWNER, visibility)
    moderator, administrator = viewer(8, "moderator"), viewer(9, "administrator")
    assert can_read(moderator, thing)
    assert not can_edit(moderator, thing)
    assert not can_own(moderator, thing)
    assert can_read(administrator, thing)
    assert can_edit(administrator, thing)
    assert can_own(administrator, thing)


def test_nobody_signed_in_sees_nothing():
    nobody = Viewer(id=None)
    assert not can_read(nobody, Owned(OWNER, "public"))
    assert not can_edit(nobody, Owned(OWNER, "public"))
    assert not can_own(nobody, Owned(OWNER, "public"))


def test_who_makes_worlds():
    assert can_author(viewer(1, "author"))
    assert can_author(viewer(1, "administrator"))
    assert not can_author(viewer(1, "player", "moderator"))
