r"""Where definitions begin, per language; a table, not code.

A row is (kind, pattern). The pattern is tried at the first character of a line that is not blank, inside no string
or comment. Kinds: ``box`` a definition that holds others, ``def`` any other definition, ``in`` one only inside
another, ``head`` imports and the like, ``tie`` lines that belong to the definition below them, ``open`` lines that end
nothing although they stand far left. The groups of a definition are the names that make its symbol.
"""

from __future__ import annotations

from typing import NamedTuple


class Grammar(NamedTuple):
    """The rows of a language, and a pattern that matches its strings and comments that may span lines.

    ``flat``: every definition stands for itself, nothing is nested by indentation.
    """

    rows: tuple[tuple[str, str], ...]
    multiline: str = r"\Z"
    flat: bool = False


# Each skips what spans no line, then stops at what may: one match per multi-line construct, possessive and so linear.
_TICK = r"`(?:[^`\\]++|\\.)*+(?:`|\Z)"
_BLOCK_COMMENT = r"/\*.*?(?:\*/|\Z)"
_C_SKIP = r"""(?:[^"'/`]++|//[^\n]*+|/(?![/*])|"(?:[^"\\\n]++|\\.)*+"?|'(?:[^'\\\n]++|\\.)*+'?)*+"""
_C_LIKE = _C_SKIP.replace("`", "") + rf"(?:({_BLOCK_COMMENT})|\Z)"
_JS_LIKE = _C_SKIP + rf"(?:({_BLOCK_COMMENT}|{_TICK})|\Z)"
_GO_LIKE = _C_SKIP + rf"(?:({_BLOCK_COMMENT}|`[^`]*+(?:`|\Z))|\Z)"
_RUST_LIKE = (
    r"""(?:[^"'/]++|//[^\n]*+|/(?![/*])|'(?:\\.[^'\n]{0,8}|[^'\\\n])'|')*+"""
    rf"""(?:({_BLOCK_COMMENT}|"(?:[^"\\]++|\\.)*+(?:"|\Z))|\Z)"""
)
_TRIPLE_C_LIKE = (
    r"""(?:[^"'/]++|//[^\n]*+|/(?![/*])|"(?!"")(?:[^"\\\n]++|\\.)*+"?|'(?:[^'\\\n]++|\\.)*+'?)*+"""
    rf"""(?:({_BLOCK_COMMENT}|\"\"\".*?(?:\"\"\"|\Z))|\Z)"""
)
_PYTHON = (
    r"""(?:[^"'#]++|\#[^\n]*+|"(?!"")(?:[^"\\\n]++|\\.)*+"?|'(?!'')(?:[^'\\\n]++|\\.)*+'?)*+"""
    r"""(?:(\"\"\"(?:[^"\\]++|\\.|"(?!""))*+(?:\"\"\"|\Z)|'''(?:[^'\\]++|\\.|'(?!''))*+(?:'''|\Z))|\Z)"""
)

_CLOSERS = ("open", r"[)\]}>]")
_BRACE = ("open", r"\{\s*$")
_C_COMMENT = ("tie", r"//|/\*|\*")
_ATTRIBUTE = ("tie", r"@\w|#!?\[|\[\[?[A-Z][\w.]*[\](]")
_ARGS = r"\([^;{}\n]*"
_WORDS = r"(?:[\w.]++[ \t]++)"

