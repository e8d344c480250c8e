// Keys, dialogs, menus and folds (details) of the whole page. The listeners are on the window, so that they outlive each render.
import { showKeys } from "./words.js";
import { present, presentKey, presenting } from "./present.js";

const FOCUS_FRAMES = 30; // animation frames in which a requested menu must appear to get the focus

const withoutText = ["range", "file", "checkbox", "radio"]; // types of the page's inputs in which the user types nothing

/** Reports whether an element takes typed text, so that the keys belong to the element. Returns false without an element. */
function takesText(element) {
  if (!element) return false;
  const textField = element.tagName === "INPUT" && !withoutText.includes(element.type);
  return textField || element.tagName === "TEXTAREA" || element.isContentEditable;
}

/**
 * Returns the name of the page's action for a key, null for a key without an action. sign is the key as the page reads it, and e its event.
 * Space and arrows have no action in a control, which uses them, and letters none in a select. "inner", "stage" and "epoch" are steps of
 * the run, "run" is run or pause, "hops" shows the neighbourhood of the selection alone. showKeys lists the keys for the reader.
 */
function actionOf(sign, e) {
  const inControl = e.target.closest?.("button,a,select,[role=tab],[role=radio],input"),
    inScrubber = e.target.closest?.("[data-testid=scrubber]"),
    inSelect = e.target.tagName === "SELECT"; // a letter chooses an option
  switch (sign) {
    case " ":
      return inControl ? null : "run";
    case ".":
      return "inner";
    case "/":
      return "stage";
    case "e":
    case "E":
      return inSelect ? null : "epoch";
    case "f":
    case "F":
      return inSelect ? null : "hops";
    case "ArrowLeft":
      if (inControl) return null;
      return e.shiftKey ? "back-epoch" : "back";
    case "ArrowRight":
      if (inControl) return null;
      return e.shiftKey ? "epoch" : "inner";
    // Elsewhere Home and End scroll.
    case "Home":
      return inScrubber ? "home" : null;
    case "End":
      return inScrubber ? "end" : null;
    case "Escape":
      return "escape";
    default:
      return null;
  }
}

/** Handles a key of the page: a key of the presentation, Escape in an open fold, ? for the list of keys, or an action. */
function onKey(e, emit) {
  const sign = globalThis.sheafscopePrefers.key(e);
  if (!sign) return; // a part of a composed letter, or a shortcut that the reader has switched off
  // Keys with Ctrl, Meta or Alt belong to the browser. Other keys belong to a text field, to an open dialog (except Escape), or to the
  // layer over the page.
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const closesMenu = e.key === "Escape" && e.target.closest?.(".menu"); // from a text field of the menu as well
  if (takesText(e.target) && !closesMenu) return;
  if (e.key !== "Escape" && modal()) return;
  if (covered()) return;
  // During a presentation its keys replace the keys of the page.
  if (presenting()) {
    const action = presentKey(sign, e.shiftKey);
    if (action) {
      e.preventDefault();
      emit("key", { key: action });
      return;
    }
    if (e.key === "Escape") {
      present(false);
      return;
    }
    // A key without an action of the presentation acts as on the page.
  }
  // Escape closes the fold that has the focus, and its heading gets the focus.
  const fold = e.key === "Escape" && e.target.closest?.("details.fold[open]");
  if (fold) {
    fold.open = false;
    fold.firstElementChild.focus();
    return;
  }
  if (sign === "?") {
    e.preventDefault();
    showKeys();
    return;
  }
  const key = actionOf(sign, e);
  if (!key) return;
  if (key !== "escape") e.preventDefault(); // the browser's own effect of Escape, such as the end of full screen, is kept
  emit("key", { key });
}

