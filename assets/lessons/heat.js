// Where a sheaf pays: a map of the comparison over the yardsticks of generated graphs, and one of each model's accuracy.
import { h, menu } from "../src/dom.js";
import { action } from "../src/results.js";
import { progress } from "../src/results.js";

/** Draws the map of model m into sec.box. */
export function heat(sec, m, emit) {
  const ui = sec.ui ||= build(sec, emit);
  options(ui.axis, m.axes);
  options(ui.which, m.maps.map((p, k) => [k, p.name]));
  ui.axis.value = m.axis;
  ui.axis.disabled = m.running;
  ui.start.hidden = m.running;
  ui.start.disabled = m.off;
  ui.busy({ on: m.running, fraction: m.fraction, left: m.left });
  ui.note.textContent = m.note;
  ui.body.hidden = !m.maps.length;
  table(sec);
}

function options(select, list) {
  const names = JSON.stringify(list);
  if (select.dataset.names === names) return;
  const kept = select.value;
  select.dataset.names = names;
  select.replaceChildren(...list.map(([value, name]) => new Option(name, value)));
  select.value = kept;
  if (select.selectedIndex < 0) select.selectedIndex = 0;
}

function build(sec, emit) {
  const ui = {}, go = h("div", "rgo", sec.box);
  ui.axis = menu(go, "#heat-axis", "Axes of the map", (value) => emit("lab", { kind: "heataxis", value }));
  ui.start = action(go, "Train here", "heat-run", () => emit("lab", { kind: "heat" }));
  ui.busy = progress(go, emit);
  ui.body = h("div", "", sec.box);
  ui.which = menu(ui.body, "#heat-which", "What the map shows", () => table(sec));
  ui.table = h("table", "heattable#heat-table", ui.body);
  ui.key = h("p", "note", ui.body);
  ui.note = h("p", "note", sec.box);
  const { heat: first, ties } = globalThis.sheafscopeTexts;
  if (!sec.m.have) for (const text of [first, ties]) emit("lab", { kind: "heatmap", text });
  return ui;
}

/** The map as a table: rows and columns are the axes, a cell is a number on its shade. */
function table(sec) {
  const { ui, m } = sec, at = +ui.which.value || 0, map = m.maps[at];
  if (!map) return;
  const head = h("thead"), top = h("tr", "", head), body = h("tbody");
  h("th", "", top, `${m.down} ↓ ${m.across} →`).scope = "col";
  for (const c of m.columns) h("th", "", top, c).scope = "col";
  m.rows.forEach((r, i) => {
    const row = h("tr", "", body);
    h("th", "", row, r).scope = "row";
    m.columns.forEach((_, k) => {
      const c = map.cells[i * m.columns.length + k], td = h("td", c.side || (at ? "acc" : "none"), row, c.text);
      td.title = c.tip;
      td.style.setProperty("--share", c.share);
      if (!at) h("small", "", td, c.side || "neither");
    });
  });
  ui.table.replaceChildren(head, body);
  ui.key.textContent = at ? "Test accuracy in %, mean over the graphs." : "Points of test accuracy; which side wins, if one does.";
}
