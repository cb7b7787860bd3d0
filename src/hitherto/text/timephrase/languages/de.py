"""German."""

from __future__ import annotations

ORDER = "dmy"
BY_CHARACTER = False
# As they are folded; not "was", "die" and "war", which are English words too.
COMMON = frozenset([
    "der", "das", "den", "dem", "des", "und", "ist", "wir", "ich", "wie", "mit", "zu", "zum", "am", "im", "um", "vom", "von",
    "bis", "seit", "ab", "vor", "nach", "uhr", "er", "kw", "anfang", "mitte", "ende", "zwischen", "haben", "hatten", "fur",
    "fuer", "uber", "ueber", "nicht", "ein", "eine", "auf", "bei", "hier", "kann",
    "wird", "werden", "sind", "sich", "noch", "auch", "nur", "wenn", "aus", "einen", "einem", "einer", "oder", "aber", "als", "durch",
    "hat", "habe", "uns", "kein", "keine", "dass", "sie", "ihre",
])  # fmt: skip
# Not "war" alone, which is an English word too.
ASKS_ABOUT_PAST = (
    "was war", "wie war", "wann war", "wer war", "wo war", "war das", "war der", "war die", "war ich", "war es", "waren",
    "hatte", "hatten", "wurde", "wurden", "haben wir", "habe ich", "hast du", "habt ihr", "gesagt", "erzählt", "beschlossen",
    "entschieden", "besprochen", "gesprochen", "erwähnt", "vereinbart", "geschrieben", "erinnerst", "erinnere", "erinnern",
    "damals", "früher", "vorhin", "neulich",
)  # fmt: skip

