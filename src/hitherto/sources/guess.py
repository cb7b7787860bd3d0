"""Guess the encoding of a text that says nothing about it, by how plausible each reading looks.

A statistical detector needs a few hundred characters; short files are told apart here by what every script makes
likely: kana, the common half of the kanji, words of one alphabet, accents between Latin letters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_LONG_ENOUGH = 1500
_DETECT_BYTES = 65536
_FALLBACK = "latin-1"
_WESTERN_SIGNS = frozenset("«»°§€£©®·–—‘’“”„…•¿¡ºª²³µ×÷´¨ ")
# Hardly any western language but Icelandic; where Turkish has some of its commonest letters.
_RARE_IN_THE_WEST = frozenset("þðýÞÐÝ")
_COMMON_HANGUL = frozenset(
    "이다는의에가을를고하로지기한도사그니어있서리나자아인시대들은과와해정으스일수전부보제게면라여구장원했습것"
    "만상비주무성산동중때문조선년월내오소실경용적관발안계신물체우교미영세금생각말모위명방유화치회공국연"
)
_VOICEABLE = frozenset("ｳｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾊﾋﾌﾍﾎ")


def guess_encoding(raw: bytes) -> str:
    """Return the codec name of the likeliest reading of ``raw``; one that reads any bytes when nothing is likely."""
    if len(raw) >= _LONG_ENOUGH:
        found = _detected(raw)
        if found:
            return found
    scores = [(score, encoding) for encoding in _PLAUSIBILITY if (score := _score(raw, encoding)) is not None]
    best, encoding = max(scores, key=lambda pair: pair[0], default=(0.0, _FALLBACK))
    return encoding if best > 0 else _FALLBACK


def _detected(raw: bytes) -> str | None:
    from charset_normalizer import from_bytes  # noqa: PLC0415 needed for few files, costly to load

    best = from_bytes(raw[:_DETECT_BYTES]).best()
    if best is None:
        return None
    try:
        raw.decode(best.encoding)
    except (LookupError, ValueError):
        return None
    return best.encoding


def _score(raw: bytes, encoding: str) -> float | None:
    """Return how plausible the characters beyond ASCII are on average, None when the bytes cannot be read so."""
    try:
        text = raw[: 4 * _LONG_ENOUGH].decode(encoding, "strict" if len(raw) <= 4 * _LONG_ENOUGH else "ignore")
        raw.decode(encoding)
    except ValueError:
        return None
    weigh = _PLAUSIBILITY[encoding]
    weights = [weigh(text, place) for place, character in enumerate(text) if ord(character) > 127]
    return sum(weights) / len(weights) if weights else None


def _japanese(text: str, place: int) -> float:
    character = text[place]
    if "ぁ" <= character <= "ヿ":
        return 1.0
    if "｡" <= character <= "ﾟ":
        return _half_width(text, place)
    row = _row(character, "euc_jp")
    return 0.7 if 0xB0 <= row <= 0xCF else 0.6 if 0xA1 <= row <= 0xA3 else -1.0


def _half_width(text: str, place: int) -> float:
    before = text[place - 1] if place else ""
    if text[place] in "ﾞﾟ":
        return 1.0 if before in _VOICEABLE else -1.0
    neighbours = before + text[place + 1 : place + 2]
    return 0.72 if any("｡" <= near <= "ﾟ" for near in neighbours) else -0.5


def _chinese(text: str, place: int) -> float:
    character = text[place]
    if "ぁ" <= character <= "ヿ":
        return 0.2
    row = _row(character, "gb2312")
    return 0.75 if 0xB0 <= row <= 0xD7 else 0.6 if 0xA1 <= row <= 0xA3 else -0.5 if row else -1.0


def _korean(text: str, place: int) -> float:
    character = text[place]
    if "가" <= character <= "힣":
        return 1.2 if character in _COMMON_HANGUL else 0.55
    row = _row(character, "euc_kr")
    return 0.6 if 0xA1 <= row <= 0xA3 else -1.0


def _taiwanese(text: str, place: int) -> float:
    row = _row(text[place], "big5")
    return 0.74 if 0xA4 <= row <= 0xC6 else 0.6 if 0xA1 <= row <= 0xA3 else 0.0 if row else -1.0


def _alphabet(letters: str, common: str) -> Callable[[str, int], float]:
    """Return what weighs an alphabet that is neither Latin nor mixed with it inside a word."""
    own = frozenset(letters + letters.upper())
    frequent = frozenset(common + common.upper())

    def weigh(text: str, place: int) -> float:
        character, before, after = text[place], text[place - 1 : place], text[place + 1 : place + 2]
        if character not in own:
            return 0.4 if character in _WESTERN_SIGNS or character == "№" else -0.5
        if _is_latin(before) or _is_latin(after):
            return -1.0
        if character.isupper() and before.isalpha() and before.islower():
            return -0.5
        return 0.98 if character in frequent else 0.65

    return weigh


def _western(text: str, place: int) -> float:
    character, before, after = text[place], text[place - 1 : place], text[place + 1 : place + 2]
    if not character.isalpha():
        amid = character not in "’–—" and before.isalpha() and after.isalpha()
        return 0.4 if character in _WESTERN_SIGNS and not amid else -0.5
    if _is_foreign(before) and _is_foreign(after):
        return -1.0
    if character.isupper() and before.islower():
        return -0.5
    if character in _RARE_IN_THE_WEST:
        return 0.5
    return 0.85 if _is_latin(before) or _is_latin(after) else 0.3


def _latin(letters: str) -> Callable[[str, int], float]:
    """Return what weighs a Latin alphabet by the letters beyond ASCII it is written with."""
    own = frozenset(letters + letters.upper())

    def weigh(text: str, place: int) -> float:
        weight = _western(text, place)
        if not text[place].isalpha() or weight < 0:
            return weight
        return min(weight, 0.8) if text[place] in own else -0.5

    return weigh


def _row(character: str, encoding: str) -> int:
    try:
        raw = character.encode(encoding)
    except UnicodeEncodeError:
        return 0
    return raw[0] if len(raw) == 2 else 0


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalpha()


def _is_foreign(character: str) -> bool:
    return bool(character) and not character.isascii()


_RUSSIAN = _alphabet("абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґў", "оеаинтсрвлкмд")
# Where two readings weigh the same, the earlier one is taken.
_PLAUSIBILITY: dict[str, Callable[[str, int], float]] = {
    "cp932": _japanese,
    "euc_jp": _japanese,
    "gb18030": _chinese,
    "cp1251": _RUSSIAN,
    "cp1252": _western,
    "big5": _taiwanese,
    "cp949": _korean,
    "koi8_r": _RUSSIAN,
    "iso8859_7": _alphabet("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ", "αοιτεησνρκπυςάέίόή"),
    "cp1255": _alphabet("אבגדהוזחטיךכלםמןנסעףפץצקרשת", "יוהלארמתבשנ"),
    "cp1256": _alphabet("ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىي،؟", "اليمونرتبعهةأ"),
    "cp1250": _latin("ąćęłńóśźżáčďéěíňřšťúůýžäöüßőűăâîşţôľĺŕ"),
    "cp1254": _latin("çğıöşüâî"),
}
