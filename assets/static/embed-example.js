// Drives the three figures of embed-example.html.
"use strict";

const frame = (id) => sheafscopeEmbed(document.getElementById(id));
const look = frame("look"),
  steps = frame("steps"),
  train = frame("train");
const show = (id, text) => {
  document.getElementById(id).textContent = text;
};
// live fills the numbers in the text that belong to a figure: data-live is its name, a path in its state and, for a share, "|percent".
const live = async (name, scope) => {
  const state = await scope.state();
  for (const e of document.querySelectorAll(`[data-live^="${name}."]`)) {
    const [path, format] = e.dataset.live.split("|"),
      value = path
        .split(".")
        .slice(1)
        .reduce((o, key) => o?.[key], state);
    e.textContent = !Number.isFinite(value) ? "–" : format === "percent" ? `${Math.round(100 * value)} %` : value;
  }
};
// button lets a button act, one click at a time; what goes wrong is said beside it.
const button = (id, says, act) => {
  const b = document.getElementById(id);
  b.disabled = false;
  b.addEventListener("click", async () => {
    b.disabled = true;
    try {
      await act();
    } catch (err) {
      show(says, err.message);
    }
    b.disabled = false;
  });
};
// figure says that a figure is there, or why it is not.
const figure = async (id, says, begin) => {
  try {
    await begin();
    document.documentElement.dataset[id] = "ready";
  } catch (err) {
    if (says) show(says, err.message);
  }
};

figure("look", "", async () => {
  await look.ready();
  await live("look", look);
});

figure("steps", "stage", async () => {
  await steps.ready();
  const begin = async () => {
    await steps.load({ graph: "sbm:n=60,classes=3,homophily=0.1", seed: 1 });
    await steps.step("stage");
    await tell();
  };
  const tell = async () => {
    const { stage, stageName, epoch } = await steps.state();
    show("stage", `Stage ${stage} of 10: ${stageName ?? "the start"}${epoch > 0 ? `, epoch ${epoch}` : ""}`);
  };
  await begin();
  await live("steps", steps);
  button("step", "stage", async () => {
    await steps.step("stage");
    await tell();
  });
  button("again", "stage", begin);
});

figure("train", "lambda2", async () => {
  await train.ready();
  const tell = async () => {
    const { epoch, lambda2, accuracy } = await train.state();
    show(
      "lambda2",
      `Epoch ${epoch}, λ₂ = ` +
        `${lambda2?.toPrecision(3) ?? "unknown"}, test ` +
        `${(accuracy?.test ?? null) === null ? "unknown" : `${Math.round(100 * accuracy.test)} %`}`,
    );
  };
  train.on("frame", ({ epoch }) => show("lambda2", `Epoch ${epoch}`));
  await tell();
  button("run", "lambda2", async () => {
    await train.run(20);
    await tell();
  });
});
