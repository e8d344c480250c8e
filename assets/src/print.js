// Printing: on paper everything is light, and the graph is a picture of its own,
// for what WebGL has drawn is gone by the time that a page is printed.
import { h } from "./dom.js";
import { graphSVG } from "./svg.js";
import { drawAll } from "./frame.js";
import "./print.css";

// So many nodes and edges as elements of a picture; more of them are printed as pixels.
const MOST = 20000;

/** Prepares the page whenever it is printed: graph and legend give the island and its model, theme shows another theme. */
export function watchPrint(graph, legend, theme) {
  let was = "", parts = [];
  const begin = () => {
    if (parts.length) return;
    was = document.documentElement.dataset.theme;
    theme("light");
    drawAll();
    const head = h("section", "printout"), foot = h("section", "printout"), words = (s) => document.querySelector(s)?.textContent.trim() ?? "", island = graph();
    h("h1", "", head, "Sheafscope");
    h("p", "", head, `The run stands at epoch ${words('[data-testid="epoch"]')}, stage ${words(".now p>span")}.`);
    if (island?.graph && island.root.clientWidth) picture(head, island, legend());
    const link = h("p", "plink", foot);
    h("b", "", link, "This run, to open in a browser");
    link.append(location.href);
    document.body.prepend(head);
    document.body.append(foot);
    parts = [head, foot];
  };
  const end = () => {
    for (const p of parts.splice(0)) p.remove();
    if (was && was !== "light") theme(was);
    was = "";
  };
  addEventListener("beforeprint", begin);
  addEventListener("afterprint", end);
  const paper = matchMedia("print");
  paper.addEventListener("change", () => (paper.matches ? begin() : end()));
}

function picture(to, island, model) {
  if (island.graph.order + island.graph.size <= MOST) {
    const made = document.createElement("template");
    made.innerHTML = graphSVG(island, model).replace(/^<\?xml[^>]*>/, "");
    to.append(made.content);
    return;
  }
  const c = h("canvas", "", to);
  c.width = 2 * island.root.clientWidth;
  c.height = 2 * island.root.clientHeight;
  island.paintOnto(c.getContext("2d"), 2, 0);
}
