// The results panel, with which the user compares models: the choice of the models and of the number of runs, the progress of the runs,
// and the table of results. The controls keep their elements between updates. The table is small, and is built anew.
import { h, el, line, circle, lin, fix, text, meter, button, checkbox, menu } from "./dom.js";

// The picture of the runs of a model, in pixels: the size, the margin at both sides, and the radius of a dot.
const WIDTH = 132,
  HEIGHT = 24,
  MARGIN = 5,
  DOT = 3.2;

/**
 * Draws the panel of the view model m (results.Model of web/view) into a section; sec.ui has its controls. models are the networks that the
 * user can choose, and their field on reports a chosen network. runs are the entries of the menu of the number of runs (l: label, v:
 * value), and count is the chosen number; 0 stands for all splits, or for the default number of seeds. running reports that runs proceed;
 * progress explains fraction and left. maps is the kind of maps of the run on the page, "" for a network without maps. rows are the rows of
 * the table, note is the message below them, and mistakes reports that the mistakes of nodes can be copied.
 */
export function results(sec, m, emit) {
  sec.ui ||= build(sec.box, emit);
  const { ui } = sec,
    send = (kind, detail) => emit("lab", { kind, ...detail });
  // New boxes are made for another list of models. Models that are chosen at this time come first, all others are in a fold. A later choice
  // moves no box, so that the pointer stays on its box.
  const keys = m.models.map((c) => c.key).join();
  if (ui.modelKeys !== keys) {
    ui.modelKeys = keys;
    ui.boxes = m.models.map((c) => {
      const id = "#results-model-" + c.key.replace("/", "-"); // a key can be "sgpc/code"
      return checkbox(null, id, c.label, (on) => send("choose", { name: c.key, value: String(on) }));
    });
    const labels = (chosen) => ui.boxes.filter((_, i) => m.models[i].on === chosen).map((b) => b.parentElement);
    ui.models.replaceChildren(...labels(true));
    ui.others.replaceChildren(...labels(false));
  }
  m.models.forEach((c, i) => {
    ui.boxes[i].checked = c.on;
    ui.boxes[i].disabled = m.running;
  });
  // The menu of the number of runs.
  const runs = JSON.stringify(m.runs);
  if (ui.runsKey !== runs) {
    ui.runsKey = runs;
    ui.runs.replaceChildren(...m.runs.map((r) => new Option(r.l, r.v)));
  }
  ui.runs.value = String(m.count);
  if (ui.runs.selectedIndex < 0) ui.runs.selectedIndex = 0; // count is not in the menu
  ui.runs.disabled = m.running;
  // The comparison of learned, identity and zero maps.
  ui.maps.hidden = !m.maps;
  ui.mapsMenu.value = m.maps;
  ui.mapsMenu.disabled = m.running;
  ui.trainMaps.disabled = m.running;
  // While runs proceed, their progress replaces the button that starts them. Then the table, and a message.
  ui.start.hidden = m.running;
  ui.busy({ on: m.running, fraction: m.fraction, left: m.left });
  ui.table.hidden = !m.rows.length;
  ui.copy.hidden = !m.rows.length;
  ui.nodes.hidden = !m.mistakes;
  ui.note.textContent = m.note || "";
  ui.note.hidden = !m.note;
  if (m.rows.length) fillTable(ui.table, m);
}

/** Returns a button with a label and a test id for an action that does not control the run of the page. */
export const action = (parent, label, id, act) => button(parent, "act#" + id, label, act);

/**
 * Adds the progress of runs with a button Cancel to a row. id begins the test ids, subject is the word of the label for screen readers.
 * Returns a function that shows a state. on reports that the runs proceed; else the progress is hidden. fraction is the finished share from
 * 0 to 1, or below 0 if unknown. left is a text with the remaining time.
 */
export function progress(row, emit, id = "figure", subject = "runs") {
  const busy = h("div", "rbusy", row),
    setMeter = meter(busy, `Progress of the ${subject}`, `${id}-progress`);
  action(busy, "Cancel", `${id}-cancel`, () => emit("lab", { kind: "cancel" }));
  return (state) => {
    busy.hidden = !state.on;
    setMeter(state);
  };
}

