// The inspector's body: equation with live values, then one section per
// picture, in the order the page gives. Sections are kept by id between
// frames, so scrolling, focus and open details survive a step.
import { partsBox } from "./fig-parts.js";
import { aboutBox } from "./fig-about.js";
import { h, el, glyph, forgetSize } from "./dom.js";
import { math } from "./math.js";
import { plan, maps, matrix } from "./fig-matrix.js";
import * as charts from "./fig-charts.js";
import { Blocks } from "./fig-blocks.js";
import { claims } from "./claims.js";
import { draw } from "./frame.js";
import { editBox } from "./edit.js";
import { pairs } from "./fig-pairs.js";
import { flowBox } from "./fig-flow.js";
import { mixBox } from "./fig-mix.js";
import { meanings, symbolList, symbolTips } from "./symbols.js";
import { scalingsBox } from "./fig-scalings.js";
import { stalks } from "./fig-stalks.js";
import { whyBox } from "./unrolled.js";
import { featuresBox } from "./fig-features.js";
import { boundBars } from "./bound.js";
import { results } from "./results.js";
import { settingsBox } from "./settings.js";
import { tuneBox } from "./tune.js";
import { paperFigure, paperTable } from "./paper.js";

const SVG = { plan, maps, matrix, lines: charts.lines, hbars: charts.hbars, beta: charts.beta, search: charts.search, pull: charts.pull, reliability: charts.reliability, stems: charts.stems, stalks, bound: (svg, m) => boundBars(svg, m, 164) };

// Pictures with controls of their own: they keep their elements between frames.
const BOX = { why: whyBox, flow: flowBox, mix: mixBox, scalings: scalingsBox, features: featuresBox, about: aboutBox, parts: partsBox, settings: settingsBox, tune: tuneBox, papertable: paperTable, paperfigure: paperFigure };

/** Renders mixed text: "plain", or {m: "λ_2"} for mathematics. */
function inline(parent, parts) {
  for (const p of [].concat(parts)) parent.append(typeof p === "string" ? p : math(p.m));
}

