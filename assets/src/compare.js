// The comparison of two runs on the same graph, for the reader who changes a model or a setting: A is the run of the page, and B a run
// beside it. A drawing for each run shows the predictions. The drawings share places, camera and the hovered node, and fade the nodes that
// are not highlighted. Below are the curves of both runs.
import { h, el, text, path, line, lin, fix, ticks, open, forgetSize, fill, meter, button, menu } from "./dom.js";
import { LegendIsland } from "./legend.js";
import { point } from "./inspector.js";
import { Pane } from "./pane.js";
import { ownPlaces } from "./layout.js";

const LEGEND_CLASSES = 8; // most classes in the legend

// Pixels of the drawing of the curves:
const LEFT = 34, // room for the labels of the accuracy
  RIGHT = 66, // room for the last values
  FOOT = 20, // height of the labels of the epochs
  LINE_HEIGHT = 14; // smallest distance between the baselines of the last values

/** Sets the options [{v: value, l: label, g: group}] and the value of a menu. Equal options are not written: an open list would flicker. */
function setMenu(select, options, value) {
  select.dataset.options = JSON.stringify(options);
  select.dataset.value = value;
  fill(select);
  if (select.value !== value) select.value = value; // fill sets the value only with new options
}

/** The panel of the comparison. Its model m is results.Compare of web/view. */
export class CompareIsland {
  /** emit sends events to the page. graph is a function that returns the island of the page's graph. */
  constructor(emit, graph) {
    this.emit = emit;
    this.graph = graph;
    this.panes = []; // the drawings of A and B
    this.drawnGraph = null; // the graph of the page that the drawings show; null without drawings
    this.hovered = -1; // the number of the hovered node, −1 for none
    this.marked = -1; // the chosen group of test nodes, 0 to 3 (see drawPairs), −1 for none
    // Creates both drawings anew, for instance after the loss of a WebGL context.
    this.redraw = () => {
      this.closePanes();
      if (this.m) this.drawPanes(this.m);
    };
    const root = (this.root = h("div", "cmp"));
    this.buildHead();
    this.legend = new LegendIsland();
    root.append(this.legend.root);
    const panes = h("div", "cpanes", root);
    this.buildSides(panes);
    // The settings that differ in B are above the drawings.
    const settings = h("div", "cown#compare-settings", root);
    panes.before(settings);
    h("span", "", settings, "Settings of B’s own:");
    this.settings = h("span", "cform", settings);
    this.addMenu = this.settingMenu(settings, "add", "Give B a setting of its own");
    // The curves.
    const figure = h("figure", "ccurves", root),
      caption = h("figcaption", "phead", figure);
    this.curves = h("span", "", caption);
    this.thinNote = h("small", "", caption);
    this.svg = el("svg", { role: "img" }, figure);
    this.svg.dataset.testid = "compare-curves";
  }

  /** Sends a request to the page: "close", "a" (another model of A, detail.value) or "change" (see change). */
  send(kind, detail) {
    this.emit("lab", { kind, ...detail });
  }

  /**
   * Requests a change of B: name is "model", "seed" or a setting, with its new value. With the name "add", B gets its own value of the
   * setting named value. With "drop", B gets the value of A for that setting.
   */
  change(name, value) {
    this.send("change", { name, value });
  }

  /** Creates and returns a menu whose choice changes the setting name of B. The name "add" gives B the chosen setting (see change). */
  settingMenu(parent, name, label) {
    return menu(parent, "#compare-" + name, label, (value) => this.change(name, value));
  }

