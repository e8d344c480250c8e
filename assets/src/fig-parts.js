// A figure of the inspector: the parts of the method that the settings disable,
// each with a button that enables the part.
import { button, h } from "./dom.js";

/**
 * Draws the parts with these names, such as "gap ascent", into the section sec. A button sends the name of its part in the event "turnon".
 */
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
