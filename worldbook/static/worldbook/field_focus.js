// A form opened with ?field=NAME shows that field: its tab is opened, it is scrolled to and marked.
const wanted = new URLSearchParams(window.location.search).get("field");

function openTabOf(field) {
  const panel = field.closest(".tab-wrapper");
  if (!panel) return;
  const panels = [...panel.parentElement.querySelectorAll(":scope > .tab-wrapper")];
  const tabs = panel.parentElement.querySelectorAll("nav a");
  tabs[panels.indexOf(panel)]?.click();
}

function show(name) {
  const escaped = CSS.escape(name);
  const field = document.querySelector(`form [name="${escaped}"], form [name^="${escaped}_"]`);
  if (!field) return;
  openTabOf(field);
  window.requestAnimationFrame(() => {
    (field.closest(`.field-${escaped}`) ?? field).classList.add("rp-wanted");
    field.scrollIntoView({ block: "center" });
    field.focus({ preventScroll: true });
  });
}

if (wanted) window.addEventListener("load", () => show(wanted));
