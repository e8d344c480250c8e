// The picture of a stage at Learn: equations at one node, in cells with their numbers. All that has a sign has one scale, and all that
// has none; both stand below.
import { boxWidth, el, fix, num, open, rect, text } from "./dom.js";
import { scale } from "./fig-matrix.js";

const CELLS = [48, 44, 40, 36],
  GAP = 10,
  CAPTION = 20,
  NAME = 18,
  LABELS = 14;
const wide = (words, size = 6.4) => Math.ceil(words.length * size);

/** A number for a cell: with three digits behind the point, or two digits where these would be zeros. */
const digits = (v) => (v && Math.abs(v) < 0.0005 ? v.toExponential(1).replace(/-/g, "−") : fix(v, Math.abs(v) < 10 ? 3 : 1));

/** The size of a part in cells of c pixels. */
function part(q, c) {
  if (q.op) return { q, w: wide(q.op, 7.2) + 4, rows: 0 };
  const rows = q.v.length / q.cols,
    beside = q.labels && q.cols === 1 && rows > 0 && q.labels.length === rows && rows > 1;
  const left = beside ? Math.min(110, wide(q.labels.reduce((a, b) => (b.length > a.length ? b : a), "")) + 8) : 0;
  return { q, rows, left, beside, over: Boolean(q.labels) && !beside, w: Math.max(left + q.cols * c, wide(q.name ?? "")) };
}

/** Breaks a sentence into lines that fit. */
function broken(says, w) {
  const out = [""];
  for (const word of says.split(" ")) {
    if (wide(`${out.at(-1)} ${word}`, 5.8) > w && out.at(-1)) out.push(word);
    else out[out.length - 1] += (out.at(-1) && " ") + word;
  }
  return out;
}

/** Breaks a row into lines that fit, before a sign where there is one. */
function linesOf(parts, w) {
  const out = [[]];
  let x = 0;
  for (const p of parts) {
    if (x + p.w > w && out.at(-1).length) {
      const carry = out.at(-1).length > 1 && out.at(-1).at(-1).q.op ? [out.at(-1).pop()] : [];
      out.push(carry);
      x = carry.reduce((t, k) => t + k.w + GAP, 0);
    }
    out.at(-1).push(p);
    x += p.w + GAP;
  }
  return out;
}

export function chain(svg, m) {
  const w = boxWidth(svg);
  if (!w) return;
  const c = CELLS.find((size) => m.rows.every((r) => r.items.every((q) => part(q, size).w <= w))) ?? CELLS.at(-1);
  const rows = m.rows.map((r) => ({
    says: broken(r.says, w),
    lines: linesOf(
      r.items.map((q) => part(q, c)),
      w,
    ).map((parts) => ({ parts, over: parts.some((p) => p.over) ? LABELS : 0, high: Math.max(...parts.map((p) => p.rows)) * c })),
  }));
  const height = (r) => CAPTION + 14 * (r.says.length - 1) + r.lines.reduce((t, l) => t + NAME + l.over + l.high + 8, 0) + 8;
  const way = placed(m.strip ?? [], w),
    o = open(svg, rows.reduce((t, r) => t + height(r), 0) + 22 + way.high);
  if (!o) return;
  const { s } = o;
  let y = way.high;
  strip(s, way.cells);
  for (const r of rows) {
    r.says.forEach((line, k) => text(s, 0, y + 13 + 14 * k, line, "k"));
    y += CAPTION + 14 * (r.says.length - 1);
    for (const l of r.lines) {
      const top = y + NAME + l.over,
        mid = top + l.high / 2;
      let x = 0;
      for (const p of l.parts) {
        if (p.q.op) text(s, x + p.w / 2, mid + 4, p.q.op, "c");
        else cells(s, p, x, mid - (p.rows * c) / 2, c, m);
        x += p.w + GAP;
      }
      y = top + l.high + 8;
    }
    y += 8;
  }
  let x = 0;
  if (m.signed) x = scale(s, 0, y + 4, m.signed, true) + 24;
  if (m.mass) scale(s, x, y + 4, m.mass, false);
}

const STEP = 34,
  BETWEEN = 22;
const NAMES = { μ: "masses", enters: "fused", "P⋆": "plan", R: "map", x: "diffused x", f: "filtered f" }; // of quantities of the strip

/** The words of the strip's cells with their places, in lines of STEP pixels that fit, about equally long. */
function placed(list, w) {
  const first = flowed(list, w);
  for (let narrow = w; ;) {
    const next = flowed(list, (narrow -= 20));
    if (next.high > first.high || narrow < w / 2) return flowed(list, narrow + 20);
  }
}
function flowed(list, w) {
  let x = 0,
    y = 0;
  const cells = list.map((c) => {
    const label = NAMES[c.name] ?? c.name;
    const v = (c.v ?? []).map(digits).join(", "),
      words = c.text ?? (c.v.length > 1 ? `(${v}${c.more ? ", …" : ""})` : v),
      wide = Math.max(words.length * 6.2, label.length * 5.6);
    if (x && x + wide > w) [x, y] = [0, y + STEP];
    x += wide + BETWEEN;
    return { ...c, label, words, x: x - wide - BETWEEN, y, wide };
  });
  return { cells, high: list.length ? y + STEP + 10 : 0 };
}

/** The quantities on the way to the class: those of the stage on the screen in accent, later ones pale. */
function strip(s, cells) {
  if (!cells.length) return;
  const g = el("g", { "data-testid": "strip", role: "list" }, s);
  cells.forEach((c, k) => {
    const cell = el("g", { "data-testid": "strip-cell", "data-name": c.name, role: "listitem", opacity: c.now > 0 ? 0.6 : 1 }, g);
    text(cell, c.x, c.y + 11, c.label, c.now ? "k" : "a");
    const v = text(cell, c.x, c.y + 26, c.words, c.now ? "i" : "a");
    if (c.text) v.dataset.testid = "scene-class";
    if (k + 1 < cells.length) text(g, c.x + c.wide + BETWEEN / 2 - 3, c.y + 26, "→", "c k");
  });
}

/** A matrix with its name and labels. */
function cells(s, { q, left, beside, over }, x, y, c, m) {
  text(s, x + left + (q.cols * c) / 2, y - 6 - (over ? LABELS : 0), q.name ?? "", "c s");
  q.v.forEach((v, k) => {
    const i = Math.floor(k / q.cols),
      j = k % q.cols,
      at = x + left + j * c;
    const t = Math.min(1, Math.abs(v) / ((q.mass ? m.mass : m.signed) || 1)),
      shade = q.mass ? Math.sqrt(t) : t;
    el("title", {}, rect(s, at, y + i * c, c - 1, c - 1, q.mass ? "seqc" : v < 0 ? "negc" : "posc", shade), `${q.name ?? ""}: ${num(v)}`);
    const ink = shade > 0.62 ? "on" : shade > 0.35 ? "i" : "k";
    text(s, at + (c - 1) / 2, y + i * c + c / 2 + 4, q.fine && v ? (+v.toPrecision(4)).toString() : digits(v), `c thru ${ink}`);
    if (beside && j === 0) text(s, at - 6, y + i * c + c / 2 + 4, q.labels[i], "e k");
    if (over && i === 0 && q.labels[j]) text(s, at + (c - 1) / 2, y - 4, q.labels[j], "c k");
  });
}
