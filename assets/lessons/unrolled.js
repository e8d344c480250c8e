// The page that explains the class of a node. A table has the score of each class by source, with the messages of the neighbours. Below it,
// the reader changes edges, features, labels or maps, and sees the results at once or after a training from the start.
import { h, el, text, line, mark, glyph, meter, button } from "../src/dom.js";
import { math } from "../src/math.js";
import { bar, pulls, wayBox } from "../src/pulls.js";

const NARROW = 720, // pixels of the page below which a list replaces the table
  BESIDE = 1100, // pixels of the page from which the picture is beside the table
  FIRST = 232, // pixels of the first column of the table, together with the scroll bar beside the last column
  PICTURE = 324, // pixels of the width of the picture
  MIDDLE = [162, 132], // the center of the star in the picture
  RADIUS = 104, // pixels between the center and a neighbour
  FEATURE = 23, // pixels of the height of a feature
  CELL = 44, // pixels of the height of a cell with a bar
  NUMBER = 46; // pixels at each side of the bars of a column, for their numbers

/** The source of a probability, without calibration and with it. */
const PROBABILITY = ["softmax of the scores", "softmax of the scores, calibrated"];
/** Reports whether calibration changes the probabilities. Only then does a column have the probability before calibration (softmax). */
const calibrated = (m) => Boolean(m.columns[0].softmax);

/**
 * Writes a label, the pull of a neighbour, beside the line of its edge. The line leaves the center of the star at the angle a, in radians
 * from the right, clockwise. The label is 68 pixels from the center. A steep line needs a larger offset, because the label is wide. The
 * height 136 is the height of the center with 4 pixels, which center the letters.
 */
function writeBeside(g, a, label) {
  const c = Math.cos(a),
    s = Math.sin(a),
    offset = 9 + 11 * Math.abs(s); // pixels at a right angle to the line
  text(g, MIDDLE[0] + 68 * c - offset * s, 136 + 68 * s + offset * c, label, "c halo k");
}

/**
 * Draws the probabilities before (was) and after a change (is), a row for each class of a list. wins marks the class that the change makes
 * the predicted class, and t is the text of both probabilities. retrained has the rows for runs that were trained again with the change.
 * Without these runs, retrained is undefined.
 */
function probabilities(box, list, retrained) {
  const cls = retrained ? "unow two" : "unow",
    width = retrained ? 96 : 190, // pixels of the picture in a row
    X = (v) => 5 + (width - 10) * v; // the pixel of a probability
  if (retrained) {
    const head = h("div", cls + " uhead", box);
    for (const t of ["", "", "at once", "trained anew"]) h("span", "", head, t);
  }
  list.forEach((a, k) => {
    const row = h("div", cls + (a.wins ? " wins" : ""), box),
      name = h("span", "", row),
      s = el("svg", { width, height: 16, "aria-hidden": "true" }, row);
    name.append(glyph(a.slot), a.name);
    /** Draws the two probabilities of q as dots with radius r at the height y. */
    const pair = (q, y, r) => {
      line(s, 5, y, width - 5, y, "grid");
      line(s, X(q.was), y, X(q.is), y, "ulink");
      el("circle", { cx: X(q.was), cy: y, r, class: "uwas" }, s);
      el("circle", { cx: X(q.is), cy: y, r, class: "uis" }, s);
      h("span", q.wins ? "won" : "", row, q.t);
    };
    if (retrained) {
      pair(a, 4, 2.5);
      pair(retrained[k], 12, 2.5);
    } else pair(a, 8, 4);
  });
}

/**
 * The page of a node. m is its model, opened has the keys of the opened rows, and lit is the key of the row and edge under the pointer. The
 * pull of a source is its part of the score of class m.to (predicted) less its part of the score of class m.from. m.pair is a caption with
 * the names of both classes.
 */
