// The line charts and bar charts of the inspector, and the charts of single stages. For the classes of texts and lines see dom.js.
import {
  LETTER,
  cut,
  el,
  put,
  text,
  tex,
  line,
  rect,
  path,
  circle,
  hit,
  lin,
  open,
  boxWidth,
  fix,
  num,
  ticks,
  tickText,
  power,
  powers,
  axes,
  mark,
  textWidth,
} from "./dom.js";

const AXIS_LEFT = 44, // px left of a chart, for the labels of its y-axis
  AXIS_FOOT = 26, // px below a chart, for the labels of its x-axis
  NAME_LINE = 14, // smallest vertical distance in px of two names at the ends of lines
  DOT = 2.4; // radius in px of a dot on a line

/**
 * Draws lines with their names at the right ends. The model m is view.Lines of web/view. refs and vrefs have horizontal and vertical
 * reference lines, and log selects powers of ten on the y-axis. intx keeps only whole numbers at the x-axis, and doubling selects the
 * labels 2^x in place of x. In a series, y has the values, and x their places in ascending order. Its class cls contains "lna" for the
 * accent colour. A series is drawn as a line, with dots as a line with dots, with dotsOnly as dots, with bars as bars. half has the
 * half-widths of intervals around the values, 0 for no interval.
 */
export function lines(svg, m) {
  const box = open(svg, m.height || 120);
  if (!box) return;
  const { s, w, h } = box;
  let right = 10; // room at the right for the names of the lines, or for the name of the x-axis
  if (m.series.some((q) => q.name)) right = 84;
  else if (m.xlabel) right = 18 + 6 * m.xlabel.length; // about 6 px for a letter
  const x0 = AXIS_LEFT,
    x1 = w - right,
    base = h - AXIS_FOOT; // the y coordinate of the x-axis
  const values = m.series
    .flatMap((q) => q.y)
    .concat((m.refs || []).map((r) => r.y))
    .filter((v) => Number.isFinite(v) && (!m.log || v > 0));
  if (!values.length) {
    text(s, 0, h / 2, "nothing to draw yet", "");
    return;
  }
  // The scales. Without x, the places of a series are the numbers from, from + 1, … A missing xmin is from. A missing xmax is the last
  // place, but at least 1.
  const from = m.from || 0,
    lastX = Math.max(1, ...m.series.map((q) => (q.x ? q.x[q.x.length - 1] : q.y.length - 1 + from))),
    xmin = m.xmin ?? from,
    xmax = m.xmax ?? lastX,
    X = lin(xmin, xmax, x0, x1),
    xOf = (q, i) => X(q.x ? q.x[i] : i + from);
  const { Y, yTicks } = m.log ? logScale(m, values, base) : linearScale(m, values, base);
  const xTickCount = Math.min(5, Math.max(1, Math.floor((x1 - x0) / 60))), // at least 60 px apart
    xTicks = ticks(xmin, xmax, xTickCount).filter((t) => !m.intx || t === Math.round(t));
  axes(s, {
    x0,
    x1,
    base,
    X,
    Y,
    xs: xTicks,
    ys: yTicks,
    foot: h - 10,
    label: m.log ? power : tickText,
    under: m.doubling ? (t) => String(2 ** t) : tickText,
    zero: "grid",
  });
  line(s, x0, base + 0.5, x1, base + 0.5, "ax");
  if (m.xlabel) text(s, x1 + 12, h - 10, m.xlabel);
  // Reference lines.
  for (const r of m.refs || []) {
    line(s, x0, Y(r.y), x1, Y(r.y), "ln ln2 thin dash");
    if (r.name) text(s, x0 + 4, Y(r.y) - 5, r.name, "halo");
  }
  for (const v of m.vrefs || []) line(s, X(v.x), 4, X(v.x), base, "ln lna thin");
  // The series: bars, or a line with dots and intervals. names has [y, name, class] of each named line. y is the baseline of the name,
  // 4 px below the end of the line. Values without a place on the y-axis are left out.
  const names = [];
  for (const q of m.series) {
    const points = q.y.map((v, i) => [xOf(q, i), Y(v)]).filter((p) => Number.isFinite(p[1]));
    if (!points.length) continue;
    const cls = q.cls || "ln",
      accent = cls.includes("lna");
    if (q.bars) {
      // The places of bars have equal distances. Neighbours have a gap of 1 px, and a single bar has 6 px.
      const barWidth = Math.max(1, points.length > 1 ? points[1][0] - points[0][0] - 1 : 6);
      points.forEach((p) => rect(s, p[0] - barWidth / 2, p[1], barWidth, base - p[1], "f-t2"));
      continue;
    }
    if (!q.dotsOnly) path(s, points, cls);
    q.half?.forEach((d, i) => {
      const x = xOf(q, i);
      // An interval ends at the axis, or 4 px below the upper edge of the picture.
      if (d) line(s, x, Math.min(base, Y(q.y[i] - d)), x, Math.max(4, Y(q.y[i] + d)), "ln thin");
    });
    if (q.dots || q.dotsOnly) {
      let dotClass = cls.includes("ln2") ? "open" : "f-ink";
      if (accent) dotClass = "f-a";
      points.forEach((p) => circle(s, p[0], p[1], DOT, dotClass));
    }
    if (q.name) names.push([points[points.length - 1][1] + 4, q.name, accent ? "a" : "k"]);
  }
  // The name of a vertical reference line is on the side with lower values, whose lines leave room above them. Without room for a name at
  // the left it is on the right, and without room at the right on the left.
  const SIDE = 40; // px on each side of the line in which the values are compared, about the width of a name
  // Returns the largest value of all series between two x coordinates, −Infinity without a value.
  const largest = (start, end) => {
    const inRange = m.series.flatMap((q) => q.y.filter((_, i) => xOf(q, i) >= start && xOf(q, i) <= end));
    return Math.max(-Infinity, ...inRange);
  };
  for (const v of m.vrefs || [])
    if (v.name) {
      const x = X(v.x),
        higherBehind = () => largest(x, x + SIDE) > largest(x - SIDE, x),
        noRoomBehind = x + SIDE > x1,
        isLeft = noRoomBehind || (x - SIDE > x0 && higherBehind());
      text(s, x + (isLeft ? -5 : 5), 14, v.name, isLeft ? "a e halo" : "a halo");
    }
  // The names of the lines, from the top. Neighbours are NAME_LINE apart, and lowest is the lowest baseline that leaves room for all later
  // names.
  names.sort((a, b) => a[0] - b[0]);
  let y = -1e9; // far above the first name
  names.forEach(([lineY, name, cls], k) => {
    y = Math.max(lineY, y + NAME_LINE);
    const lowest = base + 4 - NAME_LINE * (names.length - 1 - k);
    text(s, x1 + 8, Math.min(y, lowest), name, cls);
  });
}

