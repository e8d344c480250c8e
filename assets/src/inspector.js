// The inspector's body: an equation with its present values, then one section for each figure, in the order of the page's model (view.Body
// of web/view). Each list of figures has a leaf: an element that is kept while another leaf is shown. Scrolling, focus and open details
// therefore survive a step. A leaf that was shown before needs only new values.
import { alike, button, h, forgetSize } from "./dom.js";
import { math } from "./math.js";
import { draw } from "./frame.js";
import { RENDERERS } from "./figures.js";
import { part } from "./part.js";
import { stop } from "./motion.js";
import { copyText, save } from "./save.js";
import { meanings, symbolList, symbolTips } from "./symbols.js";

/** Appends mixed text to an element: a part or a list of parts, each a text or {m: "λ_2"} for mathematics. */
function inline(parent, parts) {
  for (const p of [].concat(parts)) parent.append(typeof p === "string" ? p : math(p.m));
}

/** Attributes by which tests and styles find an element, each with the name that it has while the element is hidden. */
const NAMES = [
  ["data-testid", "data-kept"],
  ["data-section", "data-kept-section"],
];
/** Hides or shows a kept element. A hidden element keeps its layout (see stages.css), but not the attributes in NAMES: e.named has
 * one list for each attribute: the elements inside that had the attribute when e was hidden. */
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
/** Resets a section that is being hidden or removed, so that it is drawn anew when it is shown. The first new drawing has no animation
 * (changedAt, carried). A plain figure depends on its data alone, and keeps its drawing. */
function reset(sec) {
  stop(sec.svg);
  if (sec.svg) sec.svg.changedAt = sec.svg.carried = undefined;
  if (!sec.renderer.plain) sec.data = null;
}

const POINTED = 2400; // ms for which a mark stays

/** Scrolls an element into sight, and marks the element for the time POINTED. */
export function point(e) {
  e.scrollIntoView({ block: "nearest" });
  e.classList.add("pointed");
  setTimeout(() => e.classList.remove("pointed"), POINTED);
}

const MOST_EQUATIONS = 30; // equations in a leaf, after which hidden parts are removed (forget)
const MOST_LEAVES = 16; // leaves after which hidden leaves are removed: ten stages, some with and without results, and two panels
const SIZES = [15, 14, 13, 12, 11], // font sizes of an equation in px; the first that fits is used
  ROWS = 13; // font size in px of an equation whose parts are below each other
const lineWidths = new Map(),
  lineHeights = new Map(); // width and height in px of a line of an equation at the first font size, by the TeX of the line

/** The ids of the figures that show only their heading until the reader opens them. */
const FOLDED = ["depth", "heat"];

/**
 * The island of the inspector. leaf is the shown leaf, and leaves has all leaves by their keys: panel or stage, equation, and list of
 * figures. A leaf has the fields of newLeaf. Its field stage is its panel or stage with the equation. Its field room is the panel or stage
 * alone, by which the height of its sentences is reserved. formula is the element of the shown equation.
 */
