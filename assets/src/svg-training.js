// The training curves for a file: the terms of the loss stacked above, the
// accuracies below, with the values of the epoch at hand beside their marks.
import { el, text, line, rect, path, lin, ticks, tickText, axes, fix } from "./dom.js";

/** Draws the model of the training chart into svg, w × h. */
export function trainingPicture(svg, m, w, h) {
  const n = m.ce.length,
    x0 = 44,
    x1 = w - 150,
    mid = Math.round(h * 0.48),
    base = h - 26;
  if (!n) {
    text(svg, x0, h / 2, "no epoch is finished yet", "k");
    return;
  }
  const k = Math.min(n, Math.max(1, Math.floor(m.at))) - 1,
    X = lin(0, Math.max(10, n), x0, x1),
    x = (i) => X(i + 1);
  const kl = m.ce.map((v, i) => v + m.kl[i]),
    sum = kl.map((v, i) => v + m.spec[i]),
    top = Math.max(0.5, ...sum) * 1.05,
    Y = lin(0, top, mid - 10, 8);
  axes(svg, { x0, x1, Y, ys: ticks(0, top, 3) });
  const stack = (low, high, cls) =>
    el(
      "path",
      {
        d:
          "M" +
          high.map((v, i) => `${x(i).toFixed(1)} ${Y(v).toFixed(1)}`).join("L") +
          low.map((v, i) => `L${x(low.length - 1 - i).toFixed(1)} ${Y(low[low.length - 1 - i]).toFixed(1)}`).join("") +
          "Z",
        class: cls,
      },
      svg,
    );
  stack(
    m.ce.map(() => 0),
    m.ce,
    "f-t1",
  );
  stack(m.ce, kl, "f-t2");
  stack(kl, sum, "f-t3");
  [
    ["spectral", m.spec[k], "f-t3"],
    ["KL", m.kl[k], "f-t2"],
    ["CE", m.ce[k], "f-t1"],
    ["loss, the sum", sum[k], ""],
  ].forEach(([name, v, c], i) => {
    const y = mid - 64 + 15 * i;
    if (c) rect(svg, x1 + 14, y - 8, 8, 8, c);
    text(svg, x1 + 28, y, `${name} ${fix(v, 3)}`, c ? "k" : "s");
  });
  const sets = [
    ["train", m.train, "ln ln2 thin"],
    ["validation", m.val, "ln"],
    ["test", m.test, "ln ln2 dash"],
  ].filter((s) => s[1].length);
  const least = Math.min(...sets.flatMap((s) => s[1])),
    lo = Math.max(0, Math.min(0.4, Math.floor(10 * least) / 10)),
    A = lin(lo, 1.01, base, mid + 12);
  axes(svg, { x0, x1, Y: A, ys: [0, 0.25, 0.5, 0.75, 1].filter((t) => t >= lo), label: (t) => Math.round(100 * t) + " %", zero: "grid" });
  line(svg, x0, base + 0.5, x1, base + 0.5, "ax");
  const T = ticks(0, Math.max(10, n), 5);
  for (const t of T) text(svg, X(t), base + 16, tickText(t, T), "c");
  text(svg, x1 + 14, base + 16, "epoch");
  sets.forEach(([name, v, cls], i) => {
    path(
      svg,
      v.map((q, j) => [x(j), A(q)]),
      cls,
    );
    const y = mid + 28 + 15 * i;
    line(svg, x1 + 12, y - 4, x1 + 24, y - 4, cls);
    text(svg, x1 + 28, y, `${name} ${fix(100 * v[k], 1)} %`, name === "validation" ? "s" : "k");
  });
  for (const [at, cls] of [
    [m.best, "ln ln2 thin dash"],
    [m.at, "ln lna thin"],
  ])
    if (at > 0) line(svg, X(at), mid + 8, X(at), base, cls);
  if (m.best > 0) text(svg, x1 + 14, base - 4, `dashed: best, epoch ${m.best}`);
}
