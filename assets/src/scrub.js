// The scrubber, with which the user moves through the whole run: the curve of the loss, the key frames, and the playhead. A drag moves the
// playhead, and reports its epoch to the page at most once in an animation frame. The page answers with the state of the run at this epoch.
import { el, h, put, text, line, rect, circle, lin, open, textWidth, fix } from "./dom.js";

// Pixels:
const MARGIN = 6, // left and right of the bar
  FOOT = 20, // height below the bar, for the names of the key frames
  NAME_GAP = 8, // the least distance of two names
  SNAP = 6, // the distance within which a pointer means a key frame
  END = 60; // if the last key frame is nearer to the right side, its name ends at the key frame
const LOSS_AT = 0.06; // position of the word "loss" as a share of the run, near its start

/**
 * The island of the scrubber (charts.Scrub of web/view). held reports that the pointer holds the playhead. drag is then the position of the
 * pointer in epochs, and otherwise undefined.
 */
export class ScrubIsland {
  constructor(emit) {
    this.emit = emit;
    this.root = h("div", "scrub#scrubber");
    this.root.tabIndex = 0;
    this.root.setAttribute("role", "slider");
    this.root.setAttribute("aria-label", "Position in the run");
    this.svg = el("svg", { "aria-hidden": "true" }, this.root);
    // A drag begins on the scrubber, and ends when the pointer is released anywhere.
    let frame = 0, // the requested animation frame, 0 for no request
      epoch = 0; // position of the pointer in epochs, with a fraction inside an epoch
    // Moves the playhead to a pointer, or to a key frame within SNAP pixels of it. The epoch is reported once in an animation frame, since
    // the pointer can be faster than the page.
    const move = (e) => {
      const box = this.root.getBoundingClientRect(),
        length = box.width - 2 * MARGIN,
        share = (e.clientX - box.left - MARGIN) / length,
        at = Math.min(1, Math.max(0, share)) * this.m.epochs,
        key = this.m.keys.find((k) => Math.abs(k.epoch - at) * length < SNAP * this.m.epochs);
      epoch = key ? key.epoch : at;
      this.drag = epoch;
      if (frame) return; // the requested frame reports the newest epoch
      frame = requestAnimationFrame(() => {
        frame = 0;
        this.draw(this.m);
        this.emit("scrub", { epoch });
      });
    };
    this.root.addEventListener("pointerdown", (e) => {
      if (!this.m || !this.m.epochs) return; // no run yet
      this.root.setPointerCapture(e.pointerId);
      this.held = true;
      move(e);
    });
    this.root.addEventListener("pointermove", (e) => {
      if (this.held) move(e);
    });
    // Ends a drag. The playhead is then at the position of the run again.
    const release = () => {
      if (!this.held) return;
      this.held = false;
      this.drag = undefined;
      this.emit("scrubbed", {});
    };
    this.root.addEventListener("pointerup", release);
    this.root.addEventListener("pointercancel", release);
  }
  /**
   * Draws a model. m.epochs is the length of the bar in epochs, and m.loss has the loss of each finished epoch. m.keys has the key frames
   * in ascending order, each with its epoch and its name. m.at is the position of the run in epochs, and m.position this position in inner
   * steps. m.maxPosition is the last computed inner step, and m.text describes the position. Without a model the picture is emptied.
   */
  draw(m) {
    this.m = m;
    const box = open(this.svg);
    if (!m) return;
    // The state for screen readers, in inner steps, also for a hidden scrubber.
    const setAttribute = (k, v) => put(this.root, k, v);
    setAttribute("aria-valuemin", "0");
    setAttribute("aria-valuemax", String(m.maxPosition));
    setAttribute("aria-valuenow", String(m.position));
    setAttribute("aria-valuetext", m.text);
    if (!box) return;
    const { s: svg, w: width, h: height } = box,
      n = Math.max(1, m.epochs),
      X = lin(0, n, MARGIN, width - MARGIN),
      y = height - FOOT, // top of the bar
      playhead = this.drag ?? m.at; // in epochs
    // The curve of the loss: the whole run pale, the part before the playhead dark.
    const top = Math.max(1e-9, ...m.loss),
      Y = (v) => y - 4 - (v / top) * (height - 38); // 38 px: the foot, and room for the epoch of the playhead above
    // Draws the area below the loss, from the start to the last whole epoch up to end. A loss belongs to the end of its epoch; the start
    // has no loss, and gets the height of the first loss.
    const curve = (end, cls) => {
      const count = Math.min(m.loss.length, Math.floor(end));
      if (count < 1) return;
      let d = `M${X(0)} ${y}L${X(0)} ${Y(m.loss[0]).toFixed(1)}`;
      for (let i = 0; i < count; i++) d += `L${X(i + 1).toFixed(1)} ${Y(m.loss[i]).toFixed(1)}`;
      el("path", { d: d + `L${X(count)} ${y}Z`, class: cls, "fill-opacity": 0.45 }, svg);
    };
    curve(m.loss.length, "f-r");
    curve(playhead, "f-3");
    // The word needs a curve of some epochs, and stays at least 10 px below the upper side.
    if (m.loss.length > 3) text(svg, X(n * LOSS_AT), Math.max(10, Y(m.loss[Math.floor(m.loss.length * LOSS_AT)]) - 5), "loss");
    rect(svg, X(0), y, width - 2 * MARGIN, 4, "f-r");
    rect(svg, X(0), y, X(playhead) - X(0), 4, "f-ink");
    // The key frames, as diamonds on the bar, hollow after the playhead. A name that would overlap the previous name, or leave the picture,
    // is omitted.
    let lastEnd = -1e9; // right end of the previous name
    m.keys.forEach((key, i) => {
      const x = X(key.epoch);
      el("path", { d: `M${x} ${y - 3}l4 5l-4 5l-4 -5Z`, class: key.epoch > playhead ? "open" : "f-ink" }, svg);
      // The class sets the anchor: "" is the start, "e" the end and "c" the center of the name.
      let anchor = "c";
      if (key.epoch === 0) anchor = "";
      else if (i === m.keys.length - 1 && x > width - END) anchor = "e";
      const name = text(svg, x, height - 2, key.name, anchor),
        length = textWidth(name);
      let start = x;
      if (anchor === "e") start = x - length;
      else if (anchor === "c") start = x - length / 2;
      if (start < lastEnd + NAME_GAP || start + length > width) name.remove();
      else lastEnd = start + length;
    });
    // The playhead, with its epoch on the side that has room. Within an epoch this is the epoch under way.
    const playheadX = X(playhead),
      atLeft = playheadX > width - 40; // 40 px for the epoch
    line(svg, playheadX, 8, playheadX, y + 2, "ln lna");
    circle(svg, playheadX, y + 2, 6.5, "f-a");
    text(svg, playheadX + (atLeft ? -8 : 8), 16, fix(Math.ceil(playhead), 0), atLeft ? "a e halo" : "a halo");
  }
}
