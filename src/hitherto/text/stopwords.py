"""Words too common to find anything by, per language, folded as the analysis folds them; a table, not code.

Drawn from the closed word classes of each language (articles, pronouns, prepositions, auxiliaries, question words).
"""

from __future__ import annotations

_EN = """
a about above after again all also am an and any are as at be because been before being below between both but by can
cant could couldnt did didnt do does doesnt doing dont down during each few for from further get had has have having he
her here hers him his how i if in into is isnt it its just me more most my no nor not of off on once only or other our
ours out over own please same she should so some such than that the their them then there these they this those
through to too under until up us very was wasnt we were what when where which while who whom whose why will with
would you your yours tell show find ll ve re
"""
_DE = """
aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist da damit dann
das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine
einem einen einer eines er es etwas euch euer fur gegen gewesen hab habe haben hat hatte hatten hier hin hinter ich ihm
ihn ihnen ihr ihre im in ins ist ja jede jedem jeden jeder jedes jetzt kann kein keine konnen konnte machen man mein
meine mich mir mit muss nach nicht nichts noch nun nur ob oder ohne sehr sein seine sich sie sind so solche soll sollte
sondern um und uns unser unter vom von vor wann war waren warum was weg weil weiter welche welcher wem wen wenn wer
werde werden wie wieder will wir wird wo wollen wurde wurden zu zum zur zwar zwischen uber
"""
_FR = """
a ai au aux avec avez avons c ce ceci cela ces cet cette comme comment d dans de des donc dont du elle elles en est et
etait etaient ete etes etre eu fait il ils j je l la le les leur leurs lui m ma mais me meme mes moi mon n ne nos notre
nous on ont ou par pas plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si sont
sous sur t ta te tes toi ton tous tout toute tres tu un une vos votre vous y
"""
_ES = """
a al algo como con cual cuando cuanto de del desde donde durante e el ella ellas ellos en entre era eran es esa esas ese
eso esos esta estaba estan estar este esto estos fue fueron ha haber habia han hasta hay la las le les lo los mas me mi
mis muy nada ni no nos nosotros o os para pero por porque que quien se ser si sin sobre son su sus tambien te tengo ti
tiene todo todos tu tus un una uno unos y ya yo
"""
_RU = """
а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее если есть еще
же за здесь и из или им их к как какая какие какой ко когда кого кто ли либо между меня мне мной может мой мы на над
надо нам нас наш не него нее нет ни них но ну о об он она они оно от по под почему при с со себе себя сейчас так также
там то тогда того тоже той только том ты у уже чего чем что чтобы чтоб эта эти это этого этой этом этот я
"""

STOPWORDS: dict[str, frozenset[str]] = {
    "en": frozenset(_EN.split()),
    "de": frozenset(_DE.split()),
    "fr": frozenset(_FR.split()),
    "es": frozenset(_ES.split()),
    "ru": frozenset(_RU.split()),
}

# Words that with stop words alone ask for everything that was said or done, and name nothing: "what happened", "worüber
# haben wir geredet". Beside any other word they are words like others. Most questions use none, so whoever does makes
# the sets.
ASKING: dict[str, str] = {
    "en": """happen happened happening happens go goes going gone went say said saying talk talked talking talks
        discuss discussed discussing discussion discussions chat chatted chats conversation conversations speak
        spoke spoken mention mentioned done work worked working write wrote written ask asked list give
        everything anything something thing things stuff new lets see together exactly else remind sometime whole
        entire summary overview notes logs messages""",
    "de": """passiert passierte geschah geschehen gesagt sagte sagten geredet redeten gesprochen sprachen besprochen
        besprachen geschrieben gemacht machten getan taten gearbeitet gefragt los ging woruber worum woran gab
        gegeben zeig zeige liste alles""",
    "fr": """passe passee arrive dit dite dites disait parle parles parlait discute discutions ecrit travaille faits
        faites demande montre liste choses chose""",
    "es": """paso pasado pasaba ocurrio sucedio dije dijo dijimos dicho hable hablamos hablado hablo hice hizo
        hicimos hecho discutimos escribi escribimos trabaje trabajamos pregunte muestra lista cosas acerca""",
    "ru": """случилось произошло происходило было говорили говорил говорила говорилось сказал сказала сказали
        сказано обсуждали обсуждал обсуждалось делали делал делала сделали сделал сделала работали работал работала
        писали писал писала разговаривали разговор разговоры покажи дай спрашивал спрашивала""",
}
# The same of scripts without spaces.
ASKING_UNSPACED = """
何があった 何があり 何を どんな話 どんな なにを なんの 何の 何 なに 話していた 話してた 話しました 話した 話して
話し合った 話題 話し 話 言っていた 言ってた 言いました 言った 言って 起きました 起きた 起こった やりました
やっていた やってた やった しました していた してた した ありました あった 出来事 でき事 会話 やりとり やり取り
作業 教えて 見せて 下さい ください 僕たち 私たち 俺たち 我々 僕 私 俺 一緒に について 发生了什么 发生了 发生 發生
说了 说过 說了 聊了 聊过 聊天 谈了 谈过 讨论了 讨论过 讨论 做了 干了 什么 什麼 哪些 我们 我們 你们 事情 事 过 了
告诉我 都
"""

# Bigrams and single characters of unspaced scripts that carry grammar only: particles, copulas, question words.
_UNSPACED = """
した して する すれ され さん です でし ます まし ませ せん から まで より だけ など ので のに
のは のが のを のか との とは とい いう って った ては てい いた いる いて ある あっ あり あれ
には にも では でも へは れた れる られ られた なの なに なん なぜ どの どう どこ どれ いつ
だれ だっ だろ よう うな うに こと もの ため この その あの これ それ ここ そこ そう しょ ょう
うか すか たか ない なか なっ なる なり たい たの たち につ つい おい にお とし てく てる れば
ほど くだ ださ さい を は が の に へ と も で か 的 了 吗 呢 是 在 什么 怎么 为什 哪里
我们 你们 他们 这个 那个
"""
UNSPACED_STOPWORDS = frozenset(_UNSPACED.split())

# Words and letters that point at one language and hardly occur in the others; used to guess the language of prose.
TELLING_WORDS: dict[str, str] = {
    word: language
    for language, words in {
        "en": "the of and to is that it for was with this are be have from not you but they we would what which when",
        "de": "der und das nicht ist ich ein eine den dem mit auf fur für von sich auch wir wird zu im sind oder noch",
        "fr": "le les et des est pas que dans qui une pour sur ce nous vous avec au plus sont cette je il elle du été",
        "es": "el los y las una por con para del se lo como más pero sus está este son muy también hay fue donde qué",
    }.items()
    for word in words.split()
}
TELLING_LETTERS: dict[str, str] = {
    letter: language
    for language, letters in {"de": "ßäöü", "fr": "çèêàœùâîô", "es": "ñ¿¡íóú"}.items()
    for letter in letters
}
