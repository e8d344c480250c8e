// Pairs of small plans: what a JKO step makes of an edge in four situations.
import { h, el, text, path } from "./dom.js";
import { heat } from "./fig-matrix.js";

export function pairs(box, m) {
  const d = m.d, c = Math.max(6, Math.floor(56 / d)), W = d * c, w = 2 * W + 30;
  box.replaceChildren(...m.list.map((q) => {
    const item = h("div", "pair" + (q.now ? " current" : ""));
    const s = el("svg", { viewBox: `0 0 ${w} ${W}`, role: "img", "aria-label": `${q.name}: plan before and after` }, item);
    s.style.width = w + "px";
    s.style.height = W + "px";
    heat(s, q.before, d, 0, 0, c, { seq: 1, max: m.max, name: "P" });
    heat(s, q.after, d, W + 30, 0, c, { seq: 1, max: m.max, name: "P" });
    path(s, [[W + 5, W / 2], [W + 23, W / 2]], "ln thin");
    path(s, [[W + 19, W / 2 - 3.5], [W + 23.5, W / 2], [W + 19, W / 2 + 3.5]], "ln thin");
    if (!q.acts) text(s, W + 14, W / 2 - 6, "=", "c k");
    const words = h("div", "", item), p = h("p", "nm", words);
    h("b", "", p, q.name);
    if (q.now) h("span", "badge holds", p, "these settings");
    h("p", "note", words, q.text);
    const small = h("p", "small", words);
    h("span", "", small, q.acts ? `moves ${q.moved} of the mass` : "moves nothing");
    small.append(" ");
    h("span", "", small, `energy ${q.energy}`);
    return item;
  }));
}
