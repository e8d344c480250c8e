// The picture of the scene One edge (edge.js). If all parts stand in a row, they are from left to right: the stalk of u, the map of u, the
// stalk of the edge, the map of v, the stalk of v. In a narrow window the stalks are at the top, the maps below them, and the stalk of the
// edge is at the bottom. In all pictures, u has the index 0 and v the index 1.
import { arrow, el } from "./draw.js";

/**
 * The sizes of the picture in pixels of the design, by the layout of the window (shape of draw.js). Pixels count from the upper left
 * corner, with y downwards. box is [width, height]. Each of stalks, and edge, is [x, y, radius] of a disc that shows a plane: [x, y] is its
 * center. maps are the centers of the two maps, and radius is their radius. L is the length of a unit vector, and caption the distance of a
 * caption from its disc. If inRow is true, all parts stand in one row. If small is true, letters and grips are small.
 */
export const LAY = {
  wide: {
    box: [1280, 440],
    stalks: [
      [160, 206, 140],
      [1120, 206, 140],
    ],
    edge: [640, 206, 160],
    maps: [
      [393, 140],
      [887, 140],
    ],
    radius: 56,
    L: 88,
    caption: 17,
    inRow: true,
  },
  mid: {
    box: [720, 800],
    stalks: [
      [180, 170, 130],
      [540, 170, 130],
    ],
    edge: [360, 610, 150],
    maps: [
      [150, 400],
      [570, 400],
    ],
    radius: 52,
    L: 80,
    caption: 17,
  },
  phone: {
    box: [390, 500],
    stalks: [
      [98, 92, 76],
      [292, 92, 76],
    ],
    edge: [195, 392, 86],
    maps: [
      [66, 258],
      [324, 258],
    ],
    radius: 44,
    L: 47,
    caption: 14,
    small: true,
  },
  flat: {
    box: [690, 270],
    stalks: [
      [80, 124, 72],
      [610, 124, 72],
    ],
    edge: [345, 124, 88],
    maps: [
      [206, 84],
      [484, 84],
    ],
    radius: 40,
    L: 46,
    caption: 14,
    small: true,
    inRow: true,
  },
};

const UNIT = 0.56, // length of a unit in the disc of a map, as a part of its radius (as in edge.js)
  DRAG = 22, // pixels of the radius in which a handle is caught
  AGREES = 0.005, // largest energy that counts as none: its text is 0.00 (as in edge.js)
  // Drawn lengths of the residual r, in units of the L of LAY:
  TOGETHER = 0.03, // a shorter residual has no arrow
  CLOSE = 0.3, // with a shorter residual, the second label of the edge is under the first
  LABELLED = 0.8; // the arrow of a longer residual has a label

/** Returns a number with two decimals. A number that would be written as −0.00 is 0.00. */
const fix = (v) => (Math.abs(v) < 0.005 ? 0 : v).toFixed(2).replace("-", "−");
/** Returns a vector with its second entry pointing down, as in an SVG. */
const toScreen = (v) => [v[0], -v[1]];
/**
 * Returns the point of a label, at d pixels beyond the tip of an arrow v from the center c. A unit of v has L pixels, and v[1] points up. 5
 * pixels move the baseline down, so that the middle of the letters is at the point.
 */
const beyond = (c, v, L, d) => {
  const length = Math.hypot(...v) || 1;
  return [c[0] + v[0] * L + (v[0] / length) * d, c[1] - v[1] * L - (v[1] / length) * d + 5];
};

/** Draws letters at a point p, each with the end of the edge (u or v) as its index, for example R_u x_u. */
function symbol(svg, p, letters, end, cls) {
  const t = el("text", { x: p[0], y: p[1], class: "lbl " + cls }, svg);
  letters.forEach((c, i) => {
    el("tspan", i ? { dy: -4 } : {}, t, (i ? " " : "") + c);
    el("tspan", { dy: 4, "font-size": "70%" }, t, end);
  });
}

/**
 * Draws the whole picture anew. layout has the sizes of LAY, with L multiplied by the factor unit; this factor; and the word for a node
 * (who). state is the state of the edge (see edge.js), and n has its computed numbers (see numbers of edge.js). If a handle had the focus,
 * its new element gets the focus.
 */