export class InspectorIsland {
  constructor(emit, lit, carry) {
    this.emit = emit;
    this.lit = lit;
    this.carry = carry;
    this.root = h("div", "ibody");
    this.sections = new Map();
    this.eq = h("div", "eq", this.root);
    this.formula = h("div", "formula", this.eq);
    symbolTips(this.eq, () => this.known);
    this.root.addEventListener("click", (e) => this.pick(e.target.closest("[data-edge],[data-node],[data-layer],[data-cell]")));
    this.root.addEventListener("keydown", (e) => { if (e.key === "Enter" || e.key === " ") { const t = e.target.closest("svg [data-edge],svg [data-node],svg [data-layer],svg [data-cell]"); if (t) { e.preventDefault(); e.stopPropagation(); this.pick(t); } } });
  }
  pick(t) {
    if (!t) return;
    if (t.dataset.cell !== undefined) this.emit(t.dataset.cell, { a: +t.dataset.a, b: +t.dataset.b });
    else if (t.dataset.edge !== undefined) this.emit("pick", { kind: "edge", index: +t.dataset.edge });
    else if (t.dataset.layer !== undefined) this.emit("pick", { kind: "layer", index: +t.dataset.layer });
    else this.emit("pick", { kind: "node", index: +t.dataset.node });
  }
  /** Whether a model is another view than the one that is drawn: its title stands already. */
  another(m) { return m?.eq !== this.m?.eq || m?.figures?.[0]?.id !== this.m?.figures?.[0]?.id; }
  draw(m) {
    if (!m) return;
    this.m = m;
    this.drawEquation(m);
    const keep = new Set(), order = [];
    for (const f of m.figures || []) {
      keep.add(f.id);
      let sec = this.sections.get(f.id);
      if (!sec || sec.kind !== f.kind) { sec?.root.remove(); sec = this.section(f); this.sections.set(f.id, sec); }
      order.push(sec);
    }
    for (const [id, sec] of this.sections) if (!keep.has(id)) { sec.root.remove(); this.sections.delete(id); }
    let prev = this.eq;
    order.forEach((sec, k) => {
      if (prev.nextSibling !== sec.root) prev.after(sec.root);
      prev = sec.root;
      // What is new appears whole; what changes does so in its own share of a frame.
      if (sec.title === undefined) this.fill(sec, m.figures[k]);
      else draw(sec, () => this.fill(sec, m.figures[k]));
    });
  }
  drawEquation(m) {
    this.eq.hidden = !m.eq;
    if (!m.eq) return;
    const key = [...m.lines, ...(m.vals || []).map((v) => v.k)].join("|");
    if (this.seen !== undefined && this.seen !== m.eq) this.root.closest(".view")?.scrollTo(0, 0); // another stage begins at its top
    this.seen = m.eq;
    if (this.eqKey !== key) {
      this.eqKey = key;
      this.known = meanings(m);
      const opened = this.formula.querySelector("details")?.open;
      this.formula.replaceChildren(...m.lines.map((line) => math(line, true)));
      this.fitEquation();
      const dl = h("dl", "vals", this.formula);
      this.values = (m.vals || []).map((v) => {
        const d = h("div", "", dl), dt = h("dt", "", d);
        dt.append(math(v.k));
        if (v.t) d.dataset.tip = v.t;
        return h("dd", "", d);
      });
      const list = symbolList(this.known);
      if (list) { list.open = Boolean(opened); this.formula.append(list); }
    }
    (m.vals || []).forEach((v, i) => { if (this.values[i].textContent !== v.v) this.values[i].textContent = v.v; });
  }
  /** A long equation gets a smaller size instead of being cut. */
  fitEquation() {
    const room = this.eq.clientWidth;
    if (!room) return;
    for (const e of this.eq.querySelectorAll("math[display]")) {
      for (const size of [15, 14, 13, 12, 11]) {
        e.style.fontSize = size + "px";
        if (e.scrollWidth <= room + 1 && (e.firstElementChild?.getBoundingClientRect().width ?? 0) <= room) break;
      }
    }
  }
  section(f) {
    const root = h("section", "isec"), sec = { kind: f.kind, root };
    root.dataset.section = f.id;
    sec.h2 = h("h2", "", root);
    if (SVG[f.kind]) {
      sec.svg = el("svg", { role: f.kind === "pull" || f.kind === "maps" || f.id === "energyshare" || f.id === "confusion" ? "group" : "img" });
      if (f.nums) { const split = h("div", "split", root); split.append(sec.svg); sec.nums = h("dl", "nums", split); } else root.append(sec.svg);
      if (f.testid) sec.svg.dataset.testid = f.testid;
    } else if (f.kind === "nums") { sec.nums = h("dl", "nums" + (f.two ? " two" : ""), root); if (f.testid) sec.nums.dataset.testid = f.testid; }
    else if (f.kind === "blocks") { sec.blocks = new Blocks(this.emit, this); root.append(sec.blocks.root); if (f.testid) sec.blocks.root.dataset.testid = f.testid; }
    else if (f.kind === "knobs") sec.box = h("div", "knobs", root);
    else if (f.kind === "claims" || f.kind === "pairs") sec.box = h("div", f.kind === "pairs" ? "pairs" : "", root);
    else if (f.kind === "edit" || f.kind === "choice") { sec.box = h("div", f.kind === "edit" ? "editbox" : "choice", root); if (f.testid) sec.box.dataset.testid = f.testid; }
    else if (BOX[f.kind]) { sec.box = h("div", f.kind + "box", root); if (f.testid) sec.box.dataset.testid = f.testid; }
    else if (f.kind === "results") sec.box = h("div", "results", root);
    else if (f.kind === "chips") sec.box = h("div", "chips", root);
    else sec.box = h("p", "note", root);
    return sec;
  }
  fill(sec, f) {
    const title = JSON.stringify([f.title, f.sub]);
    if (sec.title !== title) {
      sec.title = title;
      sec.h2.hidden = !f.title;
      sec.h2.replaceChildren();
      if (f.title) inline(sec.h2, f.title);
      if (f.sub) { const small = h("small", "", sec.h2); inline(small, f.sub); }
    }
    const data = JSON.stringify(f.data);
    const numsKey = f.nums ? JSON.stringify(f.nums) : "";
    if (sec.nums && f.nums && sec.numsKey !== numsKey) { sec.numsKey = numsKey; this.numbers(sec.nums, f.nums); }
    if (sec.data === data && !f.live) return;
    sec.data = data;
    if (SVG[f.kind]) { if (f.alt) sec.svg.setAttribute("aria-label", f.alt); SVG[f.kind](sec.svg, f.data, this.carry); }
    else if (sec.blocks) sec.blocks.draw(f.data);
    else if (f.kind === "knobs") this.knobs(sec, f.data);
    else if (BOX[f.kind]) BOX[f.kind](sec, f.data, this.emit, this);
    else if (f.kind === "edit") editBox(sec, f.data, this.emit);
    else if (f.kind === "choice") this.choice(sec, f.data);
    else if (f.kind === "pairs") pairs(sec.box, f.data);
    else if (f.kind === "claims") claims(sec.box, f.data, this.emit);
    else if (f.kind === "results") results(sec, f.data, this.emit);
    else if (f.kind === "chips") this.chips(sec.box, f.data);
    else if (f.kind === "note") sec.box.textContent = f.data.replaceAll(" %", "\u00a0%");
  }
  numbers(dl, rows) {
    dl.replaceChildren(...rows.map(([k, v]) => {
      const d = h("div"), dt = h("dt", "", d);
      inline(dt, k);
      h("dd", "", d, v);
      return d;
    }));
  }
  chips(box, items) {
    box.replaceChildren(...items.map((q) => {
      const b = h("button");
      b.type = "button";
      b.dataset.node = q.node;
      b.append(glyph(q.slot), q.name);
      if (q.title) b.title = q.title;
      return b;
    }));
  }
  choice(sec, c) {
    if (!sec.select) {
      const label = h("label", "", sec.box);
      h("span", "", label, c.label);
      sec.select = h("select", "", h("span", "sel", label));
      for (const [value, name] of c.options) sec.select.append(new Option(name, value));
      sec.select.addEventListener("change", () => this.emit("setting", { name: c.name, value: sec.select.value }));
    }
    sec.select.value = c.value;
  }
  knobs(sec, list) {
    const names = list.map((k) => k.name).join();
    if (sec.names !== names) {
      sec.names = names;
      sec.box.replaceChildren();
      sec.inputs = list.map((k) => {
        const label = h("label", "", sec.box), s = h("span", "", label);
        s.append(math(k.symbol));
        label.title = k.title;
        const input = h("input", "", label), out = h("output", "", label);
        input.type = "range";
        Object.assign(input, { min: k.min, max: k.max, step: k.step });
        input.setAttribute("aria-label", k.title);
        const value = () => (k.zero && +input.value <= k.min ? 0 : k.log ? 10 ** +input.value : +input.value), show = (v) => String(+v.toPrecision(4)).replace("-", "−");
        input.addEventListener("input", () => { out.textContent = show(value()); });
        input.addEventListener("change", () => this.emit("setting", { name: k.name, value: String(+value().toPrecision(4)) }));
        return { input, out, k, show };
      });
    }
    list.forEach((k, i) => {
      const q = sec.inputs[i];
      if (document.activeElement !== q.input) q.input.value = k.log ? Math.log10(Math.max(1e-12, k.value)) : k.value;
      q.out.textContent = q.show(k.value);
    });
  }
  /** Takes the maps of all edges for the block picture. */
  setMaps(raw, hat) {
    this.sheaf = { raw, hat };
    for (const sec of this.sections.values()) if (sec.blocks?.m) sec.blocks.refresh();
  }
  /** Takes the features of all nodes for their picture. */
  setFeatures(f) {
    this.features = f;
    for (const sec of this.sections.values()) if (sec.kind === "features" && sec.m) featuresBox(sec, sec.m, this.emit, this);
  }
  resized() { for (const sec of this.sections.values()) { sec.data = null; if (sec.svg) forgetSize(sec.svg); if (sec.blocks) forgetSize(sec.blocks.svg); } this.eqKey = null; if (this.m) this.draw(this.m); }
}
