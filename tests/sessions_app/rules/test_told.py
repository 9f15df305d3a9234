"""What a player is told of a refusal, in both languages."""

from string import Formatter

import pytest

from sessions_app.rules.told import PHRASES, language_of, say
from worldbook.rules import paths
from worldbook.rules.items import failing


def _slots(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_code_has_the_same_slots_in_every_language() -> None:
    english = {code: _slots(text) for code, text in PHRASES["en"].items()}
    chinese = {code: _slots(text) for code, text in PHRASES["zh"].items()}
    assert english == chinese


@pytest.mark.spec("PL-2")
def test_a_refusal_is_said_with_its_names() -> None:
    told = {"code": "exit_locked", "exit": "the iron door"}
    assert say(told, "en") == "The way is locked: the iron door."
    assert say(told, "zh-hans") == "路锁着：the iron door。"
    assert say({"code": "fixed", "item": "the anvil"}, "en-gb") == "The anvil cannot be moved."


def test_what_is_so_already_is_said_as_it_is() -> None:
    told = {"code": "already", "item": "the chest"}
    assert say({**told, "op": "open"}, "en") == "The chest is open already."
    assert say({**told, "item": "箱子", "op": "unlock"}, "zh") == "箱子没有上锁。"
    assert say({**told, "op": "give"}, "en") == "That is so already: the chest."


def test_what_has_no_name_is_told_without_one() -> None:
    assert say({"code": "fixed"}, "en") == "That cannot be moved."
    assert say({"code": "cannot_go", "who": None}, "zh") == "对方现在哪里也去不了。"
    assert say({"code": "skip_too_long"}, "en") == "That cannot be done."


def test_an_unknown_code_is_a_plain_refusal() -> None:
    assert say({"code": "what_is_this"}, "en") == "That cannot be done."
    assert say({}, "zh") == "这做不到。"


def test_other_languages_are_told_in_english() -> None:
    assert [language_of(code) for code in ("zh", "ZH-Hant", "de", "")] == ["zh", "zh", "en", "en"]


@pytest.mark.spec("TB-7", "PL-2")
def test_whatever_a_rule_tells_a_player_has_a_sentence() -> None:
    unseen = {"unknown", "hidden"}  # Told as what is not there.
    ways = {"nowhere", "no_way", "unknown_character", "exit_locked", "exit_blocked"}
    assert ways <= paths.CODES.keys()
    assert (failing.CODES.keys() - unseen) | ways <= PHRASES["en"].keys()
