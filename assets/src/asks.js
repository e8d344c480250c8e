// The keyboard goes to a question when the page puts one, and back when it is
// answered. Inside another page it does not: focus is that page's to give. The line of notices opens upwards with its button.
let box = null; // to search the whole page costs more than a render's other work
let open = null,
  before = null;

/** Opens the line of notices to all of them in full, or closes it. */
function unfold(e) {
  const button = e.target.closest?.(".unfold");
  if (button) button.setAttribute("aria-expanded", `${button.parentElement.classList.toggle("all")}`);
}

/** Follows what the panels show; called after each render. */
export function asks() {
  if (!box?.isConnected) {
    box = document.querySelector(".asks");
    box?.addEventListener("click", unfold);
  }
  const opened = box?.querySelector(".pile.all");
  if (opened && !opened.querySelector(".quiet:not([hidden])")) opened.classList.remove("all");
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
