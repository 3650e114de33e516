"""When a game ended is when its first result came in. A column that said it again had to be written with every result.

Taken back, the column is empty: all that ever read it was a count of the games that a device still records.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0003_events_append_only")]
    operations = [migrations.RemoveField(model_name="game", name="finished_at")]
