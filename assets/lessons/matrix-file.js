// The matrix as a file: SVG, PNG, PDF or TikZ. A file has all blocks, even if the screen shows only a part of the matrix.
import { el, h, mark, num, text } from "../src/dom.js";
import { ramp, token } from "../src/color.js";
import { save as give, savePicture } from "../src/save.js";
import { pictureSVG } from "../src/svg.js";

const SIDE = 480,
  STRIP = 8,
  ROW = 18, // pixels
  ENTRIES = 200, // largest number of rows of a matrix whose single entries are drawn
  SHARP = 3; // pixels of a PNG for one of the picture

/** Collects squares; squares of one colour become one path, so that the file stays small. */
class Squares {
  constructor(parent) {
    this.parent = parent;
    this.of = new Map();
  }
  add(x, y, w, tall, colour) {
    const at = (v) => +v.toFixed(2),
      d = `M${at(x)} ${at(y)}h${at(w)}v${at(tall)}h${-at(w)}z`;
    this.of.set(colour, (this.of.get(colour) ?? "") + d);
  }
  draw() {
    for (const [fill, d] of this.of) el("path", { d, fill }, this.parent);
  }
}

/** Draws the picture into svg: classes above and at the left, the blocks, and the legend below. Returns the height in pixels. */
function drawn(mx, svg) {
  const { m } = mx,
    n = m.n,
    cell = SIDE / n,
    gap = cell > 6 ? 0.5 : 0,
    all = new Squares(svg),
    from = STRIP + 2,
    fine = !mx.numberMatrix && mx.maps && n * m.d <= ENTRIES;
  el("rect", { x: from, y: from, width: SIDE, height: SIDE, fill: token("sunken") }, svg);
  for (let k = 0; k < n; k++) {
    all.add(from + k * cell, 0, cell - gap, STRIP, mx.classOf(k));
    all.add(0, from + k * cell, STRIP, cell - gap, mx.classOf(k));
  }
  // Adds block (i, j): all its entries if fine is true, else one square in a colour.
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
        ramp("zero", v < 0 ? "neg" : "pos", Math.min(1, Math.abs(v) / (mx.scale || 1))),
      ),
    );
  };
  const top = mx.largestDegree();
  for (let i = 0; i < n; i++) put(i, i, mx.diagonal(i, top));
  for (let e = 0; e < m.pairs.length / 2; e++) {
    put(m.pairs[2 * e], m.pairs[2 * e + 1], mx.colour(e));
    put(m.pairs[2 * e + 1], m.pairs[2 * e], mx.colour(e));
  }
  all.draw();
  let y = from + SIDE + ROW;
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
  let x = from;
  y += ROW;
  for (const c of mx.graph()?.topo?.classes ?? []) {
    const wide = 24 + 7 * c.name.length;
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

/** Returns the picture as the text of an SVG. The picture is laid out outside the window, since text needs measures. */
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

/** The matrix for paper, under its title: the picture of the files, whose colours are explained below it. */
export function printed(mx) {
  const paper = h("section", "printout mxpaper", mx.root.parentElement),
    name = mx.graph()?.topo?.name ?? "";
  h("h2", "", paper, `${name}: ${mx.title()}`);
  const svg = el("svg", { role: "img" }, paper),
    height = drawn(mx, svg);
  svg.setAttribute("viewBox", `0 0 ${SIDE + STRIP + 2} ${height}`);
  return paper;
}

/** Returns the PNG of an SVG, SHARP times its size. */
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

/** Gives the user an SVG as a file of a kind: svg, png, pdf or tikz. */
export async function saveAs(svg, stem, end, title, link) {
  const file = `${stem}.${end === "tikz" ? "tex" : end}`;
  if (end === "png") give(await pixels(svg), file);
  else await savePicture(svg, file, title, link);
}

/** Gives the user the matrix as such a file. */
export async function save(mx, end) {
  const name = mx.graph()?.topo?.name ?? "graph",
    title = `${name}: ${mx.title()}`;
  await saveAs(picture(mx, title), "matrix", end, title, location.hash.slice(1));
}
