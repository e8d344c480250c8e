// Line and bar pictures of the inspector.
import {
  LETTER,
  cut,
  el,
  put,
  text,
  tex,
  line,
  rect,
  path,
  circle,
  hit,
  lin,
  open,
  boxWidth,
  fix,
  num,
  ticks,
  tickText,
  power,
  powers,
  axes,
  mark,
  textWidth,
} from "./dom.js";

/** Lines with direct labels at the right end. log: powers of ten on y. */
export function lines(svg, m) {
  const o = open(svg, m.height || 120);
  if (!o) return;
  const { s, w, h } = o,
    right = m.series.some((q) => q.name) ? 84 : m.xlabel ? 18 + 6 * m.xlabel.length : 10,
    x0 = 44,
    x1 = w - right,
    base = h - 26;
  const all = m.series
    .flatMap((q) => q.y)
    .concat((m.refs || []).map((r) => r.y))
    .filter((v) => Number.isFinite(v) && (!m.log || v > 0));
  if (!all.length) {
    text(s, 0, h / 2, "nothing to draw yet", "");
    return;
  }
  const nx = Math.max(1, ...m.series.map((q) => (q.x ? q.x[q.x.length - 1] : q.y.length - 1 + (m.from || 0)))),
    X = lin(m.xmin ?? (m.from || 0), m.xmax ?? nx, x0, x1);
  let lo = m.ymin ?? Math.min(...all),
    hi = m.ymax ?? Math.max(...all),
    Y,
    T;
  if (m.log) {
    lo = Math.floor(Math.log10(Math.max(1e-18, lo)));
    hi = Math.ceil(Math.log10(Math.max(1e-18, hi)) + 1e-9);
    if (hi <= lo) hi = lo + 1;
    const raw = lin(lo, hi, base, 8);
    Y = (v) => raw(Math.log10(Math.max(10 ** lo, v)));
    T = powers(lo, hi);
  } else {
    if (hi - lo <= 0.02 * Math.abs(hi)) {
      hi += Math.abs(hi) * 0.1 || 1;
      if (m.ymin === undefined) lo -= Math.abs(lo) * 0.1;
    } else if (m.ymin === undefined && lo > 0 && lo < 0.5 * hi) lo = 0;
    const pad = m.ymax === undefined ? 0.06 * (hi - lo) : 0;
    T = ticks(lo, hi, 3);
    Y = lin(lo, hi + pad, base, 8);
  }
  const tx = ticks(m.xmin ?? (m.from || 0), m.xmax ?? nx, Math.min(5, Math.max(1, Math.floor((x1 - x0) / 60)))).filter(
    (t) => !m.intx || t === Math.round(t),
  );
  axes(s, {
    x0,
    x1,
    base,
    X,
    Y,
    xs: tx,
    ys: T,
    foot: h - 10,
    label: m.log ? power : tickText,
    under: m.doubling ? (t) => String(2 ** t) : tickText,
    zero: "grid",
  });
  line(s, x0, base + 0.5, x1, base + 0.5, "ax");
  if (m.xlabel) text(s, x1 + 12, h - 10, m.xlabel);
  for (const r of m.refs || []) {
    line(s, x0, Y(r.y), x1, Y(r.y), "ln ln2 thin dash");
    if (r.name) text(s, x0 + 4, Y(r.y) - 5, r.name, "halo");
  }
  for (const v of m.vrefs || []) line(s, X(v.x), 4, X(v.x), base, "ln lna thin");
  const ends = [];
  for (const q of m.series) {
    const pts = q.y.map((v, i) => [X(q.x ? q.x[i] : i + (m.from || 0)), Y(v)]).filter((p) => Number.isFinite(p[1]));
    if (!pts.length) continue;
    const cls = q.cls || "ln";
    if (q.bars) {
      const bw = Math.max(1, pts.length > 1 ? pts[1][0] - pts[0][0] - 1 : 6);
      pts.forEach((p) => rect(s, p[0] - bw / 2, p[1], bw, base - p[1], "f-t2"));
      continue;
    }
    if (!q.dotsOnly) path(s, pts, cls);
    q.half?.forEach((d, i) => {
      const x = X(q.x ? q.x[i] : i + (m.from || 0));
      if (d) line(s, x, Math.min(base, Y(q.y[i] - d)), x, Math.max(4, Y(q.y[i] + d)), "ln thin");
    });
    if (q.dots || q.dotsOnly)
      pts.forEach((p) => circle(s, p[0], p[1], 2.4, cls.includes("lna") ? "f-a" : cls.includes("ln2") ? "open" : "f-ink"));
    if (q.name) ends.push([pts[pts.length - 1][1] + 4, q.name, cls.includes("lna") ? "a" : "k"]);
  }
  // Names come last, on the side of the line where the drawing is lower.
  const high = (from, to) =>
    Math.max(
      -Infinity,
      ...m.series.flatMap((q) =>
        q.y.filter((_, i) => {
          const x = X(q.x ? q.x[i] : i + (m.from || 0));
          return x >= from && x <= to;
        }),
      ),
    );
  for (const v of m.vrefs || [])
    if (v.name) {
      const x = X(v.x),
        before = x + 40 > x1 || (x - 40 > x0 && high(x, x + 40) > high(x - 40, x));
      text(s, x + (before ? -5 : 5), 14, v.name, before ? "a e halo" : "a halo");
    }
  ends.sort((a, b) => a[0] - b[0]);
  let y = -1e9;
  // Names keep their distance, also where all lines end on the axis.
  ends.forEach(([at, name, cls], k) => {
    y = Math.max(at, y + 14);
    text(s, x1 + 8, Math.min(y, base + 4 - 14 * (ends.length - 1 - k)), name, cls);
  });
}

