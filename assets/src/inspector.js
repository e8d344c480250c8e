// The inspector's body: equation with live values, then one section per
// picture, in the order the page gives. Each stage has a leaf of its own, which is kept, so that scrolling, focus and
// open details survive a step, a stage that was shown before gets new values alone, and no other stage moves its pictures.
import { alike, button, h, forgetSize } from "./dom.js";
import { math } from "./math.js";
import { draw } from "./frame.js";
import { RENDERERS } from "./figures.js";
import { part } from "./part.js";
import { stop } from "./motion.js";
import { copyText, save } from "./save.js";
import { meanings, symbolList, symbolTips } from "./symbols.js";

/** Renders mixed text: "plain", or {m: "λ_2"} for mathematics. */
function inline(parent, parts) {
  for (const p of [].concat(parts)) parent.append(typeof p === "string" ? p : math(p.m));
}

/** Attributes by which others find an element, each with its name while the element is hidden. */
const NAMES = [
  ["data-testid", "data-kept"],
  ["data-section", "data-kept-section"],
];
/** Hides a kept element, or shows it again. It stays laid out (see stages.css), and nobody finds it by its names meanwhile. */
function away(e, yes) {
  if (e.hidden === yes) return;
  e.hidden = yes;
  if (yes) e.named = NAMES.map(([shown]) => [...e.querySelectorAll(`[${shown}]`)]);
  NAMES.forEach(([shown, hidden], k) => {
    const [from, to] = yes ? [shown, hidden] : [hidden, shown];
    for (const q of e.named[k]) {
      q.setAttribute(to, q.getAttribute(from));
      q.removeAttribute(from);
    }
  });
}
/** Resets a hidden section, so that it is drawn anew when it is shown. */
function rest(sec) {
  stop(sec.svg);
  if (sec.svg) sec.svg.changedAt = sec.svg.carried = undefined;
  if (!sec.renderer.plain) sec.data = null;
}

/** Brings an element in sight and marks it for a moment. */
export function point(e) {
  e.scrollIntoView({ block: "nearest" });
  e.classList.add("pointed");
  setTimeout(() => e.classList.remove("pointed"), 2400);
}

const KEPT = 30; // equations of a leaf
const LEAVES = 16; // ten stages of a model, some of them with and without results, and two panels
const SIZES = [15, 14, 13, 12, 11],
  ROWS = 13; // px of an equation, and of one in rows
const WIDE = new Map(),
  TALL = new Map(); // width and height of a line of an equation at the first of these sizes, by its text

/** Sections of which one line stands until it is opened. */
const FOLDED = ["depth", "heat"];

