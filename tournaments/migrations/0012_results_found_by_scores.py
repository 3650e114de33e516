"""Each report asks whether another table of the round has its scores: found by them, not by looking at every table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_people_who_are_two")]
    operations = [
        migrations.AddIndex(
            model_name="result",
            index=models.Index(fields=["first_final", "second_final"], name="result_scores"),
        ),
    ]
