// Pictures of cells for the inspector: transport plans, restriction maps with their stalk vectors, and matrices with named rows and
// columns. The colour of a cell is a position on a ramp of colours. Masses have a sequential ramp, signed numbers a ramp for each sign.
import { rested, fade, moves, stop } from "./motion.js";
import { carryInPicture } from "./carry.js";
import { ramp } from "./color.js";
import { LETTER, cut, el, text, tex, line, rect, path, hit, open, boxWidth, fix, pct, num, mark, after } from "./dom.js";

const LABELLED_CELL = 12, // px; a smaller cell has no number beside its row or column
  NUMBER_CELL = 24; // px; a smaller cell of a plan has no number inside

/** Returns the CSS class of a cell: of a mass if seq is true, else of a signed number v. 0 counts as positive. */
const cellClass = (seq, v) => {
  if (seq) return "seqc";
  return v < 0 ? "negc" : "posc";
};
/**
 * Returns the CSS class of a number inside a cell. The class makes the number contrast with the shade t of the cell, from 0 to 1 (the full
 * colour).
 */
const inkClass = (t) => {
  if (t > 0.62) return "on";
  return t > 0.35 ? "i" : "k";
};
/** Returns the colour of a cell at shade t, from 0 to 1. The style sheet gives the same colour to the class cellClass(seq, v). */
const shade = (seq, v, t) => (seq ? ramp("seq-0", "seq-1", t) : ramp("zero", v < 0 ? "neg" : "pos", t));

/**
 * Remembers the mass or signed number v of a cell and its shade t under a key, which is unique in the picture. Fades the cell from the
 * shade in the last drawing to the new shade. Nothing fades in a picture that was not opened by begin, or that has changed shortly before
 * (moving is false).
 */
function crossFade(picture, cell, key, seq, v, t) {
  const current = picture.shades?.now;
  if (!current) return;
  const former = picture.shades.old.get(key);
  current.set(key, [seq, v, t]);
  if (!former || !picture.shades.moving) return;
  const [, formerV, formerT] = former,
    signDiffers = formerV < 0 !== v < 0,
    differs = Math.abs(formerT - t) > 0.01 || signDiffers;
  if (differs) fade(cell, shade(...former), shade(seq, v, t));
}

/**
 * Opens a picture of cells, and returns its box, null if the svg is hidden (see open). For crossFade, shades has the shades of the last
 * drawing (old) and of this drawing (now) by key. moving reports that this drawing may be animated, since the last change is long enough
 * ago.
 */
export function begin(svg, height) {
  const box = open(svg, height);
  if (box) svg.shades = { old: svg.shades?.now || new Map(), now: new Map(), moving: rested(svg) };
  return box;
}

/**
 * Draws a d×d matrix M, row by row, into element p at (x, y) in cells of side c. Among the options, seq marks masses, on a scale of square
 * roots. Without seq the numbers are signed, and the scale is linear. max is the value of the darkest colour, by default the largest
 * absolute entry. num formats the number inside a cell; without num the cells have none. name is the name of M in the tooltips.
 */
export function heat(p, M, d, x, y, c, options = {}) {
  const max = options.max || Math.max(1e-12, ...M.map(Math.abs));
  M.forEach((v, k) => {
    const i = Math.floor(k / d),
      j = k % d,
      cellX = x + j * c,
      cellY = y + i * c,
      share = Math.min(1, Math.abs(v) / max),
      t = options.seq ? Math.sqrt(share) : share;
    const cell = rect(p, cellX, cellY, c - 1, c - 1, cellClass(options.seq, v), t);
    // The key contains the place of the matrix, since a picture can have several matrices.
    crossFade(p, cell, `${Math.round(x)},${Math.round(y)},${k}`, !!options.seq, v, t);
    el("title", {}, cell, `${options.name || ""}[${i + 1}, ${j + 1}] = ${num(v)}`);
    if (options.num) text(p, cellX + (c - 1) / 2, cellY + c / 2 + 3.5, options.num(v), "c thru " + inkClass(t));
  });
}
/** Returns a mass from 0 to 1 with two decimals and no leading zero: .37. A mass below 0.005 is "", a mass from 0.995 on is "1". */
const shortMass = (v) => {
  if (v < 0.005) return "";
  return v >= 0.995 ? "1" : v.toFixed(2).slice(1);
};

