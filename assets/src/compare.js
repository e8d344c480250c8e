// Two runs side by side on the same graph: the same places, cameras and hover
// in both drawings, nodes on which they agree faded, and the curves overlaid.
import { h, el, text, path, line, lin, fix, ticks, open, forgetSize } from "./dom.js";
import { Pane } from "./pane.js";
import { ownPlaces } from "./layout.js";

export class CompareIsland {
  constructor(emit, graph) {
    this.emit = emit;
    this.graph = graph;
    this.panes = [];
    this.again = () => { this.shut(); if (this.m) this.drawPanes(this.m); };
    const r = this.root = h("div", "cmp");
    const send = (kind, detail) => emit("lab", { kind, ...detail });
    const head = h("div", "phead", r);
    h("h2", "", head, "Two runs compared");
    this.note = h("small", "", head);
    h("span", "push", head);
    this.busy = h("span", "cbusy", head);
    this.bar = h("progress", "", this.busy);
    this.bar.max = 1;
    this.bar.dataset.testid = "compare-progress";
    this.bar.setAttribute("aria-label", "B is on its way");
    this.left = h("span", "", this.busy);
    const close = h("button", "act", head, "Close");
    close.type = "button";
    close.dataset.testid = "compare-close";
    close.addEventListener("click", () => send("close"));
    this.say = h("p", "csay", r);
    this.say.dataset.testid = "compare-difference";
    this.say.setAttribute("aria-live", "polite");
    this.detail = h("p", "cdetail", r);
    const panes = h("div", "cpanes", r);
    this.sides = ["A", "B"].map((letter) => {
      const box = h("section", "cside", panes), top = h("div", "ctop", box);
      box.setAttribute("aria-label", "Run " + letter);
      h("b", "", top, letter);
      const side = { name: h("span", "cname", top), top };
      side.acc = h("small", "", top);
      side.host = h("div", "cpane", box);
      return side;
    });
    const top = this.sides[1].top, control = (el2, label, field) => {
      el2.setAttribute("aria-label", label);
      el2.dataset.testid = "compare-" + field;
      el2.addEventListener("change", () => send("change", { name: field, value: el2.value }));
      return el2;
    };
    const form = h("span", "cform"), sel = h("span", "sel", form);
    this.chosen = control(h("select", "", sel), "Model of B", "model");
    this.seed = control(h("input", "cseed", form), "Seed of B", "seed");
    this.seed.inputMode = "numeric";
    this.settings = control(h("input", "cset", form), "Settings of B, for example dt=2, gap_mode=off", "settings");
    this.settings.placeholder = "dt=2, gap_mode=off";
    this.seed.title = "Seed of B";
    this.settings.title = "Settings of B that differ from its defaults";
    this.sides[1].name.replaceWith(form);
    const fig = h("figure", "ccurves", r), cap = h("figcaption", "phead", fig);
    this.curves = h("span", "", cap);
    this.thin = h("small", "", cap);
    this.svg = el("svg", { role: "img" }, fig);
    this.svg.dataset.testid = "compare-curves";
  }

  draw(m) {
    if (!m) { this.shut(); this.m = null; return; }
    this.m = m;
    this.note.textContent = m.note;
    if (this.say.textContent !== m.sentence) this.say.textContent = m.sentence;
    this.say.classList.toggle("bad", Boolean(m.error));
    this.root.dataset.testid = "compare-body";
    Object.assign(this.root.dataset, { a: m.a.epoch, b: m.b.epoch, differ: m.differ, busy: m.busy });
    this.busy.hidden = !m.busy;
    if (m.fraction >= 0) this.bar.value = m.fraction; else this.bar.removeAttribute("value");
    this.left.textContent = m.left;
    const keys = m.models.map((c) => c.key).join();
    if (this.keys !== keys) { this.keys = keys; this.chosen.replaceChildren(...m.models.map((c) => new Option(c.label, c.key))); }
    for (const [input, value] of [[this.chosen, m.model], [this.seed, m.seed], [this.settings, m.settings]]) if (input !== document.activeElement || input === this.chosen) input.value = value;
    this.sides[0].name.textContent = m.a.name;
    this.sides[0].acc.textContent = m.a.test;
    this.sides[1].acc.textContent = m.b.test;
    this.drawPanes(m);
    this.drawCurves(m);
    this.tell();
  }

