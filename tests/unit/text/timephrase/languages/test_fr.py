from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.phrasing import read_as, span_in

from hitherto.text.timephrase import asks_about_past
from hitherto.text.timephrase.grammar.lexicon import lexicon
from hitherto.text.timephrase.grammar.numbers import number_at
from hitherto.text.timephrase.grammar.words import words_of

ZONE = "Europe/Paris"


@pytest.mark.parametrize(
    ("phrase", "start", "end"),
    [
        ("aujourd'hui", "2026-11-30", "2026-12-01"),
        ("hier", "2026-11-29", "2026-11-30"),
        ("avant-hier", "2026-11-28", "2026-11-29"),
        ("il y a trois jours", "2026-11-27", "2026-11-28"),
        ("il y a deux semaines", "2026-11-16", "2026-11-17"),
        ("il y a une heure", "2026-11-30T11:00", "2026-11-30T11:01"),
        ("il y a 10 minutes", "2026-11-30T11:50", "2026-11-30T11:51"),
        ("la semaine dernière", "2026-11-23", "2026-11-30"),
        ("la semaine passée", "2026-11-23", "2026-11-30"),
        ("le mois dernier", "2026-10-01", "2026-11-01"),
        ("l'année dernière", "2025-01-01", "2026-01-01"),
        ("l'an dernier", "2025-01-01", "2026-01-01"),
        ("cette semaine", "2026-11-30", "2026-12-07"),
        ("mardi", "2026-11-24", "2026-11-25"),
        ("mardi dernier", "2026-11-24", "2026-11-25"),
        ("lundi dernier", "2026-11-23", "2026-11-24"),
        ("les 3 derniers jours", "2026-11-27", "2026-12-01"),
        ("ces deux dernières semaines", "2026-11-16", "2026-12-01"),
        ("au cours des 24 dernières heures", "2026-11-29T12:00", "2026-11-30T12:00"),
        ("hier soir", "2026-11-29T17:00", "2026-11-29T22:00"),
        ("ce matin", "2026-11-30T05:00", "2026-11-30T12:00"),
        ("la nuit dernière", "2026-11-29T20:00", "2026-11-30T04:00"),
        ("cet après-midi", "2026-11-30T12:00", "2026-11-30T18:00"),
        ("hier après-midi", "2026-11-29T12:00", "2026-11-29T18:00"),
        ("mardi soir", "2026-11-24T17:00", "2026-11-24T22:00"),
        ("le 3 mai", "2026-05-03", "2026-05-04"),
        ("le 3 mai 2024", "2024-05-03", "2024-05-04"),
        ("1er mai 2024", "2024-05-01", "2024-05-02"),
        ("le 15", "2026-11-15", "2026-11-16"),
        ("en mars", "2026-03-01", "2026-04-01"),
        ("en mars 2024", "2024-03-01", "2024-04-01"),
        ("mars dernier", "2026-03-01", "2026-04-01"),
        ("début mars", "2026-03-01", "2026-03-11"),
        ("mi-mars", "2026-03-11", "2026-03-21"),
        ("fin mars", "2026-03-21", "2026-04-01"),
        ("à la fin du mois dernier", "2026-10-21", "2026-11-01"),
        ("au premier trimestre 2025", "2025-01-01", "2025-04-01"),
        ("au second semestre 2024", "2024-07-01", "2025-01-01"),
        ("en été", "2026-06-01", "2026-09-01"),
        ("l'été dernier", "2026-06-01", "2026-09-01"),
        ("en 2024", "2024-01-01", "2025-01-01"),
        ("la semaine du 9 novembre", "2026-11-09", "2026-11-16"),
        ("la dernière semaine de juillet", "2026-07-27", "2026-08-03"),
        ("le troisième mardi d'octobre", "2026-10-20", "2026-10-21"),
        ("le dernier vendredi d'octobre", "2026-10-30", "2026-10-31"),
        ("la première semaine d'octobre", "2026-09-28", "2026-10-05"),
        ("le week-end dernier", "2026-11-28", "2026-11-30"),
        ("hier à 15h", "2026-11-29T15:00", "2026-11-29T16:00"),
        ("hier à 15h30", "2026-11-29T15:30", "2026-11-29T15:31"),
        ("hier à quinze heures trente", "2026-11-29T15:30", "2026-11-29T15:31"),
        ("hier à trois heures et demie", "2026-11-29T15:30", "2026-11-29T15:31"),
        ("hier à cinq heures moins le quart", "2026-11-29T16:45", "2026-11-29T16:46"),
        ("hier midi", "2026-11-29T12:00", "2026-11-29T13:00"),
        ("du lundi au mercredi de la semaine dernière", "2026-11-23", "2026-11-26"),
        ("du 3 au 9 mars", "2026-03-03", "2026-03-10"),
        ("entre le 3 et le 9 mars", "2026-03-03", "2026-03-10"),
        ("depuis lundi dernier", "2026-11-23", "open"),
        ("depuis mars", "2026-03-01", "open"),
        ("jusqu'à vendredi", "open", "2026-11-28"),
        ("avant 2024", "open", "2024-01-01"),
        ("après le 3 mars", "2026-03-04", "open"),
        ("vers le 3 mars", "2026-03-02", "2026-03-05"),
        ("de 2019 à 2021", "2019-01-01", "2022-01-01"),
        ("le vingt et un mars", "2026-03-21", "2026-03-22"),
        ("les années 90", "1990-01-01", "2000-01-01"),
        ("noël", "2025-12-25", "2025-12-26"),
        ("à Noël", "2025-12-25", "2025-12-26"),
        ("Toussaint", "2026-11-01", "2026-11-02"),
        ("demain", "2026-12-01", "2026-12-02"),
        ("la semaine prochaine", "2026-12-07", "2026-12-14"),
        ("depuis trois jours", "2026-11-27", "open"),
        ("aout 2025", "2025-08-01", "2025-09-01"),
        ("avant hier", "2026-11-28", "2026-11-29"),
        ("avant hier soir", "2026-11-28T17:00", "2026-11-28T22:00"),
        ("cette nuit", "2026-11-29T20:00", "2026-11-30T04:00"),
        ("dans la nuit de mardi à mercredi", "2026-11-24T20:00", "2026-11-25T04:00"),
        ("hier à minuit", "2026-11-30", "2026-11-30T01:00"),
        ("la semaine d'avant", "2026-11-23", "2026-11-30"),
        ("ce mois-ci", "2026-11-01", "2026-12-01"),
        ("ces derniers jours", "2026-11-27", "2026-12-01"),
        ("il y a une demi-heure", "2026-11-30T11:30", "2026-11-30T11:31"),
        ("voilà trois jours", "2026-11-27", "2026-11-28"),
        ("depuis le début du mois", "2026-11-01", "2026-12-01"),
        ("dès lundi", "2026-11-30", "open"),
        ("la deuxième quinzaine de mai", "2026-05-16", "2026-06-01"),
        ("le week-end", "2026-11-28", "2026-11-30"),
        ("à la mi-2024", "2024-05-01", "2024-09-01"),
        ("mer. 18 novembre", "2026-11-18", "2026-11-19"),
        ("à la fin de l'été", "2026-08-01", "2026-09-01"),
        ("le premier semestre", "2026-01-01", "2026-07-01"),
        ("aujourdhui", "2026-11-30", "2026-12-01"),
    ],
)
def test_how_phrases_are_read(phrase: str, start: str, end: str) -> None:
    """Each form is read as the page of conventions says."""
    assert read_as(phrase, ZONE) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "réessayer pendant 5 minutes",
        "chaque lundi",
        "3 personnes",
        "version 3.11",
        "il a été dit",
        "sur le second essai",
        "la commande a été passée",
        "heure d'été et heure d'hiver",
        "le jeu est fini",
        "en mer du nord",
        "il a fallu trois heures",
        "en 5 minutes chrono",
        "entre 3 et 5 fils",
        "10 à 15 lignes",
        "le 5 % des cas",
        "trois jours avant la sortie",
        "deux semaines avant Noël",
    ],
)
def test_what_is_no_time(text: str) -> None:
    """Durations, what is about every such day, counts, and words that mean something else are not times."""
    assert read_as(text, ZONE) is None