_ENDINGS = ("e", "en", "er", "es", "em")
_WEEKDAYS = ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag, sonnabend", "sonntag")
_MONTHS = (
    "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember",
)  # fmt: skip
_PARTS = {
    "morning": ("morgen", "vormittag"),
    "noon": ("mittag",),
    "afternoon": ("nachmittag",),
    "evening": ("abend",),
    "night": ("nacht",),
}
_DIGITS = ("", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun")
_TENS = {
    20: "zwanzig",
    30: "dreissig",
    40: "vierzig",
    50: "fünfzig",
    60: "sechzig",
    70: "siebzig",
    80: "achtzig",
    90: "neunzig",
}
_ORDINALS = (
    "erst", "zweit", "dritt", "viert", "fünft", "sechst", "siebt", "acht", "neunt", "zehnt", "elft", "zwölft",
    "dreizehnt", "vierzehnt", "fünfzehnt", "sechzehnt", "siebzehnt", "achtzehnt", "neunzehnt", "zwanzigst",
    *(f"{digit}undzwanzigst" for digit in _DIGITS[1:]), "dreissigst", "einunddreissigst",
)  # fmt: skip


def _said(*texts: str) -> str:
    """Return words as they are written: with umlauts or ae, oe, ue, with ß or ss."""
    written = [text for word in texts for text in word.split(", ")]
    spelled = [word.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue") for word in written]
    sharp = [word.replace("ss", "ß") for word in written if "dreiss" in word]
    return ", ".join(dict.fromkeys((*written, *spelled, *sharp)))


def _declined(*stems: str) -> str:
    return _said(*(f"{stem}{ending}" for stem in stems for ending in _ENDINGS))


WORDS: dict[str, dict[int | float | str, str]] = {
    "unit": {
        "second": "sekunde, sekunden, sek",
        "minute": "minute, minuten, min",
        "hour": "stunde, stunden, std",
        "day": "tage, tagen",
        "week": "woche, wochen, kalenderwoche",
        "weekend": "wochenende, wochenenden, wochenendes",
        "workweek": "arbeitswoche",
        "month": "monat, monate, monaten, monats",
        "quarter": "quartal, quartale, quartalen, quartals, vierteljahr, vierteljahres",
        "half": "halbjahr, halbjahre, halbjahren, halbjahrs, halbjahres",
        "year": "jahr, jahre, jahren, jahres",
        "decade": "jahrzehnt, jahrzehnte, jahrzehnten, jahrzehnts",
        "century": "jahrhundert, jahrhunderte, jahrhunderten, jahrhunderts",
    },
    "weekday": dict(enumerate(_WEEKDAYS)),
    "shortday": {0: "mo", 1: "di", 2: "mi", 3: "do", 4: "fr", 5: "sa", 6: "so"},
    "month": {
        1: _said("januar, januars, jänner, jän?, jan?"),
        2: "februar, februars, feber, feb?",
        3: "märz, maerz, mrz?",
        4: "april, aprils, apr?",
        5: "mai?, mais?",
        6: "juni, junis, juno?, jun?",
        7: "juli, julis, julei?, jul?",
        8: "august, augusts, aug?",
        9: "september, septembers, sept?, sep?",
        10: "oktober, oktobers, okt?",
        11: "november, novembers, nov?",
        12: "dezember, dezembers, dez?",
    },
    "season": {
        0: _said("frühling, frühlings, frühjahr, frühjahrs"),
        1: "sommer, sommers",
        2: "herbst, herbsts",
        3: "winter, winters",
    },
    "relative": {
        -2: _declined("vorletzt"),
        -1: _declined("letzt", "vergangen", "vorig", "vorherig"),
        0: f"{_declined('dies', 'aktuell', 'laufend')}, diesem",
        1: _declined("nächst", "kommend"),
    },
    "part": {
        "dawn": _said("morgengrauen, frühmorgens, frühen morgen, früh morgens"),
        "morning": _said("morgens?, vormittag, vormittags, früh?, am morgen, morgen?"),
        "noon": "mittag, mittags",
        "lunch": "mittagspause?",
        "afternoon": "nachmittag, nachmittags",
        "evening": "abend, abends",
        "night": _said("nacht, nachts, spätabends, spät abends, späten abend"),
        "midnight": "mitternacht, mitternachts",
    },
    "edge": {
        "early": "anfang, anfangs, zu beginn, beginn",
        "middle": "mitte",
        "late": "ende",
        "first half": "erste hälfte, ersten hälfte, 1. hälfte",
        "second half": "zweite hälfte, zweiten hälfte, 2. hälfte",
    },
    "quarter": {
        number: f"q{number}, {number}. quartal, " + ", ".join(f"{stem}{ending} quartal" for ending in ("es", "en", "e"))
        for number, stem in enumerate(_ORDINALS[:4], 1)
    },
    "half": {
        number: f"h{number}, {number}. halbjahr, " + ", ".join(f"{stem}{ending} halbjahr" for ending in ("es", "en", "e"))
        for number, stem in enumerate(_ORDINALS[:2], 1)
    },
    "number": {
        0.5: "halben, halbe, einer halben, eine halbe, einem halben, ein halbes",
        1: "ein, eine, einem, einen, einer, eines, eins",
        1.5: "anderthalb, eineinhalb",
        2: "zwei, zwo, zweier, beiden",
        2.5: "zweieinhalb",
        3: "drei, ein paar, paar, einigen, einige, wenigen, wenige, mehreren, mehrere",
        **{number: _said(word) for number, word in enumerate(_DIGITS) if number > 3},
        10: "zehn", 11: "elf", 12: _said("zwölf"), 16: "sechzehn", 17: "siebzehn",
        **{10 + number: _said(f"{_DIGITS[number]}zehn") for number in (3, 4, 5, 8, 9)},
        **{tens: _said(word) for tens, word in _TENS.items()},
        **{tens + number: _said(f"{_DIGITS[number]}und{word}") for tens, word in _TENS.items() for number in range(1, 10)},
        100: "hundert", 1000: "tausend",
    },
    "ordinal": {number: _declined(stem) for number, stem in enumerate(_ORDINALS, 1)},
    "decade": {
        1920 + 10 * number: _said(f"{word}er jahre, {word}er jahren") for number, word in enumerate(list(_TENS.values()))
    },
    "fraction": {15: "viertel", 30: "halb"},
    "whole": {
        "week": "woche vom, woche des, woche um den, woche ab dem", "weekend": "wochenende vom, wochenende des",
    },
    "never": {"": f"{_declined('jed')}, alle, immer"},
    "suffix": {"th": "., ter, ten, te"},
    "joiner": {"and": "und"},
    "when": {
        "unit=day 0": "heute",
        "unit=day -1": "gestern",
        "unit=day -2": "vorgestern",
        "unit=day -3": "vorvorgestern",
        "unit=day 1": "morgen?",
        "unit=day 2": _said("übermorgen"),
        "unit=day -1,part=night": "letzte nacht, vergangene nacht, letzter nacht, vergangener nacht, vorige nacht",
        "ago=minute 0": "jetzt, genau jetzt, gerade jetzt, im moment, in diesem moment, momentan, gerade eben, zurzeit",
        # Not a unit: "dieses Tag" is a mark in a document.
        "ago=day -1": "vor einem tag, vor 1 tag",
        "nth=day -1": "letzter tag, letzten tag, letzte tag",
        "unit=day -1,part=evening": "gestrigen abend, gestriger abend",
        "part=afternoon,edge=late": _said("späten nachmittag, spätnachmittag"),
        "part=afternoon,edge=early": _said("frühen nachmittag"),
        "season=1,edge=early": _said("frühsommer"), "season=1,edge=late": _said("spätsommer"), "season=2,edge=late": _said("spätherbst"),
        "run=hour -3": "letzten stunden, vergangenen stunden",
        "run=month -6": "letzten halben jahr, letztes halbes jahr, letzte halbe jahr, vergangenen halben jahr",
        "unit=year 0": "heuer",
        "nth=day 1": "erster tag, ersten tag, erste tag",
        **{
            f"nth=week {nth},month={number}": _said(", ".join(f"{said}{end} {month}woche" for end in ("", "n")))
            for number, month in enumerate(_MONTHS, 1)
            for nth, said in ((1, "erste"), (2, "zweite"), (3, "dritte"), (4, "vierte"), (-1, "letzte"))
        },
        "unit=week -1": "vorwoche, in der vorwoche", "unit=month -1": "vormonat, im vormonat", "unit=year -1": "vorjahr, im vorjahr",
        "weekday=5,whole=weekend": _said("am wochenende, übers wochenende, über das wochenende"),
        **{
            f"run={unit} -3": ", ".join(f"{stem}n {said}" for stem in ("letzte", "vergangene") for said in words)
            for unit, words in {"day": ("tage", "tagen"), "week": ("wochen",), "month": ("monate", "monaten"), "year": ("jahre", "jahren")}.items()
        },
        **{
            f"weekday={number},part={part}": ", ".join(f"{day}{said}" for day in days.split(", ") for said in said_so)
            for number, days in enumerate(_WEEKDAYS)
            for part, said_so in _PARTS.items()
        },
        **{
            f"part=night,weekday={(number - 1) % 7}": ", ".join(
                f"nacht {to} {day}" for day in days.split(", ") for to in ("zum", "auf", "auf den")
            )
            for number, days in enumerate(_WEEKDAYS)
        },
        **{
            f"month={number},edge={half}": _said(", ".join(f"{nth} {month}hälfte" for nth in said_so))
            for number, month in enumerate(_MONTHS, 1)
            for half, said_so in (("first half", ("erste", "ersten")), ("second half", ("zweite", "zweiten")))
        },
        **{
            f"unit={unit} 0,edge={edge}": ", ".join(f"{stem}{end}" for end in ends)
            for unit, stem in (("week", "wochen"), ("month", "monats"), ("quarter", "quartals"), ("year", "jahres"))
            for edge, ends in (("early", ("anfang", "beginn")), ("middle", ("mitte",)), ("late", ("ende",)))
            if (unit, edge) != ("week", "late")
        },
    },
    "holiday": {
        "islamic 10-1 x3": "eid al-fitr, zuckerfest, fest des fastenbrechens, ramadanfest", "islamic 12-10 x3": "eid al-adha, opferfest, id ul-adha, bakr id, islamisches opferfest", "islamic 9-1 x30": "ramadan",
        "12-25 x2": "weihnachten, weihnachtsfeiertage, weihnachtsfeiertagen", "12-24": "heiligabend, heiliger abend, heiligen abend",
        "12-25": "erster weihnachtstag, ersten weihnachtstag, 1. weihnachtstag, erster weihnachtsfeiertag, ersten weihnachtsfeiertag",
        "12-26": "zweiter weihnachtstag, zweiten weihnachtstag, 2. weihnachtstag, zweiten weihnachtsfeiertag, stephanitag, stefanitag",
        "12-31": "silvester, sylvester, silvesterabend", "1-1": "neujahr, neujahrstag", "12-31 x2": "jahreswechsel",
        "12-27 x5": "zwischen den jahren", "1-6": _said("heilige drei könige, dreikönigstag"), "12-6": "nikolaustag",
        "easter x2": "ostern", "easter": "ostersonntag", "easter+1": "ostermontag", "easter-2": "karfreitag",
        "easter-1": "karsamstag, stiller samstag", "easter-3": _said("gründonnerstag, hoher donnerstag, heiliger donnerstag, weißer donnerstag, palmdonnerstag"), "easter-7": "palmsonntag", "easter-46": "aschermittwoch",
        "easter-47": "faschingsdienstag, fastnachtsdienstag, fastnacht, veilchendienstag", "easter-48": "rosenmontag", "easter-52": "weiberfastnacht",
        "easter+39": "himmelfahrt, himmelfahrtstag, christi himmelfahrt, vatertag", "easter+49 x2": "pfingsten", "easter+49": "pfingstsonntag",
        "easter+50": "pfingstmontag", "easter+56": "dreifaltigkeitssonntag, trinitatis, goldener sonntag", "easter+60": "fronleichnam",
        "5-1": "tag der arbeit, maifeiertag", "10-3": "tag der deutschen einheit", "10-26": "nationalfeiertag",
        "8-15": _said("mariä himmelfahrt"), "10-31": "reformationstag, halloween", "11-1": "allerheiligen", "11-2": "allerseelen",
        "11-11": "martinstag, sankt martin", "2-14": "valentinstag", "5 sun 2": "muttertag", "10 sun 1": "erntedankfest, erntedank",
        # Advent begins on the Sunday between 27 November and 3 December.
        **{
            f"11 thu -1 {days:+}": ", ".join(f"{said} {name}" for said in (*_declined(stem).split(", "), f"{number}.") for name in ("advent", "adventssonntag"))
            for number, (stem, days) in enumerate(zip(_ORDINALS[:4], (3, 10, 17, 24), strict=True), 1)
        },
        "11 thu -1 -4": "totensonntag, ewigkeitssonntag", "11 thu -1 -8": _said("buss- und bettag, buß- und bettag"),
        "11 thu -1 -11": "volkstrauertag",
    },
    "spoils": {"": _said("mal, mals, tag, versuch, versuche, versuchen, teil, kapitel, prozent, euro, zeilen, seiten, stück, leute, personen, server, platz")},
    "before": {
        "since": "seit, ab, seit dem, ab dem, seit der",
        "until": "bis, bis zum, bis zu, bis zur, bis einschliesslich, bis einschließlich",
        "before": "vor, vor dem, vor der",
        "after": "nach, nach dem, nach der",
        "around": "gegen, um den, ungefähr, ungefaehr, rund um den",
        "from": "von, vom",
        "between": "zwischen, zwischen dem",
    },
    "to": {"to": "bis, bis einschließlich, bis einschliesslich, -, ~", "and": "und, und dem"},
    "behind": {"since": "und später, und danach", "until": "und früher, oder früher"},
    "glue": {"": "des, der, dem, den, im, in, am, an, um, vom, von, zum, , in der, in dem, gegen, zwischen, -"},
}  # fmt: skip

PATTERNS = {
    "": (
        "{when} | {relative} {when} | {month} | im/in/seit {month} | im monat {month} | {relative} {month} | im {relative} {month}"
        "| {month} {year} | {month} {yy} | im {month} {year} | im {month} {yy} | {month} ' {yy} | {year} {month}"
        "| {ord} {month} | {ord} {month} {year} | {day} {month} | {day} {month} {year} | {day} {month} {yy} | am/der/den/dem/vom/zum {day} {month} | am/der/den/dem/vom/zum {day} {month} {year}"
        "| {month} {day} | {dd} . {mm} . {year} | {weekday} {dd} . {mm} . | {weekday} , {dd} . {mm} . | {weekday} den {dd} . {mm} . | {weekday} , den {dd} . {mm} . | am/vom/zum/den/dem/der {dd} . {mm} . | am/vom/zum/den/dem {dd} . {mm} . {year} | am/vom/zum/den/dem {dd} . {mm} . {yy}"
        "| am/vom/zum {dd} . | {ord} {ordmonth} | am/der/den/dem {ord} {ordmonth} | {weekday} {ord} {ordmonth} | {weekday} , {ord} {ordmonth} | {weekday} der/den {ord} {ordmonth}"
        "| {weekday} | am/zum {weekday} | {relative} {weekday} | am {relative} {weekday} | {weekday} der/den/dem {ord}"
        "| {shortday} . {dd} . {month} | {shortday} . {dd} . {mm} . | {shortday} , {dd} . {mm} . {year} | {shortday} , {dd} . {mm} . | {shortday} {dd} . {mm} . | {shortday} , {dd} . {month} | {shortday} {dd} . {month}"
        "| im/in/seit/anno {year} | im jahr/jahre {year} | des jahres {year} | jahr {year}"
        "| {relative} {season} | {season} {year} | im/in {season} | im {relative} {season} | im {season} {year}"
        "| {quarter} | {quarter} {year} | im {quarter} | {year} {quarter} | {half} {year} | {year} {half} | im {half} | im {half} {year}"
        "| am {part} | in der {part} | um {part} | gegen {part} | am/im {when} | {relative} {holiday} | {holiday} | {holiday} {year} | an/am/zu/über/vor/nach/seit {holiday}"
        "| kw {week} | kw {week} / {year} | in kw {week} | kalenderwoche {week} | woche {week} | der kw {week} | {week} . kw | {week} . kalenderwoche"
        "| {hour} uhr | um {hour} uhr | {hour} uhr {min} | um {hour} uhr {min} | {hh} . {min} uhr | {hh} : {min} uhr | um {hh} . {min} uhr | um {hh} : {min}"
    ),
    "?": "{whole} | {part} | {edge} | um {hour} | um {hh} . {min} | {season} | {half} | {year} | {hour} {part}",
    "tight padded?": "{a} . {b} .",
    "day part": "{relative} {part} | am {relative} {part} | an {relative} {part}",
    "unit": "{day} des {relative} {unit} | am {day} des {relative} {unit} | am/der {ord} des {relative} {unit} | {ord} des {relative} {unit} | {relative} {unit} | {edge} {unit} | {edge} der/des/dieser {unit} | {edge} {relative} {unit} | {edge} der/des {relative} {unit} | in/an/am/im/der {relative} {unit}",
    "unit?": "des/der {unit}",
    "last of": "letzte/letzter/letztes/letzten {unit} | letzte/letzter/letztes/letzten {weekday} | am/im letzten {unit} | am letzten {weekday}",
    "run": (
        "{relative} {n} {unit} | die/der/den {relative} {n} {unit} | in den {relative} {n} {unit}"
        "| während/innerhalb der {relative} {n} {unit}"
    ),
    "last few of": "letzten {n} {unit} | die/den/der letzten {n} {unit} | in den letzten {n} {unit}",
    "first of": "ersten {n} {unit} | die/den/der ersten {n} {unit} | in den ersten {n} {unit}",
    "nth": "{ord} {unit} | {ord} {weekday} | in der {ord} {unit} | am {ord} {weekday}",
    "ago": "{n} {unit} her | vor etwa/rund/gut/knapp/über/ungefähr/circa/ca {n} {unit} | vor ca . {n} {unit} | vor mehr als {n} {unit} | vor {n} {unit} | vor {n} {unit} und {n} {unit} | vor {n} {unit} {n} {unit} | heute vor {n} {unit}",
    "since": "seit {n} {unit} | seit {n} {unit} und {n} {unit}",
    "within": "binnen {n} {unit} | innerhalb von {n} {unit} | innerhalb der nächsten {n} {unit}",
    "hence": "in {n} {unit} | in {n} {unit} und {n} {unit}",
    "past hour": "um {fraction} nach {hour} | {fraction} nach {hour} | {fraction} nach {hour} uhr | {minute} minuten nach {hour} | {minute} nach {hour} uhr",
    "past hour?": "{minute} nach {hour} | um {minute} nach {hour}",
    "to hour": "{fraction} vor {hour} | um {fraction} vor {hour} | um halb {hour} | {fraction} vor {hour} uhr | halb {hour} | {minute} minuten vor {hour} | {minute} vor {hour} uhr",
    "to hour?": "{minute} vor {hour} | um {minute} vor {hour}",
    "century": "{ord} jahrhundert/jahrhunderts | im/des {ord} jahrhundert/jahrhunderts",
    "decade": "{decade} | die/der {decade} | in den {decade} | {year} er | die/der {year} er | in den {year} er jahren | die/der {yy} er | {yy} er jahre/jahren | die/der {yy} er jahre | in den {yy} er jahren | in den {yy} ern | den {yy} ern",
}  # fmt: skip
