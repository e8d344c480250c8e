// The tools for editing the graph by hand: the palette of classes, the sets, undo and redo. Forms replace each action of the mouse. The
// elements are kept between renders, so that a field keeps its focus. The drawing itself is in sketch-canvas.js.
import { button, h, glyph } from "./dom.js";
import "./sketch.css";

const SETS = ["none", "train", "val", "test"];
const NAME_LENGTH = 40; // letters of the name of a class

/** Reports whether an element takes text or a choice by keys, so that the keys of this file must not act there. */
function takesKeys(element) {
  if (!element) return false;
  const textField = element.tagName === "INPUT" && element.type !== "range" && element.type !== "checkbox";
  return textField || ["TEXTAREA", "SELECT"].includes(element.tagName) || element.isContentEditable;
}

/** Adds a button of the palette, with its test id and an optional title. */
const tool = (parent, text, id, act, title = "") => Object.assign(button(parent, "tool#" + id, text, act), { title });

/** Adds a labelled text field and returns the field. */
function field(parent, text, id, cls) {
  const label = h("label", "", parent);
  h("span", "", label, text);
  const input = h("input", cls, label);
  input.autocomplete = "off";
  input.dataset.testid = id;
  return input;
}

/** Shows an operation and the keys on the button b, whose name is Undo or Redo. Without an operation ("") the button is disabled. */
function showStep(b, name, operation, keys) {
  b.disabled = !operation;
  b.textContent = operation ? `${name}: ${operation}` : name;
  b.title = `${name} (${keys})`;
}

