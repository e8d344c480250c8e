// The keyboard goes to a question when the page puts one, and back when it is
// answered. Inside another page it does not: focus is that page's to give.
let open = null, before = null;

/** Follows what the panels show; called after each render. */
export function asks() {
  const now = document.querySelector(".asks [role=alertdialog]:not([hidden])");
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
