"""French. Accents are folded (été is ete), so that they may be left out; l' and d' are words of two."""

from __future__ import annotations

ORDER = "dmy"
BY_CHARACTER = False
COMMON = frozenset([
    "le", "la", "les", "l", "de", "du", "des", "d", "et", "en", "un", "une", "au", "aux", "je", "j", "nous", "que", "qu", "est", "dans", "pour", "ce", "cette",
    "avec", "sur", "il", "elle", "on", "ne", "pas", "reviendrai", "serai", "vais", "entre",
])  # fmt: skip
ASKS_ABOUT_PAST = (
    "a dit", "ai dit", "avons dit", "avait", "avions", "etait", "etaient", "avons-nous", "a-t-on", "avons parle", "avons decide", "a decide", "ai decide", "decide",
    "discute", "convenu", "mentionne", "ecrit", "rappelles", "rappelle", "souviens", "souvenez", "auparavant", "precedemment", "tout a l'heure", "qu'est-ce qu'on a",
)  # fmt: skip

_MONTHS = (
    "janvier", "fevrier", "mars?", "avril", "mai?", "juin", "juillet", "aout", "septembre", "octobre", "novembre", "decembre",
)  # fmt: skip
_WEEKDAYS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
_SHORT = ("janv, jan", "fevr, fev", "", "avr", "", "", "juil", "", "sept, sep", "oct", "nov", "dec")
_ORDINALS = (
    "premier, premiere, 1er, 1ere, 1re", "deuxieme, second, seconde", "troisieme", "quatrieme", "cinquieme", "sixieme", "septieme", "huitieme", "neuvieme", "dixieme",
)  # fmt: skip

_TEENS = {
    11: "onze",
    12: "douze",
    13: "treize",
    14: "quatorze",
    15: "quinze",
    16: "seize",
    17: "dix-sept",
    18: "dix-huit",
    19: "dix-neuf",
}

_NOT_NOW: dict[int | float | str, str] = {
    -2: "avant-dernier, avant-derniere, avant dernier, avant derniere",
    -1: "dernier, derniere, derniers, dernieres, passe, passee, passes, passees, precedent, precedente, precedents, precedentes",
    1: "prochain, prochaine, prochains, prochaines, suivant, suivante, suivants, suivantes, qui vient, a venir",
}

