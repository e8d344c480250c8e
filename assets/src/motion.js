// Motion that explains a step: a changed element moves from its former place or colour to the new place or colour. Nothing moves if the
// system requests reduced motion, or if pictures change faster than the eye can follow.
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** STEP is the duration of an animation. REST is a pause: a change of a picture is animated only if the change before it is longer ago than
 * REST. Both are in ms. */
export const STEP = 240,
  REST = 300;

/** Reports whether motion is allowed and visible. */
export const moves = () => !reduced.matches && !document.hidden;

/**
 * Reports whether a change of the picture may be animated: motion is allowed, and the last change is longer ago than REST. Notes the time
 * of this change. The first drawing (changedAt is undefined) is not animated.
 */
export function rested(picture) {
  const now = performance.now(),
    allowed = moves() && picture.changedAt !== undefined && now - picture.changedAt > REST;
  picture.changedAt = now;
  return allowed;
}

/** Animates an element inside an svg by Element.animate, and returns the animation. The svg keeps the animation for stop. */
export function move(node, frames, options) {
  const animation = node.animate(frames, options);
  (node.ownerSVGElement.animations ??= []).push(animation);
  return animation;
}

/**
 * Ends all motion in a picture that is redrawn or removed: its animations, and the group of moving elements (flying, of carry.js), which is
 * removed. Without a picture nothing happens. Hidden animations would let the browser render frames without need.
 */
export function stop(svg) {
  for (const animation of svg?.animations ?? []) animation.cancel();
  svg?.flying?.remove();
  if (svg) svg.animations = svg.flying = undefined;
}

/** Cross-fades the fill of an element from one colour to another, within STEP. */
export function fade(node, from, to) {
  move(node, { fill: [from, to] }, { duration: STEP, easing: "ease-out" });
}

/** Moves an element to its place from a place that is dx, dy away, in units of its svg with y downwards. */
export function glide(node, dx, dy = 0) {
  move(node, { transform: [`translate(${dx}px,${dy}px)`, "translate(0,0)"] }, { duration: STEP, easing: "ease-out" });
}
