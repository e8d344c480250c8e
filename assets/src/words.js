// The words of the page with their meanings: one line and the number now, for a word under the pointer or a finger, and a list of all
// with the keys behind "?". The lines come with the lessons (core/coursemath/texts/words.txt), the numbers from the page's program
// (web/view/stages/words.go); here a word is found in any text that stands on the page.
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

let rows = [],
  forms = null,
  wanted = null,
  tip = null,
  dialog = null,
  ask = () => {};

/** The word at a point of the window: its row and the box of its text, null where there is none. */
function wordAt(x, y) {
  const at = document.caretPositionFromPoint?.(x, y),
    range = document.caretRangeFromPoint?.(x, y);
  const node = at?.offsetNode ?? range?.startContainer,
    from = at?.offset ?? range?.startOffset;
  if (node?.nodeType !== 3 || node.parentElement.closest("textarea,select,dialog,.wordtip")) return null;
  for (const m of node.data.matchAll(forms)) {
    if (m.index > from || m.index + m[0].length < from) continue;
    const r = document.createRange();
    r.setStart(node, m.index);
    r.setEnd(node, m.index + m[0].length);
    const box = r.getBoundingClientRect();
    if (x >= box.left - 1 && x <= box.right + 1 && y >= box.top && y <= box.bottom) return { word: m[0], box };
  }
  return null;
}

const rowOf = (word) => rows.find((r) => r.forms.includes(word));

function hide() {
  tip?.remove();
  tip = wanted = null;
}

function show({ word, box }) {
  const { says, now } = rowOf(word);
  tip?.remove();
  tip = h("p", "wordtip#word", document.body, says);
  tip.setAttribute("role", "status");
  if (now) {
    tip.append(" Now ");
    h("b", "", tip, now);
  }
  const below = box.bottom + 6 + tip.offsetHeight < innerHeight;
  tip.style.left = Math.max(8, Math.min(box.left, innerWidth - tip.offsetWidth - 8)) + "px";
  tip.style.top = (below ? box.bottom + 6 : box.top - tip.offsetHeight - 6) + "px";
}

function look(x, y) {
  hide();
  if (!forms) {
    wanted = { x, y };
    ask();
    return;
  }
  wanted = wordAt(x, y);
  if (wanted) ask(); // for the number now
}

/** Takes the numbers of the words, and shows the word that was requested. */
export function words(numbers) {
  const now = Object.fromEntries(numbers.map((n) => [n.name, n.now]));
  rows = globalThis.sheafscopeTexts.words.map((r) => ({ ...r, now: now[r.forms[0]] }));
  const all = rows.flatMap((r) => r.forms).sort((a, b) => b.length - a.length);
  forms = new RegExp(`(?<![\\p{L}\\p{N}])(${all.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  if (dialog?.open) {
    fill();
    return;
  }
  const at = wanted?.box ? wanted : wanted && wordAt(wanted.x, wanted.y);
  if (at) show(at);
}

/** Listens to the pointer: a word that it rests on is explained, or one that a finger taps where nothing else answers. */
export function watchWords(emit) {
  let timer = 0;
  ask = () =>
    part("lessons.js").then(
      () => emit("words"),
      (why) => {
        if (dialog?.open) dialog.list.textContent = why.message;
      },
    );
  const still = "dialog[open],.look,.oneedge";
  addEventListener("pointermove", (e) => {
    if (e.pointerType !== "mouse") return;
    clearTimeout(timer);
    if (tip && !near(wanted.box, e)) hide();
    if (!e.buttons && !e.target.closest?.(still)) timer = setTimeout(look, 400, e.clientX, e.clientY);
  });
  addEventListener("click", (e) => {
    if (e.target.closest?.("[data-testid=keys]")) {
      showKeys();
      return;
    }
    const finger = e.pointerType && e.pointerType !== "mouse";
    if (finger && !e.target.closest?.(`button,a,input,label,summary,${still}`)) look(e.clientX, e.clientY);
    else hide();
  });
  for (const kind of ["keydown", "wheel"]) addEventListener(kind, hide, { passive: true });
}
const near = (b, e) => b && e.clientX > b.left - 6 && e.clientX < b.right + 6 && e.clientY > b.top - 6 && e.clientY < b.bottom + 6;

/** Shows the list of keys and of words. */
export function showKeys() {
  hide();
  if (!dialog) {
    dialog = h("dialog", "keys#shortcuts", document.body);
    dialog.setAttribute("aria-labelledby", "keys-title");
    h("h2", "", dialog, "Keys").id = "keys-title";
    const list = h("dl", "", dialog);
    for (const [key, does] of KEYS) {
      const row = h("div", "", list);
      h("kbd", "", h("dt", "", row), key);
      h("dd", "", row, does);
    }
    dialog.append(globalThis.sheafscopePrefers.keysBox());
    h("h2", "", dialog, "Words");
    dialog.list = h("dl", "wordlist", dialog);
    button(dialog, "btn", "Close", () => dialog.close());
    dialog.addEventListener("keydown", (e) => {
      e.stopPropagation();
      if (e.key !== "Escape" && e.key !== "?") return;
      e.preventDefault();
      dialog.close();
    });
    dialog.addEventListener("click", (e) => {
      if (e.target === dialog) dialog.close();
    });
  }
  dialog.showModal();
  ask();
}

function fill() {
  dialog.list.replaceChildren(
    ...rows.map(({ forms: [word], says, now }) => {
      const row = h("div");
      h("dt", "", row, word);
      const line = h("dd", "", row, says);
      if (now) {
        line.append(" Now ");
        h("b", "", line, now);
      }
      return row;
    }),
  );
}
