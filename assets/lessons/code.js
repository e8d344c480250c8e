// The code of a stage beside its equation: a file of assets/code to read, to copy, and as a notebook that has the numbers of the run.
// The build puts the texts of assets/code into this part of the page.
import { button, h } from "../src/dom.js";

/** Returns the texts of assets/code by the names of their files. */
const texts = () => globalThis.sheafscopeTexts;

const NOTE =
  "These lines compute the numbers of the stage from the trace of the run. They use NumPy alone. A copy and the notebook " +
  "have the lines before them that read the trace, and those after them that compare.";
const KEYWORDS = new Set("and as assert else for from if import in is lambda None not or print return while def True False".split(" "));

/**
 * Shows the file with this name in a box, with its buttons. tools has two functions of the page: copyText reports whether the text was
 * copied, and save gives the user a blob as a file.
 */
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
    // A long line is wrapped. Its second part is indented by 6 characters more than the line: a block of Python is indented by 4.
    const indent = line.search(/\S/) + 6;
    Object.assign(e.style, { paddingLeft: `${indent}ch`, textIndent: `${-indent}ch` });
    e.append(...colored(line), "\n");
  }
  // Both buttons report what they did in the element status, which screen readers read.
  button(bar, "act#stage-code-copy", "Copy", async () => {
    status.textContent = (await tools.copyText(whole(name))) ? "Copied." : "The browser did not allow to copy. Select the text instead.";
  });
  button(bar, "act#stage-code-notebook", "Open as notebook", async () => {
    status.textContent = "The notebook is being written.";
    try {
      const trace = await sheafscope.trace(),
        graph = sheafscope.state().graph.name;
      // The name of the file: small letters and digits, other characters as single hyphens.
      const file =
        `${graph}-${name}`
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, "-")
          .replace(/^-|-$/g, "") + ".ipynb";
      tools.save(new Blob([notebook(name, trace)], { type: "application/x-ipynb+json" }), file);
      status.textContent = `${file} is written. Jupyter opens it; the numbers of this run are inside.`;
    } catch (why) {
      status.textContent = why.message;
    }
  });
  const status = h("span", "", bar);
  status.setAttribute("role", "status");
}

/** Returns the text of a file with this name, between the lines that read the trace and the lines that compare the results. */
const whole = (name) => `${texts().start}\n\n${texts()[name]}\n\n${texts().check}`;

/**
 * Returns the keys of a trace that a file reads or compares with. They occur as t["key"], t.get("key"), "key.part", "key": or got["key"].
 * A file that reads a key by a variable, as t[name], may read the Laplacians, too.
 */
function keys(text) {
  const found = [/\bt(?:\[|\.get\()"(\w+)"/g, /"(\w+)\.[\w.{} -]+"/g, /"(\w+)":/g, /got\["(\w+)"\]/g].flatMap((form) =>
    [...text.matchAll(form)].map((m) => m[1]),
  );
  return new Set(/\bt\[[^"]/.test(text) ? [...found, "laplacian", "normalized"] : found);
}

/** Returns the notebook of a file as JSON. The first cell has only those entries of the trace that the code reads. */
function notebook(name, trace) {
  const { start, check, [name]: lines } = texts(),
    used = keys(start + lines),
    imports = start.indexOf("\n\n") + 2; // the length of the imports, which end with the first empty line
  const part = Object.fromEntries(Object.entries(trace).filter(([key]) => used.has(key)));
  const textCell = (source) => ({ cell_type: "markdown", metadata: {}, source: [source] });
  /** Returns a cell with a source text, which the notebook stores line by line. */
  const codeCell = (source, metadata = {}) => ({
    cell_type: "code",
    execution_count: null,
    metadata,
    outputs: [],
    source: source.trimEnd().split(/(?<=\n)/),
  });
  return JSON.stringify({
    cells: [
      textCell(
        `# ${name}, from the trace\n\nSheafscope wrote this notebook. The next cell holds the numbers of the run that the code reads.`,
      ),
      codeCell(`trace = r"""${JSON.stringify(part)}"""`, { jupyter: { source_hidden: true } }),
      // The line t = … of start reads the trace from a file. In the notebook, it reads the trace of the cell before.
      codeCell(start.slice(0, imports) + start.slice(imports).replace(/^t = .*$/m, "t = json.loads(trace)")),
      codeCell(lines),
      textCell("The largest difference between what the code computes and what the page shows:"),
      codeCell(check),
    ],
    metadata: { kernelspec: { display_name: "Python 3", language: "python", name: "python3" } },
    nbformat: 4,
    nbformat_minor: 4,
  });
}

/** Returns a line of Python in pieces: comments, strings in " and keywords as elements with a color, the remaining pieces as texts. */
function colored(text) {
  return text.split(/(#.*|"[^"\n]*"|\b[A-Za-z_]+\b)/).map((piece) => {
    let kind = KEYWORDS.has(piece) ? "word" : "";
    if (piece[0] === "#") kind = "note";
    else if (piece[0] === '"') kind = "text";
    return kind ? h("span", "c-" + kind, null, piece) : piece;
  });
}
