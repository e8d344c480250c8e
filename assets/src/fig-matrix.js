// Pictures made of cells: transport plans, restriction maps with the stalk
// vectors they carry, and plain matrices.
import { rested, fade, moves, stop } from "./motion.js";
import { carryInPicture } from "./carry.js";
import { ramp } from "./color.js";
import { LETTER, cut, el, text, tex, line, rect, path, hit, open, boxWidth, fix, pct, num, mark, after } from "./dom.js";

/** The colour of a cell in words of the ramps, as its class has it. */
const shade = (seq, v, t) => (seq ? ramp("seq-0", "seq-1", t) : ramp("zero", v < 0 ? "neg" : "pos", t));

/** Cross-fades a cell from what stood in its place before, when the picture has rested. */
function turn(p, cell, key, seq, v, t) {
  const now = p.shades?.now;
  if (!now) return;
  const was = p.shades.old.get(key);
  now.set(key, [seq, v, t]);
  if (was && p.shades.moving && (Math.abs(was[2] - t) > 0.01 || was[1] < 0 !== v < 0)) fade(cell, shade(...was), shade(seq, v, t));
}

/** Begins a picture of cells: open, with the shades of the last one at hand. */
export function begin(svg, height) {
  const o = open(svg, height);
  if (o) svg.shades = { old: svg.shades?.now || new Map(), now: new Map(), moving: rested(svg) };
  return o;
}

/** A d×d block of cells; seq: mass on a square-root scale, else signed and linear. */
export function heat(p, M, d, x, y, c, opt = {}) {
  const mx = opt.max || Math.max(1e-12, ...M.map(Math.abs));
  M.forEach((v, k) => {
    const i = Math.floor(k / d),
      j = k % d,
      q = Math.min(1, Math.abs(v) / mx),
      t = opt.seq ? Math.sqrt(q) : q;
    const cell = rect(p, x + j * c, y + i * c, c - 1, c - 1, opt.seq ? "seqc" : v < 0 ? "negc" : "posc", t);
    turn(p, cell, `${Math.round(x)},${Math.round(y)},${k}`, !!opt.seq, v, t);
    el("title", {}, cell, `${opt.name || ""}[${i + 1}, ${j + 1}] = ${num(v)}`);
    if (opt.num)
      text(p, x + j * c + (c - 1) / 2, y + i * c + c / 2 + 3.5, opt.num(v), "c thru " + (t > 0.62 ? "on" : t > 0.35 ? "i" : "k"));
  });
}
const short = (v) => (v < 0.005 ? "" : v >= 0.995 ? "1" : v.toFixed(2).slice(1));

/** A signed value as short as its cell: .37, −.012, 1.2e6. */
const tight = (v, mx, c) => {
  if (Math.abs(v) < 5e-4 * Math.max(mx, 0.1)) return "0";
  const told = fix(v, mx < 0.1 && c >= 36 ? 3 : mx < 10 ? 2 : 1)
    .replace(/^(−?)0\./, "$1.")
    .replace(/^−?\.0+$/, "0");
  return told.length * LETTER <= c ? told : power(v, c);
};
const power = (v, c) =>
  v
    .toExponential(c < 40 ? 0 : 1)
    .replace("e+", "e")
    .replace("-", "−");
const whole = (v, c) => (String(v).length * LETTER <= c ? String(v) : power(v, c));

