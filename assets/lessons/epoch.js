import { number, percent } from "./words.js";

const at = (stage, more) => ({ at: ".insp", want: { stage, panel: "stage" }, ...more });

/** The first epoch on the karate club, one stage after the other. */
export const epoch = {
  name: "One epoch, stage by stage",
  steps: [
    { at: "graph-canvas", side: "right", want: { load: { graph: "karate", seed: 1 }, epoch: 0, stage: 0 }, title: "Before anything was learned",
      text: (s) => `Zachary's karate club: 34 members, 78 friendships, and a split into two clubs. A few members' clubs are known; the network is to find the others. Untrained, it is right on ${percent(s.accuracy.test)} of the test nodes.\n\nWe now go through one epoch. Every step below was **computed just now**.` },
    at(1, { want: { epoch: 0, stage: 1, panel: "stage" }, title: "1. Features", text: "Each node's features become 4 vectors of 16 channels: its stalk. The picture also says how the stalk is spread: those weights are the node's **measure**, the mass that will be moved." }),
    at(2, { title: "2. Sinkhorn", text: "For each edge: what is the cheapest way to move one node's measure onto the other's? The plan says how much mass goes from each coordinate of one stalk to each of the other. Sinkhorn's algorithm finds it by scaling rows and columns in turn." }),
    at(3, { title: "3. JKO step", text: "The plan is sharpened by one step of a gradient flow in the space of plans. The result P⋆ has the same margins and a clearer structure." }),
    at(4, { title: "4. Restriction maps", text: "The plan becomes two matrices, one for each end of the edge: it says **which coordinate of the neighbour means which of mine**. This is the lift: transport made into a sheaf." }),
    at(5, { title: "5. Sheaf Laplacian", text: (s) => `All the maps together make one matrix of size ${4 * s.graph.n}, in blocks of 4 × 4: one block on the diagonal for each node, one beside it for each edge.` }),
    at(6, { title: "6. Diffusion", text: "(I + Δt L) z = x is solved by conjugate gradients. Drag the slider to see the features flow, iterate by iterate, and the energy settle." }),
    at(7, { title: "7. Frequency mixing", text: "Powers of the diffusion are weighted and added. The curve says what becomes of each eigenvalue: what passes and what is damped. The weights are learned; drag them to see what would be." }),
    at(8, { title: "8. Classes", text: (s) => `A small perceptron turns each node's vector into probabilities. Correct on the test nodes: ${percent(s.accuracy.test)}, still hardly trained.` }),
    at(9, { title: "9. Posterior and bound", text: (s) => `For each edge a Beta distribution says how sure the network is that the two ends agree. From these, the loss and the training error the paper makes a bound: ${number(s.bound?.total)} here.` }),
    at(10, { title: "10. Spectral gap ascent", text: (s) => `Last, the maps move so that λ₂ grows: information then travels faster. λ₂ is ${number(s.lambda2)} now. The line search takes the longest step that really gains.` }),
    { at: "run", side: "top", want: { epoch: 40, stage: 0, panel: "stage" }, title: "Forty epochs later",
      text: (s) => `Adam changed the parameters after each epoch. Correct on the test nodes: **${percent(s.accuracy.test)}**.\n\nPress **Run** to go on, or step through any epoch as we just did.` },
  ],
};
