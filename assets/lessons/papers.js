// The panel of the paper's results: its table 1 and its figures, with published results, stored results of this project, and runs of this
// page. The controls are built once and kept. Pictures are drawn anew with every model.
import { h, el, line, circle, lin, open, text, ticks, tickText, button, checkbox } from "../src/dom.js";
import { lines } from "../src/fig-charts.js";
import { action, progress } from "../src/results.js";
import { savePicture } from "../src/save.js";
import { pictureSVG } from "../src/svg.js";

const ROW = 34, // pixels of a row of dots
  AXIS = 22, // pixels below the rows for the numbers of the axis
  VALUE = 100; // pixels right of the axis for the values

/**
 * Draws the rows of a model into svg, each a mean v with its interval v ± half, on an axis from low to high. All are in per cent. half is 0
 * for a mean without an interval. An invisible svg is not drawn.
 */
function dots(svg, m) {
  const o = open(svg, m.rows.length * ROW + AXIS);
  if (!o) return;
  const { s, w } = o,
    H = m.rows.length * ROW,
    X = lin(m.low, m.high > m.low ? m.high : m.low + 1, 6, w - VALUE), // the pixel of a value
    T = ticks(m.low, m.high, 4);
  for (const t of T) {
    line(s, X(t), 0, X(t), H, "grid");
    text(s, X(t), H + 16, tickText(t, T), "c");
  }
  m.rows.forEach((r, i) => {
    const y = i * ROW + 24; // the middle of the dot; the name is above it
    text(s, 0, y - 10, r.name, "k halo");
    if (r.half) line(s, X(Math.max(m.low, r.v - r.half)), y, X(Math.min(m.high, r.v + r.half)), y, "ln");
    circle(s, X(r.v), y, 3.6, "f-ink");
    text(s, w, y + 4, r.text, "k e");
  });
}

/**
 * Draws the model m of a figure into a section: a picture, and the controls of its runs. chart is "dots", "lines", or "" for a figure
 * without results. shows says what the figure shows in the paper. running.on is true while runs proceed, running.off if none can start.
 */
export function paperFigure(sec, m, emit) {
  const ui = (sec.ui ||= build(sec, m, emit));
  ui.shows.textContent = m.shows ?? "";
  ui.shows.hidden = !m.shows;
  ui.note.textContent = m.note;
  ui.svg.toggleAttribute("hidden", !m.chart);
  ui.file.forEach((b) => {
    b.hidden = !m.chart;
  });
  if (m.chart === "dots") dots(ui.svg, m.dots);
  if (m.chart === "lines") lines(ui.svg, m.lines);
  ui.svg.setAttribute(
    "aria-label",
    m.dots ? m.dots.rows.map((r) => `${r.name}: ${r.text}`).join("; ") : `${m.lines?.xlabel ?? ""}: ${m.note}`,
  );
  // While runs proceed, their progress is shown in place of the controls.
  ui.run.hidden = ui.dataSet.parentNode.hidden = m.running.on;
  ui.run.disabled = m.running.off;
  ui.busy(m.running);
  // New data sets keep the choice where possible. The key "" stands for the loaded graph, which is the first entry and chosen anyway.
  const sets = JSON.stringify(m.sets);
  if (ui.sets !== sets) {
    const previous = ui.dataSet.value;
    ui.sets = sets;
    ui.dataSet.replaceChildren(...m.sets.map(([v, name]) => new Option(name, v)));
    if (m.sets.some(([v]) => v === previous) && previous) ui.dataSet.value = previous;
  }
  (m.variants ?? []).forEach((v, i) => {
    ui.checks[i].checked = v.on;
    ui.checks[i].disabled = m.running.on;
  });
}

/**
 * Builds the controls of a figure in a section and returns them. ui.dataSet is the menu of data sets, on which the figure can be run.
 * ui.checks has a check box for each variant, and ui.file the buttons that save the figure.
 */
