"""What the storyteller says in English: short pieces that are put together, never whole answers.

Slots: {name} the speaker, {her} possessive, {obj} object pronoun, {thing} what the player handles,
{topic} something that can be asked about, {other} another member of the cast, {fact} a sentence of
lore, {line} a spoken line, {dice} and {total} a throw.
"""

BEATS = {
    "threaten": (
        "The threat hangs there with nothing to hold it up. {name} looks at your hands, one and then the other, and does not step back.",
        "For a breath nobody moves. Then {name} lets {her} shoulders drop, the way people do who have decided something.",
        "It comes out harder than you meant, or exactly as hard. {name} takes {her} time before answering.",
        "Something in the air pulls tight. {name} has heard this tone before, and has outlived it.",
    ),
    "unlock": (
        "Metal finds metal. For one moment the sound is enormous.",
        "You feel the small teeth of it under your fingers, catching, considering.",
        "You try it. {name} watches your wrist and not your face, as one watches somebody else's cards.",
        "It goes in as if it had been missed. What it does next is another matter.",
    ),
    "open": (
        "You set your weight against it. It gives by the width of a thought and stops.",
        "Your palm is flat on {thing} before {name} has finished drawing breath.",
        "You try {thing}. It answers with the sound of a thing that has been asked before.",
        "It is heavier than it looks; most answers are.",
    ),
    "give": (
        "{name} takes it from you without looking, and then looks.",
        "Your hand goes out and stays out. {name} regards what is in it for longer than manners allow.",
        "{name} turns {thing} over once, as though there might be writing on the other side.",
        "For a moment you are both holding it.",
    ),
    "show": (
        "You hold {thing} where the light can reach it. {name} leans in – not far, but far enough.",
        "You show {thing}. A good deal goes on in {name}'s face, and very little of it gets out.",
        "{name} looks at {thing}, and then past it, at you, which is worse.",
        "The light runs along {thing} and off the end.",
    ),
    "drop": (
        "You let it go. The sound it makes is smaller than the gap it leaves.",
        "You put it down between you. {name} does not reach for it, and is careful to be seen not reaching.",
        "You open your fingers. {name} follows {thing} down with {her} eyes.",
    ),
    "wear": (
        "You settle it on yourself. {name} looks you over like a sentence with one word changed.",
        "It fits as borrowed things fit: everywhere but one place.",
        "You are a slightly different person in the light now. {name} notices which.",
    ),
    "take": (
        "Your fingers close. It is colder than you thought, and yours, for now.",
        "You take {thing}. Nobody says you may; nobody says you may not.",
        "You have it before you have quite decided to. {name} saw; {name} sees most things.",
        "You take {thing} up. It has the weight of something that was waiting.",
    ),
    "go": (
        "You go. It is further than it looks and shorter than you would like.",
        "You set off, and the place you leave goes on behind you for a while like a tune.",
        "One foot, then the other; that is how every bad idea travels, and most of the good ones.",
        "You turn toward it and walk. What was ahead of you gradually becomes what is around you.",
        "You go, not fast, giving second thoughts every chance to catch up. They don't.",
    ),
    "wait": (
        "You wait. Time goes by in small coin.",
        "You say nothing and do nothing, and do both thoroughly. After a while it begins to work.",
        "You let the quiet have its turn. {name} is good at quiet too; it is a while before anybody wins.",
        "You listen. First there is nothing, and then the nothing turns out to have parts.",
    ),
    "look": (
        "You look – properly, the way one looks at a thing that may have to be described later.",
        "You take your time over it, and {name} lets you.",
        "You let your eyes do the walking. {name} watches what they stop at.",
        "You study {thing} until it stops being a shape and starts being a fact.",
        "You bend closer. {name} moves out of your light without being asked.",
    ),
    "ask": (
        "{name} hears you out to the very end, including the part you did not say.",
        "The question stands there between you with its hat in its hands.",
        "{name} weighs the question as if it might be short.",
        "It is not what {name} expected you to ask. It seems, from {her} face, to be better.",
        "{name} begins an answer, puts it back, and picks another.",
        "You ask. Somewhere behind {name}'s eyes a drawer slides open.",
    ),
    "tell": (
        "You tell it plainly. {name} listens with {her} head a little to one side, where the truth gets in.",
        "The words come out in a better order than they had inside you.",
        "{name} does not interrupt. It is the kind of not interrupting that costs something.",
        "You say it, and it is said; there is a relief in that, and then straight away there isn't.",
    ),
    "thank": (
        "{name} takes the thanks like change from a large coin, and counts it.",
        '"Hm," says {name}, which may be the friendliest sound you have had in a while.',
        "Thanks are not what {name} is used to. {name} looks for somewhere to put them.",
    ),
    "greet": (
        "{name} nods, once, with the economy of somebody who expects to need the rest later.",
        "The greeting is returned, a size smaller.",
        "{name} looks up. It takes you in, that look, and keeps a copy.",
    ),
    "leave": (
        "You get as far as turning away.",
        "You say it, and neither of you quite believes it.",
        "Going is easy to say. {name} waits to see the rest of it.",
    ),
    "roll": (
        "You throw. {dice}: {total}.",
        "They rattle, they think it over, they lie still. {dice}: {total}.",
        "Chance is asked, and answers: {dice}, {total} in all.",
    ),
    "say": (
        "{name} lets that stand for a moment, to see whether it will fall over by itself.",
        "That gets you a look, and then, more slowly, attention.",
        "{name} turns the words over. They seem to have something on the back.",
        "Your voice sounds different here; {name} seems to like it better than you do.",
        "You can see it land. You cannot quite see where.",
    ),
    "other": (
        "{name} watches you do it, and says nothing yet.",
        "It is done before there is time to be clever about it.",
        "Things shift, by about the width of a hand. {name} shifts with them.",
        "You do, and for a moment it is simply so, and everyone has to begin again from there.",
        "{name} takes note. You have the feeling that it has been spelled correctly.",
    ),
}

