// Cards of the glossary: a symbol or formula under the pointer, with the focus, or tapped, shows its entries with their present values.
"use strict";

const courseCards = (() => {
  const OPEN = 150, // ms of the pointer on a symbol before its card opens
    CLOSE = 200, // ms of the pointer outside before the card closes
    BAR = 60, // pixels of the bar at the top of the window
    GAP = 10, // pixels between a card and its symbol
    MARGIN = 16; // pixels between a card and the border of the window
  let card = null, // the open card
    owner = null, // its symbol
    timer = 0; // of the next opening or closing
  /** Closes the card, if one is open. */
  function close() {
    clearTimeout(timer);
    owner?.setAttribute("aria-expanded", "false");
    owner?.removeAttribute("aria-describedby");
    card?.remove();
    card = null;
    owner = null;
  }
  /** Returns the value with a name like ring.turn, "" if unknown. Before the first drawing of its figure, the program gives the value. */
  const valueOf = (name) => {
    const [figure, key] = name.split(/\.(.*)/s); // at the first dot
    return courseFigures.values[name] ?? sheafscopeCourse.methods?.show(figure)?.values[key] ?? "";
  };
  /** Writes the present values into the card. */
  function fill() {
    for (const el of card?.querySelectorAll("[data-now]") ?? []) el.textContent = valueOf(el.dataset.now);
  }
  const chapterOf = (el) => el.closest(".chap");
  /** Returns the chapter of the figure whose value has this name. */
  const chapterOfValue = (name) => chapterOf(document.querySelector(`[data-figure="${name.split(".")[0]}"]`));
  /**
   * Returns a copy of an entry of the glossary, with a present value if the entry has one. An entry can name values of several chapters: a
   * value of the chapter with the symbol (button) has priority over the first value.
   */
  function section(entry, button) {
    const el = document.createElement("section"),
      names = entry.dataset.now?.split(" ") ?? [];
    el.append(...entry.cloneNode(true).children);
    // The value replaces the foot of the entry. The chapter of the editor has no number.
    const value = names.find((n) => chapterOfValue(n) === chapterOf(button)) ?? names[0];
    if (value && valueOf(value)) {
      const line = document.createElement("span"),
        number = document.createElement("b"),
        chapter = chapterOfValue(value).id.slice("chapter-".length);
      number.className = "live";
      number.dataset.now = value;
      line.append("now ", number, chapter === "" ? " in the editor" : ` in chapter ${chapter}`);
      el.querySelector("footer").replaceChildren(line);
    }
    return el;
  }
  /**
   * Opens the card of a symbol (button). The card is below the symbol if it fits there, else on the side with more room, above or below. A
   * symbol without an entry has no card. The symbol of the open card keeps its card.
   */
  function open(button) {
    if (owner === button) return;
    close();
    const entries = button.dataset.g
      .split(" ")
      .map((key) => document.getElementById(`g-${key}`))
      .filter(Boolean);
    if (entries.length === 0) return;
    // The card is built, and measured on the page before it is placed.
    owner = button;
    card = document.createElement("div");
    card.className = entries.length > 1 ? "card many" : "card";
    card.id = "card";
    card.setAttribute("role", "tooltip");
    card.append(...entries.map((entry) => section(entry, button)));
    button.setAttribute("aria-expanded", "true");
    button.setAttribute("aria-describedby", "card");
    document.body.append(card);
    fill();
    const box = button.getBoundingClientRect(),
      width = card.offsetWidth,
      roomBelow = innerHeight - box.bottom,
      roomAbove = box.top - BAR;
    const below = GAP + card.offsetHeight < roomBelow || roomAbove < roomBelow;
    // 18 pixels are for the gap and the border of the window. The limit may make the card lower, so its height is read again below. The
    // card begins 24 pixels left of its symbol. It is placed in pixels of the page, hence scrollX and scrollY.
    card.style.setProperty("max-height", `${(below ? roomBelow : roomAbove) - 18}px`);
    const left = Math.max(MARGIN, Math.min(box.left - 24, document.documentElement.clientWidth - width - MARGIN));
    card.style.setProperty("left", `${left + scrollX}px`);
    card.style.setProperty("top", `${(below ? box.bottom + GAP : box.top - GAP - card.offsetHeight) + scrollY}px`);
  }
  /** Returns the symbol at which an event happened, null or undefined elsewhere. */
  const symbol = (event) => event.target.closest?.(".sym");
  // A finger opens a card by a tap (click), a mouse by staying on the symbol.
  addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const button = symbol(event);
    clearTimeout(timer);
    if (button) timer = setTimeout(open, OPEN, button);
    else if (card && !event.target.closest?.(".card")) timer = setTimeout(close, CLOSE);
  });
  addEventListener("click", (event) => {
    const button = symbol(event);
    if (button) open(button);
    else if (!event.target.closest?.(".card")) close();
  });
  addEventListener("focusin", (event) => {
    const button = symbol(event);
    if (button) open(button);
    else if (owner) close();
  });
  courseFigures.listeners.push(fill);
  return { close, isOpen: () => card !== null };
})();
