import { count, number, percent } from "./words.js";

/** Where everything is. It changes nothing of the run. */
export const tour = {
  name: "A tour of the page",
  steps: [
    { at: "graph-canvas", side: "right", title: "A graph, and a network that looks at it",
      text: (s) => `${count(s.graph.n, "node")}, ${count(s.graph.m, "edge")}, ${count(s.graph.classes, "class", "classes")}. **Shape and colour** say which class the network gives a node now, after ${count(s.epoch, "epoch")} of training on your machine. Nothing is sent anywhere.\n\nClick a node or an edge to look into it; drag, zoom, search.` },
    { at: ".rail", side: "right", title: "Ten stages", text: "One pass of the network is ten stages, from the nodes' features to an ascent of the spectral gap. Each line shows its newest result. **Click a stage** and it opens on the right." },
    { at: ".insp", title: "Inside a stage", text: "One sentence says what just happened; below stand the equation with its numbers of this moment, and a picture of what went in and out. The tabs show a single **edge**, a single **node**, the paper's **claims** and the **results** over several splits." },
    { at: "spectrum", side: "top", title: "The spectrum",
      text: (s) => `The eigenvalues of the sheaf Laplacian: small ones belong to signals on which neighbours nearly agree. The kernel has dimension **${s.kernelDim ?? "–"}**; the first eigenvalue beyond it is **λ₂ = ${number(s.lambda2)}**.\n\nClick an eigenvalue to paint its eigenvector on the graph.` },
    { at: ".c-bound", side: "top", title: "What can be promised", text: (s) => `The paper's bound, a valid certificate, and the error that was measured, on one axis. The test error is ${percent(1 - s.accuracy.test)} at this moment. It is never used to choose anything.` },
    { at: ".steps", side: "top", title: "Step inside an epoch", text: "**Inner** does one smallest operation: one Sinkhorn scaling, one iteration of the solver. **Stage** and **Epoch** go further, **Run** trains. The first button goes back, exactly: a run has one state at every position." },
    { at: ".scrub", side: "top", title: "The whole run", text: "Drag through the run and everything follows: maps, spectrum, classes." },
    { at: "graph-select", side: "bottom", title: "Another graph", text: "Small classics, generators with sliders, the public data sets of the paper, your own files, or an empty canvas to draw on. **Edit** changes any of them." },
    { at: "share", side: "bottom", title: "Take it with you", text: "**Share** makes a link that restores all this to the last digit; **Export** writes tables, graphs, weights and pictures.\n\nThe other lessons in **Learn** explain what is computed. “What is a sheaf?” comes first." },
  ],
};
