// A picture as TikZ, in a figure with its caption: words are set in the type of the document, where the picture has them.
import { letters, shapes } from "./shapes.js";

const num = (v) => (Math.round(v * 100) / 100 || 0).toString();
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
const GREEK = (
  "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi o pi rho sigma tau upsilon varphi chi psi " +
  "omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
).split(" ");
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
const SIGNS = { "–": "--", "—": "---", "‘": "`", "’": "'", "“": "``", "”": "''", "…": "\\dots{}", "•": "\\textbullet{}", "\u00a0": "~" };

const ACCENTS = { "\u0302": "\\hat", "\u0303": "\\tilde", "\u0304": "\\bar", "\u0305": "\\bar" };

/** Letters that pdfLaTeX does not know stand there as their code in a box; LuaLaTeX and XeLaTeX set them. */
const LETTER =
  "\\providecommand{\\sheafletter}[2]{\\ifdefined\\directlua#1\\else\\ifdefined\\XeTeXrevision#1\\else" + "\\fbox{\\tiny #2}\\fi\\fi}";

/** A letter as LaTeX sets it. Signs of mathematics are set as such. */
function letter(c) {
  const [base, accent] = c,
    maths = MATHS[base] ?? (/[a-z]/i.test(base) ? base : "");
  if (accent && ACCENTS[accent] && maths) return `\\ensuremath{${ACCENTS[accent]}{${maths}}}`;
  if (c === base && MATHS[c]) return `\\ensuremath{${/^[_^]/.test(MATHS[c]) ? "{}" : ""}${MATHS[c]}}`;
  if (SIGNS[c] ?? ESCAPED[c]) return SIGNS[c] ?? ESCAPED[c];
  if (c < " ") return " ";
  return c.length === 1 && c < "\u0180" ? c : `\\sheafletter{${c}}{${c.codePointAt(0).toString(16).toUpperCase()}}`;
}

/** Text as LaTeX sets it. */
export const escaped = (text) => letters(text).map(letter).join("");

/** Writes an SVG of the page as a figure in TikZ, with a caption and, unless it is "", a link to the run. */
export function tikz(svg, caption, link, label) {
  const { height, list } = shapes(svg),
    colors = new Map(),
    lines = [],
    k = 0.75;
  const at = (x, y) => `(${num(x * k)},${num((height - y) * k)})`,
    name = (rgb) => {
      const key = rgb.join(",");
      if (!colors.has(key)) colors.set(key, `sheaf${String.fromCharCode(97 + Math.floor(colors.size / 26), 97 + (colors.size % 26))}`);
      return colors.get(key);
    };
  for (const s of list) {
    if (s.kind === "text") {
      const [ax, ay] = s.along,
        far = s.length * s.anchor,
        turn = (-Math.atan2(ay, ax) * 180) / Math.PI;
      const size = `\\fontsize{${num(s.size * k)}}{${num(s.size * k * 1.2)}}\\selectfont`;
      const face = (s.bold ? "\\bfseries" : "") + (s.italic ? "\\itshape" : "");
      lines.push(
        `\\node[anchor=base${{ 0: " west", 1: " east" }[s.anchor] ?? ""},text=${name(s.fill.rgb)}` +
          `${s.fill.opacity < 1 ? `,text opacity=${s.fill.opacity}` : ""}${Math.abs(turn) > 0.1 ? `,rotate=${num(turn)}` : ""}] ` +
          `at ${at(s.x + ax * far, s.y + ay * far)} ` +
          `{${size}${face} ${escaped(s.text.trim())}};`,
      );
      continue;
    }
    const how = [];
    if (s.fill) how.push(`fill=${name(s.fill.rgb)}`, ...(s.fill.opacity < 1 ? [`fill opacity=${s.fill.opacity}`] : []));
    if (s.stroke) {
      how.push(`draw=${name(s.stroke.rgb)}`, `line width=${num(s.width * k)}bp`);
      if (s.stroke.opacity < 1) how.push(`draw opacity=${s.stroke.opacity}`);
      if (s.dash.length)
        how.push(
          `dash pattern=${(s.dash.length % 2 ? [...s.dash, ...s.dash] : s.dash)
            .map((v, i) => `${i % 2 ? "off" : "on"} ${num(v * k)}bp`)
            .join(" ")}`,
        );
      if (s.cap === "round") how.push("line cap=round");
      if (s.join === "round") how.push("line join=round");
    }
    const way = s.segments
      .map(([verb, ...v]) =>
        ({
          M: () => at(...v),
          L: () => `--${at(...v)}`,
          Z: () => "--cycle",
          C: () => `..controls${at(v[0], v[1])}and${at(v[2], v[3])}..${at(v[4], v[5])}`,
        })[verb](),
      )
      .join("");
    lines.push(`\\path[${how.join(",")}] ${way};`);
  }
  const defined = [...colors].map(([rgb, n]) => `\\definecolor{${n}}{RGB}{${rgb}}`).join("\n");
  const address = link.replace(/[%#&~\\{}^]/g, (c) => (c === "#" || c === "%" || c === "&" ? "\\" + c : encodeURIComponent(c)));
  return `% \\input this file. The preamble needs \\usepackage{tikz}${link ? " and \\usepackage{hyperref}" : ""}.
${LETTER}
\\begin{figure}
\\centering
${defined}
\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%
\\begin{tikzpicture}[x=1bp,y=1bp,inner sep=0pt,outer sep=0pt,font=\\sffamily]
${lines.join("\n")}
\\end{tikzpicture}}
\\caption{${escaped(caption)}${link ? ` \\href{${address}}{Open this run.}` : ""}}
\\label{fig:${label.replace(/[^a-z0-9-]/gi, "-")}}
\\end{figure}
`;
}
