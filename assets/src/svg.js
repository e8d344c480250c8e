// Pictures as files: the graph from what sigma shows, the charts from their own
// elements with the styles written out, since a file has no style sheet.
import { DASH, el, mark, ringsOf } from "./dom.js";
import { token } from "./color.js";
import { FONT, heading, legend } from "./svg-legend.js";
import { SpectrumIsland } from "./spectrum.js";
import { boundBars } from "./bound.js";
import { trainingPicture } from "./svg-training.js";

const NS = "http://www.w3.org/2000/svg",
  HEAD = 32,
  EDGE = 16;

function frame(width, height) {
  const svg = el("svg", { xmlns: NS, width, height, viewBox: `0 0 ${width} ${height}`, "font-family": FONT });
  el("rect", { width, height, fill: token("surface") }, svg);
  return svg;
}
const text = (svg) => `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`;

/** A picture of the graph without its drawing: name above, legend below, and where the drawing goes. */
function sheet(island, m) {
  const width = island.root.clientWidth,
    height = island.root.clientHeight,
    svg = frame(width, HEAD + height);
  heading(svg, EDGE, 21, island.topo.name, graphCaption(island.topo));
  const total = HEAD + height + 8 + legend(svg, m, EDGE, HEAD + height + 4, width - 2 * EDGE);
  for (const [k, v] of Object.entries({ height: total, viewBox: `0 0 ${width} ${total}` })) svg.setAttribute(k, v);
  svg.firstChild.setAttribute("height", total);
  return { svg, width, height, total };
}
/** The size of a graph and what its colours show, in words. */
export const graphCaption = ({ n, m }) =>
  `${n} nodes, ${m} ${m === 1 ? "edge" : "edges"}; nodes by ${nameOf("nodes-by")}, edges by ${nameOf("edges-by")}`;
/** The chosen entry of a menu of the page, in words. */
export const nameOf = (id) => document.querySelector(`[data-testid="${id}"]`)?.selectedOptions[0]?.text ?? "";

/** The graph as it is on the screen, with its name and its legend. */
export function graphSVG(island, model) {
  if (!island.graph || !island.sigma) return "";
  const { svg } = sheet(island, model);
  drawing(island, el("g", { transform: `translate(0 ${HEAD})` }, svg), places(island));
  return text(svg);
}

const PAPER = [416, 236],
  ENDS = 14; // the room for a drawing on paper and that around it, in pixels

/** The graph for paper: all that is shown, fitted to a column, so that its words have the size of those beside it. */
export function paperSVG(island, model) {
  const at = places(island),
    all = [...at.values()],
    [width, most] = PAPER;
  const ends = (c) => [Math.min(...all.map((p) => p[c] - p.r)), Math.max(...all.map((p) => p[c] + p.r))];
  const [x0, x1] = ends("x"),
    [y0, y1] = ends("y");
  const k = Math.min((width - 2 * ENDS) / (x1 - x0 || 1), (most - 2 * ENDS) / (y1 - y0 || 1), 1.5),
    height = k * (y1 - y0) + 2 * ENDS;
  for (const p of all) {
    p.x = (p.x - (x0 + x1) / 2) * k + width / 2;
    p.y = (p.y - y0) * k + ENDS;
    p.r *= Math.min(1, Math.sqrt(k));
  }
  const svg = frame(width, height);
  drawing(island, el("g", {}, svg), at);
  const total = height + legend(svg, model, 0, height, width);
  svg.setAttribute("height", total);
  svg.setAttribute("viewBox", `0 0 ${width} ${total}`);
  svg.firstChild.remove(); // the paper is its ground
  return svg;
}

const ROOM = [280, 190]; // around what is cut out, in pixels

