// The script of embed-example.html, a page that demonstrates the control of embedded figures: its buttons control two of its three figures,
// and its text contains numbers of the figures.
"use strict";

const frame = (id) => sheafscopeEmbed(document.getElementById(id));
// The clients of the three frames: Look, a run by stages, and a training.
const look = frame("look"),
  steps = frame("steps"),
  train = frame("train");
/** Shows a text in the element with an id. */
const show = (id, text) => {
  document.getElementById(id).textContent = text;
};
/**
 * Fills in the numbers of a figure in the text. The attribute data-live of a number is the name of the figure and a path in its state, for
 * example "look.graph.n". After a share (0 to 1) follows "|percent". A missing number is "–".
 */
const fillNumbers = async (name, scope) => {
  const state = await scope.state();
  for (const e of document.querySelectorAll(`[data-live^="${name}."]`)) {
    const [path, format] = e.dataset.live.split("|"),
      value = path
        .split(".")
        .slice(1)
        .reduce((o, key) => o?.[key], state);
    if (!Number.isFinite(value)) e.textContent = "–";
    else e.textContent = format === "percent" ? `${Math.round(100 * value)} %` : value;
  }
};
/**
 * Enables a button. Each click calls act, and disables the button until act ends. A failure is shown in the element with the id errorId.
 */
const button = (id, errorId, act) => {
  const b = document.getElementById(id);
  b.disabled = false;
  b.addEventListener("click", async () => {
    b.disabled = true;
    try {
      await act();
    } catch (err) {
      show(errorId, err.message);
    }
    b.disabled = false;
  });
};
/**
 * Starts a figure by begin, and then marks it as ready for the tests. A failure is shown in the element with the id errorId, unless errorId
 * is "".
 */
const figure = async (id, errorId, begin) => {
  try {
    await begin();
    document.documentElement.dataset[id] = "ready";
  } catch (err) {
    if (errorId) show(errorId, err.message);
  }
};

figure("look", "", async () => {
  await look.ready();
  await fillNumbers("look", look);
});

figure("steps", "stage", async () => {
  await steps.ready();
  const begin = async () => {
    await steps.load({ graph: "sbm:n=60,classes=3,homophily=0.1", seed: 1 });
    await steps.step("stage");
    await showStage();
  };
  const showStage = async () => {
    const { stage, stageName, epoch } = await steps.state();
    const inEpoch = epoch > 0 ? `, epoch ${epoch}` : "";
    show("stage", `Stage ${stage} of 10: ${stageName ?? "the start"}${inEpoch}`);
  };
  await begin();
  await fillNumbers("steps", steps);
  button("step", "stage", async () => {
    await steps.step("stage");
    await showStage();
  });
  button("again", "stage", begin);
});

figure("train", "lambda2", async () => {
  await train.ready();
  const showEpoch = async () => {
    const { epoch, lambda2, accuracy } = await train.state();
    const share = accuracy?.test ?? null, // 0 to 1; null before the first prediction, and without test nodes
      test = share === null ? "unknown" : `${Math.round(100 * share)} %`;
    show("lambda2", `Epoch ${epoch}, λ₂ = ${lambda2?.toPrecision(3) ?? "unknown"}, test ${test}`);
  };
  train.on("frame", ({ epoch }) => show("lambda2", `Epoch ${epoch}`));
  await showEpoch();
  button("run", "lambda2", async () => {
    await train.run(20);
    await showEpoch();
  });
});