export function sketch(svg, layout, state, n) {
  const focus = document.activeElement?.dataset?.h,
    ends = ["u", "v"],
    names = [state.u, state.v].map((i, k) => (i < 0 ? ends[k] : `${ends[k]}: ${layout.who} ${i}`)); // −1: no node of a graph
  svg.setAttribute("viewBox", `0 0 ${layout.box.join(" ")}`);
  svg.replaceChildren();
  const maps = [n.U, n.V];
  ends.forEach((c, k) => {
    drawFlow(svg, layout, k);
    drawMap(svg, layout, k, c, maps[k], state.d);
  });
  // The three planes with their axes and captions.
  [layout.stalks[0], layout.edge, layout.stalks[1]].forEach(([x, y, r], i) => {
    el("circle", { cx: x, cy: y, r, class: "plane" }, svg);
    el("path", { d: `M${x - r} ${y}H${x + r}` + (state.d > 1 ? `M${x} ${y - r}V${y + r}` : ""), class: "ax" }, svg);
    const caption = i === 1 ? "their edge" : names[i / 2]; // plane 0 is u, plane 2 is v
    el("text", { x, y: y + r + layout.caption + 5, class: "cap" }, svg, caption);
  });
  // The arrow of each end, in its own stalk and in the stalk of the edge.
  const images = [n.pu, n.pv],
    [ex, ey] = layout.edge,
    [p, q] = images.map((v) => [ex + v[0] * layout.L, ey - v[1] * layout.L]), // the tips of both images
    residual = Math.hypot(...n.r) * layout.unit; // the drawn length of r, in units of LAY's L
  ends.forEach((c, k) => {
    arrow(svg, layout.stalks[k][0], layout.stalks[k][1], toScreen(state.x[k]), layout.L, c, 14);
    arrow(svg, ex, ey, toScreen(images[k]), layout.L, c, 14);
    symbol(svg, beyond(layout.stalks[k], state.x[k], layout.L, 20), ["x"], c, c);
  });
  // Equal images are drawn as one dashed line. Between the tips of unequal images is the residual r, from q to p.
  if (n.energy < AGREES) el("path", { d: `M${ex} ${ey}L${p}`, class: "arr u", "stroke-dasharray": "8 8" }, svg);
  if (residual > TOGETHER) arrow(svg, q[0], q[1], toScreen(n.r), layout.L, "r", 12);
  const distance = layout.small ? 20 : 26, // pixels between a tip and its label
    labels = images.map((v) => beyond(layout.edge, v, layout.L, distance));
  if (residual < CLOSE) labels[1] = [labels[0][0], labels[0][1] + 22];
  ends.forEach((c, k) => symbol(svg, labels[k], ["R", "x"], c, c));
  if (residual > LABELLED) {
    // The label of r is beside the middle of its arrow, on the side away from the center of the plane.
    // (nx, ny) is a unit vector at a right angle to r, on the screen.
    const mx = (p[0] + q[0]) / 2,
      my = (p[1] + q[1]) / 2,
      nx = (n.r[1] * layout.unit) / residual,
      ny = (n.r[0] * layout.unit) / residual,
      side = (mx - ex) * nx + (my - ey) * ny >= 0 ? 1 : -1;
    el("text", { x: mx + side * nx * 16, y: my + side * ny * 16 + 5, class: "lbl r" }, svg, "r");
  }
  ends.forEach((c, k) => addHandles(svg, layout, k, c, state, maps[k], focus));
}

/**
 * Draws the line from stalk k to the stalk of the edge, with an arrowhead. If the parts are in a row, the line is straight, and drawMap
 * covers its middle. Else it goes down to the map, and from below the matrix in a curve to the edge.
 */
function drawFlow(svg, layout, k) {
  const [x, y, r] = layout.stalks[k],
    [mx, my] = layout.maps[k],
    [ex, ey, er] = layout.edge,
    s = k ? 1 : -1; // the side of the edge from which the line comes: 1 is the right
  // The numbers leave gaps, in pixels, to the discs, the matrix and the arrowhead.
  const d = layout.inRow
    ? `M${x - s * (r + 6)} ${y}H${ex + s * (er + 12)}`
    : `M${mx} ${y + Math.sqrt(r ** 2 - (mx - x) ** 2) + 5}V${my - layout.radius - 27}` +
      `M${mx} ${my + layout.radius + (layout.small ? 44 : 70)}Q${mx} ${ey} ${ex + s * (er + 12)} ${ey}`;
  el("path", { d, class: "flow" }, svg);
  el("path", { d: `M${ex + s * (er + 6)} ${ey}l${9 * s} 5v-10Z`, class: "flowh" }, svg);
}

/** Returns the pixel of a vector v in the disc of map k. */
const pixelOf = (layout, k, v) => [layout.maps[k][0] + v[0] * layout.radius * UNIT, layout.maps[k][1] - v[1] * layout.radius * UNIT];

