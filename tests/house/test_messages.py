"""What the pages say is said in every language (UI-4)."""

import pytest

from rpsite.house.messages import problems
from tests.house.tree import ROOT


@pytest.mark.spec("UI-4")
def test_no_message_lacks_its_translation():
    assert problems(ROOT) == []
