from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_schedules_from_systems")]

    operations = [
        migrations.RemoveField(model_name="division", name="round_robin_double"),
        migrations.RemoveField(model_name="division", name="system"),
    ]