GESTURES = {
    "dry": (
        "{name} scratches an eyebrow with a thumbnail.",
        "{name}'s mouth moves by a sixteenth of an inch. It may be mirth.",
        "{name} sniffs.",
        "{name} looks like someone adding a column and not liking the sum.",
        "One corner of {name}'s face disagrees with the rest.",
        "{name} turns a thing over in {her} pocket and says nothing about it.",
        "{name} counts something on three fingers and runs out of fingers.",
        "{name} listens to the end of the sentence, and then a little past it.",
    ),
    "warm": (
        "{name} smiles before {her} mouth has been told.",
        "{name} touches your sleeve, lightly, and lets go at once.",
        "There is nothing hard in {name}'s look, and that makes it difficult to meet.",
        "{name} makes a small sound, half a laugh and half a sigh.",
        "{name} makes room beside {obj}, in case you should want it.",
        "{name} nods at each of your words as they come in.",
        "{name} looks for the good in this and seems to find some.",
    ),
    "stern": (
        "{name}'s jaw sets.",
        "{name} does not blink.",
        "The warmth goes out of {name}'s face as if someone had carried it from the room.",
        "{name} takes one step nearer than is comfortable.",
        "{name} lets you hear how quiet it is.",
        "{name} looks at your hands, and not at your face.",
        "{name} draws the next breath as if it were owed.",
    ),
    "proud": (
        "{name} straightens, though there was little left to straighten.",
        "{name} folds {her} hands and looks at you over the top of a great many years.",
        "{name} inclines {her} head by the exact amount that is owed.",
        "{name}'s eyes are tired and {her} back is not.",
        "{name} waits for the rest of the room to catch up.",
        "{name} turns a ring that is no longer there.",
        "{name} considers you, as one considers a petition.",
    ),
    "playful": (
        "{name} grins, thinks better of it, and grins anyway.",
        "{name} rocks on {her} heels.",
        "{name} pulls a face that has clearly been practised.",
        "{name} glances round for an audience and finds only you. You will do.",
        "{name} bows, an inch too low to be meant.",
        "{name} walks two fingers along the nearest edge and lets them jump off.",
        "{name} looks like someone who has thought of three answers and kept the best.",
    ),
    "plain": (
        "{name} takes a breath.",
        "{name} looks away and then back.",
        "A small silence; {name} makes use of it.",
        "{name} shifts {her} weight from one foot to the other.",
        "{name} rubs {her} hands together, slowly.",
        "{name} tilts {her} head, and waits for you to go on.",
        "{name} looks past you for a moment, at nothing you can find.",
        "{name} lets go of something in {her} mind; you can see it go.",
    ),
}

