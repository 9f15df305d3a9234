"""What a dice expression is made of, once it is read (DI-G1)."""

from dataclasses import dataclass

KEEPS = ("kh", "kl", "dh", "dl")
EXPLOSIONS = ("x", "xo", "!!")


@dataclass(frozen=True, slots=True)
class Faces:
    """The values that a die can show, both included: 1…sides, or −1…1 for a die of kind F."""

    low: int
    high: int

    @property
    def sides(self) -> int | str:
        """How the die is named: its sides, or "F"."""
        return self.high if self.low == 1 else "F"


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison with a number: `op` is one of = < <= > >=."""

    op: str
    number: int

    def matches(self, value: int) -> bool:
        """Whether a value stands so to the number."""
        low, high = self.bounds()
        return (low is None or value >= low) and (high is None or value <= high)

    def bounds(self) -> tuple[int | None, int | None]:
        """The values that match, both ends included; None is without end."""
        low = {"=": self.number, ">": self.number + 1, ">=": self.number}.get(self.op)
        high = {"=": self.number, "<": self.number - 1, "<=": self.number}.get(self.op)
        return low, high

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.op}{self.number}"


@dataclass(frozen=True, slots=True)
class Step:
    """One modifier: kh kl dh dl (number), ro rr cs cf (compare), x xo !! (compare?), mi ma (number)."""

    kind: str
    number: int = 0
    compare: Compare | None = None

    def __str__(self) -> str:
        """As the canonical form writes it."""
        if self.compare is not None:
            return f"{self.kind}{self.compare}"
        return self.kind if self.kind in EXPLOSIONS else f"{self.kind}{self.number}"


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number, not negative."""

    value: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice of one kind and what is done with them, in order. `at`: where they stand in the text."""

    count: int
    faces: Faces
    steps: tuple[Step, ...] = ()
    label: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Several expressions of which some are kept; the rest are added."""

    members: tuple["Node", ...]
    steps: tuple[Step, ...] = ()
    label: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True)
class Negation:
    """An expression with `times` minus signs before it."""

    of: "Node"
    times: int = 1


@dataclass(frozen=True, slots=True)
class Chain:
    """Expressions joined from the left by + and -, or by * / and %; `at`: where each operator is."""

    first: "Node"
    rest: tuple[tuple[str, "Node"], ...]
    at: tuple[int, ...] = ()

    @property
    def is_sum(self) -> bool:
        """Whether the operators are + and -."""
        return self.rest[0][0] in "+-"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A bracket with a label of its own."""

    of: "Node"
    label: str


Node = Number | Pool | Group | Negation | Chain | Labelled


def trigger_of(step: Step, faces: Faces) -> Compare:
    """What makes a die explode: the comparison given, else its highest face."""
    return step.compare or Compare("=", faces.high)


def window_of(steps: tuple[Step, ...], count: int) -> tuple[int, int]:
    """The ranks, from the highest (0), that keeps and drops in a row leave of `count`; end excluded."""
    low, high = 0, count
    for step in steps:
        left = high - low
        kept = min(step.number, left) if step.kind[0] == "k" else max(left - step.number, 0)
        if step.kind in ("kh", "dl"):
            high = low + kept
        else:
            low = high - kept
    return low, high
