"""Definitions by real grammars, where the optional ``grammars`` extra is installed; otherwise nobody notices.

Everything is decided on whole lines. A text the grammar cannot read without error is left to the patterns.
"""

from __future__ import annotations

import re
import time
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from hitherto.text.patterns import GRAMMARS

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADER = "(header)"
_MAX_CHARACTERS = 2_000_000
_LONGEST_LINE = 10_000
_PARSED_BYTES = 65536
_BYTES_A_ROUND = 15
_SPARE_ROUNDS = 2_000
_SPARE_SECONDS = 1.0
_SECONDS_A_BYTE = 1e-5

# Per language: its grammar, then the node types of definitions; with a star those that hold others.
_TABLE = {
    "go": "go function_declaration method_declaration type_declaration",
    "rust": "rust function_item struct_item enum_item union_item type_item macro_definition"
    " trait_item* impl_item* mod_item*",
    "java": "java class_declaration* interface_declaration* enum_declaration* record_declaration*"
    " annotation_type_declaration* method_declaration constructor_declaration",
    "javascript": "javascript class_declaration* function_declaration generator_function_declaration method_definition"
    " lexical_declaration variable_declaration expression_statement",
    "typescript": "tsx class_declaration* abstract_class_declaration* function_declaration"
    " generator_function_declaration method_definition interface_declaration enum_declaration type_alias_declaration"
    " internal_module* lexical_declaration"
    " variable_declaration expression_statement",
    "c": "c function_definition struct_specifier enum_specifier union_specifier",
    "cpp": "cpp function_definition struct_specifier* class_specifier* enum_specifier union_specifier"
    " namespace_definition*",
    "ruby": "ruby method singleton_method class* module*",
    "csharp": "csharp namespace_declaration* class_declaration* interface_declaration* struct_declaration*"
    " record_declaration* enum_declaration method_declaration constructor_declaration property_declaration",
    "php": "php class_declaration* interface_declaration* trait_declaration* enum_declaration* function_definition"
    " method_declaration",
    "kotlin": "kotlin class_declaration* object_declaration* function_declaration",
    "scala": "scala class_definition* object_definition* trait_definition* function_definition",
    "swift": "swift class_declaration* protocol_declaration* function_declaration init_declaration",
    "lua": "lua function_declaration",
    "shell": "bash function_definition",
}
_INSIDE = re.compile(
    r"body|block|declaration_list|export|template|preproc|linkage|namespace|ambient|compound|expression|arguments"
    r"|arrow_function|type_definition|if_statement"
)
_WRAPPER = ("export_statement", "template_declaration")
_ABOVE = re.compile(r"comment|attribute|decorator|annotation")
_HEAD = re.compile(
    r"import|include|package|use_declaration|using|comment|preproc|extern_crate|php_tag|namespace_use|hash_bang"
)
_ASSIGNMENTS = ("lexical_declaration", "variable_declaration", "expression_statement")
_FUNCTION = ("arrow_function", "function_expression", "function", "class")
_ONLY_CLOSES = re.compile(r"[\s(){}\[\];,]*(?:end\s*)*\Z")
_NAME = re.compile(r"[\w$#~]+(?:(?:::|\.)[~\w$]+)*")
_PLAIN_NAME = re.compile(r"[\w$#]+")
_RECEIVER = re.compile(r"\*?(\w+)(?:\[[^\]]*\])?\s*\)\Z")


class _Definition(NamedTuple):
    first: int
    last: int
    symbol: str
    owner: str | None


def boundaries(text: str, language: str) -> list[tuple[int, str | None]] | None:
    """Return the offsets at which pieces begin, with their symbols; None when no grammar can read ``text``."""
    if language not in _TABLE or len(text) > _MAX_CHARACTERS or ("\r" in text and "\n" not in text):
        return None
    # Nobody wrote such a line by hand, and what it nests can keep a parser busy for longer than it can be stopped.
    if any(len(line) > _LONGEST_LINE for line in text.split("\n")):
        return None
    try:
        return _read(text, language)
    except Exception:  # noqa: BLE001 - whatever an optional native extra does, the patterns remain
        return None


def _read(text: str, language: str) -> list[tuple[int, str | None]] | None:
    grammar, *types = _TABLE[language].split()
    parser = _parser(grammar)
    root = _parsed(parser, text.encode("utf-8", "replace")) if parser else None
    if root is None or root.has_error:
        return None
    kinds = {name.rstrip("*"): name.endswith("*") for name in types}
    starts = [0, *(m.end() for m in re.finditer("\n", text)), len(text)]
    found = sorted(_definitions(root, kinds))
    return _marks(text, starts, found, _header_end(root, found, _head(language)))


def _parsed(parser: Any, raw: bytes) -> Any:
    """Return the root of the syntax tree, None where the grammar loses itself in text that is none of its language.

    A parser that tries every way out of an error needs minutes for a few kilobytes; it tells how often it has
    been round, which for code is about once in 60 bytes. Each round may be slow, too; code is read at some 300,000
    bytes in a tenth of a second.
    """
    rounds = count()
    deadline = time.monotonic() + _SPARE_SECONDS + len(raw) * _SECONDS_A_BYTE
    limit = _SPARE_ROUNDS + len(raw) // _BYTES_A_ROUND
    try:
        tree = parser.parse(
            lambda offset, _: raw[offset : offset + _PARSED_BYTES],
            progress_callback=lambda _, __: next(rounds) > limit or time.monotonic() > deadline,
        )
    except ValueError:
        # Otherwise the next text would be read on from where this one was given up.
        parser.reset()
        return None
    return tree.root_node


