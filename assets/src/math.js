// MathML from a few lines of TeX-like text: enough for the page's equations,
// small enough to need no library. Letters are variables, \name{…} upright
// words, _ and ^ scripts, \frac{}{} fractions, \under{}{} limits.
const NS = "http://www.w3.org/1998/Math/MathML";

function node(tag, kids, attrs = {}) {
  const n = document.createElementNS(NS, tag);
  for (const k in attrs) n.setAttribute(k, attrs[k]);
  n.append(...[].concat(kids));
  return n;
}
const OPEN = "([⟨", CLOSE = ")]⟩", OPS = "+−=≤≥<>·×∈,;:|‖→←↦∑∏∘⊕⊗⟂∂∇⋆⊤′≈∪";
const UPRIGHT = new Set("ΠΣΛΔΓΦ");

function parse(src) {
  let i = 0;
  const group = () => {
    if (src[i] === "{") { i++; const r = list("}"); i++; return r; }
    return atom();
  };
  const word = () => { const m = /^\\([a-zA-Z]+)/.exec(src.slice(i)); i += m[0].length; return m[1]; };
  const atom = () => {
    const ch = src[i];
    if (ch === "{") return group();
    if (ch === "\\") {
      const name = word();
      switch (name) {
        case "frac": { const a = group(), b = group(); return node("mfrac", [a, b]); }
        case "under": { const a = group(), b = group(); return node("munder", [a, b]); }
        case "bar": return node("mover", [group(), node("mo", "¯", { stretchy: "false" })], { accent: "true" });
        case "hat": return node("mover", [group(), node("mo", "^", { stretchy: "false" })], { accent: "true" });
        case "tilde": return node("mover", [group(), node("mo", "~", { stretchy: "false" })], { accent: "true" });
        case "sqrt": return node("msqrt", group());
        case "sp": return node("mspace", [], { width: "0.22em" });
        case "quad": return node("mspace", [], { width: "1em" });
        default: return node("mi", name, name.length === 1 ? { mathvariant: "normal" } : {});
      }
    }
    if (/[0-9.]/.test(ch)) { const m = /^[0-9.]+/.exec(src.slice(i))[0]; i += m.length; return node("mn", m); }
    i++;
    if (OPEN.includes(ch)) return node("mo", ch, { stretchy: "false", form: "prefix" });
    if (CLOSE.includes(ch)) return node("mo", ch, { stretchy: "false", form: "postfix" });
    if (ch === "‖" || ch === "|") return node("mo", ch, { stretchy: "false", lspace: "0.08em", rspace: "0.08em" });
    if (ch === "⋆" || ch === "⊤" || ch === "′") return node("mo", ch, { lspace: "0", rspace: "0" });
    if (OPS.includes(ch)) return node("mo", ch);
    return node("mi", ch, UPRIGHT.has(ch) ? { mathvariant: "normal" } : {});
  };
  const list = (end) => {
    const out = [];
    while (i < src.length && src[i] !== end) {
      if (src[i] === " ") { i++; continue; }
      let a = atom(), sub = null, sup = null;
      while (src[i] === " " && (src[i + 1] === "_" || src[i + 1] === "^")) i++;
      while (src[i] === "_" || src[i] === "^") { const c = src[i++]; if (c === "_") sub = group(); else sup = group(); }
      const big = a.textContent === "∑" || a.textContent === "∏";
      if (sub && sup) a = node(big ? "munderover" : "msubsup", [a, sub, sup]);
      else if (sub) a = node(big ? "munder" : "msub", [a, sub]);
      else if (sup) a = node("msup", [a, sup]);
      out.push(a);
    }
    return out.length === 1 ? out[0] : node("mrow", out);
  };
  return list("");
}

/** A <math> element; display: centred on its own line. */
export function math(src, display) {
  return node("math", parse(src), display ? { display: "block" } : {});
}
