from __future__ import annotations

import time
import unicodedata
from itertools import pairwise

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hitherto.text.words import (
    FTS_TOKENIZE,
    MAX_TERMS,
    index_text,
    language_of,
    marks,
    match_expression,
    query_terms,
    quoted,
    without_quotations,
)

queries = st.text(
    st.one_of(st.sampled_from("abcXY1 \"'“”-_.:*()^{}\\/@#+\0,éйｶﾞ予算の猫한🙂"), st.characters()), max_size=40
)


def _table(*bodies: str) -> apsw.Connection:
    db = apsw.Connection(":memory:")
    db.execute(f"CREATE VIRTUAL TABLE t USING fts5(body, content='', contentless_delete=1, tokenize={FTS_TOKENIZE})")
    for body in bodies:
        db.execute("INSERT INTO t(body) VALUES (?)", (index_text(body),))
    return db


def _found(
    db: apsw.Connection, query: str, *, any_term: bool = False, languages: tuple[str, ...] = ("en",)
) -> list[int]:
    expression = match_expression(query_terms(query, languages), any_term=any_term)
    return [row[0] for row in db.execute("SELECT rowid FROM t WHERE t MATCH ? ORDER BY rowid", (expression,))]


TOKENS = (
    "Order A-4471 failed with E_CONN_17 in v2.10.3, see #1234 and foo-bar.\n"
    "Run `git commit --no-verify` in $HOME/.config.\nMail ops@example.org; don't reply."
)
CODE = "class RetryPolicy:\n    def parseHTTPHeader(line): std::vector<int> primes(int n) // C++ sieve"
JAPANESE = "来年の予算は三百万円に決めた。Pythonで書いた集計を使う。猫が好き。"
RUSSIAN = "Срок договора истекает в марте. Подписали новый договор."
OTHERS = "Die Größe der Straße. " + unicodedata.normalize("NFD", "Le café résumé est prêt.")


@pytest.mark.parametrize(
    ("query", "row"),
    [
        *((q, 1) for q in ("A-4471", "E_CONN_17", "v2.10.3", "#1234", "1234", "foo-bar", "foo_bar", "--no-verify")),
        *((q, 1) for q in ("ops@example.org", "don't reply", "dont reply", '"git commit"', "“commit --no-verify”")),
        *((q, 1) for q in ("$HOME/.config", "failing orders", "A-4471,E_CONN_17")),
        *((q, 2) for q in ("retry policy", "RetryPolicy", "retry_policy", "retrypolicy", "parse http header")),
        *((q, 2) for q in ("std::vector<int>", "C++ sieve", "parseHTTPHeader(line)", "retry-policy")),
        *(
            (q, 3)
            for q in ("予算", "Python 集計", "猫", "計", '"三百万円"', '"予算は三"', '"猫"', "Ｐｙｔｈｏｎ", "『予算』")
        ),
        *((q, 4) for q in ("договора", "договоры", "ПОДПИСАЛИ")),
        *((q, 5) for q in ("Größe", "grosse", "cafe resume", "CAFÉ")),
    ],
)
def test_what_a_person_types_finds_what_was_written(query: str, row: int) -> None:
    """Codes, identifiers, accents, scripts and quoted phrases all lead to the one text that holds them."""
    db = _table(TOKENS, CODE, JAPANESE, RUSSIAN, OTHERS)
    assert _found(db, query) == [row]


def test_a_quoted_phrase_is_one_exact_term() -> None:
    """Words in quotation marks are asked for in that order and no other."""
    db = _table("git commit now", "commit git now")
    (term,) = query_terms('"git commit"')
    assert term.phrases == (("git", "commit"),)
    assert term.exact
    assert _found(db, '"git commit"') == [1]


def test_an_unbalanced_quotation_mark_is_ignored() -> None:
    """A forgotten quotation mark does not change what is asked for."""
    assert [t.phrases for t in query_terms('"git commit')] == [(("git",),), (("commit",),)]


def test_a_run_of_characters_is_asked_for_in_pairs() -> None:
    """A longer word of an unspaced script becomes several terms, a single character a beginning."""
    assert [(t.surface, t.prefix) for t in query_terms("三百万 猫")] == [("三百", False), ("百万", False), ("猫", True)]


def test_stems_of_all_languages_are_alternatives() -> None:
    """A word is looked for as each language given would have indexed it."""
    (term,) = query_terms("connections", ("en", "de", "fr"))
    assert term.phrases == (("connect",), ("connection",))
    assert match_expression([term], any_term=False) == '("connect" OR "connection")'


@pytest.mark.parametrize(
    ("query", "weak"),
    [
        ("what is the retry policy", ["what", "is", "the"]),
        ("was ist der Plan", ["was", "ist", "der"]),
        ("Что было в договоре", ["Что", "было", "в"]),
        ("don't what's", ["don't", "what's"]),
        ("l'homme", ["l"]),
        ("決めた でした", ["でし", "した"]),
        ('"the"', []),
    ],
)
def test_common_words_are_weak(query: str, weak: list[str]) -> None:
    """Stop words are marked, so that they can be left out when something better was asked for."""
    assert [t.surface for t in query_terms(query, ("en", "de", "fr")) if t.weak] == weak