@pytest.mark.parametrize(
    ("query", "phrase"),
    [
        ("ce qu'on a dit hier soir sur le budget", "hier soir"),
        ("Qu'avons-nous décidé mardi dernier ?", "mardi dernier"),
        ("la logique d'il y a trois jours", "d'il y a trois jours"),
        ("les notes du 12/4 dans le dossier", "du 12/4"),
    ],
)
def test_a_phrase_is_found_inside_a_sentence(query: str, phrase: str) -> None:
    """The span of a phrase covers exactly its words."""
    assert span_in(query, ZONE) == phrase


UNITS = (
    *("", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize"),
    *("quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
)
TENS = ("", "", "vingt", "trente", "quarante", "cinquante", "soixante", "soixante", "quatre-vingt", "quatre-vingt")


def written(number: int) -> str:
    """Return a number below a hundred in words."""
    if number < len(UNITS):
        return UNITS[number]
    tens, units = divmod(number, 10)
    rest = units + 10 if tens in (7, 9) else units
    if number == 80:
        return "quatre-vingts"
    joined = " et " if rest in (1, 11) and tens < 8 else "-"
    return f"{TENS[tens]}{joined}{UNITS[rest]}" if rest else TENS[tens]


@given(st.integers(1, 99))
def test_numbers_are_read_as_they_are_written(number: int) -> None:
    """A number written in words has its value."""
    words = words_of(written(number))
    assert number_at(lexicon("fr"), words, 0) == (number, len(words.said))


@pytest.mark.parametrize("prompt", ["qu'a-t-on décidé pour le budget ?", "tu te rappelles ?", "ce que nous avions dit"])
def test_a_prompt_that_asks_what_was(prompt: str) -> None:
    """A prompt that asks about the past is known by its words."""
    assert asks_about_past(prompt)


def test_what_has_been_is_no_summer() -> None:
    """Été ends no range where it says what has been."""
    assert span_in("le 3 mai a été difficile", ZONE) == "le 3 mai"
