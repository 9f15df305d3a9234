"""What the database itself does for state rows: numbers, guard, journal, removal (ST-4).

The context of a write stands in settings of the transaction, `story.*`, set by `story_write`:
session, mode (`write` is journaled, `quiet` is not), take, turn, round, attempt, cause, reason,
next_n, next_seq. An empty session means that nobody writes.

What the guard raises is a ProgrammingError: a fault of the code, never worth another try.
"""

from typing import Any

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from worldbook.models.story_rows import state_keys

FUNCTIONS = """
CREATE FUNCTION story_session() RETURNS bigint LANGUAGE sql STABLE AS
$$ SELECT nullif(current_setting('story.session', true), '')::bigint $$;

CREATE FUNCTION story_next_id() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    session bigint := story_session();
    n bigint;
BEGIN
    IF session IS NULL THEN
        RAISE EXCEPTION 'a state row is written outside of story_write'
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    n := current_setting('story.next_n')::bigint;
    PERFORM set_config('story.next_n', (n + 1)::text, true);
    RETURN (session << 32) | n;
END;
$$;

CREATE FUNCTION story_image(row_json jsonb, state_keys text[]) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    image jsonb := row_json - 'id' - 'session_id';
    key text;
BEGIN
    FOREACH key IN ARRAY state_keys LOOP
        IF image ->> key IS NOT NULL THEN
            image := image || jsonb_build_object(key, (image ->> key)::bigint & 4294967295);
        END IF;
    END LOOP;
    RETURN image;
END;
$$;

CREATE FUNCTION story_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    session bigint := story_session();
BEGIN
    IF session IS NULL THEN
        RAISE EXCEPTION '% is written outside of story_write', TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF TG_OP <> 'INSERT' AND OLD.session_id <> session THEN
        RAISE EXCEPTION 'row % of % is another story''s', OLD.id, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    IF NEW.session_id <> session OR NEW.id >> 32 <> session
            OR (TG_OP = 'UPDATE' AND NEW.id <> OLD.id) THEN
        RAISE EXCEPTION 'row % of % is another story''s', NEW.id, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END;
$$;

CREATE FUNCTION story_journal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    session bigint;
    seq bigint;
    row_id bigint;
    before jsonb;
    after jsonb;
BEGIN
    IF current_setting('story.mode', true) = 'quiet' OR (TG_OP = 'UPDATE' AND OLD = NEW) THEN
        RETURN NULL;
    END IF;
    session := story_session();
    seq := current_setting('story.next_seq')::bigint;
    PERFORM set_config('story.next_seq', (seq + 1)::text, true);
    IF TG_OP <> 'INSERT' THEN
        row_id := OLD.id;
        before := story_image(to_jsonb(OLD), TG_ARGV[1:]);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        row_id := NEW.id;
        after := story_image(to_jsonb(NEW), TG_ARGV[1:]);
    END IF;
    INSERT INTO worldbook_journalrow (id, session_id, "table", n, version, take_ref, turn_ref,
        round, attempt, cause, reason, at, before, after)
    VALUES ((session << 32) | seq, session, TG_TABLE_NAME, row_id & 4294967295,
        TG_ARGV[0]::smallint, current_setting('story.take')::bigint,
        current_setting('story.turn')::bigint, current_setting('story.round')::integer,
        current_setting('story.attempt')::integer, current_setting('story.cause'),
        current_setting('story.reason'), clock_timestamp(), before, after);
    RETURN NULL;
END;
$$;

CREATE FUNCTION story_removed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    session text := coalesce(current_setting('story.session', true), '');
    mode text := coalesce(current_setting('story.mode', true), '');
BEGIN
    PERFORM set_config('story.session', OLD.id::text, true);
    PERFORM set_config('story.mode', 'quiet', true);
    EXECUTE format('DELETE FROM %I WHERE id >= $1 AND id < $2', TG_ARGV[0])
        USING OLD.id << 32, (OLD.id + 1) << 32;
    PERFORM set_config('story.session', session, true);
    PERFORM set_config('story.mode', mode, true);
    RETURN OLD;
END;
$$;
"""

NO_FUNCTIONS = """
DROP FUNCTION story_removed();
DROP FUNCTION story_journal();
DROP FUNCTION story_guard();
DROP FUNCTION story_image(jsonb, text[]);
DROP FUNCTION story_next_id();
DROP FUNCTION story_session();
"""

_TRIGGERS = """
CREATE TRIGGER story_guard BEFORE INSERT OR UPDATE OR DELETE ON "{table}"
    FOR EACH ROW EXECUTE FUNCTION story_guard();
CREATE TRIGGER story_journal AFTER INSERT OR UPDATE OR DELETE ON "{table}"
    FOR EACH ROW EXECUTE FUNCTION story_journal({arguments});
CREATE TRIGGER "removed_{table}" BEFORE DELETE ON sessions_app_session
    FOR EACH ROW EXECUTE FUNCTION story_removed('{table}');
"""

_NO_TRIGGERS = """
DROP TRIGGER IF EXISTS story_guard ON "{table}";
DROP TRIGGER IF EXISTS story_journal ON "{table}";
DROP TRIGGER IF EXISTS "removed_{table}" ON sessions_app_session;
"""


def triggers_of(model: type[models.Model], version: int) -> str:
    """The SQL that makes a table of state rows guarded and journaled, anew where it was before."""
    table = model._meta.db_table
    arguments = ", ".join(f"'{word}'" for word in (version, *state_keys(model)))
    return no_triggers_of(model) + _TRIGGERS.format(table=table, arguments=arguments)


def no_triggers_of(model: type[models.Model]) -> str:
    """The SQL that takes them away."""
    return _NO_TRIGGERS.format(table=model._meta.db_table)


class JournalTables(Operation):
    """Guard and journal state tables of the migration's app; said again after a change of columns.

    `version` is the tables' STORY_VERSION from now on (ST-4).
    """

    reduces_to_sql = True
    reversible = True

    def __init__(self, *names: str, version: int = 1) -> None:
        self.names = names
        self.version = version

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        """As it stands in a migration."""
        return type(self).__qualname__, list(self.names), {"version": self.version}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Models stay as they are."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Make the triggers."""
        for name in self.names:
            model = to_state.apps.get_model(app_label, name)
            schema_editor.execute(triggers_of(model, self.version), params=None)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Take the triggers away, or give back those of the version before."""
        for name in self.names:
            model = from_state.apps.get_model(app_label, name)
            before = self.version - 1
            sql = triggers_of(model, before) if before else no_triggers_of(model)
            schema_editor.execute(sql, params=None)

    def describe(self) -> str:
        """One line."""
        return f"Journal the state tables {', '.join(self.names)}"
