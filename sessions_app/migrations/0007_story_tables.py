"""The state of stories: a copy of their world, in rows with numbers of their own (ST-0, ST-0a).

Cards and pins that stories have become such rows too. Stories from before have a world without
places and no clock.
"""

import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.lookups
import worldbook.models.story_rows
from decimal import Decimal
from django.db import migrations, models

from worldbook.models.story_sql import JournalTables

NUMBERED = """
WITH numbered AS (
    SELECT id, row_number() OVER (PARTITION BY session_id ORDER BY place, id) AS n
    FROM sessions_app_storycharacter
)
UPDATE sessions_app_storycharacter one SET id = (one.session_id << 32) | numbered.n
FROM numbered WHERE numbered.id = one.id;

WITH numbered AS (
    SELECT pin.id, row_number() OVER (PARTITION BY session_id ORDER BY place, id)
        + (SELECT count(*) FROM sessions_app_storycharacter WHERE session_id = pin.session_id) AS n
    FROM sessions_app_sessionpin pin
)
UPDATE sessions_app_sessionpin one SET id = (one.session_id << 32) | numbered.n
FROM numbered WHERE numbered.id = one.id;

CREATE TEMPORARY TABLE story_used ON COMMIT DROP AS
SELECT story.id AS session_id,
    (SELECT count(*) FROM sessions_app_storycharacter WHERE session_id = story.id) AS people,
    (SELECT count(*) FROM sessions_app_sessionpin WHERE session_id = story.id) AS pins
FROM sessions_app_session story;

INSERT INTO sessions_app_storyworld (id, session_id, zone, hemisphere, festivals, calendar_names,
    day_parts, rules)
SELECT (session_id << 32) | (people + pins + 1), session_id, 'UTC', 'north', '{}', '{}', '{}', '[]'
FROM story_used;

INSERT INTO sessions_app_storyclock (id, session_id, mode, own_dates)
SELECT (session_id << 32) | (people + pins + 2), session_id, 'none', false FROM story_used;

INSERT INTO sessions_app_storyplacement (id, session_id, character_id, condition, activity,
    routine_on)
SELECT (one.session_id << 32) | (used.people + used.pins + 2 + (one.id & 4294967295)),
    one.session_id, one.id, 'active', '', false
FROM sessions_app_storycharacter one JOIN story_used used ON used.session_id = one.session_id;

INSERT INTO worldbook_storycounter (session_id, next_n, next_seq)
SELECT session_id, 2 * people + pins + 3, 1 FROM story_used;

SET CONSTRAINTS ALL IMMEDIATE;
"""
"""Cards and pins have numbers in each story, then come its world, its clock and whereabouts."""

CHAIN = """
CREATE FUNCTION story_item_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        WITH RECURSIVE up (inside_id) AS (
            SELECT inside_id FROM sessions_app_storyitem WHERE id = NEW.id
            UNION
            SELECT item.inside_id FROM up JOIN sessions_app_storyitem item ON item.id = up.inside_id
        )
        SELECT FROM up WHERE inside_id = NEW.id
    ) THEN
        RAISE EXCEPTION 'item % is inside itself', NEW.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END;
$$;

CREATE CONSTRAINT TRIGGER story_item_chain
    AFTER INSERT OR UPDATE OF inside_id ON sessions_app_storyitem
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.inside_id IS NOT NULL)
    EXECUTE FUNCTION story_item_chain();
"""
"""Nothing is inside itself at the end of a transaction, by whatever way (IT-2)."""

