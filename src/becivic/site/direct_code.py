"""Templates compiled to code that says outright what they mean: an attribute is read, a function is called, text is escaped.

Jinja asks at every step whether a name might be a key, whether a function wants the context, whether a text is safe. Our
templates never leave that open, and a page takes several hundred such steps.
"""

from __future__ import annotations

from functools import lru_cache
from keyword import iskeyword
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape


def escaped(value: object) -> str:
    """As a page may hold it. What is Markup is that already, and need not become another one."""
    if type(value) is Markup:
        return value
    return _plain(value) if type(value) is str else escape(value)


@lru_cache(maxsize=4096)  # a title stands ten times on its page, and the same few addresses on every one
def _plain(text: str) -> str:
    """For text alone: to a cache, Markup of the same letters would be the same."""
    return escape(text)


class DirectCode(CodeGenerator):
    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802  Jinja's naming
        self.writeline(f"from {__name__} import {escaped.__name__}")
        super().visit_Template(node, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802  Jinja's naming
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: FBT001, FBT002, N802  Jinja's own
        if node.dyn_args or node.dyn_kwargs or any(iskeyword(each.key) for each in node.kwargs):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:  # noqa: ANN401  Jinja's own
        """Every template escapes, and none finishes what it says in a way of its own."""
        del node, frame, finalize
        self.write(f"{escaped.__name__}(")
