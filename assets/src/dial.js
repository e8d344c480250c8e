// The dial from a graph to a sheaf, for the reader who asks what restriction maps add on the loaded graph. The dial is a slider with five
// stops. Each stop is a family of restriction maps, from the identity (a graph) to general maps (a sheaf), with the results of its run. The
// model of the dial (results.Dial of web/view) has the results of all stops, so that a turn needs no request.
import { h, el, text, line, rect, circle, lin, open, mark, forgetSize, button } from "./dom.js";
import { action, progress } from "./results.js";

// Pixels of the drawings:
const PICTURE_HEIGHT = 236,
  SPECTRUM_HEIGHT = 64,
  KEY_HEIGHT = 30, // of the key above the nodes
  RING_GAP = 3.2; // from the border of a node to the ring of a wrong prediction

/**
 * Draws the dial of model m into the section sec, which keeps the elements (ui) and the model (m). running reports that runs of the dial
 * proceed, off that no training can start, and trained that the five have started before. fraction (0 to 1) and left are the progress of
 * the runs.
 */
export function dialBox(sec, m, emit) {
  const ui = sec.ui || (sec.ui = build(sec, emit));
  sec.m = m;
  const hasResult = m.stops.some((stop) => stop.done || stop.failed);
  ui.start.hidden = m.running;
  ui.start.disabled = m.off;
  ui.start.textContent = m.trained ? "Train the five again" : "Train the five";
  ui.setProgress({ on: m.running, fraction: m.fraction, left: m.left });
  ui.show.disabled = m.running;
  ui.note.textContent = m.note;
  ui.body.hidden = !hasResult;
  ui.input.dataset.done = m.stops.filter((stop) => stop.done).length;
  // New names: the slider gets new stops. A click on the name of a stop shows the stop.
  const names = m.stops.map((stop) => stop.name).join();
  if (ui.names !== names) {
    ui.names = names;
    ui.input.max = m.stops.length - 1; // the value of the slider is the index of the stop, from 0
    const buttons = m.stops.map((stop, k) => {
      const b = button(null, "", stop.name, () => {
        ui.input.value = k;
        showStop(sec);
      });
      return Object.assign(b, { tabIndex: -1, title: stop.label }); // keys move the slider, not the buttons
    });
    ui.stops.replaceChildren(...buttons);
  }
  forgetSize(ui.picture); // the body may have been hidden, without a size
  forgetSize(ui.spectrum);
  showStop(sec);
}

/** Creates the elements of a section. Returns an object with the elements that showStop and dialBox change, and with setProgress. */
function build(sec, emit) {
  const ui = {},
    box = sec.box;
  const startRow = h("div", "rgo", box);
  ui.start = action(startRow, "Train the five", "dial-run", () => emit("lab", { kind: "dial" }));
  ui.setProgress = progress(startRow, emit, "dial", "stops");
  ui.body = h("div", "", box);
  const turner = h("div", "turner", ui.body);
  const ends = h("p", "ends", turner);
  h("span", "", ends, "a graph");
  h("span", "", ends, "a sheaf");
  ui.input = h("input", "#morph-dial", turner);
  Object.assign(ui.input, { type: "range", min: 0, max: 4, step: 1, value: 0 });
  ui.input.setAttribute("aria-label", "Restriction maps, from the graph to a sheaf");
  ui.input.addEventListener("input", () => showStop(sec));
  ui.stops = h("div", "stops", turner);
  ui.stops.setAttribute("aria-hidden", "true"); // the slider has the name of its stop
  ui.sentence = h("p", "dsaid", ui.body);
  ui.sentence.setAttribute("aria-live", "polite");
  ui.picture = el("svg", { role: "img" }, ui.body);
  ui.numbers = h("dl", "nums two", ui.body);
  ui.spectrum = el("svg", { role: "img" }, ui.body);
  ui.show = action(h("div", "rcopy", ui.body), "Show this run on the page", "dial-show", () =>
    emit("lab", { kind: "stop", index: +ui.input.value }),
  );
  ui.note = h("p", "note", box);
  return ui;
}

/**
 * Shows the stop at the value of the slider: its maps, the predictions of its run, numbers and spectrum. maps is a sentence. done reports
 * that the run has ended, and failed is the reason of a failed run. said is a sentence in pieces {t: text, b: true if bold}. position is
 * the end of the best epoch, in inner steps of the run; it is 0 without a result. The numbers are texts, "" for an unknown number.
 */
