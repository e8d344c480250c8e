// The search for settings: begin and cancel, how far it is, and what was tried, the best first.
import { h } from "./dom.js";
import { action, progress } from "./results.js";

export function tuneBox(sec, m, emit) {
  const ui = sec.ui || (sec.ui = build(sec.box, emit));
  ui.lead.textContent = m.lead;
  ui.start.hidden = m.running;
  ui.start.disabled = m.off;
  ui.busy({ on: m.running, fraction: m.fraction, left: m.left });
  ui.table.hidden = !m.rows.length;
  ui.body.replaceChildren(
    ...m.rows.map((r) => {
      const row = h("tr", r.chosen ? "best" : ""),
        name = h("th", "", row, r.name);
      name.scope = "row";
      name.title = r.why;
      row.dataset.chosen = r.chosen;
      h("td", "num", row, r.val);
      h("td", "num", row, r.runs);
      return row;
    }),
  );
}

function build(box, emit) {
  box.classList.add("results");
  // The row comes first: below a text that grows, its button would move under the pointer.
  const row = h("div", "rgo", box),
    ui = { lead: h("p", "note", box) };
  ui.start = action(row, "Search", "search-start", () => emit("lab", { kind: "tune" }));
  ui.busy = progress(row, emit, "search", "search");
  ui.table = h("table", "rtable#search-list", box);
  const tr = h("tr", "", h("thead", "", ui.table));
  for (const [text, cls] of [
    ["Configuration", ""],
    ["Validation, %", "num"],
    ["Runs", "num"],
  ])
    h("th", cls, tr, text).scope = "col";
  ui.body = h("tbody", "", ui.table);
  return ui;
}
