// Two runs side by side on the same graph: the same places, cameras and hover
// in both drawings, nodes on which they agree faded, and the curves overlaid.
import { h, el, text, path, line, lin, fix, ticks, open, forgetSize, fill, meter, button, menu } from "./dom.js";
import { LegendIsland } from "./legend.js";
import { point } from "./inspector.js";
import { Pane } from "./pane.js";
import { ownPlaces } from "./layout.js";

/** Fills a menu, only when it changed, and shows the value. */
function put(s, list, value) {
  s.dataset.options = JSON.stringify(list);
  s.dataset.value = value;
  fill(s);
  if (s.value !== value) s.value = value;
}

export class CompareIsland {
  constructor(emit, graph) {
    this.emit = emit;
    this.graph = graph;
    this.panes = [];
    this.only = -1;
    this.again = () => {
      this.shut();
      if (this.m) this.drawPanes(this.m);
    };
    const r = (this.root = h("div", "cmp"));
    const send = (kind, detail) => emit("lab", { kind, ...detail });
    const head = h("div", "phead", r);
    h("h2", "", head, "Two runs compared");
    this.note = h("small", "", head);
    h("span", "push", head);
    this.busy = h("span", "cbusy", head);
    this.meter = meter(this.busy, "B is on its way", "compare-progress");
    button(head, "act#compare-close", "Close", () => send("close"));
    this.say = h("p", "csay#compare-difference", r);
    this.say.setAttribute("aria-live", "polite");
    this.pairs = h("div", "cpairs#compare-pairs", r);
    h("span", "", this.pairs, "Test nodes:");
    this.groups = [0, 1, 2, 3].map((k) => {
      const b = button(this.pairs, "act#compare-pair-" + k, "", () => {
        this.only = this.only === k ? -1 : k;
        this.draw(this.m);
      });
      return b;
    });
    this.test = h("p", "cdetail#compare-test", r);
    this.detail = h("p", "cdetail", r);
    this.legend = new LegendIsland();
    r.append(this.legend.root);
    const panes = h("div", "cpanes", r);
    this.sides = ["A", "B"].map((letter) => {
      const box = h("section", "cside", panes),
        top = h("div", "ctop", box);
      box.setAttribute("aria-label", "Run " + letter);
      h("b", "", top, letter);
      const side = { name: h("span", "cname", top), top };
      side.acc = button(top, "of#compare-made-" + letter.toLowerCase(), "", () => this.made(letter));
      side.host = h("div", "cpane", box);
      return side;
    });
    const change = (name, value) => send("change", { name, value });
    this.menu = (host, name, label) => menu(host, "#compare-" + name, label, (value) => change(name, value));
    this.drop = (name) => change("drop", name);
    const forms = this.sides.map((side) => {
      const f = h("span", "cform");
      side.name.before(f);
      return f;
    });
    this.chosenA = menu(forms[0], "#compare-a", "Model of A, the run of the page", (value) => send("a", { value }));
    this.chosen = menu(forms[1], "#compare-b", "Model of B", (value) => change("model", value));
    const seed = (this.seed = h("input", "cseed", forms[1]));
    seed.inputMode = "numeric";
    seed.title = "Seed of B";
    seed.dataset.testid = "compare-seed";
    seed.setAttribute("aria-label", "Seed of B");
    seed.addEventListener("change", () => change("seed", seed.value));
    const own = h("div", "cown#compare-settings", r);
    panes.before(own);
    h("span", "", own, "Settings of B’s own:");
    this.own = h("span", "cform", own);
    this.more = this.menu(own, "add", "Give B a setting of its own");
    const fig = h("figure", "ccurves", r),
      cap = h("figcaption", "phead", fig);
    this.curves = h("span", "", cap);
    this.thin = h("small", "", cap);
    this.svg = el("svg", { role: "img" }, fig);
    this.svg.dataset.testid = "compare-curves";
  }

  draw(m) {
    if (!m) {
      this.shut();
      this.m = null;
      return;
    }
    this.m = m;
    this.note.textContent = m.note;
    if (this.say.textContent !== m.sentence) this.say.textContent = m.sentence;
    this.say.classList.toggle("bad", Boolean(m.error));
    this.root.dataset.testid = "compare-body";
    Object.assign(this.root.dataset, { a: m.a.epoch, b: m.b.epoch, differ: m.differ, busy: m.busy });
    this.busy.hidden = !m.busy;
    this.meter(m);
    const models = m.models.map((c) => ({ v: c.key, l: c.label }));
    put(this.chosenA, models, m.modela);
    put(this.chosen, models, m.model);
    put(this.more, [{ v: "", l: "Add …" }, ...m.more.flatMap((g) => g.options.map(([v, l]) => ({ v, l, g: g.name })))], "");
    if (this.seed !== document.activeElement) this.seed.value = m.seed;
    this.drawOwn(m.settings);
    this.drawPairs(m.pairs);
    this.legend.draw({
      classes: m.classes.slice(0, 8),
      more: m.classes.length > 8 ? m.classes.length - 8 + " more" : "",
      wrong: true,
      marked: this.only >= 0 && m.pairs ? [m.pairs.names[this.only], "other nodes"] : ["A and B differ", "they agree"],
    });
    this.sides.forEach((side, k) => {
      side.name.textContent = [m.a, m.b][k].own;
    });
    this.sides[0].acc.textContent = m.a.test;
    this.sides[1].acc.textContent = m.b.test;
    this.drawPanes(m);
    this.drawCurves(m);
    this.tell();
  }

