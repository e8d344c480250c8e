// The test nodes on which one model alone is right, with a row for each split of
// the data. A click on a node opens the run of that model at the node.
import { button, h, el, glyph, line, circle } from "./dom.js";

/** Draws the list of model m (results.Alone of web/view) into the section sec. The row of a split has its runs with their nodes. */
export function aloneBox(sec, m, emit) {
  const list = (sec.list ||= h("dl", "alone", sec.box)),
    note = (sec.note ||= h("p", "note", sec.box));
  m.rows.forEach((row, k) => {
    const text = JSON.stringify(row),
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
 * Returns the row of a split: for each run the buttons of its nodes. job is the number of the run. A node has its number, its palette slot
 * and texts; edge marks a node whose prediction depends on one edge. more is the number of nodes that are left out.
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
        // The mark of a node whose prediction depends on one edge: two joined dots.
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
