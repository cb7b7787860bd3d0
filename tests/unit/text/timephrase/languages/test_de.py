from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.phrasing import read_as, span_in

from hitherto.text.timephrase import asks_about_past
from hitherto.text.timephrase.grammar.lexicon import lexicon
from hitherto.text.timephrase.grammar.numbers import number_at
from hitherto.text.timephrase.grammar.words import words_of

ZONE = "Europe/Berlin"


@pytest.mark.parametrize(
    ("phrase", "start", "end"),
    [
        ("heute", "2026-11-30", "2026-12-01"),
        ("gestern", "2026-11-29", "2026-11-30"),
        ("vorgestern", "2026-11-28", "2026-11-29"),
        ("übermorgen", "2026-12-02", "2026-12-03"),
        ("vor drei Tagen", "2026-11-27", "2026-11-28"),
        ("vor einer Woche", "2026-11-23", "2026-11-24"),
        ("vor zwei Wochen", "2026-11-16", "2026-11-17"),
        ("vor 2 Monaten", "2026-09-30", "2026-10-01"),
        ("vor einem Jahr", "2025-11-30", "2025-12-01"),
        ("vor einem halben Jahr", "2026-05-30", "2026-05-31"),
        ("heute vor einer Woche", "2026-11-23", "2026-11-24"),
        ("vor zehn Minuten", "2026-11-30T11:50", "2026-11-30T11:51"),
        ("vor einer halben Stunde", "2026-11-30T11:30", "2026-11-30T11:31"),
        ("vor anderthalb Stunden", "2026-11-30T10:30", "2026-11-30T10:31"),
        ("Dienstag", "2026-11-24", "2026-11-25"),
        ("am Montag", "2026-11-30", "2026-12-01"),
        ("letzten Montag", "2026-11-23", "2026-11-24"),
        ("am letzten Dienstag", "2026-11-24", "2026-11-25"),
        ("vergangenen Freitag", "2026-11-27", "2026-11-28"),
        ("vorletzten Freitag", "2026-11-20", "2026-11-21"),
        ("diesen Mittwoch", "2026-12-02", "2026-12-03"),
        ("Sonnabend", "2026-11-28", "2026-11-29"),
        ("Mittwoch letzter Woche", "2026-11-25", "2026-11-26"),
        ("letzte Woche Mittwoch", "2026-11-25", "2026-11-26"),
        ("Mittwoch vor zwei Wochen", "2026-11-18", "2026-11-19"),
        ("diese Woche", "2026-11-30", "2026-12-07"),
        ("letzte Woche", "2026-11-23", "2026-11-30"),
        ("in der vergangenen Woche", "2026-11-23", "2026-11-30"),
        ("vorige Woche", "2026-11-23", "2026-11-30"),
        ("vorletzte Woche", "2026-11-16", "2026-11-23"),
        ("letztes Wochenende", "2026-11-28", "2026-11-30"),
        ("am letzten Wochenende", "2026-11-28", "2026-11-30"),
        ("letzten Monat", "2026-10-01", "2026-11-01"),
        ("im letzten Monat", "2026-10-01", "2026-11-01"),
        ("letztes Jahr", "2025-01-01", "2026-01-01"),
        ("vorletztes Jahr", "2024-01-01", "2025-01-01"),
        ("dieses Jahr", "2026-01-01", "2027-01-01"),
        ("letztes Quartal", "2026-07-01", "2026-10-01"),
        ("im dritten Quartal 2025", "2025-07-01", "2025-10-01"),
        ("Q3 2025", "2025-07-01", "2025-10-01"),
        ("2. Quartal", "2026-04-01", "2026-07-01"),
        ("erstes Halbjahr 2024", "2024-01-01", "2024-07-01"),
        ("im zweiten Halbjahr", "2026-07-01", "2027-01-01"),
        ("KW 12", "2026-03-16", "2026-03-23"),
        ("in KW 12 2025", "2025-03-17", "2025-03-24"),
        ("die letzten drei Tage", "2026-11-27", "2026-12-01"),
        ("in den letzten 3 Tagen", "2026-11-27", "2026-12-01"),
        ("in den letzten zwei Wochen", "2026-11-16", "2026-12-01"),
        ("letzte 24 Stunden", "2026-11-29T12:00", "2026-11-30T12:00"),
        ("März", "2026-03-01", "2026-04-01"),
        ("im Mai", "2026-05-01", "2026-06-01"),
        ("Dezember", "2025-12-01", "2026-01-01"),
        ("letzten März", "2026-03-01", "2026-04-01"),
        ("Jänner 2024", "2024-01-01", "2024-02-01"),
        ("im Feber", "2026-02-01", "2026-03-01"),
        ("März letzten Jahres", "2025-03-01", "2025-04-01"),
        ("Maerz 2024", "2024-03-01", "2024-04-01"),
        ("Anfang März", "2026-03-01", "2026-03-11"),
        ("Mitte März", "2026-03-11", "2026-03-21"),
        ("Ende März 2024", "2024-03-21", "2024-04-01"),
        ("Ende letzten Monats", "2026-10-21", "2026-11-01"),
        ("Anfang des Jahres", "2026-01-01", "2026-05-01"),
        ("Anfang letzten Jahres", "2025-01-01", "2025-05-01"),
        ("Anfang letzter Woche", "2026-11-23", "2026-11-26"),
        ("Jahresanfang", "2026-01-01", "2026-05-01"),
        ("am Monatsende", "2026-11-21", "2026-12-01"),
        ("Anfang 2024", "2024-01-01", "2024-05-01"),
        ("die erste Hälfte 2024", "2024-01-01", "2024-07-01"),
        ("erste Märzhälfte", "2026-03-01", "2026-03-16"),
        ("am 3. Mai", "2026-05-03", "2026-05-04"),
        ("der dritte Mai", "2026-05-03", "2026-05-04"),
        ("am dritten Mai", "2026-05-03", "2026-05-04"),
        ("am einundzwanzigsten März", "2026-03-21", "2026-03-22"),
        ("3. Mai 2024", "2024-05-03", "2024-05-04"),
        ("24. Dezember", "2025-12-24", "2025-12-25"),
        ("Dienstag, den 24. November", "2026-11-24", "2026-11-25"),
        ("15.03.2024", "2024-03-15", "2024-03-16"),
        ("am 15.3.24", "2024-03-15", "2024-03-16"),
        ("am 15. 3. 2024", "2024-03-15", "2024-03-16"),
        ("am 3.5.", "2026-05-03", "2026-05-04"),
        ("am 27. 11.", "2026-11-27", "2026-11-28"),
        ("am 15.", "2026-11-15", "2026-11-16"),
        ("von Di, 24.11.", "2026-11-24", "2026-11-25"),
        ("im Sommer", "2026-06-01", "2026-09-01"),
        ("letzten Sommer", "2026-06-01", "2026-09-01"),
        ("Frühjahr 2024", "2024-03-01", "2024-06-01"),
        ("Winter 2024", "2024-12-01", "2025-03-01"),
        ("2024", "2024-01-01", "2025-01-01"),
        ("im Jahr 2024", "2024-01-01", "2025-01-01"),
        ("in den 90er Jahren", "1990-01-01", "2000-01-01"),
        ("die 1990er", "1990-01-01", "2000-01-01"),
        ("heute früh", "2026-11-30T05:00", "2026-11-30T12:00"),
        ("heute Morgen", "2026-11-30T05:00", "2026-11-30T12:00"),
        ("gestern Abend", "2026-11-29T17:00", "2026-11-29T22:00"),
        ("gestern Nachmittag", "2026-11-29T12:00", "2026-11-29T18:00"),
        ("vorgestern Vormittag", "2026-11-28T05:00", "2026-11-28T12:00"),
        ("letzte Nacht", "2026-11-29T20:00", "2026-11-30T04:00"),
        ("gestern Nacht", "2026-11-29T20:00", "2026-11-30T04:00"),
        ("gestern Mittag", "2026-11-29T12:00", "2026-11-29T13:00"),
        ("Dienstagmorgen", "2026-11-24T05:00", "2026-11-24T12:00"),
        ("Montagabend", "2026-11-23T17:00", "2026-11-23T22:00"),
        ("letzten Montagabend", "2026-11-23T17:00", "2026-11-23T22:00"),
        ("Dienstagnacht", "2026-11-24T20:00", "2026-11-25T04:00"),
        ("Donnerstag früh", "2026-11-26T05:00", "2026-11-26T12:00"),
        ("am Freitagnachmittag", "2026-11-27T12:00", "2026-11-27T18:00"),
        ("gestern um 15 Uhr", "2026-11-29T15:00", "2026-11-29T16:00"),
        ("gestern um 8.30 Uhr", "2026-11-29T08:30", "2026-11-29T08:31"),
        ("gestern um 8:30", "2026-11-29T08:30", "2026-11-29T08:31"),
        ("gestern um 8 Uhr 30", "2026-11-29T08:30", "2026-11-29T08:31"),
        ("gestern um 8 Uhr abends", "2026-11-29T20:00", "2026-11-29T21:00"),
        ("gestern halb drei", "2026-11-29T14:30", "2026-11-29T14:31"),
        ("halb neun", "2026-11-30T08:30", "2026-11-30T08:31"),
        ("Viertel vor acht", "2026-11-30T07:45", "2026-11-30T07:46"),
        ("Viertel nach acht gestern", "2026-11-29T08:15", "2026-11-29T08:16"),
        ("gestern gegen 10 Uhr", "2026-11-29T10:00", "2026-11-29T11:00"),
        ("zwischen dem 3. und dem 9. März", "2026-03-03", "2026-03-10"),
        ("zwischen Dienstag und Donnerstag", "2026-11-24", "2026-11-27"),
        ("vom 3. bis zum 9. März", "2026-03-03", "2026-03-10"),
        ("vom 3. März bis 9. April 2024", "2024-03-03", "2024-04-10"),
        ("vom 3.5. bis zum 7.5.", "2026-05-03", "2026-05-08"),
        ("3.-9. März", "2026-03-03", "2026-03-10"),
        ("von Freitag bis Sonntag", "2026-11-27", "2026-11-30"),
        ("von 2019 bis 2021", "2019-01-01", "2022-01-01"),
        ("gestern zwischen 14 und 16 Uhr", "2026-11-29T14:00", "2026-11-29T16:00"),
        ("März bis Mai", "2026-03-01", "2026-06-01"),
        ("seit drei Tagen", "2026-11-27", "open"),
        ("seit zwei Wochen", "2026-11-16", "open"),
        ("seit letztem Montag", "2026-11-23", "open"),
        ("seit März", "2026-03-01", "open"),
        ("ab Mai 2024", "2024-05-01", "open"),
        ("seit gestern", "2026-11-29", "open"),
        ("seit letzter Woche", "2026-11-23", "open"),
        ("bis Freitag", "open", "2026-11-28"),
        ("bis zum 3. Mai", "open", "2026-05-04"),
        ("vor 2024", "open", "2024-01-01"),
        ("vor dem 3. Mai", "open", "2026-05-03"),
        ("nach dem 3. Mai", "2026-05-04", "open"),
        ("um den 3. März", "2026-03-02", "2026-03-05"),
        ("Weihnachten", "2025-12-25", "2025-12-27"),
        ("Heiligabend", "2025-12-24", "2025-12-25"),
        ("Silvester", "2025-12-31", "2026-01-01"),
        ("Ostern 2024", "2024-03-31", "2024-04-02"),
        ("am Karfreitag", "2026-04-03", "2026-04-04"),
        ("Pfingsten", "2026-05-24", "2026-05-26"),
        ("erste Woche im Oktober", "2026-09-28", "2026-10-05"),
        ("letzte Woche im Juli", "2026-07-27", "2026-08-03"),
        ("der letzte Freitag im Mai", "2026-05-29", "2026-05-30"),
        ("dritter Dienstag im Oktober", "2026-10-20", "2026-10-21"),
        ("Sonntag, 22.11.", "2026-11-22", "2026-11-23"),
        ("vor etwa zwei Wochen", "2026-11-16", "2026-11-17"),
        ("vor ca. 3 Monaten", "2026-08-30", "2026-08-31"),
        ("KW 12/2025", "2025-03-17", "2025-03-24"),
        ("März '24", "2024-03-01", "2024-04-01"),
        ("Spätsommer 2024", "2024-08-01", "2024-09-01"),
        ("letzter Tag des Monats", "2026-11-30", "2026-12-01"),
        ("gestern am späten Nachmittag", "2026-11-29T16:00", "2026-11-29T18:00"),
        ("bis zum 15.", "open", "2026-11-16"),
        ("Ende der neunziger Jahre", "1996-09-01", "2000-01-01"),
        ("im 20. Jahrhundert", "1900-01-01", "2000-01-01"),
        ("das ist drei Wochen her", "2026-11-09", "2026-11-10"),
        ("im letzten halben Jahr", "2026-05-01", "2026-12-01"),
        ("in der Nacht auf Dienstag", "2026-11-23T20:00", "2026-11-24T04:00"),
        ("in den letzten Tagen", "2026-11-27", "2026-12-01"),
        ("vor ein paar Tagen", "2026-11-27", "2026-11-28"),
        ("am Wochenende", "2026-11-28", "2026-11-30"),
        ("erster Advent", "2026-11-29", "2026-11-30"),
        ("Totensonntag", "2026-11-22", "2026-11-23"),
        ("nach Ostern", "2026-04-07", "open"),
        ("in den neunziger Jahren", "1990-01-01", "2000-01-01"),
        ("nächste Woche", "2026-12-07", "2026-12-14"),
        ("in zwei Wochen", "2026-12-14", "2026-12-15"),
    ],
)
def test_how_phrases_are_read(phrase: str, start: str, end: str) -> None:
    """Each form is read as the page of conventions says."""
    assert read_as(phrase, ZONE) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "das dauert 3 Tage",
        "für 5 Minuten warten",
        "Version 3.5 von 2.11",
        "zwei Tage vor dem Release",
        "nach zwei Versuchen",
        "jeden Montag um zehn",
        "das Ende der Geschichte",
        "ein Märchen",
        "nicheute heutenicht angestern",
        "am Anfang war das Wort",
        "die dritte Spalte der Tabelle",
        "um drei Prozent gestiegen",
        "Port 8080 auf localhost",
        "32. Oktober 2015",
        "wer mag das so",
        "erste Version der Tagung",
        "Python 3.11.",
        "verfügbar seit 3.11.",
        "Kernel vor 2.6.32",
        "dieses Tag schließen",
        "nach dem ersten Fehler aufhören",
        "zu früh beendet",
        "Kapitel 5 bis 7",
        "ich mag Tagebuch und Wochenplan",
        "die Nacht der Museen",
        "bis zu 3 Versuche",
        "vor allem die Mitte",
        "halb so schlimm",
    ],
)
def test_what_is_no_time(text: str) -> None:
    """Durations, versions, what is about every such day and words inside other words are not times."""
    assert read_as(text, ZONE) is None


