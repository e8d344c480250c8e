// The plane of maps in the inspector (edge.MapPlane of web/view). Each edge is a point; edges with similar maps have points near each
// other. A box that the user draws around points filters the table of edges. A click on a point selects its edge.
import { h, el, lin, ticks, tickText, axes, open, circle } from "./dom.js";

// Pixels:
const HEIGHT = 230,
  LEFT = 40, // labels of the y-axis
  FOOT = 22, // labels of the x-axis
  BORDER = 4, // margin at the top and at the right
  DRAG = 4, // a shorter movement, along x and along y, is a click
  REACH = 9; // largest distance of a click from the selected point

// The class and the path of a point, by the field same of the model. 1 is an edge inside a class (a dot), 0 between two classes (a cross),
// and −1 an edge without a label at an end (a ring). A dot is a line of almost no
// length with round ends.
const FORMS = { 1: ["ps", "h.01"], 0: ["pd", "m-2.5-2.5l5 5m0-5l-5 5"], "-1": ["pu", "m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0"] };

/**
 * Draws the model m into the section sec. edges has the numbers of the drawn edges, and at has x and y of each edge in turn, with y
 * upwards. same has the form of each edge (see FORMS). chosen has the points of the filter, and edge is the edge of the panel or −1; both
 * are indices of the list edges. The drawing sets sec.points and sec.toValue. sec.points has each edge with its point in units of the
 * picture. sec.toValue has functions from units of the picture to values of at.
 */
export function planeBox(sec, m, emit) {
  const root = sec.box;
  if (!sec.svg) {
    sec.svg = el("svg", { role: "img", class: "plane" }, root);
    sec.note = h("p", "note", root);
    listen(sec, emit);
  }
  sec.note.textContent = m.note.replaceAll(" %", "\u00a0%");
  const box = open(sec.svg, HEIGHT);
  if (!box) return;
  const { s, w, h: height } = box,
    x0 = LEFT,
    x1 = w - BORDER,
    base = height - FOOT;
  s.setAttribute("aria-label", `Maps of ${m.edges.length} edges, ${m.chosen.length} of them chosen`);
  // Both axes have the same scale, so that distances in the picture are distances of maps. unit is the number of px of a distance of 1. If
  // all points have the same x, or the same y, their extent counts as 1.
  const values = (axis) => m.at.filter((_, i) => i % 2 === axis),
    limits = (axis) => [Math.min(...values(axis)), Math.max(...values(axis))],
    [minX, maxX] = limits(0),
    [minY, maxY] = limits(1),
    margin = 10, // px around the points
    unit = Math.min((x1 - x0 - margin) / (maxX - minX || 1), (base - BORDER - margin) / (maxY - minY || 1));
  const halfX = (x1 - x0) / 2 / unit, // half of the width and height, in values
    halfY = (base - BORDER) / 2 / unit,
    middleX = (minX + maxX) / 2,
    middleY = (minY + maxY) / 2;
  const X = lin(middleX - halfX, middleX + halfX, x0, x1),
    Y = lin(middleY - halfY, middleY + halfY, base, BORDER),
    ticksAround = (middle, half) => ticks(middle - half, middle + half, 4).filter((t) => Math.abs(t - middle) <= half),
    xs = ticksAround(middleX, halfX),
    ys = ticksAround(middleY, halfY);
  axes(s, { x0, x1, base, X, Y, xs, ys, foot: height - 8, label: tickText, zero: "grid" });
  // All points of a form are one path. The chosen points of the form are another path, above the first path.
  const chosen = new Set(m.chosen),
    otherPaths = { 1: "", 0: "", "-1": "" },
    chosenPaths = { ...otherPaths };
  sec.points = m.edges.map((edge, i) => {
    const point = { edge, x: X(m.at[2 * i]), y: Y(m.at[2 * i + 1]) },
      paths = chosen.has(i) ? chosenPaths : otherPaths;
    paths[m.same[i]] += `M${point.x.toFixed(1)} ${point.y.toFixed(1)}` + FORMS[m.same[i]][1];
    return point;
  });
  for (const [paths, cls] of [
    [otherPaths, ""],
    [chosenPaths, " in"],
  ])
    for (const form in paths) if (paths[form]) el("path", { d: paths[form], class: FORMS[form][0] + cls }, s);
  if (m.edge >= 0) circle(s, sec.points[m.edge].x, sec.points[m.edge].y, 6, "ring");
  sec.toValue = {
    x: (px) => middleX + halfX * ((2 * (px - x0)) / (x1 - x0) - 1),
    y: (px) => middleY + halfY * (1 - (2 * (px - BORDER)) / (base - BORDER)),
  };
}

/**
 * Listens to the pointer. A drag draws a box, and its end sets the filter to the box. A click selects the nearest edge within REACH;
 * without such an edge it clears the filter.
 */
function listen(sec, emit) {
  const svg = sec.svg;
  let start = null, // the point where the drag began
    mark = null; // the rectangle of the box; null during a click
  // Returns the point [x, y] of an event in units of the picture.
  const pointOf = (e) => {
    const box = svg.getBoundingClientRect(),
      view = svg.viewBox.baseVal;
    return [((e.clientX - box.x) * view.width) / box.width, ((e.clientY - box.y) * view.height) / box.height];
  };
  // Returns [left, right, top, bottom] of the box from the start to a point.
  const sides = (p) => [0, 1].flatMap((k) => [Math.min(start[k], p[k]), Math.max(start[k], p[k])]);
  // Ends the drag.
  const end = () => {
    mark?.remove();
    start = mark = null;
  };
  // A press begins a click or a drag. The drag draws the box.
  svg.addEventListener("pointerdown", (e) => {
    if (e.button || !sec.points) return; // another button than the first, or nothing is drawn
    start = pointOf(e);
    svg.setPointerCapture(e.pointerId);
  });
  svg.addEventListener("pointermove", (e) => {
    if (!start) return;
    const [left, right, top, bottom] = sides(pointOf(e));
    if (!mark && Math.max(right - left, bottom - top) < DRAG) return; // still a click
    if (!mark?.isConnected) mark = el("rect", { class: "brush" }, svg); // a new model has removed the former rectangle
    const attributes = { x: left, y: top, width: right - left, height: bottom - top };
    for (const [name, value] of Object.entries(attributes)) mark.setAttribute(name, value);
  });
  // The release ends a drag or a click. The filter has values with four decimals. Values of y grow upwards, so the bottom has the smaller
  // value.
  svg.addEventListener("pointerup", (e) => {
    if (!start) return;
    const [px, py] = pointOf(e);
    if (mark) {
      const [left, right, top, bottom] = sides([px, py]),
        valueText = (v) => String(+v.toFixed(4)),
        { x, y } = sec.toValue;
      // map_x and map_y are columns of the table.
      const text =
        `map_x > ${valueText(x(left))} and map_x < ${valueText(x(right))} and ` +
        `map_y > ${valueText(y(bottom))} and map_y < ${valueText(y(top))}`;
      emit("table", { kind: "edges", text });
    } else {
      const distances = sec.points.map((point) => [Math.hypot(point.x - px, point.y - py), point.edge]),
        [distance, edge] = distances.reduce((a, b) => (b[0] < a[0] ? b : a));
      if (distance < REACH) emit("pick", { kind: "edge", index: edge });
      else emit("table", { kind: "edges", text: "" });
    }
    end();
  });
  svg.addEventListener("pointercancel", end);
}
