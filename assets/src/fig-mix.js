// Adaptive frequency mixing (AFM) with its sliders (stages.Mix of web/view): for
// each degree q of the Chebyshev polynomials the logit γ_q and its weight α_q. The
// response is the gain of the weighted polynomials at each eigenvalue λ of the
// Laplacian. It is computed here, and follows a slider at once; the page answers
// with the predictions for the new weights. The bar of a weight is a slider as well.
import { button, alike, boxWidth, h, el, text, tex, line, path, lin, open, fix, ticks, tickText, axes } from "./dom.js";
import { math } from "./math.js";

// Limits of a weight that a slider sets; MAX_SIGNED limits its absolute value. A weight of 1, and a softmax weight of 0, would need an
// infinite logit.
const MAX_SIGNED = 0.98,
  MIN_SOFTMAX = 0.002,
  MAX_SOFTMAX = 0.998;

// Pixels of the response:
const LEFT = 44, // labels of the gain
  RIGHT = 92, // names of the curves
  HEIGHT = 176,
  FOOT = 34, // eigenvalues and labels of λ
  NAME_LINE = 14; // smallest distance of two names

/**
 * Returns the weights of the logits gamma: their softmax, or, if signed is true, γ_q/Σ|γ|. If all logits are 0, all signed weights are 0.
 */
export function weights(gamma, signed) {
  if (signed) {
    const sum = gamma.reduce((s, g) => s + Math.abs(g), 0) || 1;
    return gamma.map((g) => g / sum);
  }
  const largest = Math.max(...gamma), // subtracted, so that exp does not overflow
    exps = gamma.map((g) => Math.exp(g - largest)),
    sum = exps.reduce((s, v) => s + v, 0);
  return exps.map((v) => v / sum);
}

/**
 * Returns the logit that gives weight a to degree q while the other degrees keep their logits. A weight outside its limits is replaced by
 * the nearest limit. The function inverts weights, with an exception: if all other signed logits are 0, every logit except 0 has the weight
 * 1 or −1. Their sum then counts as 1.
 */
export function logitFor(gamma, q, a, signed) {
  if (signed) {
    const others = gamma.reduce((s, g, k) => s + (k === q ? 0 : Math.abs(g)), 0) || 1,
      size = Math.min(MAX_SIGNED, Math.abs(a));
    return (Math.sign(a) * others * size) / (1 - size);
  }
  const weight = Math.min(MAX_SOFTMAX, Math.max(MIN_SOFTMAX, a)),
    others = gamma.reduce((s, g, k) => s + (k === q ? 0 : Math.exp(g)), 0);
  return Math.log(weight / (1 - weight)) + Math.log(others);
}

/** Returns the Chebyshev polynomial of degree q at x, by the recursion T_k = 2x·T_{k−1} − T_{k−2}. */
const chebyshev = (q, x) => {
  let previous = 1,
    current = x;
  if (!q) return 1;
  for (let k = 1; k < q; k++) [previous, current] = [current, 2 * x * current - previous];
  return current;
};
/**
 * Returns the argument of the polynomials at an eigenvalue lambda of L̂. The paper has I − L̂, and the authors' program I + L̂ (mirror is
 * true).
 */
const argument = (m, lambda) => (m.mirror ? 1 + lambda : 1 - lambda);
/** Returns the gain of the weights alpha at an eigenvalue: Σ α_q·T_q. */
const gain = (m, alpha, lambda) => alpha.reduce((s, a, q) => s + a * chebyshev(q, argument(m, lambda)), 0);
/** Returns a number in subscript digits. */
const subscript = (n) => String(n).replace(/\d/g, (d) => "₀₁₂₃₄₅₆₇₈₉"[d]);

/**
 * Draws the model m into the section sec. sec.gamma has the shown logits, sec.term the highlighted degree or −1. In the model, gamma are
 * the logits of the page, and own the logits of the run. signed selects signed weights in place of a softmax. active reports that the
 * logits are changed by hand, off that the sliders are disabled. text describes the change, or how to make a change.
 */
