"""What characters of a story know, and how they see each other (KN-1, KN-3)."""

import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.lookups
import worldbook.models.story_rows
from decimal import Decimal
from django.db import migrations, models

from worldbook.models.story_sql import JournalTables


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('sessions_app', '0007_story_tables'),
        ('worldbook', '0008_story_journal'),
    ]

    operations = [
        migrations.CreateModel(
            name='EntityKnowledge',
            fields=[
                ('id', models.BigIntegerField(db_default=worldbook.models.story_rows.NextId(), editable=False, primary_key=True, serialize=False)),
                ('lore', models.CharField(blank=True, max_length=240, verbose_name='lore')),
                ('character', worldbook.models.story_rows.StoryKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='sessions_app.storycharacter', verbose_name='character')),
                ('exit', worldbook.models.story_rows.StoryKey(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='sessions_app.storyexit', verbose_name='exit')),
                ('item', worldbook.models.story_rows.StoryKey(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='sessions_app.storyitem', verbose_name='item')),
                ('location', worldbook.models.story_rows.StoryKey(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='sessions_app.storylocation', verbose_name='place')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='sessions_app.session')),
            ],
            options={
                'verbose_name': 'knowledge',
                'verbose_name_plural': 'knowledge',
                'ordering': ['session', 'character', 'id'],
                'constraints': [models.UniqueConstraint(fields=('character', 'location', 'item', 'exit', 'lore'), name='knowledge_once', nulls_distinct=False), models.CheckConstraint(condition=models.Q(models.Q(('exit__isnull', True), ('item__isnull', True), ('location__isnull', False), ('lore', '')), models.Q(('exit__isnull', True), ('item__isnull', False), ('location__isnull', True), ('lore', '')), models.Q(('exit__isnull', False), ('item__isnull', True), ('location__isnull', True), ('lore', '')), models.Q(('exit__isnull', True), ('item__isnull', True), ('location__isnull', True), models.Q(('lore', ''), _negated=True)), _connector='OR'), name='knowledge_of_one_thing'), models.CheckConstraint(condition=models.Q(django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(models.F('character'), '>>', models.Value(32)), models.F('session')), django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(models.F('location'), '>>', models.Value(32)), models.F('session')), django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(models.F('item'), '>>', models.Value(32)), models.F('session')), django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(models.F('exit'), '>>', models.Value(32)), models.F('session'))), name='entityknowledge_same_story')],
            },
        ),
        migrations.CreateModel(
            name='Relationship',
            fields=[
                ('id', models.BigIntegerField(db_default=worldbook.models.story_rows.NextId(), editable=False, primary_key=True, serialize=False)),
                ('label', models.CharField(blank=True, max_length=100, verbose_name='label')),
                ('summary', models.TextField(blank=True, verbose_name='summary')),
                ('familiarity', models.DecimalField(decimal_places=4, default=Decimal('0'), max_digits=5, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1)], verbose_name='familiarity')),
                ('trust', models.DecimalField(decimal_places=4, default=Decimal('0'), max_digits=5, validators=[django.core.validators.MinValueValidator(-1), django.core.validators.MaxValueValidator(1)], verbose_name='trust')),
                ('closeness', models.DecimalField(decimal_places=4, default=Decimal('0'), max_digits=5, validators=[django.core.validators.MinValueValidator(-1), django.core.validators.MaxValueValidator(1)], verbose_name='closeness')),
                ('tension', models.DecimalField(decimal_places=4, default=Decimal('0'), max_digits=5, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1)], verbose_name='tension')),
                ('character', worldbook.models.story_rows.StoryKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='sessions_app.storycharacter', verbose_name='character')),
                ('other', worldbook.models.story_rows.StoryKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='sessions_app.storycharacter', verbose_name='towards')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='sessions_app.session')),
            ],
            options={
                'verbose_name': 'relationship',
                'verbose_name_plural': 'relationships',
                'ordering': ['session', 'character', 'id'],
                'constraints': [models.UniqueConstraint(fields=('character', 'other'), name='relationship_once'), models.CheckConstraint(condition=models.Q(('character', models.F('other')), _negated=True), name='relationship_two'), models.CheckConstraint(condition=models.Q(django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(models.F('character'), '>>', models.Value(32)), models.F('session')), django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(models.F('other'), '>>', models.Value(32)), models.F('session'))), name='relationship_same_story')],
            },
        ),
        JournalTables('EntityKnowledge', 'Relationship'),
    ]
