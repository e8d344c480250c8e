// Entry of the islands: everything on the page that draws. The page's program
// calls sheafscopeIslands.update(name, json, ...bytes) and .attach() after each
// render; the islands call the function given to .onEvent back.
import "./webgl.js";
import { GraphIsland } from "./graph.js";
import { SpectrumIsland } from "./spectrum.js";
import { CURVES, TrainingIsland } from "./training.js";
import { BoundIsland } from "./bound.js";
import { ScrubIsland } from "./scrub.js";
import { SparkIsland } from "./spark.js";
import { InspectorIsland } from "./inspector.js";
import { LegendIsland } from "./legend.js";
import { glyph, fill, measure } from "./dom.js";
import { forget } from "./color.js";
import { openings } from "./files.js";
import { dialog, keyboard } from "./input.js";
import { effects } from "./effects.js";
import { hearLook } from "./level.js";
import { firstHash, repaired, watchAddress } from "./address.js";
import { SketchIsland } from "./sketch.js";
import { GeneratorIsland } from "./generator.js";
import { CompareIsland } from "./compare.js";
import { LateIsland } from "./fig-later.js";
import { TableIsland } from "./tables.js";
import * as kept from "./kept.js";
import { CodeIsland, PinsIsland } from "./sharing.js";
import { asks } from "./asks.js";
import { tips } from "./tips.js";
import { icons } from "./icons.js";
import { carryOnGraph } from "./carry.js";
import { after, draw, now, panels, guard, soon, still, wholly } from "./frame.js";
import { early, retry, started } from "./drawing.js";
import { watchPrint } from "./print.js";
import { watchWords, words } from "./words.js";
import "./check.css";
import "./lab.css";
import "./stages.css";
import "./unrolled.css";
import "./tables.css";
import "./figure.css";
import "../lessons/lessons.css";
import "../opening/look.css";
import "../opening/thread.css";

let listener = () => {};

/** Draws all in a theme. */
function shade(name) {
  document.documentElement.dataset.theme = name;
  forget();
  islands.get("graph")?.retheme();
  islands.get("training")?.retheme();
  for (const name of ["inspector", "matrix"]) islands.get(name)?.resized(islands.get(name).model);
  islands.get("compare")?.retheme();
}

const emit = (kind, detail) => listener(kind, JSON.stringify(detail ?? {}));

const make = {
  graph: () => new GraphIsland(emit),
  spectrum: () => new SpectrumIsland(emit),
  training: () => new TrainingIsland(emit),
  bound: () => new BoundIsland(),
  legend: () => new LegendIsland(),
  scrub: () => new ScrubIsland(emit),
  inspector: () =>
    new InspectorIsland(
      emit,
      (edge, node) => islands.get("graph")?.light(edge, node),
      (m) => {
        const g = islands.get("graph");
        if (g) carryOnGraph(g, m);
      },
    ),
  sketch: () => new SketchIsland(emit, () => islands.get("graph")),
  generator: () => new GeneratorIsland(emit),
  unrolled: () => new LateIsland("un", "Unrolled", emit),
  table: () => new TableIsland(emit),
  matrix: () => new LateIsland("mx", "Matrix", emit, (name) => islands.get(name)),
  code: () => new CodeIsland(),
  pins: () => new PinsIsland(emit),
  compare: () => new CompareIsland(emit, () => islands.get("graph")),
};
const islands = new Map();
let places = []; // elements of the panels that attach fills

function island(name) {
  let it = islands.get(name);
  if (!it) {
    it = name.startsWith("spark-") ? new SparkIsland() : make[name]();
    islands.set(name, it);
    if (it.draw) new ResizeObserver(([e]) => resized(it, e.contentRect)).observe(it.root);
  }
  return it;
}

/** Draws a picture anew when its box changed; text that flows needs that only for another width. The job takes the place of one
 * that may wait with a newer model, so that it draws the newest, not what stands there. */
function resized(it, box) {
  it.away = !box.width && !it.root.hidden; // what hides itself must go on
  const size = sizeOf(it, box);
  if (it.away || (it.sized === size && !it.stale)) return;
  it.sized = size;
  it.stale = true; // also for a newer model that takes the place of this job
  if (it.svg) measure(it.svg);
  measure(it.root);
  if (it.model)
    draw(it, () => {
      it.stale = false;
      if (it.resized) it.resized(it.model);
      else it.draw(it.model);
    });
}

const sizeOf = (it, box) => (it.resized ? String(box.width) : box.width + "x" + box.height);

/** Draws a model in one of the next frames; what is not shown waits until it is. */
function later(it, model) {
  it.model = model;
  draw(
    it,
    () => {
      const { stale } = it;
      it.stale = Boolean(it.away);
      if (it.away) return;
      if (stale && it.resized && it.sized !== undefined) {
        it.resized(model);
        return;
      }
      if (it.sized === undefined && it.root.clientWidth) it.sized = sizeOf(it, it.root.getBoundingClientRect()); // no need to draw it twice
      it.draw(model);
    },
    Boolean(it.another?.(model)),
  );
}

const f32 = (b) => new Float32Array(b.buffer, b.byteOffset, b.byteLength >> 2);
/** What is not finite is null, as in JSON. */
const f64 = (b) => Array.from(new Float64Array(b.buffer, b.byteOffset, b.byteLength >> 3), (v) => (Number.isFinite(v) ? v : null));
const i32 = (b) => new Int32Array(b.buffer, b.byteOffset, b.byteLength >> 2);

// The graph of the first picture, which is drawn before the program listens.
let live = false,
  picture = "";
