// Frequency mixing (AFM) with its handles: the response over the spectrum is
// computed here and follows a drag at once; the page asks the network what the
// classes would be. Ranges are used for both γ and α, so that mouse, touch and
// keyboard do the same.
import { button, alike, boxWidth, h, el, text, tex, line, path, lin, open, fix, ticks, tickText, axes } from "./dom.js";
import { math } from "./math.js";

/** The weights of logits: softmax, or shares of Σ|γ|. */
export function weights(gamma, signed) {
  if (signed) {
    const t = gamma.reduce((s, g) => s + Math.abs(g), 0) || 1;
    return gamma.map((g) => g / t);
  }
  const top = Math.max(...gamma),
    e = gamma.map((g) => Math.exp(g - top)),
    t = e.reduce((s, v) => s + v, 0);
  return e.map((v) => v / t);
}

/** The logit that gives weight a to degree q while the others keep their logits. */
export function logitFor(gamma, q, a, signed) {
  if (signed) {
    const rest = gamma.reduce((s, g, k) => s + (k === q ? 0 : Math.abs(g)), 0) || 1,
      b = Math.min(0.98, Math.abs(a));
    return (Math.sign(a) * rest * b) / (1 - b);
  }
  const b = Math.min(0.998, Math.max(0.002, a)),
    rest = gamma.reduce((s, g, k) => s + (k === q ? 0 : Math.exp(g)), 0);
  return Math.log(b / (1 - b)) + Math.log(rest);
}

const chebyshev = (q, x) => {
  let a = 1,
    b = x;
  if (!q) return 1;
  for (let k = 1; k < q; k++) [a, b] = [b, 2 * x * b - a];
  return b;
};
/** Where the polynomials are taken: the authors' program has I + L̂. */
const argument = (m, lambda) => (m.mirror ? 1 + lambda : 1 - lambda);
const gain = (m, alpha, lambda) => alpha.reduce((s, a, q) => s + a * chebyshev(q, argument(m, lambda)), 0);
const sub = (n) => String(n).replace(/\d/g, (d) => "₀₁₂₃₄₅₆₇₈₉"[d]);

export function mixBox(sec, m, emit, island) {
  if (!sec.svg) {
    sec.svg = alike(el("svg", { role: "img" }, sec.box), island.widths, "mix");
    sec.list = h("div", "mixrows", sec.box);
    const row = h("div", "row", sec.box);
    sec.said = h("p", "note answer#mix-answer", row);
    sec.said.setAttribute("role", "status");
    sec.back = button(row, "tool#mix-reset", "Reset", () => {
      emit("putback");
      sec.rows[0].g.focus();
    });
  }
  if (sec.rows?.length !== m.gamma.length) rows(sec, m.gamma.length, emit);
  sec.m = m;
  const dragged = sec.rows.some((r) => r.g === document.activeElement || r.a === document.activeElement);
  // A slider in use is ahead of the page: its own values stay until it is let go.
  if (!dragged || !m.active || !sec.gamma || sec.gamma.length !== m.gamma.length) sec.gamma = [...m.gamma];
  for (const r of sec.rows) for (const i of [r.g, r.a]) i.disabled = m.off;
  sec.back.disabled = !m.active;
  if (sec.said.textContent !== m.text) sec.said.textContent = m.text;
  // What a drag has drawn already needs no second drawing when the classes come.
  if (sec.drawn !== stamp(sec)) show(sec);
}

/** All that the drawing depends on. */
const stamp = ({ m, gamma, box }) => [gamma, m.own, m.active, m.mirror, m.eigen.length, m.lambda2, m.max, boxWidth(box)].join();

function rows(sec, n, emit) {
  sec.list.replaceChildren();
  const head = h("div", "mixhead", sec.list);
  head.append(h("span"), math("γ_q"), math("α_q"), h("span"));
  sec.rows = Array.from({ length: n }, (_, q) => {
    const row = h("div", "mixrow", sec.list),
      name = h("span", "nm", row, `T${sub(q)}`),
      g = h("input", `#gamma-${q}`, row),
      a = h("input", `wbar#alpha-${q}`, row),
      out = h("output", "", row);
    g.type = a.type = "range";
    g.setAttribute("aria-label", `Logit γ of degree ${q}`);
    a.setAttribute("aria-label", `Weight α of degree ${q}`);
    g.addEventListener("input", () => {
      sec.gamma[q] = +g.value;
      send();
    });
    a.addEventListener("input", () => {
      sec.gamma[q] = logitFor(sec.gamma, q, +a.value, sec.m.signed);
      send();
    });
    for (const i of [g, a]) {
      i.addEventListener("focus", () => {
        sec.term = q;
        show(sec);
      });
      i.addEventListener("blur", () => {
        sec.term = -1;
        show(sec);
      });
    }
    row.addEventListener("pointerenter", () => {
      sec.term = q;
      show(sec);
    });
    row.addEventListener("pointerleave", () => {
      sec.term = -1;
      show(sec);
    });
    return { name, g, a, out };
  });
  const send = () => {
    show(sec);
    emit("mix", { gamma: sec.gamma });
  };
  sec.term = -1;
}

