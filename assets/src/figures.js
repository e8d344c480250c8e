// The renderers of the inspector's figures, one for each kind of figure (web/view/inspector/kinds.go). The function make of a renderer adds
// the element of a figure to its section sec, and returns the element. The function draw shows the data of the figure f; emit sends an
// event to the program, and island is the inspector. The flag plain marks a drawing that depends on the data alone, so that equal data need
// no drawing. The flag picture marks an svg that can be saved as a file. A section has the element root; make adds svg or box, and the
// files fig-*.js keep the state of their controls in further fields.
import { alike, el, button, glyph, h, menu, over, put } from "./dom.js";
import { math } from "./math.js";
import { plan, maps, matrix } from "./fig-matrix.js";
import { lines, hbars, beta, search, pull, reliability } from "./fig-charts.js";
import { partsBox } from "./fig-parts.js";
import { aboutBox } from "./fig-about.js";
import { Blocks } from "./fig-blocks.js";
import { claims } from "./claims.js";
import { byHandBox } from "./byhand.js";
import { chain } from "./fig-chain.js";
import { pairs } from "./fig-pairs.js";
import { byClassBox } from "./fig-byclass.js";
import { planeBox } from "./fig-plane.js";
import { aloneBox } from "./fig-alone.js";
import { flowBox } from "./fig-flow.js";
import { mixBox } from "./fig-mix.js";
import { scalingsBox } from "./fig-scalings.js";
import { stalks } from "./fig-stalks.js";
import { whyBox } from "./pulls.js";
import { featuresBox } from "./fig-features.js";
import { boundBars } from "./bound.js";
import { results } from "./results.js";
import { settingsBox } from "./settings.js";
import { tuneBox } from "./tune.js";
import { dialBox } from "./dial.js";
import { notesBox } from "./fig-notes.js";
import { fetched, later } from "./fig-later.js";

/**
 * Returns the renderer of an svg, which the function draw fills. If the figure has a list of numbers (nums), the list is beside the svg,
 * and the inspector fills it. alt is a description of the figure.
 */
const svg = (draw) => ({
  picture: true,
  make(sec, f, emit, island) {
    const parent = f.nums ? h("div", "split", sec.root) : sec.root;
    // Pictures whose parents have the same class share a measured width.
    sec.svg = alike(el("svg", { role: "img" }, parent), island.widths, parent.className);
    if (f.nums) sec.nums = h("dl", "nums", parent);
    return sec.svg;
  },
  draw(sec, data, emit, island, f) {
    if (f.alt) put(sec.svg, "aria-label", f.alt);
    draw(sec.svg, data, island.carry); // only maps needs carry
    over(); // removes the children of the former drawing
    // For assistive technology, a picture with parts to choose is a group.
    put(sec.svg, "role", sec.svg.querySelector("[tabindex]") ? "group" : "img");
  },
});
/** Returns the renderer of an HTML element with the tag and the class cls. The function draw fills sec.box. */
const box = (cls, draw, tag = "div") => ({
  make: (sec, f, emit, island) => (sec.box = alike(h(tag, cls, sec.root), island.widths, cls)),
  draw,
});

/** Returns the renderer of an HTML element whose content depends on the data alone. */
const plain = (cls, draw, tag) => ({ ...box(cls, draw, tag), plain: true });