/**
 * Returns a signed number that fits into a cell of c pixels, for instance .37, −.012 or 1e6. max is the largest absolute number of the
 * matrix, which sets the decimals. A number far below max, and a number whose written decimals are all 0, is "0".
 */
const shortSigned = (v, max, c) => {
  if (Math.abs(v) < 5e-4 * Math.max(max, 0.1)) return "0";
  let decimals = 1;
  if (max < 0.1 && c >= 36) decimals = 3;
  else if (max < 10) decimals = 2;
  // Removes the leading zero, and shortens a number of zeros alone to 0.
  const short = fix(v, decimals)
    .replace(/^(−?)0\./, "$1.")
    .replace(/^−?\.0+$/, "0");
  return short.length * LETTER <= c ? short : exponential(v, c);
};
/** Returns a number with a power of ten, such as 2e6, or 1.5e6 if a cell of c pixels has room for a decimal. */
const exponential = (v, c) =>
  v
    .toExponential(c < 40 ? 0 : 1)
    .replace("e+", "e")
    .replace("-", "−");
/** Returns a count as text: all digits if they fit into a cell of c pixels, else a power of ten with its factor. */
const shortCount = (v, c) => (String(v).length * LETTER <= c ? String(v) : exponential(v, c));

/** Draws an arrow to the right from (x, y), 19 px long. */
function arrow(s, x, y) {
  const shaft = [
      [x, y],
      [x + 19, y],
    ],
    tip = [
      [x + 15, y - 3.5],
      [x + 19.5, y],
      [x + 15, y + 3.5],
    ];
  path(s, shaft, "ln thin");
  path(s, tip, "ln thin");
}

/**
 * Draws two transport plans of an edge side by side with their margins: left before a step, right after the step. The model m is
 * edge.PlanPicture of web/view. Each plan has d×d masses, row by row, with the sum 1. mu and nu are the margins: the row sums and the
 * column sums. mu2 and nu2 are the margins of the right plan if the step changes them. max is the mass of the darkest cell. offLeft and
 * offRight are the masses off the diagonal. focus is the index, row by row, of the largest entry off the diagonal of the right plan, −1
 * without such an entry.
 */
