// The lesson about the holonomy of triangles: one network is trained for two tasks on the same graphs, and the angles are compared.
import { distributions, turns } from "./turns.js";

/**
 * Returns the saved state of the study's network at a position of its run (its number of inner steps), on a smaller graph of the same kind.
 * view chooses the panel and the selected edge.
 */
const pin = (position, view) => ({
  graph: "universe:n=60,classes=3,degree=8,homophily=0.7,correlation=0",
  seed: 1,
  model: "nsd-orth",
  settings: { d: "2", layers: "2", hidden: "20", dropout: "0", input_dropout: "0", lr: "0.02", weight_decay: "0.001", patience: "0" },
  position,
  view,
});

/** Returns the comparison of a factor with 1 in words. The comparison is undecided if the interval from low to high contains 1. */
const than = ({ low, high }) => {
  if (low > 1) return "further";
  return high < 1 ? "less far" : "neither further nor less far, for all we can tell,";
};

/**
 * The lesson. Its numbers come from the stored study (turns.js). draw returns the picture below the text of a step. The argument of
 * distributions is the index of an epoch in the study: 0 is before training, 4 is the early epoch (EARLY), and −1 the last epoch.
 */
export const triangles = {
  name: "Do triangles turn maps?",
  steps: [
    {
      at: "graph-canvas",
      side: "right",
      pin: pin(100),
      title: "Once round a triangle",
      text:
        "{graph.n} people, {graph.m} ties, {graph.classes} communities. Carry a vector over the ties of a triangle, translated by " +
        "the maps of each. Does it come home as it left?\n\nMaps here are rotations of the plane. The angle by which the vector is " +
        "turned is the **holonomy** of the triangle.",
    },
    {
      at: ".insp",
      pin: pin(100, { edge: 1, panel: "edge" }),
      title: "A claim",
      text:
        "A paper of this year trains such maps to count triangles. In a network of waves they then turn a vector some forty times " +
        "as far as before training, its authors say. Trained to find communities, they stay nearly flat.\n\nOurs is a network of " +
        "diffusion. With that, the authors write, communities turned maps far in three of ten runs: a contrast that they do not claim.",
    },
    {
      at: "graph-canvas",
      side: "right",
      title: "Two tasks, one graph",
      text:
        "We train one network for two tasks: the third in which a node lies by its number of triangles, and its community. Graph, " +
        "split, settings and first weights are the same for both. These are {turns.graphs} graphs with {turns.all} triangles, trained " +
        "before and stored.",
    },
    {
      at: "graph-canvas",
      side: "right",
      title: "Before training",
      draw: () => distributions(0),
      text:
        "The first maps are nearly flat: {turns.start|number} degrees in the median. Each angle is a sum of two terms, one of each " +
        "end. Round a triangle these cancel to first order.",
    },
    {
      at: "graph-canvas",
      side: "right",
      title: "Maps begin to turn",
      draw: () => distributions(4),
      text:
        "After {turns.early} epochs it is {turns.earlyOwn|number} degrees where triangles are the task, and " +
        "{turns.earlyOther|number} where communities are. Move the slider through the epochs.",
    },
    {
      at: "graph-canvas",
      side: "right",
      title: "Side by side",
      draw: () => distributions(-1),
      text: () =>
        "After {turns.last} epochs triangles turn " +
        than(turns().between) +
        " where they are the task: " +
        "{turns.between.value|number} times as far as for communities, {turns.between.low|number} to {turns.between.high|number} paired " +
        "by graph.",
    },
    {
      at: "graph-canvas",
      side: "right",
      title: "Against the start",
      text: () =>
        "For triangles the median turns {turns.grown.value|number} times as far as before training. " +
        (turns().grown.low > 1 ? "So far the claim holds here. " : "The claim does not hold here. ") +
        "For communities it is {turns.grownOther.value|number} times.\n\nTwice the first weights of the maps turn " +
        "{turns.doubled.value|number} times as far. A factor against the start says how much weights have grown.",
    },
    {
      at: "graph-canvas",
      side: "right",
      title: "Does it count?",
      text:
        "For communities the maps matter: right on {turns.rightOther|percent} of the test nodes, with all maps equal on " +
        "{turns.flatOther|percent}. For triangles it is {turns.right|percent} and {turns.flat|percent}; the degree alone would be right " +
        "on {turns.degree|percent}.\n\n`sgpc holonomy` prints all of it. With `-task graphs` it has the authors' own task, the number " +
        "of triangles of each of many graphs: there communities turn maps further, too.",
    },
  ],
};
