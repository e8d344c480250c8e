// Drives the three figures of embed-example.html.
"use strict";

const frame = (id) => sheafscopeEmbed(document.getElementById(id));
const look = frame("look"), steps = frame("steps"), train = frame("train");
const show = (id, text) => { document.getElementById(id).textContent = text; };
const button = (id, act) => {
  const b = document.getElementById(id);
  b.addEventListener("click", async () => {
    b.disabled = true;
    try { await act(); } catch (err) { show(id === "run" ? "lambda2" : "stage", err.message); }
    b.disabled = false;
  });
};

(async () => {
  await look.ready();
  document.documentElement.dataset.look = "ready";
})();

(async () => {
  await steps.ready();
  await steps.load({ graph: "sbm:n=60,classes=3,homophily=0.1", seed: 1 });
  await steps.step("stage");
  const tell = async () => { const s = await steps.state(); show("stage", `stage ${s.stage} of 10, position ${s.position}`); };
  await tell();
  button("step", async () => { await steps.step("stage"); await tell(); });
  document.documentElement.dataset.steps = "ready";
})();

(async () => {
  await train.ready();
  const tell = async () => { const s = await train.state(); show("lambda2", `epoch ${s.epoch}, λ2 = ${s.lambda2?.toPrecision(4) ?? "unknown"}`); };
  train.on("frame", ({ epoch }) => show("lambda2", `epoch ${epoch}`));
  await tell();
  button("run", async () => { await train.run(20); await tell(); });
  document.documentElement.dataset.train = "ready";
})();