  drawPanes(m) {
    const main = this.graph();
    // A pair of runs on the graph before waits for its own.
    if (!main?.graph || !this.root.clientWidth || m.key !== main.topo.key) return;
    const free = !ownPlaces(main.style.layout);
    if (this.of !== main.graph) {
      this.shut();
      const [a, b] = this.panes = this.sides.map((s) => new Pane(s.host, main.graph, free, (k) => this.hover(k), (k) => this.emit("pick", { kind: "node", index: k }), this.again));
      a.follow(b);
      b.follow(a);
      this.of = main.graph;
    }
    const differ = m.a.pred?.map((c, i) => Boolean(m.b.pred?.length) && c !== m.b.pred[i]);
    this.panes.forEach((p, k) => { p.move(main.graph, free); p.paint([m.a, m.b][k].pred, m.labels, m.classes, differ); });
  }

  hover(k) {
    this.at = k;
    for (const p of this.panes) p.mark(k);
    this.tell();
  }

  /** The line on the hovered node; else the reading of the picture. */
  tell() {
    const m = this.m, k = this.at;
    const name = (c) => (c === undefined || c < 0 ? "unknown" : m.classes[c]?.name ?? String(c));
    if (k === undefined || k < 0 || !m.a.pred.length) { this.detail.textContent = "Faded where both agree; a ring where the prediction is wrong. Point at a node to see it in both."; return; }
    const one = (s) => (s.pred?.length ? `${name(s.pred[k])}${s.conf?.length ? " " + fix(s.conf[k], 2) : ""}` : "–");
    this.detail.textContent = `${m.names?.[k] || "Node " + k}: A says ${one(m.a)}, B says ${one(m.b)}, true ${name(m.labels[k])}.`;
  }

  drawCurves(m) {
    this.curves.textContent = m.curves;
    this.thin.textContent = m.thin;
    const o = open(this.svg);
    if (!o) return;
    const { s, w, h: hh } = o, L = 34, R = 66, n = Math.max(10, m.a.acc.length, m.b.acc.length);
    const all = [...m.a.acc, ...m.b.acc, ...m.a.val, ...m.b.val], lo = all.length ? Math.max(0, Math.floor(10 * Math.min(...all)) / 10) : 0;
    const X = lin(0, n, L, w - R), Y = lin(lo, 1, hh - 20, 8);
    for (const t of ticks(lo, 1, 4)) { line(s, L, Y(t), w - R, Y(t), "ln thin grid"); text(s, L - 5, Y(t) + 4, fix(100 * t, 0), "k e"); }
    line(s, L, hh - 20, w - R, hh - 20, "axis");
    const xs = ticks(0, n, 5).filter((t) => Number.isInteger(t));
    for (const t of xs) text(s, X(t), hh - 6, String(t), "k m");
    text(s, w - R + 14, hh - 6, "epoch", "k");
    const rows = [];
    for (const [side, letter, dash] of [[m.a, "A", ""], [m.b, "B", " dash"]]) {
      const pts = (v) => v.map((y, i) => [X(i + 1), Y(y)]);
      if (side.val.length > 1) path(s, pts(side.val), "ln ln2 thin" + dash);
      if (side.acc.length > 1) path(s, pts(side.acc), "ln" + dash);
      if (side.acc.length) rows.push([letter, side.acc[side.acc.length - 1]]);
    }
    rows.sort((a, b) => b[1] - a[1]);
    let y = -1e9;
    for (const [letter, v] of rows) { y = Math.max(Y(v) + 4, y + 14); text(s, w - R + 8, Math.min(y, hh - 22), `${letter} ${fix(100 * v, 1)}`, "s"); }
    s.setAttribute("aria-label", rows.map(([l, v]) => `${l} ends at ${fix(100 * v, 1)} %`).join(", "));
  }

  retheme() { for (const p of this.panes) p.retheme(); if (this.m && this.panes.length) this.draw(this.m); }
  resized() { forgetSize(this.svg); if (this.m) this.draw(this.m); for (const p of this.panes) p.resized(); }
  shut() {
    for (const p of this.panes) p.kill();
    this.panes = [];
    this.of = null;
    this.at = -1;
  }
}