/** Two plans on the same cells with their margins, and what happened between. */
export function plan(svg, m) {
  const d = m.d,
    w0 = boxWidth(svg),
    free = !!m.nu2?.length,
    gap = free ? 64 : 34,
    room = Math.floor((w0 - 46 - gap - 52) / (2 * d)),
    c = Math.max(10, Math.min(w0 > 440 ? 38 : 30, room));
  const mb = 26,
    top = 46,
    left = 46,
    o = begin(svg, top + d * c + 34);
  if (!o) return;
  const { s, w } = o,
    x1 = left,
    x2 = left + d * c + gap,
    mmax = Math.max(0.25, ...m.mu, ...m.nu, ...(m.mu2 || []), ...(m.nu2 || [])),
    inset = c > 16 ? 6 : 2;
  const bars = (x, mu, nu) => {
    nu.forEach((v, j) => rect(s, x + j * c + inset, top - 5 - (mb * v) / mmax, c - 2 * inset - 1, (mb * v) / mmax, "f-2"));
    line(s, x, top - 4.5, x + d * c - 1, top - 4.5, "ax");
    if (!mu) return;
    mu.forEach((v, i) => rect(s, x - 5 - (mb * v) / mmax, top + i * c + inset, (mb * v) / mmax, c - 2 * inset - 1, "f-2"));
    line(s, x - 4.5, top, x - 4.5, top + d * c - 1, "ax");
  };
  bars(x1, m.mu, m.nu);
  bars(x2, free && m.mu2, free ? m.nu2 : m.nu);
  const nums = c >= 24 ? short : null;
  heat(s, m.left, d, x1, top, c, { seq: 1, max: m.max, num: nums, name: "P" });
  heat(s, m.right, d, x2, top, c, { seq: 1, max: m.max, num: nums, name: "P" });
  tex(s, 2, top - 10, [["μ"], " of " + cut(m.i, 9)], "k");
  tex(s, x1, top - 36, [["ν"], " of " + cut(m.j, 9)], "k");
  if (free) tex(s, x2, top - 36, ["margins of ", m.rightName], "k");
  if (m.focus >= 0) for (const x of [x1, x2]) rect(s, x + (m.focus % d) * c, top + Math.floor(m.focus / d) * c, c - 1, c - 1, "focuscell");
  if (c > 12)
    for (let i = 0; i < d; i++) {
      text(s, 6, top + i * c + c / 2 + 4, String(i + 1), "c");
      for (const x of [x1, x2]) text(s, x + i * c + c / 2, top + d * c + 13, String(i + 1), "c");
    }
  const ax = x1 + d * c + 6,
    ay = top + (d * c) / 2;
  path(
    s,
    [
      [ax, ay],
      [ax + 19, ay],
    ],
    "ln thin",
  );
  path(
    s,
    [
      [ax + 15, ay - 3.5],
      [ax + 19.5, ay],
      [ax + 15, ay + 3.5],
    ],
    "ln thin",
  );
  text(s, ax + 10, ay - 8, m.arrow, "c k");
  const wide = d * c > 100;
  tex(s, x1, top + d * c + 29, [m.leftName, (wide ? "  off-diagonal " : "  off ") + pct(m.offLeft)], "k");
  tex(s, x2, top + d * c + 29, [m.rightName, (wide ? "  off-diagonal " : "  off ") + pct(m.offRight)], "k");
  const lx = x2 + d * c + 18,
    H = d * c - 1;
  if (w < lx + 30) return;
  for (let i = 0; i < 24; i++) rect(s, lx, top + H - ((i + 1) * H) / 24, 8, H / 24 + 0.3, "seqc", i / 23);
  for (const [v, t] of [
    [0, 0],
    [0.25, 0.5],
    [0.5, Math.SQRT1_2],
    [1, 1],
  ])
    text(s, lx + 13, top + H - t * H + (t === 1 ? 8 : t === 0 ? 0 : 4), v ? fix(v * m.max, 2).replace(/0$/, "") : "0");
  text(s, lx, top - 10, "mass");
}

/** x_i → R_ij → R x − R x ← R_ji ← x_j, with the residual between. */
export function maps(svg, m, onCarry) {
  const d = m.d,
    w0 = boxWidth(svg),
    vw = 17,
    c = Math.max(7, Math.min(w0 > 440 ? 32 : 24, Math.floor((w0 - 5 * vw - 72) / (2 * d)))),
    top = 24;
  const o = begin(svg, top + d * c + 62);
  if (!o) return;
  const { s, w } = o,
    W = d * c,
    sp = (w - 2 * W - 5 * vw) / 6,
    X = [],
    wide = [vw, W, vw, vw, vw, W, vw];
  let x = 0;
  wide.forEach((q, k) => {
    X.push(x);
    x += q + sp;
  });
  const cells = {},
    opt = { max: m.scale },
    vec = (v, k) => {
      cells[k] = v.map((q, i) => {
        const t = Math.min(1, Math.abs(q) / m.vscale),
          cell = rect(s, X[k], top + i * c, vw, c - 1, q < 0 ? "negc" : "posc", t);
        turn(svg, cell, `v${k},${i}`, false, q, t);
        el("title", {}, cell, num(q));
        return cell;
      });
    };
  vec(m.xi, 0);
  heat(s, m.rij, d, X[1], top, c, { ...opt, name: "R" });
  vec(m.yi, 2);
  vec(m.r, 3);
  vec(m.yj, 4);
  heat(s, m.rji, d, X[5], top, c, { ...opt, name: "R" });
  vec(m.xj, 6);
  const my = top + (d * c) / 2 + 3,
    op = (k, q) => text(s, (X[k] + wide[k] + X[k + 1]) / 2, my, q, "c k");
  ["→", "→", "−", "=", "←", "←"].forEach((q, k) => op(k, q));
  const hd = (k, parts, cl = "c k") => tex(s, X[k] + wide[k] / 2, 16, parts, cl);
  const [i, j] = [m.i, m.j].map((name) => cut(name, 4));
  hd(0, [["x", i]]);
  hd(1, [["R", i + "→e"]]);
  hd(5, [["R", j + "→e"]]);
  hd(6, [["x", j]]);
  hd(2, [["R x"]]);
  hd(4, [["R x"]]);
  hd(3, [["r", "e"]], "c a");
  rect(s, X[3] - 0.5, top - 0.5, vw + 1, d * c, "focuscell");
  tex(s, w / 2, top + d * c + 16, ["disagreement of these means  ‖", ["r", "e"], "‖² = " + num(m.r2)], "c k");
  // Maps and vectors have a scale each.
  let at = 0;
  for (const [name, max] of [
    ["maps", m.scale],
    ["vectors", m.vscale],
  ]) {
    at = scale(s, after(text(s, at, top + d * c + 35, name, "k"), 6), top + d * c + 29, max, true) + 14;
  }
  const place = { X, top, c, d, vw, cells },
    go = () => {
      stop(svg);
      carryInPicture(s, m, place);
      onCarry?.(m);
    };
  if (moves() && m.xi.some((v) => v)) {
    text(s, w - 4, top + d * c + 55, "▸ carry the vectors", "e k thru");
    const at = hit(s, w - 118, top + d * c + 41, 118, 20, "Carry the stalk vectors along the edge", { "data-testid": "carry" });
    at.own = true;
    at.addEventListener("click", go);
    at.addEventListener("keydown", (e) => {
      if (e.key === "Enter" || e.key === " ") {
        e.preventDefault();
        e.stopPropagation();
        go();
      }
    });
    // Once for each step, when the picture is at rest.
    if (m.key >= 0 && svg.carried !== m.e + "," + m.key && (svg.shades.moving || svg.carried === undefined)) go();
    svg.carried = m.e + "," + m.key;
  }
}