export function plan(svg, m) {
  const d = m.d,
    boxW = boxWidth(svg),
    ownMargins = !!m.nu2?.length, // of the right plan
    gap = ownMargins ? 64 : 34, // between the plans
    left = 46, // room for the bars of μ and the numbers of the rows
    top = 46, // room for the bars of ν and their name
    keyWidth = 52, // room for the colour key
    room = Math.floor((boxW - left - gap - keyWidth) / (2 * d)), // largest side of a cell for which all fits into the box
    c = Math.max(10, Math.min(boxW > 440 ? 38 : 30, room)); // side of a cell; in a wide box cells can be larger
  const side = d * c,
    box = begin(svg, top + side + 34); // below the plans, the numbers of the columns and the names of the plans
  if (!box) return;
  const { s, w } = box,
    leftX = left,
    rightX = left + side + gap;
  // The margins as bars beside each plan. The longest bar is a mass of at least 0.25, so that small margins have short bars.
  const longest = 26, // px of the bar of the mass largest
    largest = Math.max(0.25, ...m.mu, ...m.nu, ...(m.mu2 || []), ...(m.nu2 || [])),
    inset = c > 16 ? 6 : 2,
    thickness = c - 2 * inset - 1;
  // Draws the margins of the plan with the left edge x: nu above the plan, and mu at its left if mu is given.
  const bars = (x, mu, nu) => {
    nu.forEach((v, j) => {
      const length = (longest * v) / largest;
      rect(s, x + j * c + inset, top - 5 - length, thickness, length, "f-2");
    });
    line(s, x, top - 4.5, x + side - 1, top - 4.5, "ax");
    if (!mu) return;
    mu.forEach((v, i) => {
      const length = (longest * v) / largest;
      rect(s, x - 5 - length, top + i * c + inset, length, thickness, "f-2");
    });
    line(s, x - 4.5, top, x - 4.5, top + side - 1, "ax");
  };
  bars(leftX, m.mu, m.nu);
  bars(rightX, ownMargins && m.mu2, ownMargins ? m.nu2 : m.nu); // equal row sums are drawn at the left plan only
  const options = { seq: 1, max: m.max, num: c >= NUMBER_CELL ? shortMass : null, name: "P" };
  heat(s, m.left, d, leftX, top, c, options);
  heat(s, m.right, d, rightX, top, c, options);
  // The names of the margins, a frame around the cell focus, and the numbers of rows and columns.
  tex(s, 2, top - 10, [["μ"], " of " + cut(m.i, 9)], "k");
  tex(s, leftX, top - 36, [["ν"], " of " + cut(m.j, 9)], "k");
  if (ownMargins) tex(s, rightX, top - 36, ["margins of ", m.rightName], "k");
  if (m.focus >= 0)
    for (const x of [leftX, rightX]) rect(s, x + (m.focus % d) * c, top + Math.floor(m.focus / d) * c, c - 1, c - 1, "focuscell");
  if (c > LABELLED_CELL)
    for (let i = 0; i < d; i++) {
      text(s, 6, top + i * c + c / 2 + 4, String(i + 1), "c");
      for (const x of [leftX, rightX]) text(s, x + i * c + c / 2, top + side + 13, String(i + 1), "c");
    }
  // The step between the plans, and the names of the plans with their mass off the diagonal.
  const arrowX = leftX + side + 6,
    arrowY = top + side / 2;
  arrow(s, arrowX, arrowY);
  text(s, arrowX + 10, arrowY - 8, m.arrow, "c k");
  const off = side > 100 ? "  off-diagonal " : "  off ";
  tex(s, leftX, top + side + 29, [m.leftName, off + pct(m.offLeft)], "k");
  tex(s, rightX, top + side + 29, [m.rightName, off + pct(m.offRight)], "k");
  // The colour key: a vertical ramp of 24 steps. Its height is the square root of the mass, as the shade of a cell (heat).
  const keyX = rightX + side + 18,
    keyHeight = side - 1;
  if (w < keyX + 30) return; // no room
  for (let i = 0; i < 24; i++) {
    rect(s, keyX, top + keyHeight - ((i + 1) * keyHeight) / 24, 8, keyHeight / 24 + 0.3, "seqc", i / 23);
  }
  // The labels: a share of the mass max, its position t on the ramp (the square root), and the shift of the baseline in px.
  for (const [share, t, shift] of [
    [0, 0, 0],
    [0.25, 0.5, 4],
    [0.5, Math.SQRT1_2, 4],
    [1, 1, 8],
  ]) {
    const label = share ? fix(share * m.max, 2).replace(/0$/, "") : "0";
    text(s, keyX + 13, top + keyHeight - t * keyHeight + shift, label);
  }
  text(s, keyX, top - 10, "mass");
}

/**
 * Draws the maps of an edge on the vectors of its ends, in seven columns: x_i, R_ij, R_ij x_i, the difference, R_ji x_j, R_ji, x_j. The
 * model m is edge.Maps of web/view. xi and xj are the vectors, yi and yj their images, and r is the difference yi − yj. r2 is the squared
 * norm of r. scale is the largest absolute entry of the maps, vscale of the vectors. A button starts the animation of carry.js. If the
 * function onCarry is given, it gets m at the start, for the animation on the graph.
 */
