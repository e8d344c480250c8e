// Keys and files: one listener each for the whole page.
import { showKeys } from "./words.js";
import { present, presentKey, presenting } from "./present.js";

const typing = (t) =>
  t && ((t.tagName === "INPUT" && t.type !== "range" && t.type !== "file") || t.tagName === "TEXTAREA" || t.isContentEditable);

/** Single keys, as the list behind "?" says them (words.js). */
export function keyboard(emit) {
  addEventListener("keydown", (e) => {
    const sign = globalThis.sheafscopePrefers.key(e);
    if (!sign || e.ctrlKey || e.metaKey || e.altKey || (typing(e.target) && !(e.key === "Escape" && e.target.closest(".menu")))) return;
    if ((e.key !== "Escape" && modal()) || covered()) return;
    if (presenting()) {
      const asked = presentKey(sign, e.shiftKey);
      if (asked) {
        e.preventDefault();
        emit("key", { key: asked });
        return;
      }
      if (e.key === "Escape") {
        present(false);
        return;
      }
    }
    const fold = e.key === "Escape" && e.target.closest?.("details.fold[open]");
    if (fold) {
      fold.open = false;
      fold.firstElementChild.focus();
      return;
    }
    const control = e.target.closest?.("button,a,select,[role=tab],[role=radio],input");
    const onSlider = e.target.closest?.("[data-testid=scrubber]");
    let key = null;
    switch (sign) {
      case " ":
        if (control) return;
        key = "run";
        break;
      case ".":
        key = "inner";
        break;
      case "/":
        key = "stage";
        break;
      case "e":
      case "E":
        if (e.target.tagName === "SELECT") return;
        key = "epoch";
        break;
      case "f":
      case "F":
        if (e.target.tagName === "SELECT") return;
        key = "hops";
        break;
      case "ArrowLeft":
        if (control) return;
        key = e.shiftKey ? "back-epoch" : "back";
        break;
      case "ArrowRight":
        if (control) return;
        key = e.shiftKey ? "epoch" : "inner";
        break;
      case "Home":
        if (!onSlider) return;
        key = "home";
        break;
      case "End":
        if (!onSlider) return;
        key = "end";
        break;
      case "?":
        e.preventDefault();
        showKeys();
        return;
      case "Escape":
        key = "escape";
        break;
      default:
        return;
    }
    if (key !== "escape") e.preventDefault();
    emit("key", { key });
  });
  // Tabs and radio groups: arrows move within the group, as their roles promise.
  addEventListener("keydown", (e) => {
    const item = e.target.closest?.("[role=tab],[role=radio]");
    if (!item || !["ArrowLeft", "ArrowRight"].includes(e.key)) return;
    const all = [...item.parentElement.querySelectorAll(`[role=${item.getAttribute("role")}]:not([hidden])`)],
      i = all.indexOf(item);
    const next = all[(i + (e.key === "ArrowRight" ? 1 : all.length - 1)) % all.length];
    e.preventDefault();
    next.focus();
    next.click();
  });
  menus();
  // Escape goes to the page, which closes the dialog by its state.
  addEventListener(
    "cancel",
    (e) => {
      if (e.target.matches?.("dialog")) e.preventDefault();
    },
    true,
  );
  // A click beside an open menu closes it.
  addEventListener("pointerdown", (e) => {
    if (document.querySelector(".menu:not([hidden])") && !e.target.closest(".menu,[aria-haspopup]")) emit("key", { key: "escape" });
    const fold = document.querySelector("details.fold[open]");
    if (fold && !fold.contains(e.target)) fold.open = false;
  });
  addEventListener("click", (e) => {
    // what follows is done in the graph
    const tool = e.target.closest?.(".fold .tools .tool");
    if (tool) tool.closest(".fold").open = false;
  });
  addEventListener("sheafscope-prefers", ({ detail: { theme } }) => {
    if (theme) emit("prefers", { name: theme });
  });
}

/** Whether Look or One edge covers the page: keys are theirs. */
const covered = () => document.documentElement.dataset.level === "look" || document.documentElement.classList.contains("at-edge");

const modal = () => document.querySelector("dialog[open]");

/** Opens or closes a dialog as its data-open says. The browser keeps the focus inside and gives it back. */
export function dialog(d) {
  const open = d.dataset.open === "true";
  if (open && !d.open) {
    d.showModal();
    d.querySelector("h2")?.focus();
  } else if (!open && d.open) d.close();
}

/** A menu opened by a key takes the focus and gives it back; arrows go through its entries. */
function menus() {
  let opener = null;
  const open = () => document.querySelector(".menu:not([hidden])");
  addEventListener("click", (e) => {
    const button = e.detail === 0 && e.target.closest?.("[aria-haspopup]");
    if (!button) return;
    opener = button;
    let frames = 30;
    const look = () => {
      const first = open()?.querySelector("button,input,a");
      if (first) first.focus();
      else if (--frames) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  addEventListener("keydown", (e) => {
    const menu = e.target.closest?.(".menu");
    if (!menu) return;
    if (e.key === "Escape") {
      opener?.focus();
      return;
    }
    const all = [...menu.querySelectorAll("[role^=menuitem]")],
      i = all.indexOf(e.target),
      n = all.length;
    const to = { ArrowDown: i + 1, ArrowUp: i - 1 + n, Home: 0, End: n - 1 }[e.key];
    if (i < 0 || to === undefined) return;
    e.preventDefault();
    all[to % n].focus();
  });
}
