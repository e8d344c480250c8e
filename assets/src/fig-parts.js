// Parts of the method that the settings have off, each with the switch that turns it on.
import { h } from "./dom.js";

/** names: as in a sentence, "gap ascent". */
export function partsBox(sec, names, emit) {
  sec.box.replaceChildren(...names.map((name) => {
    const p = h("p", "part"), b = h("button", "");
    h("b", "", p, name[0].toUpperCase() + name.slice(1));
    h("span", "badge open", p, "off");
    b.type = "button";
    b.dataset.part = name;
    b.textContent = "Turn on";
    b.setAttribute("aria-label", "Turn on " + name);
    b.addEventListener("click", () => emit("turnon", { name }));
    p.append(b);
    return p;
  }));
}
