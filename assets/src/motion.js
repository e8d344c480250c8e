// Motion that explains a step: what changed moves from its old place or colour
// to the new one. Nothing moves when the system asks for less motion, nor when
// pictures follow each other faster than the eye.
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** How long one change takes, and how far apart two of them must be to move at all, ms. */
export const STEP = 240,
  REST = 300;

export const moves = () => !still.matches && !document.hidden;

/** Reports whether the picture has rested long enough to move, and notes that it changes now. */
export function rested(picture) {
  const now = performance.now(),
    ok = moves() && picture.changedAt !== undefined && now - picture.changedAt > REST;
  picture.changedAt = now;
  return ok;
}

/** Animates an element of a picture, until it is done or the picture stops. */
export function move(node, frames, options) {
  const way = node.animate(frames, options);
  (node.ownerSVGElement.ways ??= []).push(way);
  return way;
}

/** Ends what moves in a picture that is drawn anew or taken away: what moves out of sight keeps the page making frames. */
export function stop(svg) {
  for (const way of svg?.ways ?? []) way.cancel();
  svg?.flying?.remove();
  if (svg) svg.ways = svg.flying = undefined;
}

/** Cross-fades the fill of an element from a colour. */
export function fade(node, from, to) {
  move(node, { fill: [from, to] }, { duration: STEP, easing: "ease-out" });
}

/** Lets an element come from dx, dy pixels away. */
export function glide(node, dx, dy = 0) {
  move(node, { transform: [`translate(${dx}px,${dy}px)`, "translate(0,0)"] }, { duration: STEP, easing: "ease-out" });
}
