/** Where everything is. It changes nothing of the run. */
export const tour = {
  name: "A tour of the page",
  steps: [
    { at: "graph-canvas", side: "right", title: "A graph, and a network that looks at it",
      text: (s) => "Nodes: {graph.n}; edges: {graph.m}; classes: {graph.classes}. "
        + (s.predictions ? "**Shape and colour** say which class the network gives a node now; epochs of training so far: {epoch}."
        : "Nothing has been predicted yet.") +
        " Everything runs in your browser; nothing is uploaded.\n\nClick a node or an edge to look into it; drag, zoom, search." },
    { at: ".rail", side: "right", title: "Ten stages",
      text: "One epoch has ten stages, from the nodes' features to an ascent of the spectral gap. Each line shows its newest result. " +
        "**Click a stage** and it opens in the inspector." },
    { at: ".insp", title: "Inside a stage",
      text: "A sentence says what just happened; below stand the equation with its numbers of this moment, and a picture of what went " +
        "in and out. The tabs show a single **edge**, a single **node**, the paper's **claims** and the **results** over several splits." },
    { at: "spectrum", side: "top", title: "The spectrum",
      text: (s) => "The eigenvalues of the sheaf Laplacian: the smaller one is, the less its eigenvector's translations disagree on the " +
        "edges. " +
        (s.kernelDim === null ? "None has been computed yet."
          : "The kernel has dimension {kernelDim}; the smallest eigenvalue above it is `λ₂` = {lambda2|number}.\n\nClick an eigenvalue " +
            "to paint its eigenvector on the graph.") },
    { at: ".c-bound", side: "top", title: "What can be promised",
      text: (s) => "The paper's bound, a certificate from validation nodes, and the error that was measured, on one axis. " +
        (s.accuracy?.test == null ? "" : "The test error is {testError|percent} at this moment. ")
          + "The test labels choose nothing: not the epoch, not a setting." },
    { at: ".steps", side: "top", title: "Step inside an epoch",
      text: "**Inner** does the smallest operation: a Sinkhorn scaling, an iteration of the solver. **Stage** and **Epoch** go further, " +
        "**Run** trains. Back replays exactly: a run has one state at every position." },
    { at: ".scrub", side: "top", title: "The whole run", text: "Drag through the run and everything follows: maps, spectrum, classes." },
    { at: "graph-select", side: "bottom", title: "Another graph",
      text: "Small classics, generators with sliders, the public data sets of the paper, your own files, or an empty canvas to draw on. " +
        "**Edit** changes any of them." },
    { at: "share", side: "bottom", title: "Take it with you",
      text: "**Share** makes a link that restores all this to the last digit; **Export** writes tables, graphs, weights and " +
        "pictures.\n\nThe other lessons in **Learn** explain what is computed. “What is a sheaf?” comes first." },
  ],
};
