// Dialogs of a page: [data-close] closes, a click beside the box closes.

/** Wire all dialogs that the page has. */
export function wireDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-close]")) dialog.close("");
    });
  }
}

/** Open the dialog and wait for how it ends: "" when it was closed or cancelled. */
export function askDialog(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
  });
}