/**
 * Returns a logarithmic scale Y and the powers of ten at its ticks. Y maps values to y coordinates, and the lowest power to base. The
 * lowest power is at or below ymin of the model, or without ymin at or below the smallest value. The highest power is above ymax, or above
 * the largest value. A value below the lowest power is drawn at this power.
 */
function logScale(m, values, base) {
  const exponent = (v) => Math.log10(Math.max(1e-18, v)),
    low = Math.floor(exponent(m.ymin ?? Math.min(...values))),
    // 1e-9: a largest value that is a power of ten has a higher power above it.
    high = Math.max(low + 1, Math.ceil(exponent(m.ymax ?? Math.max(...values)) + 1e-9)),
    scale = lin(low, high, base, 8);
  return { Y: (v) => scale(Math.log10(Math.max(10 ** low, v))), yTicks: powers(low, high) };
}

/**
 * Returns a linear scale Y and its ticks. Y maps values to y coordinates, and the lower end to base. ymin and ymax of the model are the
 * ends; a missing end is the smallest or the largest value. The values are almost constant if the ends differ by at most 2 % of the upper
 * end. The upper end then rises by 10 %, a given ymax as well, and a chosen lower end sinks by 10 %. Otherwise, a chosen lower end becomes
 * 0 if it is positive and below half of the upper end. A chosen upper end finally gets a margin of 6 % above it.
 */
