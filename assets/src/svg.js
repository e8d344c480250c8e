// Pictures as SVG files: the graph from what sigma shows, the charts from their
// own elements with the styles written out, since a file has no style sheet.
import { el, mark } from "./dom.js";
import { token } from "./color.js";

const NS = "http://www.w3.org/2000/svg";

function frame(width, height) {
  const svg = el("svg", { xmlns: NS, width, height, viewBox: `0 0 ${width} ${height}`, "font-family": "system-ui, sans-serif" });
  el("rect", { width, height, fill: token("surface") }, svg);
  return svg;
}
const text = (svg) => `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`;

/** The graph as it is on the screen. */
export function graphSVG(island) {
  const { graph, sigma, root } = island;
  if (!graph || !sigma) return "";
  const svg = frame(root.clientWidth, root.clientHeight), at = new Map();
  graph.forEachNode((k) => {
    const d = sigma.getNodeDisplayData(k), p = sigma.framedGraphToViewport(d);
    at.set(k, { x: p.x, y: p.y, r: sigma.scaleSize(d.size), color: d.color });
  });
  const lines = el("g", { fill: "none" }, svg);
  graph.forEachEdge((k, a, i, j) => {
    const d = sigma.getEdgeDisplayData(k), p = at.get(i), q = at.get(j);
    if (d.hidden) return;
    el("line", { x1: p.x.toFixed(2), y1: p.y.toFixed(2), x2: q.x.toFixed(2), y2: q.y.toFixed(2), stroke: d.color, "stroke-width": Math.max(0.5, sigma.scaleSize(d.size)).toFixed(2) }, lines);
  });
  const nodes = el("g", { stroke: token("surface"), "stroke-width": 1 }, svg);
  graph.forEachNode((k, a) => {
    const p = at.get(k), m = mark(nodes, a.slot ?? 0, p.x, p.y, p.r, "");
    m.removeAttribute("class");
    m.setAttribute("fill", p.color);
    el("title", {}, m, String(a.label ?? k));
  });
  return text(svg);
}

const KEEP = ["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-style", "font-weight", "text-anchor", "dominant-baseline", "visibility", "display"];

// styled copies an element with its computed styles as attributes.
function styled(from) {
  const to = from.cloneNode(false), css = getComputedStyle(from);
  for (const name of [...to.getAttributeNames()]) if (name === "class" || name === "style" || name.startsWith("data-") || name.startsWith("on")) to.removeAttribute(name);
  for (const p of KEEP) {
    const v = css.getPropertyValue(p);
    if (v && v !== "normal" && v !== "none") to.setAttribute(p, v);
    else if (v === "none" && (p === "fill" || p === "display")) to.setAttribute(p, v);
  }
  for (const child of from.childNodes) to.append(child.nodeType === 1 ? styled(child) : child.cloneNode());
  return to;
}

/** The charts that are on the screen, one below the other. */
export function chartsSVG() {
  const parts = [];
  for (const fig of document.querySelectorAll(".strip figure, .insp figure")) {
    const pics = [...fig.querySelectorAll("svg, canvas")].filter((p) => p.clientWidth > 60 && p.clientHeight > 30 && !p.parentElement.closest("svg"));
    if (pics.length) parts.push({ title: fig.querySelector("figcaption span, figcaption")?.textContent ?? "", pics });
  }
  const gap = 28, all = parts.flatMap((p) => p.pics);
  if (!all.length) return "";
  const width = Math.max(...all.map((p) => p.clientWidth)) + 24, height = all.reduce((h, p) => h + p.clientHeight + gap, 12);
  const out = frame(width, height);
  let y = 12;
  for (const { title, pics } of parts) {
    for (const [k, p] of pics.entries()) {
      if (k === 0) el("text", { x: 12, y: y + 12, "font-size": 12, fill: token("ink") }, out, title);
      y += gap - 8;
      if (p.tagName === "CANVAS") el("image", { x: 12, y, width: p.clientWidth, height: p.clientHeight, href: p.toDataURL("image/png") }, out);
      else {
        const copy = styled(p);
        for (const [name, v] of Object.entries({ x: 12, y, width: p.clientWidth, height: p.clientHeight })) copy.setAttribute(name, v);
        out.append(copy);
      }
      y += p.clientHeight + 8;
    }
  }
  return text(out);
}
