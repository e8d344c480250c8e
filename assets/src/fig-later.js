// Pictures and islands whose drawings are in the script lessons.js, so that the first script of the page is smaller. The page fetches
// lessons.js when it shows the first of them. The script defines sheafscopeLater, an object with the drawings by name.
import { button, h, mark } from "./dom.js";
import { part } from "./part.js";

/**
 * Returns the renderer of a figure. draw is the name of its drawing in sheafscopeLater, a function that sets sec.ui. Until sec.ui is set,
 * the section can show an error: the reason why the script could not be fetched. The section is therefore emptied before such a drawing.
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

/**
 * An island whose drawing is a class of lessons.js. name is the name of this class. The constructor of the class gets the element of the
 * island, emit, and others as arguments. cls is the CSS class of the element.
 */
export class LateIsland {
  constructor(cls, name, emit, others) {
    this.root = h("div", cls);
    // Calls use with the drawing, which is created once, unless a newer model than m has come.
    this.withDrawing = (m, use) =>
      part("lessons.js").then(
        () => {
          this.drawing ??= new globalThis.sheafscopeLater[name](this.root, emit, others);
          if (this.m === m) use(this.drawing);
        },
        (error) => emit("filefailed", { text: error.message }),
      );
  }
  /** Draws the model m. A missing model empties the drawing. Before the first model there is no drawing, and the script is not fetched. */
  draw(m) {
    this.m = m;
    if (m || this.drawing) this.withDrawing(m, (drawing) => drawing.draw(m));
  }
  /** Draws the model m after a change of the island's size. If m is the last drawn model, its drawing is only fitted to the size. */
  resized(m) {
    if (this.m === m && this.drawing) this.drawing.resized(m);
    else this.draw(m);
  }
}

/**
 * Returns the renderer of a figure with a button that opens and closes the figure. slider is the name of the figure's slider in the
 * program. Its value is 0 while the figure is closed; the button opens the figure with the value opened. label is the text of the button,
 * and draw the name of the drawing in sheafscopeLater. In a model, open reports that the figure is open.
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
        if (sec.m === m) globalThis.sheafscopeLater[draw](sec, m, emit, mark); // mark draws the marks of classes
      },
      (error) => emit("filefailed", { text: error.message }),
    );
  };
}
