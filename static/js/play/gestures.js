// Touch: a sideways stroke over the last answer changes its take; a long press opens the message's menu.

const STROKE = 60;
const LONG = 500;
const STILL = 10;

/** Watch `place`. `onSwipe(1 | -1)` is the next or the one before, `onPress(part, point)` a long press on a message. */
export function watchTouch(place, { onSwipe, onPress }) {
  let start = null;
  let timer = 0;

  place.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch" || event.target.closest("button, a, textarea, input")) return;
    const part = event.target.closest(".line");
    if (!part) return;
    start = { x: event.clientX, y: event.clientY, part, pressed: false };
    timer = setTimeout(() => {
      if (!start) return;
      start.pressed = true;
      onPress(part, { x: start.x, y: start.y });
    }, LONG);
  });
  place.addEventListener("pointermove", (event) => {
    if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > STILL) clearTimeout(timer);
  });
  place.addEventListener("pointerup", (event) => {
    clearTimeout(timer);
    const from = start;
    start = null;
    if (!from || from.pressed || !from.part.classList.contains("last-answer")) return;
    const dx = event.clientX - from.x;
    if (Math.abs(dx) > STROKE && Math.abs(dx) > 2 * Math.abs(event.clientY - from.y)) onSwipe(dx < 0 ? 1 : -1);
  });
  const cancel = () => { clearTimeout(timer); start = null; };
  place.addEventListener("pointercancel", cancel);
  place.addEventListener("contextmenu", (event) => { if (start) event.preventDefault(); });
}
