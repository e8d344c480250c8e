// What the first figure does is reported by its events.
"use strict";

const whole = document.getElementById("whole");
whole.addEventListener("frame", ({ detail: { epoch } }) => {
  document.getElementById("says").textContent = `The run of the figure above stands at epoch ${epoch}.`;
});
