// What words of the page mean that stand there without an explanation: a tip
// under the pointer. The panels themselves do not know of it, it never changes.
const TIPS = [
  ['label[for="f-split"]', "Which nodes are for training, for validation and for the test"],
  ['label[for="f-seed"]', "Draws the first weights and, unless the data set brings one, the split: the same seed gives the same run"],
  ['[data-testid="reading-select"]>span', "Where the paper and its authors' program differ: which of the two is computed"],
  ['label[for="f-model"]', "SGPC, or a network to compare it with, on the same graph and split"],
  [".gmeta .wide", "Homophily: the share of the edges that join nodes of the same class"],
  [".c-spec .phead small", "Eigenvalues up to the tolerance count as 0. Their eigenvectors span the kernel: all that agrees on every " +
    "edge. The smallest above it is λ₂."],
  [".c-train .phead small", "Training lowers the loss on the training nodes. The best epoch is chosen by the accuracy on validation " +
    "nodes; test nodes are only read."],
  [".c-bound .phead small", "A valid certificate is wrong with probability at most δ over the draw of its nodes; the paper's bound is " +
    "not a certificate"],
];

/** Puts the tips on what is there and has none yet. */
export function tips() {
  for (const [where, tip] of TIPS) {
    const e = document.querySelector(where);
    if (e && !e.title) e.title = tip;
  }
}