export class InspectorIsland {
  /** lit(edge, node) lights an edge or a node in the graph. carry draws the animation of maps on the graph, or removes it for null. */
  constructor(emit, lit, carry) {
    this.emit = emit;
    this.lit = lit;
    this.carry = carry;
    this.root = h("div", "ibody");
    this.leaves = new Map();
    this.longest = new Map(); // height in px of the longest sentences so far, by panel or stage
    this.widths = new Map(); // widths of pictures in px, each shared by all pictures of one kind of box (alike)
    this.ruler = new ResizeObserver((list) => this.measured(list));
    this.saysHeight = new ResizeObserver(([{ borderBoxSize }]) => this.reserve(borderBoxSize[0].blockSize));
    this.leaf = this.newLeaf(null);
    // A click on an item of a picture, or Enter or space on an item with the focus, is its choice.
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
  /** Reports the choice of a cell, edge, layer or node of a picture to the page. t is the element with its number, or null for no choice.
   * The attribute of a cell is the name of its event, and a and b are the classes of its row and column. */
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
  /**
   * Draws a model: its leaf, equation, code and figures. Without a model the drawing stays. Figures of former models are hidden, and
   * removed in panels without an equation.
   */
  draw(m) {
    if (!m) return;
    this.m = m;
    this.showLeaf(m);
    if (!m.eq) this.forget(); // the panels of the selection, the claims and the results have no equation
    this.drawEquation(m);
    // The sections of the figures. A figure of another kind with the same id gets a new section.
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
    // The sections of former figures.
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
    let prev = this.leaf.code ?? this.leaf.eq; // the element above the next section
    const nextShown = (e) => {
      do e = e.nextSibling;
      while (e?.hidden);
      return e;
    };
    order.forEach((sec, k) => {
      setHidden(sec.root, false);
      if (nextShown(prev) !== sec.root) prev.after(sec.root);
      prev = sec.root;
      // A new or reset section is drawn at once, a changed section in a job of a frame.
      if (!sec.data) this.fill(sec, figures[k]);
      else draw(sec, () => this.fill(sec, figures[k]));
    });
  }
  /** Draws the reader's notes, the figure f, below the leaf; without f they are hidden. The first call has f. The element of the notes is
   * kept, so that typed text survives another leaf. */
  drawNotes(f) {
    if (!this.notes) this.root.append((this.notes = this.section(f)).root);
    setHidden(this.notes.root, !f);
    if (f) this.fill(this.notes, f);
  }
  /**
   * Observes the height of the sentences above the body (says, an element of the panel). Called after each render of the panels. A render
   * can replace the element, and shows new sentences a frame before their leaf. data-room of the sentences and leaf.room are the panel or
   * stage to which each belongs.
   */
  watchSentences() {
    const says = document.querySelector(".insp .says"),
      rooms = `${says?.dataset.room} ${this.leaf.room}`,
      sameElement = this.says === says;
    if (sameElement && says?.parentElement.dataset.of !== this.leaf.room) this.reserve(0); // a render removed the reserved height
    const watchedAlready = sameElement && this.watched === rooms;
    if (!says || watchedAlready) return;
    this.watched = rooms;
    this.saysHeight.disconnect();
    this.saysHeight.observe((this.says = says));
  }
  /**
   * Reserves room for sentences with a height in px, 0 if the height is unknown. The reserved height is the larger of two heights: the
   * height in the style sheet, and the height of the longest sentences so far in this panel or stage. Sentences of another panel or stage
   * do not count. A rem is 16 px.
   */
  reserve(height) {
    const { leaf, says } = this,
      view = says?.parentElement;
    if (!view) return; // no sentences, or removed by a render
    const isLongest = height > (this.longest.get(leaf.room) ?? 0) && says.dataset.room === leaf.room;
    if (isLongest) this.longest.set(leaf.room, height);
    view.dataset.of = leaf.room;
    view.style.setProperty("--says", `max(${(this.longest.get(leaf.room) ?? 0) / 16}rem, var(--says-h) + var(--says-more))`);
  }
  /**
   * Reports whether an element of a leaf has the focus, or the panel is scrolled. The leaf then stays while figures come and go.
   */
  isUsed(leaf) {
    return leaf.root.contains(document.activeElement) || this.root.closest(".view")?.scrollTop > 0;
  }
  /**
   * Shows the leaf of a model. A figure that comes or goes would move the other figures, so another list of figures has another leaf. If
   * the stage stays and the leaf is used, the leaf stays as well.
   */
  showLeaf(m) {
    const figures = (m.figures || []).filter((f) => f.kind !== "notes").map((f) => f.id);
    const stage = `${m.of} ${m.eq}`,
      leafKey = `${stage} ${figures}`,
      previous = this.leaf;
    if (previous.leafKey === leafKey) return;
    if (previous.stage === stage && this.isUsed(previous)) return;
    if (this.leaves.size > MOST_LEAVES) this.forget();
    const leaf = this.leaves.get(leafKey) ?? this.newLeaf(leafKey);
    this.leaf = leaf;
    this.leaves.set(leafKey, leaf);
    leaf.room = m.of;
    leaf.stage = stage;
    this.watchSentences();
    this.reserve(0);
    setHidden(leaf.root, false);
    // A leaf of a former graph (old), and a leaf without an equation, are not kept.
    for (const sec of previous.sections.values()) if (!sec.root.hidden) this.reset(sec);
    if (previous.old || !previous.eqKey) {
      previous.root.remove();
      this.leaves.delete(previous.leafKey);
    } else setHidden(previous.root, true);
  }
  /** Resets a section that is being hidden, and removes the maps that it has drawn on the graph. */
  reset(sec) {
    reset(sec);
    if (sec.kind === "maps") this.carry?.(null);
  }
  /**
   * Adds a new leaf to the body, and returns it. leafKey is its key in leaves. It is null for the first leaf and for a leaf of a former
   * graph (old), which are not in leaves. root and eq are its elements, formula is its shown equation. equations has all its equations by
   * their keys, sections all its sections by the ids of their figures.
   */
  newLeaf(leafKey) {
    const root = h("div", "ileaf"),
      eq = h("div", "eq", root);
    this.root.insertBefore(root, this.notes?.root ?? null);
    symbolTips(eq, () => meanings(this.m));
    return { leafKey, root, eq, formula: h("div", "formula"), equations: new Map(), sections: new Map() };
  }
  /** Shows the equation of a model with its present values, or hides it if the model has no equation. Each equation of a leaf is made once,
   * and kept until forget. */
  drawEquation(m) {
    const { leaf } = this;
    leaf.eq.hidden = !m.eq;
    if (!m.eq) return;
    const key = JSON.stringify([m.lines, m.symbols, (m.vals || []).map((v) => [v.k, v.t])]); // everything but the present values
    // seen is the name of the last shown equation. Another equation begins at the top of the panel.
    if (this.seen !== undefined && this.seen !== m.eq) this.toTop();
    this.seen = m.eq;
    // The leaf shows the equation. Its list of symbols is open if the list of the last shown equation (this.formula) is open, which may be
    // an equation of another leaf.
    if (leaf.eqKey !== key) {
      leaf.eqKey = key;
      if (leaf.equations.size > MOST_EQUATIONS) this.forget();
      const opened = this.formula?.list?.open,
        next = leaf.equations.get(key) ?? this.equation(m);
      leaf.equations.set(key, next);
      if (leaf.formula.forgotten) leaf.formula.remove();
      else leaf.formula.hidden = true;
      leaf.formula = next;
      next.hidden = false;
      if (next.list) next.list.open = Boolean(opened);
    } else if (this.formula !== leaf.formula && leaf.formula.list) leaf.formula.list.open = Boolean(this.formula?.list?.open);
    if (this.formula !== leaf.formula) {
      this.formula = leaf.formula;
      this.fitEquation();
    }
    // The present values.
    (m.vals || []).forEach((v, i) => {
      const e = this.formula.values[i];
      if (e.textContent !== v.v) e.textContent = v.v;
    });
  }
  /**
   * Returns the element of an equation, with the fields lines, values (the elements of the texts v) and list (of the symbols, or null). In
   * the model, a value has its symbol k, its text v and its tooltip t.
   */
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
  /**
   * Draws the code of a stage below its equation: a button, and the text if codeOpen is true. code is the name of the program,
   * missing for a stage without a program. The script with the texts is fetched when the text is first shown.
   */
  drawCode(m) {
    const { leaf } = this;
    if (!m.code && !leaf.code) return;
    if (!leaf.code) {
      leaf.code = h("div", "beside");
      // The event has the index 1 to open the code, 0 to close it.
      leaf.coded = button(leaf.code, "act#stage-code", "Code", () => this.emit("figure", { name: "code", index: this.m.codeOpen ? 0 : 1 }));
      leaf.coded.title = "The lines of NumPy that compute these numbers from the trace of the run";
      leaf.codeBox = h("div", "codebox", leaf.code);
      leaf.eq.after(leaf.code);
    }
    leaf.code.hidden = !m.code;
    leaf.codeBox.hidden = !m.codeOpen;
    leaf.coded.setAttribute("aria-expanded", String(Boolean(m.codeOpen)));
    // The text: codeFile is the program that was written last, or will be written when the script with the texts arrives.
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
  /**
   * Scrolls to the top for another stage. A scroll costs a layout, so it is done only after the reader has scrolled, or in a new element of
   * the panel (view).
   */
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
  /** Gives the long lines of the equation a smaller font, so that they are not cut. The width of a line at the first size is measured once,
   * after the browser's layout (measured): an earlier measurement would force a layout. leafWidth is in px, 0 or undefined if unknown. */
  fitEquation() {
    for (const e of this.formula.lines) {
      e.style.fontSize = SIZES[0] / 16 + "rem";
      if (this.leafWidth && lineWidths.has(e.tex)) this.fitLine(e);
      else this.ruler.observe(e);
    }
  }
  /**
   * Sets the font of a line: the largest size that fits. The parts of a line that is too long at the smallest size are set below each
   * other, if the line has parts (\quad).
   */
  fitLine(e) {
    const fits = SIZES.find((size) => lineWidths.get(e.tex) * size <= SIZES[0] * this.leafWidth),
      rows = !fits && e.tex.includes("\\quad");
    if (rows !== e.rows) e.replaceChildren(...math(e.tex, true, rows).childNodes);
    e.rows = rows;
    e.style.minHeight = (rows ? 0 : lineHeights.get(e.tex)) + "px"; // so that a smaller font moves nothing below
    const smallest = rows ? ROWS : SIZES.at(-1);
    e.style.fontSize = (fits ?? smallest) / 16 + "rem";
  }
  /** Measures the lines in list, the entries of a ResizeObserver, and sets their fonts. The lines have the first font size. The observer
   * calls measured again when a hidden line is shown. All reads come before the first write, so that the layout is computed once. */
  measured(list) {
    this.leafWidth = this.leaf.eq.clientWidth;
    if (!this.leafWidth) return; // hidden: the lines stay observed
    for (const { target: e } of list)
      if (e.isConnected && !lineHeights.has(e.tex)) lineHeights.set(e.tex, e.getBoundingClientRect().height);
    // The width of a line is the width of its formula, or of all its content if a part of the content is cut off.
    const lines = list.map((q) => q.target),
      overflow = (e) => (e.scrollWidth > this.leafWidth + 1 ? e.scrollWidth : 0); // 1 px for rounding
    const width = (e) => Math.max(e.firstElementChild?.getBoundingClientRect().width ?? 0, overflow(e));
    for (const e of lines) if (e.isConnected && !lineWidths.has(e.tex)) lineWidths.set(e.tex, width(e));
    for (const e of lines) {
      this.ruler.unobserve(e);
      if (e.isConnected) this.fitLine(e);
    }
  }
  /** Returns a new section for a figure, with the element that its renderer makes. On a page with a single figure no section is folded. */
  section(f) {
    const folded = FOLDED.includes(f.id) && !document.documentElement.classList.contains("figure");
    const root = h(folded ? "details" : "section", "isec"),
      sec = { kind: f.kind, root, renderer: RENDERERS[f.kind] };
    root.dataset.section = f.id;
    sec.h2 = h("h2", "", folded ? h("summary", "", root) : root);
    const element = sec.renderer.make(sec, f, this.emit, this);
    if (f.testid) element.dataset.testid = f.testid;
    if (sec.blocks) alike(sec.blocks.svg, this.widths, "blocks");
    return sec;
  }
  /** Draws the changed parts of a figure into its section: title, numbers and picture. f.of names the runs or nodes on which the accuracies
   * of the figure were measured; it becomes a button below the title. */
  fill(sec, f) {
    const title = JSON.stringify([f.title, f.sub]);
    if (sec.title !== title) {
      // The title, and the text sub behind it.
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
      const head = sec.h2.closest("summary") ?? sec.h2;
      if (head.nextSibling !== sec.of) head.after(sec.of);
    }
    // The numbers and the picture.
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
  /** Shows where a figure's accuracies come from: points at its last visible note, or without a note opens the settings of the run. */
  showOrigin(sec) {
    const note = [...sec.root.querySelectorAll(".note")].findLast((e) => e.textContent && e.checkVisibility());
    if (!note) {
      document.querySelector('[data-testid="settings"]')?.click();
      return;
    }
    point(note);
  }
  /** Writes the pairs [name, value] in rows into the list dl; a name can have formulas (see inline). The elements of dl are kept. An
   * unchanged text is not written; a name with formulas is written in each call. */
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
  /** Sets the maps of all edges for the block picture: raw of the Laplacian L, hat of the normalized Laplacian L̂. A call with null
   * announces another graph. */
  setMaps(raw, hat) {
    if (!raw) {
      // The hidden leaves are removed now. The shown leaf stays until another leaf is shown (old).
      this.forget();
      this.leaves.delete(this.leaf.leafKey);
      Object.assign(this.leaf, { leafKey: null, old: true });
    }
    this.sheaf = { raw, hat };
    // A block picture that was drawn gets the new maps. Another block picture reads them when it is drawn.
    for (const sec of this.leaf.sections.values()) if (sec.blocks?.m && sec.data) sec.blocks.refresh();
  }
  /** Sets the features f of all nodes (see fig-features.js), and draws them in the shown leaf. */
  setFeatures(f) {
    this.features = f;
    for (const sec of this.leaf.sections.values()) {
      if (sec.kind === "features" && sec.data) sec.renderer.draw(sec, sec.m, this.emit, this);
    }
  }
  /** Removes all hidden leaves, and the hidden equations and sections of the shown leaf. Its shown equation stays until the next drawing,
   * which makes the equation anew. */
  forget() {
    const { leaf } = this;
    for (const [leafKey, hiddenLeaf] of this.leaves)
      if (hiddenLeaf !== leaf) {
        hiddenLeaf.root.remove();
        this.leaves.delete(leafKey);
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
    this.leafWidth = 0;
    this.forget();
    for (const sec of this.leaf.sections.values()) {
      sec.data = null;
      for (const e of [sec.svg, sec.box, sec.blocks?.svg]) if (e) forgetSize(e);
    }
    this.draw(m);
  }
}
