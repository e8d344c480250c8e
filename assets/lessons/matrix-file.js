// The matrix as a file: SVG, PNG, PDF or TikZ. A file has all blocks, even if the screen shows only a part of the matrix.
import { el, h, mark, num, text } from "../src/dom.js";
import { ramp, token } from "../src/color.js";
import { save as give, savePicture } from "../src/save.js";
import { pictureSVG } from "../src/svg.js";

const SIDE = 480, // pixels of the side of the matrix
  STRIP = 8, // pixels of the width of the strips with the classes
  ROW = 18, // pixels of a line of the legend
  ENTRIES = 200, // largest number of rows of a matrix whose single entries are drawn; more would make the file large
  SHARP = 3; // pixels of a PNG for one of the picture

/** Collects rectangles. Rectangles of one colour become one path, so that the file stays small. */
class Squares {
  /** The paths become children of the element parent. */
  constructor(parent) {
    this.parent = parent;
    this.commands = new Map(); // the commands of a path, by its colour
  }
  /** Adds a rectangle, given in pixels by its upper left corner, its width w and its height tall. */
  add(x, y, w, tall, colour) {
    const rounded = (v) => +v.toFixed(2),
      d = `M${rounded(x)} ${rounded(y)}h${rounded(w)}v${rounded(tall)}h${-rounded(w)}z`;
    this.commands.set(colour, (this.commands.get(colour) ?? "") + d);
  }
  /** Draws the collected rectangles. */
  draw() {
    for (const [fill, d] of this.commands) el("path", { d, fill }, this.parent);
  }
}

/**
 * Draws the matrix of the view mx (Matrix of matrix.js) into svg: classes above and at the left, the blocks, and the legend below. Rows and
 * columns are places in the order on the screen. Returns the height in pixels.
 */
function drawn(mx, svg) {
  const { m } = mx,
    n = m.n,
    cell = SIDE / n,
    gap = cell > 6 ? 0.5 : 0, // small cells have no room for a gap
    all = new Squares(svg),
    from = STRIP + 2, // the left and the upper side of the matrix, in pixels
    fine = !mx.numberMatrix && mx.maps && n * m.d <= ENTRIES; // the entries of the blocks are drawn; without maps none are known
  el("rect", { x: from, y: from, width: SIDE, height: SIDE, fill: token("sunken") }, svg);
  for (let k = 0; k < n; k++) {
    all.add(from + k * cell, 0, cell - gap, STRIP, mx.classOf(k));
    all.add(0, from + k * cell, STRIP, cell - gap, mx.classOf(k));
  }
  // Adds block (i, j): all its entries if fine is true, and colour has no effect. Otherwise one square in the colour; "" draws nothing.
  const put = (i, j, colour) => {
    const x = from + j * cell,
      y = from + i * cell;
    if (!fine) {
      if (colour) all.add(x, y, cell - gap, cell - gap, colour);
      return;
    }
    const s = (cell - gap) / m.d;
    mx.block(i, j).forEach((v, q) =>
      all.add(
        x + (q % m.d) * s,
        y + Math.floor(q / m.d) * s,
        s,
        s,
        // scale is the absolute value with the full colour.
        ramp("zero", v < 0 ? "neg" : "pos", Math.min(1, Math.abs(v) / (mx.scale || 1))),
      ),
    );
  };
  // The matrix is symmetric: an edge has block (i, j) and block (j, i). pairs has the two ends of each edge.
  const top = mx.largestDegree();
  for (let i = 0; i < n; i++) put(i, i, mx.diagonal(i, top));
  for (let e = 0; e < m.pairs.length / 2; e++) {
    put(m.pairs[2 * e], m.pairs[2 * e + 1], mx.colour(e));
    put(m.pairs[2 * e + 1], m.pairs[2 * e], mx.colour(e));
  }
  all.draw();
  // The legend: the colours of the cells, which depend on the matrix (A, D for D − A, or L). An entry is a square of 9 pixels and its
  // words, 14 pixels further right. The next entry begins after 210 pixels, or 110 for the short words of D.
  let y = from + SIDE + ROW; // the baseline of the present line
  const say = (words, x = from) => {
    text(svg, x, y, words).setAttribute("font-size", 11);
  };
  const ends = [
    ["e-same", "edge, not between two classes"],
    ["e-diff", "edge between two classes"],
  ];
  if (mx.choice.matrix === "A")
    ends.forEach(([fill, words], k) => {
      el("rect", { x: from + 210 * k, y: y - 9, width: 9, height: 9, fill: token(fill) }, svg);
      say(words, from + 210 * k + 14);
    });
  else if (mx.choice.matrix === "D") {
    [ramp("zero", "neg", 0.7), ramp("zero", "pos", 1)].forEach((fill, k) => {
      el("rect", { x: from + 110 * k, y: y - 9, width: 9, height: 9, fill }, svg);
      say(k ? `number of edges, the stronger the larger, up to ${top}` : "−1: an edge", from + 110 * k + 14);
    });
  } else if (fine) say(`${m.d} × ${m.d} entries of each block: blue up to ${num(mx.scale)}, brown down to ${num(-mx.scale)}`);
  else say(`blocks by ‖R‖ of both maps: the stronger the larger, up to ${num(mx.most)}`);
  // The classes, in as many lines as needed. slot is the number of the mark of a class.
  let x = from;
  y += ROW;
  for (const c of mx.graph()?.topo?.classes ?? []) {
    const wide = 24 + 7 * c.name.length; // an estimate: 24 pixels for the mark and gaps, 7 for a letter
    if (x > from && x + wide > SIDE) {
      x = from;
      y += ROW;
    }
    mark(svg, c.slot, x + 5, y - 4, 4.5).setAttribute("fill", token("c-" + (c.slot % 8)));
    say(c.name, x + 14);
    x += wide;
  }
  return y + 6;
}