function linearScale(m, values, base) {
  let low = m.ymin ?? Math.min(...values),
    high = m.ymax ?? Math.max(...values);
  const almostConstant = high - low <= 0.02 * Math.abs(high);
  if (almostConstant) {
    high += Math.abs(high) * 0.1 || 1; // 1 if all values are 0
    if (m.ymin === undefined) low -= Math.abs(low) * 0.1;
  } else if (m.ymin === undefined) {
    const nearZero = low > 0 && low < 0.5 * high;
    if (nearZero) low = 0;
  }
  const margin = m.ymax === undefined ? 0.06 * (high - low) : 0;
  return { Y: lin(low, high + margin, base, 8), yTicks: ticks(low, high, 3) };
}

/**
 * Draws horizontal bars. The model m is view.Bars of web/view. left and right are the widths of names and texts in px. The axis begins at
 * 0, or with log at the power of ten at or below min. It ends at max, or without max at the largest value; with log it ends a little above.
 * axis is false for a picture without axis. A row has its value v and its text. was is the value of an outline behind its bar, and slot the
 * palette slot of its colour. A row of class "claim" is an outlined bar, and a row of class "now" has the accent colour.
 */
export function hbars(svg, m) {
  const rowHeight = m.rowHeight || 21,
    left = m.left ?? 112,
    height = m.rows.length * rowHeight,
    hasAxis = m.axis !== false,
    box = open(svg, height + (hasAxis ? 20 : 2)); // 20 px for the labels of the axis
  if (!box) return;
  const { s, w } = box,
    values = m.rows.map((r) => r.v),
    high = m.max ?? Math.max(1e-12, ...values),
    right = m.right ?? 60;
  // The scale. lowExponent is the exponent of ten at the left end of a logarithmic axis, highExponent at its right end.
  const lowExponent = m.log ? Math.floor(Math.log10(m.min)) : 0,
    highExponent = Math.log10(high) + 0.1, // with a margin of a tenth of a power
    scale = m.log ? lin(lowExponent, highExponent, left, w - right) : lin(0, high, left, w - right),
    X = m.log ? (v) => scale(Math.log10(Math.max(10 ** lowExponent, v))) : scale;
  // The axis.
  if (hasAxis) {
    const marks = m.log ? [] : ticks(0, high, 3);
    if (m.log) for (let e = lowExponent; e <= highExponent; e += 2) marks.push(10 ** e); // every second power has room for its label
    for (const t of marks) {
      line(s, X(t), 0, X(t), height, t === marks[0] ? "ax" : "grid");
      text(s, X(t), height + 14, m.log ? power(t) : tickText(t, marks), "c");
    }
  }
  m.rows.forEach((r, i) => {
    const y = i * rowHeight,
      middle = y + rowHeight / 2,
      start = X(0), // the left end, with log as well
      end = X(r.v),
      hasSlot = r.slot !== undefined,
      accent = r.cls === "now";
    // The mark of a class, and the name.
    if (hasSlot) mark(s, r.slot, 6, middle, 4);
    const letters = Math.floor((left - (hasSlot ? 20 : 4)) / LETTER);
    text(s, hasSlot ? 16 : 0, middle + 4, cut(r.name, letters), accent ? "s" : "k");
    // The outline of the former value, and the bar.
    if (r.was !== undefined) rect(s, start, middle - 6, X(r.was) - start, 12, "box b3");
    if (r.cls === "claim") rect(s, start + 0.5, middle - 6, end - start, 12, "box b3");
    else {
      let color = "f-t2";
      if (accent) color = "f-a";
      else if (hasSlot) color = "n" + (r.slot < 0 ? 7 : r.slot % 8); // a negative slot is a missing class
      rect(s, start, middle - 5.5, Math.max(r.v > 0 ? 1 : 0, end - start), 11, color); // a positive value is visible
    }
    // A click on the row selects its edge, node or layer (InspectorIsland.pick).
    for (const k of ["edge", "node", "layer"])
      if (r[k] !== undefined) hit(s, 0, y, w, rowHeight, `Select ${k} ${r.name.replace("layer ", "")}`, { ["data-" + k]: r[k] });
    // The text is at the right of the bar and of the outline.
    const textX = Math.max(left, end, r.was !== undefined ? X(r.was) : 0) + 6;
    text(s, textX, middle + 4, r.text ?? num(r.v), accent ? "a" : "k");
  });
}

