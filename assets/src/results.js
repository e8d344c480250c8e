// The results panel: choose models and splits, watch the runs, read the table.
// The controls stay between updates; the table is small and drawn anew.
import { h, el, line, circle, lin, fix, text, meter, button, checkbox, menu } from "./dom.js";

const W = 132,
  H = 24;

export function results(sec, m, emit) {
  const ui = sec.ui || (sec.ui = build(sec.box, emit));
  const send = (kind, detail) => emit("lab", { kind, ...detail });
  const names = m.models.map((c) => c.key).join();
  if (ui.names !== names) {
    ui.names = names;
    ui.boxes = m.models.map((c) => {
      const id = "#results-model-" + c.key.replace("/", "-");
      return checkbox(null, id, c.label, (on) => send("choose", { name: c.key, value: String(on) }));
    });
    const side = (on) => ui.boxes.filter((_, i) => m.models[i].on === on).map((b) => b.parentElement); // a box stays where it was ticked
    ui.models.replaceChildren(...side(true));
    ui.others.replaceChildren(...side(false));
  }
  m.models.forEach((c, i) => {
    ui.boxes[i].checked = c.on;
    ui.boxes[i].disabled = m.running;
  });
  const runs = JSON.stringify(m.runs);
  if (ui.runsKey !== runs) {
    ui.runsKey = runs;
    ui.runs.replaceChildren(...m.runs.map((r) => new Option(r.l, r.v)));
  }
  ui.runs.value = String(m.count);
  if (ui.runs.selectedIndex < 0) ui.runs.selectedIndex = 0;
  ui.runs.disabled = m.running;
  ui.maps.hidden = !m.maps;
  ui.which.value = m.maps;
  ui.which.disabled = ui.three.disabled = m.running;
  ui.start.hidden = m.running;
  ui.busy({ on: m.running, fraction: m.fraction, left: m.left });
  ui.table.hidden = ui.copy.hidden = !m.rows.length;
  ui.nodes.hidden = !m.mistakes;
  ui.note.textContent = m.note || "";
  ui.note.hidden = !m.note;
  if (m.rows.length) table(ui.table, m);
}

/** A button that does something beside the run. */
export const action = (parent, label, id, act) => button(parent, "act#" + id, label, act);

/** Progress of runs with a cancel, shown while they go on: the ids begin with id, and assistive technology hears what is done. */
export function progress(row, emit, id = "figure", of = "runs") {
  const busy = h("div", "rbusy", row),
    set = meter(busy, `Progress of the ${of}`, `${id}-progress`);
  action(busy, "Cancel", `${id}-cancel`, () => emit("lab", { kind: "cancel" }));
  return (a) => {
    busy.hidden = !a.on;
    set(a);
  };
}

function build(box, emit) {
  const ui = {},
    send = (kind, detail) => emit("lab", { kind, ...detail });
  const set = h("fieldset", "rmodels", box);
  h("legend", "sr", set, "Models");
  ui.models = h("div", "", set);
  const more = h("details", "", set);
  h("summary", "#results-more", more, "more models…");
  ui.others = h("div", "", more);
  const row = h("div", "rgo", box);
  ui.runs = menu(row, "#results-runs", "Splits or seeds", (v) => send("count", { index: +v }));
  ui.start = action(row, "Train all", "results-run", () => send("start"));
  ui.busy = progress(row, emit, "results");
  ui.maps = h("div", "rgo", box);
  const which = h("label", "", ui.maps, "Maps of the run ");
  ui.which = menu(which, "#maps-switch", "", (value) => emit("setting", { name: "maps", value }));
  ui.which.append(new Option("learned", "learned"), new Option("identity", "identity"), new Option("zero: no edges", "zero"));
  ui.three = action(ui.maps, "Train with each", "maps-run", () => send("maps"));
  ui.table = h("table", "rtable#results-table", box);
  ui.note = h("p", "note", box);
  ui.copy = h("div", "rcopy", box);
  action(ui.copy, "Copy as Markdown", "results-markdown", () => send("copy", { value: "markdown" }));
  action(ui.copy, "Copy as CSV", "results-csv", () => send("copy", { value: "csv" }));
  ui.nodes = action(ui.copy, "Copy nodes", "mistakes-csv", () => send("copy", { value: "nodes" }));
  ui.nodes.title = "Each node with its mistakes, as CSV";
  return ui;
}

function table(t, m) {
  const head = h("thead"),
    body = h("tbody"),
    tr = h("tr", "", head);
  const X = lin(m.low, m.high, 5, W - 5);
  for (const [name, cls] of [["Model", ""], ["", "dots"], ["Test, mean %", "num"], ...(m.published ? [["The paper’s", "num"]] : [])]) {
    const th = h("th", cls, tr, name);
    th.scope = "col";
    if (cls === "dots") {
      const s = el("svg", { viewBox: `0 0 ${W} 14`, role: "img", "aria-label": `each run, from ${m.low} to ${m.high} %` }, th);
      text(s, 0, 11, fix(m.low, 0), "k");
      text(s, W, 11, fix(m.high, 0), "k e");
    }
  }
  for (const r of m.rows) {
    const row = h("tr", r.best ? "best" : "", body),
      name = h("th", "", row, r.label);
    name.scope = "row";
    Object.assign(row.dataset, { testid: "result-" + r.key.replace("/", "-"), mean: r.mean, std: r.std, n: r.n });
    const cell = h("td", "dots", row),
      s = el("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `${r.n} runs: ${r.dots.map((d) => d.name).join(", ")}` }, cell);
    line(s, 5, H / 2, W - 5, H / 2, "ln thin grid");
    for (const d of r.dots) el("title", {}, circle(s, X(d.v), H / 2, 3.2, "rdot"), d.name);
    if (r.n > 1) line(s, X(r.mean), 3, X(r.mean), H - 3, "ln");
    if (r.published !== "–" && m.published)
      el("title", {}, el("path", { d: `M${X(+r.published) - 3.5} ${H - 1}h7l-3.5 -5z`, class: "f-3" }, s), `published: ${r.published}`);
    const num = h("td", "num", row, r.text);
    if (r.seconds) num.title = `${r.n} runs, ${r.seconds} each`;
    if (r.failed) {
      const f = h("small", "", num, "failed");
      f.title = r.failed;
    }
    if (m.published) h("td", "num", row, r.published).title = r.source;
  }
  t.replaceChildren(head, body);
}
