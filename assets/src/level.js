// The level of the page is an attribute of its element. Look is a layer over the page, from a script that a first visit
// gets with its first picture (assets/boot/level.js) and that is fetched here when it is chosen later.
import { part } from "./part.js";

const shell = document.documentElement;
let level = "",
  edge = null,
  before = null; // the newest of each that was requested; what had the keyboard before One edge

/** Shows a level; at Look the dial stands at a stop and has the keyboard, and what is wrong behind it is said. */
export function showLevel(emit, name, stop, wrong) {
  level = name;
  if (name !== "look") {
    shell.dataset.level = name;
    globalThis.sheafscopeLook?.hide();
    return;
  }
  part("look.js").then(
    () => {
      if (level !== name) return; // another was chosen while the script was on its way
      shell.dataset.level = name;
      hearLook(emit);
      globalThis.sheafscopeLook.show(+stop, true);
      globalThis.sheafscopeLook.wrong(wrong);
    },
    (why) => emit("filefailed", { text: why.message }),
  );
}

/** What is turned and wanted at Look goes to the page. */
export function hearLook(emit) {
  globalThis.sheafscopeLook?.listen((kind, detail) => {
    if (detail.name !== "open") {
      emit(kind, detail);
      return;
    }
    emit("level", { name: "research" });
    emit("menu", { name: "open" });
  });
}

let scene = null; // the newest that was requested

/** Shows a scene of the thread over Look, or takes it away. */
export function showScene(emit, model) {
  scene = model;
  if (!model) {
    globalThis.sheafscopeScene?.hide();
    return;
  }
  part("edge.js").then(
    () => {
      if (scene === model) globalThis.sheafscopeScene.show(model, emit);
    },
    (why) => emit("filefailed", { text: why.message }),
  );
}

/** Shows an edge over the whole page, or takes it away and gives the keyboard back. */
export function showEdge(emit, model) {
  edge = model;
  if (!model) {
    globalThis.sheafscopeEdge?.hide();
    before?.focus?.();
    before = null;
    return;
  }
  part("edge.js").then(
    () => {
      if (edge !== model) return;
      if (!shell.classList.contains("at-edge")) before = document.activeElement;
      globalThis.sheafscopeEdge.show(model, emit);
    },
    (why) => emit("filefailed", { text: why.message }),
  );
}