@cache
def _parser(name: str) -> Any:
    try:
        from semble_grammars import get_parser  # noqa: PLC0415 - an optional extra
    except ImportError:
        return None
    return get_parser(name)


@cache
def _head(language: str) -> re.Pattern[str]:
    """Return the pattern of header lines; where imports are ordinary calls, only their words tell."""
    return re.compile("|".join(pattern for kind, pattern in GRAMMARS[language].rows if kind == "head") or r"(?!)")


def _definitions(root: Any, kinds: dict[str, bool]) -> Iterator[_Definition]:
    todo: list[tuple[Any, str | None]] = [(root, None)]
    while todo:
        node, owner = todo.pop()
        for child in node.named_children:
            name = _name(child) if child.type in kinds else None
            if name:
                symbol = f"{owner}.{name}" if owner else name
                outer = node if node.type in _WRAPPER else child
                yield _Definition(_first_row(outer), _last_row(child), symbol, owner)
                if kinds[child.type]:
                    todo.append((child, symbol))
            elif _INSIDE.search(child.type):
                todo.append((child, owner))


def _name(node: Any) -> str | None:
    """Return the name a definition gives, or None when the node defines nothing (a declaration, a reference)."""
    if node.type in _ASSIGNMENTS:
        return _assigned(node.named_children[0])
    if node.type.endswith("_specifier") and node.child_by_field_name("body") is None:
        return None
    named = node.child_by_field_name("name") or _declared(node) or _type_of(node)
    match = _NAME.search(named.text.decode("utf-8", "replace")) if named else None
    if match is None:
        return None
    receiver = node.child_by_field_name("receiver")
    owner = _RECEIVER.search(receiver.text.decode("utf-8", "replace")) if receiver else None
    return (f"{owner[1]}." if owner else "") + match[0].replace("::", ".")


def _assigned(node: Any) -> str | None:
    """Return the name that a function or class is assigned to: the last of "exports.name" or "A.prototype.name"."""
    value = node.child_by_field_name("value") or node.child_by_field_name("right")
    target = node.child_by_field_name("name") or node.child_by_field_name("left")
    if value is None or target is None or value.type not in _FUNCTION:
        return None
    name = target.text.decode("utf-8", "replace").rpartition(".")[2]
    return name if _PLAIN_NAME.fullmatch(name) else None


def _declared(node: Any) -> Any:
    """Return the innermost declarator: C wraps the name in pointers and parameter lists."""
    inner = node.child_by_field_name("declarator")
    while inner is not None:
        node, inner = inner, inner.child_by_field_name("declarator")
        if inner is None:
            return node
    return None


def _type_of(node: Any) -> Any:
    if node.type == "type_declaration":
        return node.named_children[0].child_by_field_name("name")
    named = [c for c in node.named_children if c.type in ("type_identifier", "simple_identifier")]
    return node.child_by_field_name("type") if node.type == "impl_item" else (named[0] if named else None)


def _first_row(node: Any) -> int:
    """Return the line a definition begins on, with the comments and attributes directly above it."""
    row: int = node.start_point[0]
    above = node.prev_named_sibling
    if above is None and node.parent is not None and node.parent.start_point[0] == row:
        above = node.parent.prev_named_sibling
    while above is not None and _ABOVE.search(above.type) and _last_row(above) == row - 1:
        before = above.prev_named_sibling
        if before is not None and _last_row(before) == above.start_point[0]:
            break
        row, above = above.start_point[0], before
    return row


def _last_row(node: Any) -> int:
    row, column = node.end_point
    return int(row) if column else int(row) - 1


def _header_end(root: Any, found: list[_Definition], head: re.Pattern[str]) -> int | None:
    """Return the line of the first statement that is neither an import nor a definition, if it comes first."""
    limit = found[0].first if found else None
    for child in root.named_children:
        if limit is not None and child.start_point[0] >= limit:
            return None
        if not _HEAD.search(child.type) and not head.match(child.text.decode("utf-8", "replace")):
            return _first_row(child)
    return None


def _marks(
    text: str, starts: list[int], found: list[_Definition], header_end: int | None
) -> list[tuple[int, str | None]]:
    opened: dict[int, str | None] = {0: HEADER}
    if header_end is not None:
        opened[starts[header_end]] = None
    closed = {starts[min(d.last + 1, len(starts) - 1)]: d.owner for d in reversed(found)}
    opened |= {starts[d.first]: d.symbol for d in reversed(found)}
    marks = sorted((closed | opened).items())
    ends = [*(offset for offset, _ in marks[1:]), len(text)]
    return [
        mark
        for mark, end in zip(marks, ends, strict=True)
        if mark[0] in opened or not _ONLY_CLOSES.match(text, mark[0], end)
    ]
