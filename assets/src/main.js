// Entry of the islands, which draw everything on the page. The page's program
// calls sheafscopeIslands.update(name, json, ...bytes) with new models, and
// .attach() after each render. The islands report events to the function that
// the program has passed to .onEvent.
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

/** Sets the theme of the page and draws every island in its colours. */
function shade(name) {
  document.documentElement.dataset.theme = name;
  forget();
  islands.get("graph")?.retheme();
  islands.get("training")?.retheme();
  for (const name of ["inspector", "matrix"]) islands.get(name)?.resized(islands.get(name).model);
  islands.get("compare")?.retheme();
}

/** Reports an event of an island to the program. */
const emit = (kind, detail) => listener(kind, JSON.stringify(detail ?? {}));

/** Constructors of the islands by name; sparks are made by island(). */
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

/** Returns an island; the first call makes it, and observes its size. */
function island(name) {
  let it = islands.get(name);
  if (!it) {
    it = name.startsWith("spark-") ? new SparkIsland() : make[name]();
    islands.set(name, it);
    if (it.draw) new ResizeObserver(([e]) => resized(it, e.contentRect)).observe(it.root);
  }
  return it;
}

/**
 * Draws an island anew after a change of its box. Flowing text (an island with resized) depends on the width alone. The job replaces a
 * waiting job of the island, so the job reads the newest model when it runs.
 */
function resized(it, box) {
  it.away = !box.width && !it.root.hidden; // an island that has hidden itself must be drawn to appear again
  const size = sizeOf(it, box);
  if (it.away || (it.sized === size && !it.stale)) return;
  it.sized = size;
  it.stale = true; // a newer model can replace this job, and must then draw the whole island, too
  if (it.svg) measure(it.svg);
  measure(it.root);
  if (it.model)
    draw(it, () => {
      it.stale = false;
      if (it.resized) it.resized(it.model);
      else it.draw(it.model);
    });
}

/** Returns the size on which the drawing of an island depends, as text. */
const sizeOf = (it, box) => (it.resized ? String(box.width) : box.width + "x" + box.height);

/** Draws a model in one of the next frames. A hidden island is drawn when it is shown. */
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
      // With a known size the observer does not draw the island a second time.
      if (it.sized === undefined && it.root.clientWidth) it.sized = sizeOf(it, it.root.getBoundingClientRect());
      it.draw(model);
    },
    Boolean(it.another?.(model)),
  );
}

// Views of the bytes of a message as numbers.
const f32 = (b) => new Float32Array(b.buffer, b.byteOffset, b.byteLength >> 2);
/** Returns an array in which numbers that are not finite are null, as in JSON. */
const f64 = (b) => Array.from(new Float64Array(b.buffer, b.byteOffset, b.byteLength >> 3), (v) => (Number.isFinite(v) ? v : null));
const i32 = (b) => new Int32Array(b.buffer, b.byteOffset, b.byteLength >> 2);

let live = false, // the program listens
  picture = ""; // the graph of the first picture, which is drawn before the program listens
/** Reports whether the program sends the graph of the first picture, whose drawing can stay. */
function sameAsPicture(json, bytes) {
  if (live && picture === "") return false;
  const key = [json, ...bytes.map((b) => b?.join())].join("|"),
    same = live && picture === key;
  picture = live ? "" : key;
  return same;
}

/** Passes a model to its island. Large arrays arrive as bytes, in the order of web/view. */
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
  /** Passes a model to an island, which draws it in the next animation frame. */
  update(name, json, ...bytes) {
    guard(() => update(name, json, bytes));
  },
  /** Puts the element of every island into its place after a render, and sets menus and dialogs as the program has written them. */
  attach() {
    panels();
    asks();
    islands.get("inspector")?.watchSentences();
    if (globalThis.vuguData !== false) {
      // The render has changed such attributes.
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
          if (e.selectedIndex < 0 && e.length) e.selectedIndex = 0; // the list lacks the chosen value
        }
      }
  },
  /** Sets the program's function for events, and begins to listen to keys, files and the address. */
  onEvent(fn) {
    live = true;
    listener = fn;
    for (const listen of [keyboard, openings, watchAddress, hearLook, watchWords, kept.watch]) listen(emit);
    islands.get("graph")?.tellDrawing();
  },
  /** Sets the theme. After the reader's own choice the page no longer follows the system; linked is true for the choice of a link. */
  theme(name, linked) {
    if (name !== "light" && name !== "dark") return;
    globalThis.sheafscopePrefers.choose(name, linked);
    shade(name);
  },
  /** For tests: the drawn state of the graph, the place of a node in the window, and whether every drawing has ended. */
  shown: () => islands.get("graph")?.inspect() ?? null,
  where: (node) => islands.get("graph").where(node),
  still: () => still() && !api.held && !early() && !islands.get("graph")?.animated,
  /** Does an effect of the program outside the panels: a file to save, a text to copy … */
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
