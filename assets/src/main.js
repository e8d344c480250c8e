// Entry of the islands: everything on the page that draws. The page's program
// calls sheafscopeIslands.update(name, json, ...bytes) and .attach() after each
// render; the islands call the function given to .onEvent back.
import { GraphIsland } from "./graph.js";
import { SpectrumIsland } from "./spectrum.js";
import { TrainingIsland } from "./training.js";
import { BoundIsland } from "./bound.js";
import { ScrubIsland } from "./scrub.js";
import { SparkIsland } from "./spark.js";
import { InspectorIsland } from "./inspector.js";
import { LegendIsland } from "./legend.js";
import { glyph, forgetSize } from "./dom.js";
import { forget } from "./color.js";
import { keyboard, dropzone } from "./input.js";
import { effects } from "./effects.js";
import { SketchIsland } from "./sketch.js";
import { GeneratorIsland } from "./generator.js";
import { CompareIsland } from "./compare.js";
import { carryOnGraph } from "./carry.js";
import "./lab.css";
import "./stages.css";

let listener = () => {};
// The theme is set before anything is drawn: the stored choice, else that of the system.
{
  let stored = null;
  try { stored = localStorage.getItem("sheafscope-theme"); } catch { /* private mode */ }
  document.documentElement.dataset.theme = stored === "light" || stored === "dark" ? stored : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

const emit = (kind, detail) => listener(kind, JSON.stringify(detail ?? {}));

const make = {
  graph: () => new GraphIsland(emit), spectrum: () => new SpectrumIsland(emit), training: () => new TrainingIsland(emit), bound: () => new BoundIsland(),
  legend: () => new LegendIsland(), scrub: () => new ScrubIsland(emit), inspector: () => new InspectorIsland(emit, (edge, node) => islands.get("graph")?.light(edge, node), (m) => { const g = islands.get("graph"); if (g) carryOnGraph(g, m); }),
  sketch: () => new SketchIsland(emit, () => islands.get("graph")), generator: () => new GeneratorIsland(emit),
  compare: () => new CompareIsland(emit, () => islands.get("graph")),
};
const islands = new Map(), pending = new Map();
let raf = 0;

function island(name) {
  let it = islands.get(name);
  if (!it) {
    it = name.startsWith("spark-") ? new SparkIsland() : make[name]();
    islands.set(name, it);
    if (it.draw) new ResizeObserver(() => {
      if (it.svg) forgetSize(it.svg);
      forgetSize(it.root);
      if (it.model && it.root.clientWidth) (it.resized ? it.resized() : it.draw(it.model));
    }).observe(it.root);
  }
  return it;
}

/** A picture that fails must not take the page with it. */
function guard(f) {
  try { f(); } catch (e) { console.error("a picture failed:", e); }
}

function flush() {
  raf = 0;
  for (const [it, model] of pending) {
    pending.delete(it);
    it.model = model;
    guard(() => it.draw(model));
  }
}
function later(it, model) {
  pending.set(it, model);
  if (!raf) raf = requestAnimationFrame(flush);
}

/** Fills a select from its data-options, only when they changed: an open list must not flicker. */
function fill(s) {
  if (s.filled === s.dataset.options) return;
  s.filled = s.dataset.options;
  const groups = new Map();
  s.replaceChildren();
  for (const o of JSON.parse(s.filled)) {
    let to = s;
    if (o.g) {
      to = groups.get(o.g);
      if (!to) { to = document.createElement("optgroup"); to.label = o.g; s.append(to); groups.set(o.g, to); }
    }
    to.append(new Option(o.l, o.v));
  }
  s.value = s.dataset.value;
}

const f32 = (b) => new Float32Array(b.buffer, b.byteOffset, b.byteLength >> 2);
const i32 = (b) => new Int32Array(b.buffer, b.byteOffset, b.byteLength >> 2);

function update(name, json, bytes) {
  const model = json ? JSON.parse(json) : null;
  switch (name) {
    case "sparks": model.forEach((m, i) => { const it = island("spark-" + (i + 1)); const key = JSON.stringify(m); if (it.key !== key) { it.key = key; later(it, m); } }); return;
    case "topology": islands.get("inspector")?.setMaps(null, null); island("graph").setTopology(model, i32(bytes[0]), bytes[1]?.byteLength ? f32(bytes[1]) : null); return;
    case "attributes": island("graph").setAttributes({ cls: i32(bytes[0]), flags: bytes[1], value: f32(bytes[2]), edge: f32(bytes[3]), raw: f32(bytes[4]), probs: bytes[5]?.byteLength ? f32(bytes[5]) : null }); return;
    case "style": island("graph").setStyle({ ...model, coords: bytes[0]?.byteLength ? f32(bytes[0]) : null }); return;
    case "maps": island("inspector").setMaps(f32(bytes[0]), f32(bytes[1])); return;
    case "zoom": island("graph").zoom(model); return;
    case "find": island("graph").find(model); return;
    case "lasso": island("graph").startLasso(); return;
    default: later(island(name), model);
  }
}

const api = {
  /** Hands a model to an island; drawing happens in the next animation frame. */
  update(name, json, ...bytes) { guard(() => update(name, json, bytes)); },
  /** Puts every island's own element into its place after a render. */
  attach() {
    for (const host of document.querySelectorAll("[data-island]")) {
      const it = island(host.dataset.island);
      if (host.firstChild !== it.root || host.childNodes.length !== 1) host.replaceChildren(it.root);
    }
    for (const host of document.querySelectorAll("[data-glyph]")) {
      if (host.dataset.drawn === host.dataset.glyph && host.firstChild) continue;
      if (host.firstChild?.dataset?.slot === host.dataset.glyph) continue;
      const g = glyph(+host.dataset.glyph);
      g.dataset.slot = host.dataset.glyph;
      host.replaceChildren(g);
    }
    for (const s of document.querySelectorAll("select[data-options]")) fill(s);
    for (const s of document.querySelectorAll("select[data-value]")) if (s.value !== s.dataset.value) s.value = s.dataset.value;
    for (const s of document.querySelectorAll("input[data-value]")) if (s !== document.activeElement && s.value !== s.dataset.value) s.value = s.dataset.value;
  },
  onEvent(fn) { listener = fn; keyboard(emit); dropzone(emit); },
  theme(name) {
    if (name === "light" || name === "dark") document.documentElement.dataset.theme = name;
    forget();
    const g = islands.get("graph");
    g?.retheme();
    islands.get("training")?.retheme();
    const ins = islands.get("inspector");
    ins?.resized();
    islands.get("compare")?.retheme();
  },
  /** For tests: what the graph shows. */
  shown: () => islands.get("graph")?.inspect() ?? null,
  effect: (kind, ...args) => effects(kind, { graph: () => islands.get("graph") }, ...args),
};
api.themeNow = () => document.documentElement.dataset.theme;
globalThis.sheafscopeIslands = api;
