// The training curves as a picture for a file that the user saves: above, the stacked terms of the loss, below, the accuracies. Each curve
// has its value at the current epoch beside its name. training.js draws the curves on the page.
import { el, text, line, rect, path, lin, ticks, tickText, axes, fix } from "./dom.js";

const LEFT = 44, // pixels of the labels of the y axes
  RIGHT = 150, // pixels of the names and values
  ROW = 15; // pixels of a line of names and values

/**
 * Draws the model of the training chart (charts.Training of web/view) into svg, w × height pixels. Each list of m has a number for each
 * finished epoch: ce, kl and spec the terms of the loss, train, val and test the accuracies (0 to 1). The list of an empty set of nodes is
 * empty. m.at is the position of the run in epochs, with a fraction inside an epoch. best is the number of the best epoch on
 * validation nodes, from 1, and 0 without a best epoch.
 */
export function trainingPicture(svg, m, w, height) {
  const count = m.ce.length,
    x0 = LEFT,
    x1 = w - RIGHT,
    mid = Math.round(height * 0.48), // between the two charts
    base = height - 26;
  if (!count) {
    text(svg, x0, height / 2, "no epoch is finished yet", "k");
    return;
  }
  const current = Math.min(count, Math.max(1, Math.floor(m.at))) - 1, // index of the current epoch
    X = lin(0, Math.max(10, count), x0, x1),
    pointX = (i) => X(i + 1); // of the number at index i

  // The terms of the loss, stacked: the cross-entropy (ce), the Kullback-Leibler term (kl) and the spectral term (spec).
  const withKL = m.ce.map((v, i) => v + m.kl[i]),
    sum = withKL.map((v, i) => v + m.spec[i]),
    top = Math.max(0.5, ...sum) * 1.05, // with room above the curve
    lossY = lin(0, top, mid - 10, 8);
  axes(svg, { x0, x1, Y: lossY, ys: ticks(0, top, 3) });
  // Fills the area between two curves: along high to the right, and along low back to the left.
  const stack = (low, high, cls) => {
    const last = low.length - 1,
      above = high.map((v, i) => `${pointX(i).toFixed(1)} ${lossY(v).toFixed(1)}`).join("L"),
      below = low.map((v, i) => `L${pointX(last - i).toFixed(1)} ${lossY(low[last - i]).toFixed(1)}`).join("");
    el("path", { d: "M" + above + below + "Z", class: cls }, svg);
  };
  const zeros = m.ce.map(() => 0);
  stack(zeros, m.ce, "f-t1");
  stack(m.ce, withKL, "f-t2");
  stack(withKL, sum, "f-t3");
  // The values of the current epoch, in four lines above mid, in the order of the stack.
  [
    ["spectral", m.spec[current], "f-t3"],
    ["KL", m.kl[current], "f-t2"],
    ["CE", m.ce[current], "f-t1"],
    ["loss, the sum", sum[current], ""],
  ].forEach(([name, v, cls], i) => {
    const y = mid - 64 + ROW * i;
    if (cls) rect(svg, x1 + 14, y - 8, 8, 8, cls);
    text(svg, x1 + 28, y, `${name} ${fix(v, 3)}`, cls ? "k" : "s");
  });

  // The accuracies. Their axis begins at a multiple of 10 %, at 40 % or below. It ends at 101 %, so that a line at 100 % is whole.
  const sets = [
    ["train", m.train, "ln ln2 thin"],
    ["validation", m.val, "ln"],
    ["test", m.test, "ln ln2 dash"],
  ].filter(([, values]) => values.length);
  const least = Math.min(...sets.flatMap(([, values]) => values)),
    low = Math.max(0, Math.min(0.4, Math.floor(10 * least) / 10)),
    Y = lin(low, 1.01, base, mid + 12);
  const percents = [0, 0.25, 0.5, 0.75, 1].filter((t) => t >= low);
  axes(svg, { x0, x1, Y, ys: percents, label: (t) => Math.round(100 * t) + " %", zero: "grid" });
  line(svg, x0, base + 0.5, x1, base + 0.5, "ax");
  const epochs = ticks(0, Math.max(10, count), 5);
  for (const t of epochs) text(svg, X(t), base + 16, tickText(t, epochs), "c");
  text(svg, x1 + 14, base + 16, "epoch");
  sets.forEach(([name, values, cls], i) => {
    const points = values.map((v, j) => [pointX(j), Y(v)]);
    path(svg, points, cls);
    const y = mid + 28 + ROW * i;
    line(svg, x1 + 12, y - 4, x1 + 24, y - 4, cls);
    text(svg, x1 + 28, y, `${name} ${fix(100 * values[current], 1)} %`, name === "validation" ? "s" : "k");
  });

  // Vertical lines at the best epoch and at the position of the run.
  for (const [epoch, cls] of [
    [m.best, "ln ln2 thin dash"],
    [m.at, "ln lna thin"],
  ])
    if (epoch > 0) line(svg, X(epoch), mid + 8, X(epoch), base, cls);
  if (m.best > 0) text(svg, x1 + 14, base - 4, `dashed: best, epoch ${m.best}`);
}
