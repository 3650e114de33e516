// A tablet enrols itself: the code comes from behind the # of the address or from the box, and goes to the API.
// The token is kept in this browser under `kradan.device`, for the web scoresheet, and shown once for other apps.

const KEY = "kradan.device";
const page = document.getElementById("enrol");
const form = document.getElementById("enrol-form");
const done = document.getElementById("enrolled");
const box = document.getElementById("code");
const problem = document.getElementById("code-error");
const token = document.getElementById("token");

const store = (() => {
  try {
    localStorage.getItem(KEY);
    return localStorage;
  } catch {
    return null;
  }
})();

function kept() {
  try {
    const found = JSON.parse(store?.getItem(KEY) ?? "null");
    return found && Date.parse(found.expires_at) > Date.now() ? found : null;
  } catch {
    return null;
  }
}

function showDevice(device, secret = "") {
  const until = new Date(device.expires_at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  const values = { label: device.label, event: device.tournament_name, tables: device.tables.join(", ") || page.dataset.sayAll, until };
  for (const place of done.querySelectorAll("[data-of]")) place.textContent = values[place.dataset.of];
  token.value = secret;
  document.getElementById("token-shown").hidden = !secret;
  done.hidden = false;
}

function say(text) {
  problem.textContent = text;
  problem.hidden = !text;
  if (text) box.setAttribute("aria-invalid", "true");
  else box.removeAttribute("aria-invalid");
}

// The code leaves the address bar at once, so that neither the history nor a bookmark keeps it.
function fromAddress() {
  const code = location.hash.slice(1).replace(/%20|\+/g, " ");
  if (!code) return;
  history.replaceState(null, "", location.pathname);
  box.value = code.slice(0, 40);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  say("");
  try {
    const answer = await fetch("/api/v1/devices/enrol", {
      method: "POST",
      // Whoever is logged in here is not who enrols.
      credentials: "omit",
      headers: { "Content-Type": "application/json", "Accept-Language": document.documentElement.lang },
      body: JSON.stringify({ code: box.value, app: "kradan-web" }),
    });
    const body = await answer.json();
    if (!answer.ok) {
      say(body.title);
      box.focus();
      return;
    }
    const { token: secret, ...device } = body;
    store?.setItem(KEY, JSON.stringify({ ...device, token: secret }));
    box.value = "";
    form.hidden = true;
    showDevice(device, secret);
  } catch {
    say(page.dataset.sayNoAnswer);
  } finally {
    button.disabled = false;
  }
});

document.getElementById("copy").addEventListener("click", async (event) => {
  try {
    await navigator.clipboard.writeText(token.value);
    event.target.textContent = page.dataset.sayCopied;
  } catch {
    token.select();
  }
});

document.getElementById("forget").addEventListener("click", () => {
  store?.removeItem(KEY);
  done.hidden = true;
  form.hidden = false;
  box.focus();
});

fromAddress();
window.addEventListener("hashchange", () => {
  fromAddress();
  form.hidden = false;
});
const device = kept();
if (device) showDevice(device);
form.hidden = Boolean(device) && !box.value;
