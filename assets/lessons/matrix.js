// The matrix beside the graph: the adjacency matrix, the Laplacian of the graph, or the Laplacian of the sheaf in blocks. The order of the
// nodes can be chosen and changed by hand. The matrix is the block picture of the Laplacian with the nodes renamed by their places.
import { h, button, forgetSize, menu } from "../src/dom.js";
import { forget } from "../src/color.js";
import { Blocks } from "../src/fig-blocks.js";
import { byFiedler, byKey, degrees, moved, parsed, written } from "./orders.js";
import { printed, save } from "./matrix-file.js";
import { picture } from "./matrix-picture.js";

const MOST = 4000, // largest number of nodes of a matrix
  TEXT = 400, // largest number of characters of the order in a link
  SLICE = 12; // ms of computation between two tasks of the page
const count = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f"); // a narrow space between thousands
const NAMES = [
  ["number", "as numbered"],
  ["class", "by class"],
  ["community", "by community"],
  ["degree", "by degree"],
  ["fiedler", "by Fiedler vector"],
];

/** The matrices that have a number for each pair of nodes and need no sheaf. */
const NUMBERS = {
  A: { sign: "A", what: "Adjacency", title: "adjacency: 1 where there is an edge", edge: "1" },
  D: {
    sign: "D − A",
    what: "Graph Laplacian D − A",
    edge: "−1",
    title: "Laplacian of the graph: −1 where there is an edge, on the diagonal the number of edges",
  },
};

/**
 * Runs a generator in slices of SLICE milliseconds, and passes its result to done. Between two slices the page works. Once isCurrent() is
 * false, the generator is abandoned, and done is not called.
 */
function inSlices(work, isCurrent, done) {
  if (!isCurrent()) return;
  for (const end = performance.now() + SLICE; performance.now() < end;) {
    const { done: finished, value } = work.next();
    if (finished) {
      done(value);
      return;
    }
  }
  setTimeout(() => inSlices(work, isCurrent, done));
}

/**
 * The view of the matrix. Rows and columns are places, from 0: order[place] is a node, and rank[node] its place. m is the model with places
 * in the role of nodes, and model the model with nodes. at is the cell of the reader as two places, null without a cell.
 */
export class Matrix extends Blocks {
  /** islands returns a part of the page by name: the inspector, which has the maps, or the graph, which has classes and selection. */
  constructor(root, emit, islands) {
    // The owner of the block picture: sheaf has the maps, and lit highlights in the graph an edge and the node at a place (−1 for none).
    const owner = {
      get sheaf() {
        return islands("inspector")?.sheaf;
      },
      lit: (edge, place = -1) => islands("graph")?.light(edge, place < 0 ? -1 : this.order[place]),
    };
    super(emit, owner);
    root.append(this.root);
    this.graph = () => islands("graph");
    this.text = (text) => emit("table", { kind: "filter", text }); // sends a choice; the page keeps it like the filter of a table
    this.canvas.dataset.testid = "matrix-canvas";
    this.note.dataset.testid = "matrix-text";
    this.hovered = -1; // the place of the node under the pointer in the graph
    this.base = {}; // the image of the cells, with the key of its state (paint)
    this.build(emit);
  }

