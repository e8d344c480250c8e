// The code beside an equation: the texts of assets/code, which the build puts into this part, to read, to copy, and as a notebook with
// the numbers of the run inside.
import { button, h } from "../src/dom.js";

/** The texts by the names of their files. */
const texts = () => globalThis.sheafscopeTexts;

const NOTE =
  "These lines compute the numbers of the stage from the trace of the run. They use NumPy alone. A copy and the notebook " +
  "have the lines before them that read the trace, and those after them that compare.";
const KEYWORDS = new Set("and as assert else for from if import in is lambda None not or print return while def True False".split(" "));

/** Shows a file of assets/code in a box. */
export function code(box, name, tools) {
  box.replaceChildren();
  h("p", "", box, NOTE);
  const pre = h("pre", "#stage-code-text", box),
    bar = h("div", "row", box);
  pre.tabIndex = 0;
  pre.setAttribute("aria-label", "Code of the stage");
  pre.dataset.file = name;
  for (const line of texts()[name].trimEnd().split("\n")) {
    const e = h("span", "", pre);
    // A line that is too long goes on further in than the next block.
    const inner = line.search(/\S/) + 6;
    Object.assign(e.style, { paddingLeft: `${inner}ch`, textIndent: `${-inner}ch` });
    e.append(...colored(line), "\n");
  }
  button(bar, "act#stage-code-copy", "Copy", async () => {
    said.textContent = (await tools.copyText(whole(name))) ? "Copied." : "The browser did not allow to copy. Select the text instead.";
  });
  button(bar, "act#stage-code-notebook", "Open as notebook", async () => {
    said.textContent = "The notebook is being written.";
    try {
      const trace = await sheafscope.trace(),
        graph = sheafscope.state().graph.name;
      const file =
        `${graph}-${name}`
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, "-")
          .replace(/^-|-$/g, "") + ".ipynb";
      tools.save(new Blob([notebook(name, trace)], { type: "application/x-ipynb+json" }), file);
      said.textContent = `${file} is written. Jupyter opens it; the numbers of this run are inside.`;
    } catch (why) {
      said.textContent = why.message;
    }
  });
  const said = h("span", "", bar);
  said.setAttribute("role", "status");
}

/** A file with its beginning and its end. */
const whole = (name) => `${texts().start}\n\n${texts()[name]}\n\n${texts().check}`;

/** The keys of a trace that a file reads or compares with. */
function keys(text) {
  const found = [/\bt(?:\[|\.get\()"(\w+)"/g, /"(\w+)\.[\w.{} -]+"/g, /"(\w+)":/g, /got\["(\w+)"\]/g].flatMap((form) =>
    [...text.matchAll(form)].map((m) => m[1]),
  );
  return new Set(/\bt\[[^"]/.test(text) ? [...found, "laplacian", "normalized"] : found);
}

/** The notebook of a file: the trace, as far as it is read, and its cells. */
function notebook(name, trace) {
  const { start, check, [name]: own } = texts(),
    read = keys(start + own),
    at = start.indexOf("\n\n") + 2;
  const part = Object.fromEntries(Object.entries(trace).filter(([key]) => read.has(key)));
  const text = (source) => ({ cell_type: "markdown", metadata: {}, source: [source] });
  const cell = (source, metadata = {}) => ({
    cell_type: "code",
    execution_count: null,
    metadata,
    outputs: [],
    source: source.trimEnd().split(/(?<=\n)/),
  });
  return JSON.stringify({
    cells: [
      text(`# ${name}, from the trace\n\nSheafscope wrote this notebook. The next cell holds the numbers of the run that the code reads.`),
      cell(`trace = r"""${JSON.stringify(part)}"""`, { jupyter: { source_hidden: true } }),
      cell(start.slice(0, at) + start.slice(at).replace(/^t = .*$/m, "t = json.loads(trace)")),
      cell(own),
      text("The largest difference between what the code computes and what the page shows:"),
      cell(check),
    ],
    metadata: { kernelspec: { display_name: "Python 3", language: "python", name: "python3" } },
    nbformat: 4,
    nbformat_minor: 4,
  });
}

/** The text with its comments, strings and keywords marked. */
function colored(text) {
  return text.split(/(#.*|"[^"\n]*"|\b[A-Za-z_]+\b)/).map((piece) => {
    const kind = piece[0] === "#" ? "note" : piece[0] === '"' ? "text" : KEYWORDS.has(piece) ? "word" : "";
    return kind ? h("span", "c-" + kind, null, piece) : piece;
  });
}