/** Horizontal bars. log needs min. A row of kind "claim" is an open bar. */
export function hbars(svg, m) {
  const rh = m.rowHeight || 21,
    left = m.left ?? 112,
    foot = m.axis === false ? 2 : 20,
    o = open(svg, m.rows.length * rh + foot);
  if (!o) return;
  const { s, w } = o,
    vals = m.rows.map((r) => r.v),
    hi = m.max ?? Math.max(1e-12, ...vals),
    right = m.right ?? 60;
  const lo = m.log ? Math.floor(Math.log10(m.min)) : 0,
    X = m.log
      ? (
          (f) => (v) =>
            f(Math.log10(Math.max(10 ** lo, v)))
        )(lin(lo, Math.log10(hi) + 0.1, left, w - right))
      : lin(0, hi, left, w - right);
  const H = m.rows.length * rh;
  if (m.axis !== false) {
    const T = m.log ? [] : ticks(0, hi, 3);
    if (m.log) for (let e = lo; e <= Math.log10(hi) + 0.1; e += 2) T.push(10 ** e);
    for (const t of T) {
      line(s, X(t), 0, X(t), H, t === T[0] ? "ax" : "grid");
      text(s, X(t), H + 14, m.log ? power(t) : tickText(t, T), "c");
    }
  }
  m.rows.forEach((r, i) => {
    const y = i * rh,
      x1 = X(r.v);
    if (r.slot !== undefined) {
      mark(s, r.slot, 6, y + rh / 2, 4);
    }
    text(
      s,
      r.slot !== undefined ? 16 : 0,
      y + rh / 2 + 4,
      cut(r.name, Math.floor((left - (r.slot !== undefined ? 20 : 4)) / LETTER)),
      r.cls === "now" ? "s" : "k",
    );
    if (r.was !== undefined) rect(s, X(0), y + rh / 2 - 6, X(r.was) - X(0), 12, "box b3");
    if (r.cls === "claim") rect(s, X(m.log ? 0 : 0) + 0.5, y + rh / 2 - 6, x1 - X(0), 12, "box b3");
    else
      rect(
        s,
        X(0),
        y + rh / 2 - 5.5,
        Math.max(r.v > 0 ? 1 : 0, x1 - X(0)),
        11,
        r.cls === "now" ? "f-a" : r.slot !== undefined ? "n" + (r.slot < 0 ? 7 : r.slot % 8) : "f-t2",
      );
    for (const k of ["edge", "node", "layer"])
      if (r[k] !== undefined) hit(s, 0, y, w, rh, `Select ${k} ${r.name.replace("layer ", "")}`, { ["data-" + k]: r[k] });
    text(s, Math.max(left, x1, r.was !== undefined ? X(r.was) : 0) + 6, y + rh / 2 + 4, r.text ?? num(r.v), r.cls === "now" ? "a" : "k");
  });
}