export class InspectorIsland {
  constructor(emit, lit, carry) {
    this.emit = emit;
    this.lit = lit;
    this.carry = carry;
    this.root = h("div", "ibody");
    this.leaves = new Map(); // that were shown, by what they show
    this.longest = new Map(); // height of the longest sentences so far, by panel and stage
    this.widths = new Map(); // of what is drawn, by its place
    this.ruler = new ResizeObserver((list) => this.measured(list));
    this.saysHeight = new ResizeObserver(([{ borderBoxSize }]) => this.reserve(borderBoxSize[0].blockSize));
    this.leaf = this.newLeaf(null);
    this.root.addEventListener("click", (e) => this.pick(e.target.closest("[data-edge],[data-node],[data-layer],[data-cell]")));
    this.root.addEventListener("keydown", (e) => {
      if (e.key === "Enter" || e.key === " ") {
        const t = e.target.closest("svg [data-edge],svg [data-node],svg [data-layer],svg [data-cell]");
        if (t) {
          e.preventDefault();
          e.stopPropagation();
          this.pick(t);
        }
      }
    });
  }
  pick(t) {
    if (!t) return;
    if (t.dataset.cell !== undefined) this.emit(t.dataset.cell, { a: +t.dataset.a, b: +t.dataset.b });
    else if (t.dataset.edge !== undefined) this.emit("pick", { kind: "edge", index: +t.dataset.edge });
    else if (t.dataset.layer !== undefined) this.emit("pick", { kind: "layer", index: +t.dataset.layer });
    else this.emit("pick", { kind: "node", index: +t.dataset.node });
  }
  /** Whether a model is another view than the one that is drawn: its title stands already. */
  another(m) {
    return m?.eq !== this.m?.eq || m?.figures?.[0]?.id !== this.m?.figures?.[0]?.id;
  }
  draw(m) {
    if (!m) return;
    this.m = m;
    this.showLeaf(m);
    if (!m.eq) this.forget(); // no stage: what is chosen, claims, results
    this.drawEquation(m);
    const { sections } = this.leaf,
      notes = m.figures?.find((f) => f.kind === "notes");
    if (this.notes || notes) this.drawNotes(notes);
    const figures = (m.figures || []).filter((f) => f !== notes),
      order = figures.map((f) => {
        let sec = sections.get(f.id);
        if (sec?.kind !== f.kind) {
          if (sec) {
            rest(sec);
            sec.root.remove();
          }
          sec = this.section(f);
          sections.set(f.id, sec);
        }
        return sec;
      });
    for (const [id, sec] of sections)
      if (!order.includes(sec)) {
        if (!sec.root.hidden) this.rest(sec);
        if (m.eq) away(sec.root, true);
        else {
          sec.root.remove();
          sections.delete(id);
        }
      }
    this.drawCode(m);
    let prev = this.leaf.code ?? this.leaf.eq;
    const next = (e) => {
      do e = e.nextSibling;
      while (e?.hidden);
      return e;
    };
    order.forEach((sec, k) => {
      away(sec.root, false);
      if (next(prev) !== sec.root) prev.after(sec.root);
      prev = sec.root;
      // What is new appears whole; what changes does so in its own share of a frame.
      if (!sec.data) this.fill(sec, figures[k]);
      else draw(sec, () => this.fill(sec, figures[k]));
    });
  }
  /** Draws the reader's notes below the leaf. Their element is kept, so that typed text survives another leaf. */
  drawNotes(f) {
    if (!this.notes) this.root.append((this.notes = this.section(f)).root);
    away(this.notes.root, !f);
    if (f) this.fill(this.notes, f);
  }
  /** Observes the height of the sentences. A render can replace their element, and it shows a stage's sentences a frame before the leaf. */
  watchSentences() {
    const says = document.querySelector(".insp .says"),
      of = `${says?.dataset.room} ${this.leaf.room}`;
    if (this.says === says && says?.parentElement.dataset.of !== this.leaf.room) this.reserve(0); // a render removed it
    if (!says || (this.watched === of && this.says === says)) return;
    this.watched = of;
    this.saysHeight.disconnect();
    this.saysHeight.observe((this.says = says));
  }
  /** Reserves the height of the sentences: the room of the leaf, or the height of its longest sentences so far. */
  reserve(long) {
    const { leaf, says } = this,
      view = says?.parentElement;
    if (!view) return;
    if (long > (this.longest.get(leaf.room) ?? 0) && says.dataset.room === leaf.room) this.longest.set(leaf.room, long);
    view.dataset.of = leaf.room;
    view.style.setProperty("--says", `max(${(this.longest.get(leaf.room) ?? 0) / 16}rem, var(--says-h) + var(--says-more))`);
  }
  /** Reports whether somebody works in a leaf or has scrolled it. The browser then keeps its figures in place while others come and go. */
  isUsed(leaf) {
    return leaf.root.contains(document.activeElement) || this.root.closest(".view")?.scrollTop > 0;
  }
  /** Shows the leaf of a model. Where a figure comes or goes, the others would move: that is another leaf, unless this one is used. */
  showLeaf(m) {
    const figures = (m.figures || []).filter((f) => f.kind !== "notes").map((f) => f.id);
    const stage = `${m.of} ${m.eq}`,
      of = `${stage} ${figures}`,
      was = this.leaf;
    if (was.of === of || (was.stage === stage && this.isUsed(was))) return;
    if (this.leaves.size > LEAVES) this.forget();
    const leaf = this.leaves.get(of) ?? this.newLeaf(of);
    this.leaf = leaf;
    this.leaves.set(of, leaf);
    leaf.room = m.of;
    leaf.stage = stage;
    this.watchSentences();
    this.reserve(0);
    away(leaf.root, false);
    for (const sec of was.sections.values()) if (!sec.root.hidden) this.rest(sec);
    if (was.old || !was.eqKey) {
      was.root.remove();
      this.leaves.delete(was.of);
    } else away(was.root, true);
  }
  /** Resets a section that is hidden, and the maps that it draws on the graph. */
  rest(sec) {
    rest(sec);
    if (sec.kind === "maps") this.carry?.(null);
  }
  newLeaf(of) {
    const root = h("div", "ileaf"),
      eq = h("div", "eq", root);
    this.root.insertBefore(root, this.notes?.root ?? null);
    symbolTips(eq, () => meanings(this.m));
    return { of, root, eq, formula: h("div", "formula"), equations: new Map(), sections: new Map() };
  }
  drawEquation(m) {
    const { leaf } = this;
    leaf.eq.hidden = !m.eq;
    if (!m.eq) return;
    const key = JSON.stringify([m.lines, m.symbols, (m.vals || []).map((v) => [v.k, v.t])]);
    if (this.seen !== undefined && this.seen !== m.eq) this.toTop();
    this.seen = m.eq;
    if (leaf.eqKey !== key) {
      leaf.eqKey = key;
      if (leaf.equations.size > KEPT) this.forget();
      const opened = this.formula?.list?.open,
        made = leaf.equations.get(key) ?? this.equation(m);
      leaf.equations.set(key, made);
      if (leaf.formula.forgotten) leaf.formula.remove();
      else leaf.formula.hidden = true;
      leaf.formula = made;
      made.hidden = false;
      if (made.list) made.list.open = Boolean(opened);
    } else if (this.formula !== leaf.formula && leaf.formula.list) leaf.formula.list.open = Boolean(this.formula?.list?.open);
    if (this.formula !== leaf.formula) {
      this.formula = leaf.formula;
      this.fitEquation();
    }
    (m.vals || []).forEach((v, i) => {
      const e = this.formula.values[i];
      if (e.textContent !== v.v) e.textContent = v.v;
    });
  }
  equation(m) {
    const formula = h("div", "formula", this.leaf.eq);
    const lines = m.lines.map((line) => Object.assign(math(line, true), { tex: line, rows: false }));
    formula.append(...lines);
    const dl = h("dl", "vals", formula),
      values = (m.vals || []).map((v) => {
        const d = h("div", "", dl),
          dt = h("dt", "", d);
        dt.append(math(v.k));
        if (v.t) d.dataset.tip = v.t;
        return h("dd", "", d);
      });
    const list = symbolList(meanings(m));
    if (list) formula.append(list);
    return Object.assign(formula, { lines, values, list });
  }
  /** The code of a stage, below its equation: a button, and the text, which is fetched with the first one. */
  drawCode(m) {
    const { leaf } = this;
    if (!m.code && !leaf.code) return;
    if (!leaf.code) {
      leaf.code = h("div", "beside");
      leaf.coded = button(leaf.code, "act#stage-code", "Code", () => this.emit("figure", { name: "code", index: this.m.codeOpen ? 0 : 1 }));
      leaf.coded.title = "The lines of NumPy that compute these numbers from the trace of the run";
      leaf.codeBox = h("div", "codebox", leaf.code);
      leaf.eq.after(leaf.code);
    }
    leaf.code.hidden = !m.code;
    leaf.codeBox.hidden = !m.codeOpen;
    leaf.coded.setAttribute("aria-expanded", String(Boolean(m.codeOpen)));
    const file = m.codeOpen ? m.code : "";
    if (!file || file === leaf.codeFile) return;
    leaf.codeFile = file;
    part("lessons.js").then(
      () => {
        if (leaf.codeFile === file) globalThis.sheafscopeCode(leaf.codeBox, file, { copyText, save });
      },
      (why) => {
        leaf.codeFile = "";
        this.emit("filefailed", { text: why.message });
      },
    );
  }
  /** Another stage begins at its top. To scroll lays the page out: only where somebody scrolled. */
  toTop() {
    const view = this.root.closest(".view");
    if (this.view !== view)
      view?.addEventListener(
        "scroll",
        () => {
          this.scrolled = true;
        },
        { passive: true },
      );
    if (this.scrolled || this.view !== view) view?.scrollTo(0, 0);
    this.view = view;
    this.scrolled = false;
  }
  /** A long equation gets a smaller size instead of being cut. How wide a line is at the full size is measured once, when the
   * browser has laid it out: to ask before would make it do so at once. */
  fitEquation() {
    for (const e of this.formula.lines) {
      e.style.fontSize = SIZES[0] / 16 + "rem";
      if (this.room && WIDE.has(e.tex)) this.fitLine(e);
      else this.ruler.observe(e);
    }
  }
  /** A line that is too long at the least size has its parts below each other. */
  fitLine(e) {
    const fits = SIZES.find((size) => WIDE.get(e.tex) * size <= SIZES[0] * this.room),
      rows = !fits && e.tex.includes("\\quad");
    if (rows !== e.rows) e.replaceChildren(...math(e.tex, true, rows).childNodes);
    e.rows = rows;
    e.style.minHeight = (rows ? 0 : TALL.get(e.tex)) + "px"; // a smaller size moves nothing below
    e.style.fontSize = (fits ?? (rows ? ROWS : SIZES.at(-1))) / 16 + "rem";
  }
  measured(list) {
    this.room = this.leaf.eq.clientWidth;
    if (!this.room) return; // not shown: it is called again when it is
    for (const { target: e } of list) if (e.isConnected && !TALL.has(e.tex)) TALL.set(e.tex, e.getBoundingClientRect().height);
    const lines = list.map((q) => q.target),
      cut = (e) => (e.scrollWidth > this.room + 1 ? e.scrollWidth : 0);
    const wide = (e) => Math.max(e.firstElementChild?.getBoundingClientRect().width ?? 0, cut(e));
    for (const e of lines) if (e.isConnected && !WIDE.has(e.tex)) WIDE.set(e.tex, wide(e));
    for (const e of lines) {
      this.ruler.unobserve(e);
      if (e.isConnected) this.fitLine(e);
    }
  }
  section(f) {
    const folded = FOLDED.includes(f.id) && !document.documentElement.classList.contains("figure");
    const root = h(folded ? "details" : "section", "isec"),
      sec = { kind: f.kind, root, renderer: RENDERERS[f.kind] };
    root.dataset.section = f.id;
    sec.h2 = h("h2", "", folded ? h("summary", "", root) : root);
    const made = sec.renderer.make(sec, f, this.emit, this);
    if (f.testid) made.dataset.testid = f.testid;
    if (sec.blocks) alike(sec.blocks.svg, this.widths, "blocks");
    return sec;
  }
  fill(sec, f) {
    const title = JSON.stringify([f.title, f.sub]);
    if (sec.title !== title) {
      sec.title = title;
      sec.h2.hidden = !f.title;
      sec.h2.replaceChildren();
      if (f.title) inline(sec.h2, f.title);
      if (f.sub) {
        const small = h("small", "", sec.h2);
        inline(small, f.sub);
      }
    }
    if (f.of) {
      sec.of ??= button(sec.root, "of", "", () => this.made(sec));
      if (sec.of.textContent !== f.of) sec.of.textContent = f.of;
      const title = sec.h2.closest("summary") ?? sec.h2;
      if (title.nextSibling !== sec.of) title.after(sec.of);
    }
    const data = JSON.stringify(f.data);
    const numsKey = f.nums ? JSON.stringify(f.nums) : "";
    if (sec.nums && f.nums && sec.numsKey !== numsKey) {
      sec.numsKey = numsKey;
      this.numbers(sec.nums, f.nums);
    }
    if (sec.data === data) return;
    sec.data = data;
    sec.renderer.draw(sec, f.data, this.emit, this, f);
  }
  /** Points at how the accuracies of a figure were made: its note, or the settings of the run. */
  made(sec) {
    const note = [...sec.root.querySelectorAll(".note")].findLast((e) => e.textContent && e.checkVisibility());
    if (!note) {
      document.querySelector('[data-testid="settings"]')?.click();
      return;
    }
    point(note);
  }
  /** Writes names and values into a list, whose elements stay. */
  numbers(dl, rows) {
    const list = dl.children;
    while (list.length > rows.length) dl.lastChild.remove();
    while (list.length < rows.length) h("div", "", dl).append(h("dt"), h("dd"));
    rows.forEach(([name, value], k) => {
      const [dt, dd] = list[k].children;
      if (dt.name !== name) {
        dt.name = name;
        dt.replaceChildren();
        inline(dt, name);
      }
      if (dd.textContent !== String(value)) dd.textContent = value;
    });
  }
  /** Takes the maps of all edges for the block picture. */
  setMaps(raw, hat) {
    if (!raw) {
      // another graph
      this.forget();
      this.leaves.delete(this.leaf.of);
      Object.assign(this.leaf, { of: null, old: true });
    }
    this.sheaf = { raw, hat };
    for (const sec of this.leaf.sections.values()) if (sec.blocks?.m && sec.data) sec.blocks.refresh();
  }
  /** Takes the features of all nodes for their picture. */
  setFeatures(f) {
    this.features = f;
    for (const sec of this.leaf.sections.values()) {
      if (sec.kind === "features" && sec.data) sec.renderer.draw(sec, sec.m, this.emit, this);
    }
  }
  /** Removes all hidden leaves, and the hidden parts of the shown leaf. */
  forget() {
    const { leaf } = this;
    for (const [of, q] of this.leaves)
      if (q !== leaf) {
        q.root.remove();
        this.leaves.delete(of);
      }
    for (const e of leaf.equations.values())
      if (e.hidden) e.remove();
      else e.forgotten = true; // until the next stands there
    leaf.equations.clear();
    leaf.eqKey = null;
    for (const [id, sec] of leaf.sections)
      if (sec.root.hidden) {
        sec.root.remove();
        leaf.sections.delete(id);
      }
  }
  resized(m = this.m) {
    this.widths.clear();
    for (const room of this.longest.keys()) if (room !== this.leaf.room) this.longest.delete(room);
    this.room = 0;
    this.forget();
    for (const sec of this.leaf.sections.values()) {
      sec.data = null;
      for (const e of [sec.svg, sec.box, sec.blocks?.svg]) if (e) forgetSize(e);
    }
    this.draw(m);
  }
}
