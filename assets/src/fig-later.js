// Figures that are closed until wanted: a button, and what the lessons' part draws, which is fetched with the first one.
import { h, mark } from "./dom.js";
import { part } from "./part.js";

/** The renderer of such a figure: its slider is 0 while it is closed, opened is what it begins with; draw names the drawing. */
export function later(slider, label, opened, draw) {
  return (sec, m, emit) => {
    if (!sec.open) {
      sec.open = h("button", "act later", sec.box, label);
      sec.open.type = "button";
      sec.open.dataset.testid = slider + "-open";
      sec.open.addEventListener("click", () => emit("figure", { name: slider, index: sec.m.open ? 0 : opened }));
      sec.body = h("div", slider + "box", sec.box);
    }
    sec.m = m;
    sec.open.setAttribute("aria-expanded", String(m.open));
    sec.body.hidden = !m.open;
    if (!m.open) return;
    part("lessons.js").then(() => { if (sec.m === m) globalThis.sheafscopeLater[draw](sec, m, emit, mark); },
      (why) => emit("filefailed", { text: why.message }));
  };
}
