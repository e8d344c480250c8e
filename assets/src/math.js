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

/**
 * The lines of an equation. Words after ~ take out what the settings leave off:
 * "nogap" the change of the maps by the ascent, "literal" the second map of an
 * edge, "plain" the normalisation of L, "nocal" the calibration.
 */
export function equation(eq) {
  const [key, ...off] = eq.split("~");
  let lines = [].concat(EQUATIONS[key] ?? key);
  if (off.includes("literal")) lines = [lines[0], `R_{ij}=R_{ji}=${key.startsWith("maps-scalar") ? "w_e I" : "S W_θ"}+Δ_{ij}`];
  if (off.includes("nogap")) lines = lines.map((l) => l.replaceAll(/\+Δ_\{(ij|ji)\}/g, ""));
  if (off.includes("plain")) lines = lines.map((l) => l.replace("\\quad \\hat{L}=D^{−1/2}L D^{−1/2}", "").replaceAll("\\hat{L}", " L"));
  if (off.includes("nocal")) lines = lines.map((l) => l.split("\\quad ").filter((part) => !part.startsWith("f_i")).join("\\quad "));
  return lines;
}

/** The equations of the stages, in the form that this program computes. */
export const EQUATIONS = {
  features: ["H_0=\\reshape \\sp(\\act \\sp(\\LayerNorm \\sp(X W_{\\in }+b)))", "μ_i=(1−s)\\softmax \\sp(U z_i)+\\frac{s}{d}"],
  sinkhorn: "P_0=\\under{\\argmin }{P∈Π(μ,ν)}\\sp⟨P,C⟩+ε_0∑P \\sp \\log \\sp P\\quad C_{pq}=2(1−δ_{pq})",
  jko: "P^⋆=\\under{\\argmin }{P∈Π(μ,ν)}\\sp\\frac{1}{τ}\\KL (P‖P_0)+⟨P,C⟩+ε∑P \\sp \\log \\sp P",
  w2: "P^⋆=\\under{\\argmin }{P}\\sp\\frac{1}{2τ}W_2^2(P,P_0)+⟨P,C⟩+ε∑P \\sp \\log \\sp P",
  maps: ["S=\\D _μ^{−1/2}P^⋆\\D _ν^{−1/2}−\\sqrt{μ}\\sqrt{ν}^⊤", "R_{ij}=S W_θ+Δ_{ij}\\quad R_{ji}=σS^⊤W_θ+Δ_{ji}"],
  "maps-whole": ["S=\\D _μ^{−1/2}P^⋆\\D _ν^{−1/2}", "R_{ij}=S W_θ+Δ_{ij}\\quad R_{ji}=σS^⊤W_θ+Δ_{ji}"],
  "maps-scalar": ["w_e=\\frac{1}{d}∑_p\\frac{P^⋆_{pp}}{\\sqrt{μ_p ν_p}}", "R_{ij}=w_e I+Δ_{ij}\\quad R_{ji}=σ w_e I+Δ_{ji}"],
  "maps-scalar-free": ["w_e=\\frac{1}{d}∑_p\\frac{P^⋆_{pp}}{\\sqrt{μ′_p ν′_p}}\\quad μ′=P^⋆1\\quad ν′=P^{⋆⊤}1", "R_{ij}=w_e I+Δ_{ij}\\quad R_{ji}=σ w_e I+Δ_{ji}"],
  "maps-free": ["S=\\D _{μ′}^{−1/2}P^⋆\\D _{ν′}^{−1/2}−\\sqrt{μ′}\\sqrt{ν′}^⊤\\quad μ′=P^⋆1\\quad ν′=P^{⋆⊤}1", "R_{ij}=S W_θ+Δ_{ij}\\quad R_{ji}=σS^⊤W_θ+Δ_{ji}"],
  "maps-whole-free": ["S=\\D _{μ′}^{−1/2}P^⋆\\D _{ν′}^{−1/2}\\quad μ′=P^⋆1\\quad ν′=P^{⋆⊤}1", "R_{ij}=S W_θ+Δ_{ij}\\quad R_{ji}=σS^⊤W_θ+Δ_{ji}"],
  laplacian: "L=B^⊤B\\quad (B x)_e=R_{ij}x_i−R_{ji}x_j\\quad \\hat{L}=D^{−1/2}L D^{−1/2}",
  diffusion: "X=(I+Δt \\sp\\hat{L})^{−1}H",
  mixing: "H_{\\afm }=∑_{q=0}^{Q}α_q T_q(I−\\hat{L})H\\quad α=\\softmax \\sp(γ)",
  mixingcode: "H_{\\afm }=∑_{q=0}^{Q}α_q T_q(I+\\hat{L})H\\quad α=\\softmax \\sp(γ)",
  mixingsigned: "H_{\\afm }=∑_{q=0}^{Q}α_q T_q(I−\\hat{L})H\\quad α_q=γ_q/∑|γ|",
  mixingcodesigned: "H_{\\afm }=∑_{q=0}^{Q}α_q T_q(I+\\hat{L})H\\quad α_q=γ_q/∑|γ|",
  classes: "\\hat{y}_i=\\softmax \\sp(\\MLP \\sp[X_i‖H_{\\afm ,i}‖H_{0,i}])",
  "classes-bare": "\\hat{y}_i=\\softmax \\sp(\\MLP \\sp[X_i‖H_{\\afm ,i}])",
  "classes-linear": "\\hat{y}_i=\\softmax \\sp([X_i‖H_{\\afm ,i}‖H_{0,i}]W+b)",
  "classes-linear-bare": "\\hat{y}_i=\\softmax \\sp([X_i‖H_{\\afm ,i}]W+b)",
  posterior: "\\bar{κ}_e=\\frac{α_e}{α_e+β_e}\\quad f_i=\\bar{κ}_i\\hat{y}_i+(1−\\bar{κ}_i)y_{\\prior }",
  gapmatrix: "λ_2(L+η v_2 v_2^⊤)=\\min (λ_2+η,λ_3)",
  gap: "\\frac{∂λ_2}{∂R_{ij}}=2 r_e v_i^⊤\\quad r_e=R_{ij}v_i−R_{ji}v_j\\quad ‖ΔR‖≤ρ‖R‖",
  node: "f_i=\\bar{κ}_i\\hat{y}_i+(1−\\bar{κ}_i)y_{\\prior }\\quad \\bar{κ}_i=\\mean _{e∋i}\\sp\\bar{κ}_e",
  "code-features": "H_0=σ(\\LayerNorm \\sp(X W_{\\in }+b))",
  "code-features-shifted": "H_0=σ(\\LayerNorm \\sp((X−0.1)W_{\\in }+b))",
  "code-plan": "C_e=\\mean ((h_i−h_j)W)^2\\quad P_0=\\min (1,\\max (10^{−3},e^{−C_e/ε}))",
  "code-jko": "P^⋆=\\min (1,\\max (10^{−3},P_0e^{−C_e/ε}))\\quad w=0.7P_0+0.3P^⋆",
  "code-laplacian": "x^⊤L x=∑_{(i,j)}\\mean (R_{ij}^2)(x_i−x_j)^2",
  "code-diffusion": "X=(I+Δt \\sp L)^{−1}H_0",
  "code-mlp": "\\hat{y}_i=\\softmax \\sp(W_2\\sp\\ReLU \\sp(W_1(H_{0,i}+g_1X_i+g_2H_{\\afm ,i})+b_1)+b_2)",
  "code-linear": "\\hat{y}_i=\\softmax \\sp((H_{0,i}+g_1X_i+g_2H_{\\afm ,i})W+b)",
  "code-gat": "\\hat{y}_i=\\softmax \\sp(\\GAT _2(\\ELU \\sp(\\GAT _1(H_{0,i}+g_1X_i+g_2H_{\\afm ,i}))))",
  "code-posterior": ["α_e=1+⟨\\hat{y}_i,\\hat{y}_j⟩\\quad β_e=2−⟨\\hat{y}_i,\\hat{y}_j⟩\\quad \\bar{κ}_e=\\frac{α_e}{α_e+β_e}", "L_{\\spec }=‖Π‖/(\\max (λ_2,1)+10^{−6})"],
  code: "C_e=\\mean ((h_i−h_j)W)^2\\quad w=0.7P_0+0.3P^⋆\\quad R=w(h_i W)",
};
