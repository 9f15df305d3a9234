// A form opened with ?field=NAME shows that field: its tab is opened, it is scrolled to and marked.
// The theme loads it as a plain script, so nothing of it is left in the page's scope.
(() => {
  const wanted = new URLSearchParams(window.location.search).get("field");

  function openTabOf(field) {
    const panel = field.closest(".tab-wrapper");
    if (!panel) return;
    const panels = [...panel.parentElement.querySelectorAll(":scope > .tab-wrapper")];
    const tabs = panel.parentElement.querySelectorAll("nav a");
    tabs[panels.indexOf(panel)]?.click();
  }

  function mark(field, name) {
    const box = field.closest(`.field-${CSS.escape(name)}`) ?? field;
    box.classList.add("rp-wanted");
    box.scrollIntoView({ block: "center" });
    field.focus({ preventScroll: true });
  }

  // The theme shows a tab some frames after it was asked to.
  function whenShown(field, then, frames = 120) {
    if (field.offsetParent !== null) then();
    else if (frames > 0) window.requestAnimationFrame(() => whenShown(field, then, frames - 1));
  }

  function show(name) {
    const escaped = CSS.escape(name);
    const field = document.querySelector(`form [name="${escaped}"], form [name^="${escaped}_"]`);
    if (!field) return;
    openTabOf(field);
    whenShown(field, () => mark(field, name));
  }

  if (wanted) window.addEventListener("load", () => show(wanted));
})();
