from worldbook.management.benches.items import item_lines, make_request
from worldbook.rules.items.asking import answer_trial


def test_what_is_measured_is_fifty_changes_that_all_work_on_a_thousand_things():
    asked = make_request()
    assert (len(asked["state"]["items"]), len(asked["changes"])) == (1_000, 50)
    answer = answer_trial(asked)
    assert answer["ok"] is True
    assert answer["state"] != asked["state"]
    assert len(list(item_lines(runs=1))) == 2
