// The picture of a stage at the level Learn, for a reader without knowledge of sheaves (inspector.Chain of web/view): the equations of
// the stage at one node, as matrices of cells with their numbers. All signed numbers share a scale of colours up to their largest absolute
// value (m.signed). All masses, numbers of at least 0, share a scale up to the largest mass (m.mass). The two scales are below the
// equations. Above the equations is the strip: the quantities of all stages on the way to the class.
import { boxWidth, el, fix, num, open, rect, text } from "./dom.js";
import { scale } from "./fig-matrix.js";

// Pixels of the drawing of the equations:
const CELL_SIZES = [48, 44, 40, 36], // sides of a cell; the first side with room for every matrix is used
  GAP = 10, // between two items of an equation
  CAPTION = 20, // height of the first line of a description
  TEXT_LINE = 14, // height of each further line
  NAME = 18, // height of the name above a matrix
  LABELS = 14, // height of the labels above the columns of a matrix
  LINE_GAP = 8, // below a line of an equation, and below an equation
  MAX_LABEL = 110, // largest width of the labels beside a matrix
  FOOT = 22, // height of the scales
  // Estimates of the width of a letter from above: in a name or label, in an operator, in a description.
  LETTER = 6.4,
  OPERATOR_LETTER = 7.2,
  CAPTION_LETTER = 5.8;

// Pixels of the strip:
const STRIP_LINE = 34, // height of a line of quantities
  STRIP_GAP = 22, // between two quantities
  NARROWING = 20; // a step towards lines of equal lengths

/** Returns an estimate from above of the width of the text s, in pixels. letter is the width of a letter. */
const widthOf = (s, letter = LETTER) => Math.ceil(s.length * letter);

/**
 * Returns the text of a number with three decimals, or with one decimal if its absolute value is at least 10. A number other than 0 with an
 * absolute value below 0.0005 is written with a power of ten.
 */
const digits = (v) => (v && Math.abs(v) < 0.0005 ? v.toExponential(1).replace(/-/g, "−") : fix(v, Math.abs(v) < 10 ? 3 : 1));
/** Returns a number with three or four digits, at most 7 characters, which fit into a cell. */
const fine = (v) => (Math.abs(v) < 0.001 ? v.toExponential(2).replace(/-/g, "−") : String(+v.toPrecision(4)));

/**
 * Returns the layout of an item q of an equation in cells of side c. An item is an operator with the sign op, or a matrix. A matrix has its
 * numbers v row by row, in cols columns, and possibly labels. In the layout, w is the width of the item in pixels, and rows the number of
 * its rows, 0 for an operator. The labels of a matrix with one column are beside its rows if each row has a label (beside is true). All
 * other labels are above the columns (over is true). left is the width of the labels beside the rows, 0 without them. The layout keeps the
 * item as q.
 */
function measured(q, c) {
  if (q.op) return { q, w: widthOf(q.op, OPERATOR_LETTER) + 4, rows: 0 };
  const rows = q.v.length / q.cols,
    isColumn = q.cols === 1 && rows > 1,
    beside = q.labels && isColumn && q.labels.length === rows;
  const longest = (labels) => labels.reduce((a, b) => (b.length > a.length ? b : a), ""),
    left = beside ? Math.min(MAX_LABEL, widthOf(longest(q.labels)) + 8) : 0;
  return { q, rows, left, beside, over: Boolean(q.labels) && !beside, w: Math.max(left + q.cols * c, widthOf(q.name ?? "")) };
}

/** Breaks a description s into lines of at most w pixels, and returns the lines. A longer word has a line of its own. */
function brokenText(s, w) {
  const lines = [""];
  for (const word of s.split(" ")) {
    const last = lines.at(-1);
    if (last && widthOf(`${last} ${word}`, CAPTION_LETTER) > w) lines.push(word);
    else lines[lines.length - 1] += (last && " ") + word;
  }
  return lines;
}

/**
 * Breaks the parts of an equation (results of measured) into lines of at most w pixels, and returns the lines. An operator at the end of a
 * line moves to the next line, unless it is the only part of its line.
 */
function brokenEquation(parts, w) {
  const lines = [[]];
  let x = 0; // the start of the next part in the last line
  for (const p of parts) {
    const last = lines.at(-1);
    if (x + p.w > w && last.length) {
      const endsWithOperator = last.length > 1 && last.at(-1).q.op,
        moved = endsWithOperator ? [last.pop()] : [];
      lines.push(moved);
      x = moved.reduce((sum, part) => sum + part.w + GAP, 0);
    }
    lines.at(-1).push(p);
    x += p.w + GAP;
  }
  return lines;
}

/**
 * Draws the model m into svg: the strip, then each row with its description (says) and its equation (items), then the scales. A hidden svg
 * stays as it is.
 */
