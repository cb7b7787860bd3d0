"""Numbers in a query: digits, words, Chinese characters; which of them can be a day, an hour or a year."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hitherto.text.timephrase.grammar.lexicon import Lexicon
    from hitherto.text.timephrase.grammar.words import Sense, Words

# A number and the word after it.
Read = tuple[float, int]

_TEN, _HUNDRED, _THOUSAND = 10, 100, 1000
_LONGEST = 4
# Nine thousand nine hundred and ninety-nine takes seven.
_MOST_CHARACTERS = 12


def senses_at(lexicon: Lexicon, words: Words, index: int) -> tuple[tuple[Sense, int], ...]:
    """Return what the words from ``index`` on mean, longest first, each with the word after it."""
    key = lexicon.name, index
    known = words.known.get(key)
    if known is None:
        known = words.known[key] = tuple(_senses(lexicon, words.said, index))
    return known


def _senses(lexicon: Lexicon, said: tuple[str, ...], index: int) -> Iterator[tuple[Sense, int]]:
    if index >= len(said):
        return
    for sense in lexicon.senses.get(said[index], ()):
        end = index + len(sense.said)
        if said[index:end] == sense.said:
            yield sense, end


def counts(lexicon: Lexicon, words: Words, index: int) -> bool:
    """Return whether a number or an ordinal may begin at a word."""
    if words.said[index].isdecimal() or words.said[index] == "'":
        return True
    return any(sense.category in ("number", "ordinal") for sense, _ in senses_at(lexicon, words, index))


def number_at(lexicon: Lexicon, words: Words, index: int) -> Read | None:
    """Return the number that begins at a word, in digits or in words."""
    said = words.said
    if index >= len(said):
        return None
    if said[index].isdecimal():
        return _digits(words, index)
    if lexicon.tens_multiply:
        return _characters(lexicon, words, index)
    return _spelled(lexicon, words, index)


def ordinal_at(lexicon: Lexicon, words: Words, index: int) -> Read | None:
    """Return the ordinal that begins at a word: 21st, twenty-first."""
    said = words.said
    if index >= len(said):
        return None
    if said[index].isdecimal():
        for sense, end in senses_at(lexicon, words, index + 1):
            if sense.category == "suffix" and words.touching(index + 1):
                return int(said[index]), end
        return None
    for sense, end in senses_at(lexicon, words, index):
        if sense.category == "ordinal":
            return int(sense.value), end
        if sense.category == "number" and float(sense.value) in (20, 30):
            after = end + 1 if end < len(said) and said[end] == "-" else end
            for last, final in senses_at(lexicon, words, after):
                if last.category == "ordinal" and int(last.value) < _TEN:
                    return int(float(sense.value)) + int(last.value), final
    return None


def _digits(words: Words, index: int) -> Read:
    said = words.said
    after = said[index + 1 : index + 3]
    glued = len(after) > 1 and words.touching(index + 1) and words.touching(index + 2) and after[1].isdecimal()
    if glued and after[0] in ".," and len(after[1]) == 1:
        return float(f"{said[index]}.{after[1]}"), index + 3
    if glued and after[0] == "/" and (said[index], after[1]) == ("1", "2"):
        return 0.5, index + 3
    return int(said[index]), index + 1


def _values(lexicon: Lexicon, words: Words, index: int) -> Read | None:
    for sense, end in senses_at(lexicon, words, index):
        if sense.category == "number":
            return float(sense.value), end
    return None


def _spelled(lexicon: Lexicon, words: Words, index: int) -> Read | None:
    """Add up number words as long as they get smaller: two thousand eighteen, treinta y uno."""
    found = _values(lexicon, words, index)
    if found is None:
        return None
    total, current = 0.0, 0.0
    value, end = found
    while True:
        if value == _HUNDRED:
            current = max(current, 1) * _HUNDRED
        elif value >= _THOUSAND:
            total, current = total + max(current, 1) * value, 0
        else:
            current += value
        following = _after_joiner(lexicon, words, end)
        if following is None or not _goes_on(total + current, following[0], joined=following[2]):
            return _whole(total + current), end
        value, end = following[0], following[1]


def _after_joiner(lexicon: Lexicon, words: Words, index: int) -> tuple[float, int, bool] | None:
    start, joined = index, False
    if index < len(words.said) and words.said[index] == "-":
        start, joined = index + 1, True
    else:
        for sense, end in senses_at(lexicon, words, index):
            if sense.category == "joiner":
                start, joined = end, True
                break
    found = _values(lexicon, words, start)
    return None if found is None else (*found, joined)


def _goes_on(sofar: float, value: float, *, joined: bool) -> bool:
    if value == _HUNDRED or value >= _THOUSAND:
        return not joined
    below = int(sofar) % _HUNDRED
    if below == 0:
        return sofar > 0 and value >= 1
    return below >= 2 * _TEN and below % _TEN == 0 and 1 <= value < _TEN


def _characters(lexicon: Lexicon, words: Words, index: int) -> Read | None:
    """Read Chinese characters by place (二十九) or as digits in a row (二〇一七)."""
    values: list[float] = []
    end = index
    while len(values) <= _MOST_CHARACTERS and (found := _values(lexicon, words, end)) is not None:
        values.append(found[0])
        end = found[1]
    if not values or len(values) > _MOST_CHARACTERS:
        return None
    if len(values) > 1 and all(value < _TEN and value == int(value) for value in values):
        return (int("".join(str(int(value)) for value in values)), end) if len(values) <= _LONGEST else None
    return _whole(_by_place(values)), end


def _by_place(values: Sequence[float]) -> float:
    total, current = 0.0, 0.0
    for value in values:
        if value in (_TEN, _HUNDRED, _THOUSAND):
            total, current = total + (current or 1) * value, 0.0
        else:
            current += value
    return total + current


def _whole(value: float) -> float:
    return int(value) if value == int(value) else value


def _between(least: int, most: int, longest: int) -> Callable[[Lexicon, Words, int], Read | None]:
    def read(lexicon: Lexicon, words: Words, index: int) -> Read | None:
        found = number_at(lexicon, words, index)
        if found is None or found[0] != int(found[0]) or not least <= found[0] <= most:
            return None
        said = words.said[index]
        return None if said.isdecimal() and len(said) > longest else (int(found[0]), found[1])

    return read


def _in_digits(least: int, most: int, shortest: int, longest: int) -> Callable[[Lexicon, Words, int], Read | None]:
    def read(_: Lexicon, words: Words, index: int) -> Read | None:
        if index >= len(words.said):
            return None
        said = words.said[index]
        if not said.isdecimal() or not shortest <= len(said) <= longest or not least <= int(said) <= most:
            return None
        return int(said), index + 1

    return read


def _day(lexicon: Lexicon, words: Words, index: int) -> Read | None:
    found = ordinal_at(lexicon, words, index) or _between(1, 31, 2)(lexicon, words, index)
    return found if found is not None and 1 <= found[0] <= 31 else None


def _ordinal_month(lexicon: Lexicon, words: Words, index: int) -> Read | None:
    found = ordinal_at(lexicon, words, index)
    return found if found is not None and 1 <= found[0] <= 12 and not words.said[index].isdecimal() else None


def _year(lexicon: Lexicon, words: Words, index: int) -> Read | None:
    said = words.said[index] if index < len(words.said) else ""
    if said.isdecimal():
        return (int(said), index + 1) if len(said) == 4 and 1000 <= int(said) < 2200 else None
    found = number_at(lexicon, words, index)
    return found if found is not None and 1900 <= found[0] < 2200 else None


def _short_year(_: Lexicon, words: Words, index: int) -> Read | None:
    said = words.said[index] if index < len(words.said) else ""
    marked = index > 0 and words.said[index - 1] in ("'", "/", ".", "-")
    if not said.isdecimal() or len(said) != 2 or (int(said) <= 31 and not marked):
        return None
    return (2000 if int(said) < 50 else 1900) + int(said), index + 1


def _compact(_: Lexicon, words: Words, index: int) -> Read | None:
    said = words.said[index] if index < len(words.said) else ""
    if not said.isdecimal() or len(said) != 8 or said[:2] not in ("19", "20"):
        return None
    return (int(said), index + 1) if 1 <= int(said[4:6]) <= 12 and 1 <= int(said[6:]) <= 31 else None


COMPUTED: dict[str, Callable[[Lexicon, Words, int], Read | None]] = {
    "n": number_at,
    "ord": ordinal_at,
    "day": _day,
    "year": _year,
    "yy": _short_year,
    "ymd": _compact,
    "hour": _between(0, 24, 2),
    "minute": _between(0, 59, 2),
    "week": _between(1, 53, 2),
    "mon": _between(1, 12, 2),
    "ordmonth": _ordinal_month,
    "mm": _in_digits(1, 12, 1, 2),
    "dd": _in_digits(1, 31, 1, 2),
    "a": _in_digits(1, 31, 1, 2),
    "b": _in_digits(1, 31, 1, 2),
    "hh": _in_digits(0, 24, 1, 2),
    "min": _in_digits(0, 59, 2, 2),
    "sec": _in_digits(0, 59, 2, 2),
    "oh": _in_digits(0, 14, 2, 2),
    "west": _in_digits(0, 14, 2, 2),
    "om": _in_digits(0, 59, 2, 2),
}