_JS_MODIFIERS = (
    r"(?:(?:public|private|protected|static|async|readonly|override|abstract|get|set)\s+)*+\*?\s*"
    r"(?!(?:if|for|while|switch|catch|return|function|with|do|else|await|new|typeof|super)\b)"
)
_JS_FUNCTION = r"(?:function\b|class\b|\([^\n]*=>|\(\s*$|<[^\n]*\(|[\w$]+\s*=>)"
_JS = (
    _CLOSERS,
    _BRACE,
    _C_COMMENT,
    ("tie", r"@\w"),
    ("head", r"import\b|[\"']use \w+[\"']|(?:const|var|let)\s+[^=\n]{1,200}=\s*require\(|export\s+(?:\*|\{)"),
    ("box", r"(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?class\s+([\w$]+)"),
    ("box", r"(?:export\s+)?(?:declare\s+)?(?:namespace|module)\s+([\w$.]+)\s*\{"),
    ("def", r"(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:async\s+)?function\s*\*?\s*([\w$]+)"),
    ("def", r"(?:export\s+)?(?:declare\s+)?(?:const\s+)?(?:interface|enum|type)\s+([\w$]+)"),
    ("def", rf"(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::[^=\n]{{1,200}})?=\s*(?:async\s*)?{_JS_FUNCTION}"),
    ("def", r"(?:module\.)?(?:exports|[\w$]+\.prototype)\.([\w$]+)\s*=\s*(?:async\s*)?(?:function\b|\([^\n]*=>)"),
    ("def", rf"{_JS_MODIFIERS}([#\w$]+)\s*(?:<[^<>\n]*>)?\([^;\n]*\)\s*(?::[^;{{}}=\n]+)?\{{\s*(?:[^\s;].*)?$"),
    ("in", rf"{_JS_MODIFIERS}([#\w$]+)\s*(?:<[^<>\n]*>)?\(\s*$"),
    ("in", r"(?:(?:public|private|static|readonly)\s+)*+([#\w$]+)\s*=\s*(?:async\s*)?\([^;\n]*=>\s*\{$"),
)
_NOT_CALL = r"(?!(?:return|throw|new|else|if|for|while|switch|case|do|using|yield|await|delete|goto|typedef|import)\b)"
_METHOD = rf"{_NOT_CALL}(?:[\w<>\[\],.?&*:]++[ \t]++){{1,8}}?(~?\w+)\s*{_ARGS}(?:\)[^;{{}}=\n]*)?\{{?[^;]*$"
_TYPES = r"(?:class|interface|enum|record|struct|object|trait|protocol|extension|namespace|@interface)"
_MODIFIERS = (
    r"(?:(?:public|private|protected|internal|static|final|abstract|sealed|partial|open|data|inner|case|implicit|"
    r"override|readonly|unsafe|export|inline|companion|fileprivate|indirect|enum|lazy|suspend|async|mutating|"
    r"default|native|synchronized|virtual|extern|operator|tailrec|infix|lateinit|const|convenience|required)\s+)*+"
)
_C_NAME = r"(?:\w+(?:<[^<>\n]*>)?::)*~?\w+|operator[^\s(]+"
_C_FUNCTION = rf"{_NOT_CALL}(?:[\w<>,*&:\[\]~()]++[ \t]++[*&]*){{1,8}}?({_C_NAME})\s*\((?!\*)[^;\n]*$"
_SQL_CREATE = (
    r"(?i:create\s+(?:or\s+replace\s+)?(?:(?:temp|temporary|unique|virtual|materialized|unlogged|global|local)\s+)*+"
    r"(?:table|view|index|function|procedure|trigger|type|schema|sequence|extension|domain|role|database|policy)\s+"
    r"(?:if\s+not\s+exists\s+)?[\"`\[]?([\w.\"]+))"
)
_OBJECT_HEAD = ("head", r"(?:package|import|using|open)\b[^({\n]*$|module\b[^{\n]*$")

