import pytest

from tests.factories import make_user
from worldbook.actions.accounts import create_account, set_preferences, set_roles
from worldbook.actions.errors import ActionRefused
from worldbook.actions.personas import delete_persona, save_persona
from worldbook.models import Persona, User

pytestmark = pytest.mark.django_db


@pytest.mark.spec("AD-2")
@pytest.mark.parametrize(
    ("roles", "staff", "superuser"),
    [
        (["player"], False, False),
        (["author"], True, False),
        (["moderator"], True, False),
        (["administrator", "player"], True, True),
        ([], False, False),
    ],
)
def test_an_account_is_what_its_roles_make_it(roles, staff, superuser):
    user = create_account(username="ana", password="a long one", roles=roles, language="zh-hans")
    assert set(user.groups.values_list("name", flat=True)) == set(roles)
    assert (user.is_staff, user.is_superuser, user.language) == (staff, superuser, "zh-hans")
    assert user.check_password("a long one")


def test_new_accounts_are_players():
    user = create_account(username="ana", password=None)
    assert list(user.groups.values_list("name", flat=True)) == ["player"]
    assert not user.has_usable_password()


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"username": "ana"}, "name_taken"), ({"username": "ben", "roles": ["king"]}, "unknown_role")],
)
def test_an_account_that_cannot_be_made(fields, code):
    create_account(username="ana", password=None)
    with pytest.raises(ActionRefused) as refused:
        create_account(password=None, **fields)
    assert refused.value.code == code
    assert User.objects.count() == 1


@pytest.mark.spec("AD-2")
def test_only_administrators_give_roles_and_one_always_remains():
    root = create_account(username="root", password=None, roles=["administrator"])
    ana = create_account(username="ana", password=None)
    with pytest.raises(ActionRefused) as refused:
        set_roles(by=ana, user_id=ana.pk, roles=["administrator"])
    assert refused.value.code == "not_administrator"
    with pytest.raises(ActionRefused) as refused:
        set_roles(by=root, user_id=root.pk, roles=["player"])
    assert refused.value.code == "last_administrator"
    set_roles(by=root, user_id=ana.pk, roles=["administrator"])
    set_roles(by=root, user_id=root.pk, roles=["player"])
    root.refresh_from_db()
    assert (root.is_staff, root.is_superuser) == (False, False)


@pytest.mark.spec("UI-4")
def test_preferences_are_checked():
    ana = make_user()
    set_preferences(by=ana, language="zh-hans", theme="dark", text_size=120, enter_sends=False)
    ana.refresh_from_db()
    assert (ana.language, ana.theme, ana.text_size, ana.enter_sends) == (
        "zh-hans",
        "dark",
        120,
        False,
    )
    for wrong in ({"theme": "pink"}, {"text_size": 10}, {"language": "xx"}):
        with pytest.raises(ActionRefused) as refused:
            set_preferences(by=ana, **wrong)
        assert set(refused.value.detail["fields"]) == set(wrong)


def test_personas_are_ones_own():
    ana, ben = make_user(), make_user()
    persona = save_persona(by=ana, name="  Traveller ", text="tall")
    assert persona.name == "Traveller"
    save_persona(by=ana, persona_id=persona.pk, name="Wanderer")
    with pytest.raises(ActionRefused):
        save_persona(by=ben, persona_id=persona.pk, name="Mine")
    with pytest.raises(ActionRefused):
        delete_persona(by=ben, persona_id=persona.pk)
    with pytest.raises(ActionRefused):
        save_persona(by=ana, name="   ")
    assert Persona.objects.get().name == "Wanderer"
    delete_persona(by=ana, persona_id=persona.pk)
    assert not Persona.objects.exists()
