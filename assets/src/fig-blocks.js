// The block picture of the sheaf Laplacian on a canvas, for the reader of its stage: one block for each pair of nodes. A small block is a
// shade, and a large block shows its d×d entries. Wheel, pinch, keys and buttons zoom, and a drag moves the picture. The pointer or the
// arrow keys choose a cell, the place of a block. The two maps of its edge and their product are drawn below, and its edge is lit in the
// graph. A click or Enter selects the edge. A cell on the diagonal belongs to a node in place of an edge.
import { LETTER, cut, anew, h, el, put, text, tex, rect, open, boxWidth, num, fix, button } from "./dom.js";
import { heat, scale } from "./fig-matrix.js";
import { token, ramp } from "./color.js";
import { math } from "./math.js";

const MAX_ZOOM = 80, // largest zoom factor; 1 shows the whole matrix
  STEP = 1.6, // factor of a zoom by button or key
  CLICK = 4, // pixels from the press within which a movement is still a click
  SAMPLE = 400; // about the number of blocks whose entries set the scale of the colours

/**
 * The block picture: m is its model, stages.Blocks of web/view. at is the row and column [i, j] of its chosen cell, null before a choice.
 * Rows and columns are nodes and count from 0. side is the side of the picture in pixels of the page. view has the zoom factor k, and the
 * upper left corner (x, y) of the matrix in pixels of the page from the corner of the canvas. pointed reports that pointer or keys are at
 * the chosen cell, whose edge is then lit in the graph. maps has the maps of the shown operator, null if they are not current.
 */
