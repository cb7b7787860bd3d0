from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.text.analysis import MAX_TOKEN, _tables, fold, index_text, tokens

# Letters of every kind the analysis knows, and what stands between them.
texts = st.text(
    st.one_of(
        st.sampled_from("aBcé ßÉÅéйёЖ12_.-'’@+#/()\n\t\0ｶﾞガ予算の한글สวัสดีﬁ①½\u0301\u200d\u00ad\ud800🙂ﷺ"),
        st.characters(),
    ),
    max_size=60,
)


@pytest.mark.parametrize(
    ("text", "stream"),
    [
        ("HTTPServer", "http server httpserver"),
        ("parseHTTPHeader", "pars http header parsehttphead"),
        ("snake_case", "snake case"),
        ("__init__", "init"),
        ("v2", "v 2 v2"),
        ("v2.10.3", "v 2 10 3 v2 v2.10.3"),
        ("E_CONN_17", "e conn 17 e_conn_17"),
        ("A-4471", "a 4471 a-4471"),
        ("node.js", "node js node.js"),
        ("--no-verify", "no verifi no-verify"),
        ("ops@example.org", "op exampl org ops@example.org"),
        ("C++ c# F# .NET", "c c f net c++ c# f# .net"),
        ("don't user's l'homme", "dont user l homm"),
        ("#1234", "1234"),
        ("URLs PDFs", "url pdf"),
        ("0xDEADbeef a3f9bc0012de", "0xdeadbeef a3f9bc0012de"),
        ("self.foo.bar self.a.b.c_d", "self foo bar self a b c d"),
        ("a.b.c.d a.b.c.d1", "a b c d a b c d 1 d1 a.b.c.d1"),
        ("ＨＴＴＰＳｅｒｖｅｒ", "http server httpserver"),
        ("Größe Łódź œuvre Straße", "gross lodz oeuvr strass"),
        ("GrößeÄndern", "gross andern grosseandern"),
        ("договоры ёлка", "договор елк"),
        ("予算を決めた", "予算 算を を決 決め めた た"),
        ("Pythonで書いた", "python で書 書い いた た"),
        ("ｶﾞﾗｽ", "ガラ ラス ス"),
        ("한국어", "한국 국어 어"),
        ("猫", "猫"),
        ("สวัสดี", "สวั วัส สดี ดี"),
        ("🙂 — … \0 \ud800", ""),
        ("½ ①", "1 2 1 12"),
        ("\u00adso\u00adft", "soft"),
    ],
)
def test_a_text_gives_its_tokens(text: str, stream: str) -> None:
    """Identifiers are found in parts and as a whole, words by their stem, unspaced scripts by pairs."""
    assert index_text(text) == stream


def test_folding_strips_only_what_people_leave_out() -> None:
    """Accents go from Latin and Greek and from the Russian yo; other scripts keep the marks that make the letter."""
    assert fold("ÀÉÎÕÜ Ἀθήνα İ") == "aeiou αθηνα i"
    assert fold("Ёж й ガ") == "еж й ガ"


@pytest.mark.parametrize(
    ("language", "stem"),
    [("en", "connect"), ("de", "connection"), ("none", "connections"), ("ja", "connect"), ("ru", "connect")],
)
def test_latin_words_are_stemmed_in_the_language_given(language: str, stem: str) -> None:
    """Latin text follows the language, English where the language is of another script, "none" leaves it alone."""
    assert index_text("connections", language) == stem


def test_cyrillic_is_russian_whatever_the_language() -> None:
    """The script decides before the language does."""
    assert index_text("договора", "de") == index_text("договор", "fr") == "договор"


def test_a_long_word_is_known_by_its_beginning() -> None:
    """Only the first 64 characters of a word count, on both sides."""
    assert index_text("x" * 20_000) == "x" * MAX_TOKEN == index_text("x" * 64)
    assert index_text("ß" * 50) == "s" * MAX_TOKEN


@pytest.mark.parametrize(
    "unit", ["a", "a.", "aA", "a1", "_", "a'", "a-b_", "予", "é", "e\u0301", "\u0301", "C++", ".net", "\u200d"]
)
def test_hostile_text_costs_linear_time(unit: str) -> None:
    """A long run without white space is analysed about as fast as any other text."""
    text = unit * (200_000 // len(unit))
    begun = time.process_time()
    index_text(text)
    assert time.process_time() - begun < 4


def test_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither words nor stems are kept without limit."""
    monkeypatch.setattr("hitherto.text.analysis._MAX_CACHED", 10)
    index_text(" ".join(f"word{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(300)), "es")
    assert len(_tables["es"]) <= 10
    assert len(_tables["es"]._stem) <= 10


@given(texts, st.sampled_from(["en", "de", "none"]))
def test_tokens_are_clean_and_stand_where_they_say(text: str, language: str) -> None:
    """Every token is non-empty, folded, without white space or NUL, and comes from a range of the text."""
    for token in tokens(text, language):
        assert token.text
        assert not any(c.isspace() or c == "\0" for c in token.text)
        assert token.text == token.text.casefold().translate({ord("ё"): "е"})
        assert 0 <= token.start < token.end <= len(text)


@given(st.from_regex(r"[a-zA-Z]{1,12}([ _.-][a-zA-Z]{1,12}){0,4}", fullmatch=True))
def test_a_part_is_what_its_own_range_says(text: str) -> None:
    """The range of a part alone analyses to that part, so that a highlight is never beside the word."""
    for token in tokens(text):
        assert token.text in index_text(text[token.start : token.end]).split()


@given(texts)
def test_the_stream_and_the_tokens_agree(text: str) -> None:
    """The index holds exactly the tokens that are highlighted: parts in order, then each whole once."""
    found = tokens(text)
    stream = index_text(text).split(" ") if index_text(text) else []
    assert set(stream) == {t.text for t in found}
    assert len(stream) <= len(found)


@given(texts)
def test_composed_and_decomposed_text_are_the_same(text: str) -> None:
    """It does not matter in which Unicode form a text was saved."""
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert index_text(composed) == index_text(decomposed)
