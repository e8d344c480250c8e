// The labels of nodes on the canvas of sigma. A label is above its node, in ink with a halo in the colour of the ground.
import { token } from "./color.js";

const LABEL_GAP = 7, // pixels between a node and the base line of its label
  HALO = 4, // pixels, width of the halo's line; its inner half lies under the letters
  HOVER_GAP = 4.5; // pixels between a node and the ring of the pointed node

/** Draws the label of a node, if the node has one. data has the center (x, y) and the radius (size) of the node, in pixels of the page with
 * y downwards. settings has the font. */
export function drawLabel(ctx, data, settings) {
  if (!data.label) return;
  ctx.font = `${settings.labelWeight} ${settings.labelSize}px ${settings.labelFont}`;
  ctx.textAlign = "center";
  ctx.lineJoin = "round";
  ctx.lineWidth = HALO;
  ctx.strokeStyle = token("surface");
  ctx.fillStyle = token("ink");
  const y = data.y - data.size - LABEL_GAP;
  ctx.strokeText(data.label, data.x, y);
  ctx.fillText(data.label, data.x, y);
  ctx.textAlign = "start"; // the default, which sigma expects
}

/** Draws the marks of the node under the pointer: a thin ring and the label. The ring has no accent colour, which means the selection. */
export function drawHover(ctx, data, settings) {
  ctx.beginPath();
  ctx.arc(data.x, data.y, data.size + HOVER_GAP, 0, 2 * Math.PI);
  ctx.lineWidth = 1.25;
  ctx.strokeStyle = token("ink-2");
  ctx.stroke();
  drawLabel(ctx, data, settings);
}