/** Beta prior and posterior of the agreement of one edge. */
export function beta(svg, m) {
  const o = open(svg, boxWidth(svg) > 270 ? 128 : 104);
  if (!o) return;
  const { s, w, h } = o,
    hi = Math.max(1.6, Math.min(9, 1.12 * Math.max(...m.y))),
    X = lin(0, 1, 1, w - 6),
    Y = lin(0, hi, h - 20, 8),
    cap = (v) => Math.min(v, hi);
  const pts = m.x.map((x, i) => [X(x), Y(cap(m.y[i]))]);
  el(
    "path",
    {
      d: "M" + X(0) + " " + Y(0) + pts.map((q) => "L" + q.map((z) => z.toFixed(1)).join(" ")).join("") + "L" + X(1) + " " + Y(0) + "Z",
      class: "f-k",
    },
    s,
  );
  path(
    s,
    m.x.map((x, i) => [X(x), Y(cap(m.prior[i]))]),
    "ln ln2 thin dash",
  );
  path(s, pts, "ln");
  line(s, X(0), Y(0), X(1), Y(0), "ax");
  for (const t of [0, 0.5, 1]) {
    line(s, X(t), Y(0), X(t), Y(0) + 3, "ax");
    text(s, X(t), h - 5, String(t), t === 0 ? "" : t === 1 ? "e" : "c");
  }
  const k = Math.min(m.x.length - 1, Math.max(0, Math.round(m.kappa * (m.x.length + 1)) - 1)),
    leftSide = m.kappa > 0.55;
  line(s, X(m.kappa), Y(0), X(m.kappa), Y(cap(m.y[k])), "ln lna");
  tex(s, X(m.kappa) + (leftSide ? -6 : 6), Y(0) - 9, [["κ̄"], " " + fix(m.kappa, 3)], leftSide ? "a e halo" : "a halo");
  const edge = m.kappa > 0.5 ? 2 : w - 6,
    cls = m.kappa > 0.5 ? "" : "e";
  text(s, edge, Y(1) - 5, `prior Beta(${+m.alpha0.toPrecision(3)}, ${+m.beta0.toPrecision(3)})`, cls + " halo");
  text(s, edge, 12, `Beta(${fix(m.alpha, 2)}, ${fix(m.beta, 2)})`, cls + " k halo");
}

