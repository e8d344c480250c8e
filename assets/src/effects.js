// Things the page asks of the browser: clipboard, downloads, the address, a picture of the page.
import { chartsSVG, graphCanvas, graphCaption, graphSVG } from "./svg.js";
import { pictures } from "./pictures.js";
import { writeAddress } from "./address.js";
import { count, holds } from "./kept.js";
import { present } from "./present.js";
import { showEdge, showLevel, showScene } from "./level.js";
import { drawAll } from "./frame.js";
import { part } from "./part.js";
import { copyText, save, savePicture } from "./save.js";

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
    // Inside another page the address is that page's: the link is only copied.
    // Without all its parts a link is only copied, too: a reload opens the address.
    case "hash":
      [link] = args;
      if (args[1] && !embedded()) writeAddress(get.emit, link, "replace");
      return;
    // Inside another page the history is that page's.
    case "address":
      if (!embedded()) writeAddress(get.emit, ...args);
      return;
    case "holds":
      holds(args);
      return;
    case "store":
      store(...args);
      return;
    case "download":
      save(new Blob([args[2]], { type: args[1] }), args[0]);
      return;
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
        setTimeout(() => e.classList.remove("pointed"), 2400);
      });
      return;
  }
}

/** What make gives while the page has a theme, "" for that of the page. */
async function inTheme(get, theme, make) {
  const was = document.documentElement.dataset.theme,
    other = theme && theme !== was;
  if (other) {
    get.theme(theme);
    drawAll();
  }
  try {
    return await make();
  } finally {
    if (other) get.theme(was);
  }
}
/** Saves a picture as SVG, or as PDF or TikZ, by the end of its name. */
async function saveVector(get, [name, theme, link], make, about) {
  try {
    await savePicture(await inTheme(get, theme, make), name, `${get.graph().topo.name}: ${about()}`, link);
  } catch (why) {
    get.emit("filefailed", { text: why.message });
  }
}

const embedded = () => document.documentElement.classList.contains("embedded");
let link = ""; // what is shared

/** Copies what is shared and reports to the page whether that was allowed. */
async function copyLink(emit) {
  const text = new URL(link, sheafscopeBoot.address()).href;
  emit("shared", { text, copied: await copyText(text) });
}
/** Does something with an element as soon as it is there and visible: the panels render and the pictures draw in the frames to come. */
function whenShown(selector, act, frames = 60) {
  const e = document.querySelector(selector);
  if (e?.checkVisibility({ visibilityProperty: true })) act(e);
  else if (frames) requestAnimationFrame(() => whenShown(selector, act, frames - 1));
}

function store(key, value) {
  try {
    localStorage.setItem("sheafscope-" + key, value);
  } catch {
    /* theme or level in private mode: it lasts as long as the page */
  }
}

/** Begins a lesson. */
export function lesson(name, emit) {
  part("lessons.js").then(
    () => globalThis.sheafscopeLesson(name, emit),
    (why) => emit("filefailed", { text: why.message }),
  );
}
