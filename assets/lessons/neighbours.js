import { number, percent } from "./words.js";

const graph = (h) => `sbm:n=60,classes=3,homophily=${h},signal=0.6`;
const recipe = (h, model) => ({ graph: graph(h), seed: 1, model, view: { nodes: "correct" } });
const share = (s) => `${percent(s.accuracy.train)} on the training nodes, ${percent(s.accuracy.val)} on validation, **${percent(s.accuracy.test)}** on the test nodes`;

/** When neighbours differ: where averaging harms, and what a sheaf and a perceptron do. */
export const neighbours = {
  name: "When neighbours differ",
  steps: [
    { at: "graph-canvas", side: "right", want: { load: recipe(0.9, "gcn"), epoch: 60, stage: 0 }, title: "Birds of a feather",
      text: (s) => `60 nodes of three classes. Homophily ${number(s.graph.homophily)}: nine edges in ten join nodes of one class. A graph convolution averages over neighbours, and that is just right here: ${share(s)} after 60 epochs.` },
    { at: "graph-canvas", side: "right", want: { load: recipe(0.1, "gcn"), epoch: 60, stage: 0 }, title: "Opposites attract",
      text: (s) => `The same classes and features, but now only one edge in ten stays inside a class. Averaging mixes what should be kept apart: ${share(s)}. Guessing would give 33 %.\n\nThe picture shows which nodes are wrong.` },
    { at: "graph-canvas", side: "right", want: { load: recipe(0.1, "mlp"), epoch: 60, stage: 0 }, title: "Without the graph",
      text: (s) => `A perceptron sees only the features: ${share(s)}. On this graph, ignoring the edges beats averaging over them. Many published gains on such graphs are no more than this; always look at this row.` },
    { at: "graph-canvas", side: "right", want: { load: recipe(0.1, "sgpc"), epoch: 20, stage: 0 }, title: "With a sheaf",
      text: (s) => `The sheaf network after 20 epochs: ${share(s)}. Its maps need not say “be like your neighbour”. It does no harm where the graph convolution does; here it is no better than the perceptron either, as the edges say little.` },
    { at: "graph-canvas", side: "right", want: { load: recipe(0.9, "sgpc"), epoch: 100, stage: 0 }, title: "And back again",
      text: (s) => `On the first graph the same network reaches ${share(s)} after 100 epochs; the perceptron stays near 83 %. One model for both worlds: that is what sheaves promise.` },
    { at: "tab-results", side: "bottom", want: { panel: "results" }, title: "One run is no result",
      text: "A test set of 12 nodes moves by 8 points with one node. **Results** trains a model of your choice on several splits and shows mean and spread; **Compare** puts two runs side by side. Try other values with the sliders for homophily and signal." },
  ],
};
