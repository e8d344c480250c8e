// The chart of bounds, in the strip of charts and in figures: the paper's bound on cross-entropy, the same bound for errors, and the
// certificate. A model without these bounds has its training cross-entropy and the certificate. Each bound has a bar. A tick across the bar
// is the measured loss of the same kind on the test nodes, with its value at the right.
import { el, put, h, text, line, rect, lin, open, textWidth, after, fix, ticks, tickText } from "./dom.js";

// Pixels of the drawing:
const MARGIN = 16, // left and right of the axis
  FOOT = 20, // height of the labels below the axis
  VALUE_ROOM = 56, // for the value behind a long bar
  LOW_ROW = 30, // a row with less height is low: it has its value beside the name
  BASELINE = 13, // from the top of a row to the baseline of its name
  TICK_GAP = 7; // from the tick of the measured loss to a text behind it

/** The chart in the strip of charts. The model m is charts.BoundChart of web/view. */
export class BoundIsland {
  constructor() {
    this.root = h("div", "chart#bound");
    this.svg = el("svg", { role: "img", "aria-label": "Bounds beside what was measured" }, this.root);
  }
  /** Draws the model m; without a model the drawing stays. */
  draw(m) {
    if (m) boundBars(this.svg, m);
  }
}

/**
 * Draws the rows of the model m on one axis from 0. A row is a bound with its value; terms are its summands, and names their names.
 * measured is the loss on the test nodes, and what the name of this loss. note says whether the bound is valid, "" for a loss. value and
 * measured are −1 if they are unknown. m.max is the end of the axis; a longer bar is cut there. m.ready is false without a known loss. A
 * given height, in pixels before the factor for larger text, replaces the height of the box.
 */
