// What the symbols of the equations mean: a tip under the pointer, and a list
// that keyboard, touch and screen readers open.
import { h } from "./dom.js";
import { EQUATIONS, math, equation } from "./math.js";

const MAPS = [["R_{ij}", "restriction map from the stalk of node i into that of the edge, d × d"], ["R_{ji}", "restriction map from the stalk of node j into that of the edge, d × d"]];
const HAT = ["\\hat{L}", "normalised sheaf Laplacian, nd × nd"], PLAN = ["P^⋆", "transport plan after the JKO step, d × d"];
const MEASURES = [["μ", "measure of the first end on its d stalk coordinates"], ["ν", "measure of the other end"], ["C", "cost: 0 on the diagonal, 2 off it"], ["P", "any plan: how much mass goes from coordinate p to q"]];
const CAL = [["\\bar{κ}_i", "mean agreement of the edges at node i"], ["\\hat{y}_i", "class probabilities of the network"], ["y_{\\prior }", "prior of the classes: their shares among the training nodes, or equal ones"], ["f_i", "calibrated class probabilities of node i"]];
const WW = [["W_1", "learned weights"], ["W_2", "learned weights"]];
const JKO = [PLAN, ["P_0", "plan before the step"], ["τ", "step length: the longer, the further it may go"], ...MEASURES, ["ε", "temperature of the step: the higher, the more of the mass is off the diagonal"]];