/** Installs the listeners of the page for keys, dialogs, menus, folds and the theme. Called once, at the start. emit reports an event. */
export function keyboard(emit) {
  addEventListener("keydown", (e) => onKey(e, emit));
  // In tabs and radio groups the arrow keys choose the next or previous item, as the ARIA roles require.
  addEventListener("keydown", (e) => {
    const item = e.target.closest?.("[role=tab],[role=radio]");
    if (!item || !["ArrowLeft", "ArrowRight"].includes(e.key)) return;
    const group = [...item.parentElement.querySelectorAll(`[role=${item.getAttribute("role")}]:not([hidden])`)],
      i = group.indexOf(item);
    const next = group[(i + (e.key === "ArrowRight" ? 1 : group.length - 1)) % group.length]; // a cycle: the first follows the last
    e.preventDefault();
    next.focus();
    next.click();
  });
  menus();
  // The browser must not close a dialog at Escape: the page gets the key, and closes the dialog by its own state.
  addEventListener(
    "cancel",
    (e) => {
      if (e.target.matches?.("dialog")) e.preventDefault();
    },
    true, // cancel does not bubble, so it is caught on its way down
  );
  // A press outside an open menu or fold closes it. The button of a menu (aria-haspopup) closes its menu by its own click.
  addEventListener("pointerdown", (e) => {
    if (document.querySelector(".menu:not([hidden])") && !e.target.closest(".menu,[aria-haspopup]")) emit("key", { key: "escape" });
    const fold = document.querySelector("details.fold[open]");
    if (fold && !fold.contains(e.target)) fold.open = false;
  });
  // A click on a tool closes its fold, which would cover the graph where the tool is used.
  addEventListener("click", (e) => {
    const tool = e.target.closest?.(".fold .tools .tool");
    if (tool) tool.closest(".fold").open = false;
  });
  // The reader has changed a preference; theme is the new theme, or missing after another change.
  addEventListener("sheafscope-prefers", ({ detail: { theme } }) => {
    if (theme) emit("prefers", { name: theme });
  });
}

/** Reports whether Look or One edge covers the page. The covering layer then handles the keys in place of the page. */
const covered = () => document.documentElement.dataset.level === "look" || document.documentElement.classList.contains("at-edge");

/** Returns the open dialog, null without an open dialog. */
const modal = () => document.querySelector("dialog[open]");

/** Opens or closes a dialog as its data-open requires. Its heading gets the focus; after the end the browser returns the focus. */
export function dialog(d) {
  const open = d.dataset.open === "true";
  if (open && !d.open) {
    d.showModal();
    d.querySelector("h2")?.focus();
  } else if (!open && d.open) d.close();
}

/** Installs the keys of menus. If a key opens a menu, its first entry gets the focus. At Escape the focus returns to the menu's button.
 * Arrow keys, Home and End walk along the entries. */
function menus() {
  let opener = null; // the button that has opened the last menu
  const openMenu = () => document.querySelector(".menu:not([hidden])");
  addEventListener("click", (e) => {
    const button = e.target.closest?.("[aria-haspopup]");
    if (!button) return;
    opener = button;
    const byPointer = e.detail > 0; // a click by a key has a detail of 0
    if (byPointer) return;
    // The page renders the menu in a later frame, after which the first entry gets the focus.
    let frames = FOCUS_FRAMES;
    const focusFirst = () => {
      const first = openMenu()?.querySelector("button,input,a");
      if (first) {
        first.focus();
        return;
      }
      frames--;
      if (frames) requestAnimationFrame(focusFirst);
    };
    requestAnimationFrame(focusFirst);
  });
  addEventListener("keydown", (e) => {
    const menu = e.target.closest?.(".menu");
    if (!menu) return;
    if (e.key === "Escape") {
      opener?.focus(); // onKey closes the menu
      return;
    }
    // The first entry follows the last. i is −1 if no entry has the focus.
    const entries = [...menu.querySelectorAll("[role^=menuitem]")],
      i = entries.indexOf(e.target),
      n = entries.length;
    const next = { ArrowDown: i + 1, ArrowUp: i - 1 + n, Home: 0, End: n - 1 }[e.key];
    if (i < 0 || next === undefined) return;
    e.preventDefault();
    entries[next % n].focus();
  });
}
