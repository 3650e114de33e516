import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_division_without_system")]

    operations = [
        migrations.AddField(
            model_name="division",
            name="club_best",
            field=models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                validators=[django.core.validators.MaxValueValidator(20)],
                verbose_name="entries that count for a club",
            ),
        ),
    ]
