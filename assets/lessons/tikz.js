// A picture as TikZ, in a figure of LaTeX with its caption. Texts are set in the font of the document, at their places in the picture.
import { letters, shapes } from "./shapes.js";

const POINT = 0.75; // points of a pixel

/** Returns a number with at most two decimals. || makes −0 and NaN to 0. */
const num = (v) => (Math.round(v * 100) / 100 || 0).toString();
/** Characters with a meaning in LaTeX, and their escaped forms. */
const ESCAPED = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  "%": "\\%",
  _: "\\_",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  '"': "''",
  "`": "\\textasciigrave{}",
};
/** The commands of the Greek letters, in the order of the letters in MATHS. The omicron is a Latin o. */
const GREEK = (
  "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi o pi rho sigma tau upsilon varphi chi psi " +
  "omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
).split(" ");
/** Characters that LaTeX sets in mathematics. */
const MATHS = {
  ...Object.fromEntries([..."αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΦΨΩ"].map((c, k) => [c, GREEK[k] === "o" ? "o" : "\\" + GREEK[k]])),
  "−": "-",
  "≤": "\\le",
  "≥": "\\ge",
  "≠": "\\ne",
  "≈": "\\approx",
  "∞": "\\infty",
  "∑": "\\sum",
  "√": "\\surd",
  "∂": "\\partial",
  "∈": "\\in",
  "→": "\\to",
  "←": "\\leftarrow",
  "⊗": "\\otimes",
  "⊕": "\\oplus",
  "′": "'",
  "∇": "\\nabla",
  "∩": "\\cap",
  "∪": "\\cup",
  "‖": "\\Vert",
  "∥": "\\Vert",
  "⊤": "^\\top",
  ᵀ: "^\\top",
  "·": "\\cdot",
  "×": "\\times",
  "±": "\\pm",
  ...Object.fromEntries([..."₀₁₂₃₄₅₆₇₈₉"].map((c, k) => [c, `_${k}`])),
  ...Object.fromEntries([..."⁰¹²³⁴⁵⁶⁷⁸⁹"].map((c, k) => [c, `^${k}`])),
};
/** Characters of texts, and their forms in LaTeX. */
const SIGNS = { "–": "--", "—": "---", "‘": "`", "’": "'", "“": "``", "”": "''", "…": "\\dots{}", "•": "\\textbullet{}", "\u00a0": "~" };

/** Combining marks, and their commands in mathematics. */
const ACCENTS = { "\u0302": "\\hat", "\u0303": "\\tilde", "\u0304": "\\bar", "\u0305": "\\bar" };

/**
 * The definition of a command for letters outside these tables and outside Latin: LuaLaTeX and XeLaTeX set the letter, pdfLaTeX its code
 * in a box.
 */
const LETTER =
  "\\providecommand{\\sheafletter}[2]{\\ifdefined\\directlua#1\\else\\ifdefined\\XeTeXrevision#1\\else" + "\\fbox{\\tiny #2}\\fi\\fi}";

/** Returns a letter c with its combining mark, if any, in LaTeX. A control character becomes a space. */
function letter(c) {
  const [base, accent] = c,
    maths = MATHS[base] ?? (/[a-z]/i.test(base) ? base : "");
  if (accent && ACCENTS[accent] && maths) return `\\ensuremath{${ACCENTS[accent]}{${maths}}}`;
  // An index or exponent (_ or ^) needs something before it: an empty group.
  if (c === base && MATHS[c]) return `\\ensuremath{${/^[_^]/.test(MATHS[c]) ? "{}" : ""}${MATHS[c]}}`;
  if (SIGNS[c] ?? ESCAPED[c]) return SIGNS[c] ?? ESCAPED[c];
  if (c < " ") return " "; // a control character, such as a line break
  // Every LaTeX sets the letters below U+0180: ASCII, Latin 1 and Latin Extended-A.
  return c.length === 1 && c < "\u0180" ? c : `\\sheafletter{${c}}{${c.codePointAt(0).toString(16).toUpperCase()}}`;
}

/** Returns a text in LaTeX. */
export const escaped = (text) => letters(text).map(letter).join("");

/**
 * Returns a picture, given as the text of an SVG, as a figure of LaTeX. Its caption has the link to the run, unless the link is "". label
 * is the name for \ref, without "fig:".
 */
