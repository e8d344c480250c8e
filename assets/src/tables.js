// The table of nodes or edges under the graph. Only the rows on the screen have elements, which are used again while it scrolls.
import { button, checkbox, h, glyph, fix, num } from "./dom.js";

const ROW = 25,
  TYPED = 300; // pixels of the design; ms after the last key
const high = () => ROW * globalThis.sheafscopePrefers.pixel();

const HELP =
  "Names of columns and numbers, compared by = != < <= > >=; a name alone holds where its value is not 0; " +
  "joined by and, or, not and ( ). A class goes by its number, from 0. For example: ";

export class TableIsland {
  constructor(emit) {
    this.emit = (kind, d = {}) => emit("table", { kind, ...d });
    const r = (this.root = h("div", "tb")),
      bar = h("div", "tbar", r);
    const seg = h("span", "seg2", bar);
    this.kinds = ["nodes", "edges"].map((of) => {
      return button(seg, "#table-" + of, of === "nodes" ? "Nodes" : "Edges", () => this.emit("open", { name: of }));
    });
    const f = (this.input = h("input", "", bar));
    f.type = "text";
    f.maxLength = 400;
    f.spellcheck = false;
    f.autocomplete = "off";
    f.dataset.testid = "table-filter";
    f.setAttribute("aria-label", "Filter of the table");
    f.setAttribute("aria-describedby", "table-note");
    const filter = () => {
      clearTimeout(this.typing);
      this.emit("filter", { text: f.value });
    };
    f.addEventListener("change", filter);
    f.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(filter, TYPED);
    });
    f.addEventListener("keydown", (e) => e.stopPropagation());
    this.says = h("span", "tsays", bar);
    h("span", "push", bar);
    button(bar, "btn#table-clear", "Clear", () => this.emit("filter", { text: "" }));
    this.more = h("details", "", bar);
    h("summary", "", this.more, "Columns");
    this.boxes = h("div", "", this.more);
    button(bar, "btn#table-csv", "CSV", () => this.emit("csv"));
    button(bar, "btn#table-close", "Close", () => this.emit("open", { name: "" }));
    this.note = h("p", "tnote", r);
    this.note.id = "table-note";
    const g = (this.grid = h("div", "tgrid", r));
    g.setAttribute("role", "grid");
    this.head = h("div", "trow thead", g);
    this.head.setAttribute("role", "row");
    this.means = [0, 1].map((rest) => {
      const m = h("div", "trow tmean" + (rest ? "" : " in"), g);
      m.setAttribute("role", "row");
      return m;
    });
    const b = (this.body = h("div", "tbody", g));
    b.setAttribute("role", "rowgroup");
    b.tabIndex = 0;
    b.setAttribute("aria-label", "Rows");
    this.space = h("div", "", b);
    this.space.setAttribute("role", "presentation");
    this.pool = [];
    this.at = 0;
    b.addEventListener(
      "scroll",
      () => {
        this.due ||= requestAnimationFrame(() => {
          this.due = 0;
          this.fill();
        });
      },
      { passive: true },
    );
    b.addEventListener("click", (e) => {
      const row = e.target.closest(".trow");
      if (row) {
        this.at = row.k;
        this.pick(emit);
      }
    });
    b.addEventListener("keydown", (e) => {
      const page = Math.max(1, Math.floor(b.clientHeight / high()) - 1),
        step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -1e9, End: 1e9 }[e.key];
      if (e.key === "Enter") this.pick(emit);
      else if (step === undefined) return;
      e.stopPropagation();
      e.preventDefault();
      if (!step) return;
      this.at = Math.max(0, Math.min(this.m.rows - 1, this.at + step));
      const one = high(),
        y = this.at * one;
      if (y < b.scrollTop) b.scrollTop = y;
      else if (y + one > b.scrollTop + b.clientHeight) b.scrollTop = y + one - b.clientHeight;
      this.fill();
      this.pool.find((r) => !r.hidden && r.k === this.at)?.focus({ preventScroll: true });
    });
  }
  pick(emit) {
    if (this.m.rows) emit("pick", { kind: this.m.of === "nodes" ? "node" : "edge", index: this.m.order[this.at] });
  }
  resized(m) {
    if (this.m === m) this.fill();
    else this.draw(m);
  } // one that came while it was hidden was not drawn
  draw(m) {
    if (!m) return;
    const again = this.m?.of === m.of,
      order = again && this.m.text === m.text;
    this.m = m;
    this.kinds.forEach((b, k) => b.setAttribute("aria-pressed", String(m.of === ["nodes", "edges"][k])));
    if (document.activeElement !== this.input || !again) this.input.value = m.text;
    this.input.placeholder = m.help;
    this.input.setAttribute("aria-invalid", String(Boolean(m.problem)));
    this.says.textContent = m.says;
    this.note.className = "tnote" + (m.problem ? " bad" : "");
    this.note.replaceChildren(m.problem || HELP + m.help);
    if (m.problem) {
      const t = [...m.text],
        [a, z] = m.at;
      this.note.append(" ", t.slice(0, a).join(""));
      h("u", "", this.note, t.slice(a, z).join("") || "␣");
      this.note.append(t.slice(z).join(""));
    }
    const cols = (this.cols = m.columns.map((c, k) => ({ ...c, k })).filter((c) => !c.hidden));
    this.grid.dataset.testid = m.of === "nodes" ? "node-table" : "edge-table";
    this.grid.setAttribute("aria-label", m.of === "nodes" ? "Nodes" : "Edges");
    this.grid.setAttribute("aria-rowcount", m.rows + 3);
    this.grid.setAttribute("aria-colcount", cols.length);
    const key = JSON.stringify(m.columns.map((c) => [c.key, c.hidden, c.sort]));
    if (this.key !== key) {
      const focus = this.root.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
      this.key = key;
      this.pool.forEach((r) => r.remove());
      this.pool = [];
      this.head.replaceChildren(
        ...cols.map((c) => {
          const e = h("span", left(c)),
            label = c.label + ({ ascending: " ↑", descending: " ↓" }[c.sort] ?? "");
          const b = button(e, "", label, () => this.emit("sort", { key: c.key }));
          e.setAttribute("role", "columnheader");
          e.setAttribute("aria-sort", c.sort);
          b.title = c.tip;
          b.dataset.key = c.key;
          return e;
        }),
      );
      this.boxes.replaceChildren(
        ...m.columns.map((c, k) => {
          const i = checkbox(null, "", c.label, () => this.emit("hide", { key: c.key }));
          i.checked = !c.hidden;
          i.disabled = k === 0;
          i.dataset.key = "hide-" + c.key;
          return i.parentElement;
        }),
      );
      if (focus) this.root.querySelector(`[data-key="${focus}"]`)?.focus();
    }
    this.means.forEach((row, rest) => {
      row.hidden = !m.chosen || (rest && m.chosen === m.rows);
      row.setAttribute("aria-rowindex", rest + 2);
      row.replaceChildren(
        ...cols.map((c, k) => {
          const e = h(
            "span",
            left(c),
            null,
            k ? (rest ? c.rest : c.chosen) : rest ? `mean of ${m.rows - m.chosen} others` : `mean of ${m.chosen}`,
          );
          e.setAttribute("role", "gridcell");
          return e;
        }),
      );
    });
    this.means[0].dataset.testid = "table-means";
    this.head.setAttribute("aria-rowindex", 1);
    this.space.style.height = (m.rows * ROW) / 16 + "rem";
    this.at = Math.min(this.at, Math.max(0, m.rows - 1));
    if (!order) {
      this.body.scrollTop = 0;
      this.at = 0;
    }
    this.fill();
  }
  /** Writes the rows on the screen. */
  fill() {
    const m = this.m,
      b = this.body,
      one = high(),
      from = Math.max(0, Math.floor(b.scrollTop / one) - 2),
      to = Math.min(m.rows, from + Math.ceil(b.clientHeight / one) + 5);
    while (this.pool.length < to - from) {
      const r = h("div", "trow", b);
      r.setAttribute("role", "row");
      r.tabIndex = -1;
      r.cells = this.cols.map((c) => {
        const e = h("span", left(c), r);
        e.setAttribute("role", "gridcell");
        return e;
      });
      this.pool.push(r);
    }
    const held = this.pool.indexOf(document.activeElement) >= 0;
    this.pool.forEach((r, p) => {
      const k = from + p;
      r.hidden = k >= to;
      if (r.hidden) return;
      const i = m.order[k];
      r.k = k;
      r.className = "trow" + (k < m.chosen ? " in" : "") + (i === m.current ? " cur" : "") + (k === this.at ? " at" : "");
      r.style.top = (k * ROW) / 16 + "rem";
      r.setAttribute("aria-rowindex", k + 4);
      r.setAttribute("aria-selected", String(k < m.chosen));
      this.cols.forEach((c, n) => this.cell(r.cells[n], c, m.values[c.k * m.rows + i]));
    });
    if (held && document.activeElement.k !== this.at)
      (this.pool.find((r) => !r.hidden && r.k === this.at) ?? b).focus({ preventScroll: true });
  }
  cell(e, c, v) {
    const m = this.m;
    if (Number.isNaN(v)) e.textContent = "–";
    else if (c.kind === "class") {
      const q = m.classes[v];
      e.replaceChildren(glyph(q?.slot ?? -1), q?.name ?? String(v));
    } else
      e.textContent =
        c.kind === "node"
          ? m.names[v] || String(v)
          : c.kind === "flag"
            ? v
              ? "yes"
              : "no"
            : c.kind === "count"
              ? String(v)
              : Math.abs(v) >= 0.01 || v === 0
                ? fix(v, 2)
                : num(v);
  }
}

const left = (c) => (c.kind === "node" || c.kind === "class" ? "l" : "");