function showStop(sec) {
  const { ui, m } = sec,
    index = +ui.input.value,
    stop = m.stops[index];
  ui.input.setAttribute("aria-valuetext", stop.label);
  [...ui.stops.children].forEach((b, k) => b.classList.toggle("on", k === index));
  const state = stop.failed || (stop.done ? "" : "Not trained yet."),
    sentences = [stop.maps + " ", state].filter(Boolean);
  ui.sentence.replaceChildren(...sentences.map((t) => document.createTextNode(t)));
  for (const span of stop.said || []) h(span.b ? "b" : "span", "", ui.sentence, span.t);
  ui.show.hidden = !stop.position;
  const numbers = [
    ["Test accuracy", stop.test],
    ["Wrong", stop.wrong],
    ["Kernel dimension", stop.kernel],
    ["Dirichlet energy", stop.energy],
  ];
  ui.numbers.replaceChildren(
    ...numbers.map(([name, value]) => {
      const entry = h("div");
      h("dt", "", entry, name);
      h("dd", "", entry, value || "–");
      return entry;
    }),
  );
  drawGraph(ui.picture, m, stop);
  drawSpectrum(ui.spectrum, stop);
}

/**
 * Draws the graph with the predicted classes (pred), and a ring around each node with a wrong prediction. places has x and y of each node
 * in turn, with y upwards, and edges has both ends of each edge in turn. labels are the true classes, −1 for a node without a label. slots
 * are the places of the classes in the palette. The picture is hidden without places (a large graph, or no result at all) and without
 * predictions of this stop.
 */
function drawGraph(svg, m, stop) {
  svg.toggleAttribute("hidden", !m.places || !stop.pred);
  const box = m.places && stop.pred && open(svg, PICTURE_HEIGHT);
  if (!box) return;
  const n = m.places.length / 2;
  let r = 4.4; // radius of a node in pixels, smaller in a larger graph
  if (n > 400) r = 2.4;
  else if (n > 150) r = 3.4;
  // The places are stretched to the box in each direction, since the picture shows neighbours, not distances. stretch returns the function
  // from a node to its pixel coordinate from from to to: x for side 0, y for side 1.
  const stretch = (side, from, to) => {
    const values = m.places.filter((_, i) => i % 2 === side),
      scale = lin(Math.min(...values), Math.max(...values), from, to);
    return (i) => scale(m.places[2 * i + side]);
  };
  const X = stretch(0, 12, box.w - 12),
    Y = stretch(1, PICTURE_HEIGHT - 10, KEY_HEIGHT); // pixels count downwards
  // The edges as one path, below the nodes.
  const point = (i) => `${X(i).toFixed(1)} ${Y(i).toFixed(1)}`;
  let d = "";
  for (let e = 0; e < m.edges.length; e += 2) d += `M${point(m.edges[e])}L${point(m.edges[e + 1])}`;
  el("path", { d, class: "dedges" }, svg);
  // Nodes with a wrong prediction lie above the others.
  const right = el("g", { class: "dright" }, svg),
    wrong = el("g", {}, svg);
  for (let i = 0; i < n; i++) {
    const isWrong = m.labels[i] >= 0 && m.labels[i] !== stop.pred[i];
    mark(isWrong ? wrong : right, m.slots[stop.pred[i]], X(i), Y(i), r);
    if (isWrong) circle(wrong, X(i), Y(i), r + RING_GAP, "wrong");
  }
  // The key above the nodes.
  circle(svg, 8, 8, 5, "wrong");
  text(svg, 18, 12, "wrong class predicted", "k");
  svg.setAttribute("aria-label", `The graph by predicted class; wrong: ${stop.wrong}`);
}

/**
 * Draws the histogram (counts) of the eigenvalues in bins of equal width from 0 to 2. The first bar contains the kernel, and has the accent
 * colour. lambda is the text of λ₂, "" without λ₂. Without a histogram the picture is hidden.
 */
function drawSpectrum(svg, stop) {
  svg.toggleAttribute("hidden", !stop.counts);
  const box = stop.counts && open(svg, SPECTRUM_HEIGHT);
  if (!box) return;
  const base = SPECTRUM_HEIGHT - 16,
    X = lin(0, 2, 4, box.w - 8),
    most = Math.max(...stop.counts), // above 0, since each eigenvalue is in a bin
    width = (X(2) - X(0)) / stop.counts.length;
  stop.counts.forEach((count, k) => {
    const height = ((base - 18) * count) / most;
    if (count) rect(svg, X(0) + k * width + 0.5, base - height, width - 1, height, k ? "f-2" : "f-a");
  });
  line(svg, X(0), base + 0.5, X(2), base + 0.5, "ax");
  text(svg, X(0), base + 13, "0", "");
  text(svg, X(1), base + 13, "1", "c");
  text(svg, X(2), base + 13, "2", "e");
  const lambda = stop.lambda && `; λ₂ = ${stop.lambda}`;
  text(svg, 4, 10, "eigenvalues of the sheaf Laplacian" + lambda, "k");
  svg.setAttribute("aria-label", `Spectrum: kernel of dimension ${stop.kernel}${lambda}`);
}
