// The study of triangles (sgpc holonomy -rows): its stored rows as numbers for a lesson, and histograms. A histogram has the angles by
// which triangles turn a vector, for a task and an epoch.
import { button, el, h, slider } from "../src/dom.js";
import { pictureSVG } from "../src/svg.js";
import { saveAs } from "./matrix-file.js";

const WIDTH = 300, // pixels of the width of a histogram
  HEIGHT = 64, // pixels of its height
  BASE = HEIGHT - 15, // y of the axis in pixels from the top, with 15 pixels below for its numbers
  TITLE = 26, // pixels between two histograms of a file, for the title
  EARLY = 4; // index of the early epoch in the study
const names = ["triangles are the task", "communities are the task"]; // of the two tasks, in the order of the study
/** Returns the mean of a list of numbers. */
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
/** Returns a factor with the ends of its interval, low and high, by name. */
const factor = ([value, low, high]) => ({ value, low, high });
let cached; // the result of turns, undefined before its first call

/**
 * Returns the stored study: its rows, factors with their intervals, accuracies from 0 to 1, and median angles in degrees. The angles are
 * at the start, at an early epoch and at the last epoch. A name with Other is for the task of communities, a name without for triangles.
 * between compares both tasks at the last epoch, and grown compares the last epoch with the start. doubled is the factor of doubled first
 * weights, flat the accuracy with all maps equal, and degree the accuracy of a guess by the degree.
 */
export function turns() {
  if (cached) return cached;
  // Of a task, test and flat have an accuracy for each graph. At the epoch with index e, medians[e] has the median angle of each graph, and
  // bins[e] the number of angles in each bin.
  const rows = JSON.parse(globalThis.sheafscopeTexts.turns),
    {
      tasks: [own, other],
      epochs,
    } = rows,
    last = epochs.length - 1; // an index, like EARLY
  const [between, grown, grownOther, doubled] = rows.factors.map(factor),
    // Returns the median angle of a task at the epoch with index e, as a mean over the graphs.
    medianOf = (task, e) => mean(task.medians[e]);
  // own is the task of triangles, other the task of communities. all is the number of triangles of all graphs.
  cached = {
    rows,
    graphs: rows.seeds.length,
    all: rows.triangles.reduce((a, b) => a + b, 0),
    between,
    grown,
    grownOther,
    doubled,
    start: medianOf(own, 0),
    early: epochs[EARLY],
    earlyOwn: medianOf(own, EARLY),
    earlyOther: medianOf(other, EARLY),
    last: epochs[last],
    own: medianOf(own, last),
    other: medianOf(other, last),
    right: mean(own.test),
    flat: mean(own.flat),
    degree: mean(rows.degree),
    rightOther: mean(other.test),
    flatOther: mean(other.flat),
  };
  return cached;
}

/**
 * Returns a box with two histograms on one scale, a slider for the epoch, and buttons that save both histograms as one file. At first the
 * epoch with index k is shown. The index −1 stands for the last epoch.
 */
export function distributions(k) {
  const { epochs, tasks } = turns().rows,
    box = h("div", "turnbox");
  const pictures = names.map((name) => {
    h("p", "", box, `Angles where ${name}`);
    return el("svg", { role: "img", viewBox: `0 0 ${WIDTH} ${HEIGHT}` }, box);
  });
  // The value of the slider is an index of epochs, because the epochs of the study are not evenly spaced. at takes −1, and indexOf turns
  // the epoch into its index from 0.
  const range = { min: 0, max: epochs.length - 1, step: 1, value: epochs.indexOf(epochs.at(k)) };
  const { input, out } = slider(box, "Epoch", "Epoch of the angles", "turn-epoch", range);
  /** Returns the largest count of a bin at the epoch with index e, over both tasks, so that both histograms have one scale. */
  const most = (e) => Math.max(...tasks.flatMap((t) => t.bins[e]));
  /** Draws both histograms of the chosen epoch. */
  const draw = () => {
    const e = +input.value;
    out.textContent = epochs[e];
    input.setAttribute("aria-valuetext", `epoch ${epochs[e]}`);
    pictures.forEach((svg, p) => histogram(svg, tasks[p], e, most(e), `Epoch ${epochs[e]}, ${names[p]}`));
  };
  input.addEventListener("input", draw);
  draw();
  const row = h("div", "turnfiles", box),
    address = new URL(sheafscopeBoot.address());
  for (const label of ["SVG", "PNG", "PDF", "TikZ"])
    button(row, `#turn-${label.toLowerCase()}`, label, () => saveFile(+input.value, label.toLowerCase(), most(+input.value)));
  // Inside the box of a lesson (driver.js), a link opens the figure on a page of its own.
  address.search = "?figure=triangles";
  address.hash = "";
  if (document.querySelector(".driver-popover"))
    Object.assign(h("a", "#turn-alone", row, "Alone"), { href: address.href, target: "_blank" });
  return box;
}