export function maps(svg, m, onCarry) {
  const d = m.d,
    boxW = boxWidth(svg),
    vw = 17, // width of a vector
    minGaps = 72, // least sum of the gaps between the columns
    c = Math.max(7, Math.min(boxW > 440 ? 32 : 24, Math.floor((boxW - 5 * vw - minGaps) / (2 * d)))),
    top = 24, // room for the names of the columns
    side = d * c;
  const box = begin(svg, top + side + 62); // below the columns, the norm, the colour keys and the button
  if (!box) return;
  // The x coordinates of the columns.
  const { s, w } = box,
    gap = (w - 2 * side - 5 * vw) / 6,
    widths = [vw, side, vw, vw, vw, side, vw],
    X = [];
  let x = 0;
  for (const width of widths) {
    X.push(x);
    x += width + gap;
  }
  // The columns. cells has the cells of each vector by the index of its column, for the animation.
  const cells = {},
    options = { max: m.scale, name: "R" },
    drawVector = (vector, k) => {
      cells[k] = vector.map((v, i) => {
        const t = Math.min(1, Math.abs(v) / m.vscale),
          cell = rect(s, X[k], top + i * c, vw, c - 1, cellClass(false, v), t);
        crossFade(svg, cell, `v${k},${i}`, false, v, t);
        el("title", {}, cell, num(v));
        return cell;
      });
    };
  drawVector(m.xi, 0);
  heat(s, m.rij, d, X[1], top, c, options);
  drawVector(m.yi, 2);
  drawVector(m.r, 3);
  drawVector(m.yj, 4);
  heat(s, m.rji, d, X[5], top, c, options);
  drawVector(m.xj, 6);
  // The signs between the columns, and the names above them.
  const signY = top + side / 2 + 3;
  ["→", "→", "−", "=", "←", "←"].forEach((sign, k) => text(s, (X[k] + widths[k] + X[k + 1]) / 2, signY, sign, "c k"));
  const heading = (k, parts, cls = "c k") => tex(s, X[k] + widths[k] / 2, 16, parts, cls);
  const [i, j] = [m.i, m.j].map((name) => cut(name, 4));
  heading(0, [["x", i]]);
  heading(1, [["R", i + "→e"]]);
  heading(5, [["R", j + "→e"]]);
  heading(6, [["x", j]]);
  heading(2, [["R x"]]);
  heading(4, [["R x"]]);
  heading(3, [["r", "e"]], "c a");
  rect(s, X[3] - 0.5, top - 0.5, vw + 1, side, "focuscell");
  tex(s, w / 2, top + side + 16, ["disagreement of these means  ‖", ["r", "e"], "‖² = " + num(m.r2)], "c k");
  // Maps and vectors have a scale each.
  let keyX = 0;
  for (const [name, max] of [
    ["maps", m.scale],
    ["vectors", m.vscale],
  ]) {
    const label = text(s, keyX, top + side + 35, name, "k");
    keyX = scale(s, after(label, 6), top + side + 29, max, true) + 14;
  }
  // The animation: by a button, and by itself once for each edge (m.e) and position of the run (m.key), if the picture is at rest.
  const start = () => {
    stop(svg);
    carryInPicture(s, m, { X, top, c, d, vw, cells });
    onCarry?.(m);
  };
  if (!moves() || !m.xi.some((v) => v)) return; // the user wants no motion, or x_i is zero
  text(s, w - 4, top + side + 55, "▸ carry the vectors", "e k thru");
  const target = hit(s, w - 118, top + side + 41, 118, 20, "Carry the stalk vectors along the edge", { "data-testid": "carry" });
  target.own = true; // has listeners, so that anew does not reuse the element
  target.addEventListener("click", start);
  target.addEventListener("keydown", (e) => {
    if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      e.stopPropagation();
      start();
    }
  });
  const step = m.e + "," + m.key,
    isNew = m.key >= 0 && svg.carried !== step, // the key is −1 while the run proceeds, or after a change by hand
    atRest = svg.shades.moving || svg.carried === undefined; // undefined at the first drawing, which counts as at rest
  if (isNew && atRest) start();
  svg.carried = step;
}

/**
 * Draws a small colour key at (x, y), 17 cells wide, between its numbers: for signed numbers −max and max, for masses 0 and max. Returns
 * the x coordinate of its end.
 */
export function scale(s, x, y, max, signed) {
  const low = text(s, x, y + 6.5, signed ? "−" + num(max) : "0"),
    start = after(low, 5);
  for (let i = 0; i <= 16; i++) {
    const value = signed ? i / 8 - 1 : i / 16, // as a share of max
      t = signed ? Math.abs(value) : Math.sqrt(value); // masses have a scale of square roots, as in heat
    rect(s, start + i * 3.2, y, 3.4, 6, cellClass(!signed, value), t);
  }
  return after(text(s, start + 60, y + 6.5, num(max)), 0); // 60 px: the cells and a gap of 5 px
}

/**
 * Draws a matrix with named rows and columns. The model m is view.Matrix of web/view: vals has the entries row by row. int marks counts,
 * signed marks signed numbers; other entries are masses. max is the value of the darkest colour, by default the largest absolute entry.
 * cell and rowHeight are the sizes of a cell, and left the width of the names, in px. slots are class marks before the names of the rows,
 * and with colMarks in place of the names of the columns. If rows and columns are the same objects, verb joins their names in the
 * description of a cell. pick is the name of the event that a click on a positive entry sends, with the numbers classes of its row and
 * column.
 */