export function mixBox(sec, m, emit, island) {
  if (!sec.svg) {
    sec.svg = alike(el("svg", { role: "img" }, sec.box), island.widths, "mix");
    sec.list = h("div", "mixrows", sec.box);
    const row = h("div", "row", sec.box);
    sec.answer = h("p", "note answer#mix-answer", row);
    sec.answer.setAttribute("role", "status");
    sec.back = button(row, "tool#mix-reset", "Reset", () => {
      emit("putback");
      sec.rows[0].logit.focus(); // the next model disables this button
    });
  }
  if (sec.rows?.length !== m.gamma.length) buildRows(sec, m.gamma.length, emit);
  sec.m = m;
  // A slider in use is ahead of a model with changed logits (active): all sliders keep their values until the user leaves the slider. A
  // model with the logits of the run, for instance after Reset, is always shown.
  const inUse = sec.rows.some((r) => r.logit === document.activeElement || r.weight === document.activeElement),
    sameDegrees = sec.gamma?.length === m.gamma.length,
    keepsValues = inUse && sameDegrees;
  if (!keepsValues || !m.active) sec.gamma = [...m.gamma];
  for (const r of sec.rows) for (const input of [r.logit, r.weight]) input.disabled = m.off;
  sec.back.disabled = !m.active;
  if (sec.answer.textContent !== m.text) sec.answer.textContent = m.text; // an equal text would be read aloud again
  // A drag has already drawn its values; the model that follows needs no second drawing.
  if (sec.drawn !== drawingKey(sec)) show(sec);
}

/** Returns a text that differs if the drawing needs a change. Of the eigenvalues it has only the number. */
const drawingKey = ({ m, gamma, box }) => [gamma, m.own, m.active, m.mirror, m.eigen.length, m.lambda2, m.max, boxWidth(box)].join();

/** Creates the rows of n degrees, each with a slider for the logit and a slider for the weight. A slider sends all logits to the page. */
function buildRows(sec, n, emit) {
  sec.list.replaceChildren();
  const head = h("div", "mixhead", sec.list);
  head.append(h("span"), math("γ_q"), math("α_q"), h("span"));
  // Highlights a degree in the response, −1 for none.
  const highlight = (term) => {
    sec.term = term;
    show(sec);
  };
  // Shows the new logits at once, and sends them to the page.
  const send = () => {
    show(sec);
    emit("mix", { gamma: sec.gamma });
  };
  sec.rows = Array.from({ length: n }, (_, q) => {
    const row = h("div", "mixrow", sec.list),
      name = h("span", "nm", row, `T${subscript(q)}`),
      logit = h("input", `#gamma-${q}`, row),
      weight = h("input", `wbar#alpha-${q}`, row),
      out = h("output", "", row);
    logit.type = weight.type = "range";
    logit.setAttribute("aria-label", `Logit γ of degree ${q}`);
    weight.setAttribute("aria-label", `Weight α of degree ${q}`);
    // Each slider of a row sets the logit of its degree; show then moves the other slider of the row.
    logit.addEventListener("input", () => {
      sec.gamma[q] = +logit.value;
      send();
    });
    weight.addEventListener("input", () => {
      sec.gamma[q] = logitFor(sec.gamma, q, +weight.value, sec.m.signed);
      send();
    });
    // A degree is highlighted while the focus or the pointer is in its row.
    for (const input of [logit, weight]) {
      input.addEventListener("focus", () => highlight(q));
      input.addEventListener("blur", () => highlight(-1));
    }
    row.addEventListener("pointerenter", () => highlight(q));
    row.addEventListener("pointerleave", () => highlight(-1));
    return { name, logit, weight, out };
  });
  sec.term = -1;
}

/** Shows the logits sec.gamma: sets the sliders, the bars of the weights and the response. */
function show(sec) {
  sec.drawn = drawingKey(sec);
  const { m, gamma } = sec,
    alpha = weights(gamma, m.signed),
    range = Math.max(3, ...m.own.map(Math.abs), ...gamma.map(Math.abs)); // the sliders of logits go from −range to range
  sec.rows.forEach((r, q) => {
    r.name.title = `Chebyshev polynomial of degree ${q} in I ${m.mirror ? "+" : "−"} L̂`;
    Object.assign(r.logit, { min: -range, max: range, step: 0.01 });
    Object.assign(r.weight, { min: m.signed ? -1 : 0, max: 1, step: 0.001 });
    r.logit.value = gamma[q];
    r.weight.value = alpha[q];
    // The bar of a weight, from 0 to the weight, as shares of the slider.
    const end = m.signed ? (alpha[q] + 1) / 2 : alpha[q],
      zero = m.signed ? 0.5 : 0;
    r.weight.style.setProperty("--from", 100 * Math.min(zero, end) + "%");
    r.weight.style.setProperty("--to", 100 * Math.max(zero, end) + "%");
    r.out.textContent = fix(alpha[q], 3);
    r.logit.setAttribute("aria-valuetext", fix(gamma[q], 2));
    r.weight.setAttribute("aria-valuetext", fix(alpha[q], 3));
  });
  drawResponse(sec.svg, m, alpha, weights(m.own, m.signed), sec.term);
}

