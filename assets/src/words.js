// The glossary of the page. A word under the pointer or a finger is explained in one line, with its current number. The dialog behind "?"
// lists all words and keys. The explanations are a part of the lessons (core/coursemath/texts/words.txt), the numbers come from the
// page's program (web/view/stages/words.go). The words are found in any visible text of the page.
import { button, h } from "./dom.js";
import { part } from "./part.js";

const KEYS = [
  ["Space", "run or pause"],
  [". / E", "one inner step, one stage, one epoch"],
  ["← →", "an inner step back or on; with Shift an epoch"],
  ["Home End", "first and last position, at the scrubber"],
  ["F", "the neighbourhood of the selection alone"],
  ["← → ↑ ↓", "at the graph: to a neighbour"],
  ["[ ]", "the node before or after, unrolled"],
  ["Esc", "close or cancel"],
  ["?", "this list"],
];

const PAUSE = 400, // ms without movement, after which the word under the pointer is explained
  TIP_GAP = 6, // pixels between a word and its tip
  TIP_MARGIN = 8, // pixels between a tip and the side of the window
  NEAR = 6; // pixels around a word in which the pointer keeps the tip
const COVERS = "dialog[open],.look,.oneedge"; // elements above the page, in which no word is explained

let rows = [], // the words, each with its forms (the first is its name), its explanation (says) and its current number (now, or undefined)
  pattern = null, // the pattern of all words, null before the words are loaded
  wanted = null, // the word that is explained or requested, as {word, box}; before the words are loaded, the point {x, y} of the pointer
  tip = null, // the element of the shown explanation
  dialog = null, // the dialog of keys and words, null before its first use
  requestWords = () => {}; // requests the numbers of the words from the program (see watchWords)

/**
 * Returns {word, box} of the word of the glossary at a point of the window: the word as written, and the box of its text. Returns null if
 * there is none. The words must be loaded.
 */
function wordAt(x, y) {
  // The caret (text node and offset in it) next to the point. A browser has at least one of these two interfaces.
  const position = document.caretPositionFromPoint?.(x, y),
    range = document.caretRangeFromPoint?.(x, y);
  const node = position?.offsetNode ?? range?.startContainer,
    offset = position?.offset ?? range?.startOffset;
  if (node?.nodeType !== Node.TEXT_NODE || node.parentElement.closest("textarea,select,dialog,.wordtip")) return null;
  for (const m of node.data.matchAll(pattern)) {
    if (m.index > offset || m.index + m[0].length < offset) continue; // another word of the text
    const r = document.createRange();
    r.setStart(node, m.index);
    r.setEnd(node, m.index + m[0].length);
    // The caret next to a point may be far from it: the point must lie on the word.
    const box = r.getBoundingClientRect(),
      insideX = x >= box.left - 1 && x <= box.right + 1,
      insideY = y >= box.top && y <= box.bottom;
    if (insideX && insideY) return { word: m[0], box };
  }
  return null;
}

/** Returns the entry of a word in one of its forms. The word must be of the glossary. */
const rowOf = (word) => rows.find((r) => r.forms.includes(word));

/** Hides the tip, and forgets the wanted word: numbers that arrive later show nothing. */
function hide() {
  tip?.remove();
  tip = null;
  wanted = null;
}

/** Shows the tip of a word below its box, or above if there is no room. Coordinates are pixels of the window. */
function show({ word, box }) {
  const { says, now } = rowOf(word);
  tip?.remove();
  tip = h("p", "wordtip#word", document.body, says);
  tip.setAttribute("role", "status");
  if (now) {
    tip.append(" Now ");
    h("b", "", tip, now);
  }
  const fitsBelow = box.bottom + TIP_GAP + tip.offsetHeight < innerHeight;
  tip.style.left = Math.max(TIP_MARGIN, Math.min(box.left, innerWidth - tip.offsetWidth - TIP_MARGIN)) + "px";
  tip.style.top = (fitsBelow ? box.bottom + TIP_GAP : box.top - tip.offsetHeight - TIP_GAP) + "px";
}

/**
 * Requests the numbers for the word at a point of the window; the function words shows its tip when they arrive. A point without a word
 * requests nothing. Before the words are loaded, the point is kept, and the words are requested.
 */
