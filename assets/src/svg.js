// Pictures that the user saves as files: the graph with the places and colours of sigma's drawing, and copies of charts and other pictures
// of the page. A file has no style sheet, so computed styles become attributes.
import { DASH, el, mark, ringsOf } from "./dom.js";
import { token } from "./color.js";
import { FONT, heading, legend } from "./svg-legend.js";
import { SpectrumIsland } from "./spectrum.js";
import { boundBars } from "./bound.js";
import { trainingPicture } from "./svg-training.js";

const NS = "http://www.w3.org/2000/svg",
  HEAD = 32, // height of the heading, in pixels
  EDGE = 16; // margin of a picture, in pixels

/** Returns an empty svg of a size, in the colour of the page. */
function frame(width, height) {
  const svg = el("svg", { xmlns: NS, width, height, viewBox: `0 0 ${width} ${height}`, "font-family": FONT });
  el("rect", { width, height, fill: token("surface") }, svg);
  return svg;
}
/** Returns an svg as the text of a file. */
const text = (svg) => `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`;

/**
 * Returns the picture of the graph as {svg, width, height, total}, still without nodes and edges: the name is above an empty area, and the
 * legend below it. width and height are the size of the area in pixels of the page, and total is the height of the picture. m is the model
 * of the legend.
 */
function sheet(island, m) {
  const width = island.root.clientWidth,
    height = island.root.clientHeight,
    svg = frame(width, HEAD + height);
  heading(svg, EDGE, 21, island.topo.name, graphCaption(island.topo));
  const total = HEAD + height + 8 + legend(svg, m, EDGE, HEAD + height + 4, width - 2 * EDGE); // with 4 px above and below the legend
  // The picture and its background (the first child) get the height of heading, area and legend.
  for (const [k, v] of Object.entries({ height: total, viewBox: `0 0 ${width} ${total}` })) svg.setAttribute(k, v);
  svg.firstChild.setAttribute("height", total);
  return { svg, width, height, total };
}
/** Returns the caption of a graph with n nodes and m edges: its size, and the quantities that the colours show. */
export const graphCaption = ({ n, m }) =>
  `${n} nodes, ${m} ${m === 1 ? "edge" : "edges"}; nodes by ${nameOf("nodes-by")}, edges by ${nameOf("edges-by")}`;
/** Returns the text of the chosen entry of the menu with a test id, "" without such a menu. */
export const nameOf = (id) => document.querySelector(`[data-testid="${id}"]`)?.selectedOptions[0]?.text ?? "";

/** Returns the graph as on the screen, with name and legend, as the text of an SVG. Without a drawing it returns "". */
export function graphSVG(island, model) {
  if (!island.graph || !island.sigma) return "";
  const { svg } = sheet(island, model);
  drawing(island, el("g", { transform: `translate(0 ${HEAD})` }, svg), places(island));
  return text(svg);
}

const PAPER = [416, 236], // width and largest height of the drawing on paper, in pixels
  MARGIN = 14; // around the drawing on paper, in pixels

/** Returns the graph for paper as an svg element. The drawing is fitted to a column of text, so that its labels have the size of the text
 * beside it. */
export function paperSVG(island, model) {
  const spots = places(island),
    all = [...spots.values()],
    [width, most] = PAPER;
  // The extent of the drawing, and the factor by which it fits: at most 1.5.
  const extent = (c) => [Math.min(...all.map((p) => p[c] - p.r)), Math.max(...all.map((p) => p[c] + p.r))];
  const [x0, x1] = extent("x"),
    [y0, y1] = extent("y");
  const k = Math.min((width - 2 * MARGIN) / (x1 - x0 || 1), (most - 2 * MARGIN) / (y1 - y0 || 1), 1.5),
    height = k * (y1 - y0) + 2 * MARGIN;
  // Radii shrink less than distances, and never grow.
  for (const p of all) {
    p.x = (p.x - (x0 + x1) / 2) * k + width / 2;
    p.y = (p.y - y0) * k + MARGIN;
    p.r *= Math.min(1, Math.sqrt(k));
  }
  const svg = frame(width, height);
  drawing(island, el("g", {}, svg), spots);
  const total = height + legend(svg, model, 0, height, width);
  svg.setAttribute("height", total);
  svg.setAttribute("viewBox", `0 0 ${width} ${total}`);
  svg.firstChild.remove(); // the background, which paper does not need
  return svg;
}

const LEAST = [280, 190], // least width and height of a part of the graph, in pixels
  AROUND = 60; // room around its nodes, both sides together, in pixels

/**
 * Returns the part of the graph around the nodes with these numbers, as the text of an SVG, with a ring around each of them. Returns ""
 * without a drawing, or if one of the nodes is not drawn.
 */