/** Whether this is the graph of the first picture, now from the program: then its drawing stays. */
function sameAsPicture(json, bytes) {
  if (live && picture === "") return false;
  const key = [json, ...bytes.map((b) => b?.join())].join("|"),
    same = live && picture === key;
  picture = live ? "" : key;
  return same;
}

function update(name, json, bytes) {
  const model = json ? JSON.parse(json) : null;
  switch (name) {
    case "sparks":
      model.forEach((m, i) => {
        const it = island("spark-" + (i + 1));
        const key = JSON.stringify(m);
        if (it.key !== key) {
          it.key = key;
          later(it, m);
        }
      });
      return;
    case "topology":
      islands.get("inspector")?.setMaps(null, null);
      if (!sameAsPicture(json, bytes))
        island("graph").setTopology(
          model,
          i32(bytes[0]),
          bytes[1]?.byteLength ? f32(bytes[1]) : null,
          bytes[2]?.byteLength ? { nodes: i32(bytes[2]), edges: i32(bytes[3]) } : null,
        );
      return;
    case "attributes":
      island("graph").setAttributes({
        cls: i32(bytes[0]),
        flags: bytes[1],
        value: f32(bytes[2]),
        edge: f32(bytes[3]),
        raw: f32(bytes[4]),
        probs: bytes[5]?.byteLength ? f32(bytes[5]) : null,
        far: bytes[6]?.byteLength ? f32(bytes[6]) : null,
      });
      return;
    case "style":
      island("graph").setStyle({ ...model, coords: bytes[0]?.byteLength ? f32(bytes[0]) : null });
      return;
    case "maps":
      draw("maps", () => island("inspector").setMaps(f32(bytes[0]), f32(bytes[1])));
      return;
    case "features":
      draw("features", () =>
        island("inspector").setFeatures({ ptr: i32(bytes[0]), col: i32(bytes[1]), val: f32(bytes[2]), enc: f32(bytes[3]) }),
      );
      return;
    case "table":
      later(island("table"), { ...model, order: i32(bytes[0]), values: f32(bytes[1]) });
      return;
    case "matrix":
      later(island("matrix"), { ...model, pairs: i32(bytes[0]), norm: f64(bytes[1]) });
      return;
    case "training":
      CURVES.forEach((k, i) => {
        model[k] = f64(bytes[i]);
      });
      later(island("training"), model);
      return;
    case "scrub":
      later(island("scrub"), { ...model, loss: f64(bytes[0]) });
      return;
    case "words":
      words(model);
      return;
    case "zoom":
      island("graph").zoom(model);
      return;
    case "find":
      island("graph").find(model);
      return;
    case "lasso":
      island("graph").startLasso();
      return;
    case "webgl":
      retry();
      return;
    default:
      later(island(name), model);
  }
}

const api = {
  /** Hands a model to an island; drawing happens in the next animation frame. */
  update(name, json, ...bytes) {
    guard(() => update(name, json, bytes));
  },
  /** Puts every island's own element into its place after a render. */
  attach() {
    panels();
    asks();
    islands.get("inspector")?.watchSentences();
    if (globalThis.vuguData !== false) {
      // a render wrote such attributes, or took some away
      globalThis.vuguData = false;
      tips();
      icons();
      places = document.querySelectorAll("[data-island],select[data-value],input[data-value],dialog[data-open]");
    }
    for (const e of document.querySelectorAll("h1 [data-glyph]:empty")) e.append(glyph(+e.dataset.glyph));
    for (const e of places)
      if (e.isConnected) {
        const d = e.dataset;
        if (d.island) {
          const it = island(d.island);
          if (e.firstChild !== it.root || it.root.nextSibling) e.replaceChildren(it.root);
        } else if (d.open) dialog(e);
        else {
          if (d.options) fill(e);
          if (e.value !== d.value && (e.tagName === "SELECT" || e !== document.activeElement)) e.value = d.value;
          if (e.selectedIndex < 0 && e.length) e.selectedIndex = 0; // a choice that this model does not have
        }
      }
  },
  onEvent(fn) {
    live = true;
    listener = fn;
    for (const hear of [keyboard, openings, watchAddress, hearLook, watchWords, kept.watch]) hear(emit);
    islands.get("graph")?.tellDrawing();
  },
  theme(name, linked) {
    if (name !== "light" && name !== "dark") return;
    globalThis.sheafscopePrefers.choose(name, linked);
    shade(name);
  },
  /** For tests: what the graph shows, and where in the window a node is. */
  shown: () => islands.get("graph")?.inspect() ?? null,
  where: (node) => islands.get("graph").where(node),
  still: () => still() && !api.held && !early() && !islands.get("graph")?.animated,
  effect(kind, ...args) {
    const models = () => Object.fromEntries(["spectrum", "training", "bound"].map((n) => [n, islands.get(n)?.model]));
    const [graph, legend] = [() => islands.get("graph"), () => islands.get("legend")?.model];
    effects(kind, { graph, legend, theme: shade, models, emit }, ...args);
  },
};
api.firstHash = firstHash;
api.repaired = repaired;
api.soon = soon;
api.after = after;
api.started = () => {
  started();
  globalThis.sheafscopeLook?.started();
};
api.now = now;
api.wholly = wholly;
api.keep = (sum, files) => kept.keep(emit, sum, files);
api.find = (sum) => kept.find(sum, (...answer) => globalThis.sheafscopeFound(...answer));
api.forget = () => kept.forget(emit);
api.themeNow = () => document.documentElement.dataset.theme;
watchPrint(
  () => islands.get("graph"),
  () => islands.get("legend")?.model,
  shade,
);
addEventListener("sheafscope-prefers", () => {
  shade(api.themeNow());
  islands.get("graph")?.sharpen();
});
globalThis.sheafscopeIslands = api;