/** Builds the controls of the panel and returns them. */
function build(box, emit) {
  const ui = {},
    send = (kind, detail) => emit("lab", { kind, ...detail });
  // The models: first the models that are chosen at the start, then a fold with the other models.
  const models = h("fieldset", "rmodels", box);
  h("legend", "sr", models, "Models");
  ui.models = h("div", "", models);
  const more = h("details", "", models);
  h("summary", "#results-more", more, "more models…");
  ui.others = h("div", "", more);
  // The number of runs, the button that starts them, and their progress.
  const row = h("div", "rgo", box);
  ui.runs = menu(row, "#results-runs", "Splits or seeds", (v) => send("count", { index: +v }));
  ui.start = action(row, "Train all", "results-run", () => send("start"));
  ui.busy = progress(row, emit, "results");
  // The kind of maps of the run on the page, and a button that trains with each kind.
  ui.maps = h("div", "rgo", box);
  const label = h("label", "", ui.maps, "Maps of the run ");
  ui.mapsMenu = menu(label, "#maps-switch", "", (value) => emit("setting", { name: "maps", value }));
  ui.mapsMenu.append(new Option("learned", "learned"), new Option("identity", "identity"), new Option("zero: no edges", "zero"));
  ui.trainMaps = action(ui.maps, "Train with each", "maps-run", () => send("maps"));
  // The table, its message, and its export.
  ui.table = h("table", "rtable#results-table", box);
  ui.note = h("p", "note", box);
  ui.copy = h("div", "rcopy", box);
  action(ui.copy, "Copy as Markdown", "results-markdown", () => send("copy", { value: "markdown" }));
  action(ui.copy, "Copy as CSV", "results-csv", () => send("copy", { value: "csv" }));
  ui.nodes = action(ui.copy, "Copy nodes", "mistakes-csv", () => send("copy", { value: "nodes" }));
  ui.nodes.title = "Each node with its mistakes, as CSV";
  return ui;
}

/**
 * Fills the table of the view model m. A row is a network, or a kind of maps, with a picture of its runs and their mean. low and high are
 * the ends of the pictures, in per cent. If m.published is true, some row has an accuracy that the paper publishes, and the table has a
 * column for it. A row has the number of its runs (n), a dot for each run (v: test accuracy in per cent, name: its split or seed), and the
 * mean and the standard deviation (mean, std) in per cent. text has mean and std, published is the published accuracy ("–" for none), and
 * source says where it stands. best marks the best mean, seconds is the mean time of a run, and failed is the reason of a failed run.
 */
function fillTable(table, m) {
  const head = h("thead"),
    body = h("tbody"),
    headRow = h("tr", "", head);
  // X maps an accuracy in per cent to a pixel of the pictures.
  const X = lin(m.low, m.high, MARGIN, WIDTH - MARGIN);
  const columns = [
    ["Model", ""],
    ["", "dots"],
    ["Test, mean %", "num"],
  ];
  if (m.published) columns.push(["The paper’s", "num"]);
  for (const [name, cls] of columns) {
    const th = h("th", cls, headRow, name);
    th.scope = "col";
    if (cls === "dots") {
      // The head of the pictures has the ends of their axis, in a low picture of the same width.
      const s = el("svg", { viewBox: `0 0 ${WIDTH} 14`, role: "img", "aria-label": `each run, from ${m.low} to ${m.high} %` }, th);
      text(s, 0, 11, fix(m.low, 0), "k");
      text(s, WIDTH, 11, fix(m.high, 0), "k e");
    }
  }
  for (const r of m.rows) {
    const row = h("tr", r.best ? "best" : "", body),
      name = h("th", "", row, r.label);
    name.scope = "row";
    Object.assign(row.dataset, { testid: "result-" + r.key.replace("/", "-"), mean: r.mean, std: r.std, n: r.n });
    // A dot for each run, a line at the mean, and a triangle at the published accuracy.
    const cell = h("td", "dots", row),
      label = `${r.n} runs: ${r.dots.map((d) => d.name).join(", ")}`,
      s = el("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label }, cell);
    line(s, MARGIN, HEIGHT / 2, WIDTH - MARGIN, HEIGHT / 2, "ln thin grid");
    for (const d of r.dots) el("title", {}, circle(s, X(d.v), HEIGHT / 2, DOT, "rdot"), d.name);
    // The mean of a single run is its dot.
    if (r.n > 1) line(s, X(r.mean), 3, X(r.mean), HEIGHT - 3, "ln");
    if (r.published !== "–" && m.published) {
      const triangle = el("path", { d: `M${X(+r.published) - 3.5} ${HEIGHT - 1}h7l-3.5 -5z`, class: "f-3" }, s);
      el("title", {}, triangle, `published: ${r.published}`);
    }
    const mean = h("td", "num", row, r.text);
    if (r.seconds) mean.title = `${r.n} runs, ${r.seconds} each`;
    if (r.failed) {
      const failed = h("small", "", mean, "failed");
      failed.title = r.failed;
    }
    if (m.published) h("td", "num", row, r.published).title = r.source;
  }
  table.replaceChildren(head, body);
}
