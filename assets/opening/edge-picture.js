// The picture of one edge: stalk, map, the edge's stalk, map, stalk.
import { arrow, el } from "./draw.js";

// Sizes by the shape of the window: the box, the planes p of the two ends and e of the edge (x, y, radius), the places g of the
// maps with radius gr, the length L of a unit.
export const LAY = {
  wide: {
    box: [1280, 440],
    p: [
      [160, 206, 140],
      [1120, 206, 140],
    ],
    e: [640, 206, 160],
    g: [
      [393, 140],
      [887, 140],
    ],
    gr: 56,
    L: 88,
    cap: 17,
    tops: true,
  },
  mid: {
    box: [720, 800],
    p: [
      [180, 170, 130],
      [540, 170, 130],
    ],
    e: [360, 610, 150],
    g: [
      [150, 400],
      [570, 400],
    ],
    gr: 52,
    L: 80,
    cap: 17,
  },
  phone: {
    box: [390, 500],
    p: [
      [98, 92, 76],
      [292, 92, 76],
    ],
    e: [195, 392, 86],
    g: [
      [66, 258],
      [324, 258],
    ],
    gr: 44,
    L: 47,
    cap: 14,
    small: true,
  },
  flat: {
    box: [690, 270],
    p: [
      [80, 124, 72],
      [610, 124, 72],
    ],
    e: [345, 124, 88],
    g: [
      [206, 84],
      [484, 84],
    ],
    gr: 40,
    L: 46,
    cap: 14,
    small: true,
    tops: true,
  },
};

const fix = (v) => (Math.abs(v) < 0.005 ? 0 : v).toFixed(2).replace("-", "−");
const up = (v) => [v[0], -v[1]];
const away = (c, v, L, d) => {
  const l = Math.hypot(...v) || 1;
  return [c[0] + v[0] * L + (v[0] / l) * d, c[1] - v[1] * L - (v[1] / l) * d + 5];
};

/** A symbol with an index: R_u x_u, x_u or R_u. */
function symbol(svg, p, letters, end, cls) {
  const t = el("text", { x: p[0], y: p[1], class: "lbl " + cls }, svg);
  letters.forEach((c, i) => {
    el("tspan", i ? { dy: -4 } : {}, t, (i ? " " : "") + c);
    el("tspan", { dy: 4, "font-size": "70%" }, t, end);
  });
}

/** Draws all of it anew; the handle that had the focus has it again. */
export function sketch(svg, o, S, n) {
  const focus = document.activeElement?.dataset?.h,
    ends = ["u", "v"],
    names = [S.u, S.v].map((i, k) => (i < 0 ? ends[k] : `${ends[k]}: ${o.who} ${i}`));
  svg.setAttribute("viewBox", `0 0 ${o.box.join(" ")}`);
  svg.replaceChildren();
  const maps = [n.U, n.V];
  ends.forEach((c, k) => {
    way(svg, o, k);
    map(svg, o, k, c, maps[k], S.d);
  });
  [o.p[0], o.e, o.p[1]].forEach(([x, y, r], i) => {
    el("circle", { cx: x, cy: y, r, class: "plane" }, svg);
    el("path", { d: `M${x - r} ${y}H${x + r}` + (S.d > 1 ? `M${x} ${y - r}V${y + r}` : ""), class: "ax" }, svg);
    el("text", { x, y: y + r + o.cap + 5, class: "cap" }, svg, i === 1 ? "their edge" : names[i / 2]);
  });
  const seen = [n.pu, n.pv],
    [ex, ey] = o.e,
    [p, q] = seen.map((v) => [ex + v[0] * o.L, ey - v[1] * o.L]),
    apart = Math.hypot(...n.r) * o.unit;
  ends.forEach((c, k) => {
    arrow(svg, o.p[k][0], o.p[k][1], up(S.x[k]), o.L, c, 14);
    arrow(svg, ex, ey, up(seen[k]), o.L, c, 14);
    symbol(svg, away(o.p[k], S.x[k], o.L, 20), ["x"], c, c);
  });
  if (n.energy < 0.005) el("path", { d: `M${ex} ${ey}L${p}`, class: "arr u", "stroke-dasharray": "8 8" }, svg);
  if (apart > 0.03) arrow(svg, q[0], q[1], up(n.r), o.L, "r", 12);
  const far = o.small ? 20 : 26,
    at = seen.map((v) => away(o.e, v, o.L, far));
  if (apart < 0.3) at[1] = [at[0][0], at[0][1] + 22];
  ends.forEach((c, k) => symbol(svg, at[k], ["R", "x"], c, c));
  if (apart > 0.8) {
    const mx = (p[0] + q[0]) / 2,
      my = (p[1] + q[1]) / 2,
      nx = (n.r[1] * o.unit) / apart,
      ny = (n.r[0] * o.unit) / apart,
      side = (mx - ex) * nx + (my - ey) * ny >= 0 ? 1 : -1;
    el("text", { x: mx + side * nx * 16, y: my + side * ny * 16 + 5, class: "lbl r" }, svg, "r");
  }
  ends.forEach((c, k) => handles(svg, o, k, c, S, maps[k], focus));
}

