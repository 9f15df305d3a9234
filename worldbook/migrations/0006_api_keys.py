# The table of API keys (AP-3).

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('worldbook', '0005_draft_steps'),
    ]

    operations = [
        migrations.CreateModel(
            name='ApiKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100, verbose_name='name')),
                ('prefix', models.CharField(editable=False, max_length=12, unique=True, verbose_name='begins with')),
                ('secret_hash', models.CharField(editable=False, max_length=64)),
                ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('play', 'play'), ('author', 'author'), ('read', 'read')], max_length=10), size=None, verbose_name='scopes')),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False, verbose_name='made')),
                ('expires_at', models.DateTimeField(blank=True, null=True, verbose_name='expires')),
                ('last_used_at', models.DateTimeField(editable=False, null=True, verbose_name='last used')),
                ('revoked_at', models.DateTimeField(editable=False, null=True, verbose_name='revoked')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_keys', to=settings.AUTH_USER_MODEL, verbose_name='account')),
            ],
            options={
                'verbose_name': 'API key',
                'verbose_name_plural': 'API keys',
                'ordering': ['-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('scopes__contained_by', ['play', 'author', 'read']), ('scopes__len__gte', 1)), name='api_key_scopes'), models.UniqueConstraint(condition=models.Q(('revoked_at', None)), fields=('owner', 'name'), name='api_key_name_once')],
            },
        ),
    ]
