// The lesson that shows the parts of the page, on a run of its first graph.

/**
 * Returns the saved state of the run at a position, by default after twenty epochs. A position counts the inner steps of a run from 0; here
 * an epoch has 52.
 */
const pin = (view, position = 1040) => ({ graph: "karate", seed: 1, position, view });
/**
 * Returns the saved state of a scene of the thread at level Look: 1 is an edge, 2 a person among its neighbours, 3 the sum of a person. The
 * dial of Look is at its last stop.
 */
export const scene = (at) => ({
  graph: "friends:n=260,degree=8,rule=0.96,seed=3",
  split: "random:0.4,0.2,0.4",
  seed: 10,
  model: "nsd-general",
  position: 351,
  settings: { d: "2", dropout: "0", epochs: "200", hidden: "1", layers: "1", linear: "1", maps: "signs" },
  view: { level: "look", dial: 3, scene: { at } },
});
/** Returns the saved state after twenty epochs, with stage k (1 to 10) in the inspector. */
const stage = (k) => pin({ panel: "stage", stage: k });

/** The lesson. At its end, the page has its state before the lesson again (back), unless the reader has opened another graph. */
export const tour = {
  name: "A tour of the page",
  back: true,
  steps: [
    {
      at: "strip",
      side: "top",
      pin: scene(3),
      title: "From neighbours to a class",
      text:
        "A person, the people around it, and the sum that decides between two camps. Every number follows from those before it: " +
        "**press one** and its formula opens. **Next** leads to SGPC, another network, which this tour goes through.",
    },
    {
      at: "graph-canvas",
      side: "right",
      pin: stage(8),
      title: "A graph, and a network that looks at it",
      text:
        "Zachary's karate club: {graph.n} members, {graph.m} friendships, {graph.classes} classes. **Shape and colour** say which " +
        "class the network gives a node after {epoch} epochs of training. Everything runs in your browser; nothing is " +
        "uploaded.\n\nClick a node or an edge to look into it; drag, zoom, search. The tour ends with what was on the screen before it.",
    },
    {
      at: ".rail",
      side: "right",
      pin: stage(4),
      title: "Ten stages",
      text:
        "One epoch has ten stages, from the nodes' features to an ascent of the spectral gap. Each line shows its newest result. " +
        "**Click a stage** and it opens in the inspector.",
    },
    {
      at: ".insp",
      pin: stage(2),
      title: "Inside a stage",
      text:
        "A sentence says what just happened; below stand the equation with its numbers of this moment, and a picture of what went " +
        "in and out. The tabs show a single **edge**, a single **node**, the paper's **claims** and the **results** over several splits.",
    },
    {
      at: "spectrum",
      side: "top",
      pin: pin({ panel: "stage", stage: 5, nodes: "eigenvector", eigen: 1 }),
      title: "The spectrum",
      text:
        "The eigenvalues of the sheaf Laplacian: the smaller one is, the less its eigenvector's translations disagree on the edges. " +
        "The kernel has dimension {kernelDim}; the smallest eigenvalue above it is `λ₂` = {lambda2|number}.\n\nClick an eigenvalue to " +
        "paint its eigenvector on the graph, as was done here.",
    },
    {
      at: ".c-bound",
      side: "top",
      pin: stage(9),
      title: "What can be promised",
      text:
        "The paper's bound, a certificate from validation nodes, and the error that was measured, on one axis. The test error is " +
        "{testError|percent} at this moment. The test labels choose nothing: not the epoch, not a setting.",
    },
    {
      at: ".steps",
      side: "top",
      pin: pin({ panel: "stage" }, 1045),
      title: "Step inside an epoch",
      text:
        "**Inner** does the smallest operation: a Sinkhorn scaling, an iteration of the solver. **Stage** and **Epoch** go further, " +
        "**Run** trains. Back replays exactly: a run has one state at every position.",
    },
    {
      at: ".scrub",
      side: "top",
      pin: pin({ panel: "stage", stage: 8 }, 520),
      title: "The whole run",
      text: "Drag through the run and everything follows: maps, spectrum, classes. Epoch {epoch} has come back.",
    },
    {
      at: "graph-select",
      side: "bottom",
      pin: stage(8),
      title: "Another graph",
      text:
        "Small classics, generators with sliders, the public data sets of the paper, your own files, or an empty canvas to draw on. " +
        "**Edit** changes any of them.",
    },
    {
      at: "share",
      side: "bottom",
      title: "Take it with you",
      text:
        "**Share** makes a link that restores all this to the last digit; **Export** writes tables, graphs, weights and " +
        "pictures.\n\nThe other lessons in **Course** explain what is computed. “What is a sheaf?” comes first.",
    },
  ],
};
