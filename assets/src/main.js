// Entry of the islands. The page's program, in Go, renders the panels. An island
// is a part of a panel that a script draws: an object with the element root and,
// except the graph, the method draw. The program calls
// sheafscopeIslands.update(name, json, ...bytes) with new models, and .attach()
// after each render. The islands report events to the function that the program
// has passed to .onEvent.
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

let listener = () => {}; // the program's function for events; before onEvent, events are lost

/** Sets the theme of the page, and redraws the islands that draw with colours read by scripts. Style sheets colour the others. */
function shade(name) {
  document.documentElement.dataset.theme = name;
  forget();
  islands.get("graph")?.retheme();
  islands.get("training")?.retheme();
  for (const key of ["inspector", "matrix"]) islands.get(key)?.resized(islands.get(key).model);
  islands.get("compare")?.retheme();
}

/** Reports an event of an island to the program: its kind, and an object with its details. */
const emit = (kind, detail) => listener(kind, JSON.stringify(detail ?? {}));

/** Functions that make the islands, by name. The function island makes the sparks, spark-1 and so on. */
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

/**
 * Returns an island; the first call makes the island, and observes its size. For the drawing, an island has a few more fields: model is its
 * newest model, and away reports that the island is hidden. sized is the size of the last drawing as text (see sizeOf). stale reports that
 * the next drawing must be a whole drawing, because the size has changed or the island was hidden.
 */
function island(name) {
  let isle = islands.get(name);
  if (!isle) {
    isle = name.startsWith("spark-") ? new SparkIsland() : make[name]();
    islands.set(name, isle);
    // The graph, without draw, observes its size itself.
    if (isle.draw) new ResizeObserver(([e]) => resized(isle, e.contentRect)).observe(isle.root);
  }
  return isle;
}

/**
 * Draws an island anew after a change of its box, whose size is in pixels of the page. A hidden island is not drawn. The job replaces a
 * waiting job of the island, so it reads the newest model when it runs.
 */
function resized(isle, box) {
  isle.away = !box.width && !isle.root.hidden; // an island that has hidden itself must be drawn to appear again
  const size = sizeOf(isle, box),
    unchanged = isle.sized === size && !isle.stale;
  if (isle.away || unchanged) return;
  isle.sized = size;
  isle.stale = true; // a newer model can replace this job, and must then draw the whole island, too
  if (isle.svg) measure(isle.svg);
  measure(isle.root);
  if (isle.model)
    draw(isle, () => {
      isle.stale = false;
      if (isle.resized) isle.resized(isle.model);
      else isle.draw(isle.model);
    });
}

/**
 * Returns the size on which the drawing of an island depends, as text: of flowing text (an island with the method resized) the width alone.
 */
const sizeOf = (isle, box) => (isle.resized ? String(box.width) : box.width + "x" + box.height);

/** Draws a model in one of the next frames. Another equation or first figure of the inspector (another) is drawn before all other jobs. A
 * hidden island is drawn when it is shown. */
function later(isle, model) {
  isle.model = model;
  draw(
    isle,
    () => {
      const { stale } = isle;
      isle.stale = Boolean(isle.away);
      if (isle.away) return;
      // The first drawing, before a size is known, draws everything anyway.
      const drawsWhole = stale && isle.resized && isle.sized !== undefined;
      if (drawsWhole) {
        isle.resized(model);
        return;
      }
      // With a known size the observer does not draw the island a second time.
      if (isle.sized === undefined && isle.root.clientWidth) isle.sized = sizeOf(isle, isle.root.getBoundingClientRect());
      isle.draw(model);
    },
    Boolean(isle.another?.(model)),
  );
}

// Views of the bytes b of a message as numbers, in the byte order of the machine. f64 returns a copy.
const f32 = (b) => new Float32Array(b.buffer, b.byteOffset, b.byteLength >> 2);
/** Returns an array in which numbers that are not finite are null, as in JSON. */
const f64 = (b) => Array.from(new Float64Array(b.buffer, b.byteOffset, b.byteLength >> 3), (v) => (Number.isFinite(v) ? v : null));
const i32 = (b) => new Int32Array(b.buffer, b.byteOffset, b.byteLength >> 2);

