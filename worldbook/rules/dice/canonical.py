"""The one way to write a dice expression: lower case, counts written, no needless bracket (DI-G5)."""

from worldbook.rules.dice.tree import Chain, Group, Labelled, Negation, Node, Number, Pool


def canonical(node: Node) -> str:
    """The expression as text; reading it gives an expression that is worth the same."""
    if isinstance(node, Number):
        return f"{node.value}{_label(node.label)}"
    if isinstance(node, Pool):
        return f"{node.count}d{str(node.faces.sides).lower()}{_steps(node)}{_label(node.label)}"
    if isinstance(node, Group):
        members = ",".join(canonical(member) for member in node.members)
        return f"{{{members}}}{_steps(node)}{_label(node.label)}"
    if isinstance(node, Negation):
        return "-" * node.times + _in_brackets(node.of, _needs_under_minus(node.of))
    if isinstance(node, Labelled):
        return f"({canonical(node.of)}){_label(node.label)}"
    return _chain(node)


def _chain(node: Chain) -> str:
    head = _in_brackets(node.first, _is_sum(node.first) and not node.is_sum)
    return head + "".join(
        operator + _in_brackets(part, _needs_after(operator, part)) for operator, part in node.rest
    )


def _needs_after(operator: str, part: Node) -> bool:
    """Whether a part to the right of an operator needs brackets to keep its worth."""
    if not isinstance(part, Chain):
        return False
    if operator == "+":
        return False
    if operator == "-":
        return part.is_sum
    return part.is_sum or operator != "*" or any(inner != "*" for inner, _ in part.rest)


def _needs_under_minus(node: Node) -> bool:
    return isinstance(node, Chain) or (isinstance(node, Pool | Group) and bool(node.steps))


def _is_sum(node: Node) -> bool:
    return isinstance(node, Chain) and node.is_sum


def _in_brackets(node: Node, needed: bool) -> str:  # noqa: FBT001 - one private helper
    return f"({canonical(node)})" if needed else canonical(node)


def _steps(node: Pool | Group) -> str:
    return "".join(str(step) for step in node.steps)


def _label(label: str) -> str:
    return f"[{label}]" if label else ""
