// Sliders of a generated graph. A slider in use keeps its place while the graph follows.
import { h } from "./dom.js";

const show = (p, v) => (p.step >= 1 ? String(v) : (+v).toFixed(p.step < 0.1 ? 2 : 1));

export class GeneratorIsland {
  constructor(emit) {
    this.emit = emit;
    this.root = h("details", "generator#generator");
    this.root.open = !matchMedia("(max-width: 56.25em)").matches;
  }

  draw(m) {
    this.root.hidden = !m.name;
    if (!m.name) return;
    if (this.name !== m.name) this.build(m);
    m.params.forEach((p, k) => {
      const { input, out } = this.sliders[k];
      this.sliders[k].p = p;
      if (input === document.activeElement && performance.now() - (input.used || 0) < 1500) return;
      if (input.type === "checkbox") { input.checked = p.value === 1; return; }
      Object.assign(input, { min: p.min, max: p.max, step: p.step });
      input.value = p.value;
      out.textContent = show(p, p.value);
    });
  }

  build(m) {
    this.name = m.name;
    this.root.replaceChildren();
    const sum = h("summary", "", this.root, "Generator");
    h("small", "", sum, m.about);
    const box = h("div", "knobs", this.root);
    this.sliders = m.params.map((p) => {
      const label = h("label", "", box), input = (h("span", "", label, p.label), h("input", "", label)), out = h("output", "", label);
      input.type = p.name === "alternate" ? "checkbox" : "range";
      input.dataset.testid = "gen-" + p.name;
      const item = { input, out, p };
      input.addEventListener("input", () => {
        const v = input.type === "checkbox" ? +input.checked : +input.value;
        input.used = performance.now();
        if (input.type === "range") out.textContent = show(item.p, v);
        this.emit("generate", { name: p.name, number: v });
      });
      return item;
    });
  }
}