let live = false, // the program listens to events (onEvent)
  picture = ""; // the graph of the first picture, which is drawn before the program listens
/**
 * Reports whether the program sends the graph of the first picture, whose drawing can stay. Before the program listens, the call notes the
 * graph as the first picture and returns false. Only the program's first graph is compared.
 */
function sameAsPicture(json, bytes) {
  if (live && picture === "") return false;
  const key = [json, ...bytes.map((b) => b?.join())].join("|"),
    isSame = live && picture === key;
  picture = live ? "" : key;
  return isSame;
}

/** Passes a model to the island with a name, or does what the name requests of an island. Large arrays arrive as bytes, in the order in
 * which the program sends them (web/push.go). */
function update(name, json, bytes) {
  const model = json ? JSON.parse(json) : null;
  switch (name) {
    case "sparks":
      // An unchanged model is not drawn again.
      model.forEach((m, i) => {
        const isle = island("spark-" + (i + 1));
        const key = JSON.stringify(m);
        if (isle.key !== key) {
          isle.key = key;
          later(isle, m);
        }
      });
      return;
    case "topology":
      // bytes: the ends of the edges, the coordinates of the nodes, and of a very large graph the drawn nodes and edges.
      islands.get("inspector")?.setMaps(null, null); // announces another graph
      if (!sameAsPicture(json, bytes))
        island("graph").setTopology(
          model,
          i32(bytes[0]),
          bytes[1]?.byteLength ? f32(bytes[1]) : null,
          bytes[2]?.byteLength ? { nodes: i32(bytes[2]), edges: i32(bytes[3]) } : null,
        );
      return;
    // The numbers of the nodes and edges in a frame of the run. Optional lists arrive without bytes.
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
    // Maps and features are drawn in a job, since their pictures are large.
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
    // Requests of the program without an island's model: the current numbers of the explained words, a zoom ("in", "out", or other for the
    // whole graph), a search for a text, a lasso, WebGL again.
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
  /** Passes a model to an island, which draws the model in one of the next frames (the function update above). */
  update(name, json, ...bytes) {
    guard(() => update(name, json, bytes));
  },
  /** Puts the element of every island into its place after a render, and sets menus and dialogs as the program has written them. */
  attach() {
    panels();
    asks();
    islands.get("inspector")?.watchSentences();
    if (globalThis.vuguData !== false) {
      // The render may have changed data attributes (vugu.js notes it), on which the following calls depend.
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
          const isle = island(d.island);
          const alone = e.firstChild === isle.root && !isle.root.nextSibling; // a render may have added elements
          if (!alone) e.replaceChildren(isle.root);
        } else if (d.open) dialog(e);
        else {
          // A menu (select) or an input. A text that the user is typing stays.
          if (d.options) fill(e);
          const typing = e.tagName !== "SELECT" && e === document.activeElement;
          if (e.value !== d.value && !typing) e.value = d.value;
          if (e.selectedIndex < 0 && e.length) e.selectedIndex = 0; // the menu lacks the chosen value, and shows its first
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
  /**
   * Sets the theme "light" or "dark"; another name has no effect. After the reader's own choice the page no longer follows the system.
   * linked is true if a link has chosen the theme.
   */
  theme(name, linked) {
    if (name !== "light" && name !== "dark") return;
    globalThis.sheafscopePrefers.choose(name, linked);
    shade(name);
  },
  /**
   * For tests: the drawn state of the graph or null (shown), the pixel of a node in the window (where), and whether every drawing has ended
   * (still). The program sets the field held while the drawing waits for an answer of the worker.
   */
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
// Functions of other files that the program calls.
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
// A preference has changed: the theme, forced colours, the pixels of the screen, or the size of the text.
addEventListener("sheafscope-prefers", () => {
  shade(api.themeNow());
  islands.get("graph")?.sharpen();
});
globalThis.sheafscopeIslands = api;
