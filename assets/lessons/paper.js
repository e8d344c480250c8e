import { number, percent } from "./words.js";

/** The paper's claims, checked on the run on the screen, and one counterexample. */
export const paper = {
  name: "What holds of the paper?",
  steps: [
    { at: ".insp", want: { load: { graph: "karate", seed: 1 }, epoch: 20, stage: 10, panel: "claims" }, title: "Theorems, tested",
      text: "Each line is a claim of the paper, evaluated on the run on the screen: **what was measured** (filled) against **what was promised** (open). A claim may hold here, fail here, or say nothing here because its assumptions are not met." },
    { at: ".insp", want: { panel: "claims" }, title: "See it fail",
      text: "Where a claim can fail, “Show me where it fails” opens a small graph on which it does. One counterexample is enough against a theorem; a thousand graphs on which it holds would prove nothing.",
      task: { say: "Open a counterexample, look, and come back with the browser's Back button.", done: (s) => s.graph.n !== 34, then: "This is the counterexample. The claim's line says what was promised and what came out." } },
    { at: ".c-bound", side: "top", want: { panel: "stage", stage: 9 }, title: "Three numbers about risk",
      text: (s) => `The paper's bound is ${number(s.bound?.total)}. It is a sum of a loss, a KL term and a spectral term, and no theorem makes it a bound on the error. The certificate below it, an exact binomial interval from the validation nodes, is valid at 95 %. The test error is ${percent(1 - s.accuracy.test)}.` },
    { at: ".insp", want: { stage: 10 }, title: "A gap that grows, a little",
      text: (s) => `The ascent of λ₂ is real: λ₂ = ${number(s.lambda2)} now. The promised gain of each step is much larger than what comes out, because the next eigenvalue stands in the way. The picture shows promise and gain on one scale.` },
    { at: "reading-select", side: "bottom", want: { stage: 10 }, title: "Paper and code differ",
      text: "The published program does not compute everything as the text says. Switch between the two **readings** and watch what changes. The README lists what is true and what is not." },
  ],
};
