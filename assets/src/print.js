// Printing: on paper everything is light, and the graph is a picture of its own,
// for what WebGL has drawn is gone by the time that a page is printed.
import { encodeQR } from "qr";
import { el, h } from "./dom.js";
import { graphCaption, nameOf, paperSVG } from "./svg.js";
import { drawAll } from "./frame.js";
import "./print.css";

// So many nodes and edges as elements of a picture; more of them are printed as pixels.
const MOST = 20000;
// So many characters a code holds: on paper, 36 mm wide, a module of it is a third of a millimetre.
const MOST_CODED = 858;

/** Prepares the page whenever it is printed: graph and legend give the island and its model, theme shows another theme. */
export function watchPrint(graph, legend, theme) {
  let was = "",
    parts = [];
  // The address of the run: as a code, where a phone can open it, and as text.
  const address = () => {
    globalThis.sheafscopeBoot?.keep();
    const foot = h("section", "printout pfoot"),
      link = h("p", "plink"),
      text = sheafscopeBoot.address();
    h("b", "", link, "This run, to open in a browser: ");
    link.append(text);
    foot.append(link);
    if (text.startsWith("http")) {
      const code = h("section", "printout pcode");
      picturedCode(code, text);
      document.body.append(code);
      parts.push(code);
    }
    document.body.append(foot);
    parts.push(foot);
  };
  const begin = () => {
    if (parts.length) return;
    was = document.documentElement.dataset.theme;
    theme("light");
    drawAll();
    const head = h("section", "printout"),
      island = graph(),
      topo = island?.topo;
    const words = (s) => document.querySelector(s)?.textContent.trim() ?? "",
      seed = document.querySelector('[data-testid="seed"]')?.value;
    h("h1", "", head, topo ? `${topo.name}, in Sheafscope` : "Sheafscope");
    const run = `${nameOf("model-select")}, split ${nameOf("split-select")}, seed ${seed}`;
    h("p", "", head, `${run}; the run stands at epoch ${words('[data-testid="epoch"]')}, stage ${words(".now p>span")}.`);
    const [, ...lines] = (globalThis.sheafscope?.recipe()?.graph ?? "").split("|");
    if (lines.length) h("p", "", head, `By formula: ${lines.join("; ")}.`);
    const drawn = h("section", "printout pgraph");
    if (island?.graph && island.sigma) {
      picture(drawn, island, legend());
      h("p", "", drawn, graphCaption(topo));
    }
    document.body.prepend(head, drawn);
    parts = [head, drawn];
    document.querySelector(".tables:not([hidden]) .mx")?.dispatchEvent(new CustomEvent("paper", { detail: parts }));
    if (!document.documentElement.classList.contains("embedded")) address(); // inside another page the address is not that of the run
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

/** A QR code with its quiet zone, or the sentence that says why there is none. */
export function picturedCode(to, text) {
  if (text.length > MOST_CODED) {
    h("p", "", to, `No QR code of the link: it is longer than the ${MOST_CODED} characters that a QR code holds here.`);
    return;
  }
  const rows = encodeQR(text, "raw", { ecc: "low", encoding: "byte", border: 4 }),
    n = rows.length;
  const svg = el(
    "svg",
    { viewBox: `0 0 ${n} ${n}`, role: "img", "aria-label": "QR code of the link", "shape-rendering": "crispEdges" },
    to,
  );
  el("rect", { width: n, height: n, fill: "#fff" }, svg);
  const dark = rows.flatMap((row, y) => row.map((is, x) => (is ? `M${x} ${y}h1v1h-1z` : "")));
  el("path", { d: dark.join(""), fill: "#000" }, svg);
  h("p", "", to, "Scan to open this run");
}

function picture(to, island, model) {
  if (island.graph.order + island.graph.size <= MOST) {
    to.append(paperSVG(island, model));
    return;
  }
  const c = h("canvas", "", to);
  const { width, height } = island.sigma.getDimensions();
  c.width = 2 * width;
  c.height = 2 * height;
  island.paintOnto(c.getContext("2d"), 2, 0);
}