  /** The settings of B's own: a menu of values for each, and a button that takes it away. */
  drawOwn(list) {
    const names = list.map((q) => q.name).join();
    if (this.names !== names) {
      this.names = names;
      this.own.replaceChildren();
      this.values = list.map((q) => {
        const box = h("span", "cone", this.own);
        h("span", "", box, q.label);
        const s = this.menu(box, q.name, q.label),
          x = button(box, "act#compare-drop-" + q.name, "×", () => this.drop(q.name));
        x.setAttribute("aria-label", "B without its own " + q.label);
        return s;
      });
    }
    list.forEach((q, k) =>
      put(
        this.values[k],
        q.options.map(([v, l]) => ({ v, l })),
        q.value,
      ),
    );
  }

  /** How many test nodes are right in both, one or none; a press marks those alone. */
  drawPairs(p) {
    this.pairs.hidden = this.test.hidden = !p;
    if (!p) {
      this.only = -1;
      return;
    }
    this.groups.forEach((b, k) => {
      b.textContent = `${p.count[k]} ${p.names[k]}`;
      b.setAttribute("aria-pressed", String(this.only === k));
    });
    this.test.textContent = p.text;
    this.test.dataset.p = p.p;
  }

  drawPanes(m) {
    const main = this.graph();
    // A pair of runs on the graph before waits for its own.
    if (!main?.graph || !this.root.clientWidth || m.key !== main.topo.key) return;
    const free = !ownPlaces(main.style.layout);
    if (this.of !== main.graph) {
      this.shut();
      const [a, b] = (this.panes = this.sides.map(
        (s) =>
          new Pane(
            s.host,
            main.graph,
            free,
            (k) => this.hover(k),
            (k) => this.emit("pick", { kind: "node", index: k }),
            this.again,
          ),
      ));
      a.follow(b);
      b.follow(a);
      this.of = main.graph;
    }
    const differ =
      m.pairs && this.only >= 0
        ? m.pairs.group.map((k) => k === this.only)
        : m.a.pred?.map((c, i) => Boolean(m.b.pred?.length) && c !== m.b.pred[i]);
    this.panes.forEach((p, k) => {
      p.move(main.graph, free);
      p.paint([m.a, m.b][k].pred, m.labels, m.classes, differ);
    });
  }

  /** Points at how an accuracy was made: at the settings of the run of the page, or at those of B. */
  made(letter) {
    if (letter === "A") {
      document.querySelector('[data-testid="settings"]')?.click();
      return;
    }
    this.more.focus();
    point(this.own.parentElement);
  }
  hover(k) {
    this.at = k;
    for (const p of this.panes) p.mark(k);
    this.tell();
  }

  /** The line on the hovered node; else the reading of the picture. */
  tell() {
    const m = this.m,
      k = this.at;
    const name = (c) => (c === undefined || c < 0 ? "unknown" : (m.classes[c]?.name ?? String(c)));
    if (k === undefined || k < 0 || !m.a.pred.length) {
      this.detail.textContent = "Point at a node to see it in both. A press on a number marks those test nodes alone.";
      return;
    }
    const one = (s) => (s.pred?.length ? `${name(s.pred[k])}${s.conf?.length ? " " + fix(s.conf[k], 2) : ""}` : "–");
    this.detail.textContent = `${m.names?.[k] || "Node " + k}: A says ${one(m.a)}, B says ${one(m.b)}, true ${name(m.labels[k])}.`;
  }

  drawCurves(m) {
    this.curves.textContent = m.curves;
    this.thin.textContent = m.thin;
    const o = open(this.svg);
    if (!o) return;
    const { s, w, h: hh } = o,
      L = 34,
      R = 66,
      n = Math.max(10, m.a.acc.length, m.b.acc.length);
    const all = [...m.a.acc, ...m.b.acc, ...m.a.val, ...m.b.val],
      lo = all.length ? Math.max(0, Math.floor(10 * Math.min(...all)) / 10) : 0;
    const X = lin(0, n, L, w - R),
      Y = lin(lo, 1, hh - 20, 8);
    for (const t of ticks(lo, 1, 4)) {
      line(s, L, Y(t), w - R, Y(t), "ln thin grid");
      text(s, L - 5, Y(t) + 4, fix(100 * t, 0), "k e");
    }
    line(s, L, hh - 20, w - R, hh - 20, "axis");
    const xs = ticks(0, n, 5).filter((t) => Number.isInteger(t));
    for (const t of xs) text(s, X(t), hh - 6, String(t), "k m");
    text(s, w - R + 14, hh - 6, "epoch", "k");
    const rows = [];
    for (const [side, letter, dash] of [
      [m.a, "A", ""],
      [m.b, "B", " dash"],
    ]) {
      const pts = (v) => v.map((y, i) => [X(i + 1), Y(y)]);
      if (side.val.length > 1) path(s, pts(side.val), "ln ln2 thin" + dash);
      if (side.acc.length > 1) path(s, pts(side.acc), "ln" + dash);
      if (side.acc.length) rows.push([letter, side.acc[side.acc.length - 1]]);
    }
    rows.sort((a, b) => b[1] - a[1]);
    let y = -1e9;
    for (const [letter, v] of rows) {
      y = Math.max(Y(v) + 4, y + 14);
      text(s, w - R + 8, Math.min(y, hh - 22), `${letter} ${fix(100 * v, 1)}`, "s");
    }
    s.setAttribute("aria-label", rows.map(([l, v]) => `${l} ends at ${fix(100 * v, 1)} %`).join(", "));
  }

  retheme() {
    for (const p of this.panes) p.retheme();
    if (this.m && this.panes.length) this.draw(this.m);
  }
  resized(m) {
    forgetSize(this.svg);
    this.draw(m);
    for (const p of this.panes) p.resized();
  }
  shut() {
    for (const p of this.panes) p.kill();
    this.panes = [];
    this.of = null;
    this.at = -1;
  }
}