SPOKEN_FACTS = (
    '"{fact}" {name} says it as one reads a thing off a wall.',
    '"As you are here anyway," says {name}. "{fact}"',
    '{name} drops {her} voice. "{fact}"',
    '"I\'ll tell you what I know," says {name}, "and you can do the worrying. {fact}"',
    '"Listen, then. {fact}" {name} lets that sink in.',
    '"{fact}" A pause. "That\'s the part people leave out."',
    '"This isn\'t for repeating," {name} says. "{fact}"',
)

FACT_LEADS = (
    "",
    "",
    "This much is certain. ",
    "It comes to you piece by piece. ",
    "And here is the thing that will not lie down: ",
    "What everybody knows, and nobody says, is soon told. ",
    "There it is again, that old piece of knowledge. ",
    "You could not say who told you first. ",
)

SECOND_LEADS = ("", "And then: ", "There is more. ", "", "That is not all of it. ")

LINES = {
    "threaten": (
        "You'll want to think about who you are when that's over.",
        "I've been threatened by weather. You'll have to speak up.",
        "Put that away, and we'll both say we never saw it.",
    ),
    "unlock": (
        "Slowly. Old things break on the side of the hasty.",
        "Turning it is the easy half.",
        "There. Now it knows you. I'm not sure that I'd want it to.",
    ),
    "open": (
        "If pushing did it, it would have been open before you were born.",
        "Doors have reasons. Find this one's.",
        "Not like that. Or not yet.",
    ),
    "give": (
        "I'll hold it. Holding isn't keeping.",
        "You're sure? People usually want these things back.",
        "I won't ask where you had it from. I'll just look as if I'm about to.",
    ),
    "show": (
        "So it's true, then. I had hoped you were lying; it's less work.",
        "I haven't seen that in a long while. It's got smaller, or I've got old.",
        "Keep it out of the wet. And out of sight.",
    ),
    "drop": (
        "You may want that again.",
        "Things put down here have a way of being found by others.",
    ),
    "wear": (
        "Better. You looked like yourself before; that's no help to anyone.",
        "It suits you. I'm sorry to say so.",
    ),
    "take": (
        "Mind what you pick up. Some of it is attached to people.",
        "I didn't see that. I'd like you to know how carefully I didn't.",
        "Take it, then. Somebody had to.",
    ),
    "wait": (
        "You wait well. Most people only pause.",
        "If you're waiting for me to grow nervous, bring a chair.",
        "It won't get any earlier, you know.",
    ),
    "look": (
        "Well? You've the look of somebody who has found something and hasn't been told what.",
        "Look all you want. It's free, and it's the only thing here that is.",
        "You see it too, then. Good. I was beginning to wonder.",
    ),
    "ask": (
        "Ask me that when I've been proved wrong about something else.",
        "That I don't know. I could make something up, but you'd find me out by breakfast.",
        "I can't tell you that. Not won't; can't. There's a difference, and I've paid for it.",
        "If I knew that, I'd be standing somewhere warmer.",
        "You'd have to ask someone who sleeps better than I do.",
    ),
    "tell": (
        "I believe you. It's a nuisance, but I do.",
        "That's a long way to come with a thing like that in your pocket.",
        "You might have begun with that.",
        "Say that again, and leave out the part you've practised.",
    ),
    "thank": (
        "Don't thank me until it's over.",
        "You can owe me. I keep good track.",
        "It was nothing. It was very nearly something.",
    ),
    "greet": (
        "And to you, for as long as it lasts.",
        "You've picked an hour for it.",
        "Well. Here you are, then.",
    ),
    "leave": (
        "You'll be back. They leave like that when they'll be back.",
        "Then go carefully, and go all the way.",
    ),
    "roll": (
        "I've seen worse.",
        "I've seen better.",
        "The dice don't know you. That's what's good about them.",
    ),
    "say": (
        "I hear you. I haven't decided what I'm going to do about it.",
        "That may be. A great many things may be.",
        "Fine words. Now tell me the short ones.",
        "You say that as if you'd been carrying it a while.",
        "Go on. I'm listening with the good ear.",
    ),
    "other": (
        "I won't ask.",
        "That's one way. I'd not have thought of it, and I've had years.",
        "Is there a plan, or are we just letting things happen?",
        "Well, it's done. Let's see what it does back.",
    ),
}

