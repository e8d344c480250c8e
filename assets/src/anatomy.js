// Where the time of an epoch goes: a row a stage, its bar by phase.
import { h } from "./dom.js";
import { action } from "./results.js";

export function anatomyBox(sec, m, emit) {
  const ui = sec.ui || (sec.ui = build(sec.box, m, emit));
  ui.lead.replaceChildren(...m.lead.map((s) => (s.b ? h("strong", "", null, s.t) : new Text(s.t))));
  ui.start.hidden = m.running;
  ui.start.disabled = m.off;
  ui.busy.hidden = !m.running;
  ui.table.hidden = ui.key.hidden = !m.rows.length;
  ui.note.textContent = m.note;
  ui.body.replaceChildren(...m.rows.map((r) => {
    const row = h("tr"), name = h("th", "", row, r.name), bar = h("span", "abar", h("td", "", row));
    name.scope = "row";
    row.title = r.title;
    r.parts.forEach((x, k) => { if (x > 0) h("i", `a${k}`, bar).style.width = `${100 * x}%`; });
    h("td", "num", row, r.ms);
    h("td", "num", row, r.peak);
    return row;
  }));
}

function build(box, m, emit) {
  box.classList.add("results");
  const ui = { lead: h("p", "", box) }, row = h("div", "rgo", box);
  ui.start = action(row, "Measure", "anatomy-run", () => emit("lab", { kind: "anatomy" }));
  ui.busy = h("div", "rbusy", row);
  h("span", "", ui.busy, "Timing some epochs");
  action(ui.busy, "Cancel", "anatomy-cancel", () => emit("lab", { kind: "cancel" }));
  ui.key = h("p", "akey", box);
  m.phases.forEach((name, k) => { const item = h("span", "", ui.key); h("i", `a${k}`, item); item.append(name); });
  ui.table = h("table", "rtable", box);
  ui.table.dataset.testid = "anatomy-table";
  const tr = h("tr", "", h("thead", "", ui.table));
  for (const [text, cls] of [["Stage", ""], ["Time", ""], ["ms", "num"], ["Of peak", "num"]]) h("th", cls, tr, text).scope = "col";
  ui.body = h("tbody", "", ui.table);
  ui.note = h("p", "note", box);
  return ui;
}
