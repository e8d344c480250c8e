// The test nodes that one model alone gets right, a row a split; a press opens that run of the model at the node.
import { button, h, el, glyph, line, circle } from "./dom.js";

export function aloneBox(sec, m, emit) {
  const list = (sec.list ||= h("dl", "alone", sec.box)),
    note = (sec.note ||= h("p", "note", sec.box));
  m.rows.forEach((row, k) => {
    const text = JSON.stringify(row),
      old = list.children[k];
    if (old?.text === text) return; // the rows of other splits stay while one is added: a press may be under way
    const d = h("div"),
      dd = h("dd");
    d.text = text;
    h("dt", "", d, row.split);
    d.append(dd);
    if (!row.runs.length) dd.textContent = "none";
    for (const run of row.runs) {
      const p = h("p", "chips", dd);
      h("span", "", p, run.model);
      for (const q of run.nodes) {
        const b = button(p, q.edge ? "#alone-edge" : "#alone", "");
        b.title = q.title;
        b.setAttribute("aria-label", `${q.name}, right in ${run.model} alone: ${q.title}`);
        b.append(glyph(q.slot), q.name);
        if (q.edge) {
          const s = el("svg", { viewBox: "0 0 14 6", class: "by", "aria-hidden": "true" }, b);
          line(s, 2, 3, 12, 3, "ln");
          circle(s, 2, 3, 2);
          circle(s, 12, 3, 2);
        }
        b.addEventListener("click", () => emit("lab", { kind: "openrun", index: run.job, a: q.node }));
      }
      if (run.more) h("small", "", p, `and ${run.more} more`);
    }
    if (old) old.replaceWith(d);
    else list.append(d);
  });
  while (list.children.length > m.rows.length) list.lastChild.remove();
  note.textContent = m.note;
}