  /** Builds the bar of controls, the two strips of classes, and the text of the cell. */
  build(emit) {
    const [bar] = this.root.children,
      seg = this.which[0].parentElement,
      body = h("div", "mxbody", this.root),
      plot = h("div", "mxplot", body);
    bar.classList.add("tbar");
    // The choice of the matrix: A, D − A, and both buttons of the block picture for L and L̂.
    this.numbers = Object.entries(NUMBERS).map(([name, { sign, title }]) => {
      const b = button(null, "#matrix-" + name.toLowerCase(), "", () => this.request({ matrix: name }));
      h("i", "", b, sign);
      b.title = title;
      return b;
    });
    seg.prepend(...this.numbers);
    // L and L̂ are one choice (L): the block picture itself remembers which of both is shown (hat).
    for (const b of this.which) b.addEventListener("click", () => this.request({ matrix: "L" }));
    // The order, the files, and the end.
    this.menu = menu(null, "#matrix-order", "Order of rows and columns", (order) => this.request({ order, moves: [] }));
    this.menu.append(...NAMES.map(([value, name]) => new Option(name, value)));
    seg.after(this.menu.parentElement);
    this.back = button(null, "btn#matrix-reset", "Take back moves", () => this.request({ moves: [] }));
    this.menu.parentElement.after(this.back);
    for (const end of ["SVG", "PNG", "PDF", "TikZ"]) {
      button(bar, "btn#matrix-" + end.toLowerCase(), end, () =>
        save(this, end.toLowerCase()).catch((why) => emit("filefailed", { text: why.message })),
      );
    }
    button(bar, "btn#matrix-close", "Close", () => emit("table", { kind: "open", name: "" })).classList.add("mxclose");
    // The plot has an empty corner, the strip of the columns, the strip of the rows, and the matrix.
    h("i", "", plot);
    this.strips = ["row", "column"].map((name, side) => {
      const c = h("canvas", "mxstrip#matrix-" + name, null);
      c.title = "Classes of the nodes. Drag one to another place.";
      this.drags(c, side);
      return c;
    });
    plot.append(this.strips[1], this.strips[0], this.canvas);
    body.append(this.reader);
    this.none = h("p", "note", this.root);
    // Before printing, the page collects elements in the list e.detail. It removes them after printing.
    this.root.parentElement.addEventListener("paper", (e) => {
      if (this.m && this.model.n <= MOST) e.detail.push(printed(this));
    });
    new ResizeObserver(() => {
      // The height can change alone, which no resize of the window reports.
      forgetSize(this.svg);
      if (!this.m) return;
      this.paint();
      this.showEntries();
    }).observe(body);
  }

  /**
   * Requests another matrix or order, given as the changed entries of choice. The page keeps both in the link, and sends a model with them.
   * If the text of all moves is too long for the link (TEXT), the change is refused with an announcement.
   */
  request(change) {
    const text = written({ ...this.choice, ...change });
    if (text.length <= TEXT) this.text(text);
    else this.emit("announce", { text: "A link holds no more moves. Choose an order to begin anew." });
  }

  /**
   * Draws a model of the page: n nodes, the ends of all edges (pairs), and the choice of matrix and order as a text (order). Without a
   * model nothing happens. A graph of more than MOST nodes gets a sentence instead of a matrix. community has the community of each node,
   * once known.
   */
  draw(m) {
    if (!m) return;
    this.model = m;
    this.none.textContent =
      m.n > MOST
        ? `This graph has ${count(m.n)} nodes, and a matrix shows at most ${count(MOST)}: ` +
          "of more, a cell would be smaller than a point of the screen. The table of nodes and edges takes all of them."
        : "";
    this.root.classList.toggle("mxover", m.n > MOST);
    if (m.n > MOST) return;
    this.choice = parsed(m.order);
    this.menu.value = this.choice.order;
    this.back.hidden = !this.choice.moves.length;
    // Another graph is recognised by its edges. The first graph needs no announcement.
    const { ends } = this,
      sameGraph = ends && ends.length === m.pairs.length && m.n === this.nodes && ends.every((v, k) => v === m.pairs[k]);
    if (!sameGraph) {
      if (ends) this.announce(m);
      this.ends = m.pairs;
      this.nodes = m.n;
      this.fiedler = null;
      this.orderOf = "";
    }
    // The order depends on the choice, the classes, and the communities, which arrive later.
    const key = [m.order, this.graph()?.topo?.key, m.community?.length].join("|");
    if (this.orderOf !== key) {
      this.orderOf = key;
      const order = this.chosenOrder(m);
      if (order) this.setOrder(order);
    }
    this.drawOrdered(m);
  }

  /** Announces another graph to a screen reader. */
  announce(m) {
    const { choice } = this,
      name = this.graph()?.topo?.name ?? "The graph";
    this.emit("announce", {
      text: `${name} is loaded. The matrix shows it, ${m.n} by ${m.n}, ${NAMES.find(([value]) => value === choice.order)[1]}.`,
    });
  }

