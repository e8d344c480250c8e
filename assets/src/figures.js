// The renderers of the inspector's figures, one for each kind (web/view/inspector/kinds.go): make adds the element that it draws
// into and returns it, draw shows the data there. A renderer keeps its elements between frames where it has controls.
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
 * A picture, with rows of numbers beside it where the figure has them. Where parts of it can be chosen it is a group for those who hear it.
 */
const svg = (draw) => ({
  picture: true,
  make(sec, f, emit, island) {
    const to = f.nums ? h("div", "split", sec.root) : sec.root;
    sec.svg = alike(el("svg", { role: "img" }, to), island.widths, to.className);
    if (f.nums) sec.nums = h("dl", "nums", to);
    return sec.svg;
  },
  draw(sec, data, emit, island, f) {
    if (f.alt) put(sec.svg, "aria-label", f.alt);
    draw(sec.svg, data, island.carry);
    over();
    put(sec.svg, "role", sec.svg.querySelector("[tabindex]") ? "group" : "img");
  },
});
const box = (cls, draw, tag = "div") => ({
  make: (sec, f, emit, island) => (sec.box = alike(h(tag, cls, sec.root), island.widths, cls)),
  draw,
});

/** A box in which all depends on the data alone. */
const plain = (cls, draw, tag) => ({ ...box(cls, draw, tag), plain: true });

export const RENDERERS = {
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
  frame: box("", later("frame", "Turn the frame", 61, "frame")),
  triangles: box("", fetched("triangles")),
  round: box("", later("cycle", "Go round a cycle", 2, "round")),
};

function chips(sec, items) {
  sec.box.replaceChildren(
    ...items.map((q) => {
      const b = button();
      b.dataset.node = q.node;
      b.append(glyph(q.slot), q.name);
      if (q.title) b.title = q.title;
      return b;
    }),
  );
}

function choice(sec, c, emit) {
  if (!sec.select) {
    const label = h("label", "", sec.box);
    h("span", "", label, c.label);
    sec.select = menu(label, "", "", (value) => emit("setting", { name: c.name, value }));
    for (const [value, name] of c.options) sec.select.append(new Option(name, value));
  }
  sec.select.value = c.value;
}

function knobs(sec, list, emit) {
  const names = list.map((k) => k.name).join();
  if (sec.names !== names) {
    sec.names = names;
    sec.box.replaceChildren();
    sec.inputs = list.map((k) => {
      const label = h("label", "", sec.box),
        s = h("span", "", label);
      s.append(math(k.symbol));
      label.title = k.title;
      const input = h("input", "", label),
        out = h("output", "", label);
      input.type = "range";
      Object.assign(input, { min: k.min, max: k.max, step: k.step });
      input.setAttribute("aria-label", k.title);
      const value = () => (k.zero && +input.value <= k.min ? 0 : k.log ? 10 ** +input.value : +input.value),
        show = (v) => String(+v.toPrecision(4)).replace("-", "−");
      input.addEventListener("input", () => {
        out.textContent = show(value());
      });
      input.addEventListener("change", () => emit("setting", { name: k.name, value: String(+value().toPrecision(4)) }));
      return { input, out, k, show };
    });
  }
  list.forEach((k, i) => {
    const q = sec.inputs[i];
    if (document.activeElement !== q.input) q.input.value = k.log ? Math.log10(Math.max(1e-12, k.value)) : k.value;
    q.out.textContent = q.show(k.value);
  });
}
