// The printed page. Paper has the colours of the light theme. The graph is a picture of its own, since the browser has cleared the drawing
// of WebGL before it prints.
import { encodeQR } from "qr";
import { el, h } from "./dom.js";
import { graphCaption, nameOf, paperSVG } from "./svg.js";
import { drawAll } from "./frame.js";
import "./print.css";

const MOST = 20000; // nodes and edges as elements of a picture; a larger graph is printed as pixels
const MOST_CODED = 858; // characters of a QR code with 97 modules a side: on paper, 36 mm wide, a module is a third of a millimetre

/**
 * Prepares the page whenever it is printed, and restores it afterwards. graph returns the graph island or undefined, legend returns the
 * model of the legend, and theme shows the theme with a name.
 */
export function watchPrint(graph, legend, theme) {
  let formerTheme = "", // the theme before printing, "" while nothing is printed
    parts = []; // elements that are removed after printing
  // Adds the address of the run as text, and as a code if the address can be opened on another device.
  const addAddress = () => {
    globalThis.sheafscopeBoot?.keep(); // the address must have the present state of the run
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
  // Adds the parts of the printed page, in the light theme. A second event of the same print adds nothing.
  const begin = () => {
    if (parts.length) return;
    formerTheme = document.documentElement.dataset.theme;
    theme("light");
    drawAll(); // theme requests some drawings for later frames
    // The title: graph, model, split, seed, and the position in the run.
    const head = h("section", "printout"),
      island = graph(),
      topo = island?.topo;
    const textOf = (selector) => document.querySelector(selector)?.textContent.trim() ?? "",
      seed = document.querySelector('[data-testid="seed"]')?.value;
    h("h1", "", head, topo ? `${topo.name}, in Sheafscope` : "Sheafscope");
    const run = `${nameOf("model-select")}, split ${nameOf("split-select")}, seed ${seed}`;
    h("p", "", head, `${run}; the run stands at epoch ${textOf('[data-testid="epoch"]')}, stage ${textOf(".now p>span")}.`);
    // The name of the graph in the recipe of the run is followed by the lines of its formula, if it has one.
    const [, ...lines] = (globalThis.sheafscope?.recipe()?.graph ?? "").split("|");
    if (lines.length) h("p", "", head, `By formula: ${lines.join("; ")}.`);
    // The graph, and the matrix, which adds its own picture to parts.
    const drawn = h("section", "printout pgraph");
    if (island?.graph && island.sigma) {
      addPicture(drawn, island, legend());
      h("p", "", drawn, graphCaption(topo));
    }
    document.body.prepend(head, drawn);
    parts = [head, drawn];
    document.querySelector(".tables:not([hidden]) .mx")?.dispatchEvent(new CustomEvent("paper", { detail: parts }));
    if (!document.documentElement.classList.contains("embedded")) addAddress(); // the address of an embedded page does not describe the run
  };
  // Removes the parts of the printed page, and restores the theme.
  const end = () => {
    for (const p of parts.splice(0)) p.remove();
    if (formerTheme && formerTheme !== "light") theme(formerTheme);
    formerTheme = "";
  };
  addEventListener("beforeprint", begin);
  addEventListener("afterprint", end);
  const printing = matchMedia("print"); // for browsers without the two events; a second call of begin or end has no effect
  printing.addEventListener("change", () => (printing.matches ? begin() : end()));
}

/** Adds the QR code of a text to an element, or a sentence that states why there is no code. */
export function picturedCode(parent, text) {
  if (text.length > MOST_CODED) {
    h("p", "", parent, `No QR code of the link: it is longer than the ${MOST_CODED} characters that a QR code holds here.`);
    return;
  }
  const rows = encodeQR(text, "raw", { ecc: "low", encoding: "byte", border: 4 }), // the standard requires a border of 4 modules
    n = rows.length;
  const svg = el(
    "svg",
    { viewBox: `0 0 ${n} ${n}`, role: "img", "aria-label": "QR code of the link", "shape-rendering": "crispEdges" },
    parent,
  );
  el("rect", { width: n, height: n, fill: "#fff" }, svg);
  // Each dark module is a square of one unit.
  const dark = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  el("path", { d: dark.join(""), fill: "#000" }, svg);
  h("p", "", parent, "Scan to open this run");
}

/**
 * Adds the picture of the graph to an element, as SVG. A large graph is drawn on a canvas without a legend, with two pixels of the canvas
 * for a pixel of the page. model is the model of the legend.
 */
function addPicture(parent, island, model) {
  if (island.graph.order + island.graph.size <= MOST) {
    parent.append(paperSVG(island, model));
    return;
  }
  const canvas = h("canvas", "", parent),
    { width, height } = island.sigma.getDimensions();
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  island.paintOnto(canvas.getContext("2d"), 2, 0);
}
