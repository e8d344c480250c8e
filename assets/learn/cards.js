// Cards: hovering, focusing or tapping a symbol or a formula shows the entries of
// the glossary, with the values now.
"use strict";

const courseCards = (() => {
  let card = null,
    owner = null,
    timer = 0;
  function close() {
    clearTimeout(timer);
    owner?.setAttribute("aria-expanded", "false");
    owner?.removeAttribute("aria-describedby");
    card?.remove();
    card = owner = null;
  }
  const valueOf = (name) => {
    const [figure, key] = name.split(/\.(.*)/s);
    return courseFigures.values[name] ?? sheafscopeCourse.methods?.show(figure)?.values[key] ?? "";
  };
  function fill() {
    for (const now of card?.querySelectorAll("[data-now]") ?? []) now.textContent = valueOf(now.dataset.now);
  }
  const chapterOf = (el) => el.closest(".chap");
  const ofName = (name) => chapterOf(document.querySelector(`[data-figure="${name.split(".")[0]}"]`));
  // section is a symbol's entry, with the value that it has in the symbol's own chapter, else in the first that has one.
  function section(entry, button) {
    const el = document.createElement("section"),
      names = entry.dataset.now?.split(" ") ?? [];
    el.append(...entry.cloneNode(true).children);
    const value = names.find((n) => ofName(n) === chapterOf(button)) ?? names[0];
    if (value && valueOf(value)) {
      const now = document.createElement("span"),
        number = document.createElement("b"),
        chapter = ofName(value).id.slice(8);
      number.className = "live";
      number.dataset.now = value;
      now.append("now ", number, chapter === "" ? " in the editor" : ` in chapter ${chapter}`);
      el.querySelector("footer").replaceChildren(now);
    }
    return el;
  }
  function open(button) {
    if (owner === button) return;
    close();
    const entries = button.dataset.g
      .split(" ")
      .map((key) => document.getElementById(`g-${key}`))
      .filter(Boolean);
    if (entries.length === 0) return;
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
    const at = button.getBoundingClientRect(),
      width = card.offsetWidth,
      top = 60; // the bar
    const below = at.bottom + 10 + card.offsetHeight < innerHeight || at.top - top < innerHeight - at.bottom;
    card.style.setProperty("max-height", `${(below ? innerHeight - at.bottom : at.top - top) - 18}px`);
    const left = Math.max(16, Math.min(at.left - 24, document.documentElement.clientWidth - width - 16));
    card.style.setProperty("left", `${left + scrollX}px`);
    card.style.setProperty("top", `${(below ? at.bottom + 10 : at.top - 10 - card.offsetHeight) + scrollY}px`);
  }
  const symbol = (event) => event.target.closest?.(".sym");
  addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const button = symbol(event);
    clearTimeout(timer);
    if (button) timer = setTimeout(open, 150, button);
    else if (card && !event.target.closest?.(".card")) timer = setTimeout(close, 200);
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
  courseFigures.after.push(fill);
  return { close, opened: () => card !== null };
})();
