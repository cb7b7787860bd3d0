from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.phrasing import read_as, span_in

from hitherto.text.timephrase import asks_about_past
from hitherto.text.timephrase.grammar.lexicon import lexicon
from hitherto.text.timephrase.grammar.numbers import number_at
from hitherto.text.timephrase.grammar.words import words_of

ZONE = "Europe/Madrid"


@pytest.mark.parametrize(
    ("phrase", "start", "end"),
    [
        ("hoy", "2026-11-30", "2026-12-01"),
        ("ayer", "2026-11-29", "2026-11-30"),
        ("anteayer", "2026-11-28", "2026-11-29"),
        ("hace tres días", "2026-11-27", "2026-11-28"),
        ("hace dos semanas", "2026-11-16", "2026-11-17"),
        ("hace una hora", "2026-11-30T11:00", "2026-11-30T11:01"),
        ("hace 10 minutos", "2026-11-30T11:50", "2026-11-30T11:51"),
        ("la semana pasada", "2026-11-23", "2026-11-30"),
        ("el mes pasado", "2026-10-01", "2026-11-01"),
        ("el año pasado", "2025-01-01", "2026-01-01"),
        ("esta semana", "2026-11-30", "2026-12-07"),
        ("el martes", "2026-11-24", "2026-11-25"),
        ("el martes pasado", "2026-11-24", "2026-11-25"),
        ("el lunes pasado", "2026-11-23", "2026-11-24"),
        ("los últimos 3 días", "2026-11-27", "2026-12-01"),
        ("las últimas dos semanas", "2026-11-16", "2026-12-01"),
        ("en las últimas 24 horas", "2026-11-29T12:00", "2026-11-30T12:00"),
        ("anoche", "2026-11-29T20:00", "2026-11-30T04:00"),
        ("esta mañana", "2026-11-30T05:00", "2026-11-30T12:00"),
        ("esta tarde", "2026-11-30T12:00", "2026-11-30T18:00"),
        ("ayer por la tarde", "2026-11-29T12:00", "2026-11-29T18:00"),
        ("ayer por la mañana", "2026-11-29T05:00", "2026-11-29T12:00"),
        ("el martes por la noche", "2026-11-24T20:00", "2026-11-25T04:00"),
        ("el 3 de mayo", "2026-05-03", "2026-05-04"),
        ("el 3 de mayo de 2024", "2024-05-03", "2024-05-04"),
        ("3 mayo 2024", "2024-05-03", "2024-05-04"),
        ("el 15", "2026-11-15", "2026-11-16"),
        ("en marzo", "2026-03-01", "2026-04-01"),
        ("en marzo de 2024", "2024-03-01", "2024-04-01"),
        ("marzo pasado", "2026-03-01", "2026-04-01"),
        ("a principios de marzo", "2026-03-01", "2026-03-11"),
        ("a mediados de marzo", "2026-03-11", "2026-03-21"),
        ("a finales de marzo", "2026-03-21", "2026-04-01"),
        ("a finales del mes pasado", "2026-10-21", "2026-11-01"),
        ("el primer trimestre de 2025", "2025-01-01", "2025-04-01"),
        ("el segundo semestre de 2024", "2024-07-01", "2025-01-01"),
        ("en verano", "2026-06-01", "2026-09-01"),
        ("el verano pasado", "2026-06-01", "2026-09-01"),
        ("en 2024", "2024-01-01", "2025-01-01"),
        ("la semana del 9 de noviembre", "2026-11-09", "2026-11-16"),
        ("la última semana de julio", "2026-07-27", "2026-08-03"),
        ("el tercer martes de octubre", "2026-10-20", "2026-10-21"),
        ("el último viernes de octubre", "2026-10-30", "2026-10-31"),
        ("la primera semana de octubre", "2026-09-28", "2026-10-05"),
        ("el fin de semana pasado", "2026-11-28", "2026-11-30"),
        ("ayer a las 3 de la tarde", "2026-11-29T15:00", "2026-11-29T16:00"),
        ("ayer a las 15:30", "2026-11-29T15:30", "2026-11-29T15:31"),
        ("ayer a las tres y media", "2026-11-29T15:30", "2026-11-29T15:31"),
        ("ayer a las cinco menos cuarto", "2026-11-29T16:45", "2026-11-29T16:46"),
        ("de lunes a miércoles de la semana pasada", "2026-11-23", "2026-11-26"),
        ("del 3 al 9 de marzo", "2026-03-03", "2026-03-10"),
        ("entre el 3 y el 9 de marzo", "2026-03-03", "2026-03-10"),
        ("desde el lunes pasado", "2026-11-23", "open"),
        ("desde marzo", "2026-03-01", "open"),
        ("hasta el viernes", "open", "2026-11-28"),
        ("antes de 2024", "open", "2024-01-01"),
        ("después del 3 de marzo", "2026-03-04", "open"),
        ("alrededor del 3 de marzo", "2026-03-02", "2026-03-05"),
        ("de 2019 a 2021", "2019-01-01", "2022-01-01"),
        ("diez de octubre de dos mil dieciocho", "2018-10-10", "2018-10-11"),
        ("el veintiuno de marzo", "2026-03-21", "2026-03-22"),
        ("los años 90", "1990-01-01", "2000-01-01"),
        ("navidad", "2025-12-25", "2025-12-26"),
        ("nochevieja", "2025-12-31", "2026-01-01"),
        ("la mañana del martes", "2026-11-24T05:00", "2026-11-24T12:00"),
        ("antes de ayer", "2026-11-28", "2026-11-29"),
        ("hace año y medio", "2025-05-30", "2025-05-31"),
        ("hace un mes y medio", "2026-10-15", "2026-10-16"),
        ("hace ya tres días", "2026-11-27", "2026-11-28"),
        ("hace 2 h", "2026-11-30T10:00", "2026-11-30T10:01"),
        ("hace tres noches", "2026-11-27T20:00", "2026-11-28T04:00"),
        ("los últimos días", "2026-11-27", "2026-12-01"),
        ("la segunda quincena de mayo", "2026-05-16", "2026-06-01"),
        ("el fin de semana", "2026-11-28", "2026-11-30"),
        ("la noche del martes al miércoles", "2026-11-24T20:00", "2026-11-25T04:00"),
        ("ayer entre las 3 y las 5", "2026-11-29T15:00", "2026-11-29T17:00"),
        ("ayer a eso de las 3", "2026-11-29T15:00", "2026-11-29T16:00"),
        ("ayer a primera hora", "2026-11-29T05:00", "2026-11-29T07:20"),
        ("la semana antepasada", "2026-11-16", "2026-11-23"),
        ("mayo de mil novecientos noventa y nueve", "1999-05-01", "1999-06-01"),
        ("12 mar 2024", "2024-03-12", "2024-03-13"),
        ("el 3 de mayo está ocupado", "2026-05-03", "2026-05-04"),
        ("mañana", "2026-12-01", "2026-12-02"),
        ("la próxima semana", "2026-12-07", "2026-12-14"),
    ],
)
def test_how_phrases_are_read(phrase: str, start: str, end: str) -> None:
    """Each form is read as the page of conventions says."""
    assert read_as(phrase, ZONE) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "reintentar durante 5 minutos",
        "cada lunes",
        "3 personas",
        "versión 3.11",
        "el segundo intento",
        "la primera vez",
        "una noche de verano inolvidable",
        "el mar y la sierra",
        "entre 3 y 5 hilos",
        "el 5 por ciento de los casos",
        "todos los martes",
        "tardó tres horas en compilar",
        "tres días antes del lanzamiento",
        "una semana antes de Navidad",
        "hoy en día se usa json",
        "la semana está llena",
    ],
)
def test_what_is_no_time(text: str) -> None:
    """Durations, what is about every such day, counts, and words that mean something else are not times."""
    assert read_as(text, ZONE) is None


