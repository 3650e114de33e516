"""The one settings file. Every difference between machines is an environment variable with a working default.

======================  ==========================================  ===============================================
variable                default                                     meaning
======================  ==========================================  ===============================================
KRADAN_VAR              ``var/`` in the project                     data made at run time: database, queue, uploads
KRADAN_DEBUG            ``0``                                       Django's debug pages; never on a public site
KRADAN_SECRET_KEY       made once and kept in KRADAN_VAR            signs sessions, invitations and cursors
KRADAN_HOSTS            ``*`` on the embedded database, else none   host names answered, comma separated
KRADAN_ORIGINS          none                                        trusted origins for forms behind a proxy
KRADAN_HTTPS            ``0``                                       secure cookies and HSTS
KRADAN_API_RATES        ``600,300,60``                              a minute: token reads, writes, an address
DATABASE_URL            SQLite under KRADAN_VAR                     ``postgres://…`` moves the site
KRADAN_DATABASE_POOLED  ``0``                                       its connections are lent for one transaction
CELERY_BROKER_URL       ``filesystem://`` under KRADAN_VAR          ``redis://…``
CACHE_URL               local memory                                ``redis://…``
======================  ==========================================  ===============================================
"""

import secrets
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from common.security import SECURITY_SCHEMES

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

VAR_DIR = Path(env.str("KRADAN_VAR", default=str(BASE_DIR / "var"))).resolve()
VAR_DIR.mkdir(parents=True, exist_ok=True)


def _kept_secret(path: Path) -> str:
    """A site that nobody configured still gets a secret of its own, the same after a restart."""
    try:
        with path.open("x") as file:
            file.write(secrets.token_urlsafe(50))
        path.chmod(0o600)
    except FileExistsError:
        pass
    return path.read_text().strip()


DEBUG = env.bool("KRADAN_DEBUG", default=False)
SECRET_KEY = env.str("KRADAN_SECRET_KEY", default="") or _kept_secret(VAR_DIR / "secret_key")
HTTPS = env.bool("KRADAN_HTTPS", default=False)

# --- Database -------------------------------------------------------------------------------------------
DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'kradan.sqlite3'}")}
ON_SQLITE = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
# A connection is kept: opening an SQLite file anew takes longer than answering with a page that is made already.
DATABASES["default"]["CONN_MAX_AGE"] = 60
if ON_SQLITE:
    # WAL lets the hall read while a scorer writes; IMMEDIATE takes the write lock at BEGIN, so that a
    # transaction that reads first and writes later waits its turn instead of failing half-way.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
    }
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    _OPTIONS = DATABASES["default"].setdefault("OPTIONS", {})
    _OPTIONS.setdefault("connect_timeout", 5)
    if not env.bool("KRADAN_DATABASE_POOLED", default=False):
        # Planning a query with joins takes the server longer than answering it: it keeps the plans of those that
        # come again. Behind a pool that lends a connection for one transaction there is nobody to keep them for.
        _OPTIONS |= {"server_side_binding": True, "prepare_threshold": 5}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# A laptop in a hall is reached under whatever address the network gave it; a site with a database server
