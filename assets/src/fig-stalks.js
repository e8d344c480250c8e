// The stalk vector of a node over diffusion time, in the inspector, with a panel for each coordinate. A panel has a thin line for each
// channel and a line for their mean. The layers follow each other on one axis of time.
import { el, text, tex, line, path, lin, open, tickText } from "./dom.js";

// Pixels:
const TOP = 18, // name of a coordinate
  PANEL = 62, // height of the lines of a panel
  FOOT = 18, // labels of the time
  LEFT = 34, // labels of the values
  GAP = 14; // between two panels

/**
 * Draws the model m (node.Stalks of web/view). d is the number of coordinates, max the largest absolute value. A layer has its duration
 * (dt), the times of its points since its start (time), and the number of its channels (channels). value has the values by time, then
 * coordinate, then channel. The panels are in rows of two; a single panel (d = 1) has the whole width.
 */
export function stalks(svg, m) {
  const rows = Math.ceil(m.d / 2),
    footY = rows * (TOP + PANEL),
    box = open(svg, footY + FOOT);
  if (!box) return;
  const { s, w } = box,
    cols = m.d > 1 ? 2 : 1,
    width = (w - LEFT - (cols - 1) * GAP - 4) / cols,
    duration = m.layers.reduce((sum, layer) => sum + layer.dt, 0),
    end = m.max || 1; // the y-axis goes from −end to end
  for (let k = 0; k < m.d; k++) {
    const x0 = LEFT + (k % cols) * (width + GAP),
      y0 = Math.floor(k / cols) * (TOP + PANEL) + TOP,
      X = lin(0, duration, x0, x0 + width),
      Y = lin(-end, end, y0 + PANEL - 4, y0 + 2);
    // The name and the horizontal lines. Only panels at the left have labels, for all panels of their row.
    text(s, x0, y0 - 4, `coordinate ${k + 1}`, "k");
    for (const v of [-end, 0, end]) {
      line(s, x0, Y(v), x0 + width, Y(v), v ? "grid" : "ax");
      if (k % cols !== 0) continue;
      const sign = v < 0 ? "−" : "",
        label = v ? sign + +Math.abs(v).toPrecision(2) : "0";
      text(s, x0 - 5, Y(v) + 4, label, "e");
    }
    // The layers. start is the time at which a layer begins, and mean collects the mean of the channels at each time.
    let start = 0;
    for (const layer of m.layers) {
      const { channels } = layer,
        mean = layer.time.map(() => 0),
        xAt = (t) => X(start + t),
        group = el("g", { class: "faint" }, s);
      for (let q = 0; q < channels; q++) {
        const points = layer.time.map((t, i) => {
          const v = layer.value[(i * m.d + k) * channels + q];
          mean[i] += v / channels;
          return [xAt(t), Y(v)];
        });
        path(group, points, "ln ln2 thin");
      }
      const meanPoints = layer.time.map((t, i) => [xAt(t), Y(mean[i])]);
      path(s, meanPoints, "ln");
      if (start > 0) line(s, X(start), y0, X(start), y0 + PANEL - 2, "ln ln2 thin dash");
      start += layer.dt;
    }
    // The lowest panel of each column has the times at the borders of the layers.
    const isBottom = k >= m.d - cols;
    if (!isBottom) continue;
    const labelY = footY + 9;
    let time = 0;
    text(s, X(0), labelY, "0", "");
    m.layers.forEach((layer, i) => {
      time += layer.dt;
      text(s, X(time), labelY, tickText(time, [0, time]), i === m.layers.length - 1 ? "e" : "c");
    });
    tex(s, X(duration / 2), labelY, [["t"]], "c");
  }
}