const FUSED = [["\\hat{y}_i", "class probabilities of node i"], ["X_i", "its diffused features"], ["H_{\\afm ,i}", "its features after frequency mixing (AFM)"]];
const H0 = ["H_{0,i}", "its encoded features"], MLP = ["MLP", "two learned layers"], FLAT = [["W", "learned weights of the one layer"], ["b", "learned bias"]];
const GATES = [["g_1", "learned gate of the diffusion, near 0 at first"], ["g_2", "learned gate of frequency mixing, near 0 at first"]];
const COST = ["C_e", "cost of an edge, one number"], ENDS = [["h_i", "encoded features of node i"], ["h_j", "encoded features of node j"], ["W", "learned weights"]];
const MEANING = {
  features: [["H_0", "encoded features: d coordinates of c channels for each node"], ["X", "given features, one row a node"], ["W_{\\in }", "learned weights of the encoder"], ["b", "learned bias"], ["μ_i", "measure of node i on its d stalk coordinates"], ["s", "share of the uniform measure, so that none is 0"], ["U", "learned weights of the measures"], ["z_i", "encoded features of node i"], ["d", "stalk dimension"]],
  sinkhorn: [["P_0", "entropic transport plan of an edge, d × d"], ...MEASURES, ["ε_0", "temperature: the higher, the more of the mass is off the diagonal"], ["Π", "plans with the margins μ and ν"], ["δ_{pq}", "1 when p = q, else 0"]],
  jko: [...JKO, ["Π", "plans with the margins μ and ν"]],
  w2: [...JKO, ["W_2^2", "squared Wasserstein distance of the plans, blurred by γ"]],
  maps: [["S", "normalised plan: what is left without its common part"], PLAN, ["D_μ", "diagonal matrix of μ"], ["D_ν", "diagonal matrix of ν"], ["μ", "measure of the first end"], ["ν", "measure of the other end"], ["W_θ", "learned d × d matrix, shared by all edges"], ["σ", "sign of the far end: +1 asks both ends to agree, −1 to be opposite"], ["Δ_{ij}", "change of the map by the gap ascent"], ["Δ_{ji}", "change of the far map by the gap ascent"], ...MAPS],
  "maps-whole": [["S", "normalised plan: the plan over the roots of its margins"], PLAN, ["D_μ", "diagonal matrix of μ"], ["D_ν", "diagonal matrix of ν"], ["μ", "measure of the first end"], ["ν", "measure of the other end"], ["W_θ", "learned d × d matrix, shared by all edges"], ["σ", "sign of the far end: +1 asks both ends to agree, −1 to be opposite"], ["Δ_{ij}", "change of the map by the gap ascent"], ["Δ_{ji}", "change of the far map by the gap ascent"], ...MAPS],
  laplacian: [["L", "sheaf Laplacian, nd × nd in d × d blocks"], ["B", "coboundary: takes the stalk vectors of the nodes to their differences on every edge"], HAT, ["D", "block diagonal of L, and a shift"], ["x_i", "vector in the stalk of node i"], ["x_j", "vector in the stalk of node j"], ...MAPS],
  diffusion: [["X", "features after diffusion, solution of (I + Δt L̂) X = H"], ["I", "identity"], ["Δt", "diffusion time: the longer, the lower the Dirichlet energy of X"], HAT, ["H", "features before diffusion"]],
  mixing: [["H_{\\afm }", "features after frequency mixing (AFM)"], ["α_q", "weight of the polynomial of degree q"], ["T_q", "Chebyshev polynomial of degree q"], HAT, ["H", "features before it"], ["Q", "highest degree"], ["γ", "learned logits of the weights"]],
  classes: [...FUSED, H0, MLP],
  "classes-bare": [...FUSED, MLP],
  "classes-linear": [...FUSED, H0, ...FLAT],
  "classes-linear-bare": [...FUSED, ...FLAT],
  posterior: [["\\bar{κ}_e", "mean agreement of edge e under its Beta posterior"], ["α_e", "evidence that the ends of e agree"], ["β_e", "evidence that they do not"], ...CAL],
  gap: [["λ_2", "smallest eigenvalue above the kernel"], ["r_e", "difference of the eigenvector's two parts on edge e"], ["v_i", "part of v₂, the unit eigenvector of λ₂, in the stalk of node i"], ["v_j", "its part in the stalk of node j"], ["ρ", "how far the maps may move, relative to their norm"], ["ΔR", "change of the maps"], ["R", "all restriction maps"], ...MAPS],
  gapmatrix: [["λ_2", "smallest eigenvalue above the kernel"], ["λ_3", "the next eigenvalue: where the gain stops"], ["L", "sheaf Laplacian"], ["η", "step length"], ["v_2", "unit eigenvector of λ₂"]],
  node: [...CAL, ["\\bar{κ}_e", "mean agreement of an edge at the node"]],
  "code-features": [["H_0", "encoded features, one row a node"], ["σ", "sigmoid: any number into 0 to 1"], ["X", "given features, one row a node"], ["W_{\\in }", "learned weights of the encoder"], ["b", "learned bias"]],
  "code-plan": [COST, ...ENDS, ["P_0", "number in place of the plan"], ["ε", "temperature: the higher, the less the cost counts"]],
  "code-jko": [["P^⋆", "number in place of the plan after the step"], ["P_0", "the number before it"], COST, ["ε", "temperature: the higher, the less the cost counts"], ["w", "mixture of both"]],
  "code-laplacian": [["L", "Laplacian of a weighted graph, n × n"], ["R_{ij}", "carried features of node i, times w, for the directed entry from i to j"], ["x_i", "number at node i"], ["x_j", "number at node j"], ["x", "one number for each node"]],
  "code-diffusion": [["X", "features after diffusion"], ["I", "identity"], ["Δt", "diffusion time: the longer, the more neighbours agree"], ["L", "Laplacian, n × n, not normalised"], ["H_0", "encoded features"]],
  "code-mlp": [...FUSED, H0, ...GATES, ...WW, ["b_1", "learned bias"], ["b_2", "learned bias"]],
  "code-linear": [...FUSED, H0, ...GATES, ...FLAT],
  "code-gat": [...FUSED, H0, ...GATES, ["GAT_1", "graph attention, eight heads of eight features"], ["GAT_2", "graph attention with one head"]],
  "code-posterior": [["\\bar{κ}_e", "mean agreement of edge e under its Beta posterior"], ["α_e", "evidence that the ends of e agree"], ["β_e", "evidence that they do not"], ["\\hat{y}_i", "class probabilities of one end"], ["\\hat{y}_j", "class probabilities of the other end"], ["L_{\\spec }", "spectral term"], ["Π", "mean agreement of the entries by the labels of both ends"], ["λ_2", "second smallest eigenvalue of L"]],
  code: [["C_e", "cost of an edge, one number"], ["h_i", "features of node i"], ["h_j", "features of node j"], ["W", "learned weights"], ["w", "weight of the edge"], ["P_0", "plan before the step"], PLAN, ["R", "carried features"]],
};
MEANING["maps-scalar"] = [["w_e", "weight of edge e: the share of a coordinate that stays, from the plan P^⋆ after the JKO step"], ["I", "identity"], ...MEANING.maps.filter(([s]) => !["S", "W_θ", "D_μ", "D_ν"].includes(s))];
const FREE = [["μ′", "row sums of the plan: the step has set them free"], ["ν′", "column sums of the plan"], ["D_{μ′}", "diagonal matrix of μ′"], ["D_{ν′}", "diagonal matrix of ν′"]];
for (const k of ["maps", "maps-whole", "maps-scalar"]) MEANING[k + "-free"] = [...MEANING[k].filter(([s]) => !["μ", "ν", "D_μ", "D_ν"].includes(s)), ...FREE];
MEANING.mixingsigned = MEANING.mixingcode = MEANING.mixingcodesigned = MEANING.mixing;