@pytest.mark.parametrize(
    ("query", "exact"),
    [("E_CONN_17", True), ("parseHTTPHeader", True), ("#1234", True), ("C++", True), ("plan", False), ("Plan.", False)],
)
def test_codes_and_identifiers_are_exact(query: str, exact: bool) -> None:  # noqa: FBT001
    """What looks like a name from a program is marked as meant literally."""
    assert [t.exact for t in query_terms(query)] == [exact]


def test_repeated_words_are_asked_for_once() -> None:
    """Saying a word twice asks for nothing more; the exact reading wins."""
    (term,) = query_terms('retry "retry" RETRY')
    assert term.exact


def test_a_query_has_at_most_64_terms() -> None:
    """A pasted page is cut to a query the database can bear."""
    assert len(query_terms(" ".join(f"w{i}" for i in range(500)))) == MAX_TERMS


@settings(deadline=None)
@given(queries)
def test_any_text_is_a_valid_query(query: str) -> None:
    """No string a person can type makes the database raise."""
    db = _table("something")
    terms = query_terms(query, ("en", "de"))
    for any_term in (False, True):
        expression = match_expression(terms, any_term=any_term)
        if expression:
            list(db.execute("SELECT rowid FROM t WHERE t MATCH ?", (expression,)))
    for term in terms:
        assert query[term.start : term.end] == term.surface


@settings(deadline=None)
@given(queries)
def test_a_text_is_found_by_itself(query: str) -> None:
    """A document that consists of the query answers it, all terms required."""
    if query_terms(query):
        assert _found(_table(query), query) == [1]


@given(queries, queries)
def test_marks_are_sorted_disjoint_and_inside(text: str, query: str) -> None:
    """Highlighting never leaves the text and never overlaps itself."""
    ranges = marks(text, query_terms(query))
    assert all(0 <= start < end <= len(text) for start, end in ranges)
    assert all(a[1] < b[0] for a, b in pairwise(ranges))


@given(queries)
def test_a_text_found_by_itself_has_marks(query: str) -> None:
    """What made a text match can be shown in it."""
    terms = query_terms(query)
    assert bool(marks(query, terms)) == bool(terms)


@pytest.mark.parametrize(
    ("text", "query", "marked"),
    [
        ("The retry policies of RetryPolicy", "the retry policy", ["retry", "policies", "RetryPolicy"]),
        ("Le café et la CAFE", "cafe", ["café", "CAFE"]),
        ("来年の予算は", "予算は", ["予算は"]),
        ("猫が好き", "猫", ["猫"]),
        ("the end of the", "the", ["the", "the"]),
        ("git commit; commit git", '"git commit"', ["git commit"]),
        ("C++ and C", "c++", ["C++"]),
    ],
)
def test_marks_show_what_matched(text: str, query: str, marked: list[str]) -> None:
    """Marks cover whole words in the original spelling; stop words only when nothing else was asked."""
    assert [text[a:b] for a, b in marks(text, query_terms(query))] == marked


def test_marks_look_at_the_beginning_only() -> None:
    """A huge text is not read to its end for the sake of highlighting."""
    assert marks("x " * 10_000 + "needle", query_terms("needle")) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("what is the plan for the budget", "en"),
        ("Was ist der Plan für das Budget und die Größe", "de"),
        ("quel est le plan pour le budget de la ville", "fr"),
        ("cuál es el plan para el presupuesto de los", "es"),
        ("срок договора", "ru"),
        ("日本語の文章です", "ja"),
        ("中文的句子", "zh"),
        ("한국어 문장", "ko"),
        ("def foo(x): return x", "en"),
        ("", "en"),
        ("🙂 — ", "en"),
    ],
)
def test_the_language_is_guessed(text: str, language: str) -> None:
    """Telling words and scripts decide; English when unsure."""
    assert language_of(text) == language


@pytest.mark.parametrize("piece", ["x ", "日本", "a.b", '"', "e\u0301", "w1 ", "の、", "foo_"])
def test_a_pasted_query_costs_no_more_than_its_beginning(piece: str) -> None:
    """A megabyte that repeats itself is answered like a page of it, and as quickly."""
    page = (piece * 20_000)[:20_000]
    begun = time.perf_counter()
    assert query_terms(piece * 500_000) == query_terms(page)
    assert time.perf_counter() - begun < 3


@pytest.mark.parametrize(
    ("asked", "written"),
    [("كتاب", "هذا كِتَابٌ جيد"), ("أحمد", "قال احمد"), ("שלום", "שָׁלוֹם עולם"), ("שָׁלוֹם", "שלום עולם")],
)
def test_vowel_points_are_no_part_of_a_word(asked: str, written: str) -> None:
    """Hebrew and Arabic are found with and without the signs few people type."""
    table = _table(written)
    expression = match_expression(query_terms(asked), any_term=False)
    assert table.execute("SELECT count(*) FROM t WHERE t MATCH ?", (expression,)).get == 1


def test_quotations() -> None:
    """Where they stand, and a query without what is in them, as long as before; an open one is none."""
    query = 'a "b c" d “e” "f'
    assert [query[start:end] for start, end in quoted(query)] == ['"b c"', "“e”"]
    assert without_quotations(query) == 'a """"" d """ "f'