/**
 * Draws the densities of the Beta prior and posterior of the agreement κ of an edge, which is from 0 to 1. The model m is edge.Beta of
 * web/view. x has the abscissas, and y and prior have the densities of posterior and prior there. kappa is the posterior mean. alpha and
 * beta are the parameters of the posterior, alpha0 and beta0 of the prior.
 */
export function beta(svg, m) {
  const box = open(svg, boxWidth(svg) > 270 ? 128 : 104);
  if (!box) return;
  const { s, w, h } = box,
    high = Math.max(1.6, Math.min(9, 1.12 * Math.max(...m.y))), // the end of the y-axis, from 1.6 to 9; a higher density is cut
    X = lin(0, 1, 1, w - 6),
    Y = lin(0, high, h - 20, 8),
    yOf = (density) => Y(Math.min(density, high));
  const posterior = m.x.map((x, i) => [X(x), yOf(m.y[i])]),
    prior = m.x.map((x, i) => [X(x), yOf(m.prior[i])]),
    corners = posterior.map((p) => "L" + p.map((v) => v.toFixed(1)).join(" "));
  el("path", { d: `M${X(0)} ${Y(0)}${corners.join("")}L${X(1)} ${Y(0)}Z`, class: "f-k" }, s);
  path(s, prior, "ln ln2 thin dash");
  path(s, posterior, "ln");
  // The axis.
  line(s, X(0), Y(0), X(1), Y(0), "ax");
  for (const [t, align] of [
    [0, ""],
    [0.5, "c"],
    [1, "e"],
  ]) {
    line(s, X(t), Y(0), X(t), Y(0) + 3, "ax");
    text(s, X(t), h - 5, String(t), align);
  }
  // The posterior mean, up to the curve. The numbers of x are k/(n + 1) for k = 1 … n, and index k has the number nearest to the mean.
  const n = m.x.length,
    k = Math.min(n - 1, Math.max(0, Math.round(m.kappa * (n + 1)) - 1)),
    nameLeft = m.kappa > 0.55;
  line(s, X(m.kappa), Y(0), X(m.kappa), yOf(m.y[k]), "ln lna");
  tex(s, X(m.kappa) + (nameLeft ? -6 : 6), Y(0) - 9, [["κ̄"], " " + fix(m.kappa, 3)], nameLeft ? "a e halo" : "a halo");
  // The parameters, on the side without the mean.
  const parametersLeft = m.kappa > 0.5,
    textX = parametersLeft ? 2 : w - 6,
    align = parametersLeft ? "" : "e";
  text(s, textX, Y(1) - 5, `prior Beta(${+m.alpha0.toPrecision(3)}, ${+m.beta0.toPrecision(3)})`, align + " halo");
  text(s, textX, 12, `Beta(${fix(m.alpha, 2)}, ${fix(m.beta, 2)})`, align + " k halo");
}

/**
 * Draws a line search of the gap ascent: the gain in λ₂ of each trial by its step length η (eta). ok reports that the search accepted the
 * trial. The model m is stages.Search of web/view. matrix reports that the search belongs to a matrix step, whose largest gain is λ₃ − λ₂
 * (limit). slope is the derivative of the gain at η = 0. armijo is the factor c of Armijo's condition: gain ≥ c·η·slope. etaMax is the
 * largest η. near has further step lengths around a single trial, which were evaluated for the picture only.
 */