/** Returns the picture as the text of an SVG. The picture is laid out outside the window, because the browser must measure its texts. */
function picture(mx, title) {
  const shelf = h("div", "mxshelf", document.body),
    svg = el("svg", {}, shelf);
  try {
    const tall = drawn(mx, svg);
    svg.setAttribute("width", SIDE + STRIP + 2);
    svg.setAttribute("height", tall);
    return pictureSVG(svg, title);
  } finally {
    shelf.remove();
  }
}

/** Adds the matrix for printing below its title, as a section beside the view on the screen. Returns the section. */
export function printed(mx) {
  const paper = h("section", "printout mxpaper", mx.root.parentElement),
    name = mx.graph()?.topo?.name ?? "";
  h("h2", "", paper, `${name}: ${mx.title()}`);
  const svg = el("svg", { role: "img" }, paper),
    height = drawn(mx, svg);
  svg.setAttribute("viewBox", `0 0 ${SIDE + STRIP + 2} ${height}`);
  return paper;
}

/** Returns a promise of the PNG of an SVG (a text), SHARP times as wide and as high as the SVG. */
async function pixels(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })),
    image = new Image(),
    c = document.createElement("canvas");
  try {
    image.src = address;
    await image.decode();
    [c.width, c.height] = [image.width * SHARP, image.height * SHARP];
    c.getContext("2d").drawImage(image, 0, 0, c.width, c.height);
  } finally {
    URL.revokeObjectURL(address);
  }
  return new Promise((done) => {
    c.toBlob(done, "image/png");
  });
}

/**
 * Gives the user an SVG (a text) as a file. end is the kind of the file: svg, png, pdf or tikz. stem is its name without the end. link is
 * the state of the run in the form of a link, for the caption of a PDF or TikZ file.
 */
export async function saveAs(svg, stem, end, title, link) {
  const file = `${stem}.${end === "tikz" ? "tex" : end}`;
  if (end === "png") give(await pixels(svg), file);
  else await savePicture(svg, file, title, link);
}

/** Gives the user the matrix of the view mx as a file of the kind end: svg, png, pdf or tikz. */
export async function save(mx, end) {
  const name = mx.graph()?.topo?.name ?? "graph",
    title = `${name}: ${mx.title()}`;
  await saveAs(picture(mx, title), "matrix", end, title, location.hash.slice(1));
}
