// The picture of the features on a canvas: at the left the given features, at the
// right the encoded features. A row is a node; the nodes are sorted by label, and
// a strip at the left edge has the colours of the labels. The pointer reads an
// entry, a click selects the node.
import { boxWidth, h, num } from "./dom.js";
import { token, ramp } from "./color.js";
import { draw } from "./frame.js";

// Pixels of the picture:
const MAX_HEIGHT = 220,
  STRIP = 6, // width of the colours of the labels
  LEFT = 10, // start of the given features
  GAP = 12, // between the given and the encoded features
  GIVEN_SHARE = 0.46; // share of the given features in the width

const STEPS = 64; // steps of a ramp of colours

/**
 * Returns the height of the picture in pixels of the page. With up to MAX_HEIGHT nodes, each row has a whole number of pixels; with more
 * nodes, several rows share a pixel. A graph without nodes has the height MAX_HEIGHT.
 */
const heightOf = ({ n }) => (n > MAX_HEIGHT ? MAX_HEIGHT : n * Math.max(1, Math.floor(MAX_HEIGHT / n)) || MAX_HEIGHT);
/** Returns the components [r, g, b] of the colour #rrggbb, from 0 to 255. */
const rgb = (hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16));
/** Returns the STEPS + 1 colours [r, g, b] of the ramp from a to b. Both are tokens, names of colours of the theme. */
const rampTable = (a, b) => Array.from({ length: STEPS + 1 }, (_, k) => rgb(ramp(a, b, k / STEPS)));

/**
 * Draws the features of the model m (stages.FeatureMatrix of web/view) into the section sec. n is the number of nodes. order has the node
 * of each row, names and slots have the name and the palette slot of each row. cols is the number of given features of a node. width is the
 * number of encoded features: d stalk coordinates, each with the same number of channels. width is 0 without encoded features. The numbers
 * arrive separately, in the field features of the inspector owner. The given features of node i are at ptr[i] to ptr[i + 1] − 1 (CSR): col
 * has the columns, val the values. enc has the encoded features, n × width.
 */
export function featuresBox(sec, m, emit, owner) {
  if (!sec.canvas) build(sec, emit, owner);
  sec.m = m;
  sec.canvas.style.height = heightOf(m) + "px"; // set before the features arrive, so that nothing below moves then
  sec.canvas.setAttribute("aria-label", `Features of ${m.n} nodes: ${m.cols} given, ${m.width} after the encoder`);
  const { features } = owner;
  if (!features || features.ptr.length !== m.n + 1) return; // no features, or the features of another graph
  if (features.enc.length !== m.n * m.width) return; // the features belong to other settings; new features will follow
  sec.features = features;
  showSummary(sec);
  draw("features drawn", () => paint(sec)); // one drawing, although model and features arrive separately
}

/** Creates the canvas and the note, and listens to the pointer. */
function build(sec, emit, owner) {
  sec.canvas = h("canvas", "", sec.box);
  sec.canvas.setAttribute("role", "img");
  sec.note = h("p", "note", sec.box);
  // The pointer reads an entry, and lights the node of the entry in the graph (owner.lit; −1 is no edge). The note counts features,
  // coordinates and channels from 1.
  sec.canvas.addEventListener("pointermove", (e) => {
    const entry = entryAt(sec, e);
    if (!entry) return; // the note keeps the last entry
    const [row, encoded, col] = entry,
      { m, features } = sec,
      i = m.order[row],
      channels = m.width / m.d;
    const part = encoded
        ? `coordinate ${Math.floor(col / channels) + 1}, channel ${(col % channels) + 1} of the encoded features`
        : `feature ${col + 1}`,
      value = encoded ? features.enc[i * m.width + col] : givenFeature(features, i, col);
    sec.note.textContent = `${m.names[row]}: ${part} is ${num(value)}.`;
    owner.lit?.(-1, i);
  });
  // Without a pointer the note has the summary again.
  sec.canvas.addEventListener("pointerleave", () => {
    owner.lit?.(-1);
    if (sec.layout) showSummary(sec);
  });
  sec.canvas.addEventListener("click", (e) => {
    const entry = entryAt(sec, e);
    if (entry) emit("pick", { kind: "node", index: sec.m.order[entry[0]] });
  });
}

/**
 * Returns the entry under the pointer as [row, encoded, column], counted from 0; encoded is true for an encoded feature. Returns null
 * outside both matrices, and before the first drawing.
 */
function entryAt(sec, e) {
  if (!sec.layout) return null;
  const { m, layout } = sec,
    encoded = e.offsetX >= layout.encodedX,
    cols = encoded ? m.width : m.cols,
    x = encoded ? layout.encodedX : LEFT,
    width = encoded ? layout.encodedWidth : layout.givenWidth;
  // offsetX and offsetY are pixels of the page inside the canvas.
  const row = Math.floor((e.offsetY / layout.height) * m.n),
    col = Math.floor(((e.offsetX - x) / width) * cols);
  const isRow = row >= 0 && row < m.n,
    isColumn = col >= 0 && col < cols;
  return isRow && isColumn ? [row, encoded, col] : null;
}

