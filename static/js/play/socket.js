// The line to the server: frames come down, and after a break it goes on from the last one.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15000;
const ASLEEP = 30000;

export const SIGNED_OUT = 4401;
export const NOT_YOURS = 4404;

/** Whether stream id `a` ("milliseconds-number") comes after `b`; an empty id comes before all. */
export function isAfter(a, b) {
  if (!b) return true;
  const [aTime, aNumber] = a.split("-").map(Number);
  const [bTime, bNumber] = b.split("-").map(Number);
  return aTime !== bTime ? aTime > bTime : aNumber > bNumber;
}

/**
 * Keep a socket to `path` open. `after()` names the last frame known; `onFrame(frame)` gets the next ones once each,
 * `onState("open" | "lost" | "signed_out" | "gone")` says how the line stands. Returns {close}.
 */
export function openLine(path, { after, onFrame, onState }) {
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let ended = false;
  let hiddenAt = 0;

  function connect() {
    clearTimeout(timer);
    if (ended || (socket && socket.readyState <= WebSocket.OPEN)) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const mine = new WebSocket(`${scheme}//${location.host}${path}?after=${encodeURIComponent(after())}`);
    socket = mine;
    mine.addEventListener("open", () => onState("open"));
    mine.addEventListener("message", (event) => {
      if (mine !== socket) return;
      wait = FIRST_WAIT;
      const frame = JSON.parse(event.data);
      if (frame.type === "snapshot" || !frame.id || isAfter(frame.id, after())) onFrame(frame);
    });
    mine.addEventListener("close", (event) => { if (mine === socket) closed(event.code); });
  }

  function closed(code) {
    socket = null;
    if (code === SIGNED_OUT || code === NOT_YOURS) {
      ended = true;
      onState(code === SIGNED_OUT ? "signed_out" : "gone");
      return;
    }
    if (ended) return;
    onState("lost");
    timer = setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function again() {
    const old = socket;
    socket = null;
    old?.close();
    wait = FIRST_WAIT;
    connect();
  }

  function onVisible() {
    if (document.hidden) hiddenAt = Date.now();
    else if (!socket || Date.now() - hiddenAt > ASLEEP) again(); // A line may die unnoticed while a machine sleeps.
  }

  window.addEventListener("online", again);
  document.addEventListener("visibilitychange", onVisible);
  connect();
  return {
    close() {
      ended = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
