// Short notices that come and go, with at most one thing to press; and the live region for screen readers.

/** Say something to a screen reader without showing it. */
export function announce(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  requestAnimationFrame(() => { live.textContent = text; });
}

/** Say that something was refused. The notice goes when the next thing is tried (`forgetRefusals`). */
export function sayRefused(text, seconds = 8) {
  forgetRefusals();
  return toast(text, { seconds, kind: "refusal" });
}

/** Take away what was said of earlier refusals: something else is tried now. */
export function forgetRefusals() {
  forgetNotices(".toast.refusal");
}

/** Take away all notices: what they are about, or offer to undo, is not the last thing any more. */
export function forgetNotices(which = ".toast") {
  for (const box of document.querySelectorAll(which)) box.remove();
}

/** Show a notice for `seconds`. `action` is {label, run}. Returns a function that takes it away. */
export function toast(text, { action, seconds = 5, kind = "" } = {}) {
  const box = document.createElement("div");
  box.className = `toast ${kind}`.trim();
  const words = document.createElement("span");
  words.textContent = text;
  box.append(words);
  const away = () => box.remove();
  if (action) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action.label;
    button.addEventListener("click", () => { away(); action.run(); });
    box.append(button);
  }
  document.getElementById("toasts").append(box);
  announce(text);
  let timer = setTimeout(away, seconds * 1000);
  const wait = () => clearTimeout(timer);
  const goOn = () => { clearTimeout(timer); timer = setTimeout(away, seconds * 500); };
  box.addEventListener("pointerenter", wait);
  box.addEventListener("focusin", wait);
  box.addEventListener("pointerleave", goOn);
  box.addEventListener("focusout", goOn);
  return away;
}