export function boundBars(svg, m, height) {
  const box = open(svg, height);
  if (!box) return;
  const { s, w, h: boxHeight } = box,
    x0 = MARGIN,
    end = w - MARGIN,
    top = Math.max(1, m.max), // the value at the end of the axis; 1 is the largest share of errors
    base = boxHeight - FOOT; // y coordinate of the axis
  // The value of a row needs room behind the axis in two cases: the bar is longer than 80 % of the axis, or the value would cover a tick
  // near the end and moves behind this tick.
  const atFull = lin(0, top, x0, end), // x coordinates of an axis over the whole width
    needsRoom = (r) => {
      const tick = atFull(Math.min(r.measured, top)),
        isBehindTick = r.value < r.measured && atFull(r.value) + VALUE_ROOM > tick;
      return r.value > 0.8 * top || (isBehindTick && tick + VALUE_ROOM > end);
    };
  const X = lin(0, top, x0, m.rows.some(needsRoom) ? end - VALUE_ROOM : end);
  if (!m.ready) {
    text(s, x0, boxHeight / 2, "The bound comes after the first posterior.", "k");
    return;
  }
  // The axis.
  const marks = ticks(0, top, 2);
  for (const t of marks) {
    line(s, X(t), 4, X(t), base, t ? "grid" : "ax");
    text(s, X(t), base + 14, tickText(t, marks), t ? "c" : "");
  }
  line(s, x0, base + 0.5, end, base + 0.5, "ax");
  // A row has its name above its bar. In a low row the bar is thin, and the value is beside the name.
  const rowHeight = (base - 2) / m.rows.length,
    isLow = rowHeight < LOW_ROW,
    barHeight = Math.max(3, Math.min(12, rowHeight - 19)); // 17 px above the bar, and 2 px below
  m.rows.forEach((r, i) => {
    const y = i * rowHeight,
      barY = y + (isLow ? 16 : 17),
      valueY = barY + barHeight - 2, // baseline of the texts at the bar
      shortName = r.name.replace(/: .*|, \d.*/, ""); // without the terms or the number of nodes
    // The name and the measured loss share a line. A low row needs more space, since its value is between them.
    const name = text(s, x0 + 4, y + BASELINE, r.name, "k"),
      besideName = isLow ? 96 : 44; // px for the number of the loss, in a low row for the value as well
    if (textWidth(name) + besideName > end - x0) name.textContent = shortName;
    // A ground behind the name hides the lines of the axis. An unknown measured loss (−1) has no text.
    const ground = rect(s, x0 + 2, y + 3, textWidth(name) + 4, 13, "f-s"),
      measured = r.measured < 0 ? null : text(s, end, y + BASELINE, `${r.what} ${fix(r.measured, 3)}`, "e a halo");
    s.insertBefore(ground, name);
    // Shortens the measured loss to its number, and then the name letter by letter, until loss and name fit.
    const fit = () => {
      const room = end - x0 - (isLow ? 64 : 10); // px for both texts; a low row keeps 54 px more for its value
      if (measured && textWidth(measured) + textWidth(name) > room) measured.textContent = fix(r.measured, 3);
      while (name.textContent.length > 3 && textWidth(name) + (measured ? textWidth(measured) : 0) > room)
        name.textContent = name.textContent.slice(0, -2) + "…";
      ground.setAttribute("width", String(textWidth(name) + 4));
    };
    fit();
    // Only the certificate can have an unknown value (−1), since it needs validation nodes. Its row then has no bar.
    if (r.value < 0) {
      text(s, x0 + 6, valueY, "no validation node is left", "");
      return;
    }
    // The value behind the bar. An arrow marks a bar that is longer than the axis.
    const barEnd = X(Math.min(r.value, top)),
      tick = r.measured >= 0 ? X(Math.min(r.measured, top)) : -Infinity, // x coordinate of the measured loss, if it is known
      value = text(s, barEnd + 6, valueY, (r.value > top ? "↦ " : "") + fix(r.value, 3), "s halo"),
      valueWidth = textWidth(value);
    // Returns x, or a coordinate behind the tick if a text of this width at x would cover the tick. In a low row x is returned, since the
    // value is later placed behind the name.
    const clearOfTick = (x, width) => {
      const covers = tick > x - 4 && tick < x + width + 4;
      return covers && !isLow ? tick + TICK_GAP : x;
    };
    put(value, "x", Math.min(clearOfTick(barEnd + 6, valueWidth), end - valueWidth));
    // The terms of the bar, each with its name inside if there is room before the value and beside the tick. Their
    // rectangles come before the value in the svg, so that the value is drawn over them.
    const namesEnd = Math.min(barEnd, +value.getAttribute("x") - 2);
    let termStart = 0; // sum of the former terms
    r.terms.forEach((term, k) => {
      const termEnd = Math.min(termStart + term, top),
        right = Math.min(X(termEnd), namesEnd) - 4,
        gap = termStart ? 1 : 0; // px between two terms
      if (termEnd > termStart) {
        const shade = { KL: 2, spectral: 3 }[r.names[k]] ?? 1; // a grey for each term, 1 for the loss
        s.insertBefore(rect(s, X(termStart) + gap, barY, X(termEnd) - X(termStart) - gap, barHeight, "f-t" + shade), value);
      }
      const termName = text(s, right, valueY, r.names[k], "e f-s"),
        left = right - textWidth(termName),
        tooWide = left < X(Math.min(termStart, top)) + 4,
        underTick = tick > left - 3 && tick < right + 3;
      // A low bar is too thin for names. A single term has the name "".
      if (isLow || !r.names[k]) termName.remove();
      else if (tooWide || underTick) termName.remove();
      termStart += term;
    });
    if (r.measured >= 0) s.insertBefore(rect(s, tick - 1, barY - 2, 2.5, barHeight + 4, "f-a"), value);
    if (isLow) {
      put(value, "x", after(name, 8));
      put(value, "y", y + BASELINE);
      return;
    }
    // The note follows the value if there is room.
    const note = text(s, after(value, 5), valueY, r.note, "halo");
    put(note, "x", clearOfTick(after(value, 5), textWidth(note)));
    if (after(note, 0) <= end) return;
    note.remove();
    if (!r.note) return;
    // Otherwise the note follows the name, or the name without its terms, or replaces the name. The first label that fits is
    // kept, or the shortened note if none fits.
    for (const label of [`${name.textContent}: ${r.note}`, `${shortName}: ${r.note}`, r.note]) {
      name.textContent = label;
      fit();
      if (name.textContent === label) break;
    }
  });
  // The same rows as text for assistive technology.
  const rowText = (r) => {
    const value = r.value < 0 ? "not known" : fix(r.value, 3),
      note = r.note ? ", " + r.note : "",
      measured = r.measured < 0 ? "" : `; ${r.what} ${fix(r.measured, 3)}`;
    return `${r.name}: ${value}${note}${measured}`;
  };
  svg.setAttribute("aria-label", m.rows.map(rowText).join(". "));
}
