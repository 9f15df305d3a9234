"""The values that one die can show on its way through its steps."""

from dataclasses import dataclass, replace

from worldbook.rules.dice.spans import NOTHING, Spans, plus, union
from worldbook.rules.dice.tree import Compare


@dataclass(frozen=True, slots=True)
class Shown:
    """Values that a die can show, or come to with what follows it.

    `up`, `down`: values further up or down without an end; `whole`: `spans` are all values.
    """

    spans: Spans
    up: bool = False
    down: bool = False
    whole: bool = True

    def split(self, compare: Compare) -> tuple["Shown", "Shown"]:
        """What matches a comparison, and the rest."""
        inside, outside = self.spans.split(compare)
        low, high = compare.bounds()
        up, down = high is None, low is None
        return (
            replace(self, spans=inside, up=self.up and up, down=self.down and down),
            replace(self, spans=outside, up=self.up and not up, down=self.down and not down),
        )

    def __bool__(self) -> bool:
        """Whether there is any value."""
        return bool(self.spans) or self.up or self.down

    def or_else(self, other: "Shown") -> "Shown":
        """The values of either."""
        return Shown(
            union(self.spans, other.spans),
            self.up or other.up,
            self.down or other.down,
            self.whole and other.whole,
        )

    def and_also(self, other: "Shown") -> "Shown":
        """The sums of a value of each."""
        if not self or not other:
            return Shown(NOTHING)
        return Shown(
            plus(self.spans, other.spans),
            self.up or other.up,
            self.down or other.down,
            self.whole and other.whole,
        )