export class Unrolled {
  /** Listens to an element root. It hears the events of all elements inside, because every model replaces these elements. */
  constructor(root, emit) {
    this.root = root;
    this.emit = emit;
    this.opened = new Set();
    root.addEventListener("click", (e) => this.click(e.target.closest("button")));
    for (const kind of ["pointerover", "focusin"])
      root.addEventListener(kind, (e) => this.highlight(e.target.closest?.("[data-key]")?.dataset.key));
    // The field for a new neighbour is the only field.
    root.addEventListener("change", (e) => {
      const text = e.target.value;
      e.target.value = "";
      if (text) this.emit("without", { kind: "name", text });
    });
    root.addEventListener("pointerleave", () => this.highlight());
    // The key [ selects the node before, and ] the node after.
    root.addEventListener("keydown", (e) => {
      const key = globalThis.sheafscopePrefers.key(e);
      if (key === "[" || key === "]") {
        e.stopPropagation();
        this.emit("pick", { kind: "node", index: key === "[" ? this.m.prev : this.m.next });
      }
    });
  }
  /**
   * Handles a click on a button, whose data attributes name its action: node selects a node, open opens or closes a group of rows, take
   * switches a change on or off, flip makes a found change, and emit sends an event of this name. Without a button nothing happens.
   */
  click(b) {
    const d = b?.dataset;
    if (!d) return;
    if (d.node !== undefined) this.emit("pick", { kind: "node", index: +d.node });
    else if (d.open !== undefined) {
      if (!this.opened.delete(d.open)) this.opened.add(d.open);
      this.draw(this.m);
      this.root.querySelector(`[data-open="${d.open}"]`)?.focus();
    } else if (d.take !== undefined) this.emit("without", { kind: d.take, a: +d.a, b: +d.b, name: d.maps });
    else if (d.flip !== undefined) this.emit("withoutflip", { index: +d.flip });
    else if (d.emit !== undefined) this.emit(d.emit, { on: false, kind: d.kind });
  }
  /** Highlights the row of the table with this key, and its edge in the picture. If key is undefined, nothing is highlighted. */
  highlight(key) {
    if (this.lit === key) return;
    this.lit = key;
    for (const e of this.root.querySelectorAll("[data-key]")) e.classList.toggle("hov", key !== undefined && e.dataset.key === key);
  }
  /** Draws a model again after a change of the window. Without progress, draw cannot take the short way of updateProgress. */
  resized(m) {
    this.progress = null;
    this.draw(m);
  }
  /**
   * If a model differs from the drawn model only in the progress of a training, updates the progress and returns true. Then nothing is
   * drawn anew, and the element under the pointer is kept. Otherwise returns false.
   */
  updateProgress(m) {
    // Returns a model as a text, without the progress of its training.
    const others = (q) => JSON.stringify({ ...q, whatif: { ...q.whatif, train: q.whatif.train.on } });
    if (!this.progress?.isConnected || !m?.whatif?.train.on) return false;
    if (others(m) !== others(this.m)) return false;
    this.m = m;
    this.meter(m.whatif.train);
    return true;
  }
  /**
   * Draws a model of the page. For the same node, focus, scroll position and a typed text are kept. Without a model nothing is shown, and
   * without rows only the header.
   */
  draw(m) {
    if (this.updateProgress(m)) return;
    const sameNode = this.m?.node === m?.node,
      focus = sameNode && this.root.contains(document.activeElement) ? JSON.stringify({ ...document.activeElement.dataset }) : "";
    const typed = sameNode ? this.root.querySelector(".uif input")?.value : "";
    this.m = m;
    if (!m) {
      this.root.replaceChildren();
      return;
    }
    if (!m.rows) {
      this.root.replaceChildren(this.head(m));
      return;
    }
    // The width in pixels chooses a list, a table above the picture, or a table beside the picture. A hidden page has the width 0.
    const flow = this.root.querySelector(".uflow"),
      scroll = sameNode && flow ? flow.scrollTop : 0,
      width = this.root.clientWidth || 1440,
      narrow = width < NARROW,
      below = !narrow && width < BESIDE;
    this.root.classList.toggle("narrow", narrow);
    this.root.classList.toggle("below", below);
    const head = this.head(m);
    let parts;
    if (narrow) parts = [this.list(m)];
    else if (below) parts = [this.table(m, width), this.side(m)];
    else parts = [this.side(m), this.table(m, width - PICTURE)];
    this.root.replaceChildren(head, ...parts, this.whatIf(m, typed));
    if (scroll) this.root.querySelector(".uflow").scrollTop = scroll;
    // The focus returns to the element with the same data attributes.
    if (focus)
      for (const b of this.root.querySelectorAll("button,input"))
        if (JSON.stringify({ ...b.dataset }) === focus) {
          b.focus();
          break;
        }
    // The new elements are highlighted as the old ones were. Without null, highlight would see no change.
    const key = this.lit;
    this.lit = null;
    this.highlight(key ?? undefined);
  }
  /** Adds a button with data attributes, which name its action, and returns the button. */
  button(parent, label, data, cls = "btn") {
    const b = button(parent, cls, label);
    Object.assign(b.dataset, data);
    return b;
  }
  /** Returns the header: the question (title), its short answer (lead), and buttons to the nodes before and after. */
  head(m) {
    const head = h("header", "utitle"),
      title = h("div", "", head),
      p = h("p", "");
    h("h1", "", title, m.title);
    for (const s of m.lead ?? []) h(s.b ? "b" : "span", "", p, s.t);
    title.append(p);
    p.setAttribute("aria-live", "polite");
    const nav = h("nav", "", head);
    nav.setAttribute("aria-label", "Nodes");
    if (m.rows) {
      this.button(nav, "‹ " + m.prevname, { node: m.prev }).title = "Node before";
      this.button(nav, m.nextname + " ›", { node: m.next }).title = "Node after";
    }
    this.button(nav, "Close", { emit: "unroll", testid: "unrolled-close" });
    return head;
  }
  /** Returns the picture of the node among its neighbours, and the list of its features. */
  side(m) {
    // The neighbours: rows with an edge to the node. Rows inside a folded row (in) are left out.
    const box = h("section", "uside"),
      near = m.rows.filter((r) => r.edge >= 0 && !r.in),
      s = el("svg", {
        viewBox: `0 0 ${PICTURE} 286`,
        width: PICTURE,
        height: 286,
        role: "img",
        "aria-label": "The node and its neighbours",
      });
    box.tabIndex = 0; // the keyboard can scroll the section
    box.setAttribute("aria-label", "The node, its neighbours and features");
    h("div", "phead", box, `Node ${m.name} and ${near.length === 1 ? "its neighbour" : near.length + " of its neighbours"}`);
    // The star: a line is as wide as the pull of its neighbour is strong. Marks and texts are drawn above all lines.
    const most = Math.max(...near.map((r) => Math.abs(r.pull)), 1e-9),
      removed = new Set((m.whatif?.edges ?? []).filter((t) => t.off).map((t) => t.name)),
      later = []; // functions that draw the marks and texts
    near.forEach((r, k) => {
      // The first neighbour is at the top, the next follow clockwise.
      const a = -Math.PI / 2 + (2 * Math.PI * k) / near.length,
        x = MIDDLE[0] + RADIUS * Math.cos(a),
        y = MIDDLE[1] + RADIUS * Math.sin(a),
        left = x < 150, // a name left of the middle ends at its mark
        g = el("g", { "data-key": r.key }, s);
      const kind = r.same ? "se" : "de", // classes of a line: same or different labels at its ends
        l = line(g, ...MIDDLE, x, y, removed.has(r.name) ? "cut" : kind);
      l.style.strokeWidth = 1 + (2 * Math.abs(r.pull)) / most;
      later.push(() => {
        mark(g, r.slot, x, y, 7);
        text(g, x + (left ? -12 : 12), y - 8, r.name, "halo s" + (left ? " e" : ""));
        writeBeside(g, a, r.says);
      });
    });
    later.forEach((f) => f());
    mark(s, m.slot, ...MIDDLE, 10);
    el("circle", { cx: MIDDLE[0], cy: MIDDLE[1], r: 18, class: "selring" }, s);
    text(s, 16, 262, m.pair[0].toUpperCase() + m.pair.slice(1), "k");
    text(s, 16, 277, "Solid: same class; dashed: another class", "k");
    box.append(s);
    const head = h("div", "phead", box, "Its features");
    h("small", "", head, m.pair);
    // The features: bars on both sides of a common zero. 130 pixels hold the longest bars of both sides together. The bars begin at 150
    // pixels, because the names are at the left.
    const values = m.words.map((w) => w.v),
      low = Math.min(0, ...values),
      px = 130 / Math.max(1e-9, Math.max(0, ...values) - low),
      zero = 150 - low * px,
      label = m.words.map((q) => `${q.name} ${q.text}`).join(", "),
      w = el("svg", { width: PICTURE, height: FEATURE * m.words.length + 4, role: "img", "aria-label": label }, box);
    if (!m.words.length) h("p", "note", box, "It has none.");
    m.words.forEach((q, i) => {
      const y = FEATURE * i;
      text(w, 16, y + 16, q.name, "k");
      line(w, zero, y, zero, y + FEATURE, "ax");
      bar(w, zero, y + 12, q.v, q.text, px, "i");
    });
    return box;
  }
  /**
   * Returns the table of the score: a row for each source, a column for each class. across is its width in pixels. A row that is part of a
   * folded row (in, the key of that row) is shown only while that row is opened.
   */
  table(m, across) {
    const box = h("section", "uflow"),
      table = h("table", "utable", box),
      head = h("tr", "", h("thead", "", table)),
      body = h("tbody", "", table),
      shown = m.rows.filter((r) => !r.in || this.opened.has(r.in));
    box.tabIndex = 0;
    box.setAttribute("aria-label", "Score by source and class");
    h("caption", "sr", table, m.title);
    /** Adds the head of a column, with a label and a smaller text sub below, and returns its cell. Each of the texts may be missing. */
    const th = (label, sub) => {
      const c = h("th", "", head);
      c.scope = "col";
      if (label) h("b", "", c, label);
      if (sub) h("small", "", c, sub);
      return c;
    };
    th("From", "by " + m.pair);
    // The column of the message: a vector, its way through both maps, and the vector that arrives. Only an exact table has messages
    // (m.way). messageBox has the measures of a message; m.top is the largest absolute entry of all messages, and m.d the stalk dimension.
    const sample = m.way && m.rows.find((r) => r.way),
      messageBox = sample ? wayBox(sample.way, m.top, m.d) : null;
    if (messageBox) {
      const c = th(),
        // A text in a list is a formula.
        names = [["x_j"], ["\\hat{R}_{ji}"], "on the edge", ["\\hat{R}_{ij}^⊤"], "back", "arrives"],
        row = h("span", "ways", c);
      c.title =
        "Means over the channels; colour by the square root of the size. What arrives has come by all paths of the diffusion: " +
        "it is not the product before it.";
      row.style.width = messageBox.width + "px";
      names.forEach((n, k) => {
        const e = h("span", "", row);
        e.style.left = messageBox.at[k] + "px";
        e.append(typeof n === "string" ? n : math(n[0]));
      });
    }
    // The columns of the classes have one scale: px pixels for a unit of the score. room is the width of a column in pixels, without the
    // padding (12) of its cells. span has the lengths of its longest bars, to the left and to the right, in units of the score.
    const room = Math.max(110, (across - FIRST - (messageBox ? messageBox.width + 60 : 0)) / m.columns.length - 12);
    const span = m.columns.map((_, c) => [Math.max(0, ...shown.map((r) => -r.v[c])), Math.max(0, ...shown.map((r) => r.v[c]))]),
      px = Math.min(...span.map(([a, b]) => (room - 2 * NUMBER) / Math.max(1e-9, a + b)));
    m.columns.forEach((c) => {
      const cell = th(c.name, c.role);
      cell.prepend(glyph(c.slot));
    });
    // A row for each source. Its name is a button if the source is another node, or a group of rows: more neighbours, or far nodes.
    for (const source of shown) {
      const row = h("tr", source.in ? "inner" : "", body),
        name = h("th", "", row);
      row.dataset.key = source.key;
      name.scope = "row";
      // The slot is −2 for a source without a mark of a class, and node is −1 for a source that is no single node.
      if (source.slot > -2) name.append(glyph(source.slot));
      if (source.key === "more" || source.key === "far") {
        const b = this.button(name, source.name, { open: source.key }, "where");
        b.setAttribute("aria-expanded", this.opened.has(source.key));
      } else if (source.node >= 0 && source.node !== m.node) this.button(name, source.name, { node: source.node }, "where");
      else h("b", "", name, source.name);
      if (source.sub) h("small", "", name, source.sub);
      if (messageBox) {
        const c = h("td", "", row);
        if (source.way) c.append(wayBox(source.way, m.top, m.d).s);
        else {
          const reason = { self: "no map: what it keeps of its own", far: "over two edges and more" }[source.key] ?? "";
          c.append(h("small", "", null, reason));
        }
      }
      source.v.forEach((v, c) => {
        const cell = h("td", "", row),
          s = el("svg", { width: room, height: CELL, "aria-hidden": "true" }, cell),
          zero = NUMBER + span[c][0] * px;
        line(s, zero, 0, zero, CELL, "ax");
        bar(s, zero, CELL / 2, v, source.t[c], px, "i");
        h("span", "sr", cell, source.t[c]);
      });
    }
    // The sums, which are the scores, and the probabilities. score and sum have all digits, so that a test can compare them.
    const foot = h("tfoot", "", table),
      sum = h("tr", "sum#unrolled-sum", foot),
      prob = h("tr", "", foot);
    Object.assign(sum.dataset, { score: m.score, sum: m.sum });
    const rows = [
      [sum, "Score", "each column adds up to it", "score"],
      [prob, "Probability", PROBABILITY[+calibrated(m)], "prob"],
    ];
    for (const [row, label, sub, key] of rows) {
      const name = h("th", "", row);
      name.scope = "row";
      h("b", "", name, label);
      h("small", "", name, sub);
      if (messageBox) h("td", "", row);
      m.columns.forEach((c, k) => {
        const cell = h("td", "", row),
          v = h("b", "", cell, c[key]);
        v.style.marginLeft = Math.max(0, NUMBER + span[k][0] * px - 16) + "px"; // about half of the number is left of the zero of the bars
        if (key === "prob" && c.softmax) h("small", "", cell, `softmax ${c.softmax}`).style.marginLeft = v.style.marginLeft;
      });
    }
    h("p", "note", box, m.note);
    return box;
  }
  /** Returns the content of the table as a list, for a narrow page. Only two classes are compared: to (predicted) with from. */
  list(m) {
    const box = h("section", "uflow"),
      rows = h("div", "pulls", box);
    const sum = h("p", "usum#unrolled-sum", box, `Score ${m.columns[0].score} for ${m.to}, ${m.columns[1].score} for ${m.from}.`);
    const texts = m.columns.slice(0, 2).map((c) => `${c.name} ${c.prob}` + (c.softmax ? ` (softmax ${c.softmax})` : ""));
    h("p", "uprob", box, `Probability, ${PROBABILITY[+calibrated(m)]}: ${texts.join(", ")}.`);
    h("p", "uaxis", box, `← ${m.from} · ${m.to} →`);
    rows.before(box.lastChild); // the names of the two directions are above the rows
    pulls(rows, m, true);
    Object.assign(sum.dataset, { score: m.score, sum: m.sum });
    h("p", "note", box, m.note);
    return box;
  }
  /** Adds to a header the button that trains the change from the start, or while the training t proceeds (t.on), its progress. */
  training(head, t) {
    h("span", "push", head);
    const row = h("span", "rbusy", head);
    if (t.on) {
      this.progress = row;
      this.meter = meter(row, "Progress of the training", "retrain-progress");
      this.meter(t);
      this.button(row, "Cancel", { emit: "lab", kind: "cancel", testid: "retrain-cancel" }, "where");
    } else this.button(row, "With retraining", { emit: "retrain", testid: "whatif-retrain" }).disabled = t.off;
  }
  /** Adds the result of the training t to a box: its sentence (say), in which b marks bold parts, and a note. */
  trained(box, t) {
    const p = h("p", "uans#retrain-answer", box);
    for (const s of t.say ?? []) h(s.b ? "b" : "span", "", p, s.t);
    if (t.note) p.append(h("small", "", null, " " + t.note));
  }
  /**
   * Returns the section "What if": chips that make a change, the result of the change, and the smallest changes that flip the class. typed
   * is the text in the field for a new neighbour.
   */
  whatIf(m, typed) {
    const changes = m.whatif,
      box = h("section", "uif");
    if (!changes) return box;
    // Left: a row of chips for each kind of change.
    const left = h("div", "", box),
      head = h("div", "phead", left, "What if"),
      dl = h("dl", "", left);
    h("small", "", head, "click to change, again to put back");
    h("span", "push", head);
    if (changes.any) this.button(head, "Reset", { emit: "reset", testid: "whatif-reset" }, "where");
    // Adds a row with a name. fill adds the chips to its element.
    const row = (name, fill) => {
      h("dt", "", dl, name);
      fill(h("dd", "", dl));
    };
    // Returns a function that adds the chips of a list to an element dd. action is sent to the page with the pair of a chip: the ends of an
    // edge, or node and feature. For a label only the node is sent, since the page itself takes the next class. verb begins the name that
    // is read aloud. none is the text of an empty list. t.off reports that the change of a chip is made. The chip then has the class "off"
    // (an edge or feature is struck out) or "add" (an edge is added, or a label is changed).
    const chips =
      (list, action, id, verb, none = "none") =>
      (dd) => {
        if (!list.length) dd.textContent = none;
        const chosen = action === "edge" || action === "word" ? " off" : " add";
        for (const t of list) {
          const data = { take: action, a: t.pair[0], b: action === "label" ? 0 : t.pair[1], testid: id },
            b = this.button(dd, "", data, "uchip" + (t.off ? chosen : ""));
          if (t.slot > -2) b.append(glyph(t.slot));
          h("span", "", b, (action === "join" ? "+ " : "") + t.name);
          b.setAttribute("aria-pressed", Boolean(t.off));
          b.setAttribute("aria-label", verb + t.name);
        }
      };
    // The rows: edges to remove and to add, features to hide, labels of training nodes to change, and the maps of the sheaf. refuse is the
    // reason why the last change was refused.
    row("Edges", chips(changes.edges, "edge", "whatif-edge", "without the edge to "));
    row("New edge", (dd) => {
      chips(changes.joins, "join", "whatif-join", "with an edge to ", "")(dd);
      const node = h("input", "#whatif-join-to", dd);
      node.placeholder = "node";
      node.setAttribute("aria-label", "Edge to the node");
      node.value = typed ?? "";
      if (changes.refuse) h("small", "", dd, changes.refuse).setAttribute("role", "alert");
    });
    row("Features", chips(changes.words, "word", "whatif-word", "without feature "));
    if (changes.labels.length) row("Labels", chips(changes.labels, "label", "whatif-label", "next class for training node "));
    // The maps can be replaced in some models only; "" stands for a model in which they cannot.
    if (changes.maps)
      row("Sheaf", (dd) => {
        const g = h("span", "usg#whatif-sheaf", dd);
        g.setAttribute("role", "group");
        g.setAttribute("aria-label", "Maps");
        for (const [v, label] of [
          ["learned", "learned"],
          ["identity", "identities"],
          ["zero", "none"],
        ]) {
          const b = this.button(g, label, { take: "maps", a: 0, b: 0, maps: v }, "uchip" + (changes.maps === v ? " on" : ""));
          b.setAttribute("aria-pressed", changes.maps === v);
        }
      });
    // Middle: the result of the change.
    const middle = h("div", "", box),
      answerHead = h("div", "phead", middle, "Answer"),
      answer = h("p", "uans#whatif-answer", middle);
    h("small", "", answerHead, changes.train.on ? "at once" : "at once, without retraining");
    for (const s of changes.say) h(s.b ? "b" : "span", "", answer, s.t);
    this.training(answerHead, changes.train);
    this.trained(middle, changes.train);
    probabilities(middle, changes.now, changes.train.now);
    // On the right: the smallest changes that change the class.
    const right = h("div", "", box),
      flipsHead = h("div", "phead", right, "Smallest change that flips it");
    if (changes.find) {
      h("span", "push", flipsHead);
      this.button(flipsHead, "Search", { emit: "findflips" });
    }
    // A flip is a change under which the node has another class. A click makes this change; on marks the present change.
    if (changes.searching) h("p", "note", right, "Looking …");
    const list = h("ul", "uflips#flip-list", right);
    (changes.flips ?? []).forEach((f, k) => {
      const b = this.button(h("li", "", list), "", { flip: k }, f.on ? "on" : ""),
        newClass = h("span", "");
      h("span", "", b, f.name);
      newClass.append(glyph(f.slot), f.class);
      b.append(newClass);
      h("b", "", b, f.prob);
    });
    if (changes.tried) h("p", "note", right, changes.tried);
    return box;
  }
}
