// The heading and the legend of a picture of the graph that is saved as a file. A file has no style sheet: all styles are attributes.
import { DASH, el, h, mark } from "./dom.js";
import { token, ramp, signed } from "./color.js";

export const FONT = "Inter, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif";
// Sizes in pixels: a row, the gap between two entries, and the distance of a label behind the start of a mark or line.
const ROW = 20,
  ENTRY_GAP = 18,
  MARK = 16,
  SHORT_LINE = 18,
  LONG_LINE = 24;
const STEPS = 32, // rectangles of a ramp
  RAMP = 76; // pixels of a ramp with its gaps: 6 + 2 · STEPS + 6
let pen = null; // the canvas context that measures texts

/** Returns the width of a text in the font of a file, in pixels. */
export function wide(s, size = 11, weight = 400) {
  pen ||= h("canvas").getContext("2d");
  pen.font = `${weight} ${size}px ${FONT}`;
  return pen.measureText(s).width;
}

/** Returns a text element with text s, whose baseline starts at (x, y). color is the name of a token of the theme, and more has further
 * attributes. */
const put = (svg, x, y, s, color = "ink-2", more = {}) => el("text", { x, y, "font-size": 11, fill: token(color), ...more }, svg, s);

/**
 * Returns the colour at the position t, 0 to 1, of a ramp, as in painting.js. The kind of the ramp is "signed" (values −1 to 1), "seq" (0
 * to 1, for nodes; it omits the palest 15 % of the colours), or "k" (for edges).
 */
function rampColor(kind, t) {
  if (kind === "signed") return signed(2 * t - 1);
  return kind === "seq" ? ramp("seq-0", "seq-1", 0.15 + 0.85 * t) : ramp("k-0", "k-1", t);
}

/** Draws the legend from its upper left corner (x0, y) in rows of the given width, and returns its height in pixels, at least a row. m is
 * the model of the legend, with the fields that legend.js explains. Without a model the legend is empty. */
export function legend(svg, m, x0, y, width) {
  let x = x0,
    row = y;
  // Returns the x coordinate of the next entry, which has this length in pixels. An entry that does not fit begins the next row.
  const place = (length) => {
    if (x > x0 && x + length > x0 + width) {
      x = x0;
      row += ROW;
    }
    const left = x;
    x += length + ENTRY_GAP;
    return left;
  };
  // circle draws a round mark, and label a text, in the present row, 20 pixels high: row is its upper side.
  const circle = (left, r, attributes) => el("circle", { cx: left + 5, cy: row + 8, r, ...attributes }, svg),
    label = (left, text) => put(svg, left, row + 12, text);
  // The nodes: classes, colours with a meaning (marks), wrong predictions, marked and faded nodes of a comparison (marked), nodes without a
  // value (none). With shapes, classes have shapes in grey.
  if (m?.stage) label(place(wide(m.stage)), m.stage);
  for (const c of m?.classes || []) {
    const left = place(MARK + wide(c.name)),
      g = mark(svg, c.slot, left + 5, row + 8, 4.2, "");
    g.removeAttribute("class"); // a class of the style sheet
    g.setAttribute("fill", token(m.shapes ? "ink-3" : "c-" + (c.slot % 8)));
    label(left + MARK, c.name);
  }
  for (const { color, name } of m?.marks || []) {
    const left = place(MARK + wide(name));
    circle(left, 4.2, { fill: token(color) });
    label(left + MARK, name);
  }
  if (m?.more) label(place(wide(m.more)), m.more);
  if (m?.wrong) {
    const left = place(MARK + wide("wrong"));
    circle(left, 5.4, { fill: "none", stroke: token("ink"), "stroke-width": 1.25 });
    circle(left, 2.6, { fill: token("ink-3") });
    label(left + MARK, "wrong");
  }
  (m?.marked || []).forEach((name, k) => {
    const left = place(MARK + wide(name)),
      faded = k > 0;
    circle(left, faded ? 3 : 5, { fill: token("ink-3"), opacity: faded ? 0.34 : 1 });
    label(left + MARK, name);
  });
  if (m?.none) {
    const left = place(MARK + wide(m.none));
    circle(left, 2.6, { fill: token("rule-2") });
    label(left + MARK, m.none);
  }
  // The edges: highlighted edges (hot), and edges by the classes of their ends (ends): equal, different, or a missing label.
  if (m?.hot) {
    const left = place(SHORT_LINE + wide(m.hot));
    el("line", { x1: left, y1: row + 8, x2: left + 12, y2: row + 8, stroke: token("accent"), "stroke-width": 1.5 }, svg);
    label(left + SHORT_LINE, m.hot);
  }
  (m?.ends || []).forEach((name, k) => {
    const left = place(LONG_LINE + wide(name)),
      look = [
        { stroke: token("e-same"), "stroke-width": 2.25 },
        { stroke: token("e-diff"), "stroke-width": 1.1, "stroke-dasharray": DASH.join(" ") },
        { stroke: token("k-1") },
      ][k];
    el("line", { x1: left, y1: row + 8, x2: left + 18, y2: row + 8, ...look }, svg);
    label(left + LONG_LINE, name);
  });
  // The ramps, between the numbers at their ends.
  for (const r of m?.ramps || []) {
    const low = wide(r.low),
      left = place(low + RAMP + wide(r.high));
    label(left, r.low);
    for (let i = 0; i < STEPS; i++) {
      const fill = rampColor(r.kind, i / (STEPS - 1));
      el("rect", { x: left + low + 6 + 2 * i, y: row + 5, width: 2.1, height: 6, fill }, svg); // wider than the step of 2: no gaps
    }
    label(left + low + RAMP, r.high);
  }
  return row + ROW - y;
}

/** Draws the first line of a picture: its name, and a subtitle beside it. Returns the text element of the name. */
export function heading(svg, x, y, name, subtitle) {
  const t = put(svg, x, y, name, "ink", { "font-size": 12, "font-weight": 600 });
  if (subtitle) put(svg, x + wide(name, 12, 600) + 10, y, subtitle, "ink-3", { "font-size": 12 });
  return t;
}