const text = (source) => math(source).textContent;
const known = new Map();
/** Takes an equation that comes with its lines and symbols, as those of the peers do. */
export function define({ eq, lines, symbols }) {
  if (lines) { EQUATIONS[eq] = lines; MEANING[eq] = symbols; }
}
/** The symbols of an equation by their text; of one without some of its parts, those that are left. */
function symbols(eq) {
  if (!known.has(eq)) {
    const key = eq.split("~")[0], shown = equation(eq).map(text).join(" "), plain = eq.includes("~plain");
    const list = (MEANING[key] || []).map(([source, meaning]) => (plain && source === "\\hat{L}" ? ["L", "sheaf Laplacian, nd × nd"] : [source, meaning]));
    known.set(eq, new Map(list.filter(([source]) => key === eq || shown.includes(text(source))).map(([source, meaning]) => [text(source), { source, meaning }])));
  }
  return known.get(eq);
}

/** The list behind the word "Symbols". */
export function symbolList(eq, vals) {
  const list = h("details", "symbols"), dl = h("dl");
  h("summary", "", list, "Symbols");
  const row = (source, meaning) => { const d = h("div", "", dl); h("dt", "", d).append(math(source)); h("dd", "", d, meaning); };
  for (const { source, meaning } of symbols(eq).values()) row(source, meaning);
  const have = symbols(eq);
  for (const v of vals || []) if (v.t && !have.has(text(v.k))) row(v.k, v.t);
  list.append(dl);
  return dl.childElementCount ? list : null;
}

/** Shows what the symbol under the pointer means. */
export function symbolTips(box, eqOf) {
  const tip = h("div", "symtip", box);
  tip.hidden = true;
  tip.setAttribute("role", "tooltip");
  const hide = () => { tip.hidden = true; };
  box.addEventListener("pointerover", (e) => {
    const own = e.target.closest?.("[data-tip]");
    let at = own, says = own?.dataset.tip;
    for (let q = e.target; !says && q && q !== box; q = q.parentElement) { const s = symbols(eqOf()).get(q.textContent); if (s && q.namespaceURI.endsWith("MathML")) { says = s.meaning; at = q; } }
    if (!says) { hide(); return; }
    tip.textContent = says;
    tip.hidden = false;
    const a = at.getBoundingClientRect(), b = box.getBoundingClientRect();
    tip.style.left = Math.max(0, Math.min(b.width - tip.offsetWidth, a.left - b.left + a.width / 2 - tip.offsetWidth / 2)) + "px";
    tip.style.top = a.bottom - b.top + 4 + "px";
  });
  box.addEventListener("pointerleave", hide);
}