/** Sliders, bars and curve from the weights at hand. */
function show(sec) {
  sec.drawn = stamp(sec);
  const { m, gamma } = sec,
    alpha = weights(gamma, m.signed),
    reach = Math.max(3, ...m.own.map(Math.abs), ...gamma.map(Math.abs));
  sec.rows.forEach((r, q) => {
    r.name.title = `Chebyshev polynomial of degree ${q} in I ${m.mirror ? "+" : "−"} L̂`;
    Object.assign(r.g, { min: -reach, max: reach, step: 0.01 });
    Object.assign(r.a, { min: m.signed ? -1 : 0, max: 1, step: 0.001 });
    r.g.value = gamma[q];
    r.a.value = alpha[q];
    const to = m.signed ? (alpha[q] + 1) / 2 : alpha[q],
      from = m.signed ? 0.5 : 0;
    r.a.style.setProperty("--from", 100 * Math.min(from, to) + "%");
    r.a.style.setProperty("--to", 100 * Math.max(from, to) + "%");
    r.out.textContent = fix(alpha[q], 3);
    r.g.setAttribute("aria-valuetext", fix(gamma[q], 2));
    r.a.setAttribute("aria-valuetext", fix(alpha[q], 3));
  });
  response(sec.svg, m, alpha, weights(m.own, m.signed), sec.term);
}

function response(svg, m, alpha, own, term) {
  const o = open(svg, 176);
  if (!o) return;
  const { s, w, h: hh } = o,
    x0 = 44,
    x1 = w - 92,
    base = hh - 34,
    afm = m.x.map((x) => gain(m, alpha, x)),
    was = m.active ? m.x.map((x) => gain(m, own, x)) : null;
  const part = term >= 0 && term < alpha.length ? m.x.map((x) => alpha[term] * chebyshev(term, argument(m, x))) : null;
  const lo = Math.min(0, ...afm, ...(part || [])),
    hi = Math.max(1, ...afm, ...m.svr),
    X = lin(0, m.max, x0, x1),
    Y = lin(lo, hi, base, 10),
    U = ticks(0, m.max, 4);
  axes(s, { x0, x1, Y, ys: ticks(lo, hi, 3) });
  for (const t of U) text(s, X(t), hh - 8, tickText(t, U), "c");
  tex(s, x1 + 16, hh - 8, [["λ"]], "");
  let d = "";
  for (const v of m.eigen) d += `M${X(Math.min(v, m.max)).toFixed(1)} ${base + 5}v7`;
  el("path", { d: d || "M0 0", class: "ln ln2 thin", "stroke-opacity": 0.5 }, s);
  if (m.lambda2 > 0 && m.lambda2 <= m.max) {
    const x = X(m.lambda2);
    line(s, x, base + 3, x, base + 14, "ln lna");
    tex(s, x + 4, base - 6, [["λ", "2"]], "a halo");
  }
  if (m.svr.length)
    path(
      s,
      m.x.map((x, i) => [X(x), Y(m.svr[i])]),
      "ln dash thin",
    );
  if (was)
    path(
      s,
      m.x.map((x, i) => [X(x), Y(was[i])]),
      "ln ln2 thin",
    );
  if (part)
    path(
      s,
      m.x.map((x, i) => [X(x), Y(part[i])]),
      "ln lna thin",
    );
  path(
    s,
    m.x.map((x, i) => [X(x), Y(afm[i])]),
    "ln",
  );
  const ends = [[Y(afm.at(-1)), "AFM", "s"]];
  if (m.svr.length) ends.push([Y(m.svr.at(-1)), "diffusion", "k"]);
  if (was) ends.push([Y(was.at(-1)), "of the run", ""]);
  if (part) ends.push([Y(part.at(-1)), `α${sub(term)}T${sub(term)}`, "a"]);
  ends.sort((p, q) => p[0] - q[0]);
  let y = -1e9;
  const over = Math.max(0, ends.length * 14 - (base - ends[0][0]) - 10);
  for (const [at, name, cls] of ends) {
    y = Math.max(at + 4 - over, y + 14);
    text(s, x1 + 8, y, name, cls);
  }
  s.setAttribute(
    "aria-label",
    `Gain of frequency mixing (AFM): ` +
      `${fix(afm[0], 2)} at 0, ${fix(afm[Math.floor(afm.length / 2)], 2)} at ` +
      `${fix(m.max / 2, 1)}, ${fix(afm.at(-1), 2)} at ${fix(m.max, 1)}`,
  );
}
