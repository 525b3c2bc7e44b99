"""Single mistakes that can be planted in a file of the package.

Each is the file's syntax tree with one change: an operator for another, a number one greater, a
boolean for its opposite, a branch never taken, a statement left out.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]

SWAPPED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


class Mutant(NamedTuple):
    """One mistake: where it is, what it is, and how it is made in a copy of its module."""

    file: str
    line: int
    text: str
    change: str
    tree: ast.Module
    node: int
    mutate: Callable[[ast.AST, ast.Module], None]

    @property
    def module(self) -> ast.Module:
        """The module that has it."""
        module = copy.deepcopy(self.tree)
        self.mutate(list(ast.walk(module))[self.node], module)
        return ast.fix_missing_locations(module)

    @property
    def key(self) -> str:
        """The key by which it is known, wherever its line moves."""
        return f"{self.file} | {self.text} | {self.change}"

    @property
    def place(self) -> ast.FunctionDef | ast.ClassDef | None:
        """The function or class of the module that has it, or None."""
        for node in self.tree.body:
            inside = isinstance(node, ast.FunctionDef | ast.ClassDef)
            if inside and node.lineno <= self.line <= node.end_lineno:
                return node
        return None

    @property
    def compiled(self) -> bool:
        """Whether it is in a compiled function."""
        decorators = getattr(self.place, "decorator_list", ())
        return any(ast.unparse(found).startswith("kernel") for found in decorators)


def mutants_of(file: str) -> Iterator[Mutant]:
    """Yield the mutants of a file."""
    source = (ROOT / "gpuwordle" / file).read_text()
    tree = ast.parse(source)
    lines = source.splitlines()
    spots = [node for node in _mutable(tree) if hasattr(node, "lineno")]
    numbers = {id(node): index for index, node in enumerate(ast.walk(tree))}
    seen: Counter[tuple[str, str]] = Counter()
    for node in spots:
        for change, mutate in _changes(node):
            text = lines[node.lineno - 1].strip()
            seen[text, change] += 1
            if seen[text, change] > 1:
                change = f"{change}, number {seen[text, change]}"
            yield Mutant(file, node.lineno, text, change, tree, numbers[id(node)], mutate)


def _mutable(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what can be changed: not annotations, texts, ``strict=`` or what is shown of errors."""
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return
    if isinstance(node, ast.Raise | ast.JoinedStr | ast.Import | ast.ImportFrom):
        if isinstance(node, ast.Raise):
            yield node
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "args") and not isinstance(
            node, ast.Call
        ):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _mutable(child)


def _changes(node: ast.AST):
    """Yield what can be done to a node: a name, and a function of the node's copy and its tree."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            new = SWAPPED[type(operator)]

            def compare(found, _, place=place, new=new):
                found.ops[place] = new()

            yield f"{type(operator).__name__} to {new.__name__}", compare
    elif isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in SWAPPED:
        new = SWAPPED[type(node.op)]

        def operate(found, _, new=new):
            found.op = new()

        yield f"{type(node.op).__name__} to {new.__name__}", operate
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert):

        def keep(found, module):
            _replace(module, found, found.operand)

        yield f"without {type(node.op).__name__}", keep
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):

        def flip(found, _):
            found.value = not found.value

        yield f"{node.value} to {not node.value}", flip
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):

        def next_number(found, _):
            found.value += 1

        yield f"{node.value} to {node.value + 1}", next_number
    elif isinstance(node, ast.If | ast.While | ast.IfExp):

        def never(found, _):
            found.test = ast.Constant(False)

        yield f"{type(node).__name__} never", never
    elif isinstance(node, ast.Raise) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):

        def leave_out(found, module):
            _replace(module, found, ast.Pass())

        yield "left out", leave_out


def _replace(module: ast.Module, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(module):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list) and any(item is old for item in value):
                setattr(parent, name, [new if item is old else item for item in value])
