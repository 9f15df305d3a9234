// Forms that are sent to the API instead of being loaded: <form data-api data-method data-then>.

import { ask, newKey } from "./request.js";
import { toast } from "./toast.js";

const { gettext } = window;

/** The form's fields as JSON values: [data-number] ones as numbers (null while empty), [data-json] ones as written, [data-optional] ones null while empty, "a.b" as b within a. */
export function fieldsOf(form) {
  const values = {};
  for (const field of form.elements) {
    if (!field.name || field.disabled || (field.type === "radio" && !field.checked)) continue;
    const [outer, inner] = field.name.split(".");
    const place = inner ? (values[outer] ||= {}) : values;
    if (field.dataset.json !== undefined) place[inner || outer] = JSON.parse(field.value);
    else if (field.dataset.optional !== undefined) place[inner || outer] = field.value || null;
    else if (field.dataset.number === undefined) place[inner || outer] = field.value;
    else place[inner || outer] = field.value === "" ? null : Number(field.value);
  }
  return values;
}

/** Say beside the form why it was refused; null takes the words away. */
export function showRefusal(form, error) {
  const place = form.querySelector("[data-refused]");
  if (!place) {
    if (error) toast(error.message);
    return;
  }
  place.hidden = !error;
  place.textContent = error ? error.message : "";
}

/** Send what `collect(form)` gives when the form is submitted; the same key until it is accepted. */
export function sendByApi(form, collect, done) {
  let key = newKey();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = event.submitter;
    if (button) button.disabled = true;
    showRefusal(form, null);
    try {
      const answer = await ask(form.dataset.api, { method: form.dataset.method || "POST", body: collect(form), key });
      key = newKey();
      await done(answer);
    } catch (error) {
      showRefusal(form, error);
      if (error.status) key = newKey();
    } finally {
      if (button) button.disabled = false;
    }
  });
}

/** Wire every form of the page that says what comes after. */
export function wireApiForms() {
  for (const form of document.querySelectorAll("form[data-then]")) {
    sendByApi(form, fieldsOf, () => {
      if (form.dataset.then === "reload") location.reload();
      else if (form.dataset.then === "go") location.assign(form.dataset.to);
      else toast(gettext("Saved."));
    });
  }
}
