// The events of the first figure report the epoch of its run. A figure that rests before its first event "frame" only has a state.
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
