// The sliders of a generated graph, and the box of its formula. A slider or text in use keeps its state while the graph changes.
import { h } from "./dom.js";
import { part } from "./part.js";

const IN_USE = 1500; // ms after an input, in which a new model does not move the focused slider

/** Returns the value v of a parameter as text. The step of the parameter sets the number of decimals, 0 to 2. */
function valueText(param, v) {
  if (param.step >= 1) return String(v);
  return (+v).toFixed(param.step < 0.1 ? 2 : 1);
}

/**
 * The island of the generator. sliders has the input, output and parameter of each slider, in the order of the parameters. formula is the
 * box of the formula, and box the form inside, null before its script has come. The island begins open, except on a narrow screen.
 */
export class GeneratorIsland {
  constructor(emit) {
    this.emit = emit;
    this.root = h("details", "generator#generator");
    this.root.open = !matchMedia("(max-width: 56.25em)").matches;
  }

  /**
   * Draws a model: the name and description (about) of the generator, its parameters (params), and the text of its formula. Without a name,
   * for a graph that no generator has made, the island is hidden.
   */
  draw(m) {
    this.root.hidden = !m.name;
    if (!m.name) return;
    if (this.name !== m.name) this.build(m);
    this.m = m;
    // A graph with a formula opens the box; its event toggle then fetches the form.
    if (this.box) this.box.draw(m);
    else if (m.formula) this.formula.open = true;
    m.params.forEach((param, k) => {
      const slider = this.sliders[k],
        { input, output } = slider;
      slider.param = param; // its step may have changed
      const inUse = input === document.activeElement && performance.now() - (input.used || 0) < IN_USE; // used: ms, time of the last input
      if (inUse) return;
      if (input.type === "checkbox") {
        input.checked = param.value === 1;
        return;
      }
      Object.assign(input, { min: param.min, max: param.max, step: param.step });
      input.value = param.value;
      output.textContent = valueText(param, param.value);
    });
  }

  /** Builds the title, the sliders and the box of the formula for another generator. */
  build(m) {
    this.name = m.name;
    this.root.replaceChildren();
    const title = h("summary", "", this.root, "Generator");
    h("small", "", title, m.about);
    const knobs = h("div", "knobs", this.root);
    this.sliders = m.params.map((param) => {
      const label = h("label", "", knobs);
      h("span", "", label, param.label);
      const input = h("input", "", label),
        output = h("output", "", label);
      input.type = param.name === "alternate" ? "checkbox" : "range"; // the parameter alternate is 0 or 1
      input.dataset.testid = "gen-" + param.name;
      const slider = { input, output, param };
      input.addEventListener("input", () => {
        const v = input.type === "checkbox" ? +input.checked : +input.value;
        input.used = performance.now();
        if (input.type === "range") output.textContent = valueText(slider.param, v);
        this.emit("generate", { name: param.name, number: v });
      });
      return slider;
    });
    this.addFormula();
  }

  /** Adds the closed box of the formula. The form inside is fetched when the box is opened (../lessons/formula.js). */
  addFormula() {
    this.box = null;
    this.formula = h("details", "formula#formula", this.root);
    h("summary", "", this.formula, "Classes and features by formula");
    this.formula.addEventListener("toggle", () => {
      if (this.formula.open) this.fillFormula();
    });
  }

  /** Fetches the form of the formula and draws the last model in it, unless another generator was chosen before the script arrived. */
  fillFormula() {
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
