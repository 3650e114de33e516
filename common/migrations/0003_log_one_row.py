"""An entry of the log and its detail become one row. The database lets an entry's detail be erased, once, and refuses
every other change.

As before, SQLite does not refuse to remove an entry (see 0002).
"""

from importlib import import_module

from django.db import migrations, models

_sealed_whole = import_module(".0002_log_append_only", __package__)

_DETAIL = "salt, actor_label, actor_user_id, data, erased_at"
JOIN = f"""
UPDATE common_logentry SET ({_DETAIL}) =
    (SELECT {_DETAIL} FROM common_logdetail WHERE entry_id = common_logentry.id)
WHERE id IN (SELECT entry_id FROM common_logdetail)
"""
PART = f"INSERT INTO common_logdetail (entry_id, {_DETAIL}) SELECT id, {_DETAIL} FROM common_logentry"  # noqa: S608

_KEPT = ("id", "chain_id", "seq", "at", "action", "object_kind", "object_id", "digest", "hash")


def _no_erasure(same):
    """SQL: whether a changed row is anything but an entry whose detail was erased. ``same`` is equality of rows."""
    old, new = (", ".join(f"{row}.{column}" for column in _KEPT) for row in ("OLD", "NEW"))
    return f"""NOT (
        ({old}) {same} ({new})
        AND OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL
        AND NEW.salt = '' AND NEW.actor_label = '' AND NEW.actor_user_id IS NULL AND NEW.data = '{{}}'
    )"""


POSTGRES_UP = f"""
CREATE FUNCTION kradan_log_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only';
END $$;
CREATE TRIGGER log_append_only BEFORE UPDATE ON common_logentry
    FOR EACH ROW WHEN ({_no_erasure("IS NOT DISTINCT FROM")}) EXECUTE FUNCTION kradan_log_append_only();
CREATE TRIGGER log_keeps_all BEFORE DELETE ON common_logentry
    FOR EACH ROW EXECUTE FUNCTION kradan_log_append_only();
"""
POSTGRES_DOWN = """
DROP TRIGGER log_append_only ON common_logentry;
DROP TRIGGER log_keeps_all ON common_logentry;
DROP FUNCTION kradan_log_append_only();
"""
SQLITE_UP = f"""
CREATE TRIGGER log_append_only BEFORE UPDATE ON common_logentry WHEN {_no_erasure("IS")}
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
"""
SQLITE_DOWN = "DROP TRIGGER log_append_only;"


def _run(schema_editor, postgres, sqlite):
    statement = postgres if schema_editor.connection.vendor == "postgresql" else sqlite
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(statement)


def seal(apps, schema_editor):
    _run(schema_editor, POSTGRES_UP, SQLITE_UP)


def unseal(apps, schema_editor):
    _run(schema_editor, POSTGRES_DOWN, SQLITE_DOWN)


class Migration(migrations.Migration):
    dependencies = [("common", "0002_log_append_only")]
    operations = [
        # SQLite makes the table anew for a column, and its triggers would be lost unsaid.
        migrations.RunPython(_sealed_whole.down, _sealed_whole.up),
        migrations.AddField("logentry", "salt", models.CharField(default="", max_length=32), preserve_default=False),
        migrations.AddField("logentry", "actor_label", models.CharField(blank=True, default="", max_length=200), False),
        migrations.AddField("logentry", "actor_user_id", models.BigIntegerField(db_index=True, null=True)),
        migrations.AddField("logentry", "data", models.JSONField(default=dict)),
        migrations.AddField("logentry", "erased_at", models.DateTimeField(null=True)),
        migrations.RunSQL(JOIN, PART),
        migrations.DeleteModel("LogDetail"),
        migrations.RunPython(seal, unseal),
    ]
