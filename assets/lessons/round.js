// The figure of a cycle: a vector is transported round the cycle by the maps and returns changed. The figure shows the vector at every
// node, the distances of all cycles, and the distance of the chosen cycle by epoch.
import { button, el, h, menu } from "../src/dom.js";
import { numbers } from "./parts.js";

const SIZE = 220, // pixels of the width of all pictures
  LOW = 72, // pixels of the height of the two charts
  NAMES = 46, // pixels between the ring and the border, for the names
  SIDE = 8; // pixels between a chart and the border

/**
 * Draws the model m of the figure into a section. mark draws the sign of a class. The controls are built once and kept. place is the number
 * of the cycle in names, from 1. chosen reports that the reader has selected the nodes of a cycle instead.
 */
export function round(sec, m, emit, mark) {
  const ui = (sec.ui ||= build(sec, emit)),
    names = (m.names || []).join();
  if (ui.names !== names) {
    ui.names = names;
    ui.pick.replaceChildren(...(m.names || []).map((name, k) => new Option(`${k + 1}: ${name}`, String(k + 1))));
  }
  ui.pick.value = String(m.place);
  ui.pick.disabled = Boolean(m.chosen);
  ui.label.textContent = m.chosen ? "the selected nodes" : "";
  drawCycle(ui.svg, m, mark);
  numbers(ui.nums, m.nums || []);
  histogram(ui.bars, m.bins || []);
  drawTrail(ui.line, m.trail || []);
  if (ui.note.textContent !== m.note) ui.note.textContent = m.note;
}

/** Builds the controls in a section and returns them. */
function build(sec, emit) {
  const ui = {},
    label = h("label", "", sec.body, "Cycle ");
  // The index 0 stands for a closed figure, so that cycle v is sent as v + 1.
  ui.pick = menu(label, "#cycle-pick", "", (v) => emit("figure", { name: "cycle", index: 1 + +v }));
  ui.label = h("span", "", label);
  ui.svg = el("svg", { role: "img", viewBox: `0 0 ${SIZE} ${SIZE}` }, sec.body);
  ui.nums = h("dl", "nums", sec.body);
  ui.bars = el("svg", { role: "img", viewBox: `0 0 ${SIZE} ${LOW}` }, sec.body);
  ui.line = el("svg", { role: "img", viewBox: `0 0 ${SIZE} ${LOW}` }, sec.body);
  ui.note = h("p", "note#cycle-note", sec.body);
  button(sec.body, "later#cycle-lesson", "Do triangles turn maps?", () => globalThis.sheafscopeLesson("triangles", emit));
  return ui;
}

/**
 * Draws the nodes of the cycle as a ring, clockwise from the top. Each node has the vector that arrives (path[k]), by the first two
 * coordinates of the node's stalk. The first node has the vector before the cycle, in the accent color, and after the cycle (path[n]).
 */
function drawCycle(svg, m, mark) {
  svg.replaceChildren();
  const nodes = m.nodes || [],
    n = nodes.length,
    mid = SIZE / 2,
    r = mid - NAMES; // the radius of the ring in pixels
  svg.toggleAttribute("hidden", !n);
  // Returns the center of node k in pixels. Node n is node 0 again.
  const centerOf = (k) => [mid + r * Math.sin((2 * Math.PI * k) / n), mid - r * Math.cos((2 * Math.PI * k) / n)];
  // The picture ends below the lowest node: the lowest node of a triangle is above the lower end of the circle.
  const low = Math.max(mid, ...nodes.map((_, k) => centerOf(k)[1]));
  svg.setAttribute("viewBox", `0 0 ${SIZE} ${low + NAMES}`);
  nodes.forEach((_, k) => {
    const [x1, y1] = centerOf(k),
      [x2, y2] = centerOf(k + 1);
    el("line", { x1, y1, x2, y2 }, svg);
  });
  // Draws the vector v at node k.
  const arrow = (k, v, cls) => {
    const [x, y] = centerOf(k),
      unit = k ? 26 : 40, // pixels of the length 1; the vectors at the first node are compared, so they are longer
      [u, w] = [v[0] * unit, -(v[1] || 0) * unit]; // a stalk of dimension 1 has no second coordinate
    el("line", { x1: x, y1: y, x2: x + u, y2: y + w, class: cls }, svg);
    el("circle", { cx: x + u, cy: y + w, r: 2.5, class: cls }, svg);
  };
  nodes.forEach((q, k) => {
    const [x, y] = centerOf(k),
      outside = (r + 34) / r; // the name is 34 pixels outside the ring
    arrow(k, m.path[k], k ? "vector" : "axis"); // the class axis has the accent color
    if (!k) arrow(0, m.path[n], "vector");
    mark(svg, q.slot, x, y, 5);
    el("text", { x: mid + (x - mid) * outside, y: mid + (y - mid) * outside + 4, "text-anchor": "middle" }, svg, q.name);
  });
  svg.setAttribute(
    "aria-label",
    `A vector carried round ${nodes.map((q) => q.name).join(", ")}; ${(m.nums || [])
      .slice(0, 2)
      .map((q) => q.join(" "))
      .join(", ")}`,
  );
}