/** The renderers by the kind of the figure. */
export const RENDERERS = {
  // The inspector fills the list of numbers.
  nums: { make: (sec, f) => (sec.nums = h("dl", "nums" + (f.two ? " two" : ""), sec.root)), draw() {} },
  note: plain(
    "note",
    (sec, text) => {
      sec.box.textContent = text.replaceAll(" %", "\u00a0%");
    },
    "p",
  ),
  about: box("aboutbox", aboutBox),
  parts: plain("partsbox", partsBox),
  chips: plain("chips", chips),
  claims: box("", (sec, list, emit) => claims(sec.box, list, emit)),
  knobs: box("knobs", knobs),
  choice: box("choice", choice),
  settings: box("settingsbox", settingsBox),
  byhand: box("byhandbox", byHandBox),
  lines: svg(lines),
  hbars: svg(hbars),
  matrix: svg(matrix),
  chain: svg(chain),
  plan: svg(plan),
  maps: svg(maps),
  beta: svg(beta),
  features: box("featuresbox", featuresBox),
  scalings: box("scalingsbox", scalingsBox),
  pairs: plain("pairs", (sec, m) => pairs(sec.box, m)),
  byclass: box("bycbox", byClassBox),
  mapplane: box("planebox", planeBox),
  blocks: {
    make: (sec, f, emit, island) => {
      sec.blocks = new Blocks(emit, island);
      sec.root.append(sec.blocks.root);
      return sec.blocks.root;
    },
    draw: (sec, m) => sec.blocks.draw(m),
  },
  flow: box("flowbox", flowBox),
  mix: box("mixbox", mixBox),
  stalks: svg(stalks),
  bound: svg((s, m) => boundBars(s, m, 164)),
  reliability: svg(reliability),
  search: svg(search),
  pull: svg(pull),
  why: box("whybox", whyBox),
  results: box("results", results),
  alone: box("alonebox", aloneBox),
  tune: box("tunebox", tuneBox),
  dial: box("dialbox", dialBox),
  depth: box("depthbox", fetched("depth")),
  heat: box("heatbox results", fetched("heat")),
  papertable: box("papertablebox", fetched("paperTable")),
  paperfigure: box("paperfigurebox", fetched("paperFigure")),
  notes: box("notesbox", notesBox),
  frame: box("", later("frame", "Turn the frame", 61, "frame")), // 1 + 60 degrees: 0 means closed
  triangles: box("", fetched("triangles")),
  round: box("", later("cycle", "Go round a cycle", 2, "round")), // 1 + 1, the first cycle
};

/**
 * Draws a button for each node of a list. The button has the mark of the node's class (slot), its name, and a tooltip if the node has a
 * title. The inspector selects the node of a clicked button.
 */
function chips(sec, nodes) {
  const buttons = nodes.map((node) => {
    const b = button();
    b.dataset.node = node.node;
    b.append(glyph(node.slot), node.name);
    if (node.title) b.title = node.title;
    return b;
  });
  sec.box.replaceChildren(...buttons);
}

/**
 * Draws the menu of a setting (view.Choice of web/view). A section has the same setting in all models, so its options, as pairs of value
 * and label, are written once.
 */
function choice(sec, c, emit) {
  if (!sec.select) {
    const label = h("label", "", sec.box);
    h("span", "", label, c.label);
    sec.select = menu(label, "", "", (value) => emit("setting", { name: c.name, value }));
    for (const [value, name] of c.options) sec.select.append(new Option(name, value));
  }
  sec.select.value = c.value;
}

/**
 * Draws sliders of settings (view.Knob of web/view). While the names of the settings stay, the sliders stay as well, and keep their focus.
 * A focused slider keeps its position.
 */
function knobs(sec, list, emit) {
  const names = list.map((knob) => knob.name).join();
  if (sec.names !== names) {
    sec.names = names;
    sec.box.replaceChildren();
    sec.inputs = list.map((knob) => createKnob(sec.box, knob, emit));
  }
  list.forEach((knob, i) => {
    const { input, out, valueText } = sec.inputs[i];
    if (document.activeElement !== input) input.value = knob.log ? Math.log10(Math.max(1e-12, knob.value)) : knob.value;
    out.textContent = valueText(knob.value);
  });
}

/**
 * Creates the slider of a setting. With log, the slider has the logarithm (base 10) of the setting. With zero, its left end means 0. min,
 * max and step are of the slider, so with log they are logarithms. During a drag only the text beside the slider changes; its release sets
 * the setting. Returns the slider (input), the text (out), and the function valueText, which writes a value with four digits.
 */
function createKnob(parent, knob, emit) {
  const label = h("label", "", parent),
    symbol = h("span", "", label);
  symbol.append(math(knob.symbol));
  label.title = knob.title;
  const input = h("input", "", label),
    out = h("output", "", label);
  input.type = "range";
  Object.assign(input, { min: knob.min, max: knob.max, step: knob.step });
  input.setAttribute("aria-label", knob.title);
  // Returns the value of the setting at the position of the slider.
  const value = () => {
    if (knob.zero && +input.value <= knob.min) return 0;
    return knob.log ? 10 ** +input.value : +input.value;
  };
  const valueText = (v) => String(+v.toPrecision(4)).replace("-", "−");
  input.addEventListener("input", () => {
    out.textContent = valueText(value());
  });
  input.addEventListener("change", () => emit("setting", { name: knob.name, value: String(+value().toPrecision(4)) }));
  return { input, out, valueText };
}
