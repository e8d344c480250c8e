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

/**
 * Does an effect. get has functions of the page: graph, legend, models, theme and emit. args depend on the kind (web/lab). For "select",
 * "focus" and "scroll", args[0] is a selector. For downloads, pictures and the report, it is the name of a file.
 */
export function effects(kind, get, ...args) {
  switch (kind) {
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
    // args: the link of the run, which is kept for "copylink", and whether the link holds the whole run. The address gets only a whole
    // link, since a reload opens the address. A frame never writes the address, which belongs to the page around it.
    case "hash":
      [link] = args;
      if (args[1] && !embedded()) writeAddress(get.emit, link, "replace");
      return;
    // In a frame the history belongs to the page around it.
    case "address":
      if (!embedded()) writeAddress(get.emit, ...args);
      return;
    // args: the checksums of the stored sets that this page needs.
    case "holds":
      holds(args);
      return;
    case "store":
      store(...args);
      return;
    // args: name, MIME type, content.
    case "download":
      save(new Blob([args[2]], { type: args[1] }), args[0]);
      return;
    // args: name, theme, and for a vector format the link of the run.
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
    case "level":
      showLevel(get.emit, ...args);
      return;
    // sheafscopeLook is missing until the script of the level Look has come.
    case "wrong":
      globalThis.sheafscopeLook?.wrong(...args);
      return;
    case "scene":
      showScene(get.emit, JSON.parse(args[0]));
      return;
    case "crowd":
      globalThis.sheafscopeLook?.crowd(JSON.parse(args[0]));
      return;
    case "edge":
      showEdge(get.emit, JSON.parse(args[0]));
      return;
    case "lesson":
      lesson(args[0], get.emit);
      return;
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

/** Gives the page a theme, awaits make, and restores the theme of before. Returns the result of make. Theme "" keeps the theme. */
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
/** Saves a picture as SVG, PDF or TikZ, by the extension of its name. */
async function saveVector(get, [name, theme, link], make, about) {
  try {
    await savePicture(await inTheme(get, theme, make), name, `${get.graph().topo.name}: ${about()}`, link);
  } catch (why) {
    get.emit("filefailed", { text: why.message });
  }
}

/** Reports whether the page is shown in a frame. */
const embedded = () => document.documentElement.classList.contains("embedded");
let link = ""; // the link of the run, which "copylink" copies

/** Copies the link of the run, and reports to the program whether the browser allowed the copy. */
async function copyLink(emit) {
  const text = new URL(link, sheafscopeBoot.address()).href;
  emit("shared", { text, copied: await copyText(text) });
}
/**
 * Calls act with an element as soon as the element exists and is visible. Panels and pictures are drawn in frames, so this happens in one
 * of the next frames. After 60 frames, about a second, the wait ends without a call.
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
