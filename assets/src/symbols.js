// The meanings of the symbols in equations, for a reader of the page: as a tip under the pointer, and as a list for keyboard, touch and
// screen readers.
import { h } from "./dom.js";
import { math } from "./math.js";

const TIP_GAP = 4; // pixels between a symbol and its tip

/**
 * Returns a Map from the text of each symbol of a model to {source, meaning, now}: its TeX source, its meaning, and its current value as
 * text, undefined without a value. In the model, symbols has pairs of source and meaning. A value in vals has its symbol k, its text v and
 * its explanation t. An explanation is the meaning of a symbol that is not in symbols. A symbol without meaning and explanation is omitted.
 */
export function meanings(m) {
  const byText = new Map((m.symbols || []).map(([source, meaning]) => [math(source).textContent, { source, meaning }]));
  for (const v of m.vals || []) {
    const text = math(v.k).textContent;
    if (v.t && !byText.has(text)) byText.set(text, { source: v.k, meaning: v.t });
    if (byText.has(text)) byText.get(text).now = v.v;
  }
  return byText;
}

/** Returns the list of symbols, folded behind the word "Symbols". Returns null without symbols. symbols is a result of meanings. */
export function symbolList(symbols) {
  const fold = h("details", "symbols"),
    list = h("dl");
  h("summary", "", fold, "Symbols");
  for (const { source, meaning } of symbols.values()) {
    const row = h("div", "", list);
    h("dt", "", row).append(math(source));
    h("dd", "", row, meaning);
  }
  fold.append(list);
  return symbols.size ? fold : null;
}

// One listener serves all boxes: a listener for each box would keep removed boxes in memory.
let newestTip = null; // the tip that was shown last, perhaps hidden since
addEventListener("pointerdown", (e) => {
  if (newestTip && !newestTip.parentElement.contains(e.target)) newestTip.hidden = true;
});

/**
 * Returns [part, explanation]: part is the innermost element of a formula in box that is a symbol, and contains the given element or is
 * this element. explanation is the meaning of the symbol, with its current value. symbols is a result of meanings. Returns an empty list if
 * no symbol is found.
 */
function symbolAt(element, box, symbols) {
  for (let part = element; part !== box; part = part.parentElement) {
    const symbol = symbols.get(part.textContent);
    if (symbol && part.namespaceURI.endsWith("MathML")) return [part, symbol.meaning + (symbol.now ? `, now ${symbol.now}` : "")];
  }
  return [];
}

/**
 * Installs a tip in box for the symbol under the pointer, or for an element under the pointer with the text data-tip. getSymbols returns a
 * result of meanings, and is called for each symbol, since values change.
 */
export function symbolTips(box, getSymbols) {
  const tip = h("div", "symtip", box);
  tip.hidden = true;
  tip.setAttribute("role", "tooltip");
  const hide = () => {
    tip.hidden = true;
  };
  box.addEventListener("pointerover", (e) => {
    // The explained element: the element with a data-tip, else a symbol of a formula.
    let element = e.target.closest?.("[data-tip]"),
      explanation = element?.dataset.tip;
    const symbols = !explanation && e.target.namespaceURI.endsWith("MathML") && getSymbols();
    if (symbols) [element, explanation] = symbolAt(e.target, box, symbols);
    if (!explanation) {
      hide();
      return;
    }
    tip.textContent = explanation;
    tip.hidden = false;
    newestTip = tip;
    // Below the symbol, centred as far as the box has room.
    const a = element.getBoundingClientRect(),
      b = box.getBoundingClientRect(),
      centred = a.left - b.left + a.width / 2 - tip.offsetWidth / 2;
    tip.style.left = Math.max(0, Math.min(b.width - tip.offsetWidth, centred)) + "px";
    tip.style.top = a.bottom - b.top + TIP_GAP + "px";
  });
  // A finger leaves the box at once, before the tip can be read.
  box.addEventListener("pointerleave", (e) => {
    if (e.pointerType === "mouse") hide();
  });
}
