// The levels of the page (such as Look and Learn) and the layers above the page: Look, the scenes of the thread, and One edge. The level is
// an attribute of the root element. A first visit gets the script of Look with the first picture (assets/boot/level.js). If Look is chosen
// later, the script is fetched here.
import { part } from "./part.js";

const shell = document.documentElement;
let level = "", // the level, the edge and the scene that were requested last; null for no edge or scene
  edge = null,
  scene = null,
  formerFocus = null; // the element that had the focus before One edge was shown

/**
 * Shows the level of the page with a name. At Look, stop is the position of the dial, which gets the focus, and wrong is a text about a
 * problem of the page behind Look. At another level, stop and wrong have no use. If the script of Look cannot be fetched, the shown level
 * stays, and the reason is reported.
 */
export function showLevel(emit, name, stop, wrong) {
  level = name;
  if (name !== "look") {
    shell.dataset.level = name;
    globalThis.sheafscopeLook?.hide();
    return;
  }
  part("look.js").then(
    () => {
      if (level !== name) return; // another level was chosen before the script arrived
      shell.dataset.level = name;
      hearLook(emit);
      globalThis.sheafscopeLook.show(+stop, true);
      globalThis.sheafscopeLook.wrong(wrong);
    },
    (why) => emit("filefailed", { text: why.message }),
  );
}

/** Passes the events of Look to the page. Look has no menu of its own: at its event "open", the page changes to a
 * level with a menu, and then opens this menu. */
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

/** Shows a scene of the thread over Look, or hides the scene if model is null. */
export function showScene(emit, model) {
  scene = model;
  if (!model) {
    globalThis.sheafscopeScene?.hide();
    return;
  }
  part("edge.js").then(
    () => {
      if (scene === model) globalThis.sheafscopeScene.show(model, emit); // else a newer scene was requested
    },
    (why) => emit("filefailed", { text: why.message }),
  );
}

/** Shows One edge over the whole page. If model is null, One edge is hidden, and formerFocus gets the focus back. */
export function showEdge(emit, model) {
  edge = model;
  if (!model) {
    globalThis.sheafscopeEdge?.hide();
    formerFocus?.focus?.();
    formerFocus = null;
    return;
  }
  part("edge.js").then(
    () => {
      if (edge !== model) return; // a newer edge was requested
      // A new model of the shown edge changes nothing here.
      if (!shell.classList.contains("at-edge")) formerFocus = document.activeElement;
      globalThis.sheafscopeEdge.show(model, emit);
    },
    (why) => emit("filefailed", { text: why.message }),
  );
}
