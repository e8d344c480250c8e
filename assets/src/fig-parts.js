// Parts of the method that the settings have off, each with the switch that turns it on.
import { button, h } from "./dom.js";

/** names: as in a sentence, "gap ascent". */
export function partsBox(sec, names, emit) {
  sec.box.replaceChildren(
    ...names.map((name) => {
      const p = h("p", "part");
      h("b", "", p, name[0].toUpperCase() + name.slice(1));
      h("span", "badge open", p, "off");
      const b = button(p, "", "Turn on", () => emit("turnon", { name }));
      b.dataset.part = name;
      b.setAttribute("aria-label", "Turn on " + name);
      return p;
    }),
  );
}
