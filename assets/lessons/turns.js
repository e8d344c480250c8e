// The study of triangles (sgpc holonomy -rows): its stored rows as facts of a lesson, and the angles of both tasks by epoch.
import { button, el, h, slider } from "../src/dom.js";
import { pictureSVG } from "../src/svg.js";
import { saveAs } from "./matrix-file.js";

const WIDE = 300,
  HIGH = 64,
  BASE = HIGH - 15,
  EARLY = 4;
const names = ["triangles are the task", "communities are the task"];
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
const factor = ([value, low, high]) => ({ value, low, high });
let kept;

/** The stored study: medians in degrees, at the start, at an early epoch and at the last; factors with their intervals; accuracies. */
export function turns() {
  if (kept) return kept;
  const rows = JSON.parse(globalThis.sheafscopeTexts.turns),
    {
      tasks: [own, other],
      epochs,
    } = rows,
    last = epochs.length - 1;
  const [between, grown, grownOther, doubled] = rows.factors.map(factor),
    at = (task, e) => mean(task.medians[e]);
  return (kept = {
    rows,
    graphs: rows.seeds.length,
    all: rows.triangles.reduce((a, b) => a + b, 0),
    between,
    grown,
    grownOther,
    doubled,
    start: at(own, 0),
    early: epochs[EARLY],
    earlyOwn: at(own, EARLY),
    earlyOther: at(other, EARLY),
    last: epochs[last],
    own: at(own, last),
    other: at(other, last),
    right: mean(own.test),
    flat: mean(own.flat),
    degree: mean(rows.degree),
    rightOther: mean(other.test),
    flatOther: mean(other.flat),
  });
}

/** Two histograms with one scale, and a slider for the epoch, of which that at index k is shown first (−1 the last); as files, too. */
export function distributions(k) {
  const { epochs, tasks } = turns().rows,
    box = h("div", "turnbox");
  const pictures = names.map((name) => {
    h("p", "", box, `Angles where ${name}`);
    return el("svg", { role: "img", viewBox: `0 0 ${WIDE} ${HIGH}` }, box);
  });
  const range = { min: 0, max: epochs.length - 1, step: 1, value: epochs.indexOf(epochs.at(k)) };
  const { input, out } = slider(box, "Epoch", "Epoch of the angles", "turn-epoch", range);
  const most = (e) => Math.max(...tasks.flatMap((t) => t.bins[e]));
  const draw = () => {
    const e = +input.value;
    out.textContent = epochs[e];
    input.setAttribute("aria-valuetext", `epoch ${epochs[e]}`);
    pictures.forEach((svg, p) => histogram(svg, tasks[p], e, most(e), `Epoch ${epochs[e]}, ${names[p]}`));
  };
  input.addEventListener("input", draw);
  draw();
  const row = h("div", "turnfiles", box),
    at = new URL(sheafscopeBoot.address());
  for (const end of ["SVG", "PNG", "PDF", "TikZ"])
    button(row, `#turn-${end.toLowerCase()}`, end, () => file(+input.value, end.toLowerCase(), most(+input.value)));
  at.search = "?figure=triangles";
  at.hash = "";
  if (document.querySelector(".driver-popover")) Object.assign(h("a", "#turn-alone", row, "Alone"), { href: at.href, target: "_blank" });
  return box;
}

/** Both histograms of epoch e as one picture, given as a file of a kind. */
async function file(e, end, most) {
  const { epochs, tasks, seeds } = turns().rows,
    shelf = h("div", "mxshelf turnbox", document.body),
    tall = 2 * (HIGH + 26),
    svg = el("svg", { width: WIDE, height: tall, viewBox: `0 0 ${WIDE} ${tall}` }, shelf);
  shelf.style.width = WIDE + "px";
  try {
    tasks.forEach((task, p) => {
      const g = el("g", { transform: `translate(0 ${(p * tall) / 2 + 16})` }, svg);
      histogram(g, task, e, most, names[p]);
      el("text", { x: 0, y: -5 }, g, `Angles where ${names[p]}`);
    });
    const title = `Angles of all triangles, epoch ${epochs[e]}, ${seeds.length} graphs`;
    await saveAs(pictureSVG(svg, title), "triangles", end, title, location.hash.slice(1));
  } finally {
    shelf.remove();
  }
}

/** The figure alone: the histograms of the last epoch, and what they say. */
export function angles(sec) {
  if (sec.ui) return;
  sec.ui = distributions(-1);
  const { between, grown, grownOther, graphs } = turns(),
    by = ({ value, low, high }) => [value, low, high].map(short);
  const [a, b, c] = [between, grown, grownOther].map(by);
  h(
    "p",
    "note",
    sec.box,
    `${graphs} graphs, stored. After ${turns().last} epochs the median triangle turns ${a[0]} times as far where ` +
      `triangles are the task as where communities are, ${a[1]} to ${a[2]} paired by graph. Against the first maps it is ${b[0]} times ` +
      `for triangles and ${c[0]} times for communities. sgpc holonomy prints all of it.`,
  );
  sec.box.prepend(sec.ui);
}

const short = (v) => v.toPrecision(v < 1 ? 2 : 3);

function histogram(svg, task, e, most, name) {
  svg.replaceChildren();
  const bins = task.bins[e],
    all = bins.reduce((a, b) => a + b, 0),
    w = WIDE / bins.length,
    middle = mean(task.medians[e]);
  const high = (n) => ((BASE - 12) * n) / most;
  bins.forEach((n, b) => el("rect", { x: b * w + 0.5, y: BASE - high(n), width: w - 1, height: high(n), class: "count" }, svg));
  el("line", { x1: 0, y1: BASE, x2: WIDE, y2: BASE }, svg);
  const x = (WIDE * middle) / 180;
  el("line", { x1: x, y1: 2, x2: x, y2: BASE, class: "trail" }, svg);
  el("text", { x: x + (x > WIDE / 2 ? -4 : 4), y: 10, "text-anchor": x > WIDE / 2 ? "end" : "start" }, svg, `median ${middle.toFixed(1)}°`);
  for (const [at, anchor] of [
    [0, "start"],
    [90, "middle"],
    [180, "end"],
  ]) {
    el("text", { x: (WIDE * at) / 180, y: HIGH - 3, "text-anchor": anchor }, svg, at + "°");
  }
  const below = bins.slice(0, bins.length / 6).reduce((a, b) => a + b, 0) / all;
  svg.setAttribute(
    "aria-label",
    `${name}: the median triangle turns by ${middle.toFixed(1)} degrees; ` + `${Math.round(100 * below)} per cent turn by less than 30`,
  );
}