NO_CHAIN = """
DROP TRIGGER story_item_chain ON sessions_app_storyitem;
DROP FUNCTION story_item_chain();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("sessions_app", "0006_groups"),
        ("worldbook", "0008_story_journal"),
    ]

    operations = [
        migrations.AddField(
            model_name="session",
            name="seed_given",
            field=models.BooleanField(
                default=False,
                help_text="Then rolls of the dice follow from it; else they are true chance.",
                verbose_name="seed given by hand",
            ),
        ),
        migrations.RemoveField(
            model_name="storycharacter",
            name="origin",
        ),
        migrations.AddField(
            model_name="storycharacter",
            name="aliases",
            field=models.JSONField(blank=True, default=list, verbose_name="other names"),
        ),
        migrations.AddField(
            model_name="storycharacter",
            name="arousal",
            field=models.DecimalField(
                decimal_places=4,
                default=Decimal("0"),
                max_digits=5,
                validators=[
                    django.core.validators.MinValueValidator(-1),
                    django.core.validators.MaxValueValidator(1),
                ],
                verbose_name="arousal",
            ),
        ),
        migrations.AddField(
            model_name="storycharacter",
            name="background",
            field=models.BooleanField(default=False, verbose_name="background figure"),
        ),
        migrations.AddField(
            model_name="storycharacter",
            name="cast",
            field=models.BooleanField(default=True, verbose_name="on stage"),
        ),
        migrations.AddField(
            model_name="storycharacter",
            name="dominance",
            field=models.DecimalField(
                decimal_places=4,
                default=Decimal("0"),
                max_digits=5,
                validators=[
                    django.core.validators.MinValueValidator(-1),
                    django.core.validators.MaxValueValidator(1),
                ],
                verbose_name="dominance",
            ),
        ),
        migrations.AddField(
            model_name="storycharacter",
            name="group",
            field=models.BooleanField(default=False, verbose_name="group"),
        ),
        migrations.AddField(
            model_name="storycharacter",
            name="playable",
            field=models.BooleanField(default=True, verbose_name="playable"),
        ),
        migrations.AddField(
            model_name="storycharacter",
            name="valence",
            field=models.DecimalField(
                decimal_places=4,
                default=Decimal("0"),
                max_digits=5,
                validators=[
                    django.core.validators.MinValueValidator(-1),
                    django.core.validators.MaxValueValidator(1),
                ],
                verbose_name="valence",
            ),
        ),
        migrations.AlterField(
            model_name="sessionpin",
            name="id",
            field=models.BigIntegerField(
                db_default=worldbook.models.story_rows.NextId(),
                editable=False,
                primary_key=True,
                serialize=False,
            ),
        ),
        migrations.AlterField(
            model_name="sessionpin",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="pins",
                to="sessions_app.session",
            ),
        ),
        migrations.AlterField(
            model_name="storycharacter",
            name="id",
            field=models.BigIntegerField(
                db_default=worldbook.models.story_rows.NextId(),
                editable=False,
                primary_key=True,
                serialize=False,
            ),
        ),
        migrations.AlterField(
            model_name="storycharacter",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="characters",
                to="sessions_app.session",
            ),
        ),
        migrations.CreateModel(
            name="StoryDiceCheck",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True, db_index=False, max_length=120, verbose_name="key"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="name")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                ("when", models.TextField(blank=True, verbose_name="when to use it")),
                ("dice", models.CharField(max_length=200, verbose_name="dice")),
                (
                    "reading",
                    models.CharField(
                        choices=[("total", "the total"), ("successes", "the successes")],
                        default="total",
                        max_length=10,
                        verbose_name="reading",
                    ),
                ),
                (
                    "comparison",
                    models.CharField(
                        choices=[
                            ("absolute", "the value itself"),
                            ("over", "value − target"),
                            ("under", "target − value"),
                        ],
                        default="absolute",
                        max_length=10,
                        verbose_name="comparison",
                    ),
                ),
                ("variable", models.CharField(blank=True, max_length=100, verbose_name="variable")),
                ("bands", models.JSONField(default=list, verbose_name="bands")),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "check of a story",
                "verbose_name_plural": "checks of stories",
                "ordering": ["session", "position", "id"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("session", "key"), name="storydicecheck_key")
                ],
            },
        ),
        migrations.CreateModel(
            name="DiceRoll",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("turn", models.PositiveIntegerField(verbose_name="turn")),
                ("round", models.PositiveIntegerField(default=0, verbose_name="round")),
                ("expression", models.CharField(max_length=200, verbose_name="dice")),
                ("dice", models.JSONField(default=list, verbose_name="every die")),
                ("modifiers", models.JSONField(default=list, verbose_name="modifiers")),
                ("target", models.IntegerField(null=True, verbose_name="target")),
                ("total", models.BigIntegerField(verbose_name="total")),
                ("value", models.BigIntegerField(verbose_name="value read")),
                ("band", models.CharField(blank=True, max_length=200, verbose_name="band")),
                ("outcome", models.TextField(blank=True, verbose_name="outcome")),
                ("reason", models.TextField(blank=True, verbose_name="reason")),
                ("hidden", models.BooleanField(default=False, verbose_name="hidden")),
                (
                    "asked_by",
                    models.CharField(
                        choices=[("agent", "agent"), ("player", "player")],
                        max_length=8,
                        verbose_name="asked by",
                    ),
                ),
                ("rolled_when", models.BigIntegerField(null=True, verbose_name="rolled")),
                ("truncated", models.BooleanField(default=False, verbose_name="cut off")),
                (
                    "key",
                    models.CharField(
                        blank=True, help_text="Asked again it is the same roll.", max_length=120
                    ),
                ),
                (
                    "character",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storycharacter",
                        verbose_name="character",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
                (
                    "dice_check",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storydicecheck",
                        verbose_name="check",
                    ),
                ),
            ],
            options={
                "verbose_name": "roll",
                "verbose_name_plural": "rolls",
                "ordering": ["session", "id"],
                "indexes": [
                    models.Index(fields=["session", "turn"], name="sessions_ap_session_1904f8_idx")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("session", "key"),
                        name="dice_roll_key",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("dice_check"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("character"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                        ),
                        name="diceroll_same_story",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StoryIntent",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True, db_index=False, max_length=120, verbose_name="key"
                    ),
                ),
                ("kind", models.CharField(blank=True, max_length=60, verbose_name="kind")),
                ("text", models.TextField(verbose_name="goal")),
                ("priority", models.IntegerField(default=0, verbose_name="priority")),
                ("urgency", models.IntegerField(default=0, verbose_name="urgency")),
                ("deadline", models.BigIntegerField(null=True, verbose_name="deadline")),
                ("plan", models.TextField(blank=True, verbose_name="plan")),
                (
                    "status",
                    models.CharField(
                        choices=[("active", "active"), ("done", "done"), ("dropped", "dropped")],
                        default="active",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                (
                    "character",
                    worldbook.models.story_rows.StoryKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storycharacter",
                        verbose_name="character",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "intent",
                "verbose_name_plural": "intents",
                "ordering": ["session", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "character", "key"), name="story_intent_key"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("character"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            )
                        ),
                        name="storyintent_same_story",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StoryRegion",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True, db_index=False, max_length=120, verbose_name="key"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="name")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                ("description", models.TextField(blank=True, verbose_name="description")),
                ("aliases", models.JSONField(blank=True, default=list, verbose_name="other names")),
                (
                    "parent",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storyregion",
                        verbose_name="lies in",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "region of a story",
                "verbose_name_plural": "regions of stories",
                "ordering": ["session", "position", "id"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("session", "key"), name="storyregion_key"),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("parent"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            )
                        ),
                        name="storyregion_same_story",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StoryLocation",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True, db_index=False, max_length=120, verbose_name="key"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="name")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                ("description", models.TextField(blank=True, verbose_name="description")),
                ("aliases", models.JSONField(blank=True, default=list, verbose_name="other names")),
                ("tags", models.JSONField(blank=True, default=list, verbose_name="tags")),
                ("x", models.IntegerField(null=True, verbose_name="x on the map")),
                ("y", models.IntegerField(null=True, verbose_name="y on the map")),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
                (
                    "region",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storyregion",
                        verbose_name="region",
                    ),
                ),
            ],
            options={
                "verbose_name": "place of a story",
                "verbose_name_plural": "places of stories",
                "ordering": ["session", "position", "id"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("session", "key"), name="storylocation_key"),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("region"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            )
                        ),
                        name="storylocation_same_story",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StoryItem",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True, db_index=False, max_length=120, verbose_name="key"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="name")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                ("kind", models.CharField(max_length=100, verbose_name="kind")),
                ("description", models.TextField(blank=True, verbose_name="description")),
                ("text", models.TextField(blank=True, verbose_name="text")),
                ("aliases", models.JSONField(blank=True, default=list, verbose_name="other names")),
                ("tags", models.JSONField(blank=True, default=list, verbose_name="tags")),
                ("quantity", models.PositiveIntegerField(default=1, verbose_name="quantity")),
                ("unique", models.BooleanField(default=False, verbose_name="unique")),
                ("hidden", models.BooleanField(default=False, verbose_name="hidden")),
                ("fixed", models.BooleanField(default=False, verbose_name="cannot be taken")),
                ("notable", models.BooleanField(default=False, verbose_name="notable")),
                (
                    "condition",
                    models.CharField(blank=True, max_length=200, verbose_name="condition"),
                ),
                ("slot", models.CharField(blank=True, max_length=100, verbose_name="worn on")),
                (
                    "container",
                    models.CharField(
                        choices=[
                            ("none", "no container"),
                            ("open", "open"),
                            ("closed", "closed"),
                            ("locked", "locked"),
                        ],
                        default="none",
                        max_length=8,
                        verbose_name="container",
                    ),
                ),
                ("opener", models.CharField(blank=True, max_length=100, verbose_name="opener")),
                ("worn", models.CharField(blank=True, max_length=100, verbose_name="worn now on")),
                (
                    "status",
                    models.CharField(
                        choices=[("present", "present"), ("gone", "gone")],
                        default="present",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                (
                    "holder",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storycharacter",
                        verbose_name="carried by",
                    ),
                ),
                (
                    "inside",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storyitem",
                        verbose_name="is in",
                    ),
                ),
                (
                    "owner",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storycharacter",
                        verbose_name="owner",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
                (
                    "location",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storylocation",
                        verbose_name="lies in",
                    ),
                ),
            ],
            options={
                "verbose_name": "item of a story",
                "verbose_name_plural": "items of stories",
                "ordering": ["session", "position", "id"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("session", "key"), name="storyitem_key"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("status", "gone"),
                                ("holder__isnull", True),
                                ("inside__isnull", True),
                                ("location__isnull", True),
                            ),
                            models.Q(
                                ("status", "present"),
                                models.Q(
                                    models.Q(
                                        ("holder__isnull", True),
                                        ("inside__isnull", True),
                                        ("location__isnull", False),
                                    ),
                                    models.Q(
                                        ("holder__isnull", False),
                                        ("inside__isnull", True),
                                        ("location__isnull", True),
                                    ),
                                    models.Q(
                                        ("holder__isnull", True),
                                        ("inside__isnull", False),
                                        ("location__isnull", True),
                                    ),
                                    _connector="OR",
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="story_item_one_holder",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("worn", ""), ("holder__isnull", False), _connector="OR"
                        ),
                        name="story_item_worn_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status", "gone"), ("quantity__gt", 0), _connector="OR"
                        ),
                        name="story_item_quantity",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("owner"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("location"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("holder"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("inside"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                        ),
                        name="storyitem_same_story",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StoryFeature",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True, db_index=False, max_length=120, verbose_name="key"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="name")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                ("description", models.TextField(blank=True, verbose_name="description")),
                ("aliases", models.JSONField(blank=True, default=list, verbose_name="other names")),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
                (
                    "location",
                    worldbook.models.story_rows.StoryKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storylocation",
                        verbose_name="place",
                    ),
                ),
            ],
            options={
                "verbose_name": "feature of a story",
                "verbose_name_plural": "features of stories",
                "ordering": ["session", "position", "id"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("location", "key"), name="storyfeature_key"),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("location"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            )
                        ),
                        name="storyfeature_same_story",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StoryExit",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True, db_index=False, max_length=120, verbose_name="key"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="name")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                ("description", models.TextField(blank=True, verbose_name="description")),
                ("aliases", models.JSONField(blank=True, default=list, verbose_name="other names")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("closed", "closed"),
                            ("locked", "locked"),
                            ("blocked", "blocked"),
                        ],
                        default="open",
                        max_length=8,
                        verbose_name="state",
                    ),
                ),
                ("opener", models.CharField(blank=True, max_length=100, verbose_name="opener")),
                ("door", models.CharField(blank=True, max_length=100, verbose_name="door")),
                ("hidden", models.BooleanField(default=False, verbose_name="hidden")),
                (
                    "travel_seconds",
                    models.PositiveIntegerField(null=True, verbose_name="travel time (s)"),
                ),
                ("see_through", models.BooleanField(null=True, verbose_name="one can see through")),
                (
                    "hear_through",
                    models.BooleanField(null=True, verbose_name="one can hear through"),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
                (
                    "origin",
                    worldbook.models.story_rows.StoryKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storylocation",
                        verbose_name="from",
                    ),
                ),
                (
                    "target",
                    worldbook.models.story_rows.StoryKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storylocation",
                        verbose_name="to",
                    ),
                ),
            ],
            options={
                "verbose_name": "exit of a story",
                "verbose_name_plural": "exits of stories",
                "ordering": ["session", "position", "id"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("session", "key"), name="storyexit_key"),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("origin"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("target"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                        ),
                        name="storyexit_same_story",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StoryEngagement",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True, db_index=False, max_length=120, verbose_name="key"
                    ),
                ),
                ("title", models.TextField(verbose_name="title")),
                ("begins", models.BigIntegerField(verbose_name="begins")),
                ("ends", models.BigIntegerField(null=True, verbose_name="ends")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("pending", "pending"),
                            ("kept", "kept"),
                            ("missed", "missed"),
                            ("cancelled", "cancelled"),
                        ],
                        default="pending",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                (
                    "character",
                    worldbook.models.story_rows.StoryKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storycharacter",
                        verbose_name="character",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
                (
                    "location",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storylocation",
                        verbose_name="place",
                    ),
                ),
            ],
            options={
                "verbose_name": "engagement",
                "verbose_name_plural": "engagements",
                "ordering": ["session", "begins", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("session", "key"), name="story_engagement_key"),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("character"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("location"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                        ),
                        name="storyengagement_same_story",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StoryPlacement",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "condition",
                    models.CharField(
                        choices=[
                            ("active", "active"),
                            ("unconscious", "unconscious"),
                            ("captive", "captive"),
                            ("away", "away"),
                            ("dead", "dead"),
                        ],
                        default="active",
                        max_length=12,
                        verbose_name="condition",
                    ),
                ),
                ("activity", models.TextField(blank=True, verbose_name="activity")),
                (
                    "routine_on",
                    models.BooleanField(default=True, verbose_name="lives by its routine"),
                ),
                (
                    "character",
                    worldbook.models.story_rows.StoryKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storycharacter",
                        verbose_name="character",
                    ),
                ),
                (
                    "follows",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storycharacter",
                        verbose_name="follows",
                    ),
                ),
                (
                    "location",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storylocation",
                        verbose_name="place",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "whereabouts",
                "verbose_name_plural": "whereabouts",
                "ordering": ["session", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("character",), name="story_placement_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("follows", models.F("character")), _negated=True),
                            ("follows", None),
                            _connector="OR",
                        ),
                        name="story_placement_follows_other",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("character"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("location"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("follows"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                        ),
                        name="storyplacement_same_story",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StoryRound",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("turn", models.PositiveIntegerField(verbose_name="turn")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("key", models.CharField(max_length=120)),
                ("at", models.JSONField(default=dict, verbose_name="who was where")),
                ("moved", models.JSONField(default=list, verbose_name="who went where")),
                ("outcomes", models.JSONField(default=dict, verbose_name="outcomes")),
                ("item_changes", models.JSONField(default=list, verbose_name="changes of items")),
                (
                    "variable_changes",
                    models.JSONField(default=list, verbose_name="changes of variables"),
                ),
                (
                    "left_out",
                    models.JSONField(default=list, verbose_name="refused changes of variables"),
                ),
                (
                    "character_changes",
                    models.JSONField(default=list, verbose_name="changes of characters"),
                ),
                ("cause", models.CharField(default="master", max_length=20, verbose_name="cause")),
                ("begins", models.BigIntegerField(null=True, verbose_name="begins")),
                ("ends", models.BigIntegerField(null=True, verbose_name="ends")),
                (
                    "new_phase",
                    models.BooleanField(default=False, verbose_name="a new phase begins"),
                ),
                (
                    "pending",
                    models.BooleanField(default=True, verbose_name="waits for the recorder"),
                ),
                (
                    "location",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storylocation",
                        verbose_name="place",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "round",
                "verbose_name_plural": "rounds",
                "ordering": ["session", "turn", "number", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("session", "key"), name="story_round_key"),
                    models.UniqueConstraint(
                        fields=("session", "turn", "number"), name="story_round_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("location"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            )
                        ),
                        name="storyround_same_story",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StoryRoutine",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                ("start", models.CharField(max_length=5, verbose_name="from")),
                ("end", models.CharField(max_length=5, verbose_name="to")),
                ("days", models.JSONField(blank=True, default=list, verbose_name="weekdays")),
                (
                    "calendar",
                    models.JSONField(blank=True, default=dict, verbose_name="calendar rule"),
                ),
                ("activity", models.TextField(blank=True, verbose_name="activity")),
                (
                    "character",
                    worldbook.models.story_rows.StoryKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storycharacter",
                        verbose_name="character",
                    ),
                ),
                (
                    "location",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storylocation",
                        verbose_name="place",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "routine of a story",
                "verbose_name_plural": "routines of stories",
                "ordering": ["session", "character", "position", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("character"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("location"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                        ),
                        name="storyroutine_same_story",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="StorySlot",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True, db_index=False, max_length=120, verbose_name="key"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="name")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                ("capacity", models.PositiveSmallIntegerField(default=1, verbose_name="capacity")),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "wear slot of a story",
                "verbose_name_plural": "wear slots of stories",
                "ordering": ["session", "position", "id"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("session", "key"), name="storyslot_key")
                ],
            },
        ),
        migrations.CreateModel(
            name="StoryVariableDef",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True, db_index=False, max_length=120, verbose_name="key"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="name")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                ("description", models.TextField(blank=True, verbose_name="description")),
                (
                    "value_kind",
                    models.CharField(
                        choices=[
                            ("number", "number"),
                            ("flag", "yes or no"),
                            ("choice", "choice"),
                            ("text", "text"),
                        ],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("character", "characters"),
                            ("item", "items"),
                            ("location", "places"),
                            ("world", "the world"),
                        ],
                        max_length=10,
                        verbose_name="of",
                    ),
                ),
                (
                    "minimum",
                    models.DecimalField(
                        blank=True, decimal_places=4, max_digits=14, null=True, verbose_name="least"
                    ),
                ),
                (
                    "maximum",
                    models.DecimalField(
                        blank=True, decimal_places=4, max_digits=14, null=True, verbose_name="most"
                    ),
                ),
                (
                    "step",
                    models.DecimalField(
                        blank=True, decimal_places=4, max_digits=14, null=True, verbose_name="step"
                    ),
                ),
                ("options", models.JSONField(blank=True, default=list, verbose_name="options")),
                ("default", models.JSONField(verbose_name="default")),
                (
                    "visibility",
                    models.CharField(
                        choices=[("public", "those who see it"), ("private", "only itself")],
                        default="public",
                        max_length=8,
                        verbose_name="visibility",
                    ),
                ),
                ("always", models.BooleanField(default=False, verbose_name="always shown")),
                ("bands", models.JSONField(blank=True, default=list, verbose_name="bands")),
                (
                    "baseline",
                    models.DecimalField(
                        blank=True,
                        decimal_places=4,
                        max_digits=14,
                        null=True,
                        verbose_name="baseline",
                    ),
                ),
                ("targets", models.JSONField(blank=True, default=list, verbose_name="only for")),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "variable of a story",
                "verbose_name_plural": "variables of stories",
                "ordering": ["session", "position", "id"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("session", "key"), name="storyvariabledef_key")
                ],
            },
        ),
        migrations.CreateModel(
            name="StoryVariable",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "built_in",
                    models.CharField(blank=True, max_length=20, verbose_name="built-in variable"),
                ),
                ("value", models.JSONField(verbose_name="value")),
                (
                    "character",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storycharacter",
                        verbose_name="character",
                    ),
                ),
                (
                    "item",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storyitem",
                        verbose_name="item",
                    ),
                ),
                (
                    "location",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storylocation",
                        verbose_name="place",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
                (
                    "definition",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storyvariabledef",
                        verbose_name="variable",
                    ),
                ),
            ],
            options={
                "verbose_name": "value of a variable",
                "verbose_name_plural": "values of variables",
                "ordering": ["session", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=(
                            "session",
                            "definition",
                            "built_in",
                            "character",
                            "item",
                            "location",
                        ),
                        name="story_variable_once",
                        nulls_distinct=False,
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("character", None), ("item", None)),
                            models.Q(("character", None), ("location", None)),
                            models.Q(("item", None), ("location", None)),
                            _connector="OR",
                        ),
                        name="story_variable_is_of_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("built_in", ""), ("definition__isnull", False)),
                            models.Q(
                                ("definition", None), models.Q(("built_in", ""), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="story_variable_of_a_definition",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("definition"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("character"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("item"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("location"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            ),
                        ),
                        name="storyvariable_same_story",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StoryWorld",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("zone", models.CharField(default="UTC", max_length=64, verbose_name="time zone")),
                (
                    "hemisphere",
                    models.CharField(
                        choices=[("north", "north"), ("south", "south")],
                        default="north",
                        max_length=5,
                        verbose_name="hemisphere",
                    ),
                ),
                ("festivals", models.JSONField(blank=True, default=dict, verbose_name="festivals")),
                (
                    "calendar_names",
                    models.JSONField(
                        blank=True, default=dict, verbose_name="names of months and days"
                    ),
                ),
                (
                    "day_parts",
                    models.JSONField(blank=True, default=dict, verbose_name="parts of the day"),
                ),
                ("rules", models.JSONField(blank=True, default=list, verbose_name="rules")),
                (
                    "player",
                    worldbook.models.story_rows.StoryKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.storycharacter",
                        verbose_name="player's character",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "world of a story",
                "verbose_name_plural": "worlds of stories",
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("session",), name="story_world_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("player"), ">>", models.Value(32)
                                ),
                                models.F("session"),
                            )
                        ),
                        name="storyworld_same_story",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TimeLog",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("start", "start"),
                            ("elapsed", "elapsed"),
                            ("real", "real"),
                            ("skip", "skip"),
                            ("resync", "resync"),
                        ],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                ("begins", models.BigIntegerField(verbose_name="begins")),
                ("ends", models.BigIntegerField(verbose_name="ends")),
                ("turn", models.PositiveIntegerField(default=0, verbose_name="turn")),
                ("round", models.PositiveIntegerField(default=0, verbose_name="round")),
                ("reason", models.TextField(blank=True, verbose_name="reason")),
                ("moved", models.JSONField(default=list, verbose_name="who went where")),
                (
                    "key",
                    models.CharField(
                        blank=True, help_text="Asked again it is the same step.", max_length=120
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "step of time",
                "verbose_name_plural": "time log",
                "ordering": ["session", "id"],
                "indexes": [
                    models.Index(
                        fields=["session", "turn", "round"], name="sessions_ap_session_255f7e_idx"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("session", "key"),
                        name="time_log_key",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="StoryClock",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        db_default=worldbook.models.story_rows.NextId(),
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "mode",
                    models.CharField(
                        choices=[
                            ("simulated", "the story"),
                            ("real", "the clock on the wall"),
                            ("none", "nothing: there is no time"),
                        ],
                        default="simulated",
                        max_length=10,
                        verbose_name="mode",
                    ),
                ),
                ("now", models.BigIntegerField(null=True, verbose_name="now")),
                ("started", models.BigIntegerField(null=True, verbose_name="started")),
                ("cursor", models.BigIntegerField(null=True)),
                ("own_dates", models.BooleanField(default=False)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="sessions_app.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "clock",
                "verbose_name_plural": "clocks",
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("session",), name="story_clock_once")
                ],
            },
        ),
        migrations.RunSQL(NUMBERED, migrations.RunSQL.noop),
        migrations.RunSQL(CHAIN, NO_CHAIN),
        JournalTables(
            "SessionPin",
            "StoryRegion",
            "StoryLocation",
            "StoryFeature",
            "StoryExit",
            "StoryCharacter",
            "StoryPlacement",
            "StoryRoutine",
            "StoryEngagement",
            "StoryIntent",
            "StorySlot",
            "StoryItem",
            "StoryVariableDef",
            "StoryVariable",
            "StoryDiceCheck",
            "StoryRound",
            "DiceRoll",
            "StoryWorld",
            "StoryClock",
            "TimeLog",
        ),
    ]