  /** Returns the chosen order without the moves by hand, or null while the Fiedler vector is computed. */
  chosenOrder(m) {
    const labels = this.graph()?.topo?.labels ?? [],
      { order } = this.choice;
    const classKey = (label) => (label >= 0 ? label : Infinity); // nodes without a class come last
    if (order === "class") return byKey(Array.from({ length: m.n }, (_, i) => classKey(labels[i] ?? -1)));
    if (order === "community" && m.community) return byKey(m.community);
    if (order === "degree") return byKey(degrees(m.n, m.pairs).map((v) => -v)); // the largest degree first
    // By number, or by community before the communities are known.
    if (order !== "fiedler") return Array.from({ length: m.n }, (_, i) => i);
    if (this.fiedler) return this.fiedler;
    // The order before stays until the Fiedler vector is known. A graph of another size begins with the order of the numbers. dataset.order
    // is for the tests.
    this.setOrder(this.plain?.length === m.n ? this.plain : Array.from({ length: m.n }, (_, i) => i));
    this.canvas.dataset.order = "";
    const { ends } = this;
    inSlices(
      byFiedler(m.n, ends),
      () => this.ends === ends && this.choice.order === "fiedler",
      (list) => {
        this.fiedler = list;
        this.setOrder(list);
        this.drawOrdered(this.model);
      },
    );
    return null;
  }

  /** Sets the order: base (order[place] is a node) with the moves by hand. The cell of the reader stays at the same two nodes. */
  setOrder(base) {
    const cellNodes = this.at?.map((place) => this.order[place]),
      { model: m } = this;
    this.plain = base;
    this.canvas.dataset.order = this.choice.order;
    this.order = moved(base, this.choice.moves);
    this.rank = new Int32Array(m.n);
    this.order.forEach((i, k) => {
      this.rank[i] = k;
    });
    this.renamed = m.pairs.map((i) => this.rank[i]);
    if (this.n !== m.n) this.view = { x: 0, y: 0, k: 1 }; // n is of the last drawing; a graph of another size is shown whole
    this.at = cellNodes?.every((i) => i < m.n) ? cellNodes.map((i) => this.rank[i]) : null;
    this.pairs = undefined; // drawOrdered makes the index of the edges anew
  }

  /** Draws the model with places in the role of nodes, once there is an order. most is the largest norm of an edge's maps. */
  drawOrdered(m) {
    if (!this.order) return;
    this.node = this.rank[this.graph()?.style.node] ?? -1;
    this.version = (this.version ?? 0) + 1;
    this.most = m.norm.reduce((a, b) => Math.max(a, b || 0), 0);
    this.m = { ...m, pairs: this.renamed };
    if (!this.pairs) this.indexEdges();
    super.draw(this.m);
  }

  /** Redraws after another choice of matrix, and marks the pressed buttons. */
  refresh() {
    super.refresh();
    this.numbers.forEach((b, k) => b.setAttribute("aria-pressed", String(Object.keys(NUMBERS)[k] === this.choice.matrix)));
    if (this.numberMatrix) for (const b of this.which) b.setAttribute("aria-pressed", "false");
  }

  /** The row of NUMBERS for a matrix of numbers, undefined for a matrix of blocks. */
  get numberMatrix() {
    return NUMBERS[this.choice.matrix];
  }

  /** Returns the name of the node at place k, or its number (from 0) if the graph has no names. */
  name(k) {
    return this.graph()?.topo?.names?.[this.order[k]] ?? String(this.order[k]);
  }

  /** Redraws after a change of size or theme. m is the newest model of the page. */
  resized(m) {
    forget(); // the colours of another theme
    if (this.model !== m) this.draw(m);
    else this.paint();
  }

  /** Selects the node of a diagonal cell, or the edge of an off-diagonal cell. */
  select() {
    if (this.at && this.at[0] === this.at[1]) this.emit("pick", { kind: "node", index: this.order[this.at[0]] });
    else super.select();
  }

  // --- by hand -------------------------------------------------------------

  /** Shift and an arrow key move the row and the column of the cell; other keys act as in the block picture. */
  key(e) {
    // An arrow moves the row (side 0) or the column (side 1) of the cell by one place.
    const arrow = { ArrowLeft: [1, -1], ArrowUp: [0, -1], ArrowRight: [1, 1], ArrowDown: [0, 1] }[e.key],
      isMove = e.shiftKey && arrow && this.at && !e.ctrlKey && !e.metaKey && !e.altKey;
    if (!isMove) {
      super.key(e);
      return;
    }
    e.preventDefault();
    e.stopPropagation();
    const [side, by] = arrow;
    this.moveNode(this.at[side], this.at[side] + by);
  }