/** A small scale: what the colours of the cells stand for. Returns where it ends. */
export function scale(s, x, y, max, signed) {
  const low = text(s, x, y + 6.5, signed ? "−" + num(max) : "0"),
    from = after(low, 5);
  for (let i = 0; i <= 16; i++) {
    const t = signed ? i / 8 - 1 : i / 16;
    rect(s, from + i * 3.2, y, 3.4, 6, signed ? (t < 0 ? "negc" : "posc") : "seqc", signed ? Math.abs(t) : Math.sqrt(t)); // as the cells
  }
  return after(text(s, from + 60, y + 6.5, num(max)), 0);
}

/** A matrix with named rows and columns. slots: class marks before the names. */
export function matrix(svg, m) {
  const w0 = boxWidth(svg),
    names = m.rowNames || [],
    left = m.left ?? (names.length ? Math.min(110, 22 + 6 * Math.max(...names.map((n) => n.length))) : 14);
  // Very many columns get less than whole pixels rather than run out of the box.
  const room = (w0 - left - 4) / m.cols,
    c = room < 4 ? room : Math.min(m.cell || 30, Math.floor(room)),
    ch = c < 8 ? Math.min(12, m.rowHeight || 12) : Math.min(c, m.rowHeight || c),
    top = m.colNames ? 18 : 4;
  const bare = c < 26 || ch < 14,
    o = begin(svg, top + m.rows * ch + (m.foot ? 18 : 4) + (bare ? 18 : 0));
  if (!o) return;
  const { s } = o,
    mx = m.max || Math.max(1e-12, ...m.vals.map(Math.abs));
  names.forEach((n, i) => {
    const y = top + i * ch + ch / 2;
    if (m.slots) mark(s, m.slots[i], 6, y - 0.5, 4);
    text(s, m.slots ? 15 : left - 6, y + 3.5, cut(n, 14), m.slots ? "k" : "e");
  });
  m.colNames?.forEach((n, j) => {
    if (m.slots && m.colMarks) mark(s, m.slots[j], left + j * c + c / 2, 8, 4);
    else if (c > 12 || j % 4 === 0) text(s, left + j * c + c / 2, 12, cut(n, Math.max(2, Math.floor(c / LETTER))), "c");
  });
  m.vals.forEach((v, k) => {
    const i = Math.floor(k / m.cols),
      j = k % m.cols,
      told = m.int ? String(v) : num(v),
      to = m.verb ? names[j] : (m.colNames?.[j] ?? "column " + (j + 1)),
      t = m.signed ? Math.min(1, Math.abs(v) / mx) : Math.sqrt(Math.min(1, Math.abs(v) / mx));
    const r = rect(
      s,
      left + j * c,
      top + i * ch,
      c - (c > 8 ? 1 : 0.4),
      ch - (ch > 8 ? 1 : 0.4),
      m.signed ? (v < 0 ? "negc" : "posc") : "seqc",
      t,
    );
    turn(s, r, String(k), !m.signed, v, t);
    el("title", {}, r, `${names[i] ?? "row " + (i + 1)}${m.verb ? " " + m.verb : ","} ${to}: ${told}`);
    if (m.pick && v > 0) {
      const says = `${names[i]} ${m.verb || "taken for"} ${to}`,
        of = { "data-cell": m.pick, "data-a": m.classes[i], "data-b": m.classes[j] },
        at = hit(s, left + j * c, top + i * ch, c - 1, ch - 1, `${says}: select ${told}`, of);
      el("title", {}, at, `${says}: ${told}. Click to select ${v === 1 ? "it" : "them"}.`);
    }
    if (c >= 26 && ch >= 14 && (m.int ? v !== 0 : true))
      text(
        s,
        left + j * c + (c - 1) / 2,
        top + i * ch + ch / 2 + 3.5,
        m.int ? whole(v, c) : m.signed ? tight(v, mx, c) : short(v),
        "c thru " + (t > 0.62 ? "on" : t > 0.35 ? "i" : "k"),
      );
  });
  if (m.foot) text(s, left, top + m.rows * ch + 13, m.foot, "k");
  // Cells too small for numbers get their scale below.
  if (bare) scale(s, left, top + m.rows * ch + (m.foot ? 24 : 9), mx, m.signed);
}
