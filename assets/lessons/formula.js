// The box of a formula beside the sliders of a generated graph: examples, the text, its fault under its place, and what it may name.
import { h, menu } from "../src/dom.js";

const REST = 400; // milliseconds from the last key to the graph

const words = () => globalThis.sheafscopeTexts.formulas;

/** A fault as the worker says it, below the line that has it with a caret at its place. */
function faultText(fault, text) {
  const [, line, at, why] = /^formula: line (\d+), character (\d+): (.*)$/s.exec(fault) ?? [],
    lines = text
      .split(/[\n|]/)
      .map((l) => l.trim())
      .filter(Boolean);
  return lines[line - 1] === undefined ? (why ?? fault) : `${lines[line - 1]}\n${" ".repeat(at - 1)}^\n${why}`;
}

export class Formula {
  constructor(root, emit) {
    h(
      "p",
      "fabout",
      root,
      "Each line makes one number of every node. “class” is what the network shall learn; “feature 1”, " +
        "“feature 2” … are what it sees. The graph follows while you type.",
    );
    const row = h("div", "fexample", root),
      pick = (this.pick = menu(row, "#formula-example", "Example of a formula", (k) => {
        const example = words().examples[k];
        if (!example) return;
        text.value = example.text;
        send();
      }));
    pick.append(new Option("Choose an example", ""), ...words().examples.map((e, k) => new Option(e.title, k)));
    this.about = h("span", "", row);
    this.about.setAttribute("role", "status");
    const text = (this.text = h("textarea", "#formula-text", root));
    Object.assign(text, { rows: 4, spellcheck: false, autocapitalize: "off", placeholder: "class = sign(x*y)\nfeature 1 = x + 0.3*noise" });
    text.setAttribute("aria-label", "Formula, a line for the class and for each feature");
    let timer;
    const send = () => {
      clearTimeout(timer);
      emit("formula", { text: text.value });
    };
    text.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(send, REST);
    });
    this.fault = h("pre", "fault#formula-fault", root);
    this.fault.setAttribute("role", "status");
    text.setAttribute("aria-describedby", (this.fault.id = "formula-fault"));
    h(
      "small",
      "fnames",
      root,
      `Numbers of a node: ${words().names.join(", ")}, and the features of the graph before. ` +
        `Functions: ${words().functions.join(", ")}.`,
    );
  }

  draw(m) {
    const { text } = this,
      of = words().examples.findIndex((e) => e.text === m.formula);
    if (text !== document.activeElement && !m.waits) text.value = m.formula;
    this.pick.value = of < 0 ? "" : of;
    this.about.textContent = of < 0 ? "" : words().examples[of].about;
    this.fault.textContent = m.fault ? faultText(m.fault, m.formula) : m.waits ? "Evaluating …" : "";
    this.fault.classList.toggle("waits", m.waits);
    this.fault.hidden = !this.fault.textContent;
    text.setAttribute("aria-invalid", String(Boolean(m.fault)));
  }
}
