"""Japanese. A character is a word here, so that every template is written character by character or by category."""

from __future__ import annotations

ORDER = "mdy"
BY_CHARACTER = True
COMMON = frozenset("のをはがとにでたかもへ")
ASKS_ABOUT_PAST = (
    "した", "ました", "だった", "でした", "言った", "言って", "話した", "決めた", "覚えて", "思い出", "前に", "以前",
)  # fmt: skip

WORDS: dict[str, dict[int | float | str, str]] = {
    "unit": {
        "second": "秒, 秒間", "minute": "分, 分間", "hour": "時間", "day": "日, 日間", "week": "週, 週間", "weekend": "週末",
        "month": "か月, ヶ月, カ月, ケ月, ヵ月, 箇月, かげつ, か月間, ヶ月間, カ月間, ケ月間, ヵ月間",
        "quarter": "四半期, 四半期間, qtr", "half": "半期", "year": "年, 年間, か年",
    },
    "weekday": {
        0: "月曜日, 月曜, げつようび", 1: "火曜日, 火曜, かようび", 2: "水曜日, 水曜, すいようび", 3: "木曜日, 木曜, もくようび",
        4: "金曜日, 金曜, きんようび", 5: "土曜日, 土曜, どようび", 6: "日曜日, 日曜, にちようび",
    },
    "shortday": {0: "月", 1: "火", 2: "水", 3: "木", 4: "金", 5: "土", 6: "日"},
    "month": {
        1: "いちがつ", 2: "にがつ", 3: "さんがつ", 4: "しがつ", 5: "ごがつ", 6: "ろくがつ", 7: "しちがつ", 8: "はちがつ",
        9: "くがつ", 10: "じゅうがつ", 11: "じゅういちがつ", 12: "じゅうにがつ, 師走?",
    },
    "season": {0: "春, はる", 1: "夏, なつ", 2: "秋, あき", 3: "冬, ふゆ"},
    "relative": {
        -1: "前, 前の, 先の, 昨, 過去, 過去の, 直近, 直近の, 最近, 最近の, ここ, 最後の, 前回の",
        0: "今, この, 本, 当, 現, 今の, 現在の, 現行, 同じ",
        1: "来, 今後, 今後の, これから, 向こう, 後",
    },
    "part": {
        "dawn": "早朝, 明け方", "morning": "朝, あさ", "am": "午前中", "noon": "正午", "lunch": "昼, お昼, 昼間, 昼休み",
        "afternoon": "昼過ぎ", "evening": "夕方, 夕, ゆうがた", "night": "夜, 晩, よる, 夜間, 深夜, 夜中", "midnight": "真夜中",
        "small hours": "未明",
    },
    "meridiem": {"am": "午前, am, a.m., ごぜん", "pm": "午後, pm, p.m., ごご"},
    "edge": {
        "early": "上旬, 初旬, 初め, 始め, はじめ, 初頭, 頭, 序盤", "middle": "中旬, 半ば, 中頃, 中ごろ, なかば",
        "late": "下旬, 末, 終わり, おわり, 終盤, 後期", "first half": "前半", "second half": "後半",
        "rest": "あとで, 後で, 残り, の残り",
    },
    "quarter": {
        1: "第一四半期, 第1四半期", 2: "第二四半期, 第2四半期", 3: "第三四半期, 第3四半期", 4: "第四四半期, 第4四半期",
    },
    "half": {1: "上半期, 上期", 2: "下半期, 下期"},
    "number": {
        0: "〇, 零", 0.5: "半", 1: "一, ひと, いち", 2: "二, ふた, 両", 3: "三, 数, さん", 4: "四, よん", 5: "五", 6: "六, ろく",
        7: "七, なな", 8: "八, はち", 9: "九, きゅう", 10: "十, じゅう", 100: "百", 1000: "千",
    },
    "ordinal": {1: "最初の, はじめの, 最初", -1: "最後の, 最終, 最終の"},
    "era": {2018: "令和, r?", 1988: "平成", 1925: "昭和", 1911: "大正", 1867: "明治"},
    "when": {
        "unit=day 0": "今日, 本日, きょう, 当日, この日, 同日", "unit=day -1": "昨日, きのう, さくじつ, 前日, 前の日",
        "unit=day -2": "一昨日, おととい, おとつい, 前々日", "unit=day -3": "さきおととい, 一昨々日", "unit=day 1": "明日, あした, あす",
        "unit=day 2": "明後日, あさって",
        "unit=day 0,part=morning": "今朝, けさ", "unit=day 0,part=night": "今晩, 今夜, こんばん, こんや",
        "unit=day 0,part=evening": "今夕",
        "unit=day -1,part=night": "昨夜, 昨晩, ゆうべ, さくや, さくばん, 前夜, 前の晩", "unit=day -1,part=evening": "昨夕",
        "unit=day -2,part=night": "一昨夜, 一昨晩", "unit=day 1,part=morning": "明朝",
        "unit=week -1": "先週, せんしゅう, 前週, 昨週, 先の週", "unit=week 0": "今週, こんしゅう, 本週, 週間?",
        "unit=week -2": "先々週, 先先週, せんせんしゅう", "unit=week 1": "来週, らいしゅう, 翌週", "unit=week 2": "再来週",
        "unit=month -1": "先月, せんげつ, 前月, 昨月, 前の月, 先の月", "unit=month 0": "今月, こんげつ, 本月, 当月, この月, このひと月, このひとつき",
        "unit=month -2": "先々月, 先先月, せんせんげつ", "unit=month 1": "来月, らいげつ, 翌月", "unit=month 2": "再来月",
        "unit=year -1": "去年, きょねん, 昨年, さくねん, 前年", "unit=year 0": "今年, ことし, 本年, 当年, 同年",
        "unit=year -2": "一昨年, おととし", "unit=year 1": "来年, らいねん, 翌年", "unit=year 2": "再来年",
        "unit=fiscal 0": "今年度, 本年度, 当年度", "unit=fiscal -1": "昨年度, 前年度", "unit=fiscal 1": "来年度, 翌年度",
        "unit=weekend -1": "先週末, 前の週末", "unit=weekend 0": "今週末, この週末", "unit=weekend -2": "先々週末",
        "unit=quarter -1": "先四半期, 前四半期", "unit=quarter 0": "今四半期, 当四半期",
        "unit=month 0,edge=early": "月初, 月初め, 月の初め, 月初旬", "unit=month 0,edge=late": "月末, 月の終わり",
        "unit=month 0,edge=middle": "月半ば, 月の半ば", "unit=month 0,edge=first half": "月の前半",
        "unit=month 0,edge=second half": "月の後半", "unit=week 0,edge=early": "週初め", "unit=week 0,edge=middle": "週半ば",
        "month=12,edge=late": "年末, 年の瀬", "month=1,edge=early": "年始, 年初, 年頭, 年明け, 新年", "unit=year 0,edge=so far": "年初来",
        "ago=minute 0": "今?, いま?, ただいま?, 現在?, たった今",
    },
    "holiday": {
        "1-1": "元日, 元旦", "1-1 x3": "お正月, 正月, 三が日", "1 mon 2": "成人の日", "2-3": "節分", "2-11": "建国記念の日, 建国記念日",
        "2-14": "バレンタインデー, バレンタイン", "2-23": "天皇誕生日", "3-3": "ひな祭り, 雛祭り", "3-14": "ホワイトデー", "4-29": "昭和の日",
        "4-29 x7": "ゴールデンウィーク", "5-3": "憲法記念日", "5-4": "みどりの日", "5-5": "こどもの日, 子供の日", "5 sun 2": "母の日",
        "6 sun 3": "父の日", "7-4": "独立記念日", "7-7": "七夕", "7 mon 3": "海の日", "8-11": "山の日", "8-13 x4": "お盆, 盆休み",
        "9 mon 3": "敬老の日", "10 mon 2": "スポーツの日, 体育の日", "10-31": "ハロウィン, ハロウィーン", "11-3": "文化の日",
        "11-23": "勤労感謝の日", "11 thu 4": "感謝祭", "12-24": "クリスマスイブ, クリスマスイヴ", "12-25": "クリスマス?", "12-31": "大晦日, 大みそか",
        "easter": "復活祭, イースター", "11 thu 4 +1": "ブラックフライデー",
    },
    "never": {"": "毎, 毎週, 毎年, 毎月, 各"},
    "spoils": {"": "間, 目, 以内, ごと, 毎, おき, 分?, 歳, 才, 個, 人, 件, 円, 番, 回"},
    "particle": {"": "の, は, に, も, と, か, を, が, で, へ, ご, ま"},
    "before": {"between": "間?"},
    "to": {"to": "から, ~, -, より"},
    "behind": {
        "range": "まで, までの間, までの, の間, の間に, までの間に", "since": "から, 以降, 以来, からずっと, 以後, から今まで", "until": "まで, までに, 迄",
        "before": "以前, より前, の前, より以前", "after": "より後, の後, のあと, 過ぎ", "around": "頃, ごろ, ころ, 前後, あたり",
    },
    "glue": {"": "の, に, は, 、, , も, ・, と?"},
}  # fmt: skip

