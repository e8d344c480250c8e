// A figure of the inspector: the effect of a JKO step on an edge in four situations (stages.Situations of web/view). Each situation has two
// small transport plans, before and after the step.
import { anew, h, el, put, text, path } from "./dom.js";
import { heat } from "./fig-matrix.js";

// Pixels:
const PLAN_SIZE = 56, // largest side of a plan
  MIN_CELL = 6, // smallest side of a cell
  GAP = 30; // between the plans, for the arrow

/** Creates the elements of a situation. The elements stay while the run proceeds, and get new plans and texts. */
function createItem() {
  const root = h("div", "pair"),
    svg = el("svg", { role: "img" }, root),
    texts = h("div", "", root),
    heading = h("p", "nm", texts);
  const name = h("b", "", heading),
    badge = h("span", "badge holds", heading, "these settings"),
    note = h("p", "note", texts);
  const small = h("p", "small", texts),
    moved = h("span", "", small);
  small.append(" ");
  return { root, svg, name, badge, note, moved, energy: h("span", "", small) };
}

/** Writes a text into an element, unless the element already has the text: an equal text would cost a layout as well. */
const setText = (e, words) => {
  if (e.textContent !== words) e.textContent = words;
};

/**
 * Draws the situations of the model m into a box. before and after are plans, d×d row by row, and max is the largest entry of all plans.
 * now marks the situation of the run, and acts reports whether the step changes the plan. moved (a share with the sign %) and energy (of
 * both plans) are texts.
 */
export function pairs(box, m) {
  const d = m.d,
    c = Math.max(MIN_CELL, Math.floor(PLAN_SIZE / d)),
    side = d * c,
    width = 2 * side + GAP,
    middle = side / 2;
  box.items = m.list.map((situation, k) => {
    const item = box.items?.[k] ?? createItem(),
      s = item.svg;
    item.root.classList.toggle("current", Boolean(situation.now));
    anew(s);
    put(s, "viewBox", `0 0 ${width} ${side}`);
    put(s, "aria-label", `${situation.name}: plan before and after`);
    s.style.width = width + "px";
    s.style.height = side + "px";
    const options = { seq: 1, max: m.max, name: "P" };
    heat(s, situation.before, d, 0, 0, c, options);
    heat(s, situation.after, d, side + GAP, 0, c, options);
    // The arrow between the plans, with an equals sign above it if nothing changes.
    const shaft = [
        [side + 5, middle],
        [side + 23, middle],
      ],
      tip = [
        [side + 19, middle - 3.5],
        [side + 23.5, middle],
        [side + 19, middle + 3.5],
      ];
    path(s, shaft, "ln thin");
    path(s, tip, "ln thin");
    if (!situation.acts) text(s, side + 14, middle - 6, "=", "c k");
    item.badge.hidden = !situation.now;
    setText(item.name, situation.name);
    setText(item.note, situation.text);
    setText(item.moved, situation.acts ? `moves ${situation.moved} of the mass` : "moves nothing");
    setText(item.energy, `energy ${situation.energy}`);
    return item;
  });
  // Items that are on the page stay there, unless their number changes.
  if (box.children.length !== box.items.length) box.replaceChildren(...box.items.map((item) => item.root));
}
