// The lesson on sheaves: stalks, restriction maps, coboundary and kernel, on one edge, on a path, and on a ring.
import { scene } from "./tour.js";

/**
 * The settings of all runs: invertible maps (the plan is not centred), equal signs, stalks of two coordinates, and no ascent of the
 * spectral gap. With them the dimension of H⁰ is exact and depends on no tolerance.
 */
const settings = { d: "2", centered: "false", sign: "1", gap_mode: "off" };
/**
 * Returns the saved state of a graph at a position of its run (its number of inner steps), with edge 1 selected and its panel open. The
 * entries of view extend or replace these two, and more has settings besides the settings of all runs.
 */
const pin = (graph, position, view, more) => ({
  graph,
  seed: 1,
  settings: { ...settings, ...more },
  position,
  view: { edge: 1, panel: "edge", ...view },
});
const pair = pin("k2", 24), // two nodes and an edge
  path = pin("p5", 29); // a path of five nodes
/** Returns the saved state of the ring. With uniform measures all edges have the same plan, so that its twelve maps are equal. */
const ring = (view) => pin("c6", 28, view, { lift: "uniform" });

/** The lesson. In one step the reader turns a map of the ring, and the dimension of H⁰ falls. */
export const sheaf = {
  name: "What is a sheaf?",
  steps: [
    {
      at: "strip",
      side: "top",
      pin: scene(1),
      title: "Two people, one edge",
      text:
        "Two rivals, each with an arrow. The edge reads both **through its maps**; what differs there is their disagreement. Drag an " +
        "arrow or a map, and the sentence above follows. The next steps give this its names.",
    },
    {
      at: "graph-canvas",
      side: "right",
      pin: pair,
      title: "Two nodes, one edge",
      text:
        "An ordinary graph network compares two neighbours directly, number by number. That takes for granted that both **speak the " +
        "same language**.\n\nA sheaf drops this. Each node has a space of its own, its **stalk** (also called fibre): here vectors of " +
        "{config.d} numbers. So has the edge.",
    },
    {
      at: "map-heatmap",
      title: "Restriction maps translate",
      text:
        "Two matrices belong to the edge, one for each end. They carry each node's vector into the edge's stalk, where `R x` of one " +
        "end meets `R x` of the other. Their difference `r_e` is the edge's disagreement.\n\nThis network makes the maps out of an " +
        "optimal-transport plan between the two nodes.",
    },
    {
      at: "map-answer",
      title: "Agreement has a dimension",
      text:
        "The pairs of vectors that agree on the edge form a space, the **global sections** `H⁰`. It is the kernel of the sheaf " +
        "Laplacian. Here both maps can be inverted: choose one vector freely, and the other follows. The dimension is {kernelDim}, out " +
        "of {pair} numbers in all.",
    },
    {
      at: "spectrum",
      side: "top",
      pin: pin("k2", 24, { panel: "stage", stage: 5 }),
      title: "The sheaf Laplacian",
      text:
        "The **coboundary** `δ` lists the disagreement of each edge: `(δx)_e = R_ij x_i − R_ji x_j`. The **sheaf Laplacian** is `L " +
        "= δᵀδ`, and `xᵀLx`, the Dirichlet energy, is the sum of the squared disagreements.\n\nHere stand the eigenvalues of its " +
        "normalised form `L̂`. Zeros are agreement; `λ₂` = {lambda2|number} is the least energy of a unit signal orthogonal to the " +
        "kernel.",
    },
    {
      at: "graph-canvas",
      side: "right",
      pin: path,
      title: "Along a path",
      text:
        "A path of {graph.n} nodes. Choose the vector at one end, and the maps tell all the others: every choice extends to a " +
        "global section. So `H⁰` has dimension {kernelDim}, the size of a stalk, whatever the maps are, as long as they can be inverted.",
    },
    {
      at: "graph-canvas",
      side: "right",
      pin: ring(),
      title: "Round a ring",
      text:
        "Close the path to a ring of {graph.n}. A vector can now be carried **all the way round**. Only what comes back as it went " +
        "out is a global section.\n\nIn this run all maps are equal, so everything comes back unchanged: the dimension of `H⁰` is " +
        "{kernelDim}, out of {dimension} numbers.",
    },
    {
      at: "map-rotate",
      title: "Turn a map",
      text:
        "Turn one of the maps by hand. What was carried round the ring now comes back turned, and a turn of the plane leaves no " +
        "vector where it is but zero. The run itself stays as it is.",
      task: {
        say: "Move the slider “rotate”, or press an arrow key on it.",
        done: (s) => s.byHand?.what === "map" && s.byHand.kernelDim !== null,
        then: (s) =>
          s.byHand.kernelDim < s.kernelDim
            ? "The dimension of `H⁰` is {byHand.kernelDim} now; it was {kernelDim}. No single edge can tell: the turn belongs to " +
              "the ring (its **holonomy**). The Laplacian of the whole sheaf sees it."
            : "The dimension of `H⁰` is still {byHand.kernelDim}. Turn it by less than a full circle.",
      },
    },
    {
      at: ".insp",
      pin: ring({ panel: "stage", stage: 6 }),
      title: "Diffusion seeks agreement",
      text:
        "Sheaf diffusion solves `(I + Δt L̂) z = x`: every node moves towards what its neighbours say **in translation**. Signals " +
        "in the kernel stay; the part at eigenvalue `λ` shrinks by `1/(1 + Δt λ)`. A sheaf network learns the translation; where it has " +
        "learned it well, smoothing does not blur the classes of unlike neighbours.\n\nNext: “One epoch, stage by stage”.",
    },
  ],
};
