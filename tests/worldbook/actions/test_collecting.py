"""The search for garbage is paused while files are read, and goes on after the last of them."""

import gc

import pytest

from worldbook.actions.collecting import collector_paused


def fail() -> None:
    with collector_paused():
        assert not gc.isenabled()
        raise ValueError("bad")


@pytest.mark.spec("WB-43")
def test_it_goes_on_when_the_last_import_has_ended_even_by_a_failure():
    assert gc.isenabled()
    with collector_paused():
        with pytest.raises(ValueError, match="bad"):
            fail()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_process_that_has_it_off_keeps_it_off():
    gc.disable()
    try:
        with collector_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
