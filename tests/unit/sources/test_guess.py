import pytest

from hitherto.sources.guess import guess_encoding

SHORT = [
    ("cp932", "品番,名称\r\n0071,蒸気タービン部品\r\n"),
    ("cp932", "会議は三時から"),
    ("cp932", "表示する"),
    ("cp932", "東京都港区"),
    ("cp932", "ﾃｽﾄﾃﾞｰﾀ\n"),
    ("cp932", "ﾃﾞｰﾀﾃｽﾄ"),
    ("cp932", "商品名,ｶﾌﾞｼｷｶﾞｲｼｬ\n1,ﾀﾅｶ\n"),
    ("euc_jp", "会議は三時から\n"),
    ("euc_jp", "来年の予算は三百万円"),
    ("euc_jp", "東京タワー"),
    ("gb18030", "你好，世界\n"),
    ("gb18030", "明天开会讨论预算"),
    ("gb18030", "我们决定把截止日期改到星期二。"),
    ("cp1251", "Привет, мир\n"),
    ("cp1251", "Срок договора истекает в марте."),
    ("cp1251", "ПРОТОКОЛ СОБРАНИЯ"),
    ("cp1251", "да"),
    ("cp1251", "# Заметка №5\nсрок: март 2024"),
    ("cp1252", "une note naïve du café crème"),
    ("cp1252", "Die Größe der Straße wurde überprüft."),
    ("cp1252", "à bientôt"),
    ("cp1252", "“Quote” – it’s €5"),
    ("cp1252", "¿Qué pasó, señor? ¡Mañana!"),
    ("cp1252", "café"),
    ("cp1252", "Übergröße"),
    ("cp1252", "não há ação"),
    ("cp1252", "Lunedì però è più lungo."),
    ("cp1252", "Smørrebrød på Østerbro"),
    ("big5", "會議記錄\n我們決定下一季擴建倉庫並購買堆高機。\n"),
    ("cp949", "회의록\n다음 분기에 창고를 확장하기로 결정했습니다.\n"),
    ("cp949", "예산은 삼백만 원"),
    ("koi8_r", "Котельная требует замены вентиля немедленно."),
    ("koi8_r", "ПРОТОКОЛ СОБРАНИЯ"),
    ("iso8859_7", "Σημείωση\nΗ αντλία χρειάζεται νέο φίλτρο σήμερα.\n"),
    ("cp1255", "המשאבה צריכה מסנן חדש היום."),
    ("cp1256", "المضخة تحتاج إلى مرشح جديد اليوم."),
    ("cp1250", "Příliš žluťoučký kůň úpěl ďábelské ódy."),
    ("cp1250", "Zażółć gęślą jaźń, łódź płynie."),
    ("cp1254", "Bugün ışıklar söndü ve şehir sessizliğe gömüldü."),
]


@pytest.mark.parametrize(("encoding", "text"), SHORT)
def test_short_texts_of_every_script_come_out_right(encoding: str, text: str) -> None:
    """A few words are enough."""
    assert text.encode(encoding).decode(guess_encoding(text.encode(encoding))) == text


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("koi8_r", "Срок договора истекает в марте. Подписали новый договор, как и решили на собрании. "),
        ("euc_kr", "내년 예산은 삼백만 원으로 정했습니다. 회의는 세 시에 시작합니다. "),
        ("cp932", "来年の予算は三百万円に決めた。会議は三時から始まります。"),
    ],
)
def test_long_texts_go_to_the_detector(encoding: str, text: str) -> None:
    """Alphabets without a rule of their own are found when there is enough text."""
    raw = (text * 60).encode(encoding)
    assert raw.decode(guess_encoding(raw)) == text * 60


def test_a_long_text_the_detector_gives_up_on_is_still_guessed() -> None:
    """Plausibility decides on its first part where the detector has no answer."""
    raw = bytes(range(0x80, 0x100)) * 60
    assert raw.decode(guess_encoding(raw))


def test_bytes_nothing_explains_are_read_one_by_one() -> None:
    """There is always a reading, so no text is lost."""
    assert guess_encoding(b"\x81\xff\x8d") == "latin-1"
    assert guess_encoding(b"plain") == "latin-1"
