// The words of a lesson. A text may hold **strong** words, `formulas` and live
// numbers: {path} or {path|format} is replaced by that entry of the page's
// state, so that no sentence says what the screen does not show. Digits stand
// in live numbers and formulas only; a test holds that.
import { turns } from "./turns.js";

/** A number with about three digits. */
function number(v) {
  if (!Number.isFinite(v)) return "–";
  const a = Math.abs(v);
  if (a === 0) return "0";
  if (a >= 1e-3 && a < 1e4) return String(Number(v.toPrecision(3))).replace("-", "−");
  const [mantissa, exponent] = v.toExponential(1).split("e");
  return (
    mantissa.replace("-", "−") +
    " · 10" +
    String(Number(exponent))
      .replace("-", "⁻")
      .replace(/\d/g, (k) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[k])
  );
}

const formats = {
  number,
  count: (v) => (Number.isFinite(v) ? String(v) : "–"),
  percent: (v) => (Number.isFinite(v) ? Math.round(100 * v) + " %" : "–"),
};

/** What the lessons say beside the state itself: definitions, with earlier states of the lesson by step. */
export function facts(s, earlier) {
  const c = s.config ?? {},
    above = (s.spectrum ?? []).slice(s.kernelDim ?? 0);
  return {
    ...s,
    earlier,
    dimension: s.graph.n * c.d,
    pair: 2 * c.d,
    // the temperature at which one JKO step leaves a plan of temperature epsilon0
    cooled: (1 + c.tau * c.epsilon) / (c.tau + 1 / c.epsilon0),
    // adding η·v₂v₂ᵀ lifts λ₂ as far as λ₃ and no further
    room: above.length > 1 ? above[1] - above[0] : null,
    promised: c.armijo / 4,
    testError: s.accuracy?.test == null ? null : 1 - s.accuracy.test,
    nodeShare: s.graph.test > 0 ? 1 / s.graph.test : null,
    chance: 1 / s.graph.classes,
    turns: turns(),
  };
}

const entry = (facts, path) => path.split(".").reduce((o, key) => o?.[key], facts);

/** Paragraphs of a text with the numbers of now. */
export function paragraphs(text, facts) {
  return text.split("\n\n").map((t) => {
    const p = document.createElement("p");
    if (/^[✓→] /.test(t)) p.className = t[0] === "✓" ? "task done" : "task";
    inline(p, t, facts);
    return p;
  });
}

function inline(into, text, facts) {
  for (const part of text.split(/(\*\*.+?\*\*|`.+?`|\{.+?\})/)) {
    const make = (tag, inner) => into.appendChild(Object.assign(document.createElement(tag), inner));
    if (part.startsWith("**")) inline(make("strong", {}), part.slice(2, -2), facts);
    else if (part.startsWith("`")) make("i", { className: "formula", textContent: part.slice(1, -1) });
    else if (part.startsWith("{")) {
      const [path, format = "count"] = part.slice(1, -1).split("|");
      make("b", { className: "live", textContent: formats[format](entry(facts, path)) }).dataset.of = path + "|" + format;
    } else if (part) into.append(part);
  }
}
