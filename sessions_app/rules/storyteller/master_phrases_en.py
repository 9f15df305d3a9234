"""What the game master says in English of what became true, and of what did not.

Slots: {thing}, {things} what was handled, {holder} what it came out of or went into, {who} a
person, {way} an exit, {place} a place, {names} a list, {text} something as it is written, {long} a
length of time, {now} a date and time, {dice}, {total}, {label} and {outcome} of a throw.
"""

DONE = {
    "take": ("You take {thing}.", "You pick up {thing}.", "You have {thing} in your hand."),
    "take_out": ("You take {thing} out of {holder}.", "Out of {holder} you take {thing}."),
    "drop": ("You put down {thing}.", "You lay {thing} down.", "You let go of {thing}, and it stays where you leave it."),
    "drop_at": ("You lay {thing} down by {holder}.", "You leave {thing} by {holder}."),
    "give": ("You give {thing} to {who}.", "{who} takes {thing} from your hand.", "You hand {thing} to {who}."),
    "put": ("You put {thing} into {holder}.", "Into {holder} goes {thing}."),
    "wear": ("You put on {thing}.", "You are wearing {thing} now."),
    "remove": ("You take off {thing}.", "You are no longer wearing {thing}."),
    "open": ("You open {thing}.", "{thing} opens under your hand."),
    "close": ("You close {thing}.", "{thing} falls shut."),
    "unlock": ("You turn the key, and {thing} is no longer locked.", "The lock gives: you have unlocked {thing}."),
    "lock": ("You lock {thing}.", "The key turns, and {thing} is locked."),
    "consume": ("You finish {thing}; nothing is left.", "You finish {thing}, to the last of it."),
    "eat": ("You eat {thing}; nothing is left.", "You eat up {thing}."),
    "consume_some": ("You help yourself to {thing}.", "You have {thing}; there is more."),
    "go": ("You go to {place}.", "You make your way to {place}.", "You walk on, and come to {place}."),
    "go_by": ("You go by way of {way} and come to {place}.", "{way} takes you to {place}.", "You take {way}, and are at {place}."),
    "go_course": ("You go {way}, and come to {place}.", "You make your way {way}, as far as {place}."),
    "near": ("You go over to {thing}.", "A few steps, and you stand by {thing}."),
    "near_person": ("You go over to {who}.", "You cross to where {who} is."),
    "there": ("You are at {place} already.",),
}  # fmt: skip
INSIDE_NOW = "Inside: {names}."
EMPTY_NOW = "There is nothing inside."

HERE = "{place}."
SPOTS = ("What meets the eye: {names}.", "You notice {names}.")
WAYS = "Ways from here: {names}."
NO_WAYS = "You see no way out."
PEOPLE_ONE = ("{names} is here.", "With you here: {names}.")
PEOPLE = ("{names} are here.", "With you here: {names}.")
THINGS = ("Lying here: {names}.", "Within reach: {names}.")
DARK = "You are nowhere that could be described."
WAY_LEADS = "{way} to {place}"
STATES = {"closed": "closed", "locked": "locked", "blocked": "blocked", "open": "open"}
STATE_OF = "It is {text}."
CONDITION_OF, CONDITION_OF_MANY = "It is {text}.", "They are {text}."
LOOK_COURSE = "You look {way}."
LEADS_TO = "It leads to {place}."
WORN_BY = "{who} is wearing {names}."
HOLDING = "{who} has {names}."
DOES = "{who}: {text}."
CONDITIONS = {
    "unconscious": "{who} is unconscious.",
    "captive": "{who} is held captive.",
    "dead": "{who} is dead.",
    "away": "{who} is not quite here.",
}
NOTHING_SPECIAL = (
    "You see nothing special about {thing}.",
    "{thing}: as one would expect, no more.",
)
LOOK_LEADS = (
    "You look at {thing}.",
    "You look {thing} over.",
    "You take a closer look at {thing}.",
)

READS = ("You read {thing}: “{text}”", "It says on {thing}: “{text}”")
UNWRITTEN = ("There is nothing to read on {thing}.",)
CARRYING = "You carry {names}."
WEARING = "You are wearing {names}."
EMPTY_HANDED = "You carry nothing."
TIME_IS = ("It is {now}.",)
NO_TIME = "Nobody counts the hours in this story."

