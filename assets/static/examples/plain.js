// What the first figure does is reported by its events. A figure that rests before its first frame has its state alone.
"use strict";

const whole = document.getElementById("whole");
const say = (epoch) => {
  document.getElementById("says").textContent = `The run of the figure above stands at epoch ${epoch}.`;
};
let framed = false;
whole.addEventListener("frame", ({ detail: { epoch } }) => {
  framed = true;
  say(epoch);
});
whole.addEventListener("ready", async () => {
  const { epoch } = await whole.state();
  if (!framed) say(epoch);
});
