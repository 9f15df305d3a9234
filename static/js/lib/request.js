// How a page asks the server for something: JSON both ways, CSRF, an idempotency key, one kind of error.

const { gettext } = window;

/** A refusal or a failure, in words a person may read. `status` is 0 where no answer came. */
export class Refused extends Error {
  constructor(code, message, status, detail = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.detail = detail;
  }
}

/** A key that makes sending the same thing twice the same as sending it once. */
export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join("");
}

function cookie(name) {
  const found = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

/** The CSRF token: from a form of the page where there is one, else from the cookie. */
function csrf() {
  return document.querySelector("[name=csrfmiddlewaretoken]")?.value || cookie("csrftoken");
}

async function refusal(response) {
  let body = {};
  try {
    body = await response.json();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error; // A page instead of JSON: the status says enough.
  }
  const { code, message, ...detail } = body.error || {};
  const fallback = {
    401: gettext("You are signed out. Sign in again; what you wrote is kept."),
    403: gettext("You are signed out, or this is not open to you. What you wrote is kept."),
    404: gettext("This is not there any more."),
    429: gettext("Too many messages in a short time. Wait a moment and try again."),
  };
  const text = message || body.detail || fallback[response.status] || gettext("The server could not do this.");
  return new Refused(code || `http_${response.status}`, text, response.status, detail);
}

/**
 * Ask for `url`. A body is sent as JSON. Writes carry an idempotency key (a new one, or `key`).
 * Returns the JSON answer, or null where there is none. Throws Refused.
 */
export async function ask(url, { method = "GET", body, key } = {}) {
  const headers = { Accept: "application/json" };
  if (method !== "GET") {
    headers["X-CSRFToken"] = csrf();
    headers["Idempotency-Key"] = key || newKey();
    headers["Content-Type"] = "application/json";
  }
  let response;
  try {
    response = await fetch(url, {
      method, headers, credentials: "same-origin", body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused("offline", gettext("The server cannot be reached. What you wrote is kept."), 0);
  }
  if (!response.ok) throw await refusal(response);
  return response.status === 204 ? null : response.json();
}
