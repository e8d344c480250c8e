// The dial from a graph to a sheaf, on the loaded graph: five stops, each a family of restriction maps. All of its model is
// here, so that turning it asks nobody.
import { h, el, text, line, rect, circle, lin, open, mark, forgetSize, button } from "./dom.js";
import { action, progress } from "./results.js";

const PICTURE = 236,
  SPECTRUM = 64;

/** Draws the dial of model m into sec.box; sec keeps its elements and where it stands. */
export function dialBox(sec, m, emit) {
  const ui = sec.ui || (sec.ui = build(sec, emit));
  sec.m = m;
  const known = m.stops.some((s) => s.done || s.failed);
  ui.start.hidden = m.running;
  ui.start.disabled = m.off;
  ui.start.textContent = m.trained ? "Train the five again" : "Train the five";
  ui.busy({ on: m.running, fraction: m.fraction, left: m.left });
  ui.show.disabled = m.running;
  ui.note.textContent = m.note;
  ui.body.hidden = !known;
  ui.input.dataset.done = m.stops.filter((s) => s.done).length;
  const names = m.stops.map((s) => s.name).join();
  if (ui.names !== names) {
    ui.names = names;
    ui.input.max = m.stops.length - 1;
    ui.stops.replaceChildren(
      ...m.stops.map((s, k) => {
        const b = button(null, "", s.name, () => {
          ui.input.value = k;
          turn(sec);
        });
        return Object.assign(b, { tabIndex: -1, title: s.label });
      }),
    );
  }
  forgetSize(ui.picture);
  forgetSize(ui.spectrum);
  turn(sec);
}

function build(sec, emit) {
  const ui = {},
    box = sec.box;
  const go = h("div", "rgo", box);
  ui.start = action(go, "Train the five", "dial-run", () => emit("lab", { kind: "dial" }));
  ui.busy = progress(go, emit, "dial", "stops");
  ui.body = h("div", "", box);
  const turner = h("div", "turner", ui.body);
  const ends = h("p", "ends", turner);
  h("span", "", ends, "a graph");
  h("span", "", ends, "a sheaf");
  ui.input = h("input", "#morph-dial", turner);
  Object.assign(ui.input, { type: "range", min: 0, max: 4, step: 1, value: 0 });
  ui.input.setAttribute("aria-label", "Restriction maps, from the graph to a sheaf");
  ui.input.addEventListener("input", () => turn(sec));
  ui.stops = h("div", "stops", turner);
  ui.stops.setAttribute("aria-hidden", "true"); // the slider says its stop
  ui.said = h("p", "dsaid", ui.body);
  ui.said.setAttribute("aria-live", "polite");
  ui.picture = el("svg", { role: "img" }, ui.body);
  ui.nums = h("dl", "nums two", ui.body);
  ui.spectrum = el("svg", { role: "img" }, ui.body);
  ui.show = action(h("div", "rcopy", ui.body), "Show this run on the page", "dial-show", () =>
    emit("lab", { kind: "stop", index: +ui.input.value }),
  );
  ui.note = h("p", "note", box);
  return ui;
}

function turn(sec) {
  const { ui, m } = sec,
    at = +ui.input.value,
    s = m.stops[at];
  ui.input.setAttribute("aria-valuetext", s.label);
  [...ui.stops.children].forEach((b, k) => b.classList.toggle("on", k === at));
  ui.said.replaceChildren(
    ...[s.maps + " ", s.failed || (s.done ? "" : "Not trained yet.")].filter(Boolean).map((t) => document.createTextNode(t)),
  );
  for (const q of s.said || []) h(q.b ? "b" : "span", "", ui.said, q.t);
  ui.show.hidden = !s.position;
  ui.nums.replaceChildren(
    ...[
      ["Test accuracy", s.test],
      ["Wrong", s.wrong],
      ["Kernel dimension", s.kernel],
      ["Dirichlet energy", s.energy],
    ].map(([k, v]) => {
      const d = h("div");
      h("dt", "", d, k);
      h("dd", "", d, v || "–");
      return d;
    }),
  );
  picture(ui.picture, m, s);
  spectrum(ui.spectrum, s);
}

/** The graph: the predicted classes, and a ring where one is wrong. */
function picture(svg, m, s) {
  svg.toggleAttribute("hidden", !m.places || !s.pred);
  const o = m.places && s.pred && open(svg, PICTURE);
  if (!o) return;
  const n = m.places.length / 2,
    r = n > 400 ? 2.4 : n > 150 ? 3.4 : 4.4;
  // The places fill the picture: it shows who is near whom, not a scale.
  const across = (k, from, to) => {
    const v = m.places.filter((_, i) => i % 2 === k),
      f = lin(Math.min(...v), Math.max(...v), from, to);
    return (i) => f(m.places[2 * i + k]);
  };
  const X = across(0, 12, o.w - 12),
    Y = across(1, PICTURE - 10, 30);
  let d = "";
  for (let e = 0; e < m.edges.length; e += 2)
    d += `M${X(m.edges[e]).toFixed(1)} ${Y(m.edges[e]).toFixed(1)}L${X(m.edges[e + 1]).toFixed(1)} ${Y(m.edges[e + 1]).toFixed(1)}`;
  el("path", { d, class: "dedges" }, svg);
  const nodes = el("g", { class: "dright" }, svg),
    wrong = el("g", {}, svg);
  for (let i = 0; i < n; i++) {
    const bad = m.labels[i] >= 0 && m.labels[i] !== s.pred[i];
    mark(bad ? wrong : nodes, m.slots[s.pred[i]], X(i), Y(i), r);
    if (bad) circle(wrong, X(i), Y(i), r + 3.2, "wrong");
  }
  circle(svg, 8, 8, 5, "wrong");
  text(svg, 18, 12, "wrong class predicted", "k");
  svg.setAttribute("aria-label", `The graph by predicted class; wrong: ${s.wrong}`);
}

/** The spectrum as counts over 0..2. */
function spectrum(svg, s) {
  svg.toggleAttribute("hidden", !s.counts);
  const o = s.counts && open(svg, SPECTRUM);
  if (!o) return;
  const base = SPECTRUM - 16,
    X = lin(0, 2, 4, o.w - 8),
    most = Math.max(...s.counts),
    w = (X(2) - X(0)) / s.counts.length;
  s.counts.forEach((c, k) => {
    if (c) rect(svg, X(0) + k * w + 0.5, base - ((base - 18) * c) / most, w - 1, ((base - 18) * c) / most, k ? "f-2" : "f-a");
  });
  line(svg, X(0), base + 0.5, X(2), base + 0.5, "ax");
  for (const t of [0, 1, 2]) text(svg, X(t), base + 13, String(t), t === 2 ? "e" : t ? "c" : "");
  text(svg, 4, 10, s.lambda ? `eigenvalues of the sheaf Laplacian; λ₂ = ${s.lambda}` : "eigenvalues of the sheaf Laplacian", "k");
  svg.setAttribute("aria-label", `Spectrum: kernel of dimension ${s.kernel}, λ₂ ${s.lambda}`);
}
