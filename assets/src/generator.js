// Sliders of a generated graph, and its formula. A slider or text in use keeps its state while the graph follows.
import { h } from "./dom.js";
import { part } from "./part.js";

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
    this.m = m;
    if (this.box) this.box.draw(m);
    else if (m.formula) this.formula.open = true;
    m.params.forEach((p, k) => {
      const { input, out } = this.sliders[k];
      this.sliders[k].p = p;
      if (input === document.activeElement && performance.now() - (input.used || 0) < 1500) return;
      if (input.type === "checkbox") {
        input.checked = p.value === 1;
        return;
      }
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
      const label = h("label", "", box),
        input = (h("span", "", label, p.label), h("input", "", label)),
        out = h("output", "", label);
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
    this.write();
  }

  /** The box of the formula, which is fetched when it is opened (../lessons/formula.js). */
  write() {
    this.box = null;
    this.formula = h("details", "formula#formula", this.root);
    h("summary", "", this.formula, "Classes and features by formula");
    this.formula.addEventListener("toggle", () => {
      if (this.formula.open) this.filled();
    });
  }

  filled() {
    const { formula } = this;
    part("lessons.js").then(
      () => {
        if (formula !== this.formula) return;
        this.box ??= new globalThis.sheafscopeLater.Formula(formula, this.emit);
        this.box.draw(this.m);
      },
      (why) => this.emit("filefailed", { text: why.message }),
    );
  }
}
