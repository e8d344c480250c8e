// What the symbols of the equations mean: a tip under the pointer, and a list
// that keyboard, touch and screen readers open.
import { h } from "./dom.js";
import { math } from "./math.js";

/** The meanings of a model's symbols by the text of each, those of its values last. */
export function meanings(m) {
  const all = new Map((m.symbols || []).map(([source, meaning]) => [math(source).textContent, { source, meaning }]));
  for (const v of m.vals || []) {
    const text = math(v.k).textContent;
    if (v.t && !all.has(text)) all.set(text, { source: v.k, meaning: v.t });
    if (all.has(text)) all.get(text).now = v.v;
  }
  return all;
}

/** The list behind the word "Symbols", null when it has nothing to say. */
export function symbolList(known) {
  const list = h("details", "symbols"),
    dl = h("dl");
  h("summary", "", list, "Symbols");
  for (const { source, meaning } of known.values()) {
    const d = h("div", "", dl);
    h("dt", "", d).append(math(source));
    h("dd", "", d, meaning);
  }
  list.append(dl);
  return known.size ? list : null;
}

// One listener serves all boxes: a listener for each would retain removed boxes.
let shown = null; // the newest tip
addEventListener("pointerdown", (e) => {
  if (shown && !shown.parentElement.contains(e.target)) shown.hidden = true;
});

/** Shows what the symbol under the pointer means. */
export function symbolTips(box, known) {
  const tip = h("div", "symtip", box);
  tip.hidden = true;
  tip.setAttribute("role", "tooltip");
  const hide = () => {
    tip.hidden = true;
  };
  box.addEventListener("pointerover", (e) => {
    const own = e.target.closest?.("[data-tip]");
    let at = own,
      says = own?.dataset.tip;
    const meant = !says && e.target.namespaceURI.endsWith("MathML") && known();
    for (let q = e.target; meant && !says && q !== box; q = q.parentElement) {
      const s = meant.get(q.textContent);
      if (!s || !q.namespaceURI.endsWith("MathML")) continue;
      says = s.meaning + (s.now ? `, now ${s.now}` : "");
      at = q;
    }
    if (!says) {
      hide();
      return;
    }
    tip.textContent = says;
    tip.hidden = false;
    shown = tip;
    const a = at.getBoundingClientRect(),
      b = box.getBoundingClientRect();
    tip.style.left = Math.max(0, Math.min(b.width - tip.offsetWidth, a.left - b.left + a.width / 2 - tip.offsetWidth / 2)) + "px";
    tip.style.top = a.bottom - b.top + 4 + "px";
  });
  box.addEventListener("pointerleave", (e) => {
    if (e.pointerType === "mouse") hide();
  }); // a finger has left before one can read
}
