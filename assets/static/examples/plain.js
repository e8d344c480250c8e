// The text below the first figure of plain.html: the epoch of the figure's run. Each event "frame" reports the epoch. A figure without such
// an event, because its run rests, has a state, which is read when the figure is ready.
"use strict";

const whole = document.getElementById("whole");
const showEpoch = (epoch) => {
  document.getElementById("says").textContent = `The run of the figure above stands at epoch ${epoch}.`;
};
let hasFrame = false; // whether the event "frame" has occurred
whole.addEventListener("frame", ({ detail: { epoch } }) => {
  hasFrame = true;
  showEpoch(epoch);
});
whole.addEventListener("ready", async () => {
  const { epoch } = await whole.state();
  if (!hasFrame) showEpoch(epoch);
});
