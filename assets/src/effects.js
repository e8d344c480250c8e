// Things the page asks of the browser: clipboard, downloads, the address, a picture of the page.
import { chartsSVG, graphSVG } from "./svg.js";

export function effects(kind, get, ...args) {
  switch (kind) {
    case "copy": navigator.clipboard?.writeText(args[0]).catch(() => {}); return;
    case "copylink": navigator.clipboard?.writeText(location.href).catch(() => {}); return;
    case "hash": if (location.hash !== args[0]) history.replaceState(null, "", args[0] || location.pathname + location.search); return;
    case "address": address(...args); return;
    case "store": store(...args); return;
    case "download": save(new Blob([args[2]], { type: args[1] }), args[0]); return;
    case "picture": get.graph().snapshot().toBlob((b) => save(b, args[0]), "image/png"); return;
    case "picture-svg": save(new Blob([graphSVG(get.graph())], { type: "image/svg+xml" }), args[0]); return;
    case "charts-svg": save(new Blob([chartsSVG()], { type: "image/svg+xml" }), args[0]); return;
    case "lesson": lesson(args[0], get.emit); return;
    case "focus": document.querySelector(args[0])?.focus(); return;
  }
}

// --- the address and the history --------------------------------------------

const onceMs = 1000; // changes of one setting that follow each other so fast make one entry
let last = { series: "", time: -Infinity };

/** Writes the link into a new entry of the history or into the present one. Inside another page the history is that page's. */
function address(hash, how, series) {
  if (document.documentElement.classList.contains("embedded")) return;
  const now = performance.now();
  const push = how === "push" && !(series !== "change" && series === last.series && now - last.time < onceMs);
  if (how === "push") last = { series, time: now };
  if (location.hash === hash) return;
  try { history[push ? "pushState" : "replaceState"](null, "", hash); } catch { /* too many changes, or a file without a history: the page goes on */ }
}

/** The line for newcomers has done its work. */
export function greeted() {
  document.documentElement.classList.remove("new");
  store("known", "1");
}

function store(key, value) { try { localStorage.setItem("sheafscope-" + key, value); } catch { /* private mode: the choice lasts as long as the page */ } }

/** Begins a lesson. The lessons are a script of their own, fetched when the first one begins; a single file has it already. */
export function lesson(name, emit) {
  greeted();
  if (globalThis.sheafscopeLesson) { globalThis.sheafscopeLesson(name); return; }
  const s = document.createElement("script");
  s.src = document.querySelector('script[src*="islands.js"]').src.replace("islands.js", "lessons.js");
  s.onload = () => globalThis.sheafscopeLesson(name);
  s.onerror = () => { s.remove(); emit("filefailed", { text: "The lessons could not be fetched. Look at the network and try again." }); };
  document.head.append(s);
}

function save(blob, name) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(blob);
  a.download = name;
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
}
