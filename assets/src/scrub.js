// The scrubber over the whole run: silhouette of the loss, key frames,
// playhead. Dragging moves the playhead at once and reports to the page at most once
// per frame; the page answers with the frame of that position.
import { el, h, put, text, line, rect, circle, lin, open, textWidth, fix } from "./dom.js";

export class ScrubIsland {
  constructor(emit) {
    this.emit = emit;
    this.root = h("div", "scrub#scrubber");
    this.root.tabIndex = 0;
    this.root.setAttribute("role", "slider");
    this.root.setAttribute("aria-label", "Position in the run");
    this.svg = el("svg", { "aria-hidden": "true" }, this.root);
    let raf = 0,
      want = 0;
    const move = (e) => {
      const b = this.root.getBoundingClientRect();
      want = Math.min(1, Math.max(0, (e.clientX - b.left - 6) / (b.width - 12))) * this.m.epochs;
      this.drag = want;
      if (!raf)
        raf = requestAnimationFrame(() => {
          raf = 0;
          this.draw(this.m);
          this.emit("scrub", { epoch: want });
        });
    };
    this.root.addEventListener("pointerdown", (e) => {
      if (!this.m || !this.m.epochs) return;
      this.root.setPointerCapture(e.pointerId);
      this.held = true;
      move(e);
    });
    this.root.addEventListener("pointermove", (e) => {
      if (this.held) move(e);
    });
    const up = () => {
      if (!this.held) return;
      this.held = false;
      this.drag = undefined;
      this.emit("scrubbed", {});
    };
    this.root.addEventListener("pointerup", up);
    this.root.addEventListener("pointercancel", up);
  }
  draw(m) {
    this.m = m;
    const o = open(this.svg);
    if (!m) return;
    const set = (k, v) => put(this.root, k, v);
    set("aria-valuemin", "0");
    set("aria-valuemax", String(m.maxPosition));
    set("aria-valuenow", String(m.position));
    set("aria-valuetext", m.text);
    if (!o) return;
    const { s, w, h: hh } = o,
      n = Math.max(1, m.epochs),
      X = lin(0, n, 6, w - 6),
      y = hh - 20,
      at = this.drag ?? m.at;
    const hi = Math.max(1e-9, ...m.loss),
      Y = (v) => y - 4 - (v / hi) * (hh - 38);
    const shape = (upto, cls) => {
      const k = Math.min(m.loss.length, Math.floor(upto));
      if (k < 1) return;
      let d = `M${X(0)} ${y}L${X(0)} ${Y(m.loss[0]).toFixed(1)}`;
      for (let i = 0; i < k; i++) d += `L${X(i + 1).toFixed(1)} ${Y(m.loss[i]).toFixed(1)}`;
      el("path", { d: d + `L${X(k)} ${y}Z`, class: cls, "fill-opacity": 0.45 }, s);
    };
    shape(m.loss.length, "f-r");
    shape(at, "f-3");
    if (m.loss.length > 3) text(s, X(n * 0.06), Math.max(10, Y(m.loss[Math.floor(m.loss.length * 0.06)]) - 5), "loss");
    rect(s, X(0), y, w - 12, 4, "f-r");
    rect(s, X(0), y, X(at) - X(0), 4, "f-ink");
    let last = -1e9;
    m.keys.forEach((k, i) => {
      const x = X(k.epoch);
      el("path", { d: `M${x} ${y - 3}l4 5l-4 5l-4 -5Z`, class: k.epoch > at ? "open" : "f-ink" }, s);
      const end = i === m.keys.length - 1 && x > w - 60,
        t = text(s, x, hh - 2, k.name, k.epoch === 0 ? "" : end ? "e" : "c");
      const len = textWidth(t),
        from = k.epoch === 0 ? x : end ? x - len : x - len / 2;
      if (from < last + 8 || from + len > w) t.remove();
      else last = from + len;
    });
    line(s, X(at), 8, X(at), y + 2, "ln lna");
    circle(s, X(at), y + 2, 6.5, "f-a");
    const right = X(at) > w - 40;
    text(s, X(at) + (right ? -8 : 8), 16, fix(Math.floor(at), 0), right ? "a e halo" : "a halo");
  }
}
