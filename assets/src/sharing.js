// The sharing of the page: the QR code of a link, and the pins, which are moments of the page that a lecturer keeps.
import { h } from "./dom.js";
import { action } from "./results.js";
import { picturedCode } from "./print.js";

const NAME_LENGTH = 80; // letters of the name of a pin

/** The island of the QR code, for the people in a lecture hall, who scan the code to open the page that is shown. */
export class CodeIsland {
  constructor() {
    this.root = h("div", "qr");
  }
  /** Draws the code of a link, and nothing for an empty link. */
  draw(link) {
    this.root.replaceChildren();
    if (link) picturedCode(this.root, link);
  }
}

/** The island of the pins: their list, the form for a new pin, and the buttons that share all pins. */
export class PinsIsland {
  constructor(emit) {
    this.emit = emit;
    this.root = h("div", "pinrow");
    h("p", "", this.root, "Keep what is on the screen, and go through what you kept with → and ← while you present.");
    this.list = h("ol", "", this.root);
    const form = h("form", "addr", this.root);
    this.name = h("input", "#pin-name", form);
    Object.assign(this.name, { type: "text", maxLength: NAME_LENGTH, placeholder: "A name for this moment" });
    this.name.setAttribute("aria-label", "A name for this moment");
    action(form, "Pin this", "pin-add", () => {}).type = "submit"; // a click does what Enter in the field does
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      emit("pins", { kind: "add", text: this.name.value });
      this.name.value = "";
    });
    const row = h("div", "rcopy", this.root);
    this.exports = [
      ["One link", "link"],
      ["A file", "file"],
    ].map(([label, kind]) => action(row, label, "pins-" + kind, () => emit("pins", { kind })));
  }
  /**
   * Draws a model. m.names are the names of the pins. m.at is the index of the pin that was shown last, −1 for none.
   */
  draw(m) {
    for (const b of this.exports) b.disabled = !m.names.length;
    this.list.replaceChildren(
      ...m.names.map((name, k) => {
        const item = h("li", k === m.at ? "on" : ""),
          openPin = action(item, name, "pin-" + k, () => this.emit("pins", { kind: "open", index: k }));
        if (k === m.at) openPin.setAttribute("aria-current", "true");
        // The buttons that move the pin before its predecessor, or remove it. The first pin has no predecessor.
        for (const [kind, sign, label, disabled] of [
          ["move", "↑", "Earlier", k === 0],
          ["drop", "✕", "Take out", false],
        ]) {
          const b = action(item, sign, `pin-${kind}-${k}`, () => this.emit("pins", { kind, index: k }));
          b.setAttribute("aria-label", `${label}: ${name}`);
          b.disabled = disabled;
        }
        return item;
      }),
    );
  }
}
