"""Background work: the row is the job, the queue is only a hint."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    #: Name of the Celery task that does it, called with the job's id alone.
    task = models.CharField(max_length=100)
    #: What the job is about; a second request for the same waits as one job.
    key = models.CharField(max_length=100)
    args = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    progress = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_owner = models.CharField(max_length=32, blank=True, default="")
    lease_until = models.DateTimeField(null=True)
    error = models.TextField(blank=True, default="")
    result = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        constraints = [
            models.UniqueConstraint(fields=["task", "key"], condition=Q(state="queued"), name="job_one_waiting"),
            models.UniqueConstraint(fields=["task", "key"], condition=Q(state="running"), name="job_one_running"),
        ]
        indexes = [models.Index(fields=["state", "lease_until"], name="job_sweep")]
