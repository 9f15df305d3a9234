// The chart of a check follows what is written into its form; a throw is tried and not kept.

const WAIT = 300;
const WATCHED = ["dice", "reading", "comparison", "variable", "bands", "try_target", "try_added"];

/** Keep the chart of a form in step with it. */
function follow(place, form) {
  const address = place.dataset.address;
  let timer = 0;
  let asked = 0;

  async function draw(more = {}) {
    const mine = ++asked;
    const body = new FormData();
    const values = new FormData(form);
    for (const name of ["csrfmiddlewaretoken", ...WATCHED]) if (values.has(name)) body.set(name, values.get(name));
    for (const [name, value] of Object.entries(more)) body.set(name, value);
    const response = await fetch(address, { method: "POST", body, credentials: "same-origin" });
    if (!response.ok || mine !== asked) return;
    const focused = place.contains(document.activeElement) ? document.activeElement.name : "";
    place.innerHTML = await response.text(); // A piece of page made and escaped by the server.
    if (focused) place.querySelector(`[name="${focused}"]`)?.focus();
  }

  form.addEventListener("input", (event) => {
    if (!WATCHED.includes(event.target.name)) return;
    clearTimeout(timer);
    timer = setTimeout(draw, WAIT);
  });
  form.addEventListener("change", (event) => { if (event.target.tagName === "SELECT") draw(); });
  place.addEventListener("click", (event) => { if (event.target.name === "throw") draw({ throw: "1" }); });
  place.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.name?.startsWith("try_")) return;
    event.preventDefault();
    draw();
  });
}

document.addEventListener("DOMContentLoaded", () => {
  const place = document.getElementById("check-chart");
  if (place?.closest("form")) follow(place, place.closest("form"));
});
