"""The verbs that an English message may have, by what they do; the first that fits counts."""

VERBS: tuple[tuple[str, str], ...] = (
    ("idle", r"(?:close|shut|open)s? (?:my|his|her|their) eyes|hold my breath|take an? (?:deep )?breath|make a wish|take a (?:seat|bow)"),
    ("help", r"(?:help|commands|hints?)(?=\W*$)"),
    ("act", r"pick(?:s|ed)?(?= (?:the |its |that )?locks?\b)"),
    ("check", r"(?!(?:an?|the|to|and|my|make)\b)[a-z]+ (?:check|save|test)(?=\W*(?:$|against\b|vs\b|dc\b|\d))"),
    ("inventory", r"inventory|(?:check|search|empty|go through|look (?:in|through|at)) my (?:pockets?|bags?|pack|things|belongings)|take stock"),
    ("exits", r"look for (?:a way out|an exit|exits|the exits?)"),
    ("remove", r"(?:take|takes|took|taking) off|(?:remov|undress|unfasten|unbuckl|doff)(?:e|es|ed|ing|s)?|(?:slip|strip|pull)s? (?:out of|off)"),
    ("wait", r"go(?:es)? (?:back )?to (?:sleep|bed)|fall(?:s)? asleep|lie down (?:and|to) sleep"),
    ("wear", r"put(?:s|ting)? on|wears?|wearing|wore|dons?|donn(?:ed|ing)|(?:slip|pull|throw)s? on|get dressed in|equips?|dress(?:es)? in"),
    ("drop", r"(?:throw|toss)(?:s|ed)?(?= [^,;.]{0,80}\b(?:away|down|on the (?:floor|ground))\b)|put(?:s)?(?= [^,;.]{0,80} down\b)|drop(?:s|ped|ping)?|(?:put|set|lay|lays|puts|sets|laid|putting|setting) down|throw(?:s|ing)? (?:away|down)|let go of|discards?|get rid of"),
    ("unlock", r"unlock(?:s|ed|ing)?|turns? the key in"),
    ("lock", r"lock(?:s|ed|ing)?(?: up)?"),
    ("open", r"(?:push|pull|force|pry|swing|throw|break)(?:es|s|ed)?(?= [^,;.]{0,80}\bopen\b)|(?:push|pull|shove)(?:s|ed)?(?: (?:at|on|against))?(?= [^,;.]{0,80}(?:\b(?:door|gate|hatch|lid|drawer)\b|[\ue000-\uefff]))|open(?:s|ed|ing)?(?: up)?|(?:pry|push|pull|force|lift|swing|throw)(?:s|ed|ing)? open"),
    ("close", r"slam(?:s|med)?(?: shut)?|(?:push|pull|swing|throw)(?:es|s|ed)?(?= [^,;.]{0,80}\b(?:shut|closed|to)\b)|clos(?:e|es|ed|ing)|shut(?:s|ting)?"),
    ("read", r"(?:re-?)?read(?:s|ing)?|leaf through"),
    ("consume", r"eats?|eating|ate|drinks?|drinking|drank|consum(?:e|es|ed|ing)|swallow(?:s|ed)?|sips?|devours?|bites? into|take (?:a )?(?:bite|sip|swig|drink) (?:of|from)|finish off"),
    ("take", r"(?:take|takes|took|taking)(?: out| up| hold of)?|grab(?:s|bed|bing)?|(?:pick|picks|picked|picking)(?: up| out)?|collect(?:s|ed|ing)?|bring(?:s)?|brought|carr(?:y|ies|ied)|lift(?:s|ed)?(?: up)?(?! the latch)|get(?= (?!to\b|in|out|up|down|back|off|on|through|dressed))|fetch(?:es|ed)?|pocket(?:s|ed)?|snatch(?:es|ed)?|seiz(?:e|es|ed)|steals?|stole|gather(?:s|ed)?|retriev(?:e|es|ed)|pull(?:s|ed)? out|draws?"),
    ("give", r"(?:give|gives|gave|giving|hand|hands|handed|handing)(?: over| back)?|offers?|offered|pay|pays|paid|pass(?:es|ed)?(?= (?!through|by))|return(?= (?:the|a|my|his|her|their|it|them)\b[^.;]{0,80}\bto\b)"),
    ("go", r"(?:slip|squeeze|slide|duck|crawl|wriggle|dash|rush)(?:s|ped|d|ed)?(?= (?:through|past|out|away|down|under|between|behind|back|inside|in)\b(?! (?:the |my )?(?:coat|cloak|robe)))"),
    ("put", r"(?:put|puts|putting|plac(?:e|es|ed|ing)|insert(?:s|ed)?|stow(?:s|ed)?|stash(?:es|ed)?|hid(?:e|es|ing)(?= (?:the|my|it|them|an?|this|that|some)\b)|lay|lays|laid|slip|slips|tuck|tucks|hang|hangs|hung)(?: back)?|set(?= (?:the|a|my|it))"),
    ("wait", r"waits?|waiting|waited|rest(?:s|ed|ing)?|sleep(?:s|ing)?|slept|naps?|pass the time|linger(?:s|ed)?|stay(?:s|ed)?(?! at\b)|stand still|(?:do|does|say|says) nothing|take a (?:rest|nap|break)"),
    ("roll", r"roll(?:s|ed|ing)?|throw(?:s)?(?= (?:\w+ )?(?:\w+[- ]sided )?(?:die|dice|\d{0,3}d\d)\b)"),
    ("check", r"(?:make|makes|attempt|do|try)(?= (?:for )?an? [^.;,]{0,80}\b(?:check|test|roll|save)\b)"),
    ("try", r"tr(?:y|ies|ied)(?! to\b| and\b)"),
    ("use", r"us(?:e|es|ed|ing)"),
    ("look", r"turn(?:s)? around|count(?:s|ed)?(?= (?:the|my|these|those|how)\b)|(?:see|sees|saw|notic(?:e|es|ed)|spots?|spotted)(?= (?:an?|the|some)\b)|describ(?:e|es)|(?:look|looks|looked|looking|glanc(?:e|es|ed)|peer|peers|peered|gaz(?:e|es|ed)|star(?:e|es|ed))(?: (?:up|down|back|closely|again))?(?: (?:at|in|into|inside|on|under|behind|through|over|around|about|round|for))?|find(?:s)?|look for|examin(?:e|es|ed|ing)|inspect(?:s|ed|ing)?|stud(?:y|ies|ied)|search(?:es|ed|ing)?(?: for)?|observ(?:e|es|ed)|watch(?:es|ed|ing)?|check(?:s|ed|ing)?(?: out| on)?|view|survey(?:s|ed)?|listen(?:s|ed)?(?: to| at)?|smell(?:s|ed)?|sniff(?:s|ed)?|tast(?:e|es|ed)|touch(?:es|ed)?|feels?|tak(?:e|es|ing) a (?:close |closer |good )?look(?: (?:at|around|in|inside))?"),
    ("show", r"show(?:s|ed|ing)?|hold(?:s)? (?:up|out)"),
    ("ask", r"ask(?:s|ed|ing)?|question(?:s|ed)?|(?:borrow|lend|buy|sell|trade|barter|haggle)s?(?: (?:with|for))?|borrowed|lent|bought|sold|inquir(?:e|es|ed)|wonder(?:s|ed)?"),
    ("greet", r"greet(?:s|ed|ing)?|hello|hi|hey|good (?:morning|evening|afternoon|day|night)|greetings|goodbye|farewell|bye|wav(?:e|es|ed)(?: (?:to|at))?|nod(?:s|ded)?(?: (?:to|at))?|say (?:hello|hi|good \w+|goodbye)|bow(?:s|ed)?(?: to)?"),
    ("thank", r"thank(?:s|ed|ing)?"),
    ("tell", r"tell(?:s|ing)?|told|explain(?:s|ed)?|whisper(?:s|ed)?|shout(?:s|ed)?|answer(?:s|ed)?|repl(?:y|ies|ied)|talk(?:s|ed|ing)?|speak(?:s|ing)?|spoke|chat(?:s|ted)?|confess(?:es|ed)?|call(?:s|ed)? (?:to|out|for)|call(?:s|ed)?(?= (?-i:[A-Z]))|say(?:s|ing)?|said|promise|beg|persuad(?:e|es|ed)|convinc(?:e|es|ed)|flatter(?:s|ed)?|threaten(?:s|ed)?|apologi[sz]e"
        r"|(?:order|command|urge|instruct|warn|invite|allow|forbid|remind)(?:s|ed|d)?(?= (?:him|her|them|everyone|everybody|(?-i:[A-Z])|[\ue000-\uefff]))|forbade"),
    ("leave", r"(?:go|goes|walk|run)s? away|get out of here|leav(?:e|es|ing)|left"),
    ("go", r"(?:go|goes|went|going|walk|walks|walked|walking|run|runs|ran|running|head|heads|headed|heading|climb|climbs|climbed|return|returns|returned|enter|enters|entered|step|steps|stepped|cross|crosses|crossed|move|moves|moved|travel|travels|sneak|sneaks|exit|exits|descend|descends|ascend|ascends|proceed|proceeds|hurry|ride|follow|follows|come|creep|stroll|march|approach|approaches|visit|get|make my way|set (?:off|out))(?: (?:over|off|straight|on))*"),
    ("idle",
        r"pray(?:s|ed|ing)?|danc(?:e|es|ed|ing)|sing(?:s|ing)?|hum(?:s|med|ming)?|whistl(?:e|es|ed)|jump(?:s|ed|ing)?|hop(?:s|ped)?"
        r"|sit(?:s|ting)?|sat|stand(?:s|ing)?|stood|kneel(?:s|ing)?|knelt|l(?:ie|ies|ay)(?: down)?(?! (?:the|a|an|my|it|them)\b)|laugh(?:s|ed)?|cr(?:y|ies|ied)|weep(?:s)?"
        r"|smil(?:e|es|ed)|grin(?:s|ned)?|frown(?:s|ed)?|shrug(?:s|ged)?|sigh(?:s|ed)?|yawn(?:s|ed)?|stretch(?:es|ed)?|cough(?:s|ed)?"
        r"|sneez(?:e|es|ed)|blink(?:s|ed)?|wink(?:s|ed)?|think(?:s)?|ponder(?:s|ed)?|dream(?:s|ed)?|meditat(?:e|es|ed)|breath(?:e|es|ed)"
        r"|shiver(?:s|ed)?|clap(?:s|ped)?|cheer(?:s|ed)?|relax(?:es|ed)?|paus(?:e|es|ed)|lean(?:s|ed)?|crouch(?:es|ed)?|curs(?:e|es|ed)"
        r"|pac(?:e|es|ed)|hid(?:e|es|ing)|hesitat(?:e|es|ed)|remember(?:s|ed)?"),
)  # fmt: skip
"""What a verb does, and its forms; "idle" is what one does without touching the world."""

COMMON = frozenset(
    [
        "take",
        "drop",
        "give",
        "open",
        "close",
        "unlock",
        "read",
        "look",
        "examine",
        "inspect",
        "search",
        "wear",
        "remove",
        "wait",
        "sleep",
        "walk",
        "enter",
        "leave",
        "follow",
        "climb",
        "return",
        "listen",
        "drink",
        "talk",
        "tell",
        "inventory",
        "describe",
        "greet",
        "thank",
        "touch",
    ]
)
"""Verbs that are guessed where a message begins with a slip of one."""
