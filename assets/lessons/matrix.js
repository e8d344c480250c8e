// The matrix beside the graph: adjacency, the Laplacian of the graph, or that of the sheaf in blocks, in an order of the nodes that can be
// chosen and changed by hand. It is the block picture of the Laplacian with the nodes renamed by their places.
import { h, button, forgetSize, menu } from "../src/dom.js";
import { forget } from "../src/color.js";
import { Blocks } from "../src/fig-blocks.js";
import { byFiedler, byKey, degrees, moved, parsed, written } from "./orders.js";
import { printed, save } from "./matrix-file.js";
import { picture } from "./matrix-picture.js";

const MOST = 4000, // nodes of a matrix
  TEXT = 400, // characters of a link for the order
  SLICE = 12; // ms of the order that is computed while the page answers
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

/** Does what a generator does, in slices; done gets what it returns, unless another has begun meanwhile. */
function inSlices(work, runs, done) {
  if (!runs()) return;
  for (const end = performance.now() + SLICE; performance.now() < end;) {
    const { done: all, value } = work.next();
    if (all) {
      done(value);
      return;
    }
  }
  setTimeout(() => inSlices(work, runs, done));
}

export class Matrix extends Blocks {
  constructor(root, emit, islands) {
    const owner = {
      get sheaf() {
        return islands("inspector")?.sheaf;
      },
      lit: (edge, place = -1) => islands("graph")?.light(edge, place < 0 ? -1 : this.order[place]),
    };
    super(emit, owner);
    root.append(this.root);
    this.graph = () => islands("graph");
    this.text = (text) => emit("table", { kind: "filter", text });
    this.canvas.dataset.testid = "matrix-canvas";
    this.note.dataset.testid = "matrix-text";
    this.hovered = -1;
    this.base = {};
    this.build(emit);
  }

  build(emit) {
    const [bar] = this.root.children,
      seg = this.which[0].parentElement,
      body = h("div", "mxbody", this.root),
      plot = h("div", "mxplot", body);
    bar.classList.add("tbar");
    this.numbers = Object.entries(NUMBERS).map(([name, { sign, title }]) => {
      const b = button(null, "#matrix-" + name.toLowerCase(), "", () => this.say({ matrix: name }));
      h("i", "", b, sign);
      b.title = title;
      return b;
    });
    seg.prepend(...this.numbers);
    for (const b of this.which) b.addEventListener("click", () => this.say({ matrix: "L" }));
    this.menu = menu(null, "#matrix-order", "Order of rows and columns", (order) => this.say({ order, moves: [] }));
    this.menu.append(...NAMES.map(([value, name]) => new Option(name, value)));
    seg.after(this.menu.parentElement);
    this.back = button(null, "btn#matrix-reset", "Take back moves", () => this.say({ moves: [] }));
    this.menu.parentElement.after(this.back);
    for (const end of ["SVG", "PNG", "PDF", "TikZ"]) {
      button(bar, "btn#matrix-" + end.toLowerCase(), end, () =>
        save(this, end.toLowerCase()).catch((why) => emit("filefailed", { text: why.message })),
      );
    }
    button(bar, "btn#matrix-close", "Close", () => emit("table", { kind: "open", name: "" })).classList.add("mxclose");
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
    // The printed page removes what is in the list after printing.
    this.root.parentElement.addEventListener("paper", (e) => {
      if (this.m && this.model.n <= MOST) e.detail.push(printed(this));
    });
    new ResizeObserver(() => {
      // also of its height alone
      forgetSize(this.svg);
      if (!this.m) return;
      this.paint();
      this.tell();
    }).observe(body);
  }

