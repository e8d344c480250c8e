// Labels on sigma's text layer: ink with a halo in the ground colour, above
// the node; the hover adds a thin ring, never the accent.
import { token } from "./color.js";

export function drawLabel(ctx, data, settings) {
  if (!data.label) return;
  ctx.font = `${settings.labelWeight} ${settings.labelSize}px ${settings.labelFont}`;
  ctx.textAlign = "center";
  ctx.lineJoin = "round";
  ctx.lineWidth = 4;
  ctx.strokeStyle = token("surface");
  ctx.fillStyle = token("ink");
  const y = data.y - data.size - 7;
  ctx.strokeText(data.label, data.x, y);
  ctx.fillText(data.label, data.x, y);
  ctx.textAlign = "start";
}

export function drawHover(ctx, data, settings) {
  ctx.beginPath();
  ctx.arc(data.x, data.y, data.size + 4.5, 0, 2 * Math.PI);
  ctx.lineWidth = 1.25;
  ctx.strokeStyle = token("ink-2");
  ctx.stroke();
  drawLabel(ctx, data, settings);
}
