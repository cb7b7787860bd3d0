"""Spanish. Accents are folded (mañana is manana), so that they may be left out."""

from __future__ import annotations

ORDER = "dmy"
BY_CHARACTER = False
COMMON = frozenset([
    "el", "la", "los", "las", "de", "del", "en", "que", "y", "a", "al", "por", "para", "con", "un", "una", "lo", "se", "me", "es",
    "fue", "hemos", "he", "sobre", "volvere", "vuelvo", "cuando", "como", "estare", "vamos", "desde", "hasta", "entre",
])  # fmt: skip
ASKS_ABOUT_PAST = (
    "que dijo", "que dije", "que dijimos", "dijo", "dijiste", "dijimos", "hablamos", "hablaste", "decidimos", "decidi", "decidio", "acordamos",
    "mencione", "mencionaste", "menciono", "escribi", "escribiste", "recuerdas", "recuerda", "acuerdas", "fue", "fueron", "estaba", "habiamos",
    "hemos", "anteriormente",
)  # fmt: skip

_MONTHS = (
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre, setiembre", "octubre", "noviembre", "diciembre",
)  # fmt: skip
_WEEKDAYS = ("lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo")
_SHORT = ("ene", "feb", "", "abr", "", "jun", "jul", "ago", "sept, sep", "oct", "nov", "dic")
_ORDINALS = (
    "primer, primero, primera, 1er, 1ro, 1ra", "segundo, segunda, 2do, 2da", "tercer, tercero, tercera, 3er, 3ra", "cuarto, cuarta", "quinto, quinta", "sexto, sexta", "septimo, septima",
    "octavo, octava", "noveno, novena", "decimo, decima",
)  # fmt: skip
_QUARTERS = ("primer, primero", "segundo", "tercer, tercero", "cuarto")

_NOT_NOW: dict[int | float | str, str] = {
    -2: "penultimo, penultima, antepasado, antepasada, antes pasado, antes pasada",
    -1: "ultimo, ultima, ultimos, ultimas, pasado, pasada, pasados, pasadas, anterior, anteriores, previo, previa, previos, previas",
    1: "proximo, proxima, proximos, proximas, siguiente, siguientes, que viene, que vienen, venidero, venideros, entrante",
}

