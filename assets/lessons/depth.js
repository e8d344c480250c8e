// The figure of depth: the results of one model with 1 to 32 layers. Its charts show the accuracy by number of layers, and measures of the
// features by layer.
import { h, el, forgetSize, menu } from "../src/dom.js";
import { lines } from "../src/fig-charts.js";
import { action, progress } from "../src/results.js";

/**
 * Draws the model m of the figure into a section. The controls are built once and kept. m.model and m.set are the keys of the chosen model
 * and data set. m.lead is the finding, in parts with a text t; b marks a bold part. running.on is true while networks are trained,
 * running.off if no training can start.
 */
export function depth(sec, m, emit) {
  const ui = (sec.ui ||= build(sec.box, m, emit));
  ui.lead.replaceChildren(...m.lead.map((s) => (s.b ? h("strong", "", null, s.t) : new Text(s.t))));
  fill(ui.model, m.models, m.model);
  fill(ui.set, m.sets, m.set);
  ui.set.parentNode.hidden = m.sets.length < 2;
  ui.model.disabled = ui.set.disabled = m.running.on;
  ui.start.hidden = m.running.on;
  ui.start.disabled = m.running.off;
  ui.busy(m.running);
  ui.note.textContent = m.note;
  // A chart is built once. Without results, there are no charts, and the body is hidden.
  while (ui.charts.length < m.charts.length) {
    const box = h("div", "", ui.body);
    ui.charts.push({ title: h("h3", "", box), sub: h("p", "note", box), svg: el("svg", { role: "img" }, box) });
  }
  ui.body.hidden = !m.charts.length;
  m.charts.forEach((c, k) => {
    const chart = ui.charts[k];
    chart.title.textContent = c.title;
    chart.sub.textContent = c.sub;
    chart.svg.setAttribute("aria-label", c.alt);
    forgetSize(chart.svg); // a hidden chart has no size, so it is measured again
    lines(chart.svg, c.lines);
  });
}

/** Puts a list of pairs [value, name] into a select element, unless the element has this list, and selects a value. */
function fill(select, list, value) {
  const key = JSON.stringify(list);
  if (select.dataset.list !== key) {
    select.dataset.list = key;
    select.replaceChildren(...list.map(([v, name]) => new Option(name, v)));
  }
  select.value = value;
}

/** Builds the controls in a box and returns them. If the program has no stored results yet (m.have), they are sent to the program. */
function build(box, m, emit) {
  box.classList.add("results");
  const ui = { charts: [] },
    show = () => emit("lab", { kind: "showdepth", name: ui.model.value, value: ui.set.value });
  ui.lead = h("p", "shows", box);
  const row = h("div", "rgo", box);
  ui.model = menu(row, "#depth-model", "Model", show);
  ui.set = menu(row, "#depth-set", "Data set", show);
  ui.start = action(row, "Train here", "depth-run", () => emit("lab", { kind: "depth" }));
  ui.busy = progress(row, emit); // a function that shows the state of the training
  ui.body = h("div", "#depth-charts", box);
  ui.note = h("p", "note", box);
  if (!m.have) emit("lab", { kind: "depthrows", text: globalThis.sheafscopeTexts.depth });
  return ui;
}
