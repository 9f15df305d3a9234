"""A process that plays turns has its tokenizers before the first turn."""

import pytest

from sessions_app.engine import warming
from sessions_app.engine.runner import Runner
from tests.sessions_app.stories import tell_slowly


@pytest.mark.django_db
@pytest.mark.spec("WB-32")
def test_the_tokenizers_of_all_routes_are_loaded(monkeypatch) -> None:
    counted: list[tuple[str, str]] = []
    monkeypatch.setattr(
        warming, "counter_for", lambda model: lambda text: counted.append((model, text))
    )
    tell_slowly(0)
    warming.ModelRoute.objects.update(model="gpt-4o")
    warming.warm_counters()
    assert sorted(counted) == [("gpt-4o", "x"), ("storyteller", "x")]


@pytest.mark.django_db(transaction=True)
async def test_a_runner_warms_when_it_starts(monkeypatch) -> None:
    warmed: list[bool] = []
    monkeypatch.setattr("sessions_app.engine.runner.warm_counters", lambda: warmed.append(True))
    runner = Runner(drain_seconds=0)
    runner.end()
    await runner.run()
    assert warmed == [True]