WORDS: dict[str, dict[int | float | str, str]] = {
    "unit": {
        "second": "segundo, segundos, seg", "minute": "minuto, minutos, min", "hour": "hora, horas", "day": "dia, dias", "week": "semana, semanas",
        "weekend": "fin de semana, fines de semana, finde, find", "workweek": "semana laboral", "fortnight": "quincena, quincenas",
        "month": "mes, meses", "quarter": "trimestre, trimestres", "half": "semestre, semestres", "year": "ano, anos, ano calendario",
        "decade": "decada, decadas, decenio, decenios", "century": "siglo?, siglos?", "season": "estacion, estaciones",
    },
    "shortunit": {"hour": "h", "minute": "m", "day": "d"},
    "weekday": {number: f"{day}, sabados" if number == 5 else f"{day}, domingos" if number == 6 else day for number, day in enumerate(_WEEKDAYS)},
    "shortday": {0: "lun", 1: "mar", 2: "mie, mier", 3: "jue", 4: "vie", 5: "sab", 6: "dom"},
    "month": {
        number + 1: ", ".join([names, *(f"{short}?, {short}.?" for short in _SHORT[number].split(", ") if short)])
        for number, names in enumerate(_MONTHS)
    },
    # The sea, too.
    "shortmonth": {3: "mar"},
    "season": {0: "primavera", 1: "verano", 2: "otono", 3: "invierno"},
    "relative": {**_NOT_NOW, 0: "este, esta, estos, estas, actual, presente"},
    # What may follow; not "esta", which is "está" as well.
    "past": {**_NOT_NOW, 0: "actual, en curso, corriente, presente"},
    "part": {
        "dawn": "madrugada, amanecer", "morning": "la manana de, la manana del, manana del, por la manana, de la manana, en la manana, a la manana", "noon": "mediodia, medio dia",
        "lunch": "almuerzo?, hora del almuerzo", "afternoon": "tarde?, tardes?, por la tarde, de la tarde, en la tarde, a la tarde",
        "night": "noche?, noches?, por la noche, de la noche, en la noche, a la noche", "evening": "atardecer, anochecer, tardecita", "midnight": "medianoche, media noche",
    },
    "meridiem": {"am": "am, a.m., a.m, a m", "pm": "pm, p.m., p.m, p m"},
    "edge": {
        "early": "principio, principios, inicio, inicios, comienzo, comienzos, a principios, a principio, al principio, al inicio, a inicios, al comienzo, a comienzos, temprano",
        "middle": "mediados, a mediados, mitad, a mitad, mediado", "late": "final, finales, fin, fines, a finales, a final, al final, a fines, al fin",
        "first half": "primera mitad, la primera mitad, primera quincena, la primera quincena, 1ª quincena", "second half": "segunda mitad, la segunda mitad, segunda quincena, la segunda quincena, 2ª quincena", "so far": "mas temprano, en lo que va, lo que va", "rest": "resto, el resto, mas tarde",
    },
    "quarter": {
        number: ", ".join([f"q{number}, t{number}?, {number} t?, {number}.° trimestre, {number}º trimestre, {number}er trimestre", *(f"{said} trimestre" for said in names.split(", "))])
        for number, names in enumerate(_QUARTERS, 1)
    },
    "half": {1: "primer semestre, primer semestre del ano", 2: "segundo semestre"},
    "number": {
        0: "cero, zero", 0.5: "media, medio", 1: "un, uno, una", 2: "dos, un par de, par de", 3: "tres, unos, unas, algunos, algunas, pocos, pocas, unos pocos, unas pocas, unos cuantos, varios, varias", 4: "cuatro",
        5: "cinco", 6: "seis", 7: "siete", 8: "ocho", 9: "nueve", 10: "diez", 11: "once", 12: "doce", 13: "trece", 14: "catorce", 15: "quince", 16: "dieciseis, diez y seis",
        17: "diecisiete", 18: "dieciocho", 19: "diecinueve", 20: "veinte", 21: "veintiuno, veintiun, veintiuna", 22: "veintidos", 23: "veintitres", 24: "veinticuatro", 25: "veinticinco",
        26: "veintiseis", 27: "veintisiete", 28: "veintiocho", 29: "veintinueve", 30: "treinta", 40: "cuarenta", 50: "cincuenta", 60: "sesenta", 70: "setenta", 80: "ochenta", 90: "noventa",
        100: "cien, ciento", 200: "doscientos", 300: "trescientos", 400: "cuatrocientos", 500: "quinientos", 600: "seiscientos", 700: "setecientos", 800: "ochocientos", 900: "novecientos", 1000: "mil",
    },
    "ordinal": {-1: "ultimo, ultima", **dict(enumerate(_ORDINALS, 1))},
    "suffix": {"o": "o, a, er, ro, do, to, º, ª, .º, .ª, °, .o"},
    "joiner": {"y": "y"},
    "fraction": {15: "cuarto, un cuarto", 30: "media"},
    "hour": {12: "mediodia, medio dia", 0: "medianoche"},
    "when": {
        "unit=day 0": "hoy, hoy dia, el mismo dia, el dia de hoy", "unit=day -1": "ayer, el dia de ayer", "unit=day -2": "anteayer, antier, antes de ayer, antes ayer, el dia antes de ayer", "unit=day -3": "trasanteayer",
        "unit=day 1": "manana?, el dia de manana", "unit=day 2": "pasado manana",
        "unit=day -1,part=night": "anoche, ayer noche, ayer por la noche, ayer en la noche, la noche pasada, la noche de ayer", "unit=day -2,part=night": "anteanoche, antes de anoche",
        "unit=day 0,part=night": "esta noche, hoy por la noche, hoy en la noche, hoy a la noche", "unit=day 0,part=morning": "esta manana, hoy por la manana, hoy en la manana",
        "unit=day 0,part=afternoon": "esta tarde, hoy por la tarde, hoy en la tarde", "unit=day 0,part=dawn": "esta madrugada", "unit=day 1,part=morning": "manana por la manana, manana en la manana",
        "unit=day 1,part=afternoon": "manana por la tarde", "unit=day 1,part=night": "manana por la noche", "ago=minute 0": "ahora, ahorita, ahora mismo, en este momento, ya mismo?, justo ahora",
        "weekday=5,whole=weekend": "el fin de semana, fin de semana, el finde, este finde pasado",
        "unit=weekend 0": "este fin de semana, este finde",
        "ago=month -18": "hace ano y medio", "ago=minute -30": "hace media hora, hace media horita",
        "part=morning,edge=early": "a primera hora?, a primera hora de la manana, temprano?, temprano por la manana, temprano en la manana", "part=evening": "a ultima hora?",
        "part=afternoon,edge=late": "a ultima hora de la tarde, al final de la tarde", "part=morning,edge=late": "a ultima hora de la manana",
        "part=afternoon,edge=middle": "a media tarde", "part=morning,edge=middle": "a media manana",
        **{
            f"run={unit} -3": ", ".join(f"{before} {last} {units}" for before in (the, f"en {the}", f"est{the[1:]}", f"durante {the}"))
            for unit, units, the, last in (
                ("hour", "horas", "las", "ultimas"), ("day", "dias", "los", "ultimos"), ("week", "semanas", "las", "ultimas"),
                ("month", "meses", "los", "ultimos"), ("year", "anos", "los", "ultimos"),
            )
        },
        **{
            f"part=night,weekday={number}": f"noche del {day} al {_WEEKDAYS[(number + 1) % 7]}, noche de {day} a {_WEEKDAYS[(number + 1) % 7]}"
            for number, day in enumerate(_WEEKDAYS)
        },
        "unit=year 0,edge=so far": "en lo que va de ano, en lo que va del ano",
    },
    "holiday": {
        "islamic 10-1 x3": "eid al-fitr", "islamic 12-10 x3": "eid al-adha, fiesta del sacrificio", "islamic 9-1 x30": "ramadan",
        "1-1": "ano nuevo, dia de ano nuevo", "1-6": "dia de reyes, reyes magos, reyes?, epifania", "2-14": "san valentin, dia de los enamorados", "3-8": "dia de la mujer", "easter-47": "carnaval?", "easter-46": "miercoles de ceniza",
        "easter-7": "domingo de ramos", "easter-7 x8": "semana santa", "easter-3": "jueves santo", "easter-2": "viernes santo", "easter": "pascua, domingo de pascua, domingo de resurreccion, dia de pascua", "5-1": "dia del trabajo, dia del trabajador",
        "5 sun 1": "dia de la madre", "3-19": "dia del padre", "10-12": "dia de la hispanidad, dia de la raza", "10-31": "halloween", "11-1": "todos los santos, dia de todos los santos", "11-2": "dia de los muertos, dia de muertos, dia de los difuntos",
        "12-6": "dia de la constitucion", "12-8": "inmaculada concepcion", "11 thu 4": "accion de gracias, dia de accion de gracias", "11 thu 4 +1": "viernes negro, black friday", "12-24": "nochebuena, noche buena", "12-25": "navidad, navidades, dia de navidad",
        "12-28": "dia de los inocentes", "12-31": "nochevieja, noche vieja, fin de ano, vispera de ano nuevo", "7-4": "dia de la independencia", "4-22": "dia de la tierra",
    },
    "whole": {
        "week": "semana de, la semana de, semana del, la semana del, la semana que comienza, la semana que comienza el, semana que empieza el, la semana que empieza el",
        "weekend": "fin de semana del, el fin de semana del",
    },
    "never": {"": "cada, todos, todas, todos los, todas las, al dia"},
    "spoils": {"": "por ciento, veces, vez, euros, dolares, pesos, en dia, personas, lineas, paginas, intentos, porque, por, plano, lugar"},
    "before": {
        "since": "desde, a partir de, a partir del, desde el, desde la, desde los", "until": "hasta, hasta el, hasta la, hasta los, a mas tardar, no mas tarde de",
        "before": "antes de, antes del, antes de la, antes de las, previo a, anterior a", "after": "despues de, despues del, despues de la, despues de las, tras, luego de, luego del", "around": "a eso de, alrededor de, alrededor del, alrededor de las, cerca de, cerca del, cerca de las, hacia, hacia el, en torno a, en torno al",
        "from": "de, del, de las, de la", "between": "entre, entre el, entre la, entre las, entre los",
    },
    "to": {"to": "a, al, a las, a la, hasta, hasta el, hasta las, hasta la, hacia, -, ~, hasta el dia", "and": "y, y el, y la, y las, y los, e"},
    "behind": {"since": "en adelante", "until": "o antes", "around": "mas o menos, aproximadamente"},
    "glue": {"": "de, del, , en, el, la, los, las, al, a, por, para, desde, entre, sobre, a eso de, hacia, de la, de las, a la, a las, alrededor, alrededor de, cerca de, dia, -, @, ;"},
}  # fmt: skip