PATTERNS = {
    "": (
        "{when} | {weekday} | {holiday} に/の | {relative} {weekday} | ( {shortday} ) | {month} | {year} 年 | {mon} 月 | {mon} 月 {day} 日 | {dd} 日"
        "| {holiday} | {relative} {season} | {quarter} | {half}"
        "| {hour} 時 | {hour} 時 {minute} 分 | {hh} : {min} {meridiem} | {hour} {meridiem}"
        "| {relative} 週 の {weekday} | {day} 日 {weekday}"
    ),
    "?": "{day} 日 | {part} | {meridiem} | {edge} | {season}",
    "unit": "{relative} {unit} | {relative} の {unit}",
    "nth": "第 {n} {unit} | 第 {n} {weekday} | {ord} {unit} | {ord} {weekday} | {n} 番 目 の {unit} | {n} 週 目",
    "run": "次 の {n} {unit} | {relative} {n} {unit} | {relative} {n} {unit} の",
    "ago": (
        "{n} {unit} 前 | {n} {unit} まえ | {n} {unit} {n} {unit} 前 | 今 から {n} {unit} 前 | {n} {unit} ほど/くらい/ぐらい 前"
        "| {n} {unit} 半 前 | {n} {unit} と {n} {unit} 前"
    ),
    "hence": "{n} {unit} 後 | 今 から {n} {unit} 後 | 今 から {n} {unit} | あと {n} {unit}",
    "week of": "{day} 日 の 週 | {mon} 月 {day} 日 の 週",
    "past hour": "{hour} 時 半",
    "fiscal": "{year} 年 度",
    "era": "{era} {n} 年 | {era} 元 年",
    "decade": "{year} 年 代 | {n} 年 代",
}  # fmt: skip