@pytest.mark.parametrize(
    ("query", "phrase"),
    [
        ("was haben wir gestern Abend beschlossen", "gestern Abend"),
        ("Budget, letzte Woche Dienstag", "letzte Woche Dienstag"),
        ("das Gespräch vom 3. Mai über Preise", "vom 3. Mai"),
        ("Was war am 15.03.2024?", "am 15.03.2024"),
        ("die Notizen seit drei Tagen durchsehen", "seit drei Tagen"),
        ("Sitzung vor zwei Wochen: Ergebnis", "vor zwei Wochen"),
        ("der Fehler von Dienstagmorgen", "von Dienstagmorgen"),
    ],
)
def test_a_phrase_is_found_inside_a_sentence(query: str, phrase: str) -> None:
    """The span of a phrase covers exactly its words."""
    assert span_in(query, ZONE) == phrase


DIGITS = ("", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun")
TENS = ("", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig")
TEENS = ("zehn", "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn")


def written(number: int) -> str:
    """Return a number below a hundred in German words."""
    tens, digit = divmod(number, 10)
    if tens == 1:
        return TEENS[digit]
    if tens == 0:
        return "eins" if digit == 1 else DIGITS[digit]
    return f"{DIGITS[digit]}und{TENS[tens]}" if digit else TENS[tens]


@given(st.integers(1, 99), st.booleans())
def test_numbers_are_read_as_they_are_written(number: int, spelled_out: bool) -> None:  # noqa: FBT001 - drawn
    """A number in words has its value, with umlauts and ß or without."""
    text = written(number)
    if spelled_out:
        text = text.replace("ü", "ue").replace("ö", "oe").replace("ß", "ss")
    assert number_at(lexicon("de"), words_of(text), 0) == (number, 1)


@pytest.mark.parametrize("prompt", ["was haben wir gestern beschlossen", "wer hat das gesagt?", "erinnerst du dich"])
def test_a_prompt_that_asks_what_was(prompt: str) -> None:
    """A prompt that asks about the past is known by its words."""
    assert asks_about_past(prompt)


MONTHS = (
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
    "November", "Dezember",
)  # fmt: skip


@given(st.dates(date(1950, 1, 1), date(2100, 12, 30)))
def test_every_date_is_read_however_it_is_written(day: date) -> None:
    """A date with its year is that day, with its month in words or in digits."""
    expected = (day.isoformat(), (day + timedelta(days=1)).isoformat())
    assert read_as(f"{day.day}. {MONTHS[day.month - 1]} {day.year}", "UTC") == expected
    assert read_as(f"am {day.day}.{day.month}.{day.year}", "UTC") == expected
    assert read_as(f"{day:%d.%m.%Y}", "UTC") == expected


@given(
    st.sampled_from(["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"]),
    st.sampled_from(["Morgen", "Vormittag", "Mittag", "Nachmittag", "Abend", "Nacht"]),
)
def test_a_day_and_its_part_are_one_word_or_two(weekday: str, part: str) -> None:
    """Dienstagabend is Dienstag Abend."""
    assert read_as(f"{weekday}{part.lower()}", ZONE) == read_as(f"{weekday} {part}", ZONE) is not None
