// Effects that the program requests of the browser: clipboard, downloads, address, pictures, scrolling.
import { chartsSVG, graphCanvas, graphCaption, graphSVG } from "./svg.js";
import { pictures } from "./pictures.js";
import { writeAddress } from "./address.js";
import { count, holds } from "./kept.js";
import { present } from "./present.js";
import { showEdge, showLevel, showScene } from "./level.js";
import { drawAll } from "./frame.js";
import { part } from "./part.js";
import { copyText, save, savePicture } from "./save.js";

/** Reports whether the page is shown in a frame of another page. */
const embedded = () => document.documentElement.classList.contains("embedded");
let link = ""; // the link of the run from the last "hash"; "copylink" copies it

/**
 * Carries out an effect: a request of the program (Effect in web/state) with a kind and texts as args, which depend on the kind. In get,
 * graph returns the island of the graph. legend returns the model of the legend, and models the models of the charts by name. theme sets
 * the theme, and emit reports an event to the program. For "select", "focus" and "scroll", args[0] is a selector. For downloads, pictures
 * and the report, args[0] is the name of a file.
 */
export function effects(kind, get, ...args) {
  switch (kind) {
    // args: the text.
    case "copy":
      copyText(args[0]).then((done) => done || get.emit("filefailed", { text: "The browser did not allow the copy." }));
      return;
    case "copylink":
      copyLink(get.emit);
      return;
    case "select":
      whenShown(args[0], (e) => {
        e.focus();
        e.select();
      });
      return;
    // args: the link of the run, which is kept for "copylink", and a text, "" if the link lacks a part of the run. The address gets
    // only a whole link, since a reload opens the address. A page in a frame does not write its address: its history belongs to the page
    // around it.
    case "hash":
      [link] = args;
      if (args[1] && !embedded()) writeAddress(get.emit, link, "replace");
      return;
    // args: the link, "push" for a new entry of the history or "replace" for the present entry, and the name of the change (writeAddress).
    case "address":
      if (!embedded()) writeAddress(get.emit, ...args);
      return;
    // args: the checksums of the stored sets that this page needs.
    case "holds":
      holds(args);
      return;
    // args: the key and the value of a preference.
    case "store":
      store(...args);
      return;
    // args: name, MIME type, content.
    case "download":
      save(new Blob([args[2]], { type: args[1] }), args[0]);
      return;
    // args of all three kinds of pictures: name, theme, and the link of the run, which a PDF contains. A PNG ignores the link.
    case "picture":
      inTheme(get, args[1], () => graphCanvas(get.graph(), get.legend())).then(
        (c) => c.toBlob((b) => save(b, args[0]), "image/png"),
        () => get.emit("filefailed", { text: "The picture could not be drawn. Try the picture as SVG." }),
      );
      return;
    case "picture-svg":
      saveVector(
        get,
        args,
        () => graphSVG(get.graph(), get.legend()),
        () => graphCaption(get.graph().topo),
      );
      return;
    case "charts-svg":
      saveVector(
        get,
        args,
        () => chartsSVG(get.models(), get.graph().topo.name),
        () => "spectrum, training, bound",
      );
      return;
    // args: name, title, and the text of the report as JSON. The script lessons.js writes the report.
    case "report":
      part("lessons.js")
        .then(() => save(globalThis.sheafscopeReport(args[0], args[1], JSON.parse(args[2]), pictures(get)), args[0]))
        .catch((why) => get.emit("filefailed", { text: why.message }));
      return;
    case "present":
      present(true);
      return;
    // args: the name of the level, and for Look the position of the dial and a text about a problem, "" without a problem.
    case "level":
      showLevel(get.emit, ...args);
      return;
    // args: a text about a problem of the page behind Look. sheafscopeLook is missing until the script of the level Look has come.
    case "wrong":
      globalThis.sheafscopeLook?.wrong(...args);
      return;
    // args of "scene" and "edge": the model as JSON; the JSON null hides the scene, or the layer One edge.
    case "scene":
      showScene(get.emit, JSON.parse(args[0]));
      return;
    // args: the texts of Look about all people, as JSON.
    case "crowd":
      globalThis.sheafscopeLook?.crowd(JSON.parse(args[0]));
      return;
    case "edge":
      showEdge(get.emit, JSON.parse(args[0]));
      return;
    // args: the name of the lesson.
    case "lesson":
      lesson(args[0], get.emit);
      return;
    // Reports to the program which graphs the browser has stored.
    case "count":
      count(get.emit);
      return;
    case "focus":
      whenShown(args[0], (e) => e.focus());
      return;
    case "scroll":
      whenShown(args[0], (e) => {
        e.scrollIntoView({ block: "start" });
        e.classList.add("pointed");
        setTimeout(() => e.classList.remove("pointed"), 2400); // ms, in which the reader sees the mark
      });
      return;
  }
}

/**
 * Gives the page a theme, awaits make, and gives the page its former theme again. Returns the result of make. The theme "" changes nothing.
 */
async function inTheme(get, theme, make) {
  const former = document.documentElement.dataset.theme,
    changesTheme = theme && theme !== former;
  if (changesTheme) {
    get.theme(theme);
    drawAll(); // at once: make reads the drawings, which otherwise change in the next frame
  }
  try {
    return await make();
  } finally {
    if (changesTheme) get.theme(former);
  }
}
/**
 * Saves a picture as SVG, PDF or TikZ, by the extension of its name. make returns the markup of the SVG. about returns a description, which
 * follows the name of the graph in the title.
 */
async function saveVector(get, [name, theme, link], make, about) {
  try {
    await savePicture(await inTheme(get, theme, make), name, `${get.graph().topo.name}: ${about()}`, link);
  } catch (why) {
    get.emit("filefailed", { text: why.message });
  }
}

/** Copies the link of the run as a whole address. Reports the address to the program, and whether the browser allowed the copy. */
async function copyLink(emit) {
  const text = new URL(link, sheafscopeBoot.address()).href;
  emit("shared", { text, copied: await copyText(text) });
}
/**
 * Calls act with the first element of a selector as soon as the element exists and is visible. Panels and pictures are drawn in frames, so
 * the element may appear in one of the next frames. After 60 frames, about a second, the wait ends without a call.
 */
function whenShown(selector, act, frames = 60) {
  const e = document.querySelector(selector);
  if (e?.checkVisibility({ visibilityProperty: true })) act(e);
  else if (frames) requestAnimationFrame(() => whenShown(selector, act, frames - 1));
}

/** Stores a preference in the browser. */
function store(key, value) {
  try {
    localStorage.setItem("sheafscope-" + key, value);
  } catch {
    /* private mode: the preference lasts until the page is closed */
  }
}

/** Begins a lesson of the tours, whose scripts are a part that is fetched first. */
export function lesson(name, emit) {
  part("lessons.js").then(
    () => globalThis.sheafscopeLesson(name, emit),
    (why) => emit("filefailed", { text: why.message }),
  );
}
