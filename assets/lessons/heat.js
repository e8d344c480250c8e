// The figure that compares sheaf and graph networks: a table of cells, whose rows and columns are two measures of generated graphs. Of its
// maps, the first has the difference of the accuracies. Each further map has the accuracies of one model.
import { checkbox, h, menu } from "../src/dom.js";
import { action, progress } from "../src/results.js";

/**
 * Draws the model m of the figure into sec.box. The controls are built once and kept. axis is the chosen pair of measures. running is true
 * while networks are trained, off if no training can start. fraction (0 to 1) and left are the progress and the remaining time as text.
 */
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

/**
 * Puts a list of pairs [value, name] into a select element, unless the element has this list. The choice is kept if the new list has it;
 * otherwise the first entry is chosen.
 */
function options(select, list) {
  const names = JSON.stringify(list);
  if (select.dataset.names === names) return;
  const previous = select.value;
  select.dataset.names = names;
  select.replaceChildren(...list.map(([value, name]) => new Option(name, value)));
  select.value = previous;
  if (select.selectedIndex < 0) select.selectedIndex = 0;
}

/** Builds the controls in a section and returns them. If the program has no stored results yet (m.have), they are sent to the program. */
function build(sec, emit) {
  const ui = {},
    bar = h("div", "rgo", sec.box);
  ui.axis = menu(bar, "#heat-axis", "Axes of the map", (value) => emit("lab", { kind: "heataxis", value }));
  ui.start = action(bar, "Train here", "heat-run", () => emit("lab", { kind: "heat" }));
  ui.busy = progress(bar, emit); // a function that shows the state of the training
  ui.body = h("div", "", sec.box);
  ui.which = menu(ui.body, "#heat-which", "What the map shows", () => table(sec));
  checkbox(ui.body, "#heat-numbers", "Numbers", (isOn) => ui.table.classList.toggle("said", isOn));
  ui.table = h("table", "heattable#heat-table", ui.body);
  ui.key = h("div", "heatkey#heat-key", ui.body);
  ui.note = h("p", "note", sec.box);
  const { heat: results, ties } = globalThis.sheafscopeTexts;
  if (!sec.m.have) for (const text of [results, ties]) emit("lab", { kind: "heatmap", text });
  return ui;
}

/**
 * Draws the chosen map of the newest model (sec.m) as a table: rows and columns are the axes, a cell has a color and a number. Screen
 * readers always have the number. The number is visible under the pointer, with the box "Numbers", on paper, and with forced colors.
 * Without maps nothing changes.
 */
function table(sec) {
  const { ui, m } = sec,
    mapIndex = +ui.which.value || 0, // 0 for the map of the difference
    map = m.maps[mapIndex]; // its cells are listed row by row
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
        td = h("td", shade(c, mapIndex), row);
      h("span", "", td, c.text);
      td.title = c.tip;
      td.style.setProperty("--share", c.share); // the strength of the color, from 0 to 1
      // On the map of the difference, side is the side that is ahead: sheaf, graph, or "" if the difference is not certain.
      if (!mapIndex) h("small", "", td, c.side || "neither");
    });
  });
  ui.table.replaceChildren(head, body);
  ui.key.replaceChildren();
  if (mapIndex) return scale(ui.key, "acc", "0 %", "100 %", "Test accuracy, mean over the graphs.");
  scale(ui.key, "diff", "graph 30 or more", "sheaf 30 or more", "Points of test accuracy by which one side is ahead.");
  h("p", "none", ui.key, "Hatched: cannot be told apart.").prepend(h("i"));
}

/**
 * Returns the classes of a cell c on the map with this index. The text – stands for a cell without runs. On map 0, the difference, the sign
 * of the number chooses the color, and a hatch (none) marks a cell in which no side is certainly ahead.
 */
function shade(c, mapIndex) {
  if (c.text === "–") return "void";
  if (mapIndex) return "acc";
  return (c.text[0] === "+" ? "ahead" : "behind") + (c.side ? "" : " none");
}

/** Adds the legend of a color scale: a bar of the colors between its lowest and highest value, and the quantity. */
function scale(key, kind, low, high, quantity) {
  const p = h("p", "", key);
  h("span", "", p, low);
  h("i", kind, p);
  h("span", "", p, high);
  h("span", "of", key, quantity);
}
