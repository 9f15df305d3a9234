"""The authored world: its map, things, rules, and what its characters begin with (AD-1)."""

import django.core.validators
import django.db.models.deletion
from decimal import Decimal
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("worldbook", "0008_story_journal"),
    ]

    operations = [
        migrations.CreateModel(
            name="DiceCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True,
                        help_text="Names it in rules. Left empty, it is made from the name.",
                        max_length=100,
                        verbose_name="key",
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
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
                (
                    "variable",
                    models.CharField(
                        blank=True,
                        help_text="A number of the character that is added.",
                        max_length=100,
                        verbose_name="variable",
                    ),
                ),
                ("bands", models.JSONField(blank=True, default=list, verbose_name="bands")),
                (
                    "world",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="worldbook.world",
                        verbose_name="world",
                    ),
                ),
            ],
            options={
                "verbose_name": "check",
                "verbose_name_plural": "checks",
                "ordering": ["world", "position", "id"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("world", "key"), name="dicecheck_key_in_world"),
                    models.CheckConstraint(
                        condition=models.Q(("reading__in", ["total", "successes"])),
                        name="dicecheck_reading",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("comparison__in", ["absolute", "over", "under"])),
                        name="dicecheck_comparison",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Region",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True,
                        help_text="Names it in rules. Left empty, it is made from the name.",
                        max_length=100,
                        verbose_name="key",
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                ("description", models.TextField(blank=True, verbose_name="description")),
                ("aliases", models.JSONField(blank=True, default=list, verbose_name="other names")),
                (
                    "parent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="parts",
                        to="worldbook.region",
                        verbose_name="part of",
                    ),
                ),
                (
                    "world",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="worldbook.world",
                        verbose_name="world",
                    ),
                ),
            ],
            options={
                "verbose_name": "region",
                "verbose_name_plural": "regions",
                "ordering": ["world", "position", "id"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("world", "key"), name="region_key_in_world")
                ],
            },
        ),
        migrations.CreateModel(
            name="Location",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True,
                        help_text="Names it in rules. Left empty, it is made from the name.",
                        max_length=100,
                        verbose_name="key",
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                ("description", models.TextField(blank=True, verbose_name="description")),
                ("aliases", models.JSONField(blank=True, default=list, verbose_name="other names")),
                ("tags", models.JSONField(blank=True, default=list, verbose_name="tags")),
                ("x", models.IntegerField(blank=True, null=True)),
                ("y", models.IntegerField(blank=True, null=True)),
                (
                    "world",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="worldbook.world",
                        verbose_name="world",
                    ),
                ),
                (
                    "region",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="locations",
                        to="worldbook.region",
                        verbose_name="region",
                    ),
                ),
            ],
            options={
                "verbose_name": "place",
                "verbose_name_plural": "places",
                "ordering": ["world", "position", "id"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("world", "key"), name="location_key_in_world")
                ],
            },
        ),
        migrations.CreateModel(
            name="Exit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True,
                        help_text="Names it in rules. Left empty, it is made from the name.",
                        max_length=100,
                        verbose_name="key",
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
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
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                (
                    "opener",
                    models.CharField(
                        blank=True,
                        help_text="The kind of item that locks and unlocks it.",
                        max_length=100,
                        verbose_name="opener",
                    ),
                ),
                (
                    "door",
                    models.CharField(
                        blank=True,
                        help_text="Exits that have the same one are two sides of one door: they open together.",
                        max_length=100,
                        verbose_name="door",
                    ),
                ),
                (
                    "hidden",
                    models.BooleanField(
                        default=False,
                        help_text="Only those who know it see and use it.",
                        verbose_name="hidden",
                    ),
                ),
                (
                    "travel_seconds",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="Empty: no time.",
                        null=True,
                        verbose_name="way (seconds)",
                    ),
                ),
                (
                    "see_through",
                    models.BooleanField(
                        blank=True,
                        help_text="Unknown: no.",
                        null=True,
                        verbose_name="one sees through",
                    ),
                ),
                (
                    "hear_through",
                    models.BooleanField(
                        blank=True,
                        help_text="Unknown: while it is open.",
                        null=True,
                        verbose_name="one hears through",
                    ),
                ),
                (
                    "world",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="worldbook.world",
                        verbose_name="world",
                    ),
                ),
                (
                    "origin",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exits",
                        to="worldbook.location",
                        verbose_name="from",
                    ),
                ),
                (
                    "target",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entrances",
                        to="worldbook.location",
                        verbose_name="to",
                    ),
                ),
            ],
            options={
                "verbose_name": "exit",
                "verbose_name_plural": "exits",
                "ordering": ["world", "position", "id"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("world", "key"), name="exit_key_in_world"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["open", "closed", "locked", "blocked"])),
                        name="exit_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("travel_seconds__lte", 2592000)),
                        name="exit_travel_seconds",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Feature",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True,
                        help_text="Names it in rules. Left empty, it is made from the name.",
                        max_length=100,
                        verbose_name="key",
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("description", models.TextField(blank=True, verbose_name="description")),
                ("aliases", models.JSONField(blank=True, default=list, verbose_name="other names")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                (
                    "location",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="features",
                        to="worldbook.location",
                        verbose_name="place",
                    ),
                ),
            ],
            options={
                "verbose_name": "feature",
                "verbose_name_plural": "features",
                "ordering": ["location", "position", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("location", "key"), name="feature_key_in_location"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="FirstIntent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True,
                        help_text="Names it in rules. Left empty, it is made from the name.",
                        max_length=100,
                        verbose_name="key",
                    ),
                ),
                ("kind", models.CharField(blank=True, max_length=60, verbose_name="kind")),
                ("text", models.TextField(verbose_name="what it wants")),
                (
                    "priority",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="priority",
                    ),
                ),
                (
                    "urgency",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="urgency",
                    ),
                ),
                ("deadline", models.CharField(blank=True, max_length=40, verbose_name="deadline")),
                ("plan", models.TextField(blank=True, verbose_name="plan")),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="intents",
                        to="worldbook.character",
                        verbose_name="character",
                    ),
                ),
            ],
            options={
                "verbose_name": "first intent",
                "verbose_name_plural": "first intents",
                "ordering": ["character", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("character", "key"), name="firstintent_key"),
                    models.CheckConstraint(
                        condition=models.Q(("priority__range", (0, 100))),
                        name="firstintent_priority",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("urgency__range", (0, 100))), name="firstintent_urgency"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FirstKnowledge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "target_kind",
                    models.CharField(
                        choices=[
                            ("location", "place"),
                            ("item", "item"),
                            ("exit", "exit"),
                            ("lore", "lore"),
                        ],
                        max_length=10,
                        verbose_name="what",
                    ),
                ),
                ("target_key", models.CharField(max_length=240, verbose_name="which")),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="knowledge",
                        to="worldbook.character",
                        verbose_name="character",
                    ),
                ),
            ],
            options={
                "verbose_name": "first knowledge",
                "verbose_name_plural": "first knowledge",
                "ordering": ["character", "target_kind", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("character", "target_kind", "target_key"),
                        name="firstknowledge_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("target_kind__in", ["location", "item", "exit", "lore"])
                        ),
                        name="firstknowledge_kind",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FirstRelationship",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("label", models.CharField(blank=True, max_length=100, verbose_name="label")),
                ("summary", models.TextField(blank=True, verbose_name="summary")),
                (
                    "familiarity",
                    models.DecimalField(
                        decimal_places=4,
                        default=Decimal("0"),
                        max_digits=5,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="familiarity",
                    ),
                ),
                (
                    "trust",
                    models.DecimalField(
                        decimal_places=4,
                        default=Decimal("0"),
                        max_digits=5,
                        validators=[
                            django.core.validators.MinValueValidator(-1),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="trust",
                    ),
                ),
                (
                    "closeness",
                    models.DecimalField(
                        decimal_places=4,
                        default=Decimal("0"),
                        max_digits=5,
                        validators=[
                            django.core.validators.MinValueValidator(-1),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="closeness",
                    ),
                ),
                (
                    "tension",
                    models.DecimalField(
                        decimal_places=4,
                        default=Decimal("0"),
                        max_digits=5,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="tension",
                    ),
                ),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="relationships",
                        to="worldbook.character",
                        verbose_name="character",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="worldbook.character",
                        verbose_name="towards",
                    ),
                ),
            ],
            options={
                "verbose_name": "first relationship",
                "verbose_name_plural": "first relationships",
                "ordering": ["character", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("character", "other"), name="firstrelationship_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("character", models.F("other")), _negated=True),
                        name="firstrelationship_two",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("familiarity__range", (0, 1))),
                        name="firstrelationship_familiarity",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("trust__range", (-1, 1))),
                        name="firstrelationship_trust",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("closeness__range", (-1, 1))),
                        name="firstrelationship_closeness",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("tension__range", (0, 1))),
                        name="firstrelationship_tension",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Item",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True,
                        help_text="Names it in rules. Left empty, it is made from the name.",
                        max_length=100,
                        verbose_name="key",
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                (
                    "kind",
                    models.CharField(
                        blank=True,
                        help_text="What rules call things of its sort. Empty: its own key.",
                        max_length=100,
                        verbose_name="kind",
                    ),
                ),
                ("description", models.TextField(blank=True, verbose_name="description")),
                ("text", models.TextField(blank=True, verbose_name="what reading it gives")),
                ("aliases", models.JSONField(blank=True, default=list, verbose_name="other names")),
                ("tags", models.JSONField(blank=True, default=list, verbose_name="tags")),
                (
                    "quantity",
                    models.PositiveIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000000),
                        ],
                        verbose_name="quantity",
                    ),
                ),
                (
                    "unique",
                    models.BooleanField(
                        default=False,
                        help_text="There is only this one; it joins no stack.",
                        verbose_name="unique",
                    ),
                ),
                (
                    "hidden",
                    models.BooleanField(
                        default=False,
                        help_text="Not seen and not used until it is revealed.",
                        verbose_name="hidden",
                    ),
                ),
                (
                    "fixed",
                    models.BooleanField(
                        default=False, help_text="Cannot be taken.", verbose_name="fixed"
                    ),
                ),
                (
                    "notable",
                    models.BooleanField(
                        default=False,
                        help_text="Named first among the things of a place.",
                        verbose_name="notable",
                    ),
                ),
                (
                    "condition",
                    models.CharField(blank=True, max_length=200, verbose_name="condition"),
                ),
                (
                    "slot",
                    models.CharField(
                        blank=True,
                        help_text="The wear slot it takes; empty: it cannot be worn.",
                        max_length=100,
                        verbose_name="worn on",
                    ),
                ),
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
                        max_length=10,
                        verbose_name="container",
                    ),
                ),
                (
                    "opener",
                    models.CharField(
                        blank=True,
                        help_text="The kind of item that locks and unlocks it.",
                        max_length=100,
                        verbose_name="opener",
                    ),
                ),
                (
                    "worn",
                    models.CharField(
                        blank=True,
                        help_text="The wear slot in which whoever carries it wears it.",
                        max_length=100,
                        verbose_name="worn now on",
                    ),
                ),
                (
                    "holder",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="held",
                        to="worldbook.character",
                        verbose_name="carried by",
                    ),
                ),
                (
                    "inside",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="contents",
                        to="worldbook.item",
                        verbose_name="inside",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        help_text="Whose it is, wherever it is.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="owned",
                        to="worldbook.character",
                        verbose_name="owner",
                    ),
                ),
                (
                    "world",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="worldbook.world",
                        verbose_name="world",
                    ),
                ),
                (
                    "location",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="items",
                        to="worldbook.location",
                        verbose_name="lies at",
                    ),
                ),
            ],
            options={
                "verbose_name": "item",
                "verbose_name_plural": "items",
                "ordering": ["world", "position", "id"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("world", "key"), name="item_key_in_world"),
                    models.CheckConstraint(
                        condition=models.Q(("container__in", ["none", "open", "closed", "locked"])),
                        name="item_container",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("quantity__range", (1, 1000000))), name="item_quantity"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
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
                        name="item_one_holder",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("worn", ""), ("holder__isnull", False), _connector="OR"
                        ),
                        name="item_worn_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("inside", models.F("id")), _negated=True),
                        name="item_not_inside_itself",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Routine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
                ("activity", models.CharField(blank=True, max_length=300, verbose_name="activity")),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="routines",
                        to="worldbook.character",
                        verbose_name="character",
                    ),
                ),
                (
                    "location",
                    models.ForeignKey(
                        blank=True,
                        help_text="Empty: wherever the character is.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="worldbook.location",
                        verbose_name="place",
                    ),
                ),
            ],
            options={
                "verbose_name": "routine",
                "verbose_name_plural": "routines",
                "ordering": ["character", "position", "id"],
            },
        ),
        migrations.CreateModel(
            name="VariableDef",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True,
                        help_text="Names it in rules. Left empty, it is made from the name.",
                        max_length=100,
                        verbose_name="key",
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
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
                        default="number",
                        max_length=10,
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
                        default="character",
                        max_length=10,
                        verbose_name="what has it",
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
                        blank=True,
                        decimal_places=4,
                        help_text="Values are whole multiples of it from the least one.",
                        max_digits=14,
                        null=True,
                        verbose_name="step",
                    ),
                ),
                ("options", models.JSONField(blank=True, default=list, verbose_name="options")),
                ("default", models.JSONField(blank=True, null=True, verbose_name="default")),
                (
                    "visibility",
                    models.CharField(
                        choices=[("public", "those who see it"), ("private", "only itself")],
                        default="public",
                        max_length=10,
                        verbose_name="told to",
                    ),
                ),
                (
                    "always",
                    models.BooleanField(
                        default=False,
                        help_text="Also while it has its default.",
                        verbose_name="always shown",
                    ),
                ),
                ("bands", models.JSONField(blank=True, default=list, verbose_name="bands")),
                (
                    "baseline",
                    models.DecimalField(
                        blank=True,
                        decimal_places=4,
                        help_text="What it can be set back to.",
                        max_digits=14,
                        null=True,
                        verbose_name="baseline",
                    ),
                ),
                ("targets", models.JSONField(blank=True, default=list, verbose_name="only for")),
                (
                    "world",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="worldbook.world",
                        verbose_name="world",
                    ),
                ),
            ],
            options={
                "verbose_name": "variable",
                "verbose_name_plural": "variables",
                "ordering": ["world", "position", "id"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(
                        fields=("world", "key"), name="variabledef_key_in_world"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("value_kind__in", ["number", "flag", "choice", "text"])
                        ),
                        name="variabledef_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("scope__in", ["character", "item", "location", "world"])
                        ),
                        name="variabledef_scope",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("visibility__in", ["public", "private"])),
                        name="variabledef_visibility",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("step__isnull", True), ("step__gt", 0), _connector="OR"
                        ),
                        name="variabledef_step",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="WearSlot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.SlugField(
                        allow_unicode=True,
                        help_text="Names it in rules. Left empty, it is made from the name.",
                        max_length=100,
                        verbose_name="key",
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                (
                    "capacity",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="how many things",
                    ),
                ),
                (
                    "world",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="worldbook.world",
                        verbose_name="world",
                    ),
                ),
            ],
            options={
                "verbose_name": "wear slot",
                "verbose_name_plural": "wear slots",
                "ordering": ["world", "position", "id"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("world", "key"), name="wearslot_key_in_world"),
                    models.CheckConstraint(
                        condition=models.Q(("capacity__range", (1, 100))), name="wearslot_capacity"
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="character",
            name="aliases",
            field=models.JSONField(blank=True, default=list, verbose_name="other names"),
        ),
        migrations.AddField(
            model_name="character",
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
            model_name="character",
            name="background",
            field=models.BooleanField(
                default=False,
                help_text="Part of the scenery; gets no life of its own.",
                verbose_name="background",
            ),
        ),
        migrations.AddField(
            model_name="character",
            name="condition",
            field=models.CharField(
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
        migrations.AddField(
            model_name="character",
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
            model_name="character",
            name="follows",
            field=models.ForeignKey(
                blank=True,
                help_text="Goes where that one goes.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="followers",
                to="worldbook.character",
                verbose_name="follows",
            ),
        ),
        migrations.AddField(
            model_name="character",
            name="group",
            field=models.BooleanField(
                default=False, help_text="Several people who act as one.", verbose_name="group"
            ),
        ),
        migrations.AddField(
            model_name="character",
            name="playable",
            field=models.BooleanField(
                default=True, help_text="A player may play this character.", verbose_name="playable"
            ),
        ),
        migrations.AddField(
            model_name="character",
            name="routine_on",
            field=models.BooleanField(
                default=True,
                help_text="Goes its daily ways by itself.",
                verbose_name="keeps its routine",
            ),
        ),
        migrations.AddField(
            model_name="character",
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
        migrations.AddField(
            model_name="opening",
            name="item_changes",
            field=models.JSONField(blank=True, default=list, verbose_name="item changes"),
        ),
        migrations.AddField(
            model_name="opening",
            name="player",
            field=models.ForeignKey(
                blank=True,
                help_text="Empty: the player plays a persona.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="worldbook.character",
                verbose_name="player's character",
            ),
        ),
        migrations.AddField(
            model_name="opening",
            name="starting_time",
            field=models.CharField(
                blank=True,
                help_text="Empty: as the world says.",
                max_length=40,
                verbose_name="starting time",
            ),
        ),
        migrations.AddField(
            model_name="opening",
            name="variable_values",
            field=models.JSONField(blank=True, default=list, verbose_name="variable values"),
        ),
        migrations.AddField(
            model_name="world",
            name="calendar_names",
            field=models.JSONField(blank=True, default=dict, verbose_name="names of the calendar"),
        ),
        migrations.AddField(
            model_name="world",
            name="clock_mode",
            field=models.CharField(
                choices=[
                    ("simulated", "the story"),
                    ("real", "the clock on the wall"),
                    ("none", "nothing: there is no time"),
                ],
                default="simulated",
                max_length=10,
                verbose_name="time is moved by",
            ),
        ),
        migrations.AddField(
            model_name="world",
            name="day_parts",
            field=models.JSONField(blank=True, default=dict, verbose_name="parts of the day"),
        ),
        migrations.AddField(
            model_name="world",
            name="document_version",
            field=models.PositiveIntegerField(default=1, editable=False),
        ),
        migrations.AddField(
            model_name="world",
            name="festivals",
            field=models.JSONField(blank=True, default=dict, verbose_name="festivals"),
        ),
        migrations.AddField(
            model_name="world",
            name="hemisphere",
            field=models.CharField(
                choices=[("north", "north"), ("south", "south")],
                default="north",
                max_length=5,
                verbose_name="hemisphere",
            ),
        ),
        migrations.AddField(
            model_name="world",
            name="rules",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="What holds in this world, one a line.",
                verbose_name="rules",
            ),
        ),
        migrations.AddField(
            model_name="world",
            name="starting_time",
            field=models.CharField(
                blank=True,
                help_text="Such as 1312-03-28T21:40. Empty: when a story is started.",
                max_length=40,
                verbose_name="starting time",
            ),
        ),
        migrations.AddField(
            model_name="world",
            name="zone",
            field=models.CharField(
                default="UTC",
                help_text="Such as Europe/Berlin.",
                max_length=64,
                verbose_name="time zone",
            ),
        ),
        migrations.AddConstraint(
            model_name="world",
            constraint=models.CheckConstraint(
                condition=models.Q(("hemisphere__in", ["north", "south"])), name="world_hemisphere"
            ),
        ),
        migrations.AddConstraint(
            model_name="world",
            constraint=models.CheckConstraint(
                condition=models.Q(("clock_mode__in", ["simulated", "real", "none"])),
                name="world_clock_mode",
            ),
        ),
        migrations.AddField(
            model_name="character",
            name="location",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="characters",
                to="worldbook.location",
                verbose_name="is at",
            ),
        ),
        migrations.AddField(
            model_name="opening",
            name="location",
            field=models.ForeignKey(
                blank=True,
                help_text="Where the player begins. Empty: where the character is.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="worldbook.location",
                verbose_name="begins at",
            ),
        ),
        migrations.AddConstraint(
            model_name="character",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("condition__in", ["active", "unconscious", "captive", "away", "dead"])
                ),
                name="character_condition",
            ),
        ),
        migrations.AddConstraint(
            model_name="character",
            constraint=models.CheckConstraint(
                condition=models.Q(("follows", models.F("id")), _negated=True),
                name="character_follows_another",
            ),
        ),
        migrations.AddConstraint(
            model_name="character",
            constraint=models.CheckConstraint(
                condition=models.Q(("valence__range", (-1, 1))), name="character_valence"
            ),
        ),
        migrations.AddConstraint(
            model_name="character",
            constraint=models.CheckConstraint(
                condition=models.Q(("arousal__range", (-1, 1))), name="character_arousal"
            ),
        ),
        migrations.AddConstraint(
            model_name="character",
            constraint=models.CheckConstraint(
                condition=models.Q(("dominance__range", (-1, 1))), name="character_dominance"
            ),
        ),
    ]
