// The box in which the user searches the settings with the best accuracy on validation nodes: its button, its progress, and the table of
// the tried configurations.
import { h } from "./dom.js";
import { action, progress } from "./results.js";

/**
 * Draws the search of the view model m (results.Tune of web/view) into a section; sec.ui has the controls. lead has sentences on the state
 * or the outcome of the search. rows are the configurations, the best first. Of a configuration, val is its mean accuracy in per cent and
 * runs the number of its runs, both as text; why has its settings, or the reason of its failure, and chosen marks the choice of the search.
 * off reports that the table of results is trained, and no search can start.
 */
export function tuneBox(sec, m, emit) {
  sec.ui ||= build(sec.box, emit);
  const { ui } = sec;
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

/** Builds the controls of the search and returns them. */
function build(box, emit) {
  box.classList.add("results");
  // The row of the button is above the text: below a growing text the button would move under the pointer.
  const row = h("div", "rgo", box),
    ui = { lead: h("p", "note", box) };
  ui.start = action(row, "Search", "search-start", () => emit("lab", { kind: "tune" }));
  ui.busy = progress(row, emit, "search", "search");
  ui.table = h("table", "rtable#search-list", box);
  const headRow = h("tr", "", h("thead", "", ui.table));
  for (const [text, cls] of [
    ["Configuration", ""],
    ["Validation, %", "num"],
    ["Runs", "num"],
  ])
    h("th", cls, headRow, text).scope = "col";
  ui.body = h("tbody", "", ui.table);
  return ui;
}