function build(sec, m, emit) {
  const box = sec.box,
    ui = {},
    send = (kind, detail) => emit("lab", { kind, name: m.id, ...detail });
  box.classList.add("results");
  ui.shows = h("p", "shows", box);
  ui.svg = el("svg", { role: "img" }, box);
  ui.note = h("p", "note", box);
  const set = h("div", "variants", box);
  ui.checks = (m.variants ?? []).map((v) => {
    return checkbox(set, "", v.name, (isOn) => send("toggle", { text: v.name, value: String(isOn) }));
  });
  // The runs: their data set, and a button or the progress.
  const row = h("div", "rgo", box),
    sel = h("span", "sel", row);
  ui.dataSet = h("select", "", sel);
  ui.dataSet.setAttribute("aria-label", "Data set of the runs");
  ui.run = action(row, "Run again", "figure-run", () => send("figure", { value: ui.dataSet.value }));
  ui.busy = progress(row, emit); // a function that shows the state of the training
  // The buttons that save the figure. The picture is a file of the page, the numbers (CSV) are a file of the program.
  const picture = (label, ending) =>
    action(row, label, `figure-${ending}`, () => {
      const title = sec.h2.textContent;
      savePicture(pictureSVG(ui.svg, title), `figure-${m.id}.${ending}`, title, "").catch((why) =>
        emit("filefailed", { text: why.message }),
      );
    });
  ui.file = [
    picture("SVG", "svg"),
    picture("PDF", "pdf"),
    picture("TikZ", "tex"),
    action(row, "CSV", "figure-csv", () => send("savefigure")),
  ];
  return ui;
}

/**
 * Draws the model m of Table 1 into a section. A cell shows our accuracy (ours) and the published accuracy (paper), "" if one is missing.
 * live reports that ours was trained on the page, busy that the training of the cell proceeds. A click on a cell trains its model on its
 * data set.
 */
export function paperTable(sec, m, emit) {
  let { ui } = sec;
  if (!ui) {
    ui = {};
    sec.ui = ui;
    sec.box.classList.add("results");
    const scroll = h("div", "pscroll", sec.box);
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", "Table 1");
    ui.table = h("table", "rtable ptable", scroll);
    ui.busy = progress(h("div", "rgo", sec.box), emit);
    ui.note = h("p", "note", sec.box);
    const tr = h("tr", "", h("thead", "", ui.table));
    for (const name of ["Model", ...m.sets]) h("th", name === "Model" ? "" : "num", tr, name.replace("_", " ")).scope = "col";
    ui.body = h("tbody", "", ui.table);
    ui.rows = new Map();
    // Stored results are sent to the program if the program has none.
    if (!m.have) emit("lab", { kind: "papers", text: JSON.stringify(globalThis.sheafscopeTexts.papers) });
  }
  ui.busy(m.running);
  ui.note.textContent = m.note;
  // A row is built with its first model, and keeps its buttons.
  for (const r of m.rows) {
    let buttons = ui.rows.get(r.key);
    if (!buttons) {
      const tr = h("tr", "", ui.body);
      h("th", "", tr, r.label).scope = "row";
      buttons = r.cells.map((_, k) => {
        const b = button(h("td", "num", tr), `#cell-${m.sets[k]}-${r.key}`, "", () =>
          emit("lab", { kind: "cell", name: m.sets[k], value: r.key }),
        );
        h("b", "", b);
        b.append(" ");
        h("i", "", b);
        return b;
      });
      ui.rows.set(r.key, buttons);
    }
    // "…" stands for a first result in training, "–" for no result.
    r.cells.forEach((c, k) => {
      const b = buttons[k];
      b.firstChild.textContent = c.busy && !c.ours ? "…" : c.ours || "–";
      b.lastChild.textContent = c.paper;
      b.title = c.title;
      b.setAttribute("aria-label", `${b.textContent.trim()}: ${c.title}` + (c.paper ? `; published ${c.paper}` : ""));
      b.disabled = m.running.off;
      if (c.busy) b.className = "now";
      else b.className = c.live ? "live" : "";
    });
  }
}