function explain(x, y) {
  hide();
  if (!pattern) {
    wanted = { x, y };
    requestWords();
    return;
  }
  wanted = wordAt(x, y);
  if (wanted) requestWords();
}

/** Receives the current numbers of words as a list of {name, now}. Updates the dialog if it is open, else shows the wanted word, if any. */
export function words(numbers) {
  const numberOf = Object.fromEntries(numbers.map((n) => [n.name, n.now]));
  rows = globalThis.sheafscopeTexts.words.map((r) => ({ ...r, now: numberOf[r.forms[0]] }));
  // A longer word comes first, so that its parts are not found in its place.
  const forms = rows.flatMap((r) => r.forms).sort((a, b) => b.length - a.length);
  pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${forms.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  if (dialog?.open) {
    fill();
    return;
  }
  if (wanted && !wanted.box) wanted = wordAt(wanted.x, wanted.y);
  if (wanted) show(wanted);
}

/**
 * Installs the listeners that explain a word: the pointer rests on it, or a finger taps it outside all controls. Called once at the start.
 * A failure to load the words is shown only in the dialog.
 */
export function watchWords(emit) {
  let timer = 0;
  requestWords = () =>
    part("lessons.js").then(
      () => emit("words"),
      (why) => {
        if (dialog?.open) dialog.list.textContent = why.message;
      },
    );
  // The pointer of a mouse. A pressed mouse selects text or drags.
  addEventListener("pointermove", (e) => {
    if (e.pointerType !== "mouse") return;
    clearTimeout(timer);
    if (tip && !isNear(wanted.box, e)) hide();
    if (!e.buttons && !e.target.closest?.(COVERS)) timer = setTimeout(explain, PAUSE, e.clientX, e.clientY);
  });
  // A click on the button of the dialog opens the dialog. A finger explains a word, and any other click hides the tip.
  addEventListener("click", (e) => {
    if (e.target.closest?.("[data-testid=keys]")) {
      showKeys();
      return;
    }
    const touch = e.pointerType && e.pointerType !== "mouse";
    if (touch && !e.target.closest?.(`button,a,input,label,summary,${COVERS}`)) explain(e.clientX, e.clientY);
    else hide();
  });
  for (const kind of ["keydown", "wheel"]) addEventListener(kind, hide, { passive: true });
}

/** Reports whether the point of an event is near a box, at most NEAR pixels away. Without a box it returns false. */
function isNear(box, e) {
  if (!box) return false;
  const nearX = e.clientX > box.left - NEAR && e.clientX < box.right + NEAR,
    nearY = e.clientY > box.top - NEAR && e.clientY < box.bottom + NEAR;
  return nearX && nearY;
}

/** Opens the dialog with the lists of keys and words. The dialog is built at the first call. */
export function showKeys() {
  hide();
  if (!dialog) {
    dialog = h("dialog", "keys#shortcuts", document.body);
    dialog.setAttribute("aria-labelledby", "keys-title");
    h("h2", "", dialog, "Keys").id = "keys-title";
    const list = h("dl", "", dialog);
    for (const [key, effect] of KEYS) {
      const row = h("div", "", list);
      h("kbd", "", h("dt", "", row), key);
      h("dd", "", row, effect);
    }
    dialog.append(globalThis.sheafscopePrefers.keysBox());
    h("h2", "", dialog, "Words");
    dialog.list = h("dl", "wordlist", dialog);
    button(dialog, "btn", "Close", () => dialog.close());
    dialog.addEventListener("keydown", (e) => {
      e.stopPropagation(); // the page does not handle keys while the dialog is open
      if (e.key !== "Escape" && e.key !== "?") return;
      e.preventDefault();
      dialog.close();
    });
    // Outside its content the dialog itself is the target of a click.
    dialog.addEventListener("click", (e) => {
      if (e.target === dialog) dialog.close();
    });
  }
  dialog.showModal();
  requestWords(); // the list of words is written when the numbers arrive
}

/** Writes the list of words into the dialog. */
function fill() {
  dialog.list.replaceChildren(
    ...rows.map(({ forms: [word], says, now }) => {
      const row = h("div");
      h("dt", "", row, word);
      const explanation = h("dd", "", row, says);
      if (now) {
        explanation.append(" Now ");
        h("b", "", explanation, now);
      }
      return row;
    }),
  );
}