/** The line from a stalk through its map to the edge. */
function way(svg, o, k) {
  const [x, y, r] = o.p[k],
    [gx, gy] = o.g[k],
    [ex, ey, er] = o.e,
    s = k ? 1 : -1;
  const d = o.tops
    ? `M${x - s * (r + 6)} ${y}H${ex + s * (er + 12)}`
    : `M${gx} ${y + Math.sqrt(r ** 2 - (gx - x) ** 2) + 5}V${gy - o.gr - 27}` +
      `M${gx} ${gy + o.gr + (o.small ? 44 : 70)}Q${gx} ${ey} ${ex + s * (er + 12)} ${ey}`;
  el("path", { d, class: "flow" }, svg);
  el("path", { d: `M${ex + s * (er + 6)} ${ey}l${9 * s} 5v-10Z`, class: "flowh" }, svg);
}

const corner = (o, k, v) => [o.g[k][0] + v[0] * o.gr * 0.56, o.g[k][1] - v[1] * o.gr * 0.56];

/** A map: what it makes of the unit square, and its matrix. */
function map(svg, o, k, c, R, d) {
  const [x, y] = o.g[k],
    g = o.gr,
    unit = g * 0.56,
    p1 = corner(o, k, [R[0], R[2]]),
    p2 = corner(o, k, [R[1], R[3]]),
    p3 = corner(o, k, [R[0] + R[1], R[2] + R[3]]);
  if (o.tops) el("rect", { x: x - g - 10, y: y - g - 24, width: 2 * g + 20, height: 2 * g + 124, class: "back" }, svg);
  el("circle", { cx: x, cy: y, r: g, class: "cell" }, svg);
  if (d > 1) {
    el("path", { d: `M${x} ${y}H${x + unit}V${y - unit}H${x}Z`, class: "ghost" }, svg);
    el("path", { d: `M${x} ${y}L${p1}L${p3}L${p2}Z`, class: "sq " + c }, svg);
    el("path", { d: `M${x} ${y}L${p2}`, class: "arr dot " + c }, svg);
    el("circle", { cx: p2[0], cy: p2[1], r: o.small ? 5 : 6, class: "grip " + c }, svg);
  }
  el("path", { d: `M${x} ${y}L${p1}`, class: "arr " + c }, svg);
  el("circle", { cx: p1[0], cy: p1[1], r: o.small ? 5 : 6, class: "grip " + c }, svg);
  symbol(svg, [x, y - g - 9], ["R"], c, c + " map");
  const top = y + g + (o.small ? 18 : 26),
    w = o.small ? 27 : 33,
    row = o.small ? 17 : 20,
    cls = o.small ? "mx tiny" : "mx";
  if (d === 1) {
    el("text", { x: x + 16, y: top, class: cls }, svg, fix(R[0]));
    return;
  }
  R.forEach((v, i) => el("text", { x: x + (i % 2 ? w + 8 : -2), y: top + (i > 1 ? row : 0), class: cls }, svg, fix(v)));
  const [l, r, t, b] = [x - w - 14, x + w + 14, top - row + 4, top + row + 6];
  el("path", { d: `M${l + 4} ${t}H${l}V${b}H${l + 4}M${r - 4} ${t}H${r}V${b}H${r - 4}`, class: "br" }, svg);
}

/** What is dragged, and moved by keys: the arrow, the map's arm, the arm across. */
function handles(svg, o, k, c, S, R, focus) {
  const hit = (h, p, label, words, r = 22) => {
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
        "aria-valuetext": words,
        "aria-valuenow": 0,
      },
      svg,
    );
    e.dataset.h = h;
    if (h === focus) e.focus();
  };
  const x = S.x[k],
    m = S.m[k];
  hit("x" + k, [o.p[k][0] + x[0] * o.L, o.p[k][1] - x[1] * o.L], `Arrow of ${c}`, x.slice(0, S.d).map(fix).join(", "));
  hit(
    "a" + k,
    corner(o, k, [R[0], R[2]]),
    `Map of ${c}: turn and stretch`,
    S.d === 1 ? fix(m.s) : `turned ${Math.round(m.a)} degrees, stretched ${fix(m.s)}`,
  );
  if (S.d > 1) hit("b" + k, corner(o, k, [R[1], R[3]]), `Map of ${c}: mirror`, m.t < 0 ? "mirrored" : "not mirrored");
}