  /** Creates the title, the result as a sentence, and the buttons of the groups of test nodes. */
  buildHead() {
    const head = h("div", "phead", this.root);
    h("h2", "", head, "Two runs compared");
    this.note = h("small", "", head);
    h("span", "push", head);
    this.busy = h("span", "cbusy", head);
    this.setMeter = meter(this.busy, "B is on its way", "compare-progress");
    button(head, "act#compare-close", "Close", () => this.send("close"));
    this.sentence = h("p", "csay#compare-difference", this.root);
    this.sentence.setAttribute("aria-live", "polite");
    this.pairs = h("div", "cpairs#compare-pairs", this.root);
    h("span", "", this.pairs, "Test nodes:");
    this.groups = [0, 1, 2, 3].map((k) =>
      button(this.pairs, "act#compare-pair-" + k, "", () => {
        this.marked = this.marked === k ? -1 : k;
        this.draw(this.m);
      }),
    );
    this.testNote = h("p", "cdetail#compare-test", this.root);
    this.nodeNote = h("p", "cdetail", this.root);
  }

  /** Creates the boxes of both runs, each with menus, its accuracy and room for a drawing. */
  buildSides(parent) {
    this.sides = ["A", "B"].map((letter) => {
      const box = h("section", "cside", parent),
        top = h("div", "ctop", box);
      box.setAttribute("aria-label", "Run " + letter);
      h("b", "", top, letter);
      const form = h("span", "cform", top),
        side = { form, name: h("span", "cname", top) };
      side.accuracy = button(top, "of#compare-made-" + letter.toLowerCase(), "", () => this.showOrigin(letter));
      side.host = h("div", "cpane", box);
      return side;
    });
    const [a, b] = this.sides;
    this.modelA = menu(a.form, "#compare-a", "Model of A, the run of the page", (value) => this.send("a", { value }));
    this.modelB = menu(b.form, "#compare-b", "Model of B", (value) => this.change("model", value));
    const seed = (this.seed = h("input", "cseed", b.form));
    seed.inputMode = "numeric";
    seed.title = "Seed of B";
    seed.dataset.testid = "compare-seed";
    seed.setAttribute("aria-label", "Seed of B");
    seed.addEventListener("change", () => this.change("seed", seed.value));
  }

  /**
   * Draws the model m. Without a model the drawings are removed, since each of them holds a WebGL context. In m, a and b are the runs.
   * sentence describes the difference of the predictions, or is the reason (error) why B cannot be shown. busy reports that B is not ready.
   */
  draw(m) {
    if (!m) {
      this.closePanes();
      this.m = null;
      return;
    }
    // The title, the sentence on the difference, and the progress of B.
    this.m = m;
    this.note.textContent = m.note;
    if (this.sentence.textContent !== m.sentence) this.sentence.textContent = m.sentence;
    this.sentence.classList.toggle("bad", Boolean(m.error));
    this.root.dataset.testid = "compare-body";
    Object.assign(this.root.dataset, { a: m.a.epoch, b: m.b.epoch, differ: m.differ, busy: m.busy });
    this.busy.hidden = !m.busy;
    this.setMeter(m); // fraction and left
    // The menus and the seed.
    const models = m.models.map((c) => ({ v: c.key, l: c.label })),
      additions = m.more.flatMap((g) => g.options.map(([v, l]) => ({ v, l, g: g.name }))); // further settings for B, in groups
    setMenu(this.modelA, models, m.modela);
    setMenu(this.modelB, models, m.model);
    setMenu(this.addMenu, [{ v: "", l: "Add …" }, ...additions], "");
    // A seed that the user is writing is not replaced.
    if (this.seed !== document.activeElement) this.seed.value = m.seed;
    this.drawSettings(m.settings);
    this.drawPairs(m.pairs);
    // The legend. It names the highlighted nodes and the faded nodes (see drawPanes).
    const moreClasses = m.classes.length - LEGEND_CLASSES;
    this.legend.draw({
      classes: m.classes.slice(0, LEGEND_CLASSES),
      more: moreClasses > 0 ? moreClasses + " more" : "",
      wrong: true,
      marked: this.marked >= 0 && m.pairs ? [m.pairs.names[this.marked], "other nodes"] : ["A and B differ", "they agree"],
    });
    // own lists the settings of A that differ from the default. It is "" for B, which has menus. test is the test accuracy as text.
    [m.a, m.b].forEach((run, k) => {
      this.sides[k].name.textContent = run.own;
      this.sides[k].accuracy.textContent = run.test;
    });
    this.drawPanes(m);
    this.drawCurves(m);
    this.showNode();
  }

