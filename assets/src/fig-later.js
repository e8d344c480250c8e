// What the lessons' part draws, which is fetched when the first of it is shown.
import { button, h, mark } from "./dom.js";
import { part } from "./part.js";

/** The renderer of a figure; draw names the drawing. */
export function fetched(draw) {
  return (sec, m, emit) => {
    sec.m = m;
    part("lessons.js").then(
      () => {
        if (sec.m !== m) return;
        if (!sec.ui) sec.box.replaceChildren();
        globalThis.sheafscopeLater[draw](sec, m, emit);
      },
      (why) => {
        if (!sec.ui) sec.box.textContent = why.message;
      },
    );
  };
}

/** An island with a class whose drawing has a name there; others gives it what else it needs. */
export class LateIsland {
  constructor(cls, name, emit, others) {
    this.root = h("div", cls);
    this.with = (m, use) =>
      part("lessons.js").then(
        () => {
          this.drawing ??= new globalThis.sheafscopeLater[name](this.root, emit, others);
          if (this.m === m) use(this.drawing);
        },
        (why) => emit("filefailed", { text: why.message }),
      );
  }
  draw(m) {
    this.m = m;
    if (m || this.drawing) this.with(m, (it) => it.draw(m));
  }
  resized(m) {
    if (this.m === m && this.drawing) this.drawing.resized(m);
    else this.draw(m);
  }
}

/** The renderer of a figure that is closed until wanted, with a button: its slider is 0 while it is closed, opened is what it begins
 * with; draw names the drawing. */
export function later(slider, label, opened, draw) {
  return (sec, m, emit) => {
    if (!sec.open) {
      sec.open = button(sec.box, `act later#${slider}-open`, label, () => emit("figure", { name: slider, index: sec.m.open ? 0 : opened }));
      sec.body = h("div", slider + "box", sec.box);
    }
    sec.m = m;
    sec.open.setAttribute("aria-expanded", String(m.open));
    sec.body.hidden = !m.open;
    if (!m.open) return;
    part("lessons.js").then(
      () => {
        if (sec.m === m) globalThis.sheafscopeLater[draw](sec, m, emit, mark);
      },
      (why) => emit("filefailed", { text: why.message }),
    );
  };
}
