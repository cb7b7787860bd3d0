import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.text.marker import FENCE_END, FENCE_NAME, strip_injected


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("<hitherto-memory>\nold\n</hitherto-memory>", ""),
        ("a\n<hitherto-memory n=3 v=1>\nold\n</hitherto-memory>\nb\n", "a\nb\n"),
        ("a\r\n  <hitherto-memory>\r\nold\r\n</hitherto-memory>\r\nb", "a\r\nb"),
        ("<hitherto-memory>\n1\n</hitherto-memory>\nmine\n<hitherto-memory>\n2\n</hitherto-memory>\n", "mine\n"),
        ("what is <hitherto-memory> and </hitherto-memory>?", "what is <hitherto-memory> and </hitherto-memory>?"),
        ("<hitherto-memory>\nnever closed", "<hitherto-memory>\nnever closed"),
        ("<hitherto-memory-x>\n</hitherto-memory>", "<hitherto-memory-x>\n</hitherto-memory>"),
    ],
)
def test_only_what_stands_between_marker_lines_goes(text: str, rest: str) -> None:
    """A fence alone on its lines and closed is taken out; talk about fences stays."""
    assert strip_injected(text) == rest


@given(st.text(), st.text(), st.text())
def test_what_was_fenced_is_gone_and_the_rest_stays(before: str, inner: str, after: str) -> None:
    """Whatever the words around and inside, exactly the fenced stretch is removed."""
    before, inner, after = (part.replace("<", "") for part in (before, inner, after))
    fenced = f"<{FENCE_NAME} n=1>\n{inner}\n{FENCE_END}\n"
    assert strip_injected(f"{before}\n{fenced}{after}") == f"{before}\n{after}"
