"""Which time phrases are what people mostly type in a search box: patterns, per language, that select test items.

They select and do not parse: yesterday and today, last, this or past unit or weekday, N units ago, last N units,
a weekday, a month, a date; abbreviated or written out as well. A year, a day of the month alone, parts, ranges and
times of day are none.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_EN_UNIT = r"(sec(ond)?|min(ute)?|hour|day|week|fortnight|weekend|month|quarter|qtr|year|yr)s?"
_EN_DAY = r"(mon(day)?|tue(s|sday)?|wed(nesday)?|thu(rs|rsday)?|fri(day)?|sat(urday)?|sun(day)?)\.?"
_EN_MONTH = (
    r"(january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?"
)
_EN_N = (
    r"(\d+|an?|half an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a couple of|a few|few|couple)"
)
_EN_NTH = (
    r"(\d{1,2}(st|nd|rd|th)?|((twenty|thirty)[- ])?(one|two|three|four|five|six|seven|eight|nine|first|second|third"
    r"|fourth|fifth|sixth|seventh|eighth|ninth)|(ten|eleven|(thir|four|fif|six|seven|eigh|nine)teen)(th)?|twelve|twelfth"
    r"|twenty|twentieth|thirty|thirtieth)"
)
_DIGITS = (
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}/\d{1,2}|\d{4}[-/]\d{1,2}|\d{1,2}[-/]\d{4}"
)

_JA_N = r"([0-9０-９一二三四五六七八九十百]+|数|ひと|ふた)"
_JA_UNIT = r"(秒|分|時間|日|週|週間|か月|ヶ月|カ月|ケ月|月|四半期|年)間?"
_JA_DAY = r"[月火水木金土日](曜日?)"
_HAN_MONTH = r"([0-9０-９]{1,2}|[一二三四五六七八九十]{1,2}|正)月"
_HAN_DAY = r"([0-9０-９]{1,2}|[一二三四五六七八九十廿]{1,3})[日号號]"
_HAN_YEAR = r"([0-9０-９]{4}|[〇零一二三四五六七八九]{4})年"

_DE_UNIT = r"(sekunden?|minuten?|stunden?|tage?n?|wochen?|wochenende|monate?n?|quartale?|jahre?n?|jahr)"
_DE_DAY = r"(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)"
_DE_MONTH = (
    r"(januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember"
    r"|(jan|feb|apr|jun|jul|aug|sept?|okt|nov|dez)\.?)"
)
_DE_N = r"(\d+|einem|einer|ein|eine|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)"
_DE_LAST = r"(letzte|vergangene|vorige|diese)[nrsm]?"

_RU_UNIT = r"(секунд|минут|час|д(ень|ня|ней)|недел|месяц|квартал|год|лет)\w*"
_RU_DAY = r"(понедельник|вторник|сред|четверг|пятниц|суббот|воскресень)\w*"
_RU_MONTH = (
    r"(январ|феврал|март|апрел|ма[йяе]|июн|июл|август|сентябр|октябр|ноябр|декабр|янв|фев|апр|авг|сен|окт|ноя|дек)\w*"
)
_RU_N = r"(\d+|од(ин|ну|на)|дв[ае]|три|четыре|пять|шесть|семь|восемь|девять|десять)"
_RU_LAST = r"(прошл|последн|эт|предыдущ)\w*"

_ES_UNIT = r"(segundo|minuto|hora|día|dia|semana|mes|trimestre|año|fin de semana)(e?s)?"
_ES_DAY = r"(lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|domingo)"
_ES_MONTH = (
    r"(enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre"
    r"|(ene|feb|mar|abr|jun|jul|ago|sept?|oct|nov|dic)\.?)"
)
_ES_LAST = r"(últim[oa]s|pasad[oa]s)"
_ES_N = r"(\d+|una?|un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)"

_FR_UNIT = r"(seconde|minute|heure|jour|semaine|mois|trimestre|année|annee|an|week-end|weekend)s?"
_FR_DAY = r"(lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)"
_FR_MONTH = (
    r"(janvier|février|fevrier|mars|avril|mai|juin|juillet|août|aout|septembre|octobre|novembre|décembre|decembre"
    r"|(janv|févr|fevr|avr|juil|sept|oct|nov|déc|dec)\.?)"
)
_FR_N = r"(\d+|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix)"

PHRASES: dict[str, tuple[str, ...]] = {
    "en": (
        r"today|yesterday|(the )?day before yesterday",
        rf"(on |the )*(last|this|past|previous|current)?( the)? ?{_EN_DAY}",
        rf"(the )?(last|this|past|previous|current) {_EN_UNIT}",
        rf"{_EN_N} {_EN_UNIT} ago",
        rf"(in |over )?(the )?(last|past|previous) {_EN_N} {_EN_UNIT}|(the )?{_EN_N} (last|past|previous) {_EN_UNIT}",
        rf"(in |last |this )?{_EN_MONTH}(,? (of )?\d{{4}})?",
        rf"(on )?(the )?({_EN_DAY},? )?{_EN_MONTH} (the )?{_EN_NTH}(,? \d{{4}})?",
        rf"(on )?(the )?({_EN_DAY},? )?{_EN_NTH} (of )?{_EN_MONTH}(,? (of )?\d{{4}})?",
        rf"\d{{4}}[-/ ]{_EN_MONTH}([-/ ]\d{{1,2}})?|\d{{1,2}}[-/]{_EN_MONTH}([-/]\d{{4}})?|{_EN_MONTH}[-/]\d{{1,2}}",
        _DIGITS,
    ),
    "ja": (
        r"今日|本日|昨日|一昨日|おととい|きのう|きょう",
        rf"(先週|今週|前の|この|先)の?{_JA_DAY}|{_JA_DAY}",
        r"(先|今|昨|去|前|本|先々|現|この|前の|先の)の?(週|月|年|四半期|週末)|去年|昨年|おととし|一昨年|せんしゅう|こんしゅう|せんげつ|こんげつ",
        rf"{_JA_N}{_JA_UNIT}前",
        rf"(ここ|この|過去|直近の?|最近|前の?|最後の){_JA_N}{_JA_UNIT}",
        rf"({_HAN_YEAR})?{_HAN_MONTH}({_HAN_DAY})?",
        r"(いち|に|さん|し|ご|ろく|しち|はち|く|じゅう(いち|に)?)がつ",
        _DIGITS,
    ),
    "zh": (
        r"今天|今日|昨天|昨日|前天|琴日|今日",
        r"(上|這|这|本|前)个?個?(周|週|星期|禮拜|礼拜|月|年|季度|周末|週末)[一二三四五六日天末]?|去年|今年|前年",
        r"(星期|周|週|禮拜|礼拜)[一二三四五六日天]",
        r"[0-9一二三四五六七八九十两兩半]+个?個?(秒|分|分钟|分鐘|小时|小時|天|日|周|週|星期|月|年)(之)?前",
        r"(过去|過去|最近|上|前)[0-9一二三四五六七八九十两兩]+个?個?(秒|分|分钟|分鐘|小时|小時|天|日|周|週|星期|月|年)",
        rf"({_HAN_YEAR})?{_HAN_MONTH}({_HAN_DAY})?",
        _DIGITS,
    ),
    "de": (
        r"heute|gestern|vorgestern",
        rf"(am )?({_DE_LAST} )?{_DE_DAY}",
        rf"(in der |im )?{_DE_LAST} {_DE_UNIT}",
        rf"vor {_DE_N} {_DE_UNIT}",
        rf"(in den |die )?{_DE_LAST} {_DE_N} {_DE_UNIT}",
        rf"(im )?{_DE_MONTH}( \d{{4}})?|(am )?({_DE_DAY},? (den |dem )?)?\d{{1,2}}\. ?{_DE_MONTH}( \d{{4}})?",
        rf"{_DIGITS}|\d{{1,2}}\. ?\d{{1,2}}\.?",
    ),
    "ru": (
        r"сегодня|вчера|позавчера",
        rf"(в |во )?({_RU_LAST} )?{_RU_DAY}",
        rf"(в |на )?{_RU_LAST} {_RU_UNIT}",
        rf"({_RU_N} )?{_RU_UNIT} (тому )?назад",
        rf"(за )?{_RU_LAST} {_RU_N} {_RU_UNIT}",
        rf"(в )?{_RU_MONTH}( \d{{4}}( года?)?)?|\d{{1,2}} {_RU_MONTH}( \d{{4}}( года?)?)?",
        _DIGITS,
    ),
    "es": (
        r"hoy|ayer|anteayer|antier|antes de ayer",
        rf"(el )?((este|pasado) )?{_ES_DAY}( pasado)?",
        rf"(la |el |en la )?(esta|este|última|último) {_ES_UNIT}|(la |el |en la )?{_ES_UNIT} (pasad[oa]|anterior)",
        rf"hace {_ES_N} {_ES_UNIT}",
        rf"(en )?(los |las )?{_ES_LAST} {_ES_N} {_ES_UNIT}|(los |las )?{_ES_N} {_ES_LAST} {_ES_UNIT}",
        rf"(en |este )?{_ES_MONTH}( (de |del )?\d{{4}})?|(el )?\d{{1,2}} (de )?{_ES_MONTH}( (de |del )?\d{{4}})?",
        rf"\d{{1,2}}[-/]{_ES_MONTH}([-/]\d{{4}})?",
        _DIGITS,
    ),
    "fr": (
        r"aujourd'hui|hier|avant-hier",
        rf"(le |ce )?{_FR_DAY}( dernier)?",
        rf"(cette |ce |cet ){_FR_UNIT}|(la |le |l')?{_FR_UNIT} (derni[eè]re?|passée?|précédente?)",
        rf"il y a {_FR_N} {_FR_UNIT}",
        rf"(les |ces |des )?{_FR_N} (derni[eè]re?s?|précédente?s) {_FR_UNIT}",
        rf"(en |ce )?{_FR_MONTH}( (de )?\d{{4}})?|(le )?\d{{1,2}}(er)? {_FR_MONTH}( \d{{4}})?",
        _DIGITS,
    ),
}


def is_core(language: str, phrase: str) -> bool:
    """Return whether the whole of a phrase is a core one of its language."""
    said = " ".join(unicodedata.normalize("NFKC", phrase).lower().split()).rstrip("!?,;。、？")
    return any(pattern.fullmatch(said) for pattern in _compiled(language))


@cache
def _compiled(language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in PHRASES.get(language, ()))