# has a name.
ALLOWED_HOSTS = env.list("KRADAN_HOSTS", default=["*"] if ON_SQLITE else ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("KRADAN_ORIGINS", default=[])

# --- Applications ---------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "django_htmx",
    "rules.apps.AutodiscoverRulesConfig",
    "axes",
    "csp",
    "common",
    "players",
    "games",
    "tournaments",
    "ratings",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "common.middleware.RequestIdMiddleware",
    "common.middleware.OwnPagesMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "common.middleware.LoginReturnMiddleware",
    "common.middleware.DomainErrorMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# --- People ---------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "players.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk:home"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 3 * 24 * 3600
# A school hall is one address: lock a name at an address, never the hall.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 5 / 60
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ADMIN = False
AXES_LOCKOUT_CALLABLE = "players.views.locked_out"
AXES_HTTP_RESPONSE_CODE = 429

SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = False
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if env.bool("KRADAN_BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Nothing inline and nothing from outside, on every page.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 12_000  # a whole round's results in one form
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

# --- Language and time ----------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("th", _("Thai"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("KRADAN_TIME_ZONE", default="Asia/Bangkok")

# --- Files ----------------------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_ROOT = VAR_DIR / "media"
WHITENOISE_USE_FINDERS = env.bool("KRADAN_STATIC_FINDERS", default=True)
WHITENOISE_AUTOREFRESH = DEBUG
if not WHITENOISE_USE_FINDERS:
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }

# --- Cache ----------------------------------------------------------------------------------------------
CACHES = {"default": env.cache_url("CACHE_URL", default="locmemcache://kradan")}
if "redis" in CACHES["default"]["BACKEND"].lower():
    CACHES["default"] = {
        # A cache that is down or hangs must never take a page with it.
        "BACKEND": "common.cache.ForgivingRedisCache",
        "LOCATION": CACHES["default"]["LOCATION"],
        "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
    }
else:
    CACHES["default"].setdefault("OPTIONS", {})["MAX_ENTRIES"] = 2000

# --- Background work ------------------------------------------------------------------------------------
QUEUE_DIR = VAR_DIR / "queue"
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="filesystem://")
# A request that tells the broker something waits at most these: once, and half a second. Without max_retries
# kombu goes on trying for six seconds while the broker is down, and a scorer waits for a message nobody needs.
BROKER_SERVER_OPTIONS: dict[str, object] = {
    "visibility_timeout": 120,
    "socket_timeout": 0.5,
    "socket_connect_timeout": 0.5,
    "max_retries": 0,
}
if CELERY_BROKER_URL.startswith("filesystem"):
    for _name in ("messages", "processed", "control"):
        (QUEUE_DIR / _name).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(QUEUE_DIR / "messages"),
        "data_folder_out": str(QUEUE_DIR / "messages"),
        "processed_folder": str(QUEUE_DIR / "processed"),
        "control_folder": str(QUEUE_DIR / "control"),
        "store_processed": False,
        "polling_interval": 0.2,
    }
else:
    CELERY_BROKER_TRANSPORT_OPTIONS = BROKER_SERVER_OPTIONS
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TIMEZONE = TIME_ZONE
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# The queue is only a hint; the row in the database is the job. The sweeper finds what the queue lost.
JOB_LEASE_SECONDS = 30
JOB_SWEEP_SECONDS = env.int("KRADAN_SWEEP_SECONDS", default=15)
CELERY_BEAT_SCHEDULE = {
    "sweep-jobs": {"task": "common.tasks.sweep_jobs", "schedule": JOB_SWEEP_SECONDS},
    "sweep-ratings": {"task": "ratings.tasks.sweep_lists", "schedule": JOB_SWEEP_SECONDS},
}

# --- REST -----------------------------------------------------------------------------------------------
API_RATES = env.list("KRADAN_API_RATES", cast=int, default=[600, 300, 60])
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "common.authentication.TokenAuthentication",
        "common.authentication.BrowserSessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["common.parsers.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "common.openapi.Schema",
    "DEFAULT_PAGINATION_CLASS": None,
    "DEFAULT_METADATA_CLASS": None,
    "URL_FORMAT_OVERRIDE": None,
    "EXCEPTION_HANDLER": "common.problems.problem_response",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "DEFAULT_THROTTLE_CLASSES": ["common.throttling.BucketThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        scope: f"{count}/min"
        for scope, count in zip(("token_read", "token_write", "anonymous"), API_RATES, strict=True)
    },
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Kradan API",
    "DESCRIPTION": "Tournaments, pairings, results, standings and ratings for A-Math and Summy.",
    "VERSION": "1.0",
    "OAS_VERSION": "3.1.0",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None},
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": ["common.openapi.lift_problems", "common.openapi.demand_bodies"],
    "SORT_OPERATIONS": False,
    "APPEND_COMPONENTS": {"securitySchemes": SECURITY_SCHEMES},
}

# --- Logging --------------------------------------------------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "filters": {"mask": {"()": "common.logging.MaskSecrets"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["mask"]}},
    "root": {"handlers": ["console"], "level": env.str("KRADAN_LOG_LEVEL", default="WARNING")},
    "loggers": {
        "kradan": {"level": env.str("KRADAN_LOG_LEVEL", default="INFO")},
        # The filesystem transport has no host, and kombu warns about that at every connection.
        "kombu.connection": {"level": "ERROR"},
    },
}
TEST_RUNNER = "django.test.runner.DiscoverRunner"