export function matrix(svg, m) {
  const boxW = boxWidth(svg),
    names = m.rowNames || [],
    // px of the longest name, with about 6 px for a letter and 22 px for a class mark and gaps.
    longestName = names.length ? Math.min(110, 22 + 6 * Math.max(...names.map((n) => n.length))) : 14,
    left = m.left ?? longestName;
  // The size of a cell. A width of 4 px or more is rounded down; smaller widths are not rounded, so that columns keep a width.
  const room = (boxW - left - 4) / m.cols,
    c = room < 4 ? room : Math.min(m.cell || 30, Math.floor(room)),
    cellHeight = c < 8 ? Math.min(12, m.rowHeight || 12) : Math.min(c, m.rowHeight || c),
    top = m.colNames ? 18 : 4,
    base = top + m.rows * cellHeight;
  // Cells that are too small for numbers have a colour key below.
  const tooSmall = c < 26 || cellHeight < 14,
    box = begin(svg, base + (m.foot ? 18 : 4) + (tooSmall ? 18 : 0));
  if (!box) return;
  const { s } = box,
    max = m.max || Math.max(1e-12, ...m.vals.map(Math.abs));
  // The names of rows and columns.
  names.forEach((name, i) => {
    const y = top + i * cellHeight + cellHeight / 2;
    if (m.slots) mark(s, m.slots[i], 6, y - 0.5, 4);
    text(s, m.slots ? 15 : left - 6, y + 3.5, cut(name, 14), m.slots ? "k" : "e");
  });
  m.colNames?.forEach((name, j) => {
    const hasName = c > LABELLED_CELL || j % 4 === 0; // narrow columns have a name at every fourth
    if (m.slots && m.colMarks) mark(s, m.slots[j], left + j * c + c / 2, 8, 4);
    else if (hasName) text(s, left + j * c + c / 2, 12, cut(name, Math.max(2, Math.floor(c / LETTER))), "c");
  });
  m.vals.forEach((v, k) => {
    const i = Math.floor(k / m.cols),
      j = k % m.cols,
      x = left + j * c,
      y = top + i * cellHeight,
      share = Math.min(1, Math.abs(v) / max),
      t = m.signed ? share : Math.sqrt(share);
    // The cell and its tooltip. Large cells have a gap of 1 px, small cells a gap of 0.4 px.
    const cell = rect(s, x, y, c - (c > 8 ? 1 : 0.4), cellHeight - (cellHeight > 8 ? 1 : 0.4), cellClass(!m.signed, v), t);
    crossFade(s, cell, String(k), !m.signed, v, t);
    const value = m.int ? String(v) : num(v),
      column = m.verb ? names[j] : (m.colNames?.[j] ?? "column " + (j + 1)),
      rowAndVerb = `${names[i] ?? "row " + (i + 1)}${m.verb ? " " + m.verb : ","}`;
    el("title", {}, cell, `${rowAndVerb} ${column}: ${value}`);
    if (m.pick && v > 0) {
      // A click selects the nodes or edges that the cell counts.
      const description = `${names[i]} ${m.verb || "taken for"} ${column}`,
        selection = { "data-cell": m.pick, "data-a": m.classes[i], "data-b": m.classes[j] },
        target = hit(s, x, y, c - 1, cellHeight - 1, `${description}: select ${value}`, selection);
      el("title", {}, target, `${description}: ${value}. Click to select ${v === 1 ? "it" : "them"}.`);
    }
    // The number. A count of 0 has an empty cell.
    const emptyCount = m.int && v === 0;
    if (tooSmall || emptyCount) return;
    let number;
    if (m.int) number = shortCount(v, c);
    else number = m.signed ? shortSigned(v, max, c) : shortMass(v);
    text(s, x + (c - 1) / 2, y + cellHeight / 2 + 3.5, number, "c thru " + inkClass(t));
  });
  if (m.foot) text(s, left, base + 13, m.foot, "k");
  if (tooSmall) scale(s, left, base + (m.foot ? 24 : 9), max, m.signed);
}
