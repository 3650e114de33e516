from .desk_asked import urlpatterns as asked
from .desk_events import urlpatterns as events
from .desk_rounds import urlpatterns as rounds

app_name = "desk"
urlpatterns = [*events, *rounds, *asked]