  /**
   * Draws the settings in list, which differ in B. Each has a menu of its values, and a button that gives B the setting of A. The elements
   * stay until the list has other names.
   */
  drawSettings(list) {
    const names = list.map((q) => q.name).join();
    if (this.names !== names) {
      this.names = names;
      this.settings.replaceChildren();
      this.values = list.map((q) => {
        const box = h("span", "cone", this.settings);
        h("span", "", box, q.label);
        const select = this.settingMenu(box, q.name, q.label),
          reset = button(box, "act#compare-drop-" + q.name, "×", () => this.change("drop", q.name));
        reset.setAttribute("aria-label", "B without its own " + q.label);
        return select;
      });
    }
    list.forEach((q, k) => {
      const options = q.options.map(([v, l]) => ({ v, l }));
      setMenu(this.values[k], options, q.value);
    });
  }

  /**
   * Draws the buttons of the four groups of test nodes with their sizes (count): right in both runs, in A alone, in B alone, in none. A
   * click on a group marks its nodes alone. In the model p, text is the outcome of McNemar's test, and p.p is its p-value. Without p, since
   * a run has no predictions yet or no test node has a label, the buttons are hidden and no group stays chosen.
   */
  drawPairs(p) {
    this.pairs.hidden = this.testNote.hidden = !p;
    if (!p) {
      this.marked = -1;
      return;
    }
    this.groups.forEach((b, k) => {
      b.textContent = `${p.count[k]} ${p.names[k]}`;
      b.setAttribute("aria-pressed", String(this.marked === k));
    });
    this.testNote.textContent = p.text;
    this.testNote.dataset.p = p.p;
  }

  /** Draws both runs on the graph, unless the panel is hidden. For another graph of the page the drawings are created anew. */
  drawPanes(m) {
    const main = this.graph();
    if (!main?.graph || !this.root.clientWidth) return;
    if (m.key !== main.topo.key) return; // the model belongs to another graph
    const free = !ownPlaces(main.style.layout); // the drawings may turn and stretch a layout that has no fixed form
    if (this.drawnGraph !== main.graph) {
      this.closePanes();
      const hover = (node) => this.hover(node),
        pick = (node) => this.emit("pick", { kind: "node", index: node });
      this.panes = this.sides.map((side) => new Pane(side.host, main.graph, free, hover, pick, this.redraw));
      const [a, b] = this.panes;
      a.follow(b);
      b.follow(a);
      this.drawnGraph = main.graph;
    }
    // The highlighted nodes: the nodes of the chosen group, or without a chosen group the nodes with different predictions.
    let differ; // for each node whether it is highlighted; undefined before A has predictions
    if (m.pairs && this.marked >= 0) differ = m.pairs.group.map((group) => group === this.marked);
    else differ = m.a.pred?.map((c, i) => Boolean(m.b.pred?.length) && c !== m.b.pred[i]);
    this.panes.forEach((pane, k) => {
      pane.move(main.graph, free);
      pane.paint([m.a, m.b][k].pred, m.labels, m.classes, differ);
    });
  }

  /**
   * Shows the settings of run "A" or "B" after a click on its accuracy. A has the settings of the page, B the settings above the drawings.
   */
  showOrigin(letter) {
    if (letter === "A") {
      document.querySelector('[data-testid="settings"]')?.click();
      return;
    }
    this.addMenu.focus();
    point(this.settings.parentElement);
  }
  /** Marks a node in both drawings, and describes the node. −1 for none. */
  hover(node) {
    this.hovered = node;
    for (const pane of this.panes) pane.mark(node);
    this.showNode();
  }

