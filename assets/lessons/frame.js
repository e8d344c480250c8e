// The figure of a frame, which is an orthonormal basis of a node's stalk. A slider turns the frame in a plane of two coordinates. The
// figure shows the numbers that stay the same, and by how much the predictions change.
import { checkbox, el, h, menu, slider } from "../src/dom.js";
import { numbers } from "./parts.js";

const SIZE = 148, // pixels of the picture
  MARGIN = 16; // pixels between the circle and the border, for the numbers of the axes

/**
 * Draws the model m of the figure into a section. The controls are built once and kept. plane is the index of the chosen plane in planes,
 * mirror adds a reflection, and same has rows [name, value] of quantities that no turn changes. A row of moves has the change of the
 * prediction at the node (own), and the largest change at another node (other). Without moves, their table is hidden.
 */
export function frame(sec, m, emit) {
  const ui = (sec.ui ||= build(sec, emit));
  const planes = m.planes.join();
  if (ui.planes !== planes) {
    ui.planes = planes;
    ui.plane.replaceChildren(...m.planes.map((name, k) => new Option(name, String(k))));
  }
  ui.plane.value = String(m.plane);
  ui.mirror.checked = m.mirror;
  ui.plane.parentElement.hidden = m.planes.length < 2;
  // A slider that the reader moves is ahead of the model.
  if (document.activeElement !== ui.turn) ui.turn.value = String(m.degrees);
  picture(ui, m);
  numbers(ui.same, m.same || []);
  ui.moves.hidden = !m.moves;
  ui.rows.replaceChildren(
    ...(m.moves || []).map((q) => {
      const tr = h("tr");
      h("th", "", tr, q.name).scope = "row";
      h("td", "", tr, q.own);
      h("td", "", tr, q.other);
      return tr;
    }),
  );
  if (ui.note.textContent !== m.note) ui.note.textContent = m.note;
}

/** Builds the controls in a section and returns them. */
function build(sec, emit) {
  const ui = {},
    row = h("div", "framedial", sec.body);
  ui.svg = el("svg", { role: "img", viewBox: `0 0 ${SIZE} ${SIZE}`, width: SIZE, height: SIZE }, row);
  const side = h("div", "", row);
  const label = h("label", "", side, "Plane of coordinates ");
  ui.plane = menu(label, "", "", () => plane());
  ui.turn = slider(side, "Turn", "Turn of the frame, degrees", "frame-turn", { min: 0, max: 359, step: 1 }).input;
  ui.mirror = checkbox(side, "", " reflect the second coordinate", () => plane());
  // Plane and reflection are sent as one index: first all planes without a reflection, then all planes with a reflection.
  const plane = () => emit("figure", { name: "frame-plane", index: +ui.plane.value + (ui.mirror.checked ? ui.plane.length : 0) });
  ui.turn.addEventListener("input", () => {
    // The picture turns at once; the numbers follow with the next model.
    picture(ui, { ...sec.m, degrees: +ui.turn.value });
    emit("figure", { name: "frame", index: 1 + +ui.turn.value }); // 0 stands for a closed figure
  });
  ui.same = h("dl", "nums", sec.body);
  ui.moves = h("table", "moves", sec.body);
  const head = h("tr", "", h("thead", "", ui.moves));
  for (const name of ["Turned along", "This node", "Elsewhere"]) h("th", "", head, name).scope = "col";
  ui.rows = h("tbody", "", ui.moves);
  ui.note = h("p", "note#frame-note", sec.body);
  ui.note.setAttribute("role", "status");
  return ui;
}

/**
 * Draws the plane: the old axes are thin, the new axes have their numbers, and the stalk vector keeps its direction. m.x has the two
 * coordinates of the stalk vector (its mean over the channels) in the plane. The picture has the direction of the vector, not its length.
 */
function picture(ui, m) {
  const { svg } = ui,
    mid = SIZE / 2,
    r = mid - MARGIN,
    [x, y] = m.x || [0, 0],
    length = Math.hypot(x, y) || 1;
  const a = (m.degrees * Math.PI) / 180,
    flip = m.mirror ? -1 : 1;
  // Returns the pixel of a point, which is given in units of the radius from the center, with v upwards.
  const pixelOf = (u, v) => [mid + r * u, mid - r * v];
  svg.replaceChildren();
  /** Draws the vector (u, v) from the center, with a name beyond its tip (1.13 times as far), 4 pixels lower to center its letters. */
  const arrow = (u, v, cls, name) => {
    const [px, py] = pixelOf(u, v),
      [tx, ty] = pixelOf(1.13 * u, 1.13 * v);
    el("line", { x1: mid, y1: mid, x2: px, y2: py, class: cls }, svg);
    if (name) el("text", { x: tx, y: ty + 4, "text-anchor": "middle" }, svg, name);
  };
  el("circle", { cx: mid, cy: mid, r, class: "ring" }, svg);
  for (const [u, v] of [
    [1, 0],
    [0, 1],
  ])
    arrow(u, v, "old");
  // Row k of the orthogonal matrix Q, the turn, is the new axis k in the old coordinates.
  const first = [Math.cos(a), -flip * Math.sin(a)],
    second = [Math.sin(a), flip * Math.cos(a)];
  const [p, q] = (m.planes[m.plane] || "1, 2").split(", ");
  arrow(...first, "axis", p);
  // A stalk of dimension 1 has the single plane "1, 1", and one axis.
  if (m.planes.length > 1 || p !== q) arrow(...second, "axis", q);
  arrow((0.8 * x) / length, (0.8 * y) / length, "vector"); // shorter than the axes, so that an axis below it stays visible
  svg.setAttribute("aria-label", `The plane of coordinates ${p} and ${q}; the axes are turned by ${m.degrees} degrees, the vector stays`);
  ui.turn.nextElementSibling.textContent = `${m.degrees}°`; // the number beside the slider
}
