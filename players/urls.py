from django.contrib.auth.views import LogoutView
from django.urls import path

from . import views

urlpatterns = [
    path("", views.account, name="account"),
    path("login/", views.Login.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("password/", views.password_change, name="password_change"),
    path("reset/<uidb64>/<token>/", views.ResetPassword.as_view(), name="password_reset_confirm"),
    path("tokens/", views.token_create, name="token_create"),
    path("tokens/<str:id8>/revoke/", views.token_end, name="token_revoke"),
]
