// Where a sheaf pays: a map of the comparison over the yardsticks of generated graphs, and one of each model's accuracy.
import { checkbox, h, menu } from "../src/dom.js";
import { action } from "../src/results.js";
import { progress } from "../src/results.js";

/** Draws the map of model m into sec.box. */
export function heat(sec, m, emit) {
  const ui = (sec.ui ||= build(sec, emit));
  options(ui.axis, m.axes);
  options(
    ui.which,
    m.maps.map((p, k) => [k, p.name]),
  );
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
  const ui = {},
    go = h("div", "rgo", sec.box);
  ui.axis = menu(go, "#heat-axis", "Axes of the map", (value) => emit("lab", { kind: "heataxis", value }));
  ui.start = action(go, "Train here", "heat-run", () => emit("lab", { kind: "heat" }));
  ui.busy = progress(go, emit);
  ui.body = h("div", "", sec.box);
  ui.which = menu(ui.body, "#heat-which", "What the map shows", () => table(sec));
  checkbox(ui.body, "#heat-numbers", "Numbers", (on) => ui.table.classList.toggle("said", on));
  ui.table = h("table", "heattable#heat-table", ui.body);
  ui.key = h("div", "heatkey#heat-key", ui.body);
  ui.note = h("p", "note", sec.box);
  const { heat: first, ties } = globalThis.sheafscopeTexts;
  if (!sec.m.have) for (const text of [first, ties]) emit("lab", { kind: "heatmap", text });
  return ui;
}

/**
 * The map as a table: rows and columns are the axes, a cell is a colour. Its number is there for readers of the page's text, and on
 * show for a pointer, the box "Numbers", paper, and forced colours.
 */
function table(sec) {
  const { ui, m } = sec,
    at = +ui.which.value || 0,
    map = m.maps[at];
  if (!map) return;
  const head = h("thead"),
    top = h("tr", "", head),
    body = h("tbody");
  h("th", "", top, `${m.down} ↓ ${m.across} →`).scope = "col";
  for (const c of m.columns) h("th", "", top, c).scope = "col";
  m.rows.forEach((r, i) => {
    const row = h("tr", "", body);
    h("th", "", row, r).scope = "row";
    m.columns.forEach((_, k) => {
      const c = map.cells[i * m.columns.length + k],
        td = h("td", shade(c, at), row);
      h("span", "", td, c.text);
      td.title = c.tip;
      td.style.setProperty("--share", c.share);
      if (!at) h("small", "", td, c.side || "neither");
    });
  });
  ui.table.replaceChildren(head, body);
  ui.key.replaceChildren();
  if (at) return scale(ui.key, "acc", "0 %", "100 %", "Test accuracy, mean over the graphs.");
  scale(ui.key, "diff", "graph 30 or more", "sheaf 30 or more", "Points of test accuracy by which one side is ahead.");
  h("p", "none", ui.key, "Hatched: cannot be told apart.").prepend(h("i"));
}

/** The classes of a cell: the side that is ahead gives its colour, a hatch marks a cell that is not decided. */
function shade(c, at) {
  if (c.text === "–") return "void";
  if (at) return "acc";
  return (c.text[0] === "+" ? "ahead" : "behind") + (c.side ? "" : " none");
}

/** The legend of a scale: its two ends at a bar of its colours, and its quantity. */
function scale(key, kind, low, high, of) {
  const p = h("p", "", key);
  h("span", "", p, low);
  h("i", kind, p);
  h("span", "", p, high);
  h("span", "of", key, of);
}