WAITED = ("You let the time go by: {long}.", "{long} pass.", "Time passes: {long}.")
WAITED_UNTIL = ("Time passes, {long} of it. It is {now}.", "You wait for {long}; then it is {now}.")
CAME = ("{names} has come.", "{names} is here now.")
CAME_MANY = ("{names} have come.", "{names} are here now.")
LEFT = ("{names} has gone.", "{names} is no longer here.")
LEFT_MANY = ("{names} have gone.", "{names} are no longer here.")
CAME_ALONG = ("{names} comes with you.",)
CAME_ALONG_MANY = ("{names} come with you.",)

ROLLED = ("You throw {dice}: {total}.", "The dice fall: {dice} is {total}.")
CHECKED = ("{thing}: {dice} gives {total} – {label}. {outcome}",)
NO_TARGET = "This check is held against no number; the {number} is left aside."

AWAY = "You were away for {long}; the world went on without you."
THREW = "Your own throw still lies on the table."
THREW_MANY = "Your own throws still lie on the table."

NO_SUCH = "You see nothing here that you could mean by “{text}”."
NO_SUCH_BUT = "You see nothing here that you could mean by “{text}”, only {names}."
NO_THING = "That cannot be done with {who}."
STAYS = "{thing} belongs where it is; that cannot be done with it."
NO_TAKER = "{thing} does not take what it is given."
UNREAD = "“{text}” is not understood at this table. Say plainly what you do."
UNHELD = "You have no such thing to show: “{text}”."
KEPT = "You keep {thing} about you, out of sight."
NOT_WORN = "{thing} is not to be worn."
NO_DOOR = "There is nothing there to {verb}: {way} stands open, without a door."
LID_VERBS = {"open": "open", "close": "close", "lock": "lock", "unlock": "unlock"}
NO_LOCK = "There is no lock on {thing}."
BARE_HERE = "There is nothing lying here to be taken."
BARE_HANDS = "You have nothing with you for that."
UNKNOWN = "Nothing comes of “{text}”: this table has no rule for it."
REFRAINED = ("You leave it be.", "You let it be, and nothing happens.")
IDLED = "You {text}."
YOU_ARE = "You are {who}."
WHICH = "Which do you mean: {names}?"
NOBODY = ("There is nobody here to hear you.", "Your words have only the walls to go to.")
ABSENT = "{who} is not here."
UNMOVED = "{who} does not answer."
NOT_FOOD = "You think better of it: {thing} is not to be eaten or drunk."
NO_CHECK = "This world has no such check. It has: {names}."
NO_CHECKS = "This world has no checks of its own."
NOTHING_TO = "That needs a word more: what with, or where to?"
NO_LID = "There is nothing about {thing} to open or close."
LATER = "One road at a time: what was to follow is still to be done."
NOTED = (
    "The world goes on as it was.",
    "Around you everything stays as it is.",
    "Nothing around you changes.",
)
STILL = ("Nothing more happens for now.", "For the moment that is all.", "And so things stand.")

OUTCOMES = {
    "take": "{player} took {thing}.", "drop": "{player} laid down {thing}.", "give": "{player} gave {thing} to {who}.",
    "put": "{player} put {thing} into {holder}.", "wear": "{player} put on {thing}.", "remove": "{player} took off {thing}.",
    "open": "{player} opened {thing}.", "close": "{player} closed {thing}.", "unlock": "{player} unlocked {thing}.",
    "lock": "{player} locked {thing}.", "consume": "{player} had {thing}.", "go": "{player} went to {place}.",
    "talk": "{player} spoke with {who}.", "look": "{player} looked around.", "read": "{player} read {thing}.",
    "failed": "{player} tried something that did not succeed.", "other": "{player}: {text}",
    "idle": "{player}: {text}",
}  # fmt: skip
ONE_OF = "one of the {name}"
AND, OR, COMMA, COUNT = " and ", " or ", ", ", "{n} {name}"
INTRODUCTION = (
    "*(A word from outside the story: I am the built-in storyteller – a set of rules, not a language "
    "model – and I keep this table. The world has laws: what is locked stays locked, and what you carry "
    "you carry. Say plainly what you do: look around, go, take, give, put, wear, open, unlock with, read, "
    "eat, wait until, roll, ask about. Several things in one message are done one after the other.)*"
)
