// The inspector's body: an equation with its present values, then one section for each figure, in the order of the page's model. Each list
// of figures has a leaf: an element that is kept while another leaf is shown. Scrolling, focus and open details therefore survive a step. A
// leaf that was shown before needs only new values. The figures of another stage move no figure.
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

/** Attributes by which tests and styles find an element, each with the name that it has while the element is hidden. */
const NAMES = [
  ["data-testid", "data-kept"],
  ["data-section", "data-kept-section"],
];
/** Hides or shows a kept element. A hidden element keeps its layout (see stages.css), but not the attributes in NAMES. */
function setHidden(e, hidden) {
  if (e.hidden === hidden) return;
  e.hidden = hidden;
  if (hidden) e.named = NAMES.map(([shownName]) => [...e.querySelectorAll(`[${shownName}]`)]);
  NAMES.forEach(([shownName, hiddenName], k) => {
    const [from, to] = hidden ? [shownName, hiddenName] : [hiddenName, shownName];
    for (const q of e.named[k]) {
      q.setAttribute(to, q.getAttribute(from));
      q.removeAttribute(from);
    }
  });
}
/** Resets a hidden section, so that it is drawn anew when it is shown. */
function reset(sec) {
  stop(sec.svg);
  if (sec.svg) sec.svg.changedAt = sec.svg.carried = undefined;
  if (!sec.renderer.plain) sec.data = null;
}

const POINTED = 2400; // ms for which a mark stays

/** Scrolls an element into sight and marks it for POINTED. */
export function point(e) {
  e.scrollIntoView({ block: "nearest" });
  e.classList.add("pointed");
  setTimeout(() => e.classList.remove("pointed"), POINTED);
}

const KEPT = 30; // largest number of equations in a leaf
const LEAVES = 16; // largest number of leaves: ten stages of a model, some stages with and without results, and two panels
const SIZES = [15, 14, 13, 12, 11], // font sizes of an equation in px; the first that fits is used
  ROWS = 13; // font size in px of an equation whose parts are below each other
const WIDE = new Map(),
  TALL = new Map(); // width and height in px of a line of an equation at the first font size, by the TeX of the line

/** Sections that show only their heading until the reader opens them. */
const FOLDED = ["depth", "heat"];

