// The table of edges by the classes of their ends, for the inspector. Two summary rows have all edges inside a class and all edges between
// two classes. Every other row is a pair of classes. The button of a row filters the list of edges beside the graph.
import { button, h, el, line, mark, num } from "./dom.js";
import { heat } from "./fig-matrix.js";
import { math } from "./math.js";

// Pixels:
const MAP_SIZE = 32, // largest side of a mean map
  MIN_CELL = 3, // smallest side of an entry of a mean map
  BIN = 4, // width of a bin of a histogram
  HISTOGRAM = 12; // height of a histogram

/**
 * Draws the table of model m (edge.ByClass of web/view) into the section sec. A row has the number of its edges (edges), and their share
 * (part), from 0 to 1, of the edges with two labelled ends. cells and bins have a text and a histogram for each column of heads. If the
 * dimension d is not 0, the last column has the mean map of the row's edges. map is empty before the maps are computed. chosen reports that
 * the row is the present filter.
 */
export function byClassBox(sec, m, emit) {
  const box = sec.box,
    // The table is drawn anew. The focused button, if there is one, is found again by its filter.
    focused = box.contains(document.activeElement) ? document.activeElement.dataset.filter : undefined;
  const table = h("table", "byc"),
    head = h("tr", "", h("thead", "", table)),
    body = h("tbody", "", table);
  drawHead(head, m);
  for (const r of m.rows) {
    const tr = h("tr", r.chosen ? "in" : "", body); // the class "in" marks the chosen row
    drawClasses(tr, r, emit);
    const count = h("td", "e", tr);
    h("i", "", count).style.width = 100 * r.part + "%"; // the width of a bar behind the number
    h("span", "", count, String(r.edges));
    r.cells.forEach((text, k) => {
      histogram(h("td", "", tr, text), r.bins[k], m.heads[k]);
    });
    if (!m.d) continue;
    const cell = h("td", "m", tr);
    if (r.map.length) meanMap(cell, r.map, m);
  }
  box.replaceChildren(table);
  if (m.note) h("p", "note", box, m.note.replaceAll(" %", "\u00a0%"));
  if (focused !== undefined) [...box.querySelectorAll("button")].find((b) => b.dataset.filter === focused)?.focus({ preventScroll: true });
}

/**
 * Draws the headings of the columns. tops has the text of the largest value in each column of heads, which is the right end of all
 * histograms of the column.
 */
function drawHead(head, m) {
  // Appends a heading of a column.
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
 * Draws the first cell of row r: a button with the marks and names of two classes. The button filters the list of edges by r.filter, or
 * clears the filter if the row is chosen. A summary row has one name and no marks. same reports that the edges join nodes of one class.
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

/**
 * Draws a histogram as one path of bars. bins has the number of edges in each bin of a quantity, from 0 to the largest value of its column.
 * The fullest bin has the whole height; a bin with an edge is at least 1 px high.
 */
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

/**
 * Draws the mean map of the edges of a row: d×d numbers, row by row. m.max is the largest absolute number of all rows, and has the darkest
 * colour.
 */
function meanMap(cell, map, m) {
  const c = Math.max(MIN_CELL, Math.floor(MAP_SIZE / m.d)),
    side = m.d * c,
    label = `mean map: ${map.map(num).join(", ")}`,
    s = el("svg", { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": label }, cell);
  heat(s, map, m.d, 0, 0, c, { max: m.max || 1, name: "mean" });
}
