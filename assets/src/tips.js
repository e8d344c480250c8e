// The tips (title attributes) of words that have no explanation on the page. The texts never change, so this script sets the tips, without
// the program. TIPS has a selector and its tip.
const TIPS = [
  ['label[for="f-split"]', "Which nodes are for training, for validation and for the test"],
  ['label[for="f-seed"]', "Draws the first weights and, unless the data set brings one, the split: the same seed gives the same run"],
  ['[data-testid="reading-select"]>span', "Where the paper and its authors' program differ: which of the two is computed"],
  ['label[for="f-model"]', "SGPC, or a network to compare it with, on the same graph and split"],
  [".gmeta .wide", "Homophily: the share of the edges that join nodes of the same class"],
  [
    ".c-spec .phead small",
    "Eigenvalues up to the tolerance count as 0. Their eigenvectors span the kernel: all that agrees on every " +
      "edge. The smallest above it is λ₂.",
  ],
  [
    ".c-train .phead small",
    "Training lowers the loss on the training nodes. The best epoch is chosen by the accuracy on validation " +
      "nodes; test nodes are only read.",
  ],
  [
    ".c-bound .phead small",
    "A valid certificate is wrong with probability at most δ over the draw of its nodes; the paper's bound is not a certificate",
  ],
];

/** The meaning of a node's place, by layout. */
const LAYOUTS = {
  force: "edges pull like springs, nodes push each other away",
  spectral:
    "across the eigenvector of λ₂, up that of the next eigenvalue. A node's coordinate is the part of the eigenvector in its " +
    "stalk, projected on the direction in which the stalks' parts are largest. Half of a place is the rank of this number among the " +
    "nodes, half its size from the median, far out on a logarithmic scale. Turned to agree with the last step.",
  fibre: "the two directions in which the stalk vectors, mean over channels, spread most",
  circular: "all nodes on one circle",
  class: "one cluster for each label",
  community: "one disc for each community of the graph, by greedy modularity; its area is in proportion to its nodes",
};

/** Sets the tips of all elements that have none yet, and the tip of the current layout. Called after each render of the panels. */
export function tips() {
  for (const [selector, tip] of TIPS) {
    const e = document.querySelector(selector);
    if (e && !e.title) e.title = tip;
  }
  const layout = document.querySelector('[data-testid="layout-by"]');
  if (layout) layout.title = "Layout: " + LAYOUTS[layout.dataset.value];
}