AFTER_FACTS = (
    "That's what there is. Make of it what you can.",
    "Now you know as much as I'm easy about.",
    "And if anyone asks, you had it from the weather.",
    "I've said it once. I find I'm not sorry.",
    "There. It was lighter when only I carried it.",
    "You've gone quiet. People do, at that part.",
    "Don't look at me. I only live with it.",
    "Think before you use that.",
)

SAYINGS = (
    '"{line}" says {name}.',
    '{name} does not look up. "{line}"',
    '"{line}"',
    '"{line}" {gesture}',
    '{gesture} "{line}"',
    'It takes {name} a moment. "{line}"',
)

TOPIC_HOOKS = (
    '"You haven\'t asked about {topic}," {name} says. "People mostly start there."',
    "There is still {topic}. You are both stepping round that, and the stepping is getting louder.",
    "{name} seems about to speak of {topic}, and doesn't. You could ask.",
    '"And {topic}?" says {name}. "Or were we both going to pretend?"',
    "You think of {topic}, and when you glance up, {name} is watching you think it.",
)
CAST_HOOKS = (
    '"There\'s others you might talk to," says {name}. "{other}, for one, if you can stand it."',
    "It strikes you that {other} would know more; it strikes {name} that it has struck you.",
    '"{other} was asking after you," {name} says, to nobody in particular.',
)
HOOKS = (
    "{name} waits. It is your move, and you both know it.",
    '"So," says {name}. "What will you do about it?"',
    "There is just time to do one thing well.",
    "What you do next will be remembered, if only by {name}.",
    '"Well?" says {name}. "I can keep this up for a good while. Can you?"',
    "Nothing is settled. {name} looks at you as if you were the one to settle it.",
    "It would be a good moment to say something true. Or to do something quick.",
    '"Your turn," says {name}, not unkindly.',
    "You could press the point. You could let it lie. {name} gives nothing away.",
)

INTRODUCTION = (
    "*(A word from outside the story: I am the built-in storyteller – a set of rules, not a language "
    "model. I tell with the lore of this world and with what you do in it, so use plain verbs: look, "
    "go, ask about, show, give, open, wait, roll. Somebody who runs this site can connect a language "
    "model at any time.)*"
)
WHAT_I_AM = (
    "*(Outside the story: no language model is writing this. I am the built-in storyteller, a set of "
    "rules that picks from this world's lore, the cast's cards and the way you put things. I know what the "
    "lorebook knows, and I never learn. The story stands where it stood; {name} is still waiting.)*",
    "*(Since you ask: I am no person and no language model, only rules – the storyteller that comes with "
    "this site. Your words choose the lore, the lore makes the answer. Whoever runs the site can connect a real "
    "model. Meanwhile nothing in the story has moved; {name} has all the time you have.)*",
)
OUTSIDE = (
    "*(Outside the story, then. I am the built-in storyteller, rules and not a language model, so I can't "
    "talk plans through – but nothing in the story has happened just now. You may look, go, ask about "
    "something, show, give, take, open, wait or roll; {topic} would be a place to begin.)*",
    "*(Noted, and kept out of the tale. As a rule-based storyteller, not a language model, I have little to "
    "add out here. Inside, {name} is waiting, and {topic} has not been talked about.)*",
)
NO_TOPIC = "whatever you think of first"

BREAK_OFF = (
    " – and there the sentence breaks off, because {name} has lifted a hand.",
    " … but that is as far as it gets before {name} speaks.",
)
AND_THEN = (
    "A moment passes, and it does not pass unused.",
    "It does not end there.",
    "For a little while longer nothing interrupts.",
    "Nobody has moved, and yet something has.",
)

OF_YOU = (
    "Who you are goes ahead of you, as it always has. {fact}",
    "For a moment you see yourself as you must look from there. {fact}",
    "You need not say who you are; it stands there in your boots. {fact}",
)
NAMING = (
    '"{user}," {name} says, trying the name for fit.',
    "{name} says your name, once, and lets it stand.",
    '"{user}." {name} says it the way one sets down something breakable.',
)
SAY_AS = {
    "shorter": r"short|brief|concise",
    "longer": r"long|more detail|more words|elaborate|describe more",
}
JOIN = " "
DICE_JOIN = " and "
IT = "it"