export function search(svg, m) {
  const box = open(svg, 130);
  if (!box) return;
  const near = m.near ?? [];
  const { s, w, h } = box,
    x0 = AXIS_LEFT,
    x1 = w - 8,
    base = h - AXIS_FOOT,
    xmax = 1.08 * m.etaMax,
    best = Math.max(1e-12, ...m.trials.concat(near).map((t) => t.gain)),
    limitAbove = !m.matrix && m.limit > 4 * best, // the limit is outside the picture: its scale would draw all trials close to 0
    ymax = 1.3 * Math.max(best, limitAbove ? 0 : m.limit || 0), // with room for labels above
    X = lin(0, xmax, x0, x1),
    Y = lin(0, ymax, base, 12);
  // With near, the sentence above the picture has the numbers, and the axes have none.
  const marks = m.near ? { xs: [m.trials[0].eta], ys: [0], label: () => "" } : { xs: ticks(0, xmax, 4), ys: ticks(0, ymax, 3) };
  axes(s, { x0, x1, base, X, Y, foot: h - 10, ...marks });
  const labels = [], // in the order of their placement: a later label moves away from an earlier label
    segments = []; // [x, y, x', y'] of the drawn lines, which labels avoid
  // Draws a line, and adds its segments to the list.
  const plot = (points, cls) => {
    path(s, points, cls);
    segments.push(...points.slice(1).map((p, i) => [...points[i], ...p]));
  };
  // The limit λ₃ − λ₂ of the gain.
  const gapParts = [["λ", "3"], " − ", ["λ", "2"]];
  if (m.matrix && m.limit > 0) {
    // The gain of a matrix step is η, and from η = limit on the limit. The dashed line continues the gain η.
    const end = Math.min(ymax, xmax),
      corner = Math.min(m.limit, xmax),
      origin = [X(0), Y(0)];
    plot([origin, [X(end), Y(end)]], "ln ln2 thin dash");
    plot([origin, [X(corner), Y(corner)], [X(xmax), Y(m.limit)]], "ln");
    labels.push(tex(s, X(xmax) - 4, Y(m.limit) - 7, ["gain stops at ", ...gapParts], "k e halo"));
  } else if (limitAbove) {
    labels.push(tex(s, x1, 10, ["↑ ", ...gapParts, " = " + num(m.limit) + ", far above this scale"], "k e halo"));
  } else if (m.limit > 0) {
    const limitY = Y(m.limit);
    plot(
      [
        [x0, limitY],
        [x1, limitY],
      ],
      "ln ln2 thin dash",
    );
    labels.push(tex(s, x0 + 6, limitY - 6, [...gapParts, " = " + num(m.limit)], "k halo"));
  }
  // The gain that Armijo's condition requires of a step without a projection. The line ends at the edge of the picture.
  const armijoSlope = m.slope * m.armijo,
    armijoEnd = Math.min(xmax, ymax / Math.max(1e-12, armijoSlope)),
    armijoY = Y(armijoEnd * armijoSlope);
  if (m.slope > 0)
    plot(
      [
        [X(0), Y(0)],
        [X(armijoEnd), armijoY],
      ],
      "ln ln2 thin",
    );
  // The trials. A loss of gain is drawn at 0.
  const yOf = (t) => Y(Math.max(0, t.gain)),
    evaluated = [{ eta: 0, gain: 0 }, ...near, ...m.trials].sort((a, b) => a.eta - b.eta);
  if (m.near) {
    const points = evaluated.map((t) => [X(t.eta), yOf(t)]);
    path(s, points, "ln ln2 thin");
  }
  for (const t of near) {
    const dot = circle(s, X(t.eta), yOf(t), 2.5, "f-3");
    el("title", {}, dot, `η = ${num(t.eta)}: gain ${num(t.gain)}, for the picture`);
  }
  m.trials.forEach((t) => {
    const x = X(t.eta),
      y = yOf(t),
      dot = circle(s, x, y, 4, t.ok ? "f-a" : "open");
    segments.push([x - 5, y - 4, x + 5, y + 4], [x - 5, y + 4, x + 5, y - 4]); // the diagonals of the dot's box
    el("title", {}, dot, `η = ${num(t.eta)}: gain ${num(t.gain)}${t.ok ? ", accepted" : ", rejected"}`);
  });
  // The labels of the last accepted and the first rejected trial, and of Armijo's condition. The accepted trial is placed first.
  const accepted = m.trials.findLast((t) => t.ok),
    rejected = m.trials.find((t) => !t.ok),
    labelY = (t) => Math.min(base - 4, yOf(t) + 4);
  if (accepted && !m.near) {
    const isLeft = X(accepted.eta) > w * 0.55,
      labelX = X(accepted.eta) + (isLeft ? -8 : 8);
    labels.unshift(text(s, labelX, labelY(accepted), "accepted η = " + num(accepted.eta), isLeft ? "a e halo" : "a halo"));
  }
  const hasRoom = rejected && (!accepted || Math.abs(X(rejected.eta) - X(accepted.eta)) > 60);
  // hasRoom: there is a rejected trial, and it is over 60 px away from the accepted trial.
  if (hasRoom) labels.push(text(s, X(rejected.eta) - 8, labelY(rejected), "rejected", "e halo"));
  if (m.slope > 0 && !m.near) {
    const label = `Armijo, slope ${+m.armijo.toPrecision(3)}`;
    labels.push(text(s, X(armijoEnd) - 2, Math.max(24, armijoY - 6), label, "e halo"));
  }
  placeLabels(labels, 10, base - 4, segments, w);
}

