"""The database itself refuses to alter a published revision (WB-12).

Only `published_by` may change: to null, when the account that published goes. Deleting a pinned
revision is refused by the foreign key of the pin.
"""

from django.db import migrations

GUARD = """
CREATE FUNCTION worldbook_revision_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (to_jsonb(NEW) - 'published_by_id') IS DISTINCT FROM (to_jsonb(OLD) - 'published_by_id') THEN
        RAISE EXCEPTION 'revision % of book % is published and cannot be altered',
            OLD.number, OLD.book_id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END;
$$;
CREATE TRIGGER worldbook_revision_guard BEFORE UPDATE ON worldbook_revision
    FOR EACH ROW EXECUTE FUNCTION worldbook_revision_guard();
"""

NO_GUARD = """
DROP TRIGGER worldbook_revision_guard ON worldbook_revision;
DROP FUNCTION worldbook_revision_guard();
"""


class Migration(migrations.Migration):
    dependencies = [("worldbook", "0002_groups")]

    operations = [migrations.RunSQL(GUARD, NO_GUARD)]