@pytest.mark.parametrize(
    ("query", "phrase"),
    [
        ("lo que dijimos ayer por la tarde sobre el presupuesto", "ayer por la tarde"),
        ("¿Qué decidimos el martes pasado?", "el martes pasado"),
        ("la lógica de hace tres días", "de hace tres días"),
        ("notas del 12/4 en la carpeta", "del 12/4"),
    ],
)
def test_a_phrase_is_found_inside_a_sentence(query: str, phrase: str) -> None:
    """The span of a phrase covers exactly its words."""
    assert span_in(query, ZONE) == phrase


UNITS = (
    *("", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce", "trece"),
    *("catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve", "veinte", "veintiuno", "veintidós"),
    *("veintitrés", "veinticuatro", "veinticinco", "veintiséis", "veintisiete", "veintiocho", "veintinueve"),
)
TENS = ("", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")


def written(number: int) -> str:
    """Return a number below a hundred in words."""
    if number < len(UNITS):
        return UNITS[number]
    tens, units = divmod(number, 10)
    return f"{TENS[tens]} y {UNITS[units]}" if units else TENS[tens]


@given(st.integers(1, 99))
def test_numbers_are_read_as_they_are_written(number: int) -> None:
    """A number written in words has its value."""
    words = words_of(written(number))
    assert number_at(lexicon("es"), words, 0) == (number, len(words.said))


@pytest.mark.parametrize("prompt", ["¿qué dijimos del presupuesto?", "¿recuerdas la cita?", "lo que decidimos"])
def test_a_prompt_that_asks_what_was(prompt: str) -> None:
    """A prompt that asks about the past is known by its words."""
    assert asks_about_past(prompt)
