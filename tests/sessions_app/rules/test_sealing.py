"""Keys at rest."""

import pytest

from sessions_app.rules.calls import Secret
from sessions_app.rules.sealing import seal, unseal
from worldbook.rules.refusal import Refusal

pytestmark = pytest.mark.spec("CP-1")


def test_sealed_and_opened():
    sealed = seal("sk-secret", ["site"])
    assert "secret" not in sealed
    assert unseal(sealed, ["site"]) == Secret("sk-secret")


def test_opened_after_the_sites_secret_was_rotated():
    assert unseal(seal("sk-secret", ["old"]), ["new", "old"]) == Secret("sk-secret")


def test_refused_where_the_secret_is_gone():
    refused = unseal(seal("sk-secret", ["old"]), ["new"])
    assert isinstance(refused, Refusal)
    assert refused.code == "key_unreadable"


def test_no_key_stays_no_key():
    assert seal("", ["site"]) == ""
    assert not unseal("", ["site"])


def test_a_secret_does_not_show_itself():
    secret = Secret("sk-secret")
    assert "sk-secret" not in f"{secret} {secret!r} {[secret]}"
    assert secret.reveal() == "sk-secret"