/** The line search of the gap ascent: what each trial gained against its step. */
export function search(svg, m) {
  const o = open(svg, 130);
  if (!o) return;
  const near = m.near ?? []; // the sentence over them has the numbers
  const { s, w, h } = o,
    x0 = 44,
    x1 = w - 8,
    base = h - 26,
    xm = 1.08 * m.etaMax,
    best = Math.max(1e-12, ...m.trials.concat(near).map((t) => t.gain)),
    far = !m.matrix && m.limit > 4 * best,
    ym = 1.3 * Math.max(best, far ? 0 : m.limit || 0),
    X = lin(0, xm, x0, x1),
    Y = lin(0, ym, base, 12);
  axes(s, {
    x0,
    x1,
    base,
    X,
    Y,
    foot: h - 10,
    ...(m.near ? { xs: [m.trials[0].eta], ys: [0], label: () => "" } : { xs: ticks(0, xm, 4), ys: ticks(0, ym, 3) }),
  });
  const named = [],
    drawn = []; // the most important label first: later ones make way, all of them to what is drawn
  const put = (pts, cls) => {
    path(s, pts, cls);
    drawn.push(...pts.slice(1).map((p, i) => [...pts[i], ...p]));
  };
  if (m.matrix && m.limit > 0) {
    const up = Math.min(ym, xm);
    put(
      [
        [X(0), Y(0)],
        [X(up), Y(up)],
      ],
      "ln ln2 thin dash",
    );
    put(
      [
        [X(0), Y(0)],
        [X(Math.min(m.limit, xm)), Y(Math.min(m.limit, xm))],
        [X(xm), Y(m.limit)],
      ],
      "ln",
    );
    named.push(tex(s, X(xm) - 4, Y(m.limit) - 7, ["gain stops at ", ["λ", "3"], " − ", ["λ", "2"]], "k e halo"));
  } else if (far)
    named.push(tex(s, x1, 10, ["↑ ", ["λ", "3"], " − ", ["λ", "2"], " = " + num(m.limit) + ", far above this scale"], "k e halo"));
  else if (m.limit > 0) {
    put(
      [
        [x0, Y(m.limit)],
        [x1, Y(m.limit)],
      ],
      "ln ln2 thin dash",
    );
    named.push(tex(s, x0 + 6, Y(m.limit) - 6, [["λ", "3"], " − ", ["λ", "2"], " = " + num(m.limit)], "k halo"));
  }
  const armijo = Math.min(xm, ym / Math.max(1e-12, m.slope * m.armijo));
  if (m.slope > 0)
    put(
      [
        [X(0), Y(0)],
        [X(armijo), Y(armijo * m.slope * m.armijo)],
      ],
      "ln ln2 thin",
    );
  const at = (t) => [X(t.eta), Y(Math.max(0, t.gain))],
    along = [{ eta: 0, gain: 0 }, ...near, ...m.trials].sort((a, b) => a.eta - b.eta);
  if (m.near) path(s, along.map(at), "ln ln2 thin");
  for (const t of near) el("title", {}, circle(s, ...at(t), 2.5, "f-3"), `η = ${num(t.eta)}: gain ${num(t.gain)}, for the picture`);
  m.trials.forEach((t) => {
    const y = Y(Math.max(0, t.gain)),
      n = circle(s, X(t.eta), y, 4, t.ok ? "f-a" : "open");
    drawn.push([X(t.eta) - 5, y - 4, X(t.eta) + 5, y + 4], [X(t.eta) - 5, y + 4, X(t.eta) + 5, y - 4]);
    el("title", {}, n, `η = ${num(t.eta)}: gain ${num(t.gain)}${t.ok ? ", accepted" : ", rejected"}`);
  });
  const ok = m.trials.findLast((t) => t.ok),
    no = m.trials.find((t) => !t.ok);
  if (ok && !m.near) {
    const r = X(ok.eta) > w * 0.55;
    named.unshift(
      text(
        s,
        X(ok.eta) + (r ? -8 : 8),
        Math.min(base - 4, Y(Math.max(0, ok.gain)) + 4),
        "accepted η = " + num(ok.eta),
        r ? "a e halo" : "a halo",
      ),
    );
  }
  if (no && (!ok || Math.abs(X(no.eta) - X(ok.eta)) > 60))
    named.push(text(s, X(no.eta) - 8, Math.min(base - 4, Y(Math.max(0, no.gain)) + 4), "rejected", "e halo"));
  if (m.slope > 0 && !m.near)
    named.push(
      text(s, X(armijo) - 2, Math.max(24, Y(armijo * m.slope * m.armijo) - 6), `Armijo, slope ${+m.armijo.toPrecision(3)}`, "e halo"),
    );
  settle(named, 10, base - 4, drawn, w);
}

/** The edges that pull most on λ₂, and how the pull is spread. */
export function pull(svg, m) {
  const rh = 20,
    o = open(svg, m.rows.length * rh + 24);
  if (!o) return;
  const { s, w } = o,
    split = w > 330,
    right = split ? 150 : 40,
    X = lin(0, Math.max(1e-15, m.rows[0]?.v || 0) * 1.02, 84, w - right),
    H = m.rows.length * rh;
  m.rows.forEach((r, i) => {
    const y = i * rh;
    text(s, 10, y + 14, String(i + 1), "a e");
    text(s, 18, y + 14, cut(`${r.i} – ${r.j}`, 10), "k");
    rect(s, X(0), y + 5, X(r.v) - X(0), 10, "f-a");
    text(s, Math.max(84, X(r.v)) + 6, y + 14, num(r.v / m.unit), "k");
    hit(s, 0, y, w - right + 30, rh, `Select edge ${r.i} to ${r.j}`, { "data-edge": r.e });
  });
  text(s, 84, H + 16, "× " + power(m.unit));
  if (!split) return;
  const gx = w - 108,
    n = m.sorted.length,
    XX = lin(0, Math.max(1, n - 1), gx, w - 2),
    YY = lin(0, Math.max(1e-15, m.sorted[0]), H, 4);
  line(s, gx, H + 0.5, w, H + 0.5, "ax");
  path(
    s,
    m.sorted.map((v, i) => [XX(i), YY(v)]),
    "ln",
  );
  text(s, w - 2, H + 16, `${m.total} edges, sorted`, "e");
  const hx = lin(0, Math.max(1, m.total - 1), gx, w - 2)(m.half - 1);
  line(s, hx, H, hx, 22, "ln lna thin");
  text(s, w - 2, 16, `half in ${m.half} edges`, "a e halo");
}

