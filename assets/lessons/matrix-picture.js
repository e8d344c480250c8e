// Drawing of the matrix beside the graph. Each function is a method of Matrix (matrix.js). Here i, j and k are places in the order of the
// nodes, from 0. view has the offset (x, y) of the matrix in pixels of the page, and its field k is the zoom factor (zoom).
import { anew, el, text } from "../src/dom.js";
import { token, ramp } from "../src/color.js";

const STRIP = 12; // pixels of the strips with the classes

/**
 * Returns the pixel of a canvas for a colour #rrggbb, as a number: from the highest byte alpha, blue, green and red, since processors store
 * the lowest byte first. >>> 0 makes the number positive.
 */
const pixel = (hex) =>
  ((255 << 24) | (parseInt(hex.slice(5, 7), 16) << 16) | (parseInt(hex.slice(3, 5), 16) << 8) | parseInt(hex.slice(1, 3), 16)) >>> 0;

export const picture = {
  /**
   * Returns the side of the picture in pixels of the page. From a width of 600 pixels on, the text is beside the picture and takes 330
   * pixels. In a narrower window, the text is below, and the picture has at most 460 pixels. 16 and 36 pixels are for gaps.
   */
  room() {
    const body = this.root.children[1], // the bar of controls is child 0
      w = body.clientWidth,
      tall = body.clientHeight;
    const wide = w >= 600;
    body.classList.toggle("stacked", !wide);
    return Math.floor(Math.max(0, wide ? Math.min(tall - STRIP - 16, w - 330) : Math.min(w - STRIP - 36, 460)));
  },

  /**
   * Draws the picture. The cells are kept as an image (base) until view, matrix, maps or theme change; only the marks are drawn anew. A
   * picture without a model, or with a side below 60 pixels, is not drawn.
   */
  paint() {
    const { m } = this,
      side = m && this.order ? this.room() : 0;
    if (side < 60) return;
    const px = devicePixelRatio || 1, // pixels of the device for a pixel of the page
      { x, y, k: zoom } = this.view,
      c = this.canvas,
      n = m.n;
    // The graph may be another one since the last drawing, so the matrix listens to it here.
    const graph = this.graph();
    if (graph) graph.onHover = (kind, index) => this.hover(kind, index);
    // After a change of its size, the picture shows the part of the matrix that it showed before.
    if (this.side && this.side !== side) {
      this.view = { k: zoom, x: (x * side) / this.side, y: (y * side) / this.side };
    }
    this.side = side;
    const cell = (side * zoom) / n, // pixels of the page
      W = Math.round(side * px); // the side of the canvas, in pixels of the device
    const g = c.getContext("2d", { willReadFrequently: true });
    // The image is drawn anew if anything on which it depends has changed.
    const key = [
      this.view.x,
      this.view.y,
      zoom,
      W,
      this.version,
      this.hat,
      this.choice.matrix,
      Boolean(this.maps),
      token("surface"),
    ].join();
    if (this.base.key !== key) {
      this.base = { key };
      if (c.width !== W) c.width = c.height = W;
      c.style.width = c.style.height = side + "px";
      const fine = !this.numberMatrix && this.maps && cell >= 5 * m.d; // an entry of a block has at least 5 pixels
      this.base.image = fine ? this.entries(g, px, cell) : this.cells(g, px, cell, W);
      this.strip(px, cell);
      this.legend(fine);
    }
    // The image is in pixels of the device, the marks in pixels of the page.
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.putImageData(this.base.image, 0, 0);
    g.setTransform(px, 0, 0, px, 0, 0);
    this.marks(g, cell);
  },

  /**
   * Draws the marks over the picture: the selected edge and node, the node under the pointer in the graph (hovered), the cell of the reader
   * (at), and a dragged row. node and hovered are places, −1 for none.
   */
  marks(g, cell) {
    const { m } = this,
      { x, y } = this.view,
      { side } = this,
      size = Math.max(3, cell); // pixels; the mark of a smaller cell would be hard to see
    // Tints the row and the column at place k; −1 stands for no place.
    const band = (k, color) => {
      if (k < 0) return;
      g.globalAlpha = 0.16;
      g.fillStyle = color;
      g.fillRect(x + k * cell, 0, size, side);
      g.fillRect(0, y + k * cell, side, size);
      g.globalAlpha = 1;
    };
    band(this.node, token("accent"));
    band(this.hovered, token("ink"));
    g.lineWidth = 2;
    // Frames cell (i, j).
    const frame = (i, j, color) => {
      g.strokeStyle = color;
      g.strokeRect(x + j * cell - 1, y + i * cell - 1, size + 2, size + 2);
    };
    if (m.edge >= 0) {
      const [i, j] = m.pairs.slice(2 * m.edge, 2 * m.edge + 2);
      frame(i, j, token("accent"));
      frame(j, i, token("accent"));
    }
    if (this.at) {
      frame(...this.at, token("ink"));
      // An edge has two cells.
      if (this.edgeAt() >= 0) frame(this.at[1], this.at[0], token("ink"));
    }
    if (!this.drag) return;
    // The line where the dragged node will be: below or right of the target if the node moves down, else above or left of the target.
    const target = this.drag.to + (this.drag.to > this.drag.from ? 1 : 0);
    band(this.drag.from, token("accent"));
    g.fillStyle = token("accent");
    g.fillRect(x + target * cell - 1, 0, 2, side);
    g.fillRect(0, y + target * cell - 1, side, 2);
  },

  /**
   * Returns the colour of an edge's two cells. In A the colour follows the classes of the ends, in D − A it is the colour of −1. In a
   * matrix of blocks it follows the norm of the maps, with a medium colour while no norm is known. The last argument of ramp is the
   * strength of a colour, from 0 to 1. Here it is at least 0.25, so that every edge is visible.
   */
  colour(e) {
    const { m, most } = this;
    if (this.choice.matrix === "D") return ramp("zero", "neg", 0.7);
    if (!this.numberMatrix) return ramp("k-0", "k-1", most ? 0.25 + (0.75 * m.norm[e]) / most : 0.6);
    const labels = this.graph()?.topo?.labels ?? [],
      [a, b] = [2 * e, 2 * e + 1].map((k) => labels[this.ends[k]]);
    const betweenClasses = a >= 0 && b >= 0 && a !== b; // false also for an end without a class
    return token(betweenClasses ? "e-diff" : "e-same");
  },
  /** Returns the colour of diagonal cell i, "" for an entry 0. In D − A the colour shows the degree; top is the largest degree. */
  diagonal(i, top) {
    const { matrix } = this.choice;
    if (matrix === "D") return this.stars[i].length ? ramp("zero", "pos", 0.2 + (0.8 * this.stars[i].length) / top) : "";
    return matrix === "A" ? "" : ramp("k-0", "k-1", 0.55);
  },
  /** Returns the largest degree, at least 1. stars has a list of edges for each place. */
  largestDegree() {
    return this.stars.reduce((most, star) => Math.max(most, star.length), 1);
  },
  /** Returns the colour of the class of the node at place k, grey for a node without a class. There are eight colours. */
  classOf(k) {
    const topo = this.graph()?.topo,
      c = topo?.labels[this.order[k]] ?? -1;
    return token(c < 0 ? "ink-3" : "c-" + ((topo.classes[c]?.slot ?? c) % 8));
  },

  /**
   * Returns an image with one colour for each cell. px is the number of pixels of the device for a pixel of the page, cell the side of a
   * cell in pixels of the page, and W the side of the image in pixels of the device. The image is written by pixels, which is faster than
   * rectangles for many edges.
   */
  cells(g, px, cell, W) {
    const { m } = this,
      { x, y } = this.view,
      image = g.createImageData(W, W),
      data = new Uint32Array(image.data.buffer),
      gap = cell > 6 ? 1 : 0, // small cells have no room for a gap
      size = Math.max(1, Math.round((cell - gap) * px)), // of a cell in pixels of the device
      shades = new Map();
    // Returns the pixel of a colour. Many cells share few colours, so each colour is converted once.
    const shade = (hex) => {
      let v = shades.get(hex);
      if (v === undefined) shades.set(hex, (v = pixel(hex)));
      return v;
    };
    data.fill(pixel(token("sunken")));
    // Fills the visible part of cell (i, j) with the pixel v.
    const put = (i, j, v) => {
      const left = Math.max(0, Math.floor((x + j * cell) * px)),
        top = Math.max(0, Math.floor((y + i * cell) * px)),
        right = Math.min(W, Math.floor((x + j * cell) * px) + size),
        low = Math.min(W, Math.floor((y + i * cell) * px) + size);
      for (let r = top; r < low; r++) data.fill(v, r * W + left, r * W + Math.max(left, right));
    };
    // The diagonal, then both cells of each edge.
    const top = this.choice.matrix === "D" ? this.largestDegree() : 1;
    for (let i = 0; i < m.n; i++) {
      const own = this.diagonal(i, top);
      if (own) put(i, i, shade(own));
    }
    for (let e = 0; e < m.pairs.length / 2; e++) {
      const a = m.pairs[2 * e],
        b = m.pairs[2 * e + 1],
        v = shade(this.colour(e));
      put(a, b, v);
      put(b, a, v);
    }
    return image;
  },

  /** Returns an image of the visible blocks with their d×d entries. px and cell are as in cells. */
  entries(g, px, cell) {
    const { m } = this,
      { x, y } = this.view,
      size = Math.max(1, cell - 1),
      s = size / m.d, // the side of an entry in pixels of the page
      hi = this.scale || 1; // the absolute value with the full colour
    g.setTransform(px, 0, 0, px, 0, 0);
    g.fillStyle = token("sunken");
    g.fillRect(0, 0, this.side, this.side);
    // Draws the entries of block (i, j), unless the block is outside the picture.
    const put = (i, j) => {
      const left = x + j * cell,
        top = y + i * cell;
      if (left > this.side || top > this.side || left + cell < 0 || top + cell < 0) return;
      this.block(i, j).forEach((v, q) => {
        g.fillStyle = ramp("zero", v < 0 ? "neg" : "pos", Math.min(1, Math.abs(v) / hi));
        g.fillRect(left + (q % m.d) * s, top + Math.floor(q / m.d) * s, s, s);
      });
    };
    for (let i = 0; i < m.n; i++) put(i, i);
    for (let e = 0; e < m.pairs.length / 2; e++) {
      put(m.pairs[2 * e], m.pairs[2 * e + 1]);
      put(m.pairs[2 * e + 1], m.pairs[2 * e]);
    }
    return g.getImageData(0, 0, this.canvas.width, this.canvas.height);
  },

  /**
   * Draws the classes of the rows and columns on the two strips: strip 0 is beside the rows, strip 1 above the columns. 3 pixels of STRIP
   * are the gap between a strip and the matrix.
   */
  strip(px, cell) {
    const { side, view } = this,
      n = this.order.length,
      gap = cell > 6 ? 1 : 0;
    this.strips.forEach((c, column) => {
      const [w, tall] = column ? [side, STRIP] : [STRIP, side],
        from = column ? view.x : view.y;
      c.width = Math.round(w * px);
      c.height = Math.round(tall * px);
      Object.assign(c.style, { width: w + "px", height: tall + "px" });
      const g = c.getContext("2d");
      g.setTransform(px, 0, 0, px, 0, 0);
      for (let k = 0, colour; k < n; k++) {
        const start = from + k * cell;
        if (start > side || start + cell < 0) continue;
        // A new colour is set only if it differs, because this is slow.
        const next = this.classOf(k);
        if (next !== colour) g.fillStyle = colour = next;
        if (column) g.fillRect(start, 0, Math.max(0.5, cell - gap), STRIP - 3);
        else g.fillRect(0, start, STRIP - 3, Math.max(0.5, cell - gap));
      }
    });
  },

  /** Draws the colour key of D − A: a square for −1, and four squares for the degrees. An unchanged key is kept. */
  degreeKey() {
    const top = this.largestDegree(),
      drawnKey = "D" + top;
    if (this.keyOf === drawnKey) return;
    this.keyOf = drawnKey;
    anew(this.scaleKey);
    const box = (x, fill) => el("rect", { x, y: 3, width: 9, height: 9, fill }, this.scaleKey);
    box(0, ramp("zero", "neg", 0.7));
    text(this.scaleKey, 13, 11.5, "−1");
    for (let i = 0; i < 4; i++) box(36 + 9 * i, ramp("zero", "pos", 0.2 + (0.8 * (i + 1)) / 4));
    text(this.scaleKey, 76, 11.5, `degree, to ${top}`);
  },

  /** Updates the colour key, the zoom factor and the label; fine is true while entries are drawn. */
  legend(fine) {
    const { m } = this,
      { k: zoom } = this.view,
      A = this.choice.matrix === "A",
      { numberMatrix } = this;
    this.where.textContent = zoom > 1 ? `${zoom.toFixed(1)} ×` : "";
    this.scaleKey.toggleAttribute("hidden", A);
    if (this.choice.matrix === "D") this.degreeKey();
    else if (!A) this.colours(fine); // the key of the block picture
    this.canvas.setAttribute(
      "aria-label",
      `${this.title()}, ${m.n} by ${m.n}. Arrow keys walk along its ` +
        `${numberMatrix ? "edges" : "blocks"}, with Shift they move a row and its column, plus and minus zoom, Enter selects.`,
    );
  },
};