/**
 * Draws the edges with the largest pulls on λ₂ (rows), and in a wide picture beside them the curve of all pulls. The pull v of an edge is
 * the norm of the derivative of λ₂ by the maps of the edge. The model m is stages.Pull of web/view. rows has the edge e with the names i
 * and j of its ends; the first row has the largest pull. sorted is a sample of all pulls from the largest down, and total the number of
 * edges. half is the smallest number of edges whose pulls reach half of the sum. The written values have the unit m.unit, a power of ten.
 */
export function pull(svg, m) {
  const rowHeight = 20,
    height = m.rows.length * rowHeight,
    box = open(svg, height + 24);
  if (!box) return;
  const { s, w } = box,
    left = 84, // px for the number and the names of an edge
    hasCurve = w > 330,
    right = hasCurve ? 150 : 40, // px for the pull of an edge, and for the curve
    X = lin(0, Math.max(1e-15, m.rows[0]?.v || 0) * 1.02, left, w - right);
  m.rows.forEach((r, i) => {
    const y = i * rowHeight;
    text(s, 10, y + 14, String(i + 1), "a e");
    text(s, 18, y + 14, cut(`${r.i} – ${r.j}`, 10), "k");
    rect(s, X(0), y + 5, X(r.v) - X(0), 10, "f-a");
    text(s, Math.max(left, X(r.v)) + 6, y + 14, num(r.v / m.unit), "k");
    hit(s, 0, y, w - right + 30, rowHeight, `Select edge ${r.i} to ${r.j}`, { "data-edge": r.e });
  });
  text(s, left, height + 16, "× " + power(m.unit));
  if (!hasCurve) return;
  // The curve of the sorted pulls, and a line at the edge with the number half, counted from 1.
  const curveX = w - 108,
    curveEnd = w - 2,
    sampleX = lin(0, Math.max(1, m.sorted.length - 1), curveX, curveEnd),
    pullY = lin(0, Math.max(1e-15, m.sorted[0]), height, 4),
    points = m.sorted.map((v, i) => [sampleX(i), pullY(v)]);
  line(s, curveX, height + 0.5, w, height + 0.5, "ax");
  path(s, points, "ln");
  text(s, curveEnd, height + 16, `${m.total} edges, sorted`, "e");
  const halfX = lin(0, Math.max(1, m.total - 1), curveX, curveEnd)(m.half - 1);
  line(s, halfX, height, halfX, 22, "ln lna thin");
  text(s, curveEnd, 16, `half in ${m.half} edges`, "a e halo");
}

/**
 * Moves each label of a list to the nearest free place. A place is free if the label overlaps no earlier label of the list there. If
 * possible, the place also meets no line segment. Without a free place a label stays. low and high are the least and the largest y
 * coordinate of a baseline, and x coordinates go from 0 to w.
 */
