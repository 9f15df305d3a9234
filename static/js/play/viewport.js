// The height that a keyboard leaves: the page is as high as what can be seen (PG-29).

/** Keep --view true to what is on the screen. */
export function watchViewport() {
  const root = document.documentElement;
  const view = window.visualViewport;
  const fit = () => {
    root.style.setProperty("--view", `${Math.round(view ? view.height : window.innerHeight)}px`);
    if (view && view.offsetTop) window.scrollTo(0, 0);
  };
  view?.addEventListener("resize", fit);
  window.addEventListener("resize", fit);
  fit();
}