export function aroundSVG(island, ids) {
  if (!island.graph || !island.sigma) return "";
  const spots = places(island),
    ringed = ids.map((i) => spots.get(String(i)));
  if (ringed.includes(undefined)) return "";
  const [[x0, x1], [y0, y1]] = ["x", "y"].map((c, k) => {
    const all = ringed.map((p) => p[c]),
      mid = (Math.min(...all) + Math.max(...all)) / 2,
      half = Math.max(LEAST[k], Math.max(...all) - Math.min(...all) + AROUND) / 2;
    return [mid - half, mid + half];
  });
  const svg = el("svg", {
    xmlns: NS,
    width: x1 - x0,
    height: y1 - y0,
    viewBox: [x0, y0, x1 - x0, y1 - y0].map((v) => v.toFixed(1)).join(" "),
    "font-family": FONT,
  });
  el("rect", { x: x0, y: y0, width: x1 - x0, height: y1 - y0, fill: token("surface") }, svg);
  drawing(island, el("g", {}, svg), spots, (p) => p.x > x0 && p.x < x1 && p.y > y0 && p.y < y1);
  for (const p of ringed) el("circle", { cx: p.x, cy: p.y, r: p.r + 6, fill: "none", stroke: token("accent"), "stroke-width": 2.5 }, svg);
  return text(svg);
}

/** Returns place, radius and colour of the visible nodes as a Map by their keys, in pixels from the upper left corner of the drawing. */
function places({ graph, sigma }) {
  const spots = new Map();
  graph.forEachNode((k, a) => {
    if (a.hidden) return;
    const d = sigma.getNodeDisplayData(k),
      p = sigma.framedGraphToViewport(d);
    spots.set(k, { x: p.x, y: p.y, r: sigma.scaleSize(d.size), color: d.color });
  });
  return spots;
}

/**
 * Draws edges, nodes, rings and labels into the element parent. spots is a result of places. The function inside reports whether a place is
 * in the picture: only nodes inside, and edges with an end inside, are drawn.
 */
function drawing(island, parent, spots, inside = () => true) {
  const { graph, sigma } = island,
    lines = el("g", { fill: "none" }, parent);
  graph.forEachEdge((k, a, i, j) => {
    const d = sigma.getEdgeDisplayData(k),
      p = spots.get(i),
      q = spots.get(j);
    if (d.hidden || !p || !q) return; // the edge or one of its ends is hidden
    if (!inside(p) && !inside(q)) return;
    // Draws a line from a point to the second end.
    const line = (x1, y1, stroke) =>
      el(
        "line",
        {
          x1: x1.toFixed(2),
          y1: y1.toFixed(2),
          x2: q.x.toFixed(2),
          y2: q.y.toFixed(2),
          stroke,
          "stroke-width": Math.max(0.5, sigma.scaleSize(d.size)).toFixed(2),
          ...(d.type === "dash" && { "stroke-dasharray": DASH.join(" ") }),
        },
        lines,
      );
    // An edge in two colours ("halves") is drawn whole in the first, then its second half in the second colour (far).
    line(p.x, p.y, d.color);
    if (d.type === "halves") line((p.x + q.x) / 2, (p.y + q.y) / 2, a.far);
  });
  // The nodes with their rings. A pie has its colours already.
  const nodes = el("g", { stroke: token("surface"), "stroke-width": 1 }, parent);
  graph.forEachNode((k, a) => {
    const p = spots.get(k);
    if (!p || !inside(p)) return;
    const isPie = a.type === "pie",
      node = isPie ? pie(nodes, island.topo.classes, a, p) : mark(nodes, a.slot ?? 0, p.x, p.y, p.r, "");
    if (!isPie) {
      node.removeAttribute("class");
      node.setAttribute("fill", p.color);
    }
    el("title", {}, node, String(a.label ?? k));
    for (const [r, width, stroke] of ringsOf(a.ring, p.r, token("ink")))
      el("circle", { cx: p.x, cy: p.y, r, fill: "none", stroke, "stroke-width": width }, nodes);
  });
  // The labels that sigma shows on the screen.
  for (const k of sigma.getNodeDisplayedLabels()) {
    const p = spots.get(k);
    if (!p || !inside(p)) continue;
    el(
      "text",
      {
        x: p.x,
        y: p.y - p.r - 7,
        "text-anchor": "middle",
        "font-size": 11,
        "font-weight": 600,
        fill: token("ink"),
        stroke: token("surface"),
        "stroke-width": 4,
        "stroke-linejoin": "round",
        "paint-order": "stroke",
      },
      parent,
      String(graph.getNodeAttribute(k, "label")),
    );
  }
}

/**
 * Draws a node as a pie into the element to, and returns its element. The attributes a have the class probabilities pv0, pv1 …, drawn
 * clockwise from the top. p has the place and the radius of the node.
 */
function pie(to, classes, a, p) {
  const g = el("g", {}, to),
    sum = classes.reduce((t, _, c) => t + (a["pv" + c] || 0), 0) || 1;
  let turn = 0; // finished share of the circle
  // Returns the point of the circle at a share t of the turn from the top.
  const rim = (t) => `${(p.x + p.r * Math.sin(2 * Math.PI * t)).toFixed(2)} ${(p.y - p.r * Math.cos(2 * Math.PI * t)).toFixed(2)}`;
  classes.forEach((q, c) => {
    const part = (a["pv" + c] || 0) / sum,
      fill = token("c-" + (q.slot % 8));
    // An arc of a whole circle would be empty, and a tiny share is not visible.
    if (part > 0.9995) el("circle", { cx: p.x, cy: p.y, r: p.r, fill }, g);
    else if (part > 5e-4)
      el(
        "path",
        { d: `M${p.x.toFixed(2)} ${p.y.toFixed(2)}L${rim(turn)}A${p.r} ${p.r} 0 ${part > 0.5 ? 1 : 0} 1 ${rim(turn + part)}Z`, fill },
        g,
      );
    turn += part;
  });
  return g;
}

