// The lesson about the claims of the paper, which are evaluated on the run on the screen.

/** Returns the saved state of the karate club's run after twenty epochs, each of 52 inner steps. view has the panel and its stage. */
const pin = (view) => ({ graph: "karate", seed: 1, position: 1040, view });

/** The lesson. In the task of the second step, earlier[0] is the state of the page at the first step. */
export const paper = {
  name: "What holds of the paper?",
  steps: [
    {
      at: ".insp",
      pin: pin({ panel: "claims" }),
      title: "Theorems, tested",
      text:
        "Each line is a claim of the paper, evaluated on the run on the screen: **what was measured** (filled) against **what was " +
        "promised** (open). A claim may hold here, fail here, or say nothing here because its assumptions are not met.",
    },
    {
      at: ".insp",
      title: "See it fail",
      text:
        "Where a claim can fail, a link opens a case in which it does. One counterexample is enough against a theorem; a thousand " +
        "graphs on which it holds would not prove it.",
      task: {
        say: "Open a case in which a claim fails, look, and come back with the browser's Back button.",
        done: (s, earlier) => s.graph.name !== earlier[0]?.graph.name || s.seed !== earlier[0]?.seed,
        then: "This is the counterexample. The claim's line says what was promised and what came out.",
      },
    },
    {
      at: ".c-bound",
      side: "top",
      pin: pin({ panel: "stage", stage: 9 }),
      title: "Three numbers about risk",
      text:
        "The paper's bound is {bound.total|number}: a loss, a KL term and a spectral term, added. It is not a certificate of the " +
        "error. Below it stands one from validation nodes; the panel says whether it is valid here, and why. The test error is " +
        "{testError|percent}.",
    },
    {
      at: ".insp",
      pin: pin({ panel: "stage", stage: 10 }),
      title: "A gap that grows, a little",
      text: (s, earlier, f) =>
        "`λ₂` is {lambda2|number} now. The paper promises at least `c_w/4` = {promised|number} for a step `L + η " +
        "v₂v₂ᵀ`. But such a step lifts `λ₂` at most to the next eigenvalue, by `λ₃ − λ₂` = {room|number}: " +
        (f.room < f.promised ? "less than was promised." : "on this run that is no less than was promised; on most graphs it is.") +
        " A sheaf of the graph can keep that gain: *What a sheaf keeps* compares the nearest one with a cruder way back.",
    },
    {
      at: ".bar .field:nth-child(3)", // the menu of readings
      side: "bottom",
      pin: pin({ panel: "stage", stage: 10 }),
      title: "Paper and code differ",
      text:
        "The published program does not compute everything as the text says. Switch between the two **readings** and watch what " +
        "changes. CLAIMS.md in the repository lists what is true and what is not.",
    },
  ],
};
