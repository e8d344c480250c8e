// The pictures of the page as markup, for the report and the findings (assets/lessons/report.js).
import { h } from "./dom.js";
import { math } from "./math.js";
import { token } from "./color.js";
import { RENDERERS } from "./figures.js";
import { aroundSVG, chartsSVG, graphSVG, styled } from "./svg.js";

const WIDTH = "420px"; // of a figure in the report

/** Returns the plain text of a mixed text, whose parts are words or formulas such as {m: "λ_2"}. */
const plainText = (parts) =>
  []
    .concat(parts ?? [])
    .map((p) => (typeof p === "string" ? p : math(p.m).textContent))
    .join("");

/**
 * Returns the pictures at the present moment as markup: graph and charts, and functions that return other pictures. chart draws one chart
 * by its name ("" without a model), around the neighbourhood of nodes, equation the equation of a panel, and figures its figures. token
 * returns a colour. address is the address of the page without its state. get has functions that return the graph island, the models of the
 * charts and the model of the legend.
 */
export function pictures(get) {
  const island = get.graph(),
    models = get.models(),
    name = island.topo.name;
  return {
    token,
    address: sheafscopeBoot.address().split("#")[0],
    version: globalThis.sheafscopeBoot?.version ?? "",
    graph: graphSVG(island, get.legend()),
    charts: chartsSVG(models, name),
    chart: (k) => (models[k] ? chartsSVG({ [k]: models[k] }, name) : ""),
    around: (ids) => aroundSVG(island, ids),
    equation: (body) => (body.lines ?? []).map((line) => math(line, true).outerHTML).join(""),
    figures,
  };
}

/**
 * Returns the figures of a panel that are pictures, each with its title, its subtitle, its svg, and its numbers as pairs of texts. The
 * pictures are drawn on an element outside the visible page, since a picture takes its size from its box.
 */
function figures(body) {
  const shelf = h("div", "ibody", document.querySelector(".insp .view") ?? document.body),
    out = [];
  Object.assign(shelf.style, { position: "absolute", left: "-9999px", top: "0", width: WIDTH });
  try {
    for (const f of body.figures) {
      const renderer = RENDERERS[f.kind];
      if (!renderer?.picture) continue;
      const sec = { root: h("section", "isec", shelf) };
      renderer.make(sec, { ...f, nums: null }, () => {}, {}); // without the list of numbers beside the picture
      renderer.draw(sec, f.data, () => {}, {}, f);
      const { width, height } = sec.svg.getBoundingClientRect(),
        picture = styled(sec.svg); // a copy that needs no style sheet
      if (!width || !height) continue; // the renderer has drawn nothing
      for (const [k, v] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height })) picture.setAttribute(k, v);
      for (const e of picture.querySelectorAll("[tabindex]")) e.removeAttribute("tabindex"); // a report has no controls
      out.push({
        title: plainText(f.title),
        sub: plainText(f.sub),
        svg: new XMLSerializer().serializeToString(picture),
        nums: (f.nums ?? []).map(([k, v]) => [plainText(k), String(v)]),
      });
    }
  } finally {
    shelf.remove();
  }
  return out;
}
