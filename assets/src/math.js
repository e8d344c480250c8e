// MathML from a few lines of TeX: enough for the equations of page and course, small enough to need no library. Letters are
// variables, \name is an upright word, _ and ^ are scripts, \frac{}{} fractions, \under{}{} limits, \sp a thin space.
const el = (tag, kids, attributes = "") => `<${tag}${attributes}>${kids}</${tag}>`;
const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const FIXED = ' stretchy="false"',
  UPRIGHT = ' mathvariant="normal"';
// Groups of characters with what they are in MathML; any other character is a variable.
const KINDS = [
  ["([⟨{", "mo", `${FIXED} form="prefix"`],
  [")]⟩}", "mo", `${FIXED} form="postfix"`],
  ["‖|", "mo", `${FIXED} lspace="0.08em" rspace="0.08em"`],
  ["⋆⊤′", "mo", ' lspace="0" rspace="0"'],
  ["+-−=≤≥<>·×∈⊴,;:→←↦∑∏∘⊕⊗⟂∂∇≈∪/…", "mo"],
  ["ΠΣΛΔΓΦ", "mi", UPRIGHT],
  ["", "mi"],
];

// A sign behind one of these belongs to what follows it, and stands close to that.
const SIGNS = "+-−",
  RELATIONS = "=≤≥<>≈∈→,;:·×([⟨";

/** The inside of a <math> element. */
function markup(tex) {
  const tokens = tex.match(/\\[a-zA-Z]+|\\.|[0-9.]+|\S/gu) ?? [];
  const accent = (char) => el("mover", group() + el("mo", char, FIXED), ' accent="true"');
  const commands = {
    frac: () => el("mfrac", group() + group()),
    under: () => el("munder", group() + group()),
    sqrt: () => el("msqrt", group()),
    bar: () => accent("¯"),
    hat: () => accent("^"),
    tilde: () => accent("~"),
    sp: () => el("mspace", "", ' width="0.22em"'),
    quad: () => el("mspace", "", ' width="1em"'),
  };
  function atom() {
    const token = tokens.shift() ?? "",
      name = /^\\[a-zA-Z]/.test(token) && token.slice(1);
    if (name) return commands[name]?.() ?? el("mi", name, name.length === 1 ? UPRIGHT : "");
    if (/[0-9.]/.test(token)) return el("mn", token);
    const char = token.replace("\\", ""),
      [, tag, attributes] = KINDS.find(([all]) => !all || all.includes(char));
    return el(tag, char === "-" ? "−" : (ESCAPED[char] ?? char), attributes);
  }
  function group() {
    if (tokens[0] !== "{") return atom();
    tokens.shift();
    return list();
  }
  // Reads up to the brace that closes a group, or to the end.
  function list() {
    const out = [];
    for (let before = ""; tokens.length > 0 && tokens[0] !== "}";) {
      const token = tokens[0],
        sign = before && SIGNS.includes(token) && RELATIONS.includes(before),
        script = {};
      const base = sign ? group().replace("<mo>", '<mo form="prefix">') : group();
      before = token;
      while (tokens[0] === "_" || tokens[0] === "^") script[tokens.shift()] = group();
      const low = script._ ?? "",
        high = script["^"] ?? "",
        big = low && /^<mo>[∑∏]/.test(base);
      const tag = big ? `munder${high && "over"}` : `m${low && "sub"}${high && "sup"}`;
      out.push(low || high ? el(tag, base + low + high) : base);
    }
    tokens.shift();
    return out.length === 1 ? out[0] : el("mrow", out.join(""));
  }
  return list();
}

/** HTML whose formulas, which stand as TeX in <math>, are MathML. */
export function typeset(html) {
  const plain = (tex) => tex.replace(/&(lt|gt|amp);/g, (entity) => Object.keys(ESCAPED).find((char) => ESCAPED[char] === entity));
  return html.replace(/<math>([^<]*)<\/math>/g, (_, tex) => el("math", markup(plain(tex))));
}

/** A <math> element; display: centred on its own line; rows: each part of the formula in a row of its own. */
export function math(src, display, rows = false) {
  const t = document.createElement("template"),
    row = (part) => el("mtr", el("mtd", markup(part)));
  const inside = rows ? el("mtable", src.split("\\quad").map(row).join(""), ' displaystyle="true"') : markup(src);
  t.innerHTML = el("math", inside, display ? ' display="block"' : "");
  return t.content.firstElementChild;
}