/**
 * Draws the gain of the weights alpha over the spectrum from 0 to m.max, with the gain of diffusion (m.svr), which can be empty. x has the
 * points λ of the curves, and eigen has eigenvalues. If the logits are changed by hand (m.active), the gain of the run's weights own is
 * drawn as well. The part of the degree term is highlighted; term is −1 if no degree is highlighted.
 */
function drawResponse(svg, m, alpha, own, term) {
  const box = open(svg, HEIGHT);
  if (!box) return;
  const { s, w, h: height } = box,
    x0 = LEFT,
    x1 = w - RIGHT,
    base = height - FOOT;
  // The curves at the points m.x.
  const mixed = m.x.map((x) => gain(m, alpha, x)),
    ofRun = m.active ? m.x.map((x) => gain(m, own, x)) : null,
    hasTerm = term >= 0 && term < alpha.length,
    ofTerm = hasTerm ? m.x.map((x) => alpha[term] * chebyshev(term, argument(m, x))) : null;
  const low = Math.min(0, ...mixed, ...(ofTerm || [])),
    high = Math.max(1, ...mixed, ...m.svr),
    X = lin(0, m.max, x0, x1),
    Y = lin(low, high, base, 10),
    xTicks = ticks(0, m.max, 4);
  axes(s, { x0, x1, Y, ys: ticks(low, high, 3) });
  for (const t of xTicks) text(s, X(t), height - 8, tickText(t, xTicks), "c");
  tex(s, x1 + 16, height - 8, [["λ"]], "");
  // The eigenvalues as short lines below the axis, and λ₂. A path needs a start even without eigenvalues (M0 0).
  const eigenLines = m.eigen.map((v) => `M${X(Math.min(v, m.max)).toFixed(1)} ${base + 5}v7`);
  el("path", { d: eigenLines.join("") || "M0 0", class: "ln ln2 thin", "stroke-opacity": 0.5 }, s);
  // lambda2 is missing if λ₂ is unknown.
  if (m.lambda2 > 0 && m.lambda2 <= m.max) {
    const x = X(m.lambda2);
    line(s, x, base + 3, x, base + 14, "ln lna");
    tex(s, x + 4, base - 6, [["λ", "2"]], "a halo");
  }
  // Draws the values at the points m.x as a line.
  const curve = (values, cls) => {
    const points = m.x.map((x, i) => [X(x), Y(values[i])]);
    path(s, points, cls);
  };
  if (m.svr.length) curve(m.svr, "ln dash thin");
  if (ofRun) curve(ofRun, "ln ln2 thin");
  if (ofTerm) curve(ofTerm, "ln lna thin");
  curve(mixed, "ln");
  // The names at the ends of the curves, from the top. All names move up by excess if the last name would be below the axis.
  const names = [[Y(mixed.at(-1)), "AFM", "s"]];
  if (m.svr.length) names.push([Y(m.svr.at(-1)), "diffusion", "k"]);
  if (ofRun) names.push([Y(ofRun.at(-1)), "of the run", ""]);
  if (ofTerm) names.push([Y(ofTerm.at(-1)), `α${subscript(term)}T${subscript(term)}`, "a"]);
  names.sort((p, q) => p[0] - q[0]);
  let y = -1e9; // far above the first name
  const excess = Math.max(0, names.length * NAME_LINE - (base - names[0][0]) - 10);
  for (const [endY, name, cls] of names) {
    y = Math.max(endY + 4 - excess, y + NAME_LINE); // 4 px below the end of the curve, or below the last name
    text(s, x1 + 8, y, name, cls);
  }
  s.setAttribute(
    "aria-label",
    `Gain of frequency mixing (AFM): ` +
      `${fix(mixed[0], 2)} at 0, ${fix(mixed[Math.floor(mixed.length / 2)], 2)} at ` +
      `${fix(m.max / 2, 1)}, ${fix(mixed.at(-1), 2)} at ${fix(m.max, 1)}`,
  );
}