/**
 * Draws map k, of the end named c: the image of the unit square, and below it the d×d matrix R. R always has four entries, row by row. With
 * d = 1 only the first entry counts.
 */
function drawMap(svg, layout, k, c, R, d) {
  const [x, y] = layout.maps[k],
    { radius, small } = layout,
    unit = radius * UNIT,
    // The images of the corners (1, 0), (0, 1) and (1, 1) of the unit square: the columns of R, and their sum.
    p1 = pixelOf(layout, k, [R[0], R[2]]),
    p2 = pixelOf(layout, k, [R[1], R[3]]),
    p3 = pixelOf(layout, k, [R[0] + R[1], R[2] + R[3]]);
  // The background hides the line of drawFlow behind the map and its matrix.
  if (layout.inRow)
    el("rect", { x: x - radius - 10, y: y - radius - 24, width: 2 * radius + 20, height: 2 * radius + 124, class: "back" }, svg);
  // The unit square, its image, and the grips of the two columns.
  el("circle", { cx: x, cy: y, r: radius, class: "cell" }, svg);
  if (d > 1) {
    el("path", { d: `M${x} ${y}H${x + unit}V${y - unit}H${x}Z`, class: "ghost" }, svg);
    el("path", { d: `M${x} ${y}L${p1}L${p3}L${p2}Z`, class: "sq " + c }, svg);
    el("path", { d: `M${x} ${y}L${p2}`, class: "arr dot " + c }, svg);
    el("circle", { cx: p2[0], cy: p2[1], r: small ? 5 : 6, class: "grip " + c }, svg);
  }
  el("path", { d: `M${x} ${y}L${p1}`, class: "arr " + c }, svg);
  el("circle", { cx: p1[0], cy: p1[1], r: small ? 5 : 6, class: "grip " + c }, svg);
  symbol(svg, [x, y - radius - 9], ["R"], c, c + " map");
  // The entries of the matrix between two brackets, for d = 1 without brackets. top is the baseline of the first row.
  const top = y + radius + (small ? 18 : 26),
    width = small ? 27 : 33,
    row = small ? 17 : 20,
    cls = small ? "mx tiny" : "mx";
  if (d === 1) {
    el("text", { x: x + 16, y: top, class: cls }, svg, fix(R[0]));
    return;
  }
  R.forEach((v, i) => el("text", { x: x + (i % 2 ? width + 8 : -2), y: top + (i > 1 ? row : 0), class: cls }, svg, fix(v)));
  const [l, r, t, b] = [x - width - 14, x + width + 14, top - row + 4, top + row + 6];
  el("path", { d: `M${l + 4} ${t}H${l}V${b}H${l + 4}M${r - 4} ${t}H${r}V${b}H${r - 4}`, class: "br" }, svg);
}

/**
 * Adds the handles of end k for pointer and keys; end is the name of the end. Handle x is the arrow, a the first column of the map R, b the
 * second column of R. The handle named by focus gets the focus.
 */
function addHandles(svg, layout, k, end, state, R, focus) {
  /** Adds a handle of radius r at a point p. It is an invisible disc; screen readers read its label and its value, a text. */
  const add = (name, p, label, value, r = DRAG) => {
    const e = el(
      "circle",
      {
        cx: p[0],
        cy: p[1],
        r,
        class: "hit",
        tabindex: 0,
        role: "slider",
        "aria-label": label,
        "aria-valuetext": value,
        "aria-valuenow": 0, // a slider must have it, but screen readers read the text
      },
      svg,
    );
    e.dataset.h = name;
    if (name === focus) e.focus();
  };
  // The values are read as numbers: of the arrow its entries, of the map its angle and factors.
  const x = state.x[k],
    m = state.m[k];
  add(
    "x" + k,
    [layout.stalks[k][0] + x[0] * layout.L, layout.stalks[k][1] - x[1] * layout.L],
    `Arrow of ${end}`,
    x.slice(0, state.d).map(fix).join(", "),
  );
  add(
    "a" + k,
    pixelOf(layout, k, [R[0], R[2]]),
    `Map of ${end}: turn and stretch`,
    state.d === 1 ? fix(m.s) : `turned ${Math.round(m.a)} degrees, stretched ${fix(m.s)}`,
  );
  if (state.d > 1) add("b" + k, pixelOf(layout, k, [R[1], R[3]]), `Map of ${end}: mirror`, m.t < 0 ? "mirrored" : "not mirrored");
}
