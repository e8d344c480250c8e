// The table of nodes or edges under the graph, in which the user filters and sorts. Only the visible rows and a few more have elements,
// which are reused during scrolling.
import { button, checkbox, h, glyph, fix, num } from "./dom.js";

const ROW = 25, // height of a row, in pixels at the normal size of text
  PIXELS_PER_REM = 16, // at the normal size of text
  TYPED = 300, // ms after the last key, after which the filter is sent
  FILTER_LENGTH = 400, // characters
  HEAD_ROWS = 3, // the header and the two rows of means, for the row numbers of screen readers
  ROWS_ABOVE = 2, // rows with elements above and below the visible rows
  ROWS_BELOW = 3;

/** Returns the height of a row in pixels of the page, which grows with the user's size of text. */
const rowHeight = () => ROW * globalThis.sheafscopePrefers.pixel();

const HELP =
  "Names of columns and numbers, compared by = != < <= > >=; a name alone holds where its value is not 0; " +
  "joined by and, or, not and ( ). A class goes by its number, from 0. For example: ";

/**
 * The island of the table (picture.TableModel of web/view). this.at is the row of the keyboard focus, from 0. pool has the elements of
 * rows, and columns the visible columns.
 */
export class TableIsland {
  constructor(emit) {
    this.emit = (kind, detail = {}) => emit("table", { kind, ...detail });
    const root = h("div", "tb");
    this.root = root;
    this.pool = [];
    this.at = 0;
    // The bar above the table: the choice of nodes or edges, the filter, and the buttons.
    const bar = h("div", "tbar", root),
      seg = h("span", "seg2", bar);
    this.kinds = ["nodes", "edges"].map((kind) =>
      button(seg, "#table-" + kind, kind === "nodes" ? "Nodes" : "Edges", () => this.emit("open", { name: kind })),
    );
    const input = h("input", "", bar);
    this.input = input;
    Object.assign(input, { type: "text", maxLength: FILTER_LENGTH, spellcheck: false, autocomplete: "off" });
    input.dataset.testid = "table-filter";
    input.setAttribute("aria-label", "Filter of the table");
    input.setAttribute("aria-describedby", "table-note");
    // The filter is sent when the user pauses, presses Enter or leaves the field.
    const sendFilter = () => {
      clearTimeout(this.typing);
      this.emit("filter", { text: input.value });
    };
    input.addEventListener("change", sendFilter);
    input.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(sendFilter, TYPED);
    });
    input.addEventListener("keydown", (e) => e.stopPropagation()); // no key of the page while the user types
    this.summary = h("span", "tsays", bar);
    h("span", "push", bar);
    button(bar, "btn#table-clear", "Clear", () => this.emit("filter", { text: "" }));
    const fold = h("details", "", bar);
    h("summary", "", fold, "Columns");
    this.boxes = h("div", "", fold);
    button(bar, "btn#table-csv", "CSV", () => this.emit("csv"));
    button(bar, "btn#table-close", "Close", () => this.emit("open", { name: "" }));
    this.note = h("p", "tnote", root);
    this.note.id = "table-note";
    // The grid: the header, the means of the filtered rows and of the other rows, and the scrolling body.
    const grid = h("div", "tgrid", root);
    this.grid = grid;
    grid.setAttribute("role", "grid");
    this.head = h("div", "trow thead", grid);
    this.head.setAttribute("role", "row");
    this.means = ["trow tmean in", "trow tmean"].map((cls) => {
      const row = h("div", cls, grid);
      row.setAttribute("role", "row");
      return row;
    });
    // The body with the rows. A scroll is followed by one fill in a frame, and a click selects the node or edge of its row.
    const body = h("div", "tbody", grid);
    this.body = body;
    body.setAttribute("role", "rowgroup");
    body.tabIndex = 0;
    body.setAttribute("aria-label", "Rows");
    this.space = h("div", "", body); // has the height of all rows, so that the scroll bar shows their number
    this.space.setAttribute("role", "presentation");
    body.addEventListener(
      "scroll",
      () => {
        this.frame ||= requestAnimationFrame(() => {
          this.frame = 0;
          this.fill();
        });
      },
      { passive: true },
    );
    body.addEventListener("click", (e) => {
      const row = e.target.closest(".trow");
      if (row) {
        this.at = row.k;
        this.pick(emit);
      }
    });
    // Keys move the focus among the rows, and Enter selects the node or edge of the focused row.
    body.addEventListener("keydown", (e) => {
      const page = Math.max(1, Math.floor(body.clientHeight / rowHeight()) - 1), // rows; one row of the last page stays visible
        step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -1e9, End: 1e9 }[e.key];
      if (e.key === "Enter") this.pick(emit);
      else if (step === undefined) return; // a key without a use here, which belongs to the page
      e.stopPropagation();
      e.preventDefault();
      if (!step) return; // Enter
      this.at = Math.max(0, Math.min(this.m.rows - 1, this.at + step));
      // The row is scrolled into sight before it gets the focus.
      const height = rowHeight(),
        y = this.at * height;
      if (y < body.scrollTop) body.scrollTop = y;
      else if (y + height > body.scrollTop + body.clientHeight) body.scrollTop = y + height - body.clientHeight;
      this.fill();
      this.pool.find((r) => !r.hidden && r.k === this.at)?.focus({ preventScroll: true });
    });
  }

  /** Selects on the page the node or edge of the row this.at, unless the table is empty. emit sends events of the page. */
  pick(emit) {
    if (this.m.rows) emit("pick", { kind: this.m.of === "nodes" ? "node" : "edge", index: this.m.order[this.at] });
  }

  /** Fits the table to another size of its box. A model that arrived while the table was hidden is drawn now. */
  resized(m) {
    if (this.m === m) this.fill();
    else this.draw(m);
  }

  /**
   * Draws a model; without a model the drawing stays. m.of is "nodes" or "edges", rows is the number of rows, and order has the
   * number of the node or edge of each row. current is the selected node or edge, −1 for none. text is the filter, and chosen the number of
   * rows that pass the filter: they come first. columns has all columns, also hidden ones, with the means of these rows (chosen) and of all
   * other rows (rest) as texts. values has the numbers column by column, in the order of nodes or edges. help is an example of a filter.
   * problem is the reason why a filter is wrong, "" for a correct filter. m.at is then the range of the wrong part: the index of its first
   * character, and the index after its last character.
   */
  draw(m) {
    if (!m) return;
    const sameKind = this.m?.of === m.of,
      sameRows = sameKind && this.m.text === m.text,
      { input, note, grid } = this,
      isNodes = m.of === "nodes";
    this.m = m;
    // The filter, its result, and the help or the problem of the filter, with the wrong part underlined.
    this.kinds.forEach((b, k) => b.setAttribute("aria-pressed", String(m.of === ["nodes", "edges"][k])));
    // A text that the user is typing stays, unless the table changes between nodes and edges.
    if (document.activeElement !== input || !sameKind) input.value = m.text;
    input.placeholder = m.help;
    input.setAttribute("aria-invalid", String(Boolean(m.problem)));
    this.summary.textContent = m.says;
    note.className = "tnote" + (m.problem ? " bad" : "");
    note.replaceChildren(m.problem || HELP + m.help);
    if (m.problem) {
      const letters = [...m.text],
        [start, end] = m.at;
      note.append(" ", letters.slice(0, start).join(""));
      h("u", "", note, letters.slice(start, end).join("") || "␣"); // an empty part is a missing word
      note.append(letters.slice(end).join(""));
    }
    // The visible columns, each with its index k among all columns.
    const columns = m.columns.map((c, k) => ({ ...c, k })).filter((c) => !c.hidden);
    this.columns = columns;
    grid.dataset.testid = isNodes ? "node-table" : "edge-table";
    grid.setAttribute("aria-label", isNodes ? "Nodes" : "Edges");
    grid.setAttribute("aria-rowcount", m.rows + HEAD_ROWS);
    grid.setAttribute("aria-colcount", columns.length);
    // After a change of the columns, the header, the boxes that hide columns, and the cells of the rows are made anew. The focus returns to
    // the control of the same column.
    const key = JSON.stringify(m.columns.map((c) => [c.key, c.hidden, c.sort]));
    if (this.columnsKey !== key) {
      const focus = this.root.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
      this.columnsKey = key;
      this.pool.forEach((r) => r.remove());
      this.pool = [];
      this.head.replaceChildren(
        ...columns.map((c) => {
          const header = h("span", alignment(c)),
            label = c.label + ({ ascending: " ↑", descending: " ↓" }[c.sort] ?? "");
          const b = button(header, "", label, () => this.emit("sort", { key: c.key }));
          header.setAttribute("role", "columnheader");
          header.setAttribute("aria-sort", c.sort);
          b.title = c.tip;
          b.dataset.key = c.key;
          return header;
        }),
      );
      this.boxes.replaceChildren(
        ...m.columns.map((c, k) => {
          const box = checkbox(null, "", c.label, () => this.emit("hide", { key: c.key }));
          box.checked = !c.hidden;
          box.disabled = k === 0; // the first column, the names of the rows, is always visible
          box.dataset.key = "hide-" + c.key;
          return box.parentElement;
        }),
      );
      if (focus) this.root.querySelector(`[data-key="${focus}"]`)?.focus();
    }
    // The means of the rows that pass the filter, and of the other rows.
    this.means.forEach((row, k) => {
      const others = k === 1,
        title = others ? `mean of ${m.rows - m.chosen} others` : `mean of ${m.chosen}`;
      const hasNoOthers = others && m.chosen === m.rows;
      row.hidden = !m.chosen || hasNoOthers;
      row.setAttribute("aria-rowindex", k + 2);
      row.replaceChildren(
        ...columns.map((c, column) => {
          const mean = others ? c.rest : c.chosen,
            cell = h("span", alignment(c), null, column ? mean : title);
          cell.setAttribute("role", "gridcell");
          return cell;
        }),
      );
    });
    this.means[0].dataset.testid = "table-means";
    this.head.setAttribute("aria-rowindex", 1);
    // The rows begin at the top, unless the kind and the filter are unchanged.
    this.space.style.height = (m.rows * ROW) / PIXELS_PER_REM + "rem";
    this.at = Math.min(this.at, Math.max(0, m.rows - 1));
    if (!sameRows) {
      this.body.scrollTop = 0;
      this.at = 0;
    }
    this.fill();
  }

  /**
   * Writes the visible rows, and a few rows above and below. The element of a row has the number of its row (k) and its cells (cells).
   * Numbers of rows count from 0; in ARIA they count from 1, with the rows of the head.
   */
  fill() {
    const m = this.m,
      { body } = this,
      height = rowHeight(),
      start = Math.max(0, Math.floor(body.scrollTop / height) - ROWS_ABOVE),
      end = Math.min(m.rows, start + Math.ceil(body.clientHeight / height) + ROWS_ABOVE + ROWS_BELOW);
    // More elements, if more rows are visible than before.
    while (this.pool.length < end - start) {
      const row = h("div", "trow", body);
      row.setAttribute("role", "row");
      row.tabIndex = -1;
      row.cells = this.columns.map((c) => {
        const cell = h("span", alignment(c), row);
        cell.setAttribute("role", "gridcell");
        return cell;
      });
      this.pool.push(row);
    }
    // The rows and their classes: "in" for a row that passes the filter, "cur" for the selected node or edge, and "at" for the row of the
    // keyboard focus.
    const hadFocus = this.pool.indexOf(document.activeElement) >= 0;
    this.pool.forEach((r, p) => {
      const k = start + p;
      r.hidden = k >= end;
      if (r.hidden) return;
      const i = m.order[k];
      r.k = k;
      r.className = "trow" + (k < m.chosen ? " in" : "") + (i === m.current ? " cur" : "") + (k === this.at ? " at" : "");
      r.style.top = (k * ROW) / PIXELS_PER_REM + "rem";
      r.setAttribute("aria-rowindex", k + HEAD_ROWS + 1);
      r.setAttribute("aria-selected", String(k < m.chosen));
      this.columns.forEach((c, n) => this.writeCell(r.cells[n], c, m.values[c.k * m.rows + i]));
    });
    // The elements of rows are reused, so the focused element can now show another row. The focus then moves to the element of the row
    // this.at or, if this row has no element, to the body.
    if (hadFocus && document.activeElement.k !== this.at)
      (this.pool.find((r) => !r.hidden && r.k === this.at) ?? body).focus({ preventScroll: true });
  }

  /**
   * Writes the value v of the column c into a cell, in the form of the column's kind. A "class" or "node" is a number from 0, a "flag" is 0
   * or 1, a "count" is a whole number, and "" is any number. NaN is an unknown value. m.names is empty if the nodes have no names.
   */
  writeCell(cell, c, v) {
    const m = this.m;
    if (Number.isNaN(v)) {
      cell.textContent = "–";
      return;
    }
    switch (c.kind) {
      case "class": {
        const group = m.classes[v];
        cell.replaceChildren(glyph(group?.slot ?? -1), group?.name ?? String(v));
        break;
      }
      case "node":
        cell.textContent = m.names[v] || String(v);
        break;
      case "flag":
        cell.textContent = v ? "yes" : "no";
        break;
      case "count":
        cell.textContent = String(v);
        break;
      default:
        cell.textContent = Math.abs(v) >= 0.01 || v === 0 ? fix(v, 2) : num(v);
    }
  }
}

/** Returns the class that aligns a column of names to the left. Numbers are aligned to the right. */
const alignment = (c) => (c.kind === "node" || c.kind === "class" ? "l" : "");