  /** Writes the predictions of the hovered node, or a hint if no node is hovered or A has no predictions yet. */
  showNode() {
    const { m, hovered: k } = this;
    if (k < 0 || !m.a.pred.length) {
      this.nodeNote.textContent = "Point at a node to see it in both. A press on a number marks those test nodes alone.";
      return;
    }
    // className returns the name of a class. prediction returns the class that a run predicts, with its probability (conf) from 0 to 1.
    const className = (c) => (c === undefined || c < 0 ? "unknown" : (m.classes[c]?.name ?? String(c))),
      prediction = (run) => {
        const confidence = run.conf?.length ? " " + fix(run.conf[k], 2) : "";
        return run.pred?.length ? className(run.pred[k]) + confidence : "–";
      };
    const name = m.names?.[k] || "Node " + k;
    this.nodeNote.textContent = `${name}: A says ${prediction(m.a)}, B says ${prediction(m.b)}, true ${className(m.labels[k])}.`;
  }

  /**
   * Draws the accuracies by epoch, in per cent. The lines of A are solid, the lines of B dashed. In a run, acc has the accuracies on test
   * nodes from epoch 1 on, from 0 to 1. val has the accuracies on validation nodes, which have thin lines. Without test nodes, acc is on
   * validation nodes and val is empty. m.curves is the heading, and m.thin explains the lines.
   */
  drawCurves(m) {
    this.curves.textContent = m.curves;
    this.thinNote.textContent = m.thin;
    const box = open(this.svg);
    if (!box) return;
    const { s, w, h: height } = box,
      end = w - RIGHT,
      base = height - FOOT,
      epochs = Math.max(10, m.a.acc.length, m.b.acc.length); // the end of the axis; 10 in a short run
    const values = [...m.a.acc, ...m.b.acc, ...m.a.val, ...m.b.val],
      lowest = values.length ? Math.max(0, Math.floor(10 * Math.min(...values)) / 10) : 0; // start of the y-axis, a multiple of 0.1
    const X = lin(0, epochs, LEFT, end),
      Y = lin(lowest, 1, base, 8);
    // The axes.
    for (const t of ticks(lowest, 1, 4)) {
      line(s, LEFT, Y(t), end, Y(t), "ln thin grid");
      text(s, LEFT - 5, Y(t) + 4, fix(100 * t, 0), "k e");
    }
    line(s, LEFT, base, end, base, "axis");
    const wholeTicks = ticks(0, epochs, 5).filter((t) => Number.isInteger(t));
    for (const t of wholeTicks) text(s, X(t), height - 6, String(t), "k m");
    text(s, end + 14, height - 6, "epoch", "k");
    // The lines. A line needs two points.
    const lastValues = []; // [letter of the run, accuracy]
    for (const [run, letter, dash] of [
      [m.a, "A", ""],
      [m.b, "B", " dash"],
    ]) {
      const points = (v) => v.map((y, i) => [X(i + 1), Y(y)]);
      if (run.val.length > 1) path(s, points(run.val), "ln ln2 thin" + dash);
      if (run.acc.length > 1) path(s, points(run.acc), "ln" + dash);
      if (run.acc.length) lastValues.push([letter, run.acc[run.acc.length - 1]]);
    }
    // The last values behind the lines. The larger value is above, and no value is below the axis.
    lastValues.sort((a, b) => b[1] - a[1]);
    let y = -1e9; // far above the first text
    for (const [letter, v] of lastValues) {
      y = Math.max(Y(v) + 4, y + LINE_HEIGHT);
      text(s, end + 8, Math.min(y, base - 2), `${letter} ${fix(100 * v, 1)}`, "s");
    }
    s.setAttribute("aria-label", lastValues.map(([letter, v]) => `${letter} ends at ${fix(100 * v, 1)} %`).join(", "));
  }

  /** Draws both runs in the colours of another theme. */
  retheme() {
    for (const pane of this.panes) pane.retheme();
    if (this.m && this.panes.length) this.draw(this.m);
  }
  /** Draws the model m after a change of the panel's size. */
  resized(m) {
    forgetSize(this.svg);
    this.draw(m);
    for (const pane of this.panes) pane.resized();
  }
  /** Removes both drawings, and forgets the hovered node. */
  closePanes() {
    for (const pane of this.panes) pane.kill();
    this.panes = [];
    this.drawnGraph = null;
    this.hovered = -1;
  }
}
