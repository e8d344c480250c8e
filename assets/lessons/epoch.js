// The lesson of one epoch: the stages of the network on the karate club, one step for each.

/**
 * The positions of the run at which the stages 1 to 10 of the first epoch end. Stage 0 is the beginning. A position counts the inner steps
 * of a run from 0; here an epoch has 52.
 */
const ends = [0, 1, 9, 10, 11, 12, 39, 42, 43, 46, 52];
/** Returns the saved state at a position of the run, with a stage in the inspector. */
const pin = (position, stage) => ({ graph: "karate", seed: 1, position, view: { panel: "stage", stage } });
/** Returns the step of the lesson that points at the inspector at the end of a stage. texts has the title and the text of the step. */
const stageStep = (stage, texts) => ({ at: ".insp", pin: pin(ends[stage], stage), ...texts });

/** The lesson of the first epoch on the karate club. */
export const epoch = {
  name: "One epoch, stage by stage",
  steps: [
    {
      at: "graph-canvas",
      side: "right",
      pin: pin(0),
      title: "Before anything was learned",
      text:
        "Zachary's karate club: {graph.n} members, {graph.m} friendships, and a split into {graph.classes} clubs. The clubs of " +
        "{graph.train} members are known to the network; it is to find the others. It has predicted nothing yet.\n\nWe go through one " +
        "epoch. Every step is **computed now, on your machine**.",
    },
    stageStep(1, {
      title: "1. Features",
      text:
        "An encoder turns each node's features into its stalk vectors: {config.d} coordinates in {config.channels} channels. From " +
        "them come, in the next stage, the weights of the coordinates: the node's **measure**, the mass that will be moved.",
    }),
    stageStep(2, {
      title: "2. Sinkhorn",
      text:
        "For each edge: what is the cheapest way to move one node's measure onto the other's, if " +
        "spreading is rewarded a little? The plan says how much mass goes from each coordinate of one stalk to each of the other. " +
        "Sinkhorn's algorithm finds it by scaling rows and columns in turn.",
    }),
    stageStep(3, {
      title: "3. JKO step",
      text: (s) =>
        s.config.jko_mode === "kl" && s.config.lift === "ot"
          ? "One proximal step on the plan. In this form it is a change of temperature, " +
            "from {config.epsilon0|number} to {cooled|number}: " +
            (s.config.epsilon < s.config.epsilon0 ? "the plan gets sharper" : "the plan gets softer") +
            ", and its margins stay."
          : "One proximal step on the plan, as the settings say.",
    }),
    stageStep(4, {
      title: "4. Restriction maps",
      text:
        "The plan, normalised by its margins and multiplied by a learned matrix, becomes two matrices, one for each end of the " +
        "edge: they say **how each coordinate of a node's stalk is read on the edge**. This is the lift.",
    }),
    stageStep(5, {
      title: "5. Sheaf Laplacian",
      text:
        "All maps together make one symmetric matrix of size {dimension}, in blocks of {config.d} × {config.d}: a diagonal block " +
        "for each node and two mirrored off-diagonal blocks for each edge.",
    }),
    stageStep(6, {
      title: "6. Diffusion",
      text:
        "`(I + Δt L̂) z = x` is one implicit step of heat flow along the sheaf. The system is solved " +
        "by conjugate gradients; the iterations of that solver are not moments of time.",
    }),
    stageStep(7, {
      title: "7. Frequency mixing (AFM)",
      text:
        "Chebyshev polynomials of `I − L̂` are weighted and added. The curve says what becomes of each eigenvalue: what passes and " +
        "what is damped. The weights are learned; drag them to see what would be.",
    }),
    stageStep(8, {
      title: "8. Classes",
      text:
        "A small perceptron turns each node's diffused, mixed and original vectors into probabilities. " +
        "Correct on the test nodes: {accuracy.test|percent}, before any training.",
    }),
    stageStep(9, {
      title: "9. Posterior and bound",
      text:
        "For each edge a Beta distribution says how far the predictions at its two ends agree. The paper adds the loss, a KL term " +
        "and a spectral term and calls the sum a bound: {bound.total|number} here.",
    }),
    stageStep(10, {
      title: "10. Spectral gap ascent",
      text:
        "Last, the maps move so that `λ₂` grows: what is not a global section then decays faster. `λ₂` is {lambda2|number} now. The " +
        "line search shortens the step until the gain is large enough.",
    }),
    {
      at: "run",
      side: "top",
      pin: pin(2079), // one position before the end of epoch 40
      title: "And so on",
      text:
        "Adam changed the parameters at the end of each of {epoch} epochs. Correct on the test nodes: " +
        "{accuracy.test|percent}.\n\nPress **Run** to go on, or step through any epoch as we just did.",
    },
  ],
};
