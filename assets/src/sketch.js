// The tools for editing the graph by hand: palette of classes, sets, undo and
// redo, and everything that the mouse does as a form. The elements stay between
// renders, so that a field keeps its focus. Drawing itself is in sketch-canvas.js.
import { button, h, glyph } from "./dom.js";
import "./sketch.css";

const SETS = ["none", "train", "val", "test"];
const typing = (t) =>
  t &&
  ((t.tagName === "INPUT" && t.type !== "range" && t.type !== "checkbox") ||
    t.tagName === "TEXTAREA" ||
    t.tagName === "SELECT" ||
    t.isContentEditable);

const tool = (parent, text, id, does, title = "") => Object.assign(button(parent, "tool#" + id, text, does), { title });
function field(parent, text, id, width) {
  const label = h("label", "", parent);
  h("span", "", label, text);
  const i = h("input", width, label);
  i.autocomplete = "off";
  i.dataset.testid = id;
  return i;
}

/** A button names the operation that it takes back or does again, and its keys. */
function step(b, does, operation, keys) {
  b.disabled = !operation;
  b.textContent = operation ? `${does}: ${operation}` : does;
  b.title = `${does} (${keys})`;
}

export class SketchIsland {
  constructor(emit, graph) {
    this.emit = (kind, more) => emit("sketch", { kind, ...more });
    this.graph = graph;
    this.root = h("div", "sketch#edit-panel");
    this.root.hidden = true;
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", "Edit the graph");
    addEventListener("keydown", (e) => this.key(e));
  }

  build() {
    const tools = h("div", "row", this.root);
    this.palette = h("div", "palette", tools);
    this.palette.setAttribute("role", "group");
    this.palette.setAttribute("aria-label", "Class of new and selected nodes");
    this.plus = tool(
      this.palette,
      "+ class",
      "edit-class-new",
      () => this.emit("name", { index: this.model.classes.length, name: this.fresh(this.model) }),
      "Add a class",
    );
    this.plus.setAttribute("aria-label", "Add a class");
    this.sets = h("div", "sets", tools);
    this.sets.setAttribute("role", "group");
    this.sets.setAttribute("aria-label", "Set of the selected nodes");
    SETS.forEach((name, k) => {
      const b = tool(
        this.sets,
        name,
        "edit-set-" + name,
        () => this.emit("set", { index: k }),
        k ? `Make the selection ${name} nodes` : "Take the selection out of every set",
      );
      b.classList.remove("tool");
    });
    this.said = h("p", "said#edit-note", tools);
    this.said.setAttribute("role", "status");
    const acts = h("div", "ends", this.root);
    this.del = tool(acts, "Delete", "edit-delete", () => this.emit("delete"), "Delete the selection (Del)");
    this.undo = tool(acts, "Undo", "edit-undo", () => this.emit("undo"));
    this.redo = tool(acts, "Redo", "edit-redo", () => this.emit("redo"));
    tool(acts, "Done", "edit-done", () => {
      this.emit("off");
      document.querySelector('[data-testid="edit-toggle"]')?.focus();
    });

    this.more = h("details", "", this.root);
    h("summary", "", this.more, "Without a mouse, and names");
    const form = h("div", "row forms", this.more);
    tool(form, "Add a node", "edit-add", () => this.graph()?.sketch?.addFree());
    const join = h("form", "", form);
    this.from = field(join, "Edge from", "edit-from", "short");
    this.to = field(join, "to", "edit-to", "short");
    h("button", "tool#edit-join", join, "Join");
    join.addEventListener("submit", (e) => {
      e.preventDefault();
      if (this.from.value.trim() && this.to.value.trim()) this.emit("names", { name: this.from.value.trim(), value: this.to.value.trim() });
      this.from.focus();
    });
    const name = h("form", "", form);
    this.name = field(name, "Class is called", "edit-class-name");
    this.name.maxLength = 40;
    h("button", "tool#edit-rename", name, "Rename");
    name.addEventListener("submit", (e) => {
      e.preventDefault();
      this.emit("name", { index: this.model.class, name: this.name.value });
    });
    h(
      "p",
      "hint",
      this.more,
      "Nodes go by number or name. “Find a node” selects one; arrow keys on the graph walk to its neighbours. " +
        "Classes and sets above apply to the selection.",
    );
  }

  draw(m) {
    this.model = m;
    this.graph()?.setSketch(m);
    this.root.hidden = !m.on;
    if (!m.on) return;
    if (!this.palette) this.build();
    this.classes(m);
    [...this.sets.children].forEach((b, k) => {
      b.disabled = !m.nodes;
      b.setAttribute("aria-pressed", m.nodes && m.set === k);
    });
    this.del.disabled = !m.chosen;
    this.del.textContent = m.chosen ? `Delete ${m.chosen}` : "Delete";
    step(this.undo, "Undo", m.undo, "Ctrl+Z");
    step(this.redo, "Redo", m.redo, "Ctrl+Shift+Z");
    if (this.name !== document.activeElement) this.name.value = m.classes[m.class]?.name ?? "";
    const said = m.note || (m.chosen ? `${m.chosen[0].toUpperCase()}${m.chosen.slice(1)} selected.` : "");
    if (this.said.textContent !== said) this.said.textContent = said;
    this.said.classList.toggle("bad", !!m.note);
  }

  /** The chips stay while nodes are drawn: a click on one that went between press and release would be lost. */
  classes(m) {
    const chips = this.palette.children;
    while (chips.length - 1 > m.classes.length) {
      const last = this.plus.previousSibling;
      if (last === document.activeElement) this.plus.focus();
      last.remove();
    }
    m.classes.forEach((c, k) => {
      const b = chips[k] === this.plus ? this.chip(k) : chips[k];
      b.setAttribute("aria-pressed", k === m.class);
      b.title = `${c.name}: ${c.count} nodes`;
      if (b.lastChild.textContent !== c.name) b.lastChild.textContent = c.name;
      if (b.dataset.slot === String(c.slot)) return;
      b.dataset.slot = c.slot;
      b.firstChild.replaceWith(glyph(c.slot));
    });
  }

  /** A new chip behind the others. */
  chip(k) {
    const b = button(null, "chip#edit-class-" + k, undefined, () => this.emit("class", { index: k }));
    b.append(glyph(0), h("span"));
    this.plus.before(b);
    return b;
  }

  /** A name that no class has: the next letter, else a number. */
  fresh(m) {
    const used = new Set(m.classes.map((c) => c.name));
    for (const l of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") if (!used.has(l)) return l;
    for (let k = 1; ; k++) if (!used.has("class " + k)) return "class " + k;
  }

  key(e) {
    if (!this.model?.on || e.defaultPrevented || typing(e.target)) return;
    const mod = e.ctrlKey || e.metaKey,
      k = globalThis.sheafscopePrefers.key(e).toLowerCase();
    let kind = "";
    if (mod && k === "z") kind = e.shiftKey ? "redo" : "undo";
    else if (mod && k === "y") kind = "redo";
    else if (!mod && (e.key === "Delete" || e.key === "Backspace") && this.model.chosen) kind = "delete";
    if (!kind) return;
    e.preventDefault();
    this.emit(kind);
  }
}
