"""Texts of Django and REST framework that stand in our answers and that their own Thai catalogues lack.

Nobody imports this: ``makemessages`` finds them here, and our catalogue comes before theirs.
``tests/house/test_text_on_pages.py`` says when one is missing.
"""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

DJANGO = (
    _("Enter a valid integer."),
    _("Enter a valid “slug” consisting of letters, numbers, underscores or hyphens."),
    _("Null characters are not allowed."),
    _("Enter a complete value."),
    _("(Hidden field %(name)s) %(error)s"),
    _("“%(pk)s” is not a valid value."),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure that there are no more than %(max)s digit in total.",
        "Ensure that there are no more than %(max)s digits in total.",
        "max",
    ),
    ngettext_lazy(
        "Ensure that there are no more than %(max)s decimal place.",
        "Ensure that there are no more than %(max)s decimal places.",
        "max",
    ),
    ngettext_lazy(
        "Ensure that there are no more than %(max)s digit before the decimal point.",
        "Ensure that there are no more than %(max)s digits before the decimal point.",
        "max",
    ),
    ngettext_lazy(
        "Ensure this filename has at most %(max)d character (it has %(length)d).",
        "Ensure this filename has at most %(max)d characters (it has %(length)d).",
        "max",
    ),
)

PASSWORDS = (
    _("The two password fields didn’t match."),
    _("Enter the same password as before, for verification."),
    _("The password is too similar to the %(verbose_name)s."),
    _("Your password can’t be too similar to your other personal information."),
    _("This password is too common."),
    _("Your password can’t be a commonly used password."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
)

REST = (
    _("Invalid input."),
    _("Malformed request."),
    _("Could not satisfy the request Accept header."),
    _("Request was throttled."),
    _("Expected available in {wait} second."),
    _("Expected available in {wait} seconds."),
    _("Must be a valid boolean."),
    _("Not a valid string."),
    _("Must be a valid UUID."),
    _('Invalid datetime for the timezone "{timezone}".'),
    _("Datetime value out of range."),
    _("This selection may not be empty."),
    _("Ensure this field has at least {min_length} elements."),
    _("Ensure this field has no more than {max_length} elements."),
    _("This dictionary may not be empty."),
    _("Surrogate characters are not allowed: U+{code_point:X}."),
)
