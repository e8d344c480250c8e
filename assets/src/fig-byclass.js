// The table of edges by the classes of their ends, for a reader who asks how edges between two classes differ from edges inside a class. A
// row is a pair of classes. Its button filters the list of edges beside the graph.
import { button, h, el, line, mark, num } from "./dom.js";
import { heat } from "./fig-matrix.js";
import { math } from "./math.js";

// Units of the pictures in the cells; a style sheet gives the pictures their size on the page:
const MAP_SIZE = 32, // largest side of a mean map, unless its entries would be smaller than MIN_CELL
  MIN_CELL = 3, // smallest side of an entry of a mean map
  BIN = 4, // width of a bin: ten bins fill the width 40 of a histogram
  HISTOGRAM = 12; // height of a histogram

/**
 * Draws the table of model m (edge.ByClass of web/view) into the section sec. In a row, edges is the number of its edges, and part is their
 * share, from 0 to 1, of all edges with two labelled ends. cells and bins have a text and a histogram for each column of heads. chosen
 * reports that the list beside the graph shows these edges. d is the stalk dimension, 0 without maps or with too many. If d is not 0, the
 * last column has the mean of R_ijᵀR_ji over the row's edges (map), where node i has the first class. map is empty before the maps are
 * computed. note explains the columns.
 */
export function byClassBox(sec, m, emit) {
  const box = sec.box,
    // The filter of the focused button, by which the button is found in the new table.
    focused = box.contains(document.activeElement) ? document.activeElement.dataset.filter : undefined;
  const table = h("table", "byc"),
    head = h("tr", "", h("thead", "", table)),
    body = h("tbody", "", table);
  drawHead(head, m);
  for (const r of m.rows) {
    const tr = h("tr", r.chosen ? "in" : "", body); // the class "in" marks the chosen row
    drawClasses(tr, r, emit);
    const count = h("td", "e", tr);
    h("i", "", count).style.width = 100 * r.part + "%"; // a bar under the number, in per cent of the cell
    h("span", "", count, String(r.edges));
    r.cells.forEach((text, k) => {
      histogram(h("td", "", tr, text), r.bins[k], m.heads[k]);
    });
    if (!m.d) continue;
    const cell = h("td", "m", tr);
    if (r.map.length) meanMap(cell, r.map, m);
  }
  box.replaceChildren(table);
  if (m.note) h("p", "note", box, m.note.replaceAll(" %", "\u00a0%")); // no line break before %
  if (focused !== undefined) [...box.querySelectorAll("button")].find((b) => b.dataset.filter === focused)?.focus({ preventScroll: true });
}

/** Draws the headings of the columns. tops has the largest value, as text, in each column of heads: the right end of its histograms. */
function drawHead(head, m) {
  // Appends a heading with the class cls, and returns the heading.
  const column = (cls, name) => {
    const th = h("th", cls, head, name);
    th.scope = "col";
    return th;
  };
  column("l", "Classes");
  column("e", "Edges");
  m.heads.forEach((name, k) => {
    column(name === "energy" ? "w" : "", name).title = `bars from 0 to ${m.tops[k]}`;
  });
  if (!m.d) return;
  const th = column("m", "");
  th.append(math("R_{ij}^⊤R_{ji}"));
  h("span", "sr", th, "mean map of an edge");
}

/**
 * Draws the first cell of row r: the marks (slots of the palette) and names of two classes on a button. The button filters the list of
 * edges by r.filter, or clears the filter if the row is chosen. A summary row, of all edges inside a class or between two classes, has one
 * name and no marks. same reports that both ends of each edge have the same class.
 */
function drawClasses(tr, r, emit) {
  const th = h("th", "l", tr),
    b = button(th, "", "", () => emit("table", { kind: "edges", text: r.chosen ? "" : r.filter })),
    s = el("svg", { viewBox: "0 0 40 14", "aria-hidden": "true" }, b);
  const name = r.names.join(" – ");
  th.scope = "row";
  line(s, 5, 7, 35, 7, r.same ? "se" : "de");
  r.slots.forEach((slot, k) => mark(s, slot, k ? 34 : 6, 7, 4.6));
  h("span", "", b, name);
  b.title = `${name}: ${r.chosen ? "show all edges" : "show these edges"} in the table`;
  b.dataset.filter = r.filter;
  b.setAttribute("aria-pressed", String(r.chosen));
}

/** Draws the numbers of edges in the bins of a quantity as a path of adjacent bars. The bar of a bin with edges is at least 1 unit high. */
function histogram(cell, bins, quantity) {
  const most = Math.max(...bins, 1),
    label = `edges by ${quantity}: ${bins.join(", ")}`,
    s = el("svg", { viewBox: `0 0 40 ${HISTOGRAM}`, class: "byh", role: "img", "aria-label": label }, cell);
  const bars = bins.map((n, k) => {
    const top = n ? Math.min(HISTOGRAM - 1, HISTOGRAM - (HISTOGRAM * n) / most) : HISTOGRAM;
    return `H${BIN * k}V${top}H${BIN * (k + 1)}V${HISTOGRAM}`;
  });
  el("path", { d: `M0 ${HISTOGRAM}` + bars.join("") }, s);
}

/** Draws the mean map of the edges of a row, d×d row by row. All rows share the colours: m.max is the largest absolute entry. */
function meanMap(cell, map, m) {
  const c = Math.max(MIN_CELL, Math.floor(MAP_SIZE / m.d)),
    side = m.d * c,
    label = `mean map: ${map.map(num).join(", ")}`,
    s = el("svg", { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": label }, cell);
  heat(s, map, m.d, 0, 0, c, { max: m.max || 1, name: "mean" });
}
