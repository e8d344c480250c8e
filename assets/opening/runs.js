// The dialog behind the score of Look, for a reader who doubts one training: the accuracies of the trainings with other seeds.
import { button, el, h } from "./draw.js";

const WIDTH = 340, // pixels of the picture
  ROW = 34, // pixels between two rows
  LEFT = 96, // pixels left of the axis, for the names of the rows
  RIGHT = 52, // pixels right of the axis, for the medians
  FROM = 40; // percent at the left end of the axis; its right end is 100 percent

/**
 * Makes the button of the score open and close the dialog. ui has the elements of Look. data is the content of trained.json: mlp is the
 * network without neighbours, and stops are the networks of the dial. Each network has its accuracies by seed (seeds) and their median, in
 * percent.
 */
export function runs(ui, data) {
  let box = null; // the open dialog, null while it is closed
  const close = () => {
    box?.remove();
    box = null;
    ui.runs.setAttribute("aria-expanded", "false");
  };
  /** Opens the dialog, with a text, the picture, and a button that closes it. */
  const open = () => {
    box = h("div", "spread#look-spread", ui.root);
    box.setAttribute("role", "dialog");
    box.setAttribute("aria-label", "What other seeds give");
    // All networks have the same seeds and the same graph.
    const n = data.mlp.seeds.length,
      g = data.stops[0].state.graph;
    h(
      "p",
      "",
      box,
      `Percent right in ${n} trainings of each stop. A seed draws ` +
        `whose camps are given and where training begins. Of ${g.n} people, ${g.train} teach, ${g.val} say when to stop, and ` +
        `${g.test} are guessed: only these are drawn. The training on the screen, in orange, is the one nearest to the medians.`,
    );
    box.append(picture(data));
    h("p", "", box, "A network that asks no neighbour does better than blending: here, neighbours mislead.");
    // The button that closes the dialog gets the focus. Then the button of the score gets the focus back.
    const b = button(box, "reset", "Close", () => {
      close();
      ui.runs.focus();
    });
    b.focus();
    ui.runs.setAttribute("aria-expanded", "true");
  };
  ui.runs.addEventListener("click", () => (box ? close() : open()));
  ui.root.addEventListener("keydown", (e) => {
    if (e.key === "Escape" && box) {
      close();
      ui.runs.focus();
    }
  });
}

/** Returns the picture of the accuracies: a row for each network, in the row a dot for each seed and a line at the median. */
function picture(data) {
  const rows = [["no neighbours", data.mlp], ...data.stops.map((s) => [s.name, s])],
    // Returns the horizontal place of v percent.
    X = (v) => LEFT + ((v - FROM) / (100 - FROM)) * (WIDTH - LEFT - RIGHT);
  const svg = el("svg", { viewBox: `0 0 ${WIDTH} ${rows.length * ROW}`, role: "img" });
  svg.setAttribute(
    "aria-label",
    rows
      .map(
        ([name, s]) =>
          `${name}: median ${s.median.toFixed(1)}, from ${Math.min(...s.seeds).toFixed(1)} to ` + `${Math.max(...s.seeds).toFixed(1)}`,
      )
      .join("; "),
  );
  rows.forEach(([name, s], k) => {
    const y = k * ROW + ROW / 2;
    el("text", { x: 0, y: y + 4, class: "lab s" }, svg, name);
    el("path", { d: `M${X(FROM)} ${y}H${X(100)}`, class: "edges" }, svg);
    s.seeds.forEach((v) => el("circle", { cx: X(v), cy: y, r: 4, class: "dot" }, svg));
    el("circle", { cx: X(s.seeds[data.seed - 1]), cy: y, r: 4.5, class: "dot own" }, svg); // the training on the screen; seeds count from 1
    el("path", { d: `M${X(s.median)} ${y - 10}V${y + 10}`, class: "median" }, svg);
    el("text", { x: WIDTH, y: y + 4, class: "lab e" }, svg, s.median.toFixed(1));
  });
  return svg;
}
