// The texts of a lesson. A text may have **strong** words, `formulas` and live numbers. A live number {path} or {path|format} is replaced
// by an entry of the page's state, so that every number in a sentence is the number on the screen. Digits are allowed only in live numbers
// and in formulas; a test checks this rule.
import { turns } from "./turns.js";

/**
 * Returns a number with three significant digits. A number below 0.001 or from 10 000 on has two digits and a power of ten. Another value
 * than a finite number becomes a dash.
 */
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

/** The formats of a live number. percent expects a share from 0 to 1. A missing number becomes a dash. */
const formats = {
  number,
  count: (v) => (Number.isFinite(v) ? String(v) : "–"),
  percent: (v) => (Number.isFinite(v) ? Math.round(100 * v) + " %" : "–"),
};

/** Returns the entries for live numbers: the entries of the state s, numbers derived from it, and the states of the steps (earlier). */
export function facts(s, earlier) {
  const c = s.config ?? {},
    above = (s.spectrum ?? []).slice(s.kernelDim ?? 0); // the eigenvalues above the kernel, from λ₂ upwards
  return {
    ...s,
    earlier,
    dimension: s.graph.n * c.d, // of all stalks together
    pair: 2 * c.d, // of the stalks of two nodes
    // temperature of a plan after one JKO step from the temperature epsilon0
    cooled: (1 + c.tau * c.epsilon) / (c.tau + 1 / c.epsilon0),
    // largest increase of λ₂ when η·v₂v₂ᵀ is added: up to λ₃
    room: above.length > 1 ? above[1] - above[0] : null,
    // increase of λ₂ that the paper promises: c_w/4
    promised: c.armijo / 4,
    testError: s.accuracy?.test == null ? null : 1 - s.accuracy.test,
    nodeShare: s.graph.test > 0 ? 1 / s.graph.test : null, // of one node in the test accuracy
    chance: 1 / s.graph.classes, // accuracy of a guess
    turns: turns(),
  };
}

/** Returns the entry with a path, for example accuracy.test. Returns undefined if any part of the path is missing. */
const entry = (facts, path) => path.split(".").reduce((o, key) => o?.[key], facts);

/** Returns the paragraphs of a text as elements, with the present numbers. A paragraph that begins with ✓ or → is a task, done or open. */
export function paragraphs(text, facts) {
  return text.split("\n\n").map((t) => {
    const p = document.createElement("p");
    if (/^[✓→] /.test(t)) p.className = t[0] === "✓" ? "task done" : "task";
    inline(p, t, facts);
    return p;
  });
}

/** Adds a text to an element, with strong words, formulas and live numbers as elements. */
function inline(parent, text, facts) {
  for (const part of text.split(/(\*\*.+?\*\*|`.+?`|\{.+?\})/)) {
    // Adds an element with properties, and returns the element.
    const make = (tag, inner) => parent.appendChild(Object.assign(document.createElement(tag), inner));
    if (part.startsWith("**")) inline(make("strong", {}), part.slice(2, -2), facts);
    else if (part.startsWith("`")) make("i", { className: "formula", textContent: part.slice(1, -1) });
    else if (part.startsWith("{")) {
      const [path, format = "count"] = part.slice(1, -1).split("|");
      make("b", { className: "live", textContent: formats[format](entry(facts, path)) }).dataset.of = path + "|" + format;
    } else if (part) parent.append(part);
  }
}