function placeLabels(list, low, high, segments, w) {
  const STEP_X = 6, // px between two possible places of a label
    STEP_Y = 3, // the same along y
    ASCENT = 12, // px from the baseline of a label to the top of its box
    DESCENT = 1, // px from the baseline to the bottom of the box
    GAP = 4; // px between two labels side by side
  const boxes = []; // [left, top, right, bottom] of the placed labels
  for (const label of list) {
    const cls = label.getAttribute("class") || "",
      width = textWidth(label),
      x = +label.getAttribute("x"),
      y0 = +label.getAttribute("y"),
      free = [];
    // The left end of the label: x is the end of a text of class e, and the center of a text of class c.
    let left = x;
    if (/(^| )e( |$)/.test(cls)) left = x - width;
    else if (/(^| )c( |$)/.test(cls)) left = x - width / 2;
    // Reports whether the label with left end l and baseline y does not overlap a box.
    const apart = (l, y, [boxLeft, boxTop, boxRight, boxBottom]) => {
      const aboveOrBelow = y - ASCENT >= boxBottom || y + DESCENT <= boxTop,
        beside = l >= boxRight + GAP || l + width <= boxLeft - GAP;
      return aboveOrBelow || beside;
    };
    // The places are a grid that contains the present place.
    for (let l = left % STEP_X; l + width <= w; l += STEP_X)
      for (let y = high - ((high - y0) % STEP_Y); y >= low; y -= STEP_Y) {
        if (l >= 0 && boxes.every((b) => apart(l, y, b))) free.push([l, y]);
      }
    // A vertical move counts twice as much as a horizontal move, since a label describes the line or the dot
    // at its height. Labels keep 2 px from lines.
    const distance = ([l, y]) => Math.abs(y - y0) + Math.abs(l - left) / 2,
      meetsLine = ([l, y]) => segments.some((q) => crosses(q, l - 2, y - 10, l + width + 2, y + 2));
    free.sort((a, b) => distance(a) - distance(b));
    const [newLeft, newY] = free.find((place) => !meetsLine(place)) ?? free[0] ?? [left, y0];
    if (newLeft !== left) {
      put(label, "x", newLeft);
      put(label, "class", cls.replace(/(^| )[ec]( |$)/, " ")); // a moved label starts at its x coordinate
    }
    put(label, "y", newY);
    boxes.push([newLeft, newY - ASCENT, newLeft + width, newY + DESCENT]);
  }
}

/**
 * Reports whether the segment [x, y, u, v] from (x, y) to (u, v) meets the box from (x0, y0) to (x1, y1). Of a vertical segment only the
 * point (x, y) is checked.
 */
export function crosses([x, y, u, v], x0, y0, x1, y1) {
  if (x > u) [x, y, u, v] = [u, v, x, y];
  // The part of the segment between x0 and x1, and its heights at both ends.
  const start = Math.max(x, x0),
    end = Math.min(u, x1),
    yAt = (q) => (u > x ? y + ((v - y) * (q - x)) / (u - x) : y);
  if (start > end) return false;
  return Math.max(yAt(start), yAt(end)) >= y0 && Math.min(yAt(start), yAt(end)) <= y1;
}

/**
 * Draws the accuracy by confidence, both from 0 to 1, with a dot for each bin of confidence and the diagonal. The model m is
 * stages.Reliability of web/view: in each bin, conf is the mean confidence, acc the accuracy, and count the number of nodes. ece is the
 * expected calibration error: the mean of |acc − conf| over all nodes.
 */
export function reliability(svg, m) {
  const box = open(svg, 132);
  if (!box) return;
  const { s, w, h } = box,
    x0 = AXIS_LEFT,
    x1 = Math.min(w - 90, x0 + 190), // 90 px at the right for the texts
    base = h - AXIS_FOOT,
    X = lin(0, 1, x0, x1),
    Y = lin(0, 1, base, 8),
    most = Math.max(1, ...m.count);
  axes(s, { x0, x1, base, X, Y, xs: [0, 0.5, 1], ys: [0, 0.5, 1], foot: h - 10 });
  path(
    s,
    [
      [X(0), Y(0)],
      [X(1), Y(1)],
    ],
    "ln ln2 thin dash",
  );
  // A dot for each bin, with an area by its nodes and a line to the diagonal. A gap above 0.15 has the accent colour.
  m.conf.forEach((c, i) => {
    if (!m.count[i]) return; // an empty bin
    const radius = 2 + 4 * Math.sqrt(m.count[i] / most),
      dot = circle(s, X(c), Y(m.acc[i]), radius, Math.abs(c - m.acc[i]) > 0.15 ? "f-a" : "f-ink");
    line(s, X(c), Y(c), X(c), Y(m.acc[i]), "ln ln2 thin");
    el("title", {}, dot, `${m.count[i]} nodes, confidence ${fix(c, 2)}, right ${fix(m.acc[i], 2)}`);
  });
  text(s, x1 + 10, 20, "ECE " + fix(m.ece, 3), "s");
  text(s, x1 + 10, 36, "right against", "");
  text(s, x1 + 10, 50, "confidence", "");
}
