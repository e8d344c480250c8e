import { number } from "./words.js";

const pair = { graph: "k2", seed: 1, view: { edge: 1, panel: "edge" } };
const path = { graph: "p5", seed: 1, view: { edge: 1, panel: "edge" } };
const ring = { graph: "c6", seed: 1, view: { edge: 1, panel: "edge" } };

const near = (spectrum) => spectrum.filter((v) => v < 1e-3).length;

/** Stalks, restriction maps, coboundary, kernel: on one edge, then on a ring. */
export const sheaf = {
  name: "What is a sheaf?",
  steps: [
    { at: "graph-canvas", side: "right", want: { load: pair, epoch: 1, stage: 10, panel: "edge" }, title: "Two nodes, one edge",
      text: "An ordinary graph network compares two neighbours directly, number by number. That takes for granted that both **speak the same language**.\n\nA sheaf drops this. Each node has a space of its own, its **stalk**: here vectors of 4 numbers. So has the edge." },
    { at: "map-heatmap", want: { panel: "edge" }, title: "Restriction maps translate",
      text: "Two matrices belong to the edge, one for each end. They carry each node's vector into the edge's stalk, where **R x** of one end meets **R x** of the other. Their difference is the edge's disagreement **r_e**.\n\nThis network makes the maps out of an optimal-transport plan between the two nodes." },
    { at: "map-answer", want: { panel: "edge" }, title: "Agreement has a dimension",
      text: (s) => `The pairs of vectors that agree on the edge form a space, the **global sections**, H⁰. It is the kernel of the sheaf Laplacian. On this graph its dimension is **${s.kernelDim ?? "–"}**, out of 8 numbers in all.` },
    { at: "spectrum", side: "top", want: { stage: 5, panel: "stage" }, title: "The sheaf Laplacian",
      text: (s) => `The **coboundary** δ lists the disagreement of each edge: (δx)_e = r_e = R_ij x_i − R_ji x_j. The **sheaf Laplacian** is L = δᵀδ, and xᵀLx is the whole disagreement, the Dirichlet energy.\n\nIts eigenvalues stand here. Zeros are agreement; λ₂ = ${number(s.lambda2)} is the cheapest disagreement there is.` },
    { at: "graph-canvas", side: "right", want: { load: path, epoch: 1, stage: 10, panel: "edge" }, title: "Along a path",
      text: (s) => `Five nodes in a row. Choose the vector at one end, and the maps tell all the others: every choice extends to a global section. So H⁰ has dimension **${s.kernelDim ?? "–"}**, the size of a stalk, whatever the maps are (as long as they can be inverted).` },
    { at: "graph-canvas", side: "right", want: { load: ring, epoch: 1, stage: 10, panel: "edge" }, title: "Round a ring",
      text: (s) => `Close the path to a ring of six. A vector can now be carried **all the way round**, and comes back changed. Only what comes back as it went out is a global section: the dimension is **${s.kernelDim ?? "–"}** out of ${4 * s.graph.n}.\n\nYet **${near(s.spectrum)} eigenvalues are below 0.001**: the maps on the six edges are so alike that ${near(s.spectrum)} directions come back almost unchanged.` },
    { at: "map-rotate", want: { panel: "edge" }, title: "Turn a map",
      text: "Turn one of the twelve maps by hand, in the plane of two of its coordinates. The spectrum and the classes answer at once; the run itself stays as it is.",
      task: { say: "Move the slider “rotate”, or press an arrow key on it.", done: (s) => s.byHand !== null,
        then: (s) => `${near(s.byHand.spectrum)} eigenvalues are below 0.001 now, there were ${near(s.spectrum)}. Turned coordinates no longer come back as they went out: the ring has a twist. No single edge knows that; the Laplacian of the whole sheaf does.` } },
    { at: ".insp", want: { stage: 6, panel: "stage" }, title: "Diffusion seeks agreement",
      text: "Sheaf diffusion solves (I + Δt L) z = x: every node moves towards what its neighbours say **in translation**. Signals in the kernel stay; a signal at eigenvalue λ shrinks by 1/(1 + Δt λ). That is the whole idea of a sheaf network: learn the translation, and smoothing does no harm where neighbours differ.\n\nNext: “One epoch, stage by stage”." },
  ],
};