/** The part of the graph around some nodes, which are ringed; "" where they are not drawn. */
export function aroundSVG(island, ids) {
  if (!island.graph || !island.sigma) return "";
  const at = places(island),
    mine = ids.map((i) => at.get(String(i)));
  if (mine.includes(undefined)) return "";
  const [[x0, x1], [y0, y1]] = ["x", "y"].map((c, k) => {
    const all = mine.map((p) => p[c]),
      mid = (Math.min(...all) + Math.max(...all)) / 2,
      half = Math.max(ROOM[k], Math.max(...all) - Math.min(...all) + 60) / 2;
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
  drawing(island, el("g", {}, svg), at, (p) => p.x > x0 && p.x < x1 && p.y > y0 && p.y < y1);
  for (const p of mine) el("circle", { cx: p.x, cy: p.y, r: p.r + 6, fill: "none", stroke: token("accent"), "stroke-width": 2.5 }, svg);
  return text(svg);
}

/** Where the nodes that are drawn are, how large and in what colour. */
function places({ graph, sigma }) {
  const at = new Map();
  graph.forEachNode((k, a) => {
    if (a.hidden) return;
    const d = sigma.getNodeDisplayData(k),
      p = sigma.framedGraphToViewport(d);
    at.set(k, { x: p.x, y: p.y, r: sigma.scaleSize(d.size), color: d.color });
  });
  return at;
}

/** Draws the edges and nodes that lie inside. */
function drawing(island, all, at, inside = () => true) {
  const { graph, sigma } = island,
    lines = el("g", { fill: "none" }, all);
  graph.forEachEdge((k, a, i, j) => {
    const d = sigma.getEdgeDisplayData(k),
      p = at.get(i),
      q = at.get(j);
    if (d.hidden || !p || !q || (!inside(p) && !inside(q))) return;
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
    line(p.x, p.y, d.color);
    if (d.type === "halves") line((p.x + q.x) / 2, (p.y + q.y) / 2, a.far);
  });
  const nodes = el("g", { stroke: token("surface"), "stroke-width": 1 }, all);
  graph.forEachNode((k, a) => {
    const p = at.get(k);
    if (!p || !inside(p)) return;
    const m = a.type === "pie" ? pie(nodes, island.topo.classes, a, p) : mark(nodes, a.slot ?? 0, p.x, p.y, p.r, "");
    if (a.type !== "pie") {
      m.removeAttribute("class");
      m.setAttribute("fill", p.color);
    }
    el("title", {}, m, String(a.label ?? k));
    for (const [r, width, stroke] of ringsOf(a.ring, p.r, token("ink")))
      el("circle", { cx: p.x, cy: p.y, r, fill: "none", stroke, "stroke-width": width }, nodes);
  });
  for (const k of sigma.getNodeDisplayedLabels()) {
    const p = at.get(k);
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
      all,
      String(graph.getNodeAttribute(k, "label")),
    );
  }
}

/** The probabilities of a node as a pie. */
function pie(to, classes, a, p) {
  const g = el("g", {}, to),
    sum = classes.reduce((t, _, c) => t + (a["pv" + c] || 0), 0) || 1;
  let turn = 0;
  const on = (t) => `${(p.x + p.r * Math.sin(2 * Math.PI * t)).toFixed(2)} ${(p.y - p.r * Math.cos(2 * Math.PI * t)).toFixed(2)}`;
  classes.forEach((q, c) => {
    const part = (a["pv" + c] || 0) / sum,
      fill = token("c-" + (q.slot % 8));
    if (part > 0.9995) el("circle", { cx: p.x, cy: p.y, r: p.r, fill }, g);
    else if (part > 5e-4)
      el(
        "path",
        { d: `M${p.x.toFixed(2)} ${p.y.toFixed(2)}L${on(turn)}A${p.r} ${p.r} 0 ${part > 0.5 ? 1 : 0} 1 ${on(turn + part)}Z`, fill },
        g,
      );
    turn += part;
  });
  return g;
}

/** The same as a canvas, at twice the pixels of the screen's measure: the drawing by sigma itself, name and legend around it. */
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

// styled copies an element with its computed styles as attributes.
export function styled(from) {
  const to = from.cloneNode(false),
    css = getComputedStyle(from);
  for (const name of [...to.getAttributeNames()])
    if (name === "class" || name === "style" || name.startsWith("data-") || name.startsWith("on")) to.removeAttribute(name);
  for (const p of KEEP) {
    const v = css.getPropertyValue(p);
    if (v && v !== "normal" && v !== "none") to.setAttribute(p, v);
    else if (v === "none" && (p === "fill" || p === "display")) to.setAttribute(p, v);
  }
  for (const child of from.childNodes) to.append(child.nodeType === 1 ? styled(child) : child.cloneNode());
  return to;
}

/** A picture of the page as a file of its own, with a heading. */
export function pictureSVG(svg, name) {
  const { width, height } = svg.getBoundingClientRect(),
    out = frame(width + 2 * EDGE, height + 40 + EDGE),
    pic = styled(svg);
  heading(out, EDGE, 24, name, "");
  for (const [key, v] of Object.entries({ x: EDGE, y: 40, width, height })) pic.setAttribute(key, v);
  out.append(pic);
  return text(out);
}

const CHART = [760, 244];

/**
 * The three charts below each other, each with its legend and its values, at a measure of their own: drawn anew, so that nothing is left
 * out that the window has no room for.
 */
export function chartsSVG(models, name) {
  const [w, h] = CHART,
    parts = [];
  const shelf = document.createElement("div");
  Object.assign(shelf.style, { position: "absolute", left: "-9999px", width: w + "px", height: h + "px" });
  document.body.append(shelf);
  const words = (e) =>
    [...(e?.childNodes ?? [])]
      .map((n) => n.textContent.trim())
      .filter(Boolean)
      .join(" ");
  const caption = (cls) =>
    ["figcaption span", "figcaption small"].map((part) => words(document.querySelector(`.strip ${cls} ${part}`)).replaceAll(" ,", ","));
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
