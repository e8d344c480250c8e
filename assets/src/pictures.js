// The pictures of the page as text, for the report and the findings (assets/lessons/report.js).
import { h } from "./dom.js";
import { math } from "./math.js";
import { token } from "./color.js";
import { RENDERERS } from "./figures.js";
import { aroundSVG, chartsSVG, graphSVG, styled } from "./svg.js";

/** Words of a mixed text: "plain", or {m: "λ_2"} for mathematics. */
const words = (parts) =>
  []
    .concat(parts ?? [])
    .map((p) => (typeof p === "string" ? p : math(p.m).textContent))
    .join("");

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

/** The figures of a panel that are pictures, drawn beside the page at a width of their own. */
function figures(body) {
  const shelf = h("div", "ibody", document.querySelector(".insp .view") ?? document.body),
    out = [];
  Object.assign(shelf.style, { position: "absolute", left: "-9999px", top: "0", width: "420px" });
  try {
    for (const f of body.figures) {
      const renderer = RENDERERS[f.kind];
      if (!renderer?.picture) continue;
      const sec = { root: h("section", "isec", shelf) };
      renderer.make(sec, { ...f, nums: null }, () => {}, {});
      renderer.draw(sec, f.data, () => {}, {}, f);
      const { width, height } = sec.svg.getBoundingClientRect(),
        pic = styled(sec.svg);
      if (!width || !height) continue;
      for (const [k, v] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height })) pic.setAttribute(k, v);
      for (const e of pic.querySelectorAll("[tabindex]")) e.removeAttribute("tabindex"); // nothing there can be chosen
      out.push({
        title: words(f.title),
        sub: words(f.sub),
        svg: new XMLSerializer().serializeToString(pic),
        nums: (f.nums ?? []).map(([k, v]) => [words(k), String(v)]),
      });
    }
  } finally {
    shelf.remove();
  }
  return out;
}