_DATES = (
    "{day} de {month} | {day} de {month} de {year} | {day} de {month} del {year} | {day} de {month} del ano {year} | {day} {month} | {day} {month} {year} | {day} de {month} {year} | {day} de {month} , {year} | {day} {month} , {year}"
    "| {day} {month} de {year} | {day} de {month} de {yy} | {day} {month} {yy} | {day} - {month} - {year} | {day} / {month} / {year} | {day} - {month} | {month} {day} | {month} {day} , {year} | {month} {day} {year} | {dd} del {mm} | {day} / {month}"
    "| {ord} de {month} | {ord} de {month} de {year} | {ord} dia de {month} | {year} {month} {day}"
)
PATTERNS = {
    "": (
        "{when} | {weekday} | el {weekday} | los {weekday} | {relative} {weekday} | el {relative} {weekday} | {weekday} {past} | el {weekday} {past} | de {weekday}"
        "| {month} | en {month} | {relative} {month} | {month} {past} | el mes de {month} | mes de {month} | {month} de {year} | {month} del {year} | {month} {year} | {month} , {year} | {year} {month} | {month} de {yy} | {month} del ano {year} | {month} - {year} | {month} / {year}"
        f"| {_DATES} | {' | '.join('el ' + one.strip() for one in _DATES.split('|'))}"
        "| el dia {day} | el/del {dd} / {mm} | el {dd} | el {day} de este/ese mes | {weekday} {dd} | {weekday} , {dd} | el {weekday} {dd} | {weekday} {day} | {weekday} el {dd} | el {weekday} , {dd} | este/proximo {dd} / {mm}"
        "| en {year} | en el {year} | en el ano {year} | el ano {year} | ano {year} | del ano {year} | ano calendario {year} | durante {year}"
        "| {shortday} .? {dd} | {shortday} .? {dd} / {mm} | {shortday} .? {dd} de {month} | {shortday} .? {dd} {month}"
        "| {dd} {shortmonth} | {dd} de {shortmonth} | {dd} {shortmonth} {year} | {dd} de {shortmonth} de {year} | {dd} - {shortmonth} - {year} | {dd} / {shortmonth} / {year} | {shortmonth} {year}"
        "| {holiday} | el {holiday} | en {holiday} | {relative} {holiday} | {holiday} {past} | {holiday} de/del {year} | {holiday} {year}"
        "| {relative} {season} | en {season} | en el/la {season} | {season} {past} | {season} de/del {year} | el {season} {past} | la {season} {past} | {season} {year}"
        "| {quarter} | el {quarter} | {quarter} de/del {year} | {quarter} del ano | {quarter} {year} | {year} {quarter} | {quarter} - {year} | {year} - {quarter} | {half} | {half} de/del {year} | el {half} | el {half} de/del {year}"
        "| a la/las {hour} {part} | {hh} {part} | a las {hour} {meridiem} | {hour} {meridiem} | {hh} : {min} {meridiem} | a las {hh} : {min} {meridiem} | {hh} . {min} {meridiem} | {hh} {min} {meridiem} | a las {hh} : {min} | a las {hh} . {min} | a la {hh} : {min} | a las {hh} h"
        "| {hour} en punto | a la/las {hour} en punto | a las {hour} horas | las {hour} {meridiem} | las {hour} {part} | a las {hour} {minute} | a las {hour} {minute} {meridiem} | las {hour} cero {minute} {meridiem} | {hour} cero {minute} {meridiem}"
        "| a la/las {hour} y {minute} | a la/las {hour} y {minute} {part} | a la/las {hour} y {minute} {meridiem} | las {hour} y {minute} | {hour} y {minute} {meridiem} | a las {hour} {minute} {part} | al mediodia | a medianoche"
        "| {part} del {dd} | semana {week} | la semana {week} | semana {week} de/del {year} | {hh} : {min} : {sec} {meridiem} | a las {hh} : {min} : {sec}"
    ),
    "?": "{whole} | {ord} | el {ord} | {part} | {edge} | {meridiem} | a la/las {hour} | {year} | {season} | las {hour} | del {dd} | {hour} {part} | {hour} horas | {unit} {past}",
    "unit": (
        "{unit} {past} | el/la {unit} {past} | {relative} {unit} | el/la {relative} {unit} | en el/la {unit} {past} | {edge} del/de {unit} | {edge} de/del {relative} {unit} | {edge} de/del {unit} {past} | {edge} de la/el {unit} | {edge} de la {unit} {past}"
        "| el {day} de {unit} {past} | {edge} {unit}"
    ),
    "past": "el/la ultimo/ultima {unit} | en el/la ultimo/ultima {unit} | durante el/la ultimo/ultima {unit}",
    "last of": "ultimo/ultima {unit} | el/la ultimo/ultima {unit} | ultimo {weekday} | el ultimo {weekday}",
    "run": (
        "{relative} {n} {unit} | los/las {relative} {n} {unit} | {n} {relative} {unit} | los/las {n} {relative} {unit} | {n} {unit} {past} | los/las {n} {unit} {past} | en los/las {relative} {n} {unit} | durante los/las {relative} {n} {unit}"
        "| los/las {relative} {unit} {past} | en los/las {n} {relative} {unit}"
    ),
    "nth": "{ord} {unit} | el/la {ord} {unit} | {ord} {weekday} | el {ord} {weekday} | {n} .ª {unit} | el/la {n} ª {unit}",
    "ago": "hace ya? {n} {unit} | hace casi/aproximadamente {n} {unit} | hace {n} {shortunit} | {n} {unit} atras | hace {n} {unit} y {n} {unit} | hace {n} {unit} {n} {unit} | hace unos/unas {n} {unit} | hace como {n} {unit} | hace mas de {n} {unit} | hace {n} {unit} , {n} {unit}",
    "ago?": "{n} {unit} antes",
    "part ago": "hace {n} {part}",
    "back": "hace {n} {weekday}",
    "ago and half": "hace {n} {unit} y medio/media",
    "since": "desde hace {n} {unit}",
    "hence": "en {n} {unit} | dentro de {n} {unit} | de aqui a {n} {unit} | en {n} {unit} y {n} {unit} | en unos {n} {unit} | {n} {unit} a partir de hoy/ahora",
    "hence?": "{n} {unit} despues | {n} {unit} mas tarde | despues de {n} {unit}",
    "past hour": "a la/las {hour} y {fraction} | las {hour} y {fraction} | a la/las {hour} y {fraction} {part} | las {hour} y {fraction} {part} | a la/las {hour} y {fraction} {meridiem}",
    "past hour?": "{hour} y {fraction}",
    "to hour": "a la/las {hour} menos {fraction} | las {hour} menos {fraction} | {hour} menos {fraction} | a la/las {hour} menos {minute} | las {hour} menos {minute} | {fraction} para la/las {hour} | {minute} para las {hour} | {hour} menos {fraction} {part} | a la/las {hour} menos {fraction} {part}",
    "decade": "los anos {n} | anos {n} | la decada de {year} | la decada de los {n} | decada de {year} | los {year} | {year} s",
}  # fmt: skip