  /** Asks the page for another matrix or order. */
  say(change) {
    const text = written({ ...this.said, ...change });
    if (text.length <= TEXT) this.text(text);
    else this.emit("announce", { text: "A link holds no more moves. Choose an order to begin anew." });
  }

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
    this.said = parsed(m.order);
    this.menu.value = this.said.order;
    this.back.hidden = !this.said.moves.length;
    const { ends } = this;
    if (!ends || ends.length !== m.pairs.length || m.n !== this.nodes || ends.some((v, k) => v !== m.pairs[k])) {
      if (ends) this.announce(m);
      this.ends = m.pairs;
      this.nodes = m.n;
      this.fiedler = null;
      this.orderOf = "";
    }
    const key = [m.order, this.graph()?.topo?.key, m.community?.length].join("|");
    if (this.orderOf !== key) {
      this.orderOf = key;
      const order = this.ordered(m);
      if (order) this.take(order);
    }
    this.hatted(m);
  }

  /** Announces another graph to a screen reader. */
  announce(m) {
    const { said } = this,
      name = this.graph()?.topo?.name ?? "The graph";
    this.emit("announce", {
      text: `${name} is loaded. The matrix shows it, ${m.n} by ${m.n}, ` + `${NAMES.find(([value]) => value === said.order)[1]}.`,
    });
  }

  /** The order of before the moves, or nothing while it is computed. */
  ordered(m) {
    const labels = this.graph()?.topo?.labels ?? [],
      { order } = this.said;
    const last = (v) => (v >= 0 ? v : Infinity); // a node without a class
    if (order === "class") return byKey(Array.from({ length: m.n }, (_, i) => last(labels[i] ?? -1)));
    if (order === "community" && m.community) return byKey(m.community);
    if (order === "degree") return byKey(degrees(m.n, m.pairs).map((v) => -v));
    if (order !== "fiedler") return Array.from({ length: m.n }, (_, i) => i);
    if (this.fiedler) return this.fiedler;
    this.take(this.plain?.length === m.n ? this.plain : Array.from({ length: m.n }, (_, i) => i)); // meanwhile
    this.canvas.dataset.order = "";
    const { ends } = this;
    inSlices(
      byFiedler(m.n, ends),
      () => this.ends === ends && this.said.order === "fiedler",
      (list) => {
        this.fiedler = list;
        this.take(list);
        this.hatted(this.model);
      },
    );
    return null;
  }

  /** Takes an order with the moves, and keeps the block that was read. */
  take(base) {
    const was = this.at?.map((k) => this.order[k]),
      { model: m } = this;
    this.plain = base;
    this.canvas.dataset.order = this.said.order;
    this.order = moved(base, this.said.moves);
    this.rank = new Int32Array(m.n);
    this.order.forEach((i, k) => {
      this.rank[i] = k;
    });
    this.renamed = m.pairs.map((i) => this.rank[i]);
    if (this.n !== m.n) this.view = { x: 0, y: 0, k: 1 };
    this.at = was?.every((i) => i < m.n) ? was.map((i) => this.rank[i]) : null;
    this.pairs = undefined; // the index of the blocks is to be made anew
  }

  /** Draws the model with the names of its places. */
  hatted(m) {
    if (!this.order) return;
    this.node = this.rank[this.graph()?.style.node] ?? -1;
    this.version = (this.version ?? 0) + 1;
    this.most = m.norm.reduce((a, b) => Math.max(a, b || 0), 0);
    this.m = { ...m, pairs: this.renamed };
    if (!this.pairs) this.indexed();
    super.draw(this.m);
  }

  refresh() {
    super.refresh();
    this.numbers.forEach((b, k) => b.setAttribute("aria-pressed", String(Object.keys(NUMBERS)[k] === this.said.matrix)));
    if (this.plainly) for (const b of this.which) b.setAttribute("aria-pressed", "false");
  }

  /** What is said of a matrix of numbers, nothing of one of blocks. */
  get plainly() {
    return NUMBERS[this.said.matrix];
  }

  name(k) {
    return this.graph()?.topo?.names?.[this.order[k]] ?? String(this.order[k]);
  }

  resized(m) {
    forget(); // another theme, maybe
    if (this.model !== m) this.draw(m);
    else this.paint();
  }

  select() {
    if (this.at && this.at[0] === this.at[1]) this.emit("pick", { kind: "node", index: this.order[this.at[0]] });
    else super.select();
  }

  // --- by hand -------------------------------------------------------------

  key(e) {
    const by = { ArrowLeft: [1, -1], ArrowUp: [0, -1], ArrowRight: [1, 1], ArrowDown: [0, 1] }[e.key];
    if (!e.shiftKey || !by || !this.at || e.ctrlKey || e.metaKey || e.altKey) {
      super.key(e);
      return;
    }
    e.preventDefault();
    e.stopPropagation();
    this.bring(this.at[by[0]], this.at[by[0]] + by[1]);
  }

  /** Puts what stands at a place at another one. */
  bring(from, to) {
    if (from === to || to < 0 || to >= this.order.length) return;
    const node = this.order[from],
      moves = [...this.said.moves];
    if (moves.at(-1)?.[0] === node) moves.pop();
    this.say({ moves: [...moves, [node, to]] });
    this.emit("announce", { text: `${this.name(from)} has place ${to + 1} of ${this.order.length}.` });
  }

  /** Rows or columns are dragged at their strip. */
  drags(c, side) {
    const held = (e) => {
      const n = this.order.length,
        along = side ? e.offsetX - this.view.x : e.offsetY - this.view.y;
      return Math.max(0, Math.min(n - 1, Math.floor((along * n) / (this.side * this.view.k))));
    };
    c.addEventListener("pointerdown", (e) => {
      this.drag = { from: held(e), to: held(e) };
      c.setPointerCapture(e.pointerId);
    });
    c.addEventListener("pointermove", (e) => {
      if (!this.drag) return;
      this.drag.to = held(e);
      this.paint();
    });
    c.addEventListener("pointerup", () => {
      const { drag } = this;
      this.drag = null;
      if (drag) this.bring(drag.from, drag.to);
      this.paint();
    });
    c.addEventListener("pointercancel", () => {
      this.drag = null;
      this.paint();
    });
  }

  // --- what is pointed at in the graph -------------------------------------

  /** Shows the two blocks of an edge, or row and column of a node, that the graph's pointer is on. */
  hover(kind, index) {
    if (!this.canvas.clientWidth || !this.m) return;
    this.hovered = kind === "node" ? (this.rank[index] ?? -1) : -1;
    if (kind === "edge" && index >= 0 && 2 * index < this.renamed.length) {
      this.pointed = false;
      this.at = [this.renamed[2 * index], this.renamed[2 * index + 1]];
      this.tell();
    }
    this.soon ||= requestAnimationFrame(() => {
      this.soon = 0;
      this.paint();
    });
  }

  /** What is shown, in words. */
  title() {
    const what = this.plainly?.what ?? `Sheaf Laplacian ${this.hat ? "L̂" : "L"}`;
    const order = NAMES.find(([value]) => value === this.said.order)[1];
    return `${what}, ${order}${this.said.moves.length ? ", then by hand" : ""}`;
  }

  tell() {
    if (!this.plainly) {
      super.tell();
      return;
    }
    this.told = true;
    this.noEntries();
    if (!this.at) {
      this.note.textContent = "Point at a cell, or walk with the arrow keys.";
      return;
    }
    const [i, j] = this.at,
      e = this.edgeAt(),
      topo = this.graph()?.topo,
      is = (k) => topo?.classes[topo.labels[this.order[k]]]?.name;
    if (this.pointed) this.owner.lit(e, i === j ? i : -1);
    const a = this.name(i),
      b = this.name(j),
      said = [is(i), is(j)];
    const classes =
      !said[0] || !said[1] ? "" : said[0] === said[1] ? ` Both are of class ${said[0]}.` : ` Classes ${said[0]} and ${said[1]}.`;
    const deg = this.stars[i].length;
    const own = this.said.matrix === "D" ? `${a}, ${a}: ${deg}, the number of its edges.` : `${a}: ${deg} edges.`;
    this.note.textContent =
      i === j
        ? `${own}${said[0] ? ` Class ${said[0]}.` : ""}`
        : e < 0
          ? `${a}, ${b}: 0, there is no edge.`
          : `${a}, ${b}: ${this.plainly.edge}, an edge.${classes} Click or Enter selects it.`;
  }
}
Object.assign(Matrix.prototype, picture);
