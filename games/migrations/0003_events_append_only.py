"""The database itself refuses to change an event of a game. Deleting a whole event takes its games with it."""

from django.db import migrations

POSTGRES_UP = """
CREATE FUNCTION kradan_game_events_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'game events are append-only';
END $$;
CREATE TRIGGER game_events_append_only BEFORE UPDATE ON games_gameevent
    FOR EACH ROW EXECUTE FUNCTION kradan_game_events_append_only();
"""
POSTGRES_DOWN = """
DROP TRIGGER game_events_append_only ON games_gameevent;
DROP FUNCTION kradan_game_events_append_only();
"""
SQLITE_UP = """
CREATE TRIGGER game_events_append_only BEFORE UPDATE ON games_gameevent
BEGIN
    SELECT RAISE(ABORT, 'game events are append-only');
END;
"""
SQLITE_DOWN = "DROP TRIGGER game_events_append_only;"


def _run(schema_editor, postgres, sqlite):
    statement = postgres if schema_editor.connection.vendor == "postgresql" else sqlite
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(statement)


def up(apps, schema_editor):
    _run(schema_editor, POSTGRES_UP, SQLITE_UP)


def down(apps, schema_editor):
    _run(schema_editor, POSTGRES_DOWN, SQLITE_DOWN)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_scoresheets")]
    operations = [migrations.RunPython(up, down)]