/**
 * Draws a histogram of the distances of all cycles from the identity, from 0 to √2. Of the cycles in a bin, own is the share with the maps
 * of the run, drawn as a bar. shuffled is the share with the same maps on other edges at random, drawn as a line.
 */
function histogram(svg, bins) {
  svg.replaceChildren();
  svg.toggleAttribute("hidden", !bins.length);
  const most = Math.max(1e-9, ...bins.flatMap((q) => [q.own, q.shuffled])), // 1e-9 prevents a division by 0
    w = (SIZE - 2 * SIDE) / bins.length, // pixels of a bin
    base = LOW - 16; // y of the axis; 16 pixels below are for its numbers
  const y = (v) => base - ((base - 14) * v) / most; // 14 pixels at the top are for the title
  bins.forEach((q, k) => el("rect", { x: SIDE + k * w + 0.5, y: y(q.own), width: w - 1, height: base - y(q.own), class: "count" }, svg));
  el("polyline", { points: bins.map((q, k) => `${SIDE + (k + 0.5) * w},${y(q.shuffled)}`).join(" "), class: "trail" }, svg);
  el("text", { x: SIDE, y: 10 }, svg, "cycles by distance; line: shuffled maps");
  for (const [t, name, anchor] of [
    [0, "0", "start"],
    [1, "1", "middle"],
    [Math.SQRT2, "√2", "end"],
  ]) {
    el("text", { x: SIDE + ((SIZE - 2 * SIDE) * t) / Math.SQRT2, y: LOW - 3, "text-anchor": anchor }, svg, name);
  }
  svg.setAttribute("aria-label", "Distances of the cycles from the identity, and of the same cycles with shuffled maps");
}

/**
 * Draws the distance (away) of the chosen cycle from the identity, by epoch. A list of fewer than two epochs hides the chart. The axis and
 * the title have the same 16 and 14 pixels as in histogram.
 */
function drawTrail(svg, list) {
  svg.replaceChildren();
  svg.toggleAttribute("hidden", list.length < 2);
  if (list.length < 2) return;
  const first = list[0].epoch,
    last = list.at(-1).epoch,
    most = Math.max(1e-9, ...list.map((q) => q.away)),
    base = LOW - 16;
  const x = (e) => SIDE + ((SIZE - 2 * SIDE) * (e - first)) / (last - first),
    y = (v) => base - ((base - 14) * v) / most;
  el("polyline", { points: list.map((q) => `${x(q.epoch)},${y(q.away)}`).join(" "), class: "trail" }, svg);
  el("line", { x1: SIDE, y1: base, x2: SIZE - SIDE, y2: base }, svg);
  el("text", { x: SIDE, y: 10 }, svg, `distance by epoch, up to ${most.toFixed(3)}`);
  el("text", { x: SIDE, y: LOW - 3 }, svg, String(first));
  el("text", { x: SIZE - SIDE, y: LOW - 3, "text-anchor": "end" }, svg, String(last));
  svg.setAttribute("aria-label", `Distance of this cycle from the identity, epochs ${first} to ${last}`);
}