export function tikz(svg, caption, link, label) {
  const { height, list } = shapes(svg),
    colors = new Map(),
    lines = [];
  // Returns a pixel as a point of TikZ, whose y points up.
  const point = (x, y) => `(${num(x * POINT)},${num((height - y) * POINT)})`,
    // Returns the name of a color: sheafaa, sheafab and so on.
    name = (rgb) => {
      const key = rgb.join(",");
      if (!colors.has(key)) colors.set(key, `sheaf${String.fromCharCode(97 + Math.floor(colors.size / 26), 97 + (colors.size % 26))}`);
      return colors.get(key);
    };
  for (const s of list) {
    if (s.kind === "text") {
      // A text is a node, anchored as in the picture, so that another font moves only its free end.
      const [ax, ay] = s.along,
        offset = s.length * s.anchor, // pixels from the beginning to the anchor
        turn = (-Math.atan2(ay, ax) * 180) / Math.PI; // degrees, counterclockwise; the minus is for y, which points up in TikZ
      // The line height of 1.2 sizes has no effect, as a text has one line. LaTeX demands a number.
      const size = `\\fontsize{${num(s.size * POINT)}}{${num(s.size * POINT * 1.2)}}\\selectfont`;
      const face = (s.bold ? "\\bfseries" : "") + (s.italic ? "\\itshape" : "");
      lines.push(
        `\\node[anchor=base${{ 0: " west", 1: " east" }[s.anchor] ?? ""},text=${name(s.fill.rgb)}` +
          `${s.fill.opacity < 1 ? `,text opacity=${s.fill.opacity}` : ""}${Math.abs(turn) > 0.1 ? `,rotate=${num(turn)}` : ""}] ` +
          `at ${point(s.x + ax * offset, s.y + ay * offset)} ` +
          `{${size}${face} ${escaped(s.text.trim())}};`,
      );
      continue;
    }
    // A path: its options, then its segments.
    const options = [];
    if (s.fill) options.push(`fill=${name(s.fill.rgb)}`, ...(s.fill.opacity < 1 ? [`fill opacity=${s.fill.opacity}`] : []));
    if (s.stroke) {
      options.push(`draw=${name(s.stroke.rgb)}`, `line width=${num(s.width * POINT)}bp`);
      if (s.stroke.opacity < 1) options.push(`draw opacity=${s.stroke.opacity}`);
      if (s.dash.length)
        options.push(
          // SVG repeats a pattern of odd length, so that dashes and gaps change roles. TikZ needs the pattern twice.
          `dash pattern=${(s.dash.length % 2 ? [...s.dash, ...s.dash] : s.dash)
            .map((v, i) => `${i % 2 ? "off" : "on"} ${num(v * POINT)}bp`)
            .join(" ")}`,
        );
      if (s.cap === "round") options.push("line cap=round");
      if (s.join === "round") options.push("line join=round");
    }
    // The commands M, L, C and Z in the syntax of TikZ.
    const segments = s.segments
      .map(([command, ...v]) =>
        ({
          M: () => point(...v),
          L: () => `--${point(...v)}`,
          Z: () => "--cycle",
          C: () => `..controls${point(v[0], v[1])}and${point(v[2], v[3])}..${point(v[4], v[5])}`,
        })[command](),
      )
      .join("");
    lines.push(`\\path[${options.join(",")}] ${segments};`);
  }
  // The file: definitions of the colors, the picture, and its caption. #, % and & of the link are escaped for LaTeX, other special
  // characters for an address.
  const definitions = [...colors].map(([rgb, n]) => `\\definecolor{${n}}{RGB}{${rgb}}`).join("\n");
  const address = link.replace(/[%#&~\\{}^]/g, (c) => (c === "#" || c === "%" || c === "&" ? "\\" + c : encodeURIComponent(c)));
  return `% \\input this file. The preamble needs \\usepackage{tikz}${link ? " and \\usepackage{hyperref}" : ""}.
${LETTER}
\\begin{figure}
\\centering
${definitions}
\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%
\\begin{tikzpicture}[x=1bp,y=1bp,inner sep=0pt,outer sep=0pt,font=\\sffamily]
${lines.join("\n")}
\\end{tikzpicture}}
\\caption{${escaped(caption)}${link ? ` \\href{${address}}{Open this run.}` : ""}}
\\label{fig:${label.replace(/[^a-z0-9-]/gi, "-")}}
\\end{figure}
`;
}
