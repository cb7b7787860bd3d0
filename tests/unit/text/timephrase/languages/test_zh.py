from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.phrasing import read_as, span_in

from hitherto.text.timephrase import asks_about_past
from hitherto.text.timephrase.grammar.lexicon import lexicon
from hitherto.text.timephrase.grammar.numbers import number_at
from hitherto.text.timephrase.grammar.words import words_of

ZONE = "Asia/Shanghai"


@pytest.mark.parametrize(
    ("phrase", "start", "end"),
    [
        ("昨天", "2026-11-29", "2026-11-30"),
        ("今天", "2026-11-30", "2026-12-01"),
        ("前天", "2026-11-28", "2026-11-29"),
        ("大前天", "2026-11-27", "2026-11-28"),
        ("三天前", "2026-11-27", "2026-11-28"),
        ("两个星期前", "2026-11-16", "2026-11-17"),
        ("10分钟前", "2026-11-30T11:50", "2026-11-30T11:51"),
        ("半年前", "2026-05-30", "2026-05-31"),
        ("上周", "2026-11-23", "2026-11-30"),
        ("上上周", "2026-11-16", "2026-11-23"),
        ("上周三", "2026-11-25", "2026-11-26"),
        ("上個禮拜三", "2026-11-25", "2026-11-26"),
        ("礼拜天", "2026-11-29", "2026-11-30"),
        ("上个月", "2026-10-01", "2026-11-01"),
        ("本月初", "2026-11-01", "2026-11-11"),
        ("月底", "2026-11-21", "2026-12-01"),
        ("去年", "2025-01-01", "2026-01-01"),
        ("去年三月", "2025-03-01", "2025-04-01"),
        ("今年夏天", "2026-06-01", "2026-09-01"),
        ("十月", "2026-10-01", "2026-11-01"),
        ("二〇二四年", "2024-01-01", "2025-01-01"),
        ("2024年3月5号", "2024-03-05", "2024-03-06"),
        ("3月5日", "2026-03-05", "2026-03-06"),
        ("三月五日", "2026-03-05", "2026-03-06"),
        ("15号", "2026-11-15", "2026-11-16"),
        ("第三季度", "2026-07-01", "2026-10-01"),
        ("上半年", "2026-01-01", "2026-07-01"),
        ("昨晚", "2026-11-29T20:00", "2026-11-30T04:00"),
        ("今早", "2026-11-30T05:00", "2026-11-30T12:00"),
        ("昨天晚上", "2026-11-29T20:00", "2026-11-30T04:00"),
        ("昨天下午", "2026-11-29T12:00", "2026-11-29T18:00"),
        ("昨天下午3点", "2026-11-29T15:00", "2026-11-29T16:00"),
        ("下午三点半", "2026-11-30T15:30", "2026-11-30T15:31"),
        ("下午三點零五分", "2026-11-30T15:05", "2026-11-30T15:06"),
        ("昨天下午3点到5点", "2026-11-29T15:00", "2026-11-29T17:00"),
        ("过去三天", "2026-11-27", "2026-12-01"),
        ("最近两周", "2026-11-16", "2026-12-01"),
        ("上两周", "2026-11-16", "2026-12-01"),
        ("从3月5日到9日", "2026-03-05", "2026-03-10"),
        ("2014年至2018年", "2014-01-01", "2019-01-01"),
        ("3月以来", "2026-03-01", "open"),
        ("去年以前", "open", "2025-01-01"),
        ("3月5日左右", "2026-03-04", "2026-03-07"),
        ("10月的第一个星期", "2026-09-28", "2026-10-05"),
        ("去年的最后一天", "2025-12-31", "2026-01-01"),
        ("国庆节", "2026-10-01", "2026-10-02"),
        ("圣诞节", "2025-12-25", "2025-12-26"),
        ("双十一", "2026-11-11", "2026-11-12"),
        ("上个周末", "2026-11-28", "2026-11-30"),
        ("明天", "2026-12-01", "2026-12-02"),
        ("下周", "2026-12-07", "2026-12-14"),
    ],
)
def test_how_phrases_are_read(phrase: str, start: str, end: str) -> None:
    """Each form is read as the page of conventions says."""
    assert read_as(phrase, ZONE) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "三天的旅行",
        "每周一的会议",
        "上海的天气",
        "3个人",
        "五分钟的视频",
    ],
)
def test_what_is_no_time(text: str) -> None:
    """Durations, what is about every such day, counts, and words inside other words are not times."""
    assert read_as(text, ZONE) is None


@pytest.mark.parametrize(
    ("query", "phrase"),
    [
        ("昨天晚上关于预算", "昨天晚上"),
        ("上周三讨论了什么", "上周三"),
        ("三天前的重试逻辑", "三天前"),
        ("会议记录：2024年3月5号", "2024年3月5号"),
    ],
)
def test_a_phrase_is_found_inside_a_sentence(query: str, phrase: str) -> None:
    """The span of a phrase covers exactly its words."""
    assert span_in(query, ZONE) == phrase


DIGITS = "〇一二三四五六七八九"


def written(number: int) -> str:
    """Return a number up to 9,999 as it is written by place."""
    text = ""
    for place, name in ((1000, "千"), (100, "百"), (10, "十")):
        digit, number = divmod(number, place)
        text += ("" if digit == 1 else DIGITS[digit]) + name if digit else ""
    return text + (DIGITS[number] if number else "")


@given(st.integers(1, 9999))
def test_numbers_are_read_as_they_are_written(number: int) -> None:
    """A number written by place has its value."""
    text = written(number)
    assert number_at(lexicon("zh"), words_of(text), 0) == (number, len(text))


@given(st.integers(1000, 9999))
def test_digits_in_a_row_are_a_number(number: int) -> None:
    """A year written digit by digit has its value."""
    text = "".join(DIGITS[int(digit)] for digit in str(number))
    assert number_at(lexicon("zh"), words_of(text), 0) == (number, 4)


@pytest.mark.parametrize("prompt", ["我们讨论过什么", "你还记得预算吗", "他上次说了什么"])
def test_a_prompt_that_asks_what_was(prompt: str) -> None:
    """A prompt that asks about the past is known by its words."""
    assert asks_about_past(prompt)
