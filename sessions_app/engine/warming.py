"""What the first turn of a process would otherwise wait for: the tables that count tokens."""

from sessions_app.models import ModelRoute
from worldbook.rules.tokens import counter_for


def warm_counters() -> None:
    """Load the tokenizers of all models that routes name, and the storyteller's."""
    named = ModelRoute.objects.filter(enabled=True).values_list("model", flat=True)
    for model in {"storyteller", *named}:
        counter_for(model)("x")