/**
 * Returns a promise of a canvas with sigma's drawing, the name above and the legend below. The canvas has at least 2 × 2 pixels for a pixel
 * of the page. The promise is rejected if the browser cannot draw the svg of name and legend.
 */
export async function graphCanvas(island, model) {
  const { svg, width, total } = sheet(island, model),
    scale = Math.max(2, devicePixelRatio),
    c = document.createElement("canvas"),
    image = new Image();
  c.width = Math.round(width * scale);
  c.height = Math.round(total * scale);
  const address = URL.createObjectURL(new Blob([text(svg)], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  const ctx = c.getContext("2d");
  ctx.drawImage(image, 0, 0, c.width, c.height);
  island.paintOnto(ctx, scale, HEAD);
  return c;
}

/** Styles that a copy keeps as attributes. */
const KEEP = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "font-size",
  "font-style",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "visibility",
  "display",
  "paint-order",
  "stroke-linejoin",
];

/** Returns a copy of an element with its computed styles as attributes, without classes, data and handlers. */
export function styled(element) {
  const copy = element.cloneNode(false),
    css = getComputedStyle(element);
  for (const name of [...copy.getAttributeNames()]) if (/^(class$|style$|data-|on)/.test(name)) copy.removeAttribute(name);
  // A value "none" is the default of most properties, but not of fill and display.
  for (const property of KEEP) {
    const v = css.getPropertyValue(property),
      canBeNone = property === "fill" || property === "display";
    const isDefault = !v || v === "normal" || (v === "none" && !canBeNone);
    if (!isDefault) copy.setAttribute(property, v);
  }
  for (const child of element.childNodes) copy.append(child.nodeType === 1 ? styled(child) : child.cloneNode());
  return copy;
}

/** Returns a copy of the picture svg of the page below a heading with a name, as the text of an SVG. */
export function pictureSVG(svg, name) {
  const { width, height } = svg.getBoundingClientRect(),
    out = frame(width + 2 * EDGE, height + 40 + EDGE),
    pic = styled(svg);
  heading(out, EDGE, 24, name, "");
  for (const [key, v] of Object.entries({ x: EDGE, y: 40, width, height })) pic.setAttribute(key, v);
  out.append(pic);
  return text(out);
}

const CHART = [760, 244]; // width and height of a chart in a file

/**
 * Returns the charts of spectrum, training and bound below each other, each with its caption, as the text of an SVG. models has their
 * models; a chart without a model is left out, and without any chart the result is "". name is the heading. The charts are drawn anew in
 * the size CHART, since a small window leaves out parts of a chart.
 */
export function chartsSVG(models, name) {
  const [w, h] = CHART,
    parts = [];
  // The charts are drawn in the document, since only there styles can be computed, but outside the window.
  const shelf = document.createElement("div");
  Object.assign(shelf.style, { position: "absolute", left: "-9999px", width: w + "px", height: h + "px" });
  document.body.append(shelf);
  // Returns the text of an element, with one space between its parts.
  const words = (e) =>
    [...(e?.childNodes ?? [])]
      .map((n) => n.textContent.trim())
      .filter(Boolean)
      .join(" ");
  // Returns the title and the subtitle that a chart has on the page. No space stays before a part that begins with a comma.
  const caption = (cls) =>
    ["figcaption span", "figcaption small"].map((part) => words(document.querySelector(`.strip ${cls} ${part}`)).replaceAll(" ,", ","));
  // Adds a chart to parts: its title, its subtitle, and a copy with its styles. cls is the class of the chart on the page.
  const add = (cls, draw) => {
    const pic = el("svg", { width: w, height: h }, shelf);
    draw(pic);
    parts.push([...caption(cls), styled(pic)]);
    pic.remove();
  };
  try {
    if (models.spectrum) add(".c-spec", (pic) => new SpectrumIsland(() => {}, pic).draw(models.spectrum));
    if (models.training) add(".c-train", (pic) => trainingPicture(pic, models.training, w, h));
    if (models.bound) add(".c-bound", (pic) => boundBars(pic, models.bound, h));
  } finally {
    shelf.remove();
  }
  if (!parts.length) return "";
  const out = frame(w + 2 * EDGE, 40 + parts.length * (h + 44));
  heading(out, EDGE, 24, name, "");
  parts.forEach(([title, values, pic], k) => {
    const y = 40 + k * (h + 44);
    heading(out, EDGE, y + 16, title, values);
    for (const [key, v] of Object.entries({ x: EDGE, y: y + 28, width: w, height: h })) pic.setAttribute(key, v);
    out.append(pic);
  });
  return text(out);
}
