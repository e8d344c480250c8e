// Who comes for the first time is greeted by one graph and one dial, over the
// inspector, until anything else is touched. Its stops were trained by the build
// (web/minute.go); the page behind it is alive. Whether it shows is a class of the
// page: the first picture has it too.
import { h } from "./dom.js";
import { dialBox, stopOf } from "./dial.js";
import { greeted, lesson, part } from "./effects.js";

/** Decides, before anything is drawn, whether the visitor is new. */
export function meet() {
  let known = true;
  try { known = localStorage.getItem("sheafscope-known") !== null; } catch { /* private mode: as if known */ }
  // A link shows what it is of, and another page what it wants.
  document.documentElement.classList.toggle("new", !known && location.hash.length < 2 && !new URLSearchParams(location.search).has("embed"));
}

const isNew = () => document.documentElement.classList.contains("new");

export class HelloIsland {
  constructor(emit) {
    const r = this.root = h("section", "hello");
    r.dataset.testid = "hello";
    r.setAttribute("aria-label", "First minute");
    h("h2", "", r, "New here? Turn the dial");
    this.lead = h("p", "hlead", r, "A sheaf gives every node and edge a small vector space, and every end of an edge a map into that of the edge. This page trains one.");
    this.sec = { box: h("div", "dialbox", r) };
    const row = h("div", "hgo", r);
    const button = (id, text, act, cls = "act") => {
      const b = h("button", cls, row, text);
      b.type = "button";
      b.dataset.testid = "hello-" + id;
      b.addEventListener("click", act);
      return b;
    };
    this.open = button("open", "Open this run", () => this.go());
    this.open.hidden = true;
    button("close", "Go to the laboratory", greeted);
    button("tour", "Two-minute tour", () => lesson("tour", emit), "tool");
    button("sheaf", "What is a sheaf?", () => lesson("sheaf", emit), "tool");
    if (!isNew()) return;
    // Whatever else is touched is the laboratory, which then stands there whole.
    const away = (e) => { if (e.isTrusted && isNew() && (e.key === "Escape" || !r.contains(e.target))) greeted(); };
    for (const kind of ["pointerdown", "click"]) addEventListener(kind, away, true);
    addEventListener("keydown", (e) => { if (!["Tab", "Shift", "Control", "Alt", "Meta"].includes(e.key)) away(e); }, true);
    part("minute.js").then(() => { this.model = globalThis.sheafscopeMinute; this.draw(this.model); }, () => {});
  }
  draw(m) {
    if (!m) return;
    this.lead.textContent = m.lead;
    this.open.hidden = false;
    dialBox(this.sec, m.dial);
  }
  /** Opens the run of the stop in the laboratory, at the epoch that is shown here. */
  go() {
    const { graph, model, seed, settings } = this.model.run, s = stopOf(this.sec);
    globalThis.sheafscope?.load({ graph, model, seed, settings: { ...settings, maps: s.name }, position: s.position });
    greeted();
  }
}
