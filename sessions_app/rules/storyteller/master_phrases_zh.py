"""What the game master says in Chinese; the same slots and banks as in English, written for itself."""

DONE = {
    "take": ("你拿起了{thing}。", "{thing}到了你手里。", "你伸手取了{thing}。"),
    "take_out": ("你从{holder}里取出了{thing}。", "{thing}被你从{holder}里拿了出来。"),
    "drop": ("你放下了{thing}。", "你把{thing}搁下了。", "你松开手，{thing}留在了原处。"),
    "drop_at": ("你把{thing}放在了{holder}边上。", "你把{thing}留在{holder}那儿。"),
    "give": ("你把{thing}给了{who}。", "{who}从你手里接过了{thing}。", "你将{thing}递给{who}。"),
    "put": ("你把{thing}放进了{holder}。", "{thing}进了{holder}。"),
    "wear": ("你穿戴上了{thing}。", "{thing}已经在你身上了。"),
    "remove": ("你取下了{thing}。", "{thing}不再穿戴在你身上。"),
    "open": ("你打开了{thing}。", "{thing}在你手下开了。"),
    "close": ("你关上了{thing}。", "{thing}合上了。"),
    "unlock": ("钥匙一转，{thing}的锁开了。", "锁松了，你开了{thing}的锁。"),
    "lock": ("你锁上了{thing}。", "钥匙一转，{thing}锁住了。"),
    "consume": ("你把{thing}用了个干净。", "{thing}下了肚，一点不剩。"),
    "eat": ("你把{thing}吃了个干净。", "{thing}下了肚，一点不剩。"),
    "consume_some": ("你用了些{thing}，还剩着。", "{thing}你尝过了，还有余下的。"),
    "go": ("你去了{place}。", "你一路走到{place}。", "你往前走，到了{place}。"),
    "go_by": ("你经{way}到了{place}。", "过了{way}，便是{place}。", "你走{way}，来到{place}。"),
    "go_course": ("你往{place}去，不多时便到了。", "你到了{place}。"),
    "near": ("你走到{thing}跟前。", "几步路，你就站在{thing}边上了。"),
    "near_person": ("你走到{who}跟前。", "你朝{who}走过去。"),
    "there": ("你已经在{place}了。",),
}
INSIDE_NOW = "里面有：{names}。"
EMPTY_NOW = "里面空空的。"

HERE = "{place}。"
SPOTS = ("看得见的有：{names}。", "入眼的是{names}。", "你留意到{names}。")
WAYS = "从这里可以走：{names}。"
NO_WAYS = "你看不出有什么出路。"
PEOPLE_ONE = ("{names}在这里。", "和你在一起的是{names}。")
PEOPLE = ("{names}都在这里。", "和你在一起的有{names}。")
THINGS = ("这里放着：{names}。", "手边够得着的有：{names}。")
DARK = "你不在任何说得出的地方。"
WAY_LEADS = "{way}（通往{place}）"
STATES = {"closed": "关着", "locked": "锁着", "blocked": "堵着", "open": "开着"}
STATE_OF = "它{text}。"
CONDITION_OF, CONDITION_OF_MANY = "它的样子：{text}。", "它们的样子：{text}。"
LOOK_COURSE = "你朝{way}望了望。"
LEADS_TO = "它通往{place}。"
WORN_BY = "{who}身上穿戴着{names}。"
HOLDING = "{who}带着{names}。"
DOES = "{who}：{text}。"
CONDITIONS = {
    "unconscious": "{who}昏迷不醒。",
    "captive": "{who}被人看押着。",
    "dead": "{who}已经死了。",
    "away": "{who}心不在这里。",
}
NOTHING_SPECIAL = ("{thing}没有什么特别的。", "{thing}就是看上去那样，没有更多。")
LOOK_LEADS = ("你看了看{thing}。", "你把{thing}细细看了一遍。", "你凑近了看{thing}。")

READS = ("你读了{thing}：“{text}”", "{thing}上写着：“{text}”")
UNWRITTEN = ("{thing}上没有可读的字。",)
CARRYING = "你带着{names}。"
WEARING = "你身上穿戴着{names}。"
EMPTY_HANDED = "你身上什么也没带。"
TIME_IS = ("现在是{now}。",)
NO_TIME = "这个故事里没有人数钟点。"

