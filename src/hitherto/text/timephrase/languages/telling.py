"""Which words tell a time, and which a language is known by. Written by ``python -m tools.time_words``."""

from __future__ import annotations

ORDERS: dict[str, str] = {
    "en": "mdy",
    "de": "dmy",
    "es": "dmy",
    "fr": "dmy",
    "ru": "dmy",
    "ja": "mdy",
    "zh": "mdy",
}

TELLING: dict[str, str] = {
    "en": (
        "adha afternoon afternoons al am apr april ascension ash ashura aug august autumn bakr bakrid beginning black "
        "bom boxing boy business c calendar centuries century christmas civil commencing cyber d date dawn day days "
        "dec decade decades december early earth easter eid eighties end eom eoy eve evening evenings fall father "
        "fathers feast feb february fifties first fitr fortnight fortnights fourth fri friday fridays good gras "
        "groundhog h halloween hour hours hr hrs id independence islamic jan january jul july jun june just king "
        "labor labour lunch lunchtime luther m mar march mardi martin mawlid may memorial mid midday midnight midweek "
        "min mins minute minutes mlk mo moment mon monday mondays month months morning mornings mother mothers mtd "
        "mth mths nabawi nd new night nights nighttime nineties noon nov november now nye oct october office over p "
        "paddy palm past patrick patricks pentecost pm present president presidents q qtr qtrs quarter quarters "
        "ramadan rd remembrance right rights s sacrifice sat saturday saturdays season seasons sec second seconds "
        "secs sep sept september seventies sixties spring st summer sun sunday sundays th thanksgiving third thu thur "
        "thurs thursday thursdays time tmrw today tomorrow tonight tue tues tuesday tuesdays ul valentine valentines "
        "veterans w wed wednesday wednesdays week weekend weekends weeks winter wk wks work working workweek xmas y "
        "yday year years yesterday yr yrs ytd"
    ),
    "de": (
        "abend abends achtziger adha advent adventssonntag al allerheiligen allerseelen apr april aprilhaelfte "
        "aprilhalfte aprils aprilwoche arbeit arbeitswoche aschermittwoch aug august augusthaelfte augusthalfte "
        "augusts augustwoche bakr bettag bus buss christi deutschen dez dezember dezemberhaelfte dezemberhalfte "
        "dezembers dezemberwoche dienstag dienstagabend dienstagmittag dienstagmorgen dienstagnachmittag "
        "dienstagnacht dienstagvormittag donnerstag donnerstagabend donnerstagmittag donnerstagmorgen "
        "donnerstagnachmittag donnerstagnacht donnerstagvormittag dreifaltigkeitssonntag dreikoenigstag dreikonigstag "
        "dreisiger dreissiger dritte drittem dritten dritter drittes eben eid einheit erntedank erntedankfest erste "
        "erstem ersten erster erstes ewigkeitssonntag faschingsdienstag fastenbrechens fastnacht fastnachtsdienstag "
        "feb feber februar februarhaelfte februarhalfte februars februarwoche fest fitr freitag freitagabend "
        "freitagmittag freitagmorgen freitagnachmittag freitagnacht freitagvormittag fronleichnam frueh fruehen "
        "fruehjahr fruehjahrs fruehling fruehlings fruehmorgens fruehsommer fruh fruhen fruhjahr fruhjahrs fruhling "
        "fruhlings fruhmorgens fruhsommer fuenfziger funfziger genau gerade gestern gestrigen gestriger goldener "
        "gruendonnerstag grundonnerstag h halb halbjahr halbjahre halbjahren halbjahres halbjahrs halloween "
        "heiligabend heilige heiligen heiliger herbst herbsts heuer heute himmelfahrt himmelfahrtstag hoher id "
        "islamisches jaen jaenner jahr jahre jahren jahres jahresanfang jahresbeginn jahresende jahresmitte "
        "jahreswechsel jahrhundert jahrhunderte jahrhunderten jahrhunderts jahrzehnt jahrzehnte jahrzehnten "
        "jahrzehnts jan janner januar januarhaelfte januarhalfte januars januarwoche jetzt jul julei juli julihaelfte "
        "julihalfte julis juliwoche jun juni junihaelfte junihalfte junis juniwoche juno kalenderwoche karfreitag "
        "karsamstag koenige konige maerz maerzhaelfte maerzwoche mai maifeiertag maihaelfte maihalfte mais maiwoche "
        "maria mariae martin martinstag marz marzhalfte marzwoche min minute minuten mittag mittags mittagspause "
        "mitternacht mitternachts mittwoch mittwochabend mittwochmittag mittwochmorgen mittwochnachmittag "
        "mittwochnacht mittwochvormittag moment momentan monat monate monaten monats monatsanfang monatsbeginn "
        "monatsende monatsmitte montag montagabend montagmittag montagmorgen montagnachmittag montagnacht "
        "montagvormittag morgen morgengrauen morgens mrz muttertag nachmittag nachmittags nacht nachts "
        "nationalfeiertag neujahr neujahrstag neunziger nikolaustag nov november novemberhaelfte novemberhalfte "
        "novembers novemberwoche okt oktober oktoberhaelfte oktoberhalfte oktobers oktoberwoche opferfest ostermontag "
        "ostern ostersonntag palmdonnerstag palmsonntag pfingsten pfingstmontag pfingstsonntag q quartal quartale "
        "quartalen quartals quartalsanfang quartalsbeginn quartalsende quartalsmitte ramadan ramadanfest "
        "reformationstag rosenmontag samstag samstagabend samstagmittag samstagmorgen samstagnachmittag samstagnacht "
        "samstagvormittag sankt sechziger sek sekunde sekunden sep sept september septemberhaelfte septemberhalfte "
        "septembers septemberwoche siebziger silvester silvesterabend sommer sommers sonnabend sonnabendabend "
        "sonnabendmittag sonnabendmorgen sonnabendnachmittag sonnabendnacht sonnabendvormittag sonntag sonntagabend "
        "sonntagmittag sonntagmorgen sonntagnachmittag sonntagnacht sonntagvormittag spaet spaetabends spaeten "
        "spaetherbst spaetnachmittag spaetsommer spat spatabends spaten spatherbst spatnachmittag spatsommer std "
        "stefanitag stephanitag stiller stunde stunden sylvester tag tage tagen totensonntag trinitatis ubermorgen "
        "ubers uebermorgen uebers ul valentinstag vatertag veilchendienstag vierte viertel vierteljahr vierteljahres "
        "viertem vierten vierter viertes vierziger volkstrauertag vorgestern vorjahr vormittag vormittags vormonat "
        "vorvorgestern vorwoche weiberfastnacht weihnachten weihnachtsfeiertag weihnachtsfeiertage "
        "weihnachtsfeiertagen weihnachtstag weiser winter winters woche wochen wochenanfang wochenbeginn wochenende "
        "wochenenden wochenendes wochenmitte zuckerfest zurzeit zwanziger zweite zweitem zweiten zweiter zweites"
    ),
    "es": (
        "abr abril accion adha ago agosto ahora ahorita almuerzo am amanecer ano anoche anochecer anos anteanoche "
        "anteayer antier atardecer ayer black buena calendario carnaval ceniza comienza concepcion constitucion "
        "cuarto d decada decadas decenio decenios dia dias dic diciembre difuntos domingo domingos durante eid "
        "empieza enamorados ene enero epifania er estacion estaciones feb febrero fiesta fin final find finde fines "
        "fitr friday gracias h hace halloween hispanidad hora horas horita hoy independencia inmaculada inocentes "
        "invierno jueves jul julio jun junio justo laboral lunes m madre madrugada magos manana martes marzo mayo "
        "media medianoche mediodia mes meses miercoles min minuto minutos mismo momento muertos mujer navidad "
        "navidades negro noche nochebuena noches nochevieja nov noviembre nuevo oct octubre otono p padre pascua pm "
        "primavera primer primera primero q quincena quincenas ramadan ramos raza resurreccion reyes sabado sabados "
        "sacrificio san santa santo santos seg segundo segundos semana semanas semestre semestres sep sept septiembre "
        "setiembre siglo siglos t tarde tardecita tardes temprano tercer tercero tierra todos trabajador trabajo "
        "trasanteayer trimestre trimestres va valentin verano vieja viernes vispera ya"
    ),
    "fr": (
        "action actuellement adha aid al am an annee annees ans aout aprem armistice ascension assomption aube "
        "aujourd aujourdhui aurore automne avr avril bastille black calendaire cendres chandeleur civile commencant "
        "commence cours debut debutant dec decembre decennie decennies dejeuner demain demi demie deuxieme dimanche "
        "dimanches e eid el eme end ends epiphanie er ete fete fev fevr fevrier fin fins fitr friday grace graces "
        "gras h halloween heure heures hier hiver hui independance instant jan janv janvier jeudi jeudis jour journee "
        "journees jours juil juillet juin kebir lundi lundis m mai maintenant mardi mardis mars matin matinee matins "
        "meme mercredi mercredis meres midi min minuit minute minutes mois moment morts musique nationale noel nouvel "
        "nov novembre nuit nuits oct octobre p paques pentecote peres petit pm poisson possible premier printemps "
        "prise q quart quatrieme quinzaine ramadan rameaux reveillon rois s saint saison saisons samedi samedis sec "
        "second seconde secondes semaine semaines semestre semestres sep sept septembre siecle siecles soir soiree "
        "soirs st suite sylvestre t terre thanksgiving tot toussaint tout travail tres trimestre trimestres troisieme "
        "valentin veille vendredi vendredis victoire week weekend weekends y"
    ),
    "ru": (
        "i ii iii iv q авг август августа августе августом августу апр апреле апрелем апрель апрелю апреля валентина "
        "век века веке весна весне весной весною весну весны вечер вечера вечером вечеру восемнадцатого воскресенье "
        "воскресеньем воскресенью воскресенья восьмидесятые восьмидесятых восьмого время вс вт вторник вторника "
        "вторникам вторнике вторником вторнику второго второе второй втором вчера вчерашнего вчерашний вчерашним "
        "выходные выходным выходными выходных глубокой го год года годах годе годов годом году годы данный двадцатого "
        "двадцатые двадцатых двенадцатого девяностые девяностых девятнадцатого девятого дек декабре декабрем декабрь "
        "декабрю декабря день десятилетие десятилетии десятилетий десятилетия десятого дн дне дней днем дни дню дня "
        "дням днями днях е единства женский женского завтра защитника зима зиме зимой зимою зиму зимы знаний июле "
        "июлем июль июлю июля июне июнем июнь июню июня й каникулах каникулы канун католического католическое квартал "
        "квартала кварталах квартале кварталов кварталом кварталу кварталы космонавтики крещение крещения лет лета "
        "лете лето летом лету м мае маем май мар март марта марте мартом марту маю мая международный мес месяц месяца "
        "месяцам месяцах месяце месяцев месяцем месяцу месяцы мин минут минута минутах минуте минутой минуток минуту "
        "минуты момент назад народного настоящий нед неделе неделей недели недель неделю неделя неделям неделями "
        "неделях нового новогодней новогодние новогодних новогоднюю новогодняя новый новым ночи ночь ночью ноя нояб "
        "ноябре ноябрем ноябрь ноябрю ноября обед обеда обеде обеденное одиннадцатого окт октябре октябрем октябрь "
        "октябрю октября осени осень осенью отечества первого первое первом первомай первомая первый пн победы "
        "позавчера позапозавчера поздний поздним поздно полгода полдень полночь полугодие полугодии полугодий "
        "полугодия полудню полудня полуночи полчаса понедельник понедельника понедельникам понедельнике понедельником "
        "понедельнику пополудни послезавтра праздниках праздники праздников прямо пт пятидесятые пятидесятых "
        "пятнадцатого пятница пятнице пятницей пятницу пятницы пятого рабочая рабочей рабочую рано рассвет рассвете "
        "рождества рождество рождеством рождеству россии сб святого сегодня сегодняшнего сегодняшнее сегодняшний "
        "седьмого сейчас сек секунд секунда секундах секунде секундой секунду секунды семидесятые семидесятых "
        "семнадцатого сен сент сентябре сентябрем сентябрь сентябрю сентября сороковые сороковых ср среда среду среды "
        "старого старый столетие столетии столетия суббота субботе субботой субботу субботы сутках сутки суток "
        "татьянин той третий третьего третьем тридцатого тридцатые тридцатых тринадцатого труда ту уикенд уикенда "
        "уикенде утра утро утром утру фев феврале февралем февраль февралю февраля хеллоуин хэллоуин ч час часа часах "
        "часе часов часом часу часы четверг четверга четвергам четверге четвергом четвергу четверти четвертого "
        "четвертом четвертый четверть четырнадцатого числа чт шестидесятые шестидесятых шестнадцатого шестого янв "
        "январе январем январь январю января"
    ),
    "ja": (
        ". 1 2 3 4 a m p q r t 々 あ い う お か が き ぎ く け げ こ ご さ し じ す せ ぜ そ た だ ち っ つ て と ど な に ね の は ば ひ び ふ べ ま み め も "
        "や ゅ ゆ ょ よ ら り る ろ わ ん ィ イ ウ カ ク ケ ゴ ス タ ッ ツ デ ト ハ バ フ ブ ホ ポ マ ラ リ ル レ ロ ワ ン ヴ ヵ ヶ ー 一 七 三 上 下 中 二 人 今 令 休 体 "
        "供 元 先 再 冬 分 初 前 労 勤 化 午 半 去 同 和 四 国 土 在 夏 夕 夜 大 天 始 子 山 師 平 年 度 建 当 後 復 念 感 憲 成 敬 文 新 方 日 旦 早 旬 明 春 昨 昭 昼 時 "
        "晦 晩 曜 月 朝 期 木 未 末 本 来 正 母 水 治 法 活 海 深 瀬 火 父 独 現 生 皇 盆 真 祭 秋 秒 立 第 箇 節 終 翌 老 育 記 誕 謝 走 週 過 金 間 雛 頭"
    ),
    "zh": (
        ". 1 2 3 4 a m p 一 万 三 上 下 世 个 中 二 五 亲 人 今 以 來 個 假 傍 儿 元 光 兒 党 六 军 冬 凌 分 刚 初 刻 前 剛 动 劳 動 勞 十 午 半 去 双 同 后 呢 周 "
        "四 国 國 圣 在 地 复 夏 夕 夜 大 天 头 女 妇 婦 季 安 宜 家 尋 小 师 師 平 年 庆 底 度 建 当 後 復 恩 情 愚 感 慶 才 拜 教 新 日 旦 早 时 明 昏 星 春 昨 時 晏 晚 "
        "晝 晨 月 朝 期 末 本 来 树 棍 植 樹 正 此 母 活 深 清 父 现 現 球 琴 界 當 目 礼 禮 秋 秒 童 第 節 而 聖 聽 舊 色 节 萬 裡 親 誕 诞 跨 軍 这 這 週 里 鐘 钟 間 间 "
        "除 雙 青 頭 首 黃 黄 黎 黑 黨"
    ),
}

