// Sliders of a generated graph, and its formula. A slider or text in use keeps its state while the graph follows.
import { h } from "./dom.js";

const REST = 400; // milliseconds from the last key to the graph

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
    if (this.text !== document.activeElement) this.text.value = m.formula;
    if (m.formula) this.formula.open = true;
    this.fault.hidden = !m.fault;
    this.fault.textContent = m.fault ? `${m.fault.place}\n${m.fault.text}` : "";
    this.text.setAttribute("aria-invalid", String(!!m.fault));
    this.names.textContent = m.names;
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
    this.write();
  }

  /** The box of the formula: what is typed is the graph's when the keys rest. */
  write() {
    this.formula = h("details", "formula#formula", this.root);
    h("summary", "", this.formula, "Classes and features by formula");
    const text = this.text = h("textarea", "#formula-text", this.formula);
    Object.assign(text, { rows: 3, spellcheck: false, autocapitalize: "off", placeholder: "class = sign(x*y)\nfeature 1 = x + 0.3*noise" });
    text.setAttribute("aria-label", "Formula, a line for the class and for each feature");
    let timer;
    text.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.emit("formula", { text: text.value }), REST);
    });
    this.fault = h("pre", "fault#formula-fault", this.formula);
    this.fault.setAttribute("role", "status");
    this.names = h("small", "", this.formula);
  }
}