export class Blocks {
  /**
   * emit sends events to the page. owner is the inspector. Its field sheaf has the maps. Its function lit(edge, node) lights an edge or a
   * node in the graph, or nothing for −1.
   */
  constructor(emit, owner) {
    this.emit = emit;
    this.owner = owner;
    this.root = h("div", "blocks");
    const bar = h("div", "bbar", this.root),
      zoom = h("span", "zoom bzoom", bar);
    for (const [name, label, f] of [
      ["−", "Zoom out", 1 / STEP],
      ["⤢", "Whole matrix", 0], // 0: no factor
      ["+", "Zoom in", STEP],
    ]) {
      button(zoom, "", name, () => (f ? this.zoom(f, ...this.center()) : this.resetZoom())).setAttribute("aria-label", label);
    }
    const seg = h("div", "mini", bar);
    seg.setAttribute("role", "group");
    seg.setAttribute("aria-label", "Matrix on show");
    // The choice between the operators L (hat is false) and L̂ (hat is true).
    this.which = ["L", "\\hat{L}"].map((name, k) => {
      const b = button(seg, "", "", () => {
        this.hat = k === 1;
        this.refresh();
        emit("figure", { name: "operator", index: k });
      });
      b.append(math(name));
      b.title = k ? "normalised: L̂ = D^−1/2 L D^−1/2" : "as the maps make it: L = BᵀB";
      return b;
    });
    // The colour key, the zoom factor (where), the canvas, and below the canvas the entries of the chosen block (reader).
    h("span", "push", bar);
    this.scaleKey = el("svg", { class: "bkey", role: "img", "aria-label": "Colour scale" }, bar);
    this.where = h("small", "note", bar);
    this.canvas = h("canvas", "#laplacian-canvas", this.root);
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.reader = h("div", "bread", this.root);
    this.svg = el("svg", { role: "img", "aria-hidden": true }, this.reader);
    this.note = h("p", "note#block-entries", this.reader);
    this.note.setAttribute("aria-live", "polite");
    this.view = { x: 0, y: 0, k: 1 };
    this.at = null;
    this.pairs = []; // the ends of the edges for which indexEdges has built its indexes
    this.pointers = new Map(); // the pressed pointers by their ids, each with its pixel [x, y]
    this.listen();
  }
  /** Listens to wheel, pointers and keys of the canvas. */
  listen() {
    const c = this.canvas;
    c.addEventListener(
      "wheel",
      (e) => {
        e.preventDefault();
        this.zoom(Math.exp(-e.deltaY * 0.002), e.offsetX, e.offsetY); // a step of 100 px zooms by e^0.2, about 1.2
      },
      { passive: false },
    );
    // grab has the pixel of the press and the offset of the view at that time. moved reports that the press is no click, since the pointer
    // has moved too far or is a second finger.
    c.addEventListener("pointerdown", (e) => {
      this.pointers.set(e.pointerId, [e.offsetX, e.offsetY]);
      this.grab = [e.offsetX, e.offsetY, this.view.x, this.view.y];
      this.moved = this.pointers.size > 1;
      c.setPointerCapture(e.pointerId);
      this.read(e.offsetX, e.offsetY);
    });
    c.addEventListener("pointermove", (e) => {
      if (!this.pointers.has(e.pointerId)) {
        // The pointer is not pressed.
        this.read(e.offsetX, e.offsetY);
        return;
      }
      const before = [...this.pointers.values()].map((p) => [...p]);
      this.pointers.set(e.pointerId, [e.offsetX, e.offsetY]);
      if (this.pointers.size === 2) {
        // Two fingers zoom by the ratio of their new distance to their last distance, about the point between them.
        const [a, b] = [...this.pointers.values()],
          distance = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]) || 1; // not 0, a divisor
        this.zoom(distance(a, b) / distance(before[0], before[1]), (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
        return;
      }
      if (Math.hypot(e.offsetX - this.grab[0], e.offsetY - this.grab[1]) > CLICK) this.moved = true;
      // A drag moves the picture. The whole matrix cannot be moved, so a drag reads its cells.
      if (this.moved && this.view.k > 1) {
        this.view.x = this.grab[2] + e.offsetX - this.grab[0];
        this.view.y = this.grab[3] + e.offsetY - this.grab[1];
        this.clampView();
        this.paint();
      } else this.read(e.offsetX, e.offsetY);
    });
    // A pointer that is released without a movement is a click.
    const end = (e) => {
      const clicked = this.pointers.size === 1 && !this.moved && e.type === "pointerup";
      this.pointers.delete(e.pointerId);
      if (clicked) this.select();
    };
    c.addEventListener("pointerup", end);
    c.addEventListener("pointercancel", end);
    c.addEventListener("pointerleave", () => {
      if (!this.pointers.size) this.unlight();
    });
    c.addEventListener("blur", () => this.unlight());
    c.addEventListener("keydown", (e) => this.key(e));
  }
  /** Takes the light off the graph when pointer or focus leaves the canvas. The chosen cell stays. */
  unlight() {
    this.pointed = false;
    this.owner.lit?.(-1);
  }
  /**
   * Arrow keys choose a cell, + and − zoom, 0 shows the whole matrix, Enter or space selects. Only these keys are kept from the shortcuts
   * of the page. The key = is + without Shift on many keyboards.
   */
  key(e) {
    const dir = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[e.key],
      key = globalThis.sheafscopePrefers.key(e);
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (dir) this.walk(dir);
    else if (["+", "=", "-"].includes(key)) {
      const fixed = this.at ? this.blockCenter(...this.at) : this.center(); // the pixel that keeps its place
      this.zoom(key === "-" ? 1 / STEP : STEP, ...fixed);
      this.follow();
      this.paint();
    } else if (key === "0") this.resetZoom();
    else if (e.key === "Enter" || e.key === " ") this.select();
    else return;
    e.preventDefault();
    e.stopPropagation();
  }
  /**
   * Moves to the next block in a direction [rows, columns] that is on the diagonal or belongs to an edge. Without such a block the choice
   * stays. Without a choice, block (0, 0) is chosen.
   */
  walk([di, dj]) {
    if (!this.at) {
      this.moveTo(0, 0);
      return;
    }
    const isInside = (index) => index >= 0 && index < this.m.n;
    let i = this.at[0] + di,
      j = this.at[1] + dj;
    while (isInside(i) && isInside(j)) {
      if (this.isFilled(i, j)) {
        this.moveTo(i, j);
        return;
      }
      i += di;
      j += dj;
    }
  }
  /** Reports whether block (i, j) is on the diagonal or belongs to an edge. */
  isFilled(i, j) {
    return i === j || this.index.has(i * this.m.n + j);
  }
  /** Chooses cell (i, j) by a key: brings the cell into sight, and shows its entries. */
  moveTo(i, j) {
    this.pointed = true;
    this.at = [i, j];
    this.follow();
    this.paint();
    this.showEntries();
  }
  /** Returns the pixel [x, y] at the center of block (i, j). All pixels are of the page, from the upper left corner of the canvas. */
  blockCenter(i, j) {
    const cell = (this.side * this.view.k) / this.m.n;
    return [this.view.x + (j + 0.5) * cell, this.view.y + (i + 0.5) * cell];
  }
  /** Returns the pixel [x, y] at the center of the picture. */
  center() {
    return [this.side / 2, this.side / 2];
  }
  /** Shows the whole matrix: its corner at (0, 0), at zoom factor 1. */
  resetZoom() {
    this.view = { x: 0, y: 0, k: 1 };
    this.paint();
  }
  /** Moves the view so that the chosen cell is visible, with a margin. Does not paint. Without a choice nothing happens. */
  follow() {
    if (!this.at) return;
    const [x, y] = this.blockCenter(...this.at),
      pad = Math.min(40, this.side / 6);
    if (x < pad) this.view.x += pad - x;
    if (x > this.side - pad) this.view.x -= x - this.side + pad;
    if (y < pad) this.view.y += pad - y;
    if (y > this.side - pad) this.view.y -= y - this.side + pad;
    this.clampView();
  }
  /** Limits the offset of the view, so that the matrix covers the picture. */
  clampView() {
    const room = this.side * (1 - this.view.k); // the offset at which the far ends of matrix and picture meet; at most 0
    this.view.x = Math.min(0, Math.max(room, this.view.x));
    this.view.y = Math.min(0, Math.max(room, this.view.y));
  }
  /** Zooms by a factor f about the pixel (x, y), which keeps its place. */
  zoom(f, x, y) {
    const most = Math.max(2, Math.min(MAX_ZOOM, this.m.n / 2)), // at n/2 the picture has two blocks in a row
      k = Math.min(most, Math.max(1, this.view.k * f)),
      r = k / this.view.k; // the factor after the limits
    this.view = { k, x: x - (x - this.view.x) * r, y: y - (y - this.view.y) * r };
    this.clampView();
    this.paint();
  }
  /**
   * Draws a model: n nodes, stalk dimension d, and both ends of each edge in turn (pairs). names are the names of the nodes, absent if
   * their numbers are shown. norm is the norm ‖R‖ of both maps of each edge together, and shade is this norm relative to the largest, from
   * 0 to 1. edge is the selected edge or −1, and hat selects L̂. stale reports that the maps have not arrived or belong to another position
   * of the run. wait is a sentence about this state.
   */
  draw(m) {
    this.m = m;
    // For another graph, or other edges after a change by hand, the choice ends.
    const sameGraph = this.n === m.n && this.pairs.length === m.pairs.length && this.pairs.every((end, k) => end === m.pairs[k]);
    if (!sameGraph) {
      this.indexEdges();
      this.at = null;
      this.view = { x: 0, y: 0, k: 1 };
    }
    this.hat = m.hat;
    // Without a choice, the cell of the selected edge is chosen, or the cell of edge 0 if no edge is selected.
    if (!this.at && m.pairs.length) {
      const e = Math.max(0, m.edge);
      this.at = [m.pairs[2 * e], m.pairs[2 * e + 1]];
    }
    this.refresh();
  }
  /**
   * Builds two indexes. index has the edge of a cell at row·n + column, for both cells of an edge. stars has for each node its edges [edge,
   * side], where side is 0 if the node is the first end of the edge, else 1.
   */
  indexEdges() {
    const { m } = this;
    this.index = new Map();
    this.stars = Array.from({ length: m.n }, () => []);
    for (let e = 0; e < m.pairs.length / 2; e++) {
      const a = m.pairs[2 * e],
        b = m.pairs[2 * e + 1];
      this.index.set(a * m.n + b, e);
      this.index.set(b * m.n + a, e);
      this.stars[a].push([e, 0]);
      this.stars[b].push([e, 1]);
    }
    this.pairs = m.pairs;
    this.n = m.n;
  }
  /** Takes the maps of the chosen operator, L or L̂, and redraws. Without current maps only shades are drawn. */
  refresh() {
    this.maps = this.owner.sheaf?.[this.hat ? "hat" : "raw"];
    // Two d×d maps for each edge, as many as the ends in pairs; another number belongs to another graph or dimension.
    const complete = this.maps?.length === this.m.pairs.length * this.m.d ** 2;
    if (this.m.stale || !complete) this.maps = null;
    this.scale = 0; // the absolute entry with the darkest colour, 0 without maps
    if (this.maps) {
      // The largest entry off the diagonal in a sample of the blocks. Larger entries have the darkest colour as well.
      const stride = Math.max(1, Math.floor(this.m.pairs.length / 2 / SAMPLE));
      for (let e = 0; e < this.m.pairs.length / 2; e += stride)
        for (const v of this.block(this.m.pairs[2 * e], this.m.pairs[2 * e + 1])) this.scale = Math.max(this.scale, Math.abs(v));
    }
    this.which.forEach((b, k) => b.setAttribute("aria-pressed", String((k === 1) === !!this.hat)));
    this.paint();
    this.showEntries();
  }
  /** Returns the name of node i. */
  name(i) {
    return this.m.names?.[i] ?? String(i);
  }
  /** Returns the d×d map of edge e at its first end (side 0) or second end (side 1), row by row. Called only with maps. */
  map(e, side) {
    const q = this.m.d ** 2;
    return this.maps.subarray((2 * e + side) * q, (2 * e + side + 1) * q);
  }
  /**
   * Returns block (i, j) of the matrix, d×d row by row: R_ijᵀR_ij summed over the edges of i if i = j, else −R_ijᵀR_ji. Without maps, and
   * for a pair without an edge, the block is zero.
   */
  block(i, j) {
    const d = this.m.d,
      out = new Float64Array(d * d),
      // Adds s·aᵀb to the block.
      add = (a, b, s) => {
        for (let p = 0; p < d; p++)
          for (let q = 0; q < d; q++) {
            let v = 0;
            for (let k = 0; k < d; k++) v += a[k * d + p] * b[k * d + q];
            out[p * d + q] += s * v;
          }
      };
    if (!this.maps) return out;
    if (i === j) {
      for (const [e, side] of this.stars[i]) {
        const r = this.map(e, side);
        add(r, r, 1);
      }
      return out;
    }
    const e = this.index.get(i * this.m.n + j);
    if (e !== undefined) {
      const side = this.m.pairs[2 * e] === i ? 0 : 1;
      add(this.map(e, side), this.map(e, 1 - side), -1);
    }
    return out;
  }
  /**
   * Draws the picture, a square of at most 384 px, unless it is hidden. If maps are there and a block has at least 5 px for each row of
   * entries, its entries are drawn.
   */
  paint() {
    const m = this.m,
      w = boxWidth(this.svg) || this.root.clientWidth;
    if (!m || !w) return;
    const side = (this.side = Math.min(w, 384)),
      px = devicePixelRatio || 1, // pixels of the screen in a pixel of the page
      c = this.canvas,
      { x, y, k } = this.view;
    // A new size of the canvas in pixels of the screen, which also clears the canvas.
    if (this.sized !== side * px) {
      this.sized = side * px;
      c.style.width = c.style.height = side + "px";
      c.width = c.height = Math.round(side * px);
    }
    const g = c.getContext("2d"),
      cell = (side * k) / m.n, // px from a block to the next
      gap = cell > 6 ? 1 : 0, // px between large blocks
      size = Math.max(cell - gap, 1),
      fine = this.maps && cell >= 5 * m.d;
    g.setTransform(px, 0, 0, px, 0, 0);
    g.fillStyle = token("sunken");
    g.fillRect(0, 0, side, side);
    // Draws block (i, j): all its entries if fine is true, else one square in a colour.
    const drawBlock = (i, j, color) => {
      const bx = x + j * cell,
        by = y + i * cell,
        outside = bx > side || by > side || bx + cell < 0 || by + cell < 0;
      if (outside) return;
      if (!fine) {
        g.fillStyle = color;
        g.fillRect(bx, by, size, size);
        return;
      }
      const b = this.block(i, j),
        s = size / m.d,
        hi = this.scale || 1;
      for (let q = 0; q < b.length; q++) {
        const t = Math.min(1, Math.abs(b[q]) / hi);
        g.fillStyle = ramp("zero", b[q] < 0 ? "neg" : "pos", t);
        g.fillRect(bx + (q % m.d) * s, by + Math.floor(q / m.d) * s, s, s);
      }
    };
    // All blocks of the diagonal have one shade. Each edge has two blocks in a shade from 0.25, so that a norm of 0 is visible.
    const diagonal = ramp("k-0", "k-1", 0.55);
    for (let i = 0; i < m.n; i++) drawBlock(i, i, diagonal);
    for (let e = 0; e < m.pairs.length / 2; e++) {
      const a = m.pairs[2 * e],
        b = m.pairs[2 * e + 1],
        color = ramp("k-0", "k-1", 0.25 + 0.75 * m.shade[e]);
      drawBlock(a, b, color);
      drawBlock(b, a, color);
    }
    // Frames around the two blocks of the selected edge, and around the chosen cell. The inside of a frame is at least 3 px wide.
    g.lineWidth = 2;
    const frame = (i, j, color) => {
      g.strokeStyle = color;
      g.strokeRect(x + j * cell - 1, y + i * cell - 1, Math.max(size, 3) + 2, Math.max(size, 3) + 2);
    };
    if (m.edge >= 0) {
      const a = m.pairs[2 * m.edge],
        b = m.pairs[2 * m.edge + 1];
      frame(a, b, token("accent"));
      frame(b, a, token("accent"));
    }
    if (this.at) frame(...this.at, token("ink"));
    this.colours(fine);
    this.where.textContent = k > 1 ? `${k.toFixed(1)} ×` : "";
    c.setAttribute(
      "aria-label",
      `Block picture of the ${m.n * m.d} by ${m.n * m.d} Laplacian. ` +
        "Arrow keys walk along its blocks, plus and minus zoom, Enter selects the edge.",
    );
  }
  /**
   * Draws the colour key of the entries if fine is true, else of the norms, from 0 to the largest norm. A key with unchanged numbers is not
   * drawn again.
   */
  colours(fine) {
    const most = num(this.m.norm.reduce((a, b) => Math.max(a, b), 0)),
      content = fine ? "fine" + this.scale : "coarse" + most;
    if (this.keyOf === content) return;
    this.keyOf = content;
    anew(this.scaleKey);
    if (fine) {
      scale(this.scaleKey, 0, 5, this.scale || 1, true);
      return;
    }
    text(this.scaleKey, 0, 11.5, "‖R‖ 0");
    for (let i = 0; i <= 16; i++) rect(this.scaleKey, 36 + i * 3.2, 5, 3.4, 6, "kc", 0.25 + (0.75 * i) / 16);
    text(this.scaleKey, 96, 11.5, most);
  }
  /**
   * Chooses the cell at the pixel (px, py) of the canvas, unless the pixel is outside the matrix or this cell is shown already. The picture
   * follows in the next frame, so that a fast pointer costs one drawing a frame.
   */
  read(px, py) {
    const cell = (this.side * this.view.k) / this.m.n,
      j = Math.floor((px - this.view.x) / cell),
      i = Math.floor((py - this.view.y) / cell);
    const outside = i < 0 || j < 0 || i >= this.m.n || j >= this.m.n,
      shown = this.at?.[0] === i && this.at[1] === j && this.entriesShown;
    if (outside || shown) return;
    this.at = [i, j];
    this.pointed = true;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
      this.showEntries();
    });
  }
  /** Returns the edge of the chosen cell, −1 without a choice or for a cell without an edge. */
  edgeAt() {
    const [i, j] = this.at || [-1, -1];
    return i < 0 || i === j ? -1 : (this.index.get(i * this.m.n + j) ?? -1);
  }
  /** Selects the edge of the chosen cell, or the node of a cell on the diagonal. A cell without an edge selects nothing. */
  select() {
    const e = this.edgeAt();
    if (e >= 0) this.emit("pick", { kind: "edge", index: e });
    else if (this.at && this.at[0] === this.at[1]) this.emit("pick", { kind: "node", index: this.at[0] });
  }
  /**
   * Draws the entries of the chosen block, describes the block in words, and lights its edge or node in the graph if it is pointed at. A
   * block of an edge is drawn as −R_ijᵀ · R_ji = L_ij, and a block on the diagonal alone. Without a choice, without maps, and for a cell
   * without an edge there are only words.
   */
  showEntries() {
    this.entriesShown = true;
    const m = this.m;
    if (!this.at) {
      this.noEntries();
      this.note.textContent = "Point at a block, or walk with the arrow keys, to read both maps and their product.";
      return;
    }
    const [i, j] = this.at,
      e = this.edgeAt(),
      d = m.d,
      L = this.hat ? "L̂" : "L",
      R = this.hat ? "R̂" : "R",
      a = this.name(i),
      b = this.name(j);
    if (this.pointed) this.owner.lit?.(e, i === j ? i : -1); // the node of a diagonal cell, else the edge or nothing
    const isZero = i !== j && e < 0;
    if (!this.maps || isZero) {
      this.noEntries();
      this.note.textContent = isZero ? `${a}, ${b}: zero, there is no edge.` : `${a}, ${b}: ${m.wait ?? ""}`;
      return;
    }
    // Three matrices beside each other, with 70 px for the gaps and signs, in cells of c pixels. The picture has 20 px above the matrices
    // for their names, and 24 px below for the colour key.
    const c = Math.max(12, Math.min(26, Math.floor((boxWidth(this.svg) - 70) / (3 * d)))),
      o = open(this.svg, d * c + 44);
    if (!o) return;
    this.svg.removeAttribute("aria-hidden");
    this.svg.setAttribute("aria-label", `Entries of block ${a}, ${b}: ${Array.from(this.block(i, j), (v) => num(v)).join(", ")}`);
    // Returns an entry with two decimals, from 10 on with none, and without a leading zero.
    const short = (v) => (Math.abs(v) < 0.005 ? "0" : fix(v, Math.abs(v) < 10 ? 2 : 0).replace(/^(−?)0\./, "$1."));
    const { s } = o,
      W = d * c, // side of a matrix
      my = 20 + W / 2 + 3, // baseline of the signs between the matrices
      tight = c >= 22 ? short : null, // the format of the numbers; smaller cells have no numbers
      prod = this.block(i, j);
    // The title of a matrix is as wide as the matrix. Both node names share this width, less 4 letters for the other signs.
    const letters = Math.max(3, Math.floor((W / LETTER - 4) / 2)),
      from = cut(a, letters),
      to = cut(b, letters);
    // Draws the matrix M at x below its title. max is the number with the darkest colour.
    const drawMatrix = (M, x, title, max) => {
      tex(s, x + W / 2, 12, title, "c k");
      heat(s, [...M], d, x, 20, c, { num: tight, max, name: title[0][0] });
    };
    // Returns the largest absolute entry of matrices, above 0.
    const largest = (...matrices) => Math.max(1e-12, ...matrices.flatMap((q) => [...q].map(Math.abs)));
    if (i === j) {
      drawMatrix(prod, 0, [[L, `${from}${from}`]], largest(prod));
      scale(s, 0, d * c + 32, largest(prod), true);
      text(s, W + 14, 34, `sum of ${R}ᵀ${R} over`, "k");
      text(s, W + 14, 50, `the ${this.stars[i].length} edges of ${from}`, "k");
      const trace = prod.reduce((sum, v, k) => sum + (k % (d + 1) ? 0 : v), 0); // the diagonal has every (d + 1)th entry
      this.note.textContent = `${L}, block ${a}, ${a}: the sum of ${R}ᵀ${R} over its ${this.stars[i].length} edges; trace ${num(trace)}.`;
      return;
    }
    // The two maps and their product, on one scale of colours. ri is drawn transposed.
    const side = m.pairs[2 * e] === i ? 0 : 1,
      ri = this.map(e, side),
      rj = this.map(e, 1 - side),
      max = largest(ri, rj, prod),
      step = W + 32, // from a matrix to the next
      transposed = Array.from(ri, (_, k) => ri[(k % d) * d + Math.floor(k / d)]);
    text(s, 6, my, "−", "c k");
    drawMatrix(transposed, 14, [[R, `${from}→e`], "ᵀ"], max);
    text(s, 14 + W + 9, my, "·", "c k");
    drawMatrix(rj, step - 2, [[R, `${to}→e`]], max);
    text(s, step - 2 + W + 13, my, "=", "c k");
    drawMatrix(prod, 2 * step - 4, [[L, `${from} ${to}`]], max);
    scale(s, 0, d * c + 32, max, true);
    this.note.textContent =
      `${L}, block ${a}, ${b} = −${R}ᵀ${R} of edge ${a} – ${b}; ` +
      `its norm is ${num(Math.hypot(...prod))}, that of both maps ${num(m.norm[e])}. Click or Enter selects the edge.`;
  }
  /** Removes the drawn entries, and closes their picture. */
  noEntries() {
    this.svg.replaceChildren();
    put(this.svg, "height", 0);
    this.svg.setAttribute("aria-hidden", true);
  }
}