export function chain(svg, m) {
  const w = boxWidth(svg);
  if (!w) return;
  // The layout: the side c of all cells, the lines, and the heights. The smallest side is used if no side has room for every item.
  const fits = (c) => m.rows.every((r) => r.items.every((q) => measured(q, c).w <= w)),
    c = CELL_SIZES.find(fits) ?? CELL_SIZES.at(-1);
  const rows = m.rows.map((r) => {
    const parts = r.items.map((q) => measured(q, c)),
      lines = brokenEquation(parts, w).map((line) => ({
        parts: line,
        labels: line.some((p) => p.over) ? LABELS : 0,
        height: Math.max(...line.map((p) => p.rows)) * c,
      }));
    return { caption: brokenText(r.says, w), lines };
  });
  const captionHeight = (r) => CAPTION + TEXT_LINE * (r.caption.length - 1),
    rowHeight = (r) => r.lines.reduce((sum, l) => sum + NAME + l.labels + l.height + LINE_GAP, captionHeight(r)) + LINE_GAP;
  const quantities = balancedStrip(m.strip ?? [], w),
    box = open(svg, rows.reduce((sum, r) => sum + rowHeight(r), 0) + FOOT + quantities.height);
  if (!box) return;
  // The drawing.
  const { s } = box;
  let y = quantities.height;
  drawStrip(s, quantities.cells);
  for (const r of rows) {
    r.caption.forEach((line, k) => text(s, 0, y + 13 + TEXT_LINE * k, line, "k"));
    y += captionHeight(r);
    for (const l of r.lines) {
      const top = y + NAME + l.labels,
        middle = top + l.height / 2;
      // The parts of a line are centred on one height.
      let x = 0;
      for (const p of l.parts) {
        if (p.q.op) text(s, x + p.w / 2, middle + 4, p.q.op, "c");
        else drawCells(s, p, x, middle - (p.rows * c) / 2, c, m);
        x += p.w + GAP;
      }
      y = top + l.height + LINE_GAP;
    }
    y += LINE_GAP;
  }
  // The scales. A model without signed numbers, or without masses, lacks the scale.
  let x = 0;
  if (m.signed) x = scale(s, 0, y + 4, m.signed, true) + 24;
  if (m.mass) scale(s, x, y + 4, m.mass, false);
}

// Labels in the strip, by the name of the quantity. Each other quantity has its name as its label.
const NAMES = { μ: "masses", enters: "fused", "P⋆": "plan", R: "map", x: "diffused x", f: "filtered f" };

/**
 * Arranges the quantities of the strip in lines of about equal length, and returns the result of arrangedStrip. The width of the lines is
 * the smallest width from w/2 to w, in steps of NARROWING, that needs no further line.
 */
function balancedStrip(list, w) {
  const { height } = arrangedStrip(list, w);
  let width = w;
  while (width - NARROWING >= w / 2 && arrangedStrip(list, width - NARROWING).height <= height) width -= NARROWING;
  return arrangedStrip(list, width);
}

/**
 * Arranges the quantities of the strip in lines of at most w pixels. Returns the cells, with their texts and places, and the height with a
 * margin below, 0 without quantities. A quantity has a text (the name of the class), or its first numbers v, at most two. more is true if
 * numbers are left out.
 */
function arrangedStrip(list, w) {
  let x = 0,
    y = 0;
  const cells = list.map((c) => {
    const label = NAMES[c.name] ?? c.name;
    const numbers = (c.v ?? []).map(digits).join(", ");
    let value = c.text ?? numbers;
    if (c.text === undefined && c.v.length > 1) value = `(${numbers}${c.more ? ", …" : ""})`;
    const width = Math.max(value.length * 6.2, label.length * 5.6); // by the mean widths of a digit and of a letter, in px
    if (x && x + width > w) {
      x = 0;
      y += STRIP_LINE;
    }
    const cell = { ...c, label, value, x, y, width };
    x += width + STRIP_GAP;
    return cell;
  });
  return { cells, height: list.length ? y + STRIP_LINE + 10 : 0 };
}

/**
 * Draws the arranged quantities (cells) of the strip. The field now of a quantity is its stage minus the shown stage. Quantities of the
 * shown stage (0) have the accent colour, and quantities of later stages (above 0) are pale.
 */
function drawStrip(s, cells) {
  if (!cells.length) return;
  const g = el("g", { "data-testid": "strip", role: "list" }, s);
  cells.forEach((c, k) => {
    const cell = el("g", { "data-testid": "strip-cell", "data-name": c.name, role: "listitem", opacity: c.now > 0 ? 0.6 : 1 }, g);
    text(cell, c.x, c.y + 11, c.label, c.now ? "k" : "a");
    const value = text(cell, c.x, c.y + 26, c.value, c.now ? "i" : "a");
    if (c.text) value.dataset.testid = "scene-class";
    if (k + 1 < cells.length) text(g, c.x + c.width + STRIP_GAP / 2 - 3, c.y + 26, "→", "c k");
  });
}

/**
 * Draws a matrix by its layout (see measured). x is the left end of its labels beside the rows, and y the top of its first row. Its name is
 * above. c is the side of a cell. The number with the darkest colour is m.mass for masses (q.mass is true), else m.signed. Masses are
 * shaded by their square roots, so that small masses are visible. If q.fine is true, numbers have four significant digits.
 */
function drawCells(s, { q, left, beside, over }, x, y, c, m) {
  text(s, x + left + (q.cols * c) / 2, y - 6 - (over ? LABELS : 0), q.name ?? "", "c s");
  q.v.forEach((v, k) => {
    const i = Math.floor(k / q.cols),
      j = k % q.cols,
      cellX = x + left + j * c,
      cellY = y + i * c,
      textX = cellX + (c - 1) / 2,
      textY = cellY + c / 2 + 4;
    const t = Math.min(1, Math.abs(v) / ((q.mass ? m.mass : m.signed) || 1)),
      shade = q.mass ? Math.sqrt(t) : t,
      signClass = v < 0 ? "negc" : "posc";
    el("title", {}, rect(s, cellX, cellY, c - 1, c - 1, q.mass ? "seqc" : signClass, shade), `${q.name ?? ""}: ${num(v)}`);
    // The number contrasts with the shade of its cell, from 0 (pale) to 1 (dark).
    let ink = "k";
    if (shade > 0.62) ink = "on";
    else if (shade > 0.35) ink = "i";
    text(s, textX, textY, q.fine && v ? fine(v) : digits(v), `c thru ${ink}`);
    if (beside && j === 0) text(s, cellX - 6, textY, q.labels[i], "e k");
    const columnLabel = over && i === 0 ? q.labels[j] : "";
    if (columnLabel) text(s, textX, y - 4, columnLabel, "c k");
  });
}
