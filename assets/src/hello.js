// A line above the graph greets who comes for the first time, until a lesson
// begins or it is closed. Whether it shows is a class of the page: the first
// picture has it too.
import { h } from "./dom.js";
import { greeted, lesson } from "./effects.js";

/** Decides, before anything is drawn, whether the visitor is new. */
export function meet() {
  let known = true;
  try { known = localStorage.getItem("sheafscope-known") !== null; } catch { /* private mode: as if known */ }
  document.documentElement.classList.toggle("new", !known);
}

export class HelloIsland {
  constructor(emit) {
    this.root = h("div", "limits");
    this.root.dataset.testid = "hello";
    const p = h("p", "", this.root);
    h("b", "", p, "New here? ");
    h("span", "wide", p, "A sheaf gives every node and edge a small vector space, and every end of an edge a map into that of the edge. This page trains one.");
    const button = (id, text, act) => {
      const b = h("button", "tool", this.root, text);
      b.type = "button";
      b.dataset.testid = "hello-" + id;
      b.addEventListener("click", act);
      return b;
    };
    button("tour", "Two-minute tour", () => lesson("tour", emit));
    button("sheaf", "What is a sheaf?", () => lesson("sheaf", emit));
    button("close", "✕", greeted).setAttribute("aria-label", "Close the line for newcomers");
  }
}