WORDS: dict[str, dict[int | float | str, str]] = {
    "unit": {
        "second": "seconde, secondes, sec", "minute": "minute, minutes, min", "hour": "heure, heures, h", "day": "jour, jours, journee?, journees?", "week": "semaine, semaines",
        "weekend": "week-end, week-ends, weekend, weekends, week end, fin de semaine, fins de semaine", "workweek": "semaine de travail", "fortnight": "quinzaine",
        "month": "mois", "quarter": "trimestre, trimestres", "half": "semestre, semestres", "year": "an, ans, annee, annees, annee civile, annee calendaire", "decade": "decennie, decennies",
        "century": "siecle?, siecles?", "season": "saison, saisons",
    },
    "weekday": {number: f"{day}, {day}s" for number, day in enumerate(_WEEKDAYS)},
    # The sea and the game, too: days only beside a number.
    "shortday": {0: "lun", 1: "mar", 2: "mer", 3: "jeu", 4: "ven", 5: "sam", 6: "dim"},
    "month": {
        number + 1: ", ".join([name, *(f"{short}?, {short}.?" for short in _SHORT[number].split(", ") if short)]) for number, name in enumerate(_MONTHS)
    },
    "season": {0: "printemps", 2: "automne", 3: "hiver"},
    # Summer, and what has been.
    "rare": {1: "ete"},
    "relative": {**_NOT_NOW, 0: "ce, cet, cette, ces, actuel, actuelle"},
    "past": {**_NOT_NOW, -1: f"{_NOT_NOW[-1]}, d'avant", 0: "en cours, courant, actuel, actuelle"},
    "part": {
        "dawn": "aube, aurore, petit matin, tot le matin, tres tot le matin, debut de matinee, en debut de matinee", "morning": "matin?, matins?, matinee?, du matin, le matin, dans la matinee, dans la matinee, en matinee, au matin", "noon": "midi?, a midi",
        "lunch": "dejeuner?, heure du dejeuner, a l'heure du dejeuner", "afternoon": "apres-midi, apres midi, de l'apres-midi, l'apres-midi, dans l'apres-midi, aprem", "evening": "soir?, soirs?, soiree?, du soir, le soir, en soiree, dans la soiree, au soir, fin de journee, en fin de journee",
        "night": "nuit?, nuits?, de nuit, la nuit, dans la nuit, de la nuit", "midnight": "minuit?, a minuit",
    },
    "meridiem": {"am": "am, a.m., a.m", "pm": "pm, p.m., p.m"},
    "edge": {
        "early": "debut, au debut, en debut, debut de, au debut de, au debut du, au debut des, commencement, tot, tot dans", "middle": "milieu, mi, au milieu, mi-, en milieu", "late": "fin, a la fin, en fin, fin de, a la fin de, a la fin du",
        "first half": "premiere moitie, la premiere moitie, premiere quinzaine, la premiere quinzaine, 1ere quinzaine", "second half": "seconde moitie, deuxieme moitie, la seconde moitie, la deuxieme moitie, seconde quinzaine, deuxieme quinzaine, la seconde quinzaine, la deuxieme quinzaine, 2e quinzaine", "rest": "reste, le reste, plus tard, un peu plus tard", "so far": "plus tot",
    },
    "quarter": {
        1: "q1, t1?, premier trimestre, 1er trimestre", 2: "q2, t2?, deuxieme trimestre, second trimestre, 2e trimestre, 2eme trimestre", 3: "q3, t3?, troisieme trimestre, 3e trimestre, 3eme trimestre",
        4: "q4, t4?, quatrieme trimestre, dernier trimestre de, 4e trimestre, 4eme trimestre",
    },
    "half": {1: "s1?, premier semestre, 1er semestre", 2: "s2?, second semestre, deuxieme semestre, 2e semestre, 2eme semestre"},
    "number": {
        0: "zero", 0.5: "demi, demie, une demi, une demie", 1: "un, une", 2: "deux, une paire de, quelques deux", 3: "trois, quelques, plusieurs", 4: "quatre", 5: "cinq", 6: "six", 7: "sept?", 8: "huit", 9: "neuf", 10: "dix", 11: "onze", 12: "douze",
        13: "treize", 14: "quatorze", 15: "quinze", 16: "seize", 17: "dix-sept, dix sept", 18: "dix-huit, dix huit", 19: "dix-neuf, dix neuf", 20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante", 70: "soixante-dix, soixante dix",
        80: "quatre-vingts, quatre-vingt, quatre vingt", 90: "quatre-vingt-dix, quatre vingt dix", **{60 + n: f"soixante-{name}, soixante {name}" for n, name in _TEENS.items()}, **{80 + n: f"quatre-vingt-{name}" for n, name in _TEENS.items()},
        71: "soixante et onze", 100: "cent", 1000: "mille, mil",
    },
    "ordinal": {-1: "dernier, derniere", **dict(enumerate(_ORDINALS, 1))},
    "suffix": {"e": "er, ere, re, e, eme, nd, nde, ieme"},
    "joiner": {"et": "et"},
    "fraction": {15: "quart, un quart, le quart", 30: "demi, demie"},
    "hour": {12: "midi"},
    "unith": {"": "heure, heures, h"},
    "when": {
        "unit=day 0": "aujourd'hui, aujourd hui, aujourdhui, ce jour, le jour meme, dans la journee, la journee?", "unit=day -1": "hier", "unit=day -2": "avant-hier, avant hier", "unit=day 1": "demain", "unit=day 2": "apres-demain, apres demain",
        "unit=day 0,part=morning": "ce matin", "unit=day 0,part=afternoon": "cet apres-midi, cette apres-midi, cet aprem", "unit=day 0,part=evening": "ce soir, cette soiree",
        "unit=day -1,part=evening": "hier soir, hier au soir, hier en soiree", "unit=day -1,part=night": "cette nuit, la nuit derniere, nuit derniere, hier nuit, hier dans la nuit, la nuit passee", "unit=day -1,part=morning": "hier matin, hier dans la matinee",
        "unit=day 1,part=morning": "demain matin", "unit=day 1,part=evening": "demain soir", "unit=year -1": "an dernier, l'an dernier, an passe, l'an passe",
        "ago=minute 0": "maintenant, en ce moment, a cet instant, tout de suite?, actuellement?, a l'instant?, des que possible?, le plus tot possible?", **{
            f"unit={unit} 0,edge=so far": f"depuis le debut {said}, depuis debut {said}"
            for unit, said in (("year", "de l'annee"), ("month", "du mois"), ("week", "de la semaine"))
        },
        "weekday=5,whole=weekend": "le week-end, le weekend, le week end, ce week-end passe",
        "ago=minute -30": "il y a une demi-heure, il y a une demie heure, il y a une demi heure",
        "hour=0,minute=30,meridiem=24": "minuit et demi, minuit trente, a minuit et demi", "part=evening,edge=late": "tard le soir, en fin de soiree",
        **{
            f"run={unit} -3": ", ".join(f"{before} {last} {units}" for before in ("les", "ces", "dans les", "au cours des", "ces tout"))
            for unit, units, last in (
                ("hour", "heures", "dernieres"), ("day", "jours", "derniers"), ("week", "semaines", "dernieres"), ("month", "mois", "derniers"), ("year", "annees", "dernieres"),
            )
        },
        **{
            f"part=night,weekday={number}": ", ".join(
                f"{before}nuit {said}" for before in ("", "la ", "dans la ")
                for said in (f"de {day} a {_WEEKDAYS[(number + 1) % 7]}", f"du {day} au {_WEEKDAYS[(number + 1) % 7]}")
            )
            for number, day in enumerate(_WEEKDAYS)
        },
    },
    "holiday": {
        "islamic 10-1 x3": "eid al-fitr, aid el-fitr, aid al-fitr, aid-el-fitr", "islamic 12-10 x3": "eid al-adha, aid el-adha, aid al-adha, aid-el-kebir, aid el-kebir", "islamic 9-1 x30": "ramadan",
        "1-1": "jour de l'an, nouvel an, le nouvel an, premier de l'an", "1-6": "epiphanie, fete des rois", "2-2": "chandeleur", "2-14": "saint valentin, saint-valentin, st valentin", "easter-47": "mardi gras, mardi-gras", "easter-46": "mercredi des cendres",
        "easter-7": "dimanche des rameaux, rameaux", "easter-3": "jeudi saint", "easter-2": "vendredi saint", "easter": "paques, dimanche de paques, jour de paques", "easter+1": "lundi de paques", "4-1": "poisson d'avril", "5-1": "fete du travail, premier mai", "5-8": "armistice de 1945, victoire 1945",
        "easter+39": "ascension, jeudi de l'ascension", "easter+49": "pentecote, dimanche de pentecote", "easter+50": "lundi de pentecote", "5 sun -1": "fete des meres", "6 sun 3": "fete des peres", "6-21": "fete de la musique", "7-14": "fete nationale, prise de la bastille, jour de la bastille", "8-15": "assomption",
        "10-31": "halloween", "11-1": "toussaint, la toussaint", "11-2": "jour des morts, fete des morts", "11-11": "armistice, jour de l'armistice", "12-24": "veille de noel, reveillon de noel", "12-25": "noel, jour de noel", "12-31": "saint sylvestre, saint-sylvestre, reveillon, veille du jour de l'an, reveillon du nouvel an",
        "11 thu 4": "thanksgiving, action de grace, action de graces", "11 thu 4 +1": "black friday", "4-22": "jour de la terre", "7-4": "jour de l'independance",
    },
    "whole": {
        "week": "semaine du, la semaine du, semaine de, semaine commencant le, la semaine commencant le, semaine debutant le, la semaine debutant le, la semaine qui commence le, semaine qui commence le",
        "weekend": "week-end du, le week-end du",
    },
    "never": {"": "chaque, tous les, toutes les, tous, toutes, par"},
    "spoils": {"": "%, pour cent, fois, euros, dollars, personnes, lignes, pages, essais, par, enfants"},
    "before": {
        "since": "depuis, a partir de, a partir du, a compter du, a compter de, des, des le, des la, depuis le, depuis la, depuis les, depuis l'", "until": "jusqu'a, jusqu'au, jusqu'en, jusque, jusqu'aux, jusqu'a la, au plus tard le", "before": "avant, avant le, avant la, avant les, avant l'",
        "after": "apres, apres le, apres la, apres les, apres l'", "around": "vers les, vers, vers le, vers la, autour du, autour de, aux alentours du, aux alentours de, aux environs de, environ", "from": "de, du, depuis le, de la, d'", "between": "entre, entre le, entre la, entre les",
    },
    "to": {"to": "a, au, jusqu'a, jusqu'au, jusqu'en, jusqu'a la, a la, aux, -, ~, et jusqu'a", "and": "et, et le, et la, et les, et l'"},
    "behind": {"since": "et apres, et au-dela", "until": "ou avant"},
    "glue": {"": "de, du, , le, la, les, l', d', des, en, a, au, aux, dans, pour, a la, de l', de la, dans l', dans la, entre, vers, environ, autour de, aux environs de, aux alentours de, -, @, ;"},
}  # fmt: skip
_DATES = (
    "{day} {month} | {day} {month} {year} | {day} {month} , {year} | {day} {month} {yy} | {day} de {month} | {day} de {month} {year} | {day} {month} de {year} | {day} de {month} de {year} | {day} - {month} - {year} | {day} / {month} / {year} | {dd} - {month}"
    "| {month} {day} | {month} {day} , {year} | {month} {day} {year} | {month} / {dd} | {ord} {month} | {ord} {month} {year} | {ord} de {month} | {ord} jour de {month} | {ord} jour de {month} {year} | {dd} e jour de {month} de {year} | {year} {month} {day} | {month} - {dd} - {year}"
)
PATTERNS = {
    "": (
        "{when} | {weekday} | {relative} {weekday} - ci | le {weekday} | {relative} {weekday} | {weekday} {past} | le {weekday} {past} | de {weekday}"
        "| {month} | en {month} | au mois de {month} | mois de {month} | le mois de {month} | au mois d ' {month} | {month} {past} | {relative} {month} | {month} {year} | {month} de {year} | {month} , {year} | {year} {month} | en {month} {year} | courant {month} | {month} {yy} | {month} de l ' annee {year}"
        f"| {_DATES} | {' | '.join('le ' + one.strip() for one in _DATES.split('|'))}"
        "| le {dd} | le/du {dd} / {mm} | {weekday} {dd} | {weekday} le {dd} | le {weekday} {dd} | {weekday} , {dd} | {weekday} {ord} | le {dd} de ce mois | le {dd} du mois"
        "| {shortday} .? {dd} | {shortday} .? {dd} / {mm} | {shortday} .? {dd} {month} | {shortday} .? {dd} {month} {year} | courant {year}"
        "| en {year} | en l ' an {year} | annee {year} | l ' annee {year} | de l ' annee {year} | annee civile {year} | durant/pendant {year}"
        "| {holiday} | le {holiday} | a {holiday} | {holiday} {past} | {holiday} {year} | {holiday} de {year} | {holiday} en {year} | la {holiday} | l ' {holiday}"
        "| {relative} {rare} | l ' {rare} | l ' {rare} {past} | {rare} {year} | l ' {rare} {year} | en {rare} | en {rare} {year} | {rare} de {year} | d ' {rare} {year} | {edge} {rare} | {edge} de l ' {rare} | {edge} {rare} {year}"
        "| {relative} {season} | {season} {past} | l ' {season} {past} | en {season} | au {season} | cet/ce {season} | {season} {year} | l ' {season} {year} | en {season} {year} | {season} de {year} | l ' {season}"
        "| {quarter} | au {quarter} | le {quarter} | {quarter} {year} | {quarter} de {year} | {quarter} de l ' annee | {quarter} en {year} | {year} {quarter} | {half} {year} | {half} de {year} | au/le {half} | {half} de l ' annee"
        "| a/vers/entre {hour} {unith} | {hour} {unith} {minute} | a {hour} {unith} {minute} | {hour} {unith} {part} | a {hour} {unith} {part} | {hour} {unith} {minute} {part} | a {hour} {unith} {minute} {part} | {hh} : {min} {meridiem} | {hour} {meridiem} | a {hh} : {min} | {hh} {min} {meridiem}"
        "| a {hh} h | a {hh} h {min} | {hour} {minute} {part} | {hh} h {part} | a {hh} h {part} | {hh} h {min} {part} | midi {minute} | a midi {minute} | {hh} : {min} {part} | vers {hh} h"
        "| semaine {week} | la semaine {week} | semaine {week} de {year} | semaine numero {week} | {hour} {unith} pile/precises"
    ),
    "?": "le {ord} | {part} | {edge} | {meridiem} | {year} | {season} | {ord} | du {dd} | {whole} | a {hour} | {hour} {unith} | {unit} {past}",
    "unit": (
        "{unit} {past} | la/le/l {unit} {past} | l ' {unit} {past} | {relative} {unit} | {relative} {unit} - ci | la/le {relative} {unit} | {edge} {unit} | {edge} {relative} {unit} | {edge} du/de/la {unit} | {edge} de la {unit} | {edge} l ' {unit} | {edge} de l ' {unit} | {edge} de la {unit} {past} | {edge} du {unit} {past}"
        "| {edge} d ' {unit} | {edge} de cette/ce {unit} | {edge} {unit} {past} | {edge} de l ' {unit} {past}"
    ),
    "day part": "{relative} {part}",
    "past": "le/la dernier/derniere {unit} | au cours du/de dernier {unit} | au cours de la derniere {unit} | durant le/la dernier/derniere {unit}",
    "last of": "dernier/derniere {unit} | le/la dernier/derniere {unit} | dernier {weekday} | le dernier {weekday}",
    "run": (
        "{n} {relative} {unit} | les/ces/des {n} {relative} {unit} | {relative} {n} {unit} | les/ces {relative} {n} {unit} | au cours des {n} {relative} {unit} | dans les {n} {relative} {unit} | pendant les {n} {relative} {unit} | durant les {n} {relative} {unit}"
        "| sur les {n} {relative} {unit} | au cours des {relative} {n} {unit} | {n} {unit} {past} | les {n} {unit} {past}"
    ),
    "nth": "{ord} {unit} | la/le {ord} {unit} | {ord} {weekday} | le {ord} {weekday}",
    "ago": "il y a {n} {unit} | il ya {n} {unit} | il y a {n} {unit} et {n} {unit} | il y a {n} {unit} {n} {unit} | il y a environ/presque/deja/bien {n} {unit} | voila/voici {n} {unit} | y a {n} {unit} | il y a plus de/d {n} {unit} | il y a a peu pres {n} {unit}",
    "ago?": "{n} {unit} plus tot | {n} {unit} avant",
    "part ago": "il y a {n} {part}",
    "back": "il y a {n} {weekday}",
    "ago and half": "il y a {n} {unit} et demi/demie",
    "since": "depuis {n} {unit} | ca fait {n} {unit}",
    "hence": "dans {n} {unit} | d ' ici {n} {unit} | dans {n} {unit} et {n} {unit} | dans environ {n} {unit}",
    "within": "dans les {n} {unit} | sous {n} {unit}",
    "hence?": "{n} {unit} plus tard | apres {n} {unit} | {n} {unit} apres",
    "past hour?": "{hour} et {fraction}",
    "past hour": "{hour} {unith} et {fraction} | a {hour} {unith} et {fraction} | midi et {fraction} | a midi et {fraction} | a {hour} et {fraction} | {hour} {unith} et {fraction} {part} | {hour} {unith} {fraction}",
    "to hour": "{hour} {unith} moins {fraction} | a {hour} {unith} moins {fraction} | {hour} {unith} moins le {fraction} | a {hour} {unith} moins le {fraction} | {hour} moins {fraction} | a {hour} moins {fraction} | {hour} moins le {fraction} | {hour} {unith} moins {minute} | a {hour} {unith} moins {minute} | {hour} moins {minute} | {hour} {unith} moins le {fraction} {part} | {hour} {unith} moins {fraction} {part}",
    "decade": "les annees {n} | annees {n} | des annees {n} | {year} s | en/les/des {n} s | les annees {year}",
}  # fmt: skip
