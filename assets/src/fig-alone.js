// The test nodes on which one model alone is right, for a reader who compares the models of the table of results. The list has a row for
// each split of the data. A click on a node opens the run of that model at the node.
import { button, h, el, glyph, line, circle } from "./dom.js";

/**
 * Draws the list of model m (results.Alone of web/view) into the section sec. m.rows has a row for each split: its runs with their nodes.
 * m.note explains the list.
 */
export function aloneBox(sec, m, emit) {
  const list = (sec.list ||= h("dl", "alone", sec.box)),
    note = (sec.note ||= h("p", "note", sec.box));
  m.rows.forEach((row, k) => {
    const text = JSON.stringify(row), // of the row of the model; an element keeps its text
      former = list.children[k];
    if (former?.text === text) return; // an unchanged row stays, since the user may be pressing a button in the row
    const entry = splitRow(row, emit);
    entry.text = text;
    if (former) former.replaceWith(entry);
    else list.append(entry);
  });
  while (list.children.length > m.rows.length) list.lastChild.remove();
  note.textContent = m.note;
}

/**
 * Returns the row of a split: the name of the split, and for each run the buttons of its nodes. A split without such a run has the text
 * "none". In a run, model is the name of the model, job the index of the run from 0 on, and more the number of nodes that are left out. A
 * node has its number (node), its name, the palette slot of its class, and a title. edge reports that one edge of the node decides the
 * prediction.
 */
function splitRow(row, emit) {
  const entry = h("div");
  h("dt", "", entry, row.split);
  const runs = h("dd", "", entry);
  if (!row.runs.length) runs.textContent = "none";
  for (const run of row.runs) {
    const p = h("p", "chips", runs);
    h("span", "", p, run.model);
    for (const node of run.nodes) {
      const b = button(p, node.edge ? "#alone-edge" : "#alone", "");
      b.title = node.title;
      b.setAttribute("aria-label", `${node.name}, right in ${run.model} alone: ${node.title}`);
      b.append(glyph(node.slot), node.name);
      if (node.edge) {
        // The mark of a deciding edge: two joined dots.
        const s = el("svg", { viewBox: "0 0 14 6", class: "by", "aria-hidden": "true" }, b);
        line(s, 2, 3, 12, 3, "ln");
        circle(s, 2, 3, 2);
        circle(s, 12, 3, 2);
      }
      b.addEventListener("click", () => emit("lab", { kind: "openrun", index: run.job, a: node.node }));
    }
    if (run.more) h("small", "", p, `and ${run.more} more`);
  }
  return entry;
}