/**
 * Puts texts near where they belong: at the nearest place that neither a text before nor, where there is room, a line has.
 */
function settle(list, lo, hi, lines, w) {
  const boxes = [];
  for (const t of list) {
    const cls = t.getAttribute("class") || "",
      width = textWidth(t),
      x = +t.getAttribute("x"),
      y0 = +t.getAttribute("y"),
      left = /(^| )e( |$)/.test(cls) ? x - width : /(^| )c( |$)/.test(cls) ? x - width / 2 : x,
      free = [];
    for (let l = left % 6; l + width <= w; l += 6)
      for (let y = hi - ((hi - y0) % 3); y >= lo; y -= 3) {
        if (l >= 0 && boxes.every((b) => y - 12 >= b[3] || y + 1 <= b[1] || l >= b[2] + 4 || l + width <= b[0] - 4)) free.push([l, y]);
      }
    const far = ([l, y]) => Math.abs(y - y0) + Math.abs(l - left) / 2;
    free.sort((a, b) => far(a) - far(b));
    const [l, at] = free.find(([l, y]) => !lines.some((q) => crosses(q, l - 2, y - 10, l + width + 2, y + 2))) ?? free[0] ?? [left, y0];
    if (l !== left) {
      put(t, "x", l);
      put(t, "class", cls.replace(/(^| )[ec]( |$)/, " "));
    }
    put(t, "y", at);
    boxes.push([l, at - 12, l + width, at + 1]);
  }
}

/** Whether the segment [x, y, x', y'] meets a box. */
export function crosses([x, y, u, v], x0, y0, x1, y1) {
  if (x > u) [x, y, u, v] = [u, v, x, y];
  const a = Math.max(x, x0),
    b = Math.min(u, x1),
    at = (q) => (u > x ? y + ((v - y) * (q - x)) / (u - x) : y);
  return a <= b && Math.max(at(a), at(b)) >= y0 && Math.min(at(a), at(b)) <= y1;
}

/** Reliability: accuracy against confidence per bin, with the diagonal. */
export function reliability(svg, m) {
  const o = open(svg, 132);
  if (!o) return;
  const { s, w, h } = o,
    x0 = 44,
    x1 = Math.min(w - 90, x0 + 190),
    base = h - 26,
    X = lin(0, 1, x0, x1),
    Y = lin(0, 1, base, 8),
    most = Math.max(1, ...m.count);
  axes(s, { x0, x1, base, X, Y, xs: [0, 0.5, 1], ys: [0, 0.5, 1], foot: h - 10 });
  path(
    s,
    [
      [X(0), Y(0)],
      [X(1), Y(1)],
    ],
    "ln ln2 thin dash",
  );
  m.conf.forEach((c, i) => {
    if (!m.count[i]) return;
    const n = circle(s, X(c), Y(m.acc[i]), 2 + 4 * Math.sqrt(m.count[i] / most), Math.abs(c - m.acc[i]) > 0.15 ? "f-a" : "f-ink");
    line(s, X(c), Y(c), X(c), Y(m.acc[i]), "ln ln2 thin");
    el("title", {}, n, `${m.count[i]} nodes, confidence ${fix(c, 2)}, right ${fix(m.acc[i], 2)}`);
  });
  text(s, x1 + 10, 20, "ECE " + fix(m.ece, 3), "s");
  text(s, x1 + 10, 36, "right against", "");
  text(s, x1 + 10, 50, "confidence", "");
}
