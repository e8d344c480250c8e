// Pictures whose drawings are in the script lessons.js, so that the first script
// of the page is smaller. The page fetches lessons.js when it shows the first of
// these pictures. The script defines sheafscopeLater, an object with the drawings
// by name.
import { button, h, mark } from "./dom.js";
import { part } from "./part.js";

/**
 * Returns the renderer of a figure. draw is the name of its drawing. The drawing sets sec.ui: until then, the section is emptied before a
 * drawing, and shows the reason if the script cannot be fetched.
 */
export function fetched(draw) {
  return (sec, m, emit) => {
    sec.m = m;
    part("lessons.js").then(
      () => {
        if (sec.m !== m) return; // a newer model has come
        if (!sec.ui) sec.box.replaceChildren();
        globalThis.sheafscopeLater[draw](sec, m, emit);
      },
      (error) => {
        if (!sec.ui) sec.box.textContent = error.message;
      },
    );
  };
}

/** An island whose drawing is a class of lessons.js. cls is the CSS class of its element, name the name of the drawing's class, and others
 * the third argument of its constructor. */
export class LateIsland {
  constructor(cls, name, emit, others) {
    this.root = h("div", cls);
    // Calls use with the drawing, unless a newer model than m has come.
    this.withDrawing = (m, use) =>
      part("lessons.js").then(
        () => {
          this.drawing ??= new globalThis.sheafscopeLater[name](this.root, emit, others);
          if (this.m === m) use(this.drawing);
        },
        (error) => emit("filefailed", { text: error.message }),
      );
  }
  /** Draws the model m; without a model the drawing is emptied. The script is not fetched before the first model. */
  draw(m) {
    this.m = m;
    if (m || this.drawing) this.withDrawing(m, (drawing) => drawing.draw(m));
  }
  /** Draws the model m in another size of the island. A model that has been drawn already needs no full drawing. */
  resized(m) {
    if (this.m === m && this.drawing) this.drawing.resized(m);
    else this.draw(m);
  }
}

/**
 * Returns the renderer of a figure with a button that opens and closes the figure. slider is the name of the figure's slider in the
 * program. The value of the slider is 0 while the figure is closed, and opened after the opening. label is the text of the button, draw the
 * name of the drawing.
 */
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
      (error) => emit("filefailed", { text: error.message }),
    );
  };
}