COMMON: dict[str, str] = {
    "en": (
        "a about after and approximately around as at before between by circa did earlier ever from i in is later my "
        "no of on prior roughly since starting than the through til till to until up we what"
    ),
    "de": (
        "ab aber als am anfang auch auf aus bei bis das dass dem den der des durch ein eine einem einen einer "
        "einschlieslich einschliesslich ende er fuer fur gegen habe haben hat hatten hier ich ihre im ist kann kein "
        "keine kw mit mitte nach nicht noch nur oder rund seit sich sie sind uber ueber uhr um und ungefaehr ungefahr "
        "uns vom von vor wenn werden wie wir wird zu zum zur zwischen"
    ),
    "es": (
        "a al alrededor anterior antes cerca como con cuando de del desde despues el en entre es eso estare fue hacia "
        "hasta he hemos la las lo los luego mas me no para partir por previo que se sobre tardar tarde torno tras un "
        "una vamos volvere vuelvo y"
    ),
    "fr": (
        "a alentours apres au autour aux avant avec ce cette compter d dans de depuis des du elle en entre environ "
        "environs est et il j je jusqu jusque l la le les ne nous on partir pas plus pour qu que reviendrai serai sur "
        "tard un une vais vers"
    ),
    "ru": (
        "был была были было в во где до за и из к как между мы на начиная не о об около от перед по позднее позже "
        "после приблизительно примерно про ранее с со то у что это я"
    ),
    "ja": ("か が た で と に の は へ も を 間"),
    "zh": (
        "两 个 么 了 于 什 从 他 们 你 個 們 兩 吗 吧 呢 嗎 在 從 我 於 时 是 時 沒 没 由 的 自 說 誰 说 谁 过 这 這 過 那 麼"
    ),
}