  /** Moves the node at place from to place to, and announces the new place, counted from 1. A place outside the order is ignored. */
  moveNode(from, to) {
    if (from === to) return;
    if (to < 0 || to >= this.order.length) return;
    const node = this.order[from],
      moves = [...this.choice.moves];
    if (moves.at(-1)?.[0] === node) moves.pop(); // repeated moves of a node are one move
    this.request({ moves: [...moves, [node, to]] });
    this.emit("announce", { text: `${this.name(from)} has place ${to + 1} of ${this.order.length}.` });
  }

  /** Lets the user drag a row (side 0) or a column (side 1) at its strip c. */
  drags(c, side) {
    // Returns the place in the order under a pointer on the strip. this.side is the side of the picture in pixels.
    const placeAt = (e) => {
      const n = this.order.length,
        along = side ? e.offsetX - this.view.x : e.offsetY - this.view.y;
      return Math.max(0, Math.min(n - 1, Math.floor((along * n) / (this.side * this.view.k))));
    };
    c.addEventListener("pointerdown", (e) => {
      this.drag = { from: placeAt(e), to: placeAt(e) };
      c.setPointerCapture(e.pointerId);
    });
    c.addEventListener("pointermove", (e) => {
      if (!this.drag) return;
      this.drag.to = placeAt(e);
      this.paint();
    });
    c.addEventListener("pointerup", () => {
      const { drag } = this;
      this.drag = null;
      if (drag) this.moveNode(drag.from, drag.to);
      this.paint();
    });
    c.addEventListener("pointercancel", () => {
      this.drag = null;
      this.paint();
    });
  }

  // --- the pointer in the graph ---------------------------------------------

  /**
   * Shows the element under the graph's pointer: the two blocks of an edge, or the row and the column of a node. An index −1 stands for no
   * element. While the matrix is not visible, nothing happens. pointed is false, because the pointer is not in the matrix.
   */
  hover(kind, index) {
    if (!this.canvas.clientWidth || !this.m) return;
    this.hovered = kind === "node" ? (this.rank[index] ?? -1) : -1;
    // The graph may already show a changed graph with more edges than the matrix.
    const isKnown = () => index >= 0 && 2 * index < this.renamed.length;
    if (kind === "edge" && isKnown()) {
      this.pointed = false;
      this.at = [this.renamed[2 * index], this.renamed[2 * index + 1]];
      this.showEntries();
    }
    // soon is the requested frame, 0 for none: several calls cause one drawing.
    this.soon ||= requestAnimationFrame(() => {
      this.soon = 0;
      this.paint();
    });
  }

  /** Returns the title: matrix, order, and whether nodes were moved by hand. */
  title() {
    const what = this.numberMatrix?.what ?? `Sheaf Laplacian ${this.hat ? "L̂" : "L"}`;
    const order = NAMES.find(([value]) => value === this.choice.order)[1];
    return `${what}, ${order}${this.choice.moves.length ? ", then by hand" : ""}`;
  }

  /** Describes the cell of the reader in words. A matrix of blocks also shows the entries of the cell, as in the block picture. */
  showEntries() {
    if (!this.numberMatrix) {
      super.showEntries();
      return;
    }
    this.entriesShown = true;
    this.noEntries();
    if (!this.at) {
      this.note.textContent = "Point at a cell, or walk with the arrow keys.";
      return;
    }
    const [i, j] = this.at,
      e = this.edgeAt(),
      topo = this.graph()?.topo,
      className = (place) => topo?.classes[topo.labels[this.order[place]]]?.name;
    // e is the edge of the cell, −1 for none. Its edge or node is lit in the graph.
    if (this.pointed) this.owner.lit(e, i === j ? i : -1);
    const a = this.name(i),
      b = this.name(j),
      classA = className(i),
      classB = className(j);
    let classes = "";
    if (classA && classB) classes = classA === classB ? ` Both are of class ${classA}.` : ` Classes ${classA} and ${classB}.`;
    if (i === j) {
      const degree = this.stars[i].length,
        entry = this.choice.matrix === "D" ? `${a}, ${a}: ${degree}, the number of its edges.` : `${a}: ${degree} edges.`;
      this.note.textContent = entry + (classA ? ` Class ${classA}.` : "");
    } else if (e < 0) this.note.textContent = `${a}, ${b}: 0, there is no edge.`;
    else this.note.textContent = `${a}, ${b}: ${this.numberMatrix.edge}, an edge.${classes} Click or Enter selects it.`;
  }
}
Object.assign(Matrix.prototype, picture);
