"""Images of older versions of a table are brought up to now (ST-4)."""

import pytest

from worldbook.rules.images import brought_up

CONVERTERS = {
    ("lamp", 1): lambda image: {**image, "lit": False},
    ("lamp", 2): lambda image: {"n": image["n"], "state": "lit" if image["lit"] else "dark"},
}


@pytest.mark.spec("ST-4")
def test_an_image_goes_through_every_version_between():
    assert brought_up("lamp", 1, {"n": 3}, 3, CONVERTERS) == {"n": 3, "state": "dark"}
    assert brought_up("lamp", 2, {"n": 3, "lit": True}, 3, CONVERTERS)["state"] == "lit"
    assert brought_up("lamp", 3, {"n": 3, "state": "lit"}, 3, CONVERTERS)["state"] == "lit"


@pytest.mark.spec("ST-4")
def test_a_version_without_a_way_to_now_is_refused():
    with pytest.raises(LookupError):
        brought_up("door", 1, {}, 2, CONVERTERS)
    with pytest.raises(LookupError):
        brought_up("lamp", 4, {}, 3, CONVERTERS)
