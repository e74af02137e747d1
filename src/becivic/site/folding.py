"""Templates with what is known beforehand put in when they are compiled: words of one language, addresses of assets, icons.

A page asks for a hundred such things, and the answer is always the same: asking cost more than all the rest of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from jinja2 import Environment, nodes
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from becivic.site.direct_code import DirectCode

Known = Mapping[str, Callable[..., str]]
"""Functions by the name that templates call them by; the same arguments always give the same."""


class FoldingEnvironment(Environment):
    """Calls of `known` functions with nothing but written-out arguments are made once, when the template is compiled."""

    code_generator_class = DirectCode

    def __init__(self, known: Known, **options: Any) -> None:  # noqa: ANN401  Jinja's own
        super().__init__(**options)
        self.globals |= known
        self._folding: Final = _Folding(known)

    def _generate(self, source: nodes.Template, *rest: Any, **more: Any) -> str:  # noqa: ANN401  Jinja's own
        return super()._generate(self._folding.visit(source), *rest, **more)


class _Folding(NodeTransformer):
    def __init__(self, known: Known) -> None:
        self._known = known

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802  Jinja's naming
        self.generic_visit(node)
        if not self._is_known(node):
            return node
        assert isinstance(node.node, nodes.Name)
        given = [argument.as_const() for argument in node.args]
        said = self._known[node.node.name](*given)
        if isinstance(said, Markup):
            return nodes.MarkSafe(nodes.Const(str(said)), lineno=node.lineno)
        return nodes.Const(said, lineno=node.lineno)

    def _is_known(self, node: nodes.Call) -> bool:
        is_plain = not (node.kwargs or node.dyn_args or node.dyn_kwargs)
        is_written_out = all(isinstance(argument, nodes.Const) for argument in node.args)
        return (
            is_plain
            and is_written_out
            and isinstance(node.node, nodes.Name)
            and node.node.name in self._known
        )
