// Cards: hovering, focusing or tapping a symbol shows its entry of the glossary,
// with its value now.
"use strict";

const courseCards = (() => {
  let card = null, owner = null, timer = 0;
  function close() {
    clearTimeout(timer);
    owner?.setAttribute("aria-expanded", "false");
    owner?.removeAttribute("aria-describedby");
    card?.remove();
    card = owner = null;
  }
  function fill() {
    const now = card?.querySelector("[data-now]");
    if (now) now.textContent = courseFigures.values[now.dataset.now] ?? "";
  }
  function open(button) {
    if (owner === button) return;
    close();
    const entry = document.getElementById(`g-${button.dataset.g}`);
    if (!entry) return;
    owner = button;
    card = document.createElement("div");
    card.className = "card";
    card.id = "card";
    card.setAttribute("role", "tooltip");
    card.append(...[...entry.cloneNode(true).children].filter((c) => !c.matches(".more")));
    const value = button.dataset.now || entry.dataset.now;
    if (value && courseFigures.values[value]) {
      const now = document.createElement("span"), number = document.createElement("b");
      number.className = "live";
      number.dataset.now = value;
      now.append("now ", number);
      card.querySelector("footer").prepend(now);
    }
    button.setAttribute("aria-expanded", "true");
    button.setAttribute("aria-describedby", "card");
    document.body.append(card);
    fill();
    const at = button.getBoundingClientRect(), width = card.offsetWidth, height = card.offsetHeight;
    const below = at.bottom + 10 + height < innerHeight || at.top - 10 - height < 60;
    card.style.setProperty("left", `${Math.max(16, Math.min(at.left - 24, document.documentElement.clientWidth - width - 16)) + scrollX}px`);
    card.style.setProperty("top", `${(below ? at.bottom + 10 : at.top - 10 - height) + scrollY}px`);
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
