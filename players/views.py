"""Pages about a login: in, out, the account, passwords, tokens, and locked out.

Who: logging in and following a reset link is for anybody; the rest for whoever is logged in, about himself alone.
"""

from typing import Any

from axes.utils import reset as unlock
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import DomainError
from common.forms import form_refuse
from common.http import actor_of
from common.scopes import SCOPES
from common.tokens import live_tokens, token_issue, token_revoke

from . import services
from .forms import AccountForm, ChangePasswordForm, LoginForm, ResetPasswordForm, TokenForm
from .models import User


def locked_out(request: HttpRequest, credentials: dict[str, Any] | None = None, *args: Any) -> HttpResponse:
    """Too many wrong passwords for one name at one address; says for how long."""
    minutes = round(settings.AXES_COOLOFF_TIME * 60)
    return render(request, "players/locked_out.html", {"minutes": minutes}, status=429)


def speak(response: HttpResponse, language: str) -> HttpResponse:
    """Let the browser ask for this language from now on."""
    if language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=365 * 24 * 3600,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
    return response


class Login(auth_views.LoginView):
    template_name = "players/login.html"
    authentication_form = LoginForm
    redirect_authenticated_user = True
    http_method_names = ("get", "head", "post", "options")

    def form_valid(self, form: Any) -> HttpResponse:
        return speak(super().form_valid(form), form.get_user().language)

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


class ResetPassword(auth_views.PasswordResetConfirmView):
    """A link that staff gave: one use, three days. Whoever was locked out may try again at once."""

    template_name = "players/password_reset_confirm.html"
    http_method_names = ("get", "head", "post", "options")
    form_class = ResetPasswordForm
    success_url = reverse_lazy("login")

    def form_valid(self, form: Any) -> HttpResponse:
        user: User = self.user  # type: ignore[assignment]
        services.password_set(
            user_id=user.pk,
            password=form.cleaned_data["new_password1"],
            actor=actor_of(self.request),
            action="user.password_reset",
        )
        self.request.session.pop("_password_reset_token", None)
        unlock(username=user.get_username())
        messages.success(self.request, _("The new password is set. Log in with it."))
        return redirect(self.get_success_url())

    def render_to_response(self, context: dict[str, Any], **options: Any) -> HttpResponse:
        if not context["validlink"]:
            options["status"] = 410
        elif context["form"].errors:
            options["status"] = 422
        return super().render_to_response(context, **options)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Name, language, and what there is beside them."""
    user = request.user
    form = AccountForm(request.POST or None, initial={"display_name": user.display_name, "language": user.language})
    if request.method == "POST" and form.is_valid():
        try:
            services.account_update(user_id=user.pk, actor=actor_of(request), **form.cleaned_data)
        except DomainError as error:
            form_refuse(form, error)
        else:
            language = form.cleaned_data["language"]
            with override(language or None):
                messages.success(request, _("Your account is saved."))
            response = redirect("account")
            if not language:
                response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
            return speak(response, language)
    return _account(request, form=form)


def _account(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    user = request.user
    context = {
        "form": AccountForm(initial={"display_name": user.display_name, "language": user.language}),
        "token_form": TokenForm(auto_id="token_%s"),
        "tokens": [
            (token, [SCOPES.get(s, s) for s in token.scopes]) for token in live_tokens(user.pk).order_by("-pk")
        ],
        "player": getattr(user, "player", None),
        "language_next": reverse("account"),
        **more,
    }
    wrong = context["form"].errors or context["token_form"].errors
    response = render(request, "players/account.html", context, status=422 if wrong and status == 200 else status)
    if more.get("secret"):
        response["Cache-Control"] = "no-store"
    return response


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def password_change(request: HttpRequest) -> HttpResponse:
    form = ChangePasswordForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = services.password_set(
            user_id=request.user.pk, password=form.cleaned_data["new_password1"], actor=actor_of(request)
        )
        update_session_auth_hash(request, user)
        messages.success(request, _("The new password is set. Every other session is logged out."))
        return redirect("account")
    return render(request, "players/password_change.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@require_POST
@never_cache
def token_create(request: HttpRequest) -> HttpResponse:
    """A token for programs; the answer shows it, the only time."""
    form = TokenForm(request.POST, auto_id="token_%s")
    if not form.is_valid():
        return _account(request, token_form=form)
    try:
        token, secret = token_issue(
            user_id=request.user.pk,
            label=form.cleaned_data["label"],
            scopes=form.cleaned_data["scopes"],
            expires_at=form.expires_at(),
            actor=actor_of(request),
        )
    except DomainError as error:
        form_refuse(form, error)
        return _account(request, token_form=form, status=error.status)
    return _account(request, secret=secret, new_token=token, status=201)


@login_required
@require_POST
def token_end(request: HttpRequest, id8: str) -> HttpResponse:
    token_revoke(user_id=request.user.pk, id8=id8, actor=actor_of(request))
    messages.success(request, _("The token is revoked."))
    return redirect("account")
