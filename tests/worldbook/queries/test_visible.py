import pytest
from django.contrib.auth.models import AnonymousUser

from tests.factories import make_book, make_character, make_opening, make_user, make_world
from worldbook.models import Share
from worldbook.queries import visible
from worldbook.queries.roles import viewer_of
from worldbook.rules.access import Owned, can_edit, can_read

pytestmark = [pytest.mark.django_db, pytest.mark.spec("AD-2")]
ACCESS = [None, "read", "edit"]


def people(owner):
    return [
        owner,
        make_user(),
        make_user(roles=["author"]),
        make_user(roles=["moderator"]),
        make_user(roles=["administrator"]),
        AnonymousUser(),
        make_user(is_active=False),
    ]


@pytest.mark.parametrize("visibility", ["private", "shared", "public"])
@pytest.mark.parametrize("access", ACCESS)
def test_the_querysets_say_what_the_rule_says(visibility, access):
    owner = make_user(roles=["author"])
    book = make_book(owner, visibility=visibility)
    world = make_world(owner, visibility=visibility)
    make_character(world)
    make_opening(world)
    for user in people(owner):
        shares = {}
        if access and user.pk and user != owner:
            shares = {user.pk: access}
            Share.objects.create(user=user, access=access, lorebook=book)
            Share.objects.create(user=user, access=access, world=world)
        rule = (viewer_of(user), Owned(owner.pk, visibility), shares)
        for kind in ("books", "worlds", "characters", "openings"):
            seen = getattr(visible, f"visible_{kind}")(user).exists()
            edited = getattr(visible, f"editable_{kind}")(user).exists()
            assert (seen, edited) == (can_read(*rule), can_edit(*rule)), (kind, user)


def test_work_is_what_is_own_or_shared_and_never_what_is_only_public():
    ana, ben = make_user(roles=["author"]), make_user(roles=["author"])
    own = make_book(ana)
    make_book(ben, visibility="public")
    shared = make_book(ben, visibility="public")
    Share.objects.create(user=ana, lorebook=shared, access="read")
    assert set(visible.work_books(ana)) == {own, shared}
    world = make_world(ana)
    make_world(ben, visibility="public")
    assert set(visible.work_worlds(ana)) == {world}


def test_a_book_is_listed_once_however_often_it_is_open():
    ana = make_user(roles=["author"])
    book = make_book(ana, visibility="public")
    for _number in range(3):
        Share.objects.create(user=make_user(), lorebook=book, access="read")
    Share.objects.create(user=ana, lorebook=book, access="edit")
    assert list(visible.visible_books(ana)) == [book]


def test_roles_are_asked_for_once(django_assert_num_queries):
    user = make_user(roles=["author", "player"])
    with django_assert_num_queries(1):
        assert viewer_of(user).roles == {"author", "player"}
        assert viewer_of(user).roles == {"author", "player"}
