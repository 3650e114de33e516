"""The database itself refuses to change or remove a log entry.

SQLite refuses changes only: Django's test flush empties tables by DELETE there. A removed entry shows as a gap or a
wrong head when the chain is verified.
"""

from django.db import migrations

POSTGRES_UP = """
CREATE FUNCTION kradan_log_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only';
END $$;
CREATE TRIGGER log_append_only BEFORE UPDATE OR DELETE ON common_logentry
    FOR EACH ROW EXECUTE FUNCTION kradan_log_append_only();
"""
POSTGRES_DOWN = """
DROP TRIGGER log_append_only ON common_logentry;
DROP FUNCTION kradan_log_append_only();
"""
SQLITE_UP = """
CREATE TRIGGER log_append_only BEFORE UPDATE ON common_logentry
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
"""
SQLITE_DOWN = "DROP TRIGGER log_append_only;"


def _run(schema_editor, postgres, sqlite):
    statement = postgres if schema_editor.connection.vendor == "postgresql" else sqlite
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(statement)


def up(apps, schema_editor):
    _run(schema_editor, POSTGRES_UP, SQLITE_UP)


def down(apps, schema_editor):
    _run(schema_editor, POSTGRES_DOWN, SQLITE_DOWN)


class Migration(migrations.Migration):
    dependencies = [("common", "0001_initial")]
    operations = [migrations.RunPython(up, down)]
