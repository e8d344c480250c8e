// The lesson about unlike neighbours: where averaging harms, and the results of a sheaf network and of a perceptron.
import { scene } from "./tour.js";

/** Returns the recipe of a graph with edge homophily h. */
const graph = (h) => `sbm:n=60,classes=3,homophily=${h},signal=0.6`;
/**
 * Returns the saved state of a model at a position of its run (its number of inner steps), on the graph with edge homophily h. panel is the
 * open panel, undefined for the usual one.
 */
const pin = (h, model, position, panel) => ({ graph: graph(h), seed: 1, model, position, view: { nodes: "correct", panel } });
/** The accuracies of the run, as a part of a sentence. */
const share =
  "{accuracy.train|percent} on the training nodes, {accuracy.val|percent} on validation, {accuracy.test|percent} on the test nodes";
/** Returns the test accuracy of a state, from 0 to 1. A missing accuracy is NaN, for which than returns "worse than". */
const score = (s) => s?.accuracy?.test ?? NaN;

/** Returns "better than", "as good as" or "worse than" for two shares of correct test nodes. */
const than = (a, b) => {
  if (a > b) return "better than";
  return a === b ? "as good as" : "worse than";
};

/**
 * The lesson. Two graphs differ only in their homophily, and three models are compared on them. earlier[k] is the state of the page at step
 * k, from 0: the GCN on the first graph (0) and on the second (2), and the perceptron (3).
 */
export const neighbours = {
  name: "When neighbours differ",
  steps: [
    {
      at: "graph-canvas",
      side: "right",
      pin: pin(0.9, "gcn", 180),
      title: "Birds of a feather",
      text:
        "A graph of {graph.n} nodes in {graph.classes} classes; {graph.homophily|percent} of its edges join nodes of one class. A " +
        "graph convolution (GCN) averages over neighbours, which are mostly of one kind here. After {epoch} epochs: " +
        share +
        ".",
    },
    {
      at: "strip",
      side: "top",
      pin: scene(2),
      title: "One person among rivals",
      text:
        "What a sheaf can do about unlike neighbours, for one person: each neighbour sends an arrow, and a map turns those of rivals " +
        "round. At the person most of them point one way. **Back** and **Next** below show the edge and the sum.",
    },
    {
      at: "graph-canvas",
      side: "right",
      pin: pin(0.1, "gcn", 180),
      title: "Opposites attract",
      text: (s, earlier) =>
        "Features made in the same way, but now only {graph.homophily|percent} of the edges stay inside a class. " +
        "Averaging mixes what should be kept apart: " +
        share +
        `. On the test nodes that is ${than(score(s), score(earlier[0]))} on the first graph; guessing would ` +
        `give {chance|percent}.\n\nThe picture shows which nodes are wrong.`,
    },
    {
      at: "graph-canvas",
      side: "right",
      pin: pin(0.1, "mlp", 180),
      title: "Without the graph",
      text: (s, earlier) =>
        "A perceptron (MLP) sees only the features: " +
        share +
        `. On this graph, ignoring the edges is ` +
        `${than(score(s), score(earlier[2]))} averaging over them. A gain over GCN on such a graph says little: always compare with ` +
        `an MLP.`,
    },
    {
      at: "graph-canvas",
      side: "right",
      pin: pin(0.1, "sgpc", 770),
      title: "With a sheaf",
      text: (s, earlier) =>
        "The sheaf network after {epoch} epochs: " +
        share +
        `. On the test nodes that is ${than(score(s), score(earlier[2]))} the graph convolution and ` +
        `${than(score(s), score(earlier[3]))} the perceptron. ` +
        (s.config.sign < 0
          ? "Its maps have opposite signs at the two ends of an edge: an edge asks its ends to be opposite."
          : "Its maps have equal signs at the two ends of an edge."),
    },
    {
      at: "graph-canvas",
      side: "right",
      pin: pin(0.9, "sgpc", 5340),
      title: "And back again",
      text: (s, earlier) =>
        "On the first graph the sheaf network reaches " +
        share +
        `, ${than(score(s), score(earlier[0]))} the graph convolution there. ` +
        (s.config.sign > 0
          ? "Here the two ends have equal signs: the page chose the sign from the edges between training nodes."
          : "The sign is that of the graph before."),
    },
    {
      at: "tab-results",
      side: "bottom",
      pin: pin(0.9, "sgpc", 5340, "results"),
      title: "One run is no result",
      text:
        "A test set of {graph.test} nodes moves by {nodeShare|percent} with one node. **Results** trains a model of your choice on " +
        "several splits and shows mean and spread; **Compare** puts two runs side by side. Try other values with the sliders for " +
        "homophily and signal.",
    },
  ],
};