GRAMMARS: dict[str, Grammar] = {
    "python": Grammar(
        (
            _CLOSERS,
            ("tie", r"[#@]"),
            ("head", r"import\b|from\s+[\w.]+\s+import\b|[rRuUbB]?[\"']"),
            ("box", r"class[ \t]+(\w+)"),
            ("def", r"(?:async[ \t]+)?def[ \t]+(\w+)"),
        ),
        _PYTHON,
    ),
    "javascript": Grammar(_JS, _JS_LIKE),
    "go": Grammar(
        (
            _CLOSERS,
            _C_COMMENT,
            ("head", r"package\b|import\b"),
            ("def", r"func\s+\(\s*(?:\w+\s+)?\*?(\w+)(?:\[[^\]\n]*\])?\s*\)\s*(\w+)"),
            ("def", r"func\s+(\w+)"),
            ("def", r"type\s+(\w+)"),
        ),
        _GO_LIKE,
    ),
    "rust": Grammar(
        (
            _CLOSERS,
            ("open", r"where\b|\{"),
            _C_COMMENT,
            ("tie", r"#!?\["),
            ("head", r"(?:pub(?:\([^)\n]*\))?\s+)?(?:use|extern\s+crate)\b|mod\s+\w+;"),
            ("box", r"(?:unsafe\s+)?impl\b(?:[^\n{]*\bfor\s+|\s*<[^\n{]*?>\s+|\s+)&?(?:\w+::)*(\w+)"),
            ("box", r"(?:pub(?:\([^)\n]*\))?\s+)?(?:unsafe\s+)?(?:trait|mod)\s+(\w+)"),
            ("def", r"(?:pub(?:\([^)\n]*\))?\s+)?(?:struct|enum|union|type)\s+(\w+)"),
            ("def", r"macro_rules!\s*(\w+)"),
            (
                "def",
                r"(?:pub(?:\([^)\n]*\))?\s+)?(?:(?:default|const|async|unsafe|extern(?:\s+\"[^\"\n]*\")?)\s+)*+fn\s+(\w+)",
            ),
        ),
        _RUST_LIKE,
    ),
    "java": Grammar(
        (
            _CLOSERS,
            _BRACE,
            _C_COMMENT,
            ("tie", r"@(?!interface)\w"),
            _OBJECT_HEAD,
            ("box", rf"{_MODIFIERS}{_TYPES}\s+(\w+)"),
            ("def", rf"{_MODIFIERS}(?:<[^\n(]*>\s*)?{_METHOD}"),
            ("def", rf"(?:public|protected|private)\s+(\w+)\s*{_ARGS}"),
        ),
        _TRIPLE_C_LIKE,
    ),
    "csharp": Grammar(
        (
            _CLOSERS,
            _BRACE,
            _C_COMMENT,
            ("open", r"#\w|where\b"),
            ("tie", r"\[\w"),
            _OBJECT_HEAD,
            ("box", rf"{_MODIFIERS}{_TYPES}\s+([\w.]+)"),
            ("def", rf"{_MODIFIERS}{_METHOD}"),
            ("def", rf"(?:public|protected|private|internal)\s+(\w+)\s*{_ARGS}"),
            (
                "def",
                r"(?:(?:public|protected|private|internal|static|virtual|override)\s+)++[\w<>\[\],.?]+\s+(\w+)\s*\{",
            ),
        ),
        _TRIPLE_C_LIKE,
    ),
    "kotlin": Grammar(
        (
            _CLOSERS,
            _C_COMMENT,
            _ATTRIBUTE,
            _OBJECT_HEAD,
            ("box", rf"{_MODIFIERS}(?:class|interface|object|enum)\s+(\w+)"),
            ("def", rf"{_MODIFIERS}fun\s+(?:<[^\n(]*>\s*)?(?:[\w<>?, ]+\.)?(\w+)"),
        ),
        _TRIPLE_C_LIKE,
    ),
    "scala": Grammar(
        (
            _CLOSERS,
            _C_COMMENT,
            _ATTRIBUTE,
            _OBJECT_HEAD,
            ("box", rf"{_MODIFIERS}(?:class|trait|object|enum|package object)\s+(\w+)"),
            ("def", rf"{_MODIFIERS}def\s+([^\s(\[:=]+)"),
        ),
        _TRIPLE_C_LIKE,
    ),
    "swift": Grammar(
        (
            _CLOSERS,
            _C_COMMENT,
            _ATTRIBUTE,
            ("open", r"#\w"),
            ("head", r"import\b"),
            ("box", rf"{_MODIFIERS}(?:class|struct|enum|protocol|extension|actor)\s+(?!func\b|var\b)(\w+)"),
            ("def", rf"{_MODIFIERS}(?:class\s+)?func\s+([^\s(<]+)"),
            ("def", rf"{_MODIFIERS}(init|deinit|subscript)\b"),
        ),
        _TRIPLE_C_LIKE,
    ),
    "c": Grammar(
        (
            _CLOSERS,
            ("head", r"#\s*(?:include|pragma|ifndef|import)\b|import\b|module\b|using\b"),
            ("open", r"#|\{|(?:public|private|protected|signals|default|case\b[^:\n]*|\w+)\s*:(?!:)"),
            _C_COMMENT,
            ("def", r"(?<![ \t])(?!__)(\w+)\s*\([^;{}]{0,500}\)\s*\{"),
            ("tie", r"template\s*<|\[\[|(?<![ \t])[A-Za-z_][\w* \t]{0,80}$"),
            ("box", r"(?:inline\s+)?namespace\s+([\w:]+)\s*\{?\s*$"),
            (
                "box",
                r"(?:typedef\s+)?(?:class|struct|union|enum(?:\s+class)?)\s+(?:[A-Z_]+\s+)?(\w+)(?:\s+final)?\s*(?::[^:;\n][^;\n]*|\{[^;\n]*)?$",
            ),
            ("def", _C_FUNCTION),
            ("def", r"((?:\w+::)+~?\w+)\s*\([^;\n]*$"),
        ),
        _C_LIKE,
    ),
    "ruby": Grammar(
        (
            ("open", r"end\b|[)\]}]|rescue\b|ensure\b|else\b"),
            ("tie", r"#"),
            ("head", r"require\b|require_relative\b"),
            ("box", r"(?:class|module)\s+([\w:]+)"),
            ("def", r"(?:private\s+|public\s+|protected\s+)?def\s+(?:self\.)?([^\s(;]+)"),
        ),
        r"(?:[^\n]++|\n(?!=begin))*+(?:(\n=begin.*?(?:\n=end|\Z))|\Z)",
    ),
    "php": Grammar(
        (
            _CLOSERS,
            _BRACE,
            _C_COMMENT,
            ("tie", r"#\["),
            ("head", r"<\?php|namespace\b|use\b|require|include|declare\b"),
            ("box", r"(?:(?:abstract|final|readonly)\s+)*+(?:class|interface|trait|enum)\s+(\w+)"),
            ("def", r"(?:(?:public|private|protected|static|abstract|final)\s+)*+function\s+&?(\w+)"),
        ),
        _C_LIKE,
    ),
    "shell": Grammar(
        (
            ("open", r"[)\]}]|fi\b|done\b|esac\b|else\b|elif\b|then\b|do\b|;;|\{"),
            ("tie", r"#"),
            ("head", r"source\b|\.\s|set\s"),
            ("def", r"function\s+([\w:.-]+)"),
            ("def", r"([\w:.-]+)\s*\(\)"),
        ),
    ),
    "sql": Grammar(
        (
            ("tie", r"--|/\*"),
            ("def", _SQL_CREATE),
            ("def", r"(?i:alter\s+table\s+(?:only\s+)?(?:if\s+exists\s+)?[\"`\[]?([\w.\"]+))"),
        ),
        r"(?:[^/$'-]++|--[^\n]*+|/(?!\*)|-|'[^']*+'?|\$(?!\$))*+(?:(/\*.*?(?:\*/|\Z)|\$\$.*?(?:\$\$|\Z))|\Z)",
        flat=True,
    ),
    "html": Grammar(
        (
            ("def", r"<h[1-6]\b[^>\n]*>\s*([^<\n]{1,80})"),
            ("def", r"<(section|script|style|nav|main|article|template|header|footer|form|table|body|head)\b"),
        ),
        r"(?:[^<]++|<(?!!--))*+(?:(<!--.*?(?:-->|\Z))|\Z)",
        flat=True,
    ),
    "lua": Grammar(
        (
            ("open", r"end\b|[)\]}]|else\b"),
            ("tie", r"--"),
            ("head", r"local\s+\w+\s*=\s*require\b|require\b"),
            ("def", r"(?:local\s+)?function\s+([\w.:]+)"),
            ("def", r"(?:local\s+)?([\w.]+)\s*=\s*function\b"),
        ),
        r"(?:[^\[]++|\[(?!\[))*+(?:(\[\[.*?(?:\]\]|\Z))|\Z)",
    ),
    "r": Grammar(
        (
            ("open", r"[)\]}]|\{|else\b"),
            ("tie", r"#"),
            ("head", r"library\(|require\(|source\("),
            ("def", r"[`\"]?([\w.]+)[`\"]?\s*(?:<-|=)\s*(?:function\b|R6Class\b)"),
        ),
    ),
    "perl": Grammar(
        (
            ("open", r"[)\]}]|\{"),
            ("tie", r"#"),
            ("head", r"use\b|require\b"),
            ("box", r"package\s+([\w:]+)\s*\{"),
            ("def", r"sub\s+(\w+)"),
        ),
        r"(?:[^\n]++|\n(?!=\w))*+(?:(\n=\w.*?(?:\n=cut|\Z))|\Z)",
    ),
    "elixir": Grammar(
        (
            ("open", r"end\b|[)\]}]|else\b"),
            ("tie", r"#|@(?:doc|spec|impl)\b"),
            ("head", r"(?:import|alias|require|use)\b"),
            ("box", r"(?:defmodule|defprotocol|defimpl)\s+([\w.]+)"),
            ("def", r"(?:def|defp|defmacro|defmacrop|defguard)\s+([^\s(,]+)"),
        ),
        r"(?:[^\"#]++|\#[^\n]*+|\"(?!\"\")(?:[^\"\\]++|\\.)*+\"?)*+(?:(\"\"\".*?(?:\"\"\"|\Z))|\Z)",
    ),
}
GRAMMARS["typescript"] = GRAMMARS["javascript"]
GRAMMARS["cpp"] = GRAMMARS["c"]
