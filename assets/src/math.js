// Equations as MathML from a small part of TeX, enough for the page and the course. Letters are variables. \name is an upright word, unless
// the name is one of the commands in the function markup. _ and ^ are scripts, \frac{}{} is a fraction, \under{}{} an operator with its
// limit, \sp a thin space.
const el = (tag, kids, attributes = "") => `<${tag}${attributes}>${kids}</${tag}>`;
const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const FIXED = ' stretchy="false"',
  UPRIGHT = ' mathvariant="normal"';
// Groups of characters with their MathML tag and attributes. The empty group at the end, of variables, has all other characters.
const KINDS = [
  ["([⟨{", "mo", `${FIXED} form="prefix"`],
  [")]⟩}", "mo", `${FIXED} form="postfix"`],
  ["‖|", "mo", `${FIXED} lspace="0.08em" rspace="0.08em"`],
  ["⋆⊤′", "mo", ' lspace="0" rspace="0"'],
  ["+-−=≤≥<>·×∈⊴,;:→←↦∑∏∘⊕⊗⟂∂∇≈∪/…", "mo"],
  ["ΠΣΛΔΓΦ", "mi", UPRIGHT],
  ["", "mi"],
];

// A sign behind one of the RELATIONS is the sign of the next number, as in "= −1", and has no space behind it. MathML itself knows this
// of a sign at the start of a list.
const SIGNS = "+-−",
  RELATIONS = "=≤≥<>≈∈→,;:·×([⟨";

/** Returns the MathML of a formula, without the element <math>. A recursive descent parser: each function consumes its tokens. */
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
  // Reads a command, a number or a character. A backslash before a character that is no letter has no effect. Of a missing token the result
  // is empty.
  function atom() {
    const token = tokens.shift() ?? "",
      name = /^\\[a-zA-Z]/.test(token) && token.slice(1);
    if (name) return commands[name]?.() ?? el("mi", name, name.length === 1 ? UPRIGHT : ""); // a longer name is upright by itself
    if (/[0-9.]/.test(token)) return el("mn", token);
    const char = token.replace("\\", ""),
      [, tag, attributes] = KINDS.find(([members]) => !members || members.includes(char));
    return el(tag, char === "-" ? "−" : (ESCAPED[char] ?? char), attributes);
  }
  // Reads an atom, or a list in braces.
  function group() {
    if (tokens[0] !== "{") return atom();
    tokens.shift();
    return list();
  }
  // Reads groups with their scripts, up to the brace that closes the list or to the end.
  function list() {
    const out = [];
    for (let previous = ""; tokens.length > 0 && tokens[0] !== "}";) {
      const token = tokens[0],
        isSign = previous && SIGNS.includes(token) && RELATIONS.includes(previous), // every text includes "", the first previous
        scripts = {};
      const base = isSign ? group().replace("<mo>", '<mo form="prefix">') : group();
      previous = token;
      // Reads the scripts of the base: at most one below and one above.
      while (tokens[0] === "_" || tokens[0] === "^") {
        const side = tokens.shift();
        scripts[side] = group();
      }
      // The scripts of a sum or product are its limits, below and above.
      const low = scripts._ ?? "",
        high = scripts["^"] ?? "",
        hasLimits = low && /^<mo>[∑∏]/.test(base);
      const tag = hasLimits ? `munder${high && "over"}` : `m${low && "sub"}${high && "sup"}`; // such as munderover or msubsup
      out.push(low || high ? el(tag, base + low + high) : base);
    }
    tokens.shift(); // the closing brace
    return out.length === 1 ? out[0] : el("mrow", out.join(""));
  }
  return list();
}

/** Returns html in which each formula, TeX inside <math>, is replaced by its MathML. In html, the signs < > & of the TeX are entities. */
export function typeset(html) {
  const plain = (tex) => tex.replace(/&(lt|gt|amp);/g, (entity) => Object.keys(ESCAPED).find((char) => ESCAPED[char] === entity));
  return html.replace(/<math>([^<]*)<\/math>/g, (_, tex) => el("math", markup(plain(tex))));
}

/** Returns a <math> element of a formula in TeX. If display is true, the formula is centred on its own line. If rows is true, each part
 * between \quad has a row. */
export function math(source, display, rows = false) {
  const template = document.createElement("template"),
    row = (part) => el("mtr", el("mtd", markup(part)));
  const inside = rows ? el("mtable", source.split("\\quad").map(row).join(""), ' displaystyle="true"') : markup(source);
  template.innerHTML = el("math", inside, display ? ' display="block"' : "");
  return template.content.firstElementChild;
}
