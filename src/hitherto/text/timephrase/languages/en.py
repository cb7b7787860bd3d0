"""English."""

from __future__ import annotations

ORDER = "mdy"
BY_CHARACTER = False
COMMON = frozenset(["the", "a", "of", "in", "on", "what", "did", "i", "we", "and", "to", "is", "at", "about", "my"])
ASKS_ABOUT_PAST = (
    "did", "was", "were", "had", "said", "told", "decided", "discussed", "talked", "mentioned", "agreed", "wrote",
    "remember", "remind", "recall", "earlier", "previously", "have we", "have i", "have you",
)  # fmt: skip

WORDS: dict[str, dict[int | float | str, str]] = {
    "unit": {
        "season": "season, seasons",
        "second": "second, seconds, sec, secs",
        "minute": "minute, minutes, min, mins",
        "hour": "hour, hours, hr, hrs, h",
        "day": "day, days",
        "week": "week, weeks, wk, wks",
        "weekend": "weekend, weekends, week-end, week end",
        "workweek": "working week, work week, workweek, business week",
        "fortnight": "fortnight, fortnights",
        "month": "month, months, mth, mths",
        "quarter": "quarter, quarters, qtr, qtrs",
        "half": "half-year, half year",
        "year": "year, years, yr, yrs, calendar year",
        "decade": "decade, decades",
        "century": "century, centuries",
    },
    "weekday": {
        0: "monday, mondays, mon?",
        1: "tuesday, tuesdays, tue?, tues?",
        2: "wednesday, wednesdays, wed?",
        3: "thursday, thursdays, thu?, thur?, thurs?",
        4: "friday, fridays, fri?",
        5: "saturday, saturdays, sat?",
        6: "sunday, sundays, sun?",
    },
    "month": {
        1: "january, jan?, jan.?",
        2: "february, feb?, feb.?",
        3: "march?, mar?, mar.?",
        4: "april, apr?, apr.?",
        5: "may?",
        6: "june, jun?, jun.?",
        7: "july, jul?, jul.?",
        8: "august, aug?, aug.?",
        9: "september, sept?, sep?, sept.?, sep.?",
        10: "october, oct?, oct.?",
        11: "november, nov?, nov.?",
        12: "december, dec?, dec.?",
    },
    "season": {1: "summer", 2: "autumn", 3: "winter"},
    "rare": {0: "spring", 2: "fall"},
    "relative": {
        -2: "second to last, penultimate",
        -1: "last, previous, prev, preceding, prior, this last, the most recent, most recent",
        0: "this?, current, the current, the same, this same, this very",
        1: "next, coming, the coming, upcoming, following, the following",
    },
    "shortunit": {"day": "d", "week": "w", "month": "mo", "year": "y", "minute": "m", "second": "s"},
    "past": {-1: "past, the past, this past"},
    "doubly": {-2: "before last"},
    "part": {
        "dawn": "dawn?, early morning",
        "morning": "morning?, mornings?",
        "noon": "noon?, midday?, mid day?, mid-day?",
        "lunch": "lunch?, lunchtime?, lunch time?",
        "afternoon": "afternoon?, afternoons?",
        "evening": "evening?, evenings?, eve?",
        "night": "night?, nights?, nighttime?",
        "midnight": "midnight?",
        "working hours": "business hours?, working hours?, office hours?",
    },
    "meridiem": {"am": "am, a.m., a.m, a m", "pm": "pm, p.m., p.m, p m"},
    "letter": {"am": "a", "pm": "p, p."},
    "edge": {
        "early": "early, early in, beginning of, the beginning of, start of, the start of, early part of, the early part of",
        "middle": "middle of, the middle of, mid, mid-",
        "late": "late, late in, end of, the end of, close of, the close of",
        "so far": "so far, earlier",
        "rest": "rest, remainder, the rest, the remainder, later",
        "first half": "first half, the first half, 1st half",
        "second half": "second half, the second half, last half, the last half, 2nd half",
    },
    "quarter": {1: "q1, first quarter, 1st quarter, first qtr, 1st qtr", 2: "q2, second quarter, 2nd quarter, second qtr, 2nd qtr",
                3: "q3, third quarter, 3rd quarter, third qtr, 3rd qtr", 4: "q4, fourth quarter, 4th quarter, fourth qtr, 4th qtr"},
    "half": {1: "h1", 2: "h2"},
    "number": {
        0.5: "half a, half an",
        1: "one, a, an",
        2: "two, a couple of, a couple, couple of, couple",
        3: "three, a few, few, several",
        4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 11: "eleven", 12: "twelve, a dozen, dozen",
        13: "thirteen", 14: "fourteen", 15: "fifteen", 16: "sixteen", 17: "seventeen", 18: "eighteen", 19: "nineteen",
        20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 70: "seventy", 80: "eighty", 90: "ninety",
        100: "hundred", 1000: "thousand",
    },
    "ordinal": {
        1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth",
        10: "tenth", 11: "eleventh", 12: "twelfth", 13: "thirteenth", 14: "fourteenth", 15: "fifteenth", 16: "sixteenth",
        17: "seventeenth", 18: "eighteenth", 19: "nineteenth", 20: "twentieth", 30: "thirtieth",
    },
    "hour": {12: "noon, midday", 0: "midnight"},
    "decade": {1950: "fifties", 1960: "sixties", 1970: "seventies", 1980: "eighties", 1990: "nineties"},
    "fraction": {15: "quarter, a quarter"},
    "spoils": {"": "of the, of our, of my, of a, of an, of his, of her, of their, of this, of that"},
    "never": {"": "every, each"},
    "suffix": {"th": "st, nd, rd, th"},
    "joiner": {"and": "and"},
    "when": {
        "unit=day 0": "today, the same day, later today",
        "unit=day -1": "yesterday, yday",
        "unit=day -2,part=night": "night before last, the night before last",
        "weekday=5,whole=weekend": "over the weekend, on the weekend, at the weekend, during the weekend, this past weekend",
        "unit=week 0,edge=middle": "midweek?, mid-week?",
        "unit=day -2": "day before yesterday, the day before yesterday",
        "unit=day 1": "tomorrow, tmrw",
        "unit=day 2": "day after tomorrow, the day after tomorrow",
        "unit=day 0,part=night": "tonight, this night",
        "unit=day -1,part=night": "last night, yesterday night",
        "unit=day -1,part=evening": "last evening, yesterday evening",
        "unit=week -2": "week before last, the week before last",
        "unit=month -2": "month before last, the month before last",
        "unit=year -2": "year before last, the year before last",
        "unit=weekend -2": "weekend before last, the weekend before last",
        "unit=month 0,edge=early": "bom?", "unit=month 0,edge=late": "eom?",
        "unit=year 0,edge=early": "boy?", "unit=year 0,edge=late": "eoy?",
        "ago=minute 0": "right now, now, at the moment, at the present time, at this time, just now",
        "unit=year 0,edge=so far": "year to date, ytd?",
        "unit=month 0,edge=so far": "month to date, mtd?",
    },
    "holiday": {
        "12-25": "christmas?, xmas?, christmas day",
        "12-24": "christmas eve, xmas eve",
        "12-31": "new year's eve, new years eve, nye?",
        "1-1": "new year's day, new years day, new year's, new year?",
        "easter": "easter?, easter sunday", "easter-2": "good friday", "easter+1": "easter monday", "easter-47": "mardi gras?",
        "easter-46": "ash wednesday", "easter-7": "palm sunday", "easter+39": "ascension day", "easter+49": "pentecost?",
        "10-31": "halloween?", "2-14": "valentine's day, valentines day, valentine's", "3-17": "st patrick's day, st patricks day, st paddy's day",
        "7-4": "independence day", "11 thu 4": "thanksgiving?, thanksgiving day", "11 thu 4 +1": "black friday", "11 thu 4 +4": "cyber monday",
        "9 mon 1": "labor day, labour day", "5 mon -1": "memorial day", "1 mon 3": "mlk day, martin luther king day, civil rights day",
        "2 mon 3": "presidents day, presidents' day, president's day", "11-11": "veterans day, remembrance day", "4-22": "earth day",
        "5 sun 2": "mother's day, mothers day", "6 sun 3": "father's day, fathers day", "12-26": "boxing day", "2-2": "groundhog day",
        "islamic 10-1 x3": "eid al-fitr, eid ul-fitr, eid al fitr, id al-fitr", "islamic 12-10 x3": "eid al-adha, eid ul-adha, eid al adha, id ul-adha, id al-adha, bakr id, bakrid, feast of the sacrifice, sacrifice feast", "islamic 9-1 x30": "ramadan", "islamic 3-12": "mawlid, mawlid al-nabawi", "islamic 1-1": "islamic new year", "islamic 1-10": "ashura",
        "5-1": "may day",
    },
    "whole": {
        "week": "week of, the week of, week commencing, the week commencing, week beginning, the week beginning, w/c, week starting",
        "weekend": "weekend of, the weekend of",
        "month": "month of?, the month of?",
    },
    "before": {
        "since": "since, ever since, starting from, starting on, from and after, as from",
        "until": "as of, until, till, til, up to, up until, by, no later than, through",
        "before": "before, prior to, earlier than",
        "after": "after, later than",
        "around": "around, circa, approximately, roughly",
        "from": "from", "between": "between",
    },
    "to": {"to": "to, until, untill, till, til, through, thru, up to, up until, -, ~, and then", "and": "and"},
    "behind": {"since": "onwards, onward, and later, or later, and after, and onwards, and up", "until": "or earlier, and earlier, and before, or before"},
    "glue": {"": "of, , in, on, at, the, during, from, 's, by, for, @, -, around, about, between, ∙, ;"},
}  # fmt: skip

