// Pairs of small plans: what a JKO step makes of an edge in four situations.
import { anew, h, el, put, text, path } from "./dom.js";
import { heat } from "./fig-matrix.js";

/** An item with its places: they stay while the run goes on, and get new plans and words. */
function made() {
  const root = h("div", "pair"),
    svg = el("svg", { role: "img" }, root),
    words = h("div", "", root),
    p = h("p", "nm", words);
  const name = h("b", "", p),
    badge = h("span", "badge holds", p, "these settings"),
    note = h("p", "note", words);
  const small = h("p", "small", words),
    moved = h("span", "", small);
  small.append(" ");
  return { root, svg, name, badge, note, moved, energy: h("span", "", small) };
}

const say = (e, words) => {
  if (e.textContent !== words) e.textContent = words;
};

export function pairs(box, m) {
  const d = m.d,
    c = Math.max(6, Math.floor(56 / d)),
    W = d * c,
    w = 2 * W + 30;
  box.items = m.list.map((q, k) => {
    const item = box.items?.[k] ?? made(),
      s = item.svg;
    item.root.classList.toggle("current", Boolean(q.now));
    anew(s);
    put(s, "viewBox", `0 0 ${w} ${W}`);
    put(s, "aria-label", `${q.name}: plan before and after`);
    s.style.width = w + "px";
    s.style.height = W + "px";
    heat(s, q.before, d, 0, 0, c, { seq: 1, max: m.max, name: "P" });
    heat(s, q.after, d, W + 30, 0, c, { seq: 1, max: m.max, name: "P" });
    path(
      s,
      [
        [W + 5, W / 2],
        [W + 23, W / 2],
      ],
      "ln thin",
    );
    path(
      s,
      [
        [W + 19, W / 2 - 3.5],
        [W + 23.5, W / 2],
        [W + 19, W / 2 + 3.5],
      ],
      "ln thin",
    );
    if (!q.acts) text(s, W + 14, W / 2 - 6, "=", "c k");
    item.badge.hidden = !q.now;
    say(item.name, q.name);
    say(item.note, q.text);
    say(item.moved, q.acts ? `moves ${q.moved} of the mass` : "moves nothing");
    say(item.energy, `energy ${q.energy}`);
    return item;
  });
  if (box.children.length !== box.items.length) box.replaceChildren(...box.items.map((item) => item.root));
}