/** Writes the sizes of the given and the encoded features and the meaning of their colours into the note. */
function showSummary({ m, features, note }) {
  note.textContent = !m.width
    ? `${m.cols} given features. Point at an entry to read it.`
    : `Left: ${m.cols} given features, the darkest is ${num(largest(features.val))}. Right: ` +
      `${m.width} encoded, ${m.d} coordinates of ` +
      `${m.width / m.d} channels, the darkest is ±${num(largest(features.enc))}; blue above 0, ochre below. Point at an entry.`;
}

/** Returns the largest absolute value of numbers, which has the darkest colour. */
const largest = (values) => values.reduce((a, b) => Math.max(a, Math.abs(b)), 0);

/** Returns given feature col of node i, 0 for a feature that is not stored. */
function givenFeature({ ptr, col: cols, val }, i, col) {
  for (let k = ptr[i]; k < ptr[i + 1]; k++) if (cols[k] === col) return val[k];
  return 0;
}

/** Draws the given features, the encoded features and the colours of the labels, unless the section is hidden. */
function paint(sec) {
  const { m, features } = sec,
    width = boxWidth(sec.box),
    scale = devicePixelRatio || 1; // pixels of the screen in a pixel of the page
  if (!width) return;
  // The layout, in pixels of the page. Without encoded features the given features have the whole width.
  const height = heightOf(m),
    room = width - LEFT - GAP,
    givenWidth = Math.floor(m.width ? room * GIVEN_SHARE : room),
    encodedX = LEFT + givenWidth + GAP,
    encodedWidth = m.width ? width - encodedX : 0;
  sec.layout = { encodedX, givenWidth, encodedWidth, height };
  const { canvas } = sec,
    screenHeight = Math.round(height * scale);
  canvas.style.width = width + "px";
  canvas.style.height = height + "px";
  canvas.width = Math.round(width * scale);
  canvas.height = screenHeight;
  const ctx = canvas.getContext("2d");
  // Draws a matrix with cols columns at x. forEachEntry calls a function with row, column and value of each stored entry. color returns the
  // colour [r, g, b] of a value at a step of the ramp, from 0 to STEPS. If several entries share a pixel, the entry with the largest
  // absolute value is drawn.
  const drawMatrix = (x, matrixWidth, cols, forEachEntry, color) => {
    // pixels has the value with the largest absolute value for each pixel of the screen, row by row. An entry covers at least one pixel.
    const columns = Math.max(1, Math.round(matrixWidth * scale)),
      pixels = new Float32Array(columns * screenHeight);
    let maximum = 1e-12; // the largest absolute value of the matrix; above 0, since it is a divisor
    forEachEntry((row, col, v) => {
      const top = Math.floor((row * screenHeight) / m.n),
        bottom = Math.min(screenHeight, Math.max(top + 1, Math.floor(((row + 1) * screenHeight) / m.n))),
        left = Math.floor((col * columns) / cols),
        right = Math.min(columns, Math.max(left + 1, Math.floor(((col + 1) * columns) / cols)));
      maximum = Math.max(maximum, Math.abs(v));
      for (let r = top; r < bottom; r++)
        for (let q = left; q < right; q++) if (Math.abs(v) > Math.abs(pixels[r * columns + q])) pixels[r * columns + q] = v;
    });
    // The colours.
    const image = ctx.createImageData(columns, screenHeight);
    for (let k = 0; k < pixels.length; k++) {
      const step = Math.min(STEPS, Math.round((STEPS * Math.abs(pixels[k])) / maximum)),
        components = color(pixels[k], step);
      image.data[4 * k] = components[0];
      image.data[4 * k + 1] = components[1];
      image.data[4 * k + 2] = components[2];
      image.data[4 * k + 3] = 255; // opaque
    }
    ctx.putImageData(image, Math.round(x * scale), 0);
  };
  const sequential = rampTable("seq-0", "seq-1"),
    negative = rampTable("zero", "neg"),
    positive = rampTable("zero", "pos"),
    signed = (v, step) => (v < 0 ? negative : positive)[step],
    hasNegative = features.val.some((v) => v < 0);
  // These functions call visit with row, column and value of each stored given feature, or of each encoded feature.
  const forEachGiven = (visit) =>
    m.order.forEach((i, row) => {
      for (let k = features.ptr[i]; k < features.ptr[i + 1]; k++) visit(row, features.col[k], features.val[k]);
    });
  const forEachEncoded = (visit) =>
    m.order.forEach((i, row) => {
      for (let k = 0; k < m.width; k++) visit(row, k, features.enc[i * m.width + k]);
    });
  drawMatrix(LEFT, givenWidth, m.cols, forEachGiven, hasNegative ? signed : (v, step) => sequential[step]);
  if (m.width) drawMatrix(encodedX, encodedWidth, m.width, forEachEncoded, signed);
  // The colours of the labels. Several nodes can share a pixel, so that the last of them is visible.
  for (let row = 0; row < m.n; row++) {
    const y = Math.floor((row * screenHeight) / m.n);
    ctx.fillStyle = m.slots[row] < 0 ? token("ink-3") : token("c-" + (m.slots[row] % 8));
    ctx.fillRect(0, y, Math.round(STRIP * scale), Math.max(1, Math.floor(((row + 1) * screenHeight) / m.n) - y));
  }
}
