// The QR code of a link that is shared, and the row of pins: moments that a lecturer keeps.
import { h } from "./dom.js";
import { action } from "./results.js";
import { picturedCode } from "./print.js";

/** The code of a link, large enough for the last row. */
export class CodeIsland {
  constructor() {
    this.root = h("div", "qr");
  }
  draw(link) {
    this.root.replaceChildren();
    if (link) picturedCode(this.root, link);
  }
}

/** The row of pins, with the form for the next one. */
export class PinsIsland {
  constructor(emit) {
    this.emit = emit;
    this.root = h("div", "pinrow");
    this.note = h("p", "", this.root, "Keep what is on the screen, and go through what you kept with → and ← while you present.");
    this.list = h("ol", "", this.root);
    const form = h("form", "addr", this.root);
    this.name = h("input", "#pin-name", form);
    Object.assign(this.name, { type: "text", maxLength: 80, placeholder: "A name for this moment" });
    this.name.setAttribute("aria-label", "A name for this moment");
    action(form, "Pin this", "pin-add", () => {}).type = "submit";
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      emit("pins", { kind: "add", text: this.name.value });
      this.name.value = "";
    });
    const ends = h("div", "rcopy", this.root);
    this.ends = [
      ["One link", "link"],
      ["A file", "file"],
    ].map(([label, kind]) => action(ends, label, "pins-" + kind, () => emit("pins", { kind })));
  }
  draw(m) {
    for (const b of this.ends) b.disabled = !m.names.length;
    this.list.replaceChildren(
      ...m.names.map((name, k) => {
        const li = h("li", k === m.at ? "on" : ""),
          go = action(li, name, "pin-" + k, () => this.emit("pins", { kind: "open", index: k }));
        if (k === m.at) go.setAttribute("aria-current", "true");
        for (const [kind, sign, label, off] of [
          ["move", "↑", "Earlier", k === 0],
          ["drop", "✕", "Take out", false],
        ]) {
          const b = action(li, sign, `pin-${kind}-${k}`, () => this.emit("pins", { kind, index: k }));
          b.setAttribute("aria-label", `${label}: ${name}`);
          b.disabled = off;
        }
        return li;
      }),
    );
  }
}
