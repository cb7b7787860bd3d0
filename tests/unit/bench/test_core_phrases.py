from __future__ import annotations

import pytest
from bench.core_phrases import is_core


def pairs(language: str, phrases: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(language, phrase) for phrase in phrases]


@pytest.mark.parametrize(
    ("language", "phrase"),
    [
        *(
            ("en", phrase)
            for phrase in ("Yesterday", "last week", "two weeks ago", "past 3 days", "March 2024", "May 5th")
        ),
        *pairs("en", ("Tuesday", "last Friday", "2024-03-01", "5 May 2024", "Sunday, Feb 10")),
        *pairs("en", ("last qtr", "half an hour ago", "tue may 9", "may twenty-nine", "fourth of july 1995")),
        *pairs("en", ("2019/aug/01", "2015-3", "nov/2", "last  week?", "２０２４／３／１")),
        *(
            ("ja", phrase)
            for phrase in ("昨日", "先週", "3日前", "この2ヶ月", "5月", "2024年3月5日", "先週の水曜日", "去年")
        ),
        *pairs("ja", ("しがつ", "２月")),
        *pairs("es", ("31-dic-1994", "30 dic")),
        *pairs("fr", ("12 juil. 2012",)),
        *pairs("zh", ("昨天", "上周三", "三天前", "过去两周", "3月5号", "去年")),
        *(
            ("de", phrase)
            for phrase in ("gestern", "letzte Woche", "vor zwei Tagen", "die letzten 3 Tage", "3. Mai 2024")
        ),
        *pairs("ru", ("вчера", "на прошлой неделе", "два дня назад", "за последние 3 дня", "5 мая")),
        *(
            ("es", phrase)
            for phrase in ("ayer", "la semana pasada", "hace tres días", "los últimos 3 días", "5 de mayo")
        ),
        *pairs("fr", ("hier", "la semaine dernière", "il y a trois jours", "les 3 derniers jours")),
    ],
)
def test_what_people_type_is_core(language: str, phrase: str) -> None:
    """Days, units, distances, months and dates are core phrases in every language that has a table."""
    assert is_core(language, phrase)


@pytest.mark.parametrize(
    ("language", "phrase"),
    [
        *(
            ("en", phrase)
            for phrase in ("tomorrow at 5", "mid-November", "from 5 to 7", "the end of last week", "tonight")
        ),
        *pairs("en", ("2008", "the 18th", "10:30", "15.15", "last week's Sunday", "1990s")),
        *pairs("ja", ("2008年", "29日", "がつ")),
        *pairs("ja", ("来週", "月末", "昨夜", "5時から7時まで")),
        *pairs("de", ("morgen früh", "Ende März")),
        ("ru", "в начале марта"),
        *pairs("es", ("a mediados de mayo", "mes", "el año")),
        ("fr", "fin mars"),
        ("zh", "月底"),
        ("nl", "gisteren"),
    ],
)
def test_other_forms_are_not_core(language: str, phrase: str) -> None:
    """Parts, ranges, times of day, what is to come, and languages without a table are not core phrases."""
    assert not is_core(language, phrase)