/** Saves both histograms of the epoch at index e as one file. ending is svg, png, pdf or tikz. most is the count of the largest bin. */
async function saveFile(e, ending, most) {
  const { epochs, tasks, seeds } = turns().rows,
    container = h("div", "mxshelf turnbox", document.body),
    height = 2 * (HEIGHT + TITLE),
    svg = el("svg", { width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}` }, container);
  container.style.width = WIDTH + "px";
  try {
    tasks.forEach((task, p) => {
      const g = el("g", { transform: `translate(0 ${(p * height) / 2 + 16})` }, svg);
      histogram(g, task, e, most, names[p]);
      el("text", { x: 0, y: -5 }, g, `Angles where ${names[p]}`);
    });
    const title = `Angles of all triangles, epoch ${epochs[e]}, ${seeds.length} graphs`;
    await saveAs(pictureSVG(svg, title), "triangles", ending, title, location.hash.slice(1));
  } finally {
    container.remove();
  }
}

/**
 * Draws the figure on its own page, into a section: first the histograms of the last epoch, then a sentence with the results. The stored
 * study does not change, so a second call does nothing.
 */
export function angles(sec) {
  if (sec.ui) return;
  sec.ui = distributions(-1);
  const { between, grown, grownOther, graphs } = turns(),
    texts = ({ value, low, high }) => [value, low, high].map(short);
  const [a, b, c] = [between, grown, grownOther].map(texts);
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

/** Returns a number with three significant digits, below 1 with two. */
const short = (v) => v.toPrecision(v < 1 ? 2 : 3);

/**
 * Draws the angles of a task at the epoch with index e, from 0 to 180 degrees, with their median. most is the largest count of a bin over
 * both tasks: such a bin has the full height. name begins the description that is read aloud.
 */
function histogram(svg, task, e, most, name) {
  svg.replaceChildren();
  const bins = task.bins[e],
    all = bins.reduce((a, b) => a + b, 0),
    w = WIDTH / bins.length, // pixels of a bin
    middle = mean(task.medians[e]); // degrees: the mean over the graphs of their medians
  const height = (n) => ((BASE - 12) * n) / most; // pixels; 12 above the largest bin are for the text of the median
  bins.forEach((n, b) => el("rect", { x: b * w + 0.5, y: BASE - height(n), width: w - 1, height: height(n), class: "count" }, svg));
  el("line", { x1: 0, y1: BASE, x2: WIDTH, y2: BASE }, svg);
  const x = (WIDTH * middle) / 180;
  el("line", { x1: x, y1: 2, x2: x, y2: BASE, class: "trail" }, svg);
  // The text is on the side of the line that has more room.
  el(
    "text",
    { x: x + (x > WIDTH / 2 ? -4 : 4), y: 10, "text-anchor": x > WIDTH / 2 ? "end" : "start" },
    svg,
    `median ${middle.toFixed(1)}°`,
  );
  for (const [degrees, anchor] of [
    [0, "start"],
    [90, "middle"],
    [180, "end"],
  ]) {
    el("text", { x: (WIDTH * degrees) / 180, y: HEIGHT - 3, "text-anchor": anchor }, svg, degrees + "°");
  }
  // The bins below 30 degrees are a sixth of all bins.
  const below = bins.slice(0, bins.length / 6).reduce((a, b) => a + b, 0) / all;
  svg.setAttribute(
    "aria-label",
    `${name}: the median triangle turns by ${middle.toFixed(1)} degrees; ` + `${Math.round(100 * below)} per cent turn by less than 30`,
  );
}
