// The keyboard goes to a question when the page puts one, and back when it is
// answered. Inside another page it does not: focus is that page's to give.
let box = null; // to search the whole page costs more than a render's other work
let open = null, before = null;

/** Follows what the panels show; called after each render. */
export function asks() {
  if (!box?.isConnected) box = document.querySelector(".asks");
  const now = box?.querySelector("[role=alertdialog]:not([hidden])") ?? null;
  if (now === open) return;
  if (now) {
    if (!open) before = document.activeElement;
    if (document.hasFocus()) now.focus();
  } else {
    if (document.activeElement === document.body || open.contains(document.activeElement)) before?.focus?.();
    before = null;
  }
  open = now;
}
