"""Which requirement is shown by how many tests: pages on one side, `spec` markers on the other."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DEFINED = re.compile(r"\*\*([A-Z]{2}-[A-Z]?\d+[a-z]?)\b[^*]*\*\*")
PARTIAL_LINE = re.compile(r"([A-Z]{2}-[A-Z]?\d+[a-z]?): (.+)")


@dataclass(frozen=True)
class Marker:
    """One use of `@pytest.mark.spec`: the id, and where it stands."""

    id: str
    where: str


@dataclass(frozen=True)
class Page:
    """A page of requirements and its ids in order."""

    name: str
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """Lines to print (`WB-12 covered 3`), a sum for each page, and what is wrong."""

    lines: tuple[str, ...]
    sums: tuple[str, ...]
    errors: tuple[str, ...]


def read_pages(folder: Path) -> list[Page]:
    """Read the ids a page defines: those in bold, each counted once, at its first place."""
    pages, seen = [], set[str]()
    for path in sorted(folder.glob("*.md")):
        found = dict.fromkeys(DEFINED.findall(path.read_text(encoding="utf-8")))
        new = tuple(id_ for id_ in found if id_ not in seen)
        seen.update(new)
        pages.append(Page(path.stem, new))
    return pages


def read_partial(path: Path) -> dict[str, str]:
    """Read what covered ids still lack: lines `WB-20: timed effects, conditions`.

    Raises:
        ValueError: a line has another form.
    """
    lacking = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = PARTIAL_LINE.fullmatch(line.strip())
        if match is None:
            raise ValueError(f"{path.name}:{number}: not of the form 'WB-20: what is lacking'")
        lacking[match.group(1)] = match.group(2)
    return lacking


def read_markers(folder: Path) -> list[Marker]:
    """Find the markers of all test functions, their classes' and modules' included."""
    markers = []
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        where = path.relative_to(folder.parent).as_posix()
        markers += [Marker(id_, f"{where}:{line}") for id_, line in in_module(tree)]
    return markers


def in_module(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield (id, line) once for each test function and each id that applies to it."""
    common = [
        id_
        for node in tree.body
        if isinstance(node, ast.Assign)
        and any(
            isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets
        )
        for id_ in ids_in(node.value)
    ]
    yield from in_body(tree.body, common)


def in_body(body: list[ast.stmt], common: list[str]) -> Iterator[tuple[str, int]]:
    """Yield the ids of the tests in a module's or class's body."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            own = [id_ for decorator in node.decorator_list for id_ in ids_in(decorator)]
            yield from in_body(node.body, common + own)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if not node.name.startswith("test"):
                continue
            own = [id_ for decorator in node.decorator_list for id_ in ids_in(decorator)]
            for id_ in dict.fromkeys(common + own):
                yield id_, node.lineno


def ids_in(expression: ast.expr) -> Iterator[str]:
    """Yield the arguments of every `…mark.spec(…)` call inside an expression."""
    for node in ast.walk(expression):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "spec"
            and isinstance(node.func.value, ast.Attribute)
            and node.func.value.attr == "mark"
        ):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def report(pages: list[Page], markers: list[Marker], partial: dict[str, str]) -> Report:
    """Put both sides together."""
    counts = Counter(marker.id for marker in markers)
    defined = {id_ for page in pages for id_ in page.ids}
    lines, sums = [], []
    for page in pages:
        states = [(id_, state_of(id_, counts, partial)) for id_ in page.ids]
        for id_, state in states:
            lines.append(f"{id_} {state}" + (f" {counts[id_]}" if counts[id_] else ""))
        tally = Counter(state for _id, state in states)
        sums.append(
            f"{page.name}: {tally['covered']} covered, {tally['partial']} partial, "
            f"{tally['uncovered']} uncovered of {len(page.ids)}"
        )
    errors = [
        f"{marker.where}: {marker.id} is in no page"
        for marker in markers
        if marker.id not in defined
    ] + [f"partial.txt: {id_} is in no page" for id_ in partial if id_ not in defined]
    return Report(tuple(lines), tuple(sums), tuple(errors))


def state_of(id_: str, counts: Counter[str], partial: dict[str, str]) -> str:
    """Return covered, partial or uncovered."""
    if not counts[id_]:
        return "uncovered"
    return "partial" if id_ in partial else "covered"