/** The island of the tools. Its model is picture.Sketch of web/view. emit sends events of the kind sketch, and graph returns the graph
 * island. */
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

  /** Builds the tools when the graph is edited for the first time. */
  build() {
    // The palette of classes, the buttons of the sets, and the note.
    const tools = h("div", "row", this.root);
    this.palette = h("div", "palette", tools);
    this.palette.setAttribute("role", "group");
    this.palette.setAttribute("aria-label", "Class of new and selected nodes");
    this.plus = tool(
      this.palette,
      "+ class",
      "edit-class-new",
      () => this.emit("name", { index: this.model.classes.length, name: this.unusedName(this.model) }),
      "Add a class",
    );
    this.plus.setAttribute("aria-label", "Add a class");
    // The sets have the numbers 0 (no set) to 3.
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
      b.classList.remove("tool"); // the parent ("sets") has a style for its buttons
    });
    this.note = h("p", "said#edit-note", tools);
    this.note.setAttribute("role", "status");
    // The buttons that delete, undo, redo, and end the editing.
    const actions = h("div", "ends", this.root);
    this.del = tool(actions, "Delete", "edit-delete", () => this.emit("delete"), "Delete the selection (Del)");
    this.undo = tool(actions, "Undo", "edit-undo", () => this.emit("undo"));
    this.redo = tool(actions, "Redo", "edit-redo", () => this.emit("redo"));
    tool(actions, "Done", "edit-done", () => {
      this.emit("off");
      document.querySelector('[data-testid="edit-toggle"]')?.focus();
    });
    // The forms of the actions without a mouse: a new node, a new edge between two named nodes, and the name of a class.
    const fold = h("details", "", this.root);
    h("summary", "", fold, "Without a mouse, and names");
    const form = h("div", "row forms", fold);
    tool(form, "Add a node", "edit-add", () => this.graph()?.sketch?.addFree());
    const join = h("form", "", form);
    this.from = field(join, "Edge from", "edit-from", "short");
    this.to = field(join, "to", "edit-to", "short");
    h("button", "tool#edit-join", join, "Join");
    join.addEventListener("submit", (e) => {
      e.preventDefault();
      const from = this.from.value.trim(),
        to = this.to.value.trim();
      if (from && to) this.emit("names", { name: from, value: to });
      this.from.focus();
    });
    const name = h("form", "", form);
    this.name = field(name, "Class is called", "edit-class-name");
    this.name.maxLength = NAME_LENGTH;
    h("button", "tool#edit-rename", name, "Rename");
    name.addEventListener("submit", (e) => {
      e.preventDefault();
      this.emit("name", { index: this.model.class, name: this.name.value });
    });
    h(
      "p",
      "hint",
      fold,
      "Nodes go by number or name. “Find a node” selects one; arrow keys on the graph walk to its neighbours. " +
        "Classes and sets above apply to the selection.",
    );
  }

  /**
   * Draws a model. m.on reports that the graph is edited; else the tools are hidden. classes are the classes, and class is the
   * index of the class of the next node, −1 without classes. chosen names the selected nodes or the selected edge, "" for no selection.
   * nodes reports that nodes are selected, and set is their common set, an index of SETS, or −2 if their sets differ. undo and redo name
   * the operations of the buttons, "" for none. note is the reason why the last action was refused.
   */
  draw(m) {
    this.model = m;
    this.graph()?.setSketch(m);
    this.root.hidden = !m.on;
    if (!m.on) return;
    if (!this.palette) this.build();
    this.drawClasses(m);
    [...this.sets.children].forEach((b, k) => {
      b.disabled = !m.nodes;
      b.setAttribute("aria-pressed", m.nodes && m.set === k);
    });
    this.del.disabled = !m.chosen;
    this.del.textContent = m.chosen ? `Delete ${m.chosen}` : "Delete";
    showStep(this.undo, "Undo", m.undo, "Ctrl+Z");
    showStep(this.redo, "Redo", m.redo, "Ctrl+Shift+Z");
    if (this.name !== document.activeElement) this.name.value = m.classes[m.class]?.name ?? "";
    // The note on a refused action, else the selection with a capital first letter.
    let note = m.note;
    if (!note) note = m.chosen ? `${m.chosen[0].toUpperCase()}${m.chosen.slice(1)} selected.` : "";
    if (this.note.textContent !== note) this.note.textContent = note; // a status that is written again is read out again
    this.note.classList.toggle("bad", !!m.note);
  }

  /** Draws a chip for each class. The chips keep their elements: a click is lost if its element is replaced between press and release. */
  drawClasses(m) {
    const chips = this.palette.children;
    // The last child of the palette is the button plus. The chips of removed classes are removed from the end.
    while (chips.length - 1 > m.classes.length) {
      const last = this.plus.previousSibling;
      if (last === document.activeElement) this.plus.focus(); // the focus stays in the palette
      last.remove();
    }
    m.classes.forEach((c, k) => {
      const b = chips[k] === this.plus ? this.addChip(k) : chips[k];
      b.setAttribute("aria-pressed", k === m.class);
      b.title = `${c.name}: ${c.count} nodes`;
      if (b.lastChild.textContent !== c.name) b.lastChild.textContent = c.name;
      if (b.dataset.slot === String(c.slot)) return;
      b.dataset.slot = c.slot;
      b.firstChild.replaceWith(glyph(c.slot));
    });
  }

  /** Adds a chip for class k behind the other chips and returns it. drawClasses then writes its name and replaces its glyph. */
  addChip(k) {
    const b = button(null, "chip#edit-class-" + k, undefined, () => this.emit("class", { index: k }));
    b.append(glyph(0), h("span"));
    this.plus.before(b);
    return b;
  }

  /** Returns a name that no class has: the first unused letter, or the word "class" with a number if all letters are used. */
  unusedName(m) {
    const used = new Set(m.classes.map((c) => c.name));
    for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") if (!used.has(letter)) return letter;
    for (let k = 1; ; k++) if (!used.has("class " + k)) return "class " + k;
  }

  /** Handles the keys of undo, redo and delete, unless another element has handled the key or takes it as text. */
  key(e) {
    if (!this.model?.on) return;
    if (e.defaultPrevented || takesKeys(e.target)) return;
    // Redo has two common keys: Z with Shift, and Y.
    const mod = e.ctrlKey || e.metaKey,
      k = globalThis.sheafscopePrefers.key(e).toLowerCase(),
      deletes = e.key === "Delete" || e.key === "Backspace";
    let kind = "";
    if (mod && k === "z") kind = e.shiftKey ? "redo" : "undo";
    else if (mod && k === "y") kind = "redo";
    else if (deletes && !mod) kind = this.model.chosen ? "delete" : "";
    if (!kind) return;
    e.preventDefault();
    this.emit(kind);
  }
}