WAITED = ("你由着光阴过去：{long}。", "{long}过去了。", "时间过了{long}。")
WAITED_UNTIL = ("过了{long}，已是{now}。", "你等了{long}，这时是{now}。")
CAME = ("{names}来了。", "这时{names}也在这里了。")
CAME_MANY = ("{names}来了。", "这时{names}也在这里了。")
LEFT = ("{names}走了。", "{names}已经不在这里了。")
LEFT_MANY = ("{names}走了。", "{names}都已经不在这里了。")
CAME_ALONG = ("{names}跟着你一起来了。",)
CAME_ALONG_MANY = ("{names}跟着你一起来了。",)

ROLLED = ("你掷出{dice}，得{total}。", "骰子停下：{dice}，合{total}。")
CHECKED = ("{thing}：{dice}得{total}，{label}。{outcome}",)
NO_TARGET = "这个检定不比目标值，你说的{number}没有算进去。"

AWAY = "你离开了{long}，天地照旧往前走。"
THREW = "你自己掷的骰子还摆在桌上。"
THREW_MANY = "你自己掷的几次骰子都还摆在桌上。"

NO_SUCH = "这里看不到你说的“{text}”。"
NO_SUCH_BUT = "这里看不到你说的“{text}”，只有{names}。"
NO_THING = "对{who}可不能这样。"
STAYS = "{thing}就在那里，拿不走也用不上。"
NO_TAKER = "{thing}不会接别人给的东西。"
UNREAD = "这一桌没有读懂“{text}”。请把要做的事说明白。"
UNHELD = "你身上没有“{text}”，拿不出来给人看。"
KEPT = "你把{thing}贴身藏好了。"
NOT_WORN = "{thing}不是穿戴的东西。"
NO_DOOR = "那里没有什么可{verb}的：{way}一直通着，没有门。"
LID_VERBS = {"open": "打开", "close": "关上", "lock": "锁上", "unlock": "开锁"}
NO_LOCK = "{thing}上没有锁。"
BARE_HERE = "这里没有放着什么可拿的东西。"
BARE_HANDS = "你身上没有可以这样做的东西。"
UNKNOWN = "“{text}”没有结果：这一桌没有管这件事的规则。"
REFRAINED = ("你没有那样做。", "你由它去，什么也没有发生。")
IDLED = "你{text}。"
YOU_ARE = "你是{who}。"
WHICH = "你指的是哪一个：{names}？"
NOBODY = ("这里没有人听你说话。", "你的话只有四壁听见。")
ABSENT = "{who}不在这里。"
UNMOVED = "{who}没有回答。"
NOT_FOOD = "你想了想，作罢了：{thing}不是拿来吃喝的。"
NO_CHECK = "这个世界没有这样的检定。有的是：{names}。"
NO_CHECKS = "这个世界没有自己的检定。"
NOTHING_TO = "这话还缺一截：对什么？往哪里？"
NO_LID = "{thing}没有什么可开可关的。"
LATER = "路要一段一段走，后面的事还等着你做。"
NOTED = (
    "四周一切如旧。",
    "天地照旧往前，什么也没有变。",
    "周围没有什么变化。",
)
STILL = ("眼下没有别的动静。", "此刻也就是这些了。", "事情便停在这里。")

OUTCOMES = {
    "take": "{player}拿了{thing}。", "drop": "{player}放下了{thing}。", "give": "{player}把{thing}给了{who}。",
    "put": "{player}把{thing}放进了{holder}。", "wear": "{player}穿戴上了{thing}。", "remove": "{player}取下了{thing}。",
    "open": "{player}打开了{thing}。", "close": "{player}关上了{thing}。", "unlock": "{player}开了{thing}的锁。",
    "lock": "{player}锁上了{thing}。", "consume": "{player}吃喝了{thing}。", "go": "{player}去了{place}。",
    "talk": "{player}同{who}说了话。", "look": "{player}看了看四周。", "read": "{player}读了{thing}。",
    "failed": "{player}试着做了什么，没有做成。", "other": "{player}：{text}",
    "idle": "{player}：{text}",
}  # fmt: skip
ONE_OF = "一份{name}"
AND, OR, COMMA, COUNT = "和", "，还是", "、", "{name}（{n}）"
INTRODUCTION = (
    "*（故事之外说一句：我是自带的说书人，是一套规则，不是语言模型，这一桌由我主持。这个世界有它的规矩："
    "锁着的就是锁着的，带在身上的才算带着。请把要做的事说明白：看看四周、去哪里、拿、给、放进、穿上、打开、"
    "用钥匙开锁、读、吃喝、等到什么时候、掷骰、问谁什么事。一条消息里可以有好几件事，会一件一件来。）*"
)
