// The form in which a reader writes the formulas of a generated graph: examples, the text, its error, and the names that it may use.
import { h, menu } from "../src/dom.js";

const PAUSE = 400; // milliseconds without a key before the text is sent

/** Returns the texts of the form: examples, names of numbers, and functions. */
const texts = () => globalThis.sheafscopeTexts.formulas;

/**
 * Returns the faulty line of the text, a caret below its faulty character, and the message of the worker. Lines are separated by a line
 * break or by |, empty lines do not count, and lines and characters count from 1. An error without a place is returned as it is. Of an
 * error in a line that the text does not have, only the message is returned.
 */
function faultText(fault, text) {
  const [, line, column, message] = /^formula: line (\d+), character (\d+): (.*)$/s.exec(fault) ?? [],
    lines = text
      .split(/[\n|]/)
      .map((l) => l.trim())
      .filter(Boolean);
  const faulty = lines[line - 1];
  if (faulty === undefined) return message ?? fault;
  return `${faulty}\n${" ".repeat(column - 1)}^\n${message}`;
}

/** The form. Its text is sent to the page after a pause of the keys, and the graph follows. */
export class Formula {
  /** Builds the form in an element root. emit sends the formula to the page. */
  constructor(root, emit) {
    h(
      "p",
      "fabout",
      root,
      "Each line makes one number of every node. “class” is what the network shall learn; “feature 1”, " +
        "“feature 2” … are what it sees. The graph follows while you type.",
    );
    // The menu of examples. An example replaces the text, and is sent at once.
    const row = h("div", "fexample", root);
    this.pick = menu(row, "#formula-example", "Example of a formula", (k) => {
      const example = texts().examples[k];
      if (!example) return; // the entry "Choose an example"
      text.value = example.text;
      send();
    });
    this.pick.append(new Option("Choose an example", ""), ...texts().examples.map((e, k) => new Option(e.title, k)));
    this.about = h("span", "", row);
    this.about.setAttribute("role", "status");
    // The text. It is sent PAUSE ms after the last key.
    const text = h("textarea", "#formula-text", root);
    this.text = text;
    Object.assign(text, { rows: 4, spellcheck: false, autocapitalize: "off", placeholder: "class = sign(x*y)\nfeature 1 = x + 0.3*noise" });
    text.setAttribute("aria-label", "Formula, a line for the class and for each feature");
    let timer;
    const send = () => {
      clearTimeout(timer);
      emit("formula", { text: text.value });
    };
    text.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(send, PAUSE);
    });
    // The error of the text, and below it the names and functions that a formula may use.
    this.fault = h("pre", "fault#formula-fault", root);
    this.fault.setAttribute("role", "status");
    this.fault.id = "formula-fault";
    text.setAttribute("aria-describedby", this.fault.id);
    h(
      "small",
      "fnames",
      root,
      `Numbers of a node: ${texts().names.join(", ")}, and the features of the graph before. ` +
        `Functions: ${texts().functions.join(", ")}.`,
    );
  }

  /** Shows a model of the page: its formula, and its error fault, "" without an error. waits is true while the formula is evaluated. */
  draw(m) {
    const { text } = this,
      example = texts().examples.findIndex((e) => e.text === m.formula);
    // The formula may have come from a link. A text that the reader types, or that is not evaluated yet, is not replaced.
    if (text !== document.activeElement && !m.waits) text.value = m.formula;
    this.pick.value = example < 0 ? "" : example;
    this.about.textContent = example < 0 ? "" : texts().examples[example].about;
    if (m.fault) this.fault.textContent = faultText(m.fault, m.formula);
    else this.fault.textContent = m.waits ? "Evaluating …" : "";
    this.fault.classList.toggle("waits", m.waits);
    this.fault.hidden = !this.fault.textContent;
    text.setAttribute("aria-invalid", String(Boolean(m.fault)));
  }
}