PATTERNS = {
    "": (
        "{when} | {month} | in/during/of/since {month} | {relative} {month} | the month of {month} | month of {month}"
        "| {month} {year} | {month} of/in/, {year} | {year} , {month} | {year} {month} | {month} ' {yy} | {year} - {month} | {month} - {year} | {month} {yy}"
        "| {month} {day} | {month} the {ord} | {month} / {dd} | {month} - {dd} | {day} {month} | {dd} / {month} | {dd} - {month}"
        "| {day} of {month} | {day} of {month} {year} | {day} of {month} , {year} | {day} of {month} of/in {year} | {ord} day of {month} | the {ord} of {month} | the {day} {month}"
        "| {month} {day} {year} | {month} {day} , {year} | {month} {day} of/in {year} | {month} {day} ' {yy} | {month} {day} , ' {yy}"
        "| {day} {month} {year} | {day} {month} , {year} | {ord} of {month} {year} | {ord} of {month} , {year} | {ord} of {month} of {year} | {day} {month} {yy}"
        "| {year} / {month} / {dd} | {year} - {month} - {dd} | {dd} / {month} / {year} | {dd} - {month} - {year} | {month} - {dd} - {year} | {month} / {dd} / {year} | {dd} - {month} - {yy}"
        "| on the {day} | on the {ord} of {month} | the {ord} , {month}"
        "| {weekday} | on {weekday} | {relative} {weekday} | {past} {weekday} | {weekday} {doubly} | the {weekday} {doubly} | {weekday} the {ord} | {weekday} , the {ord} | {weekday} {ord} | {weekday} {dd}"
        "| {relative} {weekday} the {ord}"
        "| in/since/during/by {year} | the year {year} | year {year} | calendar year {year} | cy {year} | fy {year}"
        "| {holiday} | {holiday} in/of {year} | on/at/over/during/since/before/after {holiday} | {relative} {holiday} | {holiday} {year}"
        "| {relative} {season} | {season} {year} | {season} of {year} | in/during {season} | in/during the {season} | {relative} {rare} | {rare} {year} | {rare} of/in {year}"
        "| {quarter} | {quarter} {year} | {quarter} - {year} | {year} - {quarter} | {year} {quarter} | {half} {year} | {year} - {half} | {year} {half} | {half} - {year} | {quarter} of/in {year} | {relative} {quarter}"
        "| at {hh} h | at {hh} h {min} | {part} | in the {part} | at {part} | during the {part} | by {part}"
        "| week {week} | week {week} of/in {year} | week {week} , {year} | week {week} {year} | {year} - w {week} | {year} w {week} | {season} of ' {yy} | {season} ' {yy} | {day} {month} ' {yy}"
        "| {hour} {meridiem} | {hour} in the {meridiem} | {hour} in the {part} | at {hour} in the {part} | {hour} at {part} | {hh} : {min} in the {part} | {hh} : {min} {meridiem} | {hh} : {min} : {sec} {meridiem} | {hh} . {min} {meridiem} | {hh} {min} {meridiem}"
        "| {hour} o'clock | {hour} oclock | {hour} o ' clock | {hour} o'clock {meridiem} | {hour} oclock {meridiem} | {hour} {minute} {meridiem}"
    ),
    "?": "{whole} | the {when} | at the {when} | {part} | {edge} | {meridiem} | at/@ {hour} | the {day} |  {season} | {rare} | {ord} | the {ord} | {year} | at {hh} : {min} | {hour} {part}",
    "tight": "{hour} {letter} | {hh} : {min} {letter}",
    "day part": "this {part} | {hour} this {part} | at {hour} this {part} | {relative} {part} | {hour} {relative} {part} | at {hour} {relative} {part}",
    "unit": "{day} of {relative} {unit} | {day} of the {relative} {unit} | {edge} {unit} | {edge} the {unit} | {edge} of the {unit} | {edge} the {relative} {unit} | {relative} {unit} | the {relative} {unit} | {relative} {unit} ' s",
    "last of": "last {unit} | the last {unit} | last {weekday} | the last {weekday}",
    "run": ("{past} {n} {unit} | {n} {past} {unit} | over/in/during/within {past} {n} {unit} |"
        "{relative} {n} {unit} | the {relative} {n} {unit} | {n} {relative} {unit} | {relative} {n} of {unit} | the {n} {relative} {unit}"
        "| over the {relative} {unit} | during the {relative} {n} {unit} | within the {relative} {unit} | within the {relative} {n} {unit} "
        "| over the {relative} {n} {unit} | in the {relative} {n} {unit}"
    ),
    "nth": "{ord} {unit} | the {ord} {unit} | {ord} {weekday} | the {ord} {weekday}",
    "ago": (
        "{n} {unit} ago | {n} {shortunit} ago | {n} {unit} back | {n} {unit} before now"
        "| {n} {unit} {n} {unit} ago | {n} {unit} and {n} {unit} ago | {n} {unit} , {n} {unit} ago | {n} {unit} in the past"
    ),
    "ago and half": "{n} {unit} and a half ago | {n} and a half {unit} ago",
    "past": "{past} {unit} | in/over/during/within {past} {unit}",
    "first of": "first {n} {unit} | the first {n} {unit}",
    "last few of": "last {n} {unit} | the last {n} {unit} | final {n} {unit} | the final {n} {unit}",
    "ago?": "{n} {unit} earlier | {n} {unit} before",
    "part ago": "{n} {part} ago",
    "back": "{n} {weekday} ago | {n} {weekday} back",
    "hence?": "after {n} {unit} | {n} {unit} later",
    "within": "within {n} {unit} | within the next {n} {unit}",
    "hence": (
        "in {n} {unit} | in about/approximately/roughly {n} {unit} | {n} {unit} from now | {n} {unit} hence | {n} {unit} from today"
        "| in {n} {unit} {n} {unit} | in {n} {unit} and {n} {unit} | in {n} {unit} ' time | {n} {unit} out"
    ),
    "past hour?": "{minute} after {hour}",
    "past hour": "{fraction} past {hour} | {fraction} past {hour} {meridiem} | {fraction} after {hour} | {minute} past {hour} | {minute} minutes past {hour} | {minute} minutes past {hour} h | half past {hour} | {minute} past {hour} {meridiem} | half past {hour} {meridiem}",
    "to hour": "{fraction} to/till/until/of/before {hour} | {fraction} to/till/until/of/before {hour} {meridiem} |  {minute} minutes to/till/before {hour} | {minute} to {hour} {meridiem}",
    "decade": "the {decade} | {decade} | the {year} s | {year} s | the {yy} s | the {n} s",
    "century": "{ord} century | the {ord} century",
}  # fmt: skip