/** The island of the inspector. leaf is the shown leaf, and leaves has all leaves by their lists of figures. */
export class InspectorIsland {
  constructor(emit, lit, carry) {
    this.emit = emit;
    this.lit = lit;
    this.carry = carry;
    this.root = h("div", "ibody");
    this.leaves = new Map();
    this.longest = new Map(); // height in px of the longest sentences so far, by panel and stage
    this.widths = new Map(); // widths of pictures, which pictures of one place share (alike)
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
  /** Reports the choice of a cell, edge, layer or node of a picture to the page. */
  pick(t) {
    if (!t) return;
    if (t.dataset.cell !== undefined) this.emit(t.dataset.cell, { a: +t.dataset.a, b: +t.dataset.b });
    else if (t.dataset.edge !== undefined) this.emit("pick", { kind: "edge", index: +t.dataset.edge });
    else if (t.dataset.layer !== undefined) this.emit("pick", { kind: "layer", index: +t.dataset.layer });
    else this.emit("pick", { kind: "node", index: +t.dataset.node });
  }
  /** Reports whether a model has another equation or another first figure than the drawn model. */
  another(m) {
    return m?.eq !== this.m?.eq || m?.figures?.[0]?.id !== this.m?.figures?.[0]?.id;
  }
  /** Draws a model: its leaf, equation, code and figures. Other figures are hidden, and removed in panels without a stage. */
  draw(m) {
    if (!m) return;
    this.m = m;
    this.showLeaf(m);
    if (!m.eq) this.forget(); // the panels of the selection, the claims and the results have no equation
    this.drawEquation(m);
    const { sections } = this.leaf,
      notes = m.figures?.find((f) => f.kind === "notes");
    if (this.notes || notes) this.drawNotes(notes);
    const figures = (m.figures || []).filter((f) => f !== notes),
      order = figures.map((f) => {
        let sec = sections.get(f.id);
        if (sec?.kind !== f.kind) {
          if (sec) {
            reset(sec);
            sec.root.remove();
          }
          sec = this.section(f);
          sections.set(f.id, sec);
        }
        return sec;
      });
    for (const [id, sec] of sections)
      if (!order.includes(sec)) {
        if (!sec.root.hidden) this.reset(sec);
        if (m.eq) setHidden(sec.root, true);
        else {
          sec.root.remove();
          sections.delete(id);
        }
      }
    this.drawCode(m);
    // The sections in the order of the model. Only a section at a wrong place is moved.
    let prev = this.leaf.code ?? this.leaf.eq;
    const nextShown = (e) => {
      do e = e.nextSibling;
      while (e?.hidden);
      return e;
    };
    order.forEach((sec, k) => {
      setHidden(sec.root, false);
      if (nextShown(prev) !== sec.root) prev.after(sec.root);
      prev = sec.root;
      // A new section is drawn at once, a changed section in its share of a frame.
      if (!sec.data) this.fill(sec, figures[k]);
      else draw(sec, () => this.fill(sec, figures[k]));
    });
  }
  /** Draws the reader's notes below the leaf. Their element is kept, so that typed text survives another leaf. */
  drawNotes(f) {
    if (!this.notes) this.root.append((this.notes = this.section(f)).root);
    setHidden(this.notes.root, !f);
    if (f) this.fill(this.notes, f);
  }
  /** Observes the height of the sentences. A render can replace their element, and shows new sentences a frame before their leaf. */
  watchSentences() {
    const says = document.querySelector(".insp .says"),
      rooms = `${says?.dataset.room} ${this.leaf.room}`;
    if (this.says === says && says?.parentElement.dataset.of !== this.leaf.room) this.reserve(0); // a render removed the reserved height
    if (!says || (this.watched === rooms && this.says === says)) return;
    this.watched = rooms;
    this.saysHeight.disconnect();
    this.saysHeight.observe((this.says = says));
  }
  /**
   * Reserves a height for the sentences, in px: the height in the style sheet, or of the longest sentences so far of this panel and stage.
   */
  reserve(height) {
    const { leaf, says } = this,
      view = says?.parentElement;
    if (!view) return;
    const isLongest = height > (this.longest.get(leaf.room) ?? 0) && says.dataset.room === leaf.room;
    if (isLongest) this.longest.set(leaf.room, height);
    view.dataset.of = leaf.room;
    view.style.setProperty("--says", `max(${(this.longest.get(leaf.room) ?? 0) / 16}rem, var(--says-h) + var(--says-more))`);
  }
  /** Reports whether a leaf has the focus or was scrolled. The browser then keeps its figures in place while other figures come and go. */
  isUsed(leaf) {
    return leaf.root.contains(document.activeElement) || this.root.closest(".view")?.scrollTop > 0;
  }
  /**
   * Shows the leaf of a model. A figure that comes or goes would move the other figures, so another list of figures has another leaf. A
   * used leaf stays.
   */
  showLeaf(m) {
    const figures = (m.figures || []).filter((f) => f.kind !== "notes").map((f) => f.id);
    const stage = `${m.of} ${m.eq}`,
      of = `${stage} ${figures}`,
      previous = this.leaf;
    if (previous.of === of || (previous.stage === stage && this.isUsed(previous))) return;
    if (this.leaves.size > LEAVES) this.forget();
    const leaf = this.leaves.get(of) ?? this.newLeaf(of);
    this.leaf = leaf;
    this.leaves.set(of, leaf);
    leaf.room = m.of;
    leaf.stage = stage;
    this.watchSentences();
    this.reserve(0);
    setHidden(leaf.root, false);
    for (const sec of previous.sections.values()) if (!sec.root.hidden) this.reset(sec);
    if (previous.old || !previous.eqKey) {
      previous.root.remove();
      this.leaves.delete(previous.of);
    } else setHidden(previous.root, true);
  }
  /** Resets a section that is being hidden, and removes the maps that it has drawn on the graph. */
  reset(sec) {
    reset(sec);
    if (sec.kind === "maps") this.carry?.(null);
  }
  /** Returns a new leaf: equations and sections that were made so far, by their keys. */
  newLeaf(of) {
    const root = h("div", "ileaf"),
      eq = h("div", "eq", root);
    this.root.insertBefore(root, this.notes?.root ?? null);
    symbolTips(eq, () => meanings(this.m));
    return { of, root, eq, formula: h("div", "formula"), equations: new Map(), sections: new Map() };
  }
  /** Shows the equation of a model with its present values. An equation is made once in a leaf. */
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
  /** Returns the element of an equation: lines, values and the list of symbols. */
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
  /** Draws the code of a stage below its equation: a button, and the text. The part with the texts is fetched at the first click. */
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
  /** Scrolls to the top for another stage. A scroll costs a layout, so it is done only after the reader has scrolled. */
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
  /** Gives a long equation a smaller font, so that it is not cut. The width of a line at the first size is measured once, after the
   * browser's layout: an earlier measurement would force a layout. */
  fitEquation() {
    for (const e of this.formula.lines) {
      e.style.fontSize = SIZES[0] / 16 + "rem";
      if (this.room && WIDE.has(e.tex)) this.fitLine(e);
      else this.ruler.observe(e);
    }
  }
  /** Sets the font of a line. The parts of a line that is too long at the smallest size are set below each other. */
  fitLine(e) {
    const fits = SIZES.find((size) => WIDE.get(e.tex) * size <= SIZES[0] * this.room),
      rows = !fits && e.tex.includes("\\quad");
    if (rows !== e.rows) e.replaceChildren(...math(e.tex, true, rows).childNodes);
    e.rows = rows;
    e.style.minHeight = (rows ? 0 : TALL.get(e.tex)) + "px"; // so that a smaller font moves nothing below
    e.style.fontSize = (fits ?? (rows ? ROWS : SIZES.at(-1))) / 16 + "rem";
  }
  /** Stores the measured sizes of lines and sets their fonts. The observer calls it again when a hidden line is shown. */
  measured(list) {
    this.room = this.leaf.eq.clientWidth;
    if (!this.room) return; // hidden
    for (const { target: e } of list) if (e.isConnected && !TALL.has(e.tex)) TALL.set(e.tex, e.getBoundingClientRect().height);
    const lines = list.map((q) => q.target),
      overflow = (e) => (e.scrollWidth > this.room + 1 ? e.scrollWidth : 0);
    const width = (e) => Math.max(e.firstElementChild?.getBoundingClientRect().width ?? 0, overflow(e));
    for (const e of lines) if (e.isConnected && !WIDE.has(e.tex)) WIDE.set(e.tex, width(e));
    for (const e of lines) {
      this.ruler.unobserve(e);
      if (e.isConnected) this.fitLine(e);
    }
  }
  /** Returns the section of a figure, with the element that its renderer makes. */
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
  /** Draws a figure into its section: title, the words on its accuracies (of), numbers and picture, as far as they have changed. */
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
      sec.of ??= button(sec.root, "of", "", () => this.showOrigin(sec));
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
  /** Points at the origin of a figure's accuracies: its last note, or without a note the settings of the run. */
  showOrigin(sec) {
    const note = [...sec.root.querySelectorAll(".note")].findLast((e) => e.textContent && e.checkVisibility());
    if (!note) {
      document.querySelector('[data-testid="settings"]')?.click();
      return;
    }
    point(note);
  }
  /** Writes names and values into a list. Its elements are kept, and only changed texts are written. */
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
  /** Sets the maps of all edges for the block picture: of L and of L̂. A call without maps announces another graph. */
  setMaps(raw, hat) {
    if (!raw) {
      this.forget();
      this.leaves.delete(this.leaf.of);
      Object.assign(this.leaf, { of: null, old: true });
    }
    this.sheaf = { raw, hat };
    for (const sec of this.leaf.sections.values()) if (sec.blocks?.m && sec.data) sec.blocks.refresh();
  }
  /** Sets the features of all nodes for their picture. */
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
      else e.forgotten = true; // removed when the next equation is shown
    leaf.equations.clear();
    leaf.eqKey = null;
    for (const [id, sec] of leaf.sections)
      if (sec.root.hidden) {
        sec.root.remove();
        leaf.sections.delete(id);
      }
  }
  /** Draws a model anew after a change of size: widths, reserved heights and hidden leaves belong to the former size. */
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
