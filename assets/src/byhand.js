// The controls that change a restriction map of the selected edge by hand: two menus, two sliders and a button that undoes the change. The
// elements stay from model to model of the page, so that a slider keeps its focus while the sheaf is computed anew.
import { button, h, slider } from "./dom.js";

/** Creates an empty menu with a label in an element, and returns the menu. */
function select(parent, name) {
  const label = h("label", "", parent);
  h("span", "", label, name);
  const menu = h("select", "", h("span", "sel", label));
  menu.setAttribute("aria-label", name);
  return menu;
}

/**
 * Draws the controls of the model m (edge.ByHandBox of web/view) into the section sec. ends has the names of both ends of the edge, and d
 * is the stalk dimension. maps has the change of the map at each end: a rotation by degrees in the plane of the coordinates a and b, and
 * the factor scale. Coordinates count from 0. If active is true, a change by hand exists, and side is the end of the edge, 0 or 1, whose
 * change the controls show. If off is true, no change is possible. text describes the effect of the change, or how to make one.
 */
export function byHandBox(sec, m, emit) {
  if (!sec.end) build(sec, emit);
  const ends = m.ends.join() + m.d;
  if (sec.ends !== ends) {
    // Another edge or another dimension: the menus get new options. The labels of the coordinates count from 1.
    sec.ends = ends;
    sec.end.replaceChildren(...m.ends.map((name, side) => new Option(`${name} → e`, side)));
    const planes = [];
    for (let a = 0; a < m.d; a++) for (let b = a + 1; b < m.d; b++) planes.push(new Option(`${a + 1}, ${b + 1}`, `${a},${b}`));
    if (!planes.length) planes.push(new Option("1", "0,0")); // one dimension has no plane
    sec.plane.replaceChildren(...planes);
    sec.end.value = m.side;
  }
  sec.m = m;
  if (m.active) sec.end.value = m.side; // without a change, the user's choice of an end stays
  for (const control of [sec.end, sec.plane, sec.turn.input, sec.scale.input]) control.disabled = m.off;
  sec.back.disabled = !m.active;
  showChange(sec, +sec.end.value);
  if (sec.answer.textContent !== m.text) sec.answer.textContent = m.text; // a screen reader would read an equal text again
}

/**
 * Creates the controls as fields of the section: the menus end and plane, the button back, the sliders turn and scale, and the sentence
 * answer. Each change of a map is sent to the page.
 */
function build(sec, emit) {
  const row = h("div", "row", sec.box);
  sec.end = select(row, "Map");
  sec.plane = select(row, "Plane");
  sec.back = button(row, "tool#put-back", "Put back");
  const sliders = h("div", "knobs", sec.box);
  sec.turn = slider(sliders, "rotate", "Rotate the map, degrees", "map-rotate", { min: -180, max: 180, step: 1 });
  sec.scale = slider(sliders, "scale", "Scale the map", "map-scale", { min: 0, max: 3, step: 0.01 });
  sec.answer = h("p", "note answer#map-answer", sec.box);
  sec.answer.setAttribute("role", "status");
  // Sends the change of the controls to the page.
  const send = () => {
    const [a, b] = (sec.plane.value || "0,0").split(",").map(Number);
    showValues(sec);
    emit("changemap", { side: +sec.end.value, a, b, degrees: +sec.turn.input.value, scale: +sec.scale.input.value });
  };
  sec.turn.input.addEventListener("input", send);
  sec.scale.input.addEventListener("input", send);
  sec.plane.addEventListener("change", send);
  // After a choice of an end, the other controls show the change of its map. If a change exists, the page needs to know the end as well.
  sec.end.addEventListener("change", () => {
    showChange(sec, +sec.end.value);
    if (sec.m.active) send();
  });
  sec.back.addEventListener("click", () => {
    emit("putback");
    sec.turn.input.focus(); // the button is disabled after its click, and would lose the focus
  });
}

/**
 * Shows the change of the map at an end of the edge, 0 or 1. A slider with the focus keeps its value while the map at this end is changed:
 * the model may be older than the slider.
 */
function showChange(sec, side) {
  const change = sec.m.maps[side],
    isChanged = sec.m.active && side === sec.m.side,
    inUse = (input) => isChanged && document.activeElement === input;
  sec.plane.value = `${change.a},${change.b}`;
  if (!inUse(sec.turn.input)) sec.turn.input.value = change.degrees;
  if (!inUse(sec.scale.input)) sec.scale.input.value = change.scale;
  showValues(sec);
}

/** Writes the value of each slider beside it: degrees, and a factor with two decimals. */
function showValues(sec) {
  sec.turn.out.textContent = `${sec.turn.input.value}°`.replace("-", "−");
  sec.turn.input.setAttribute("aria-valuetext", `${sec.turn.input.value} degrees`);
  sec.scale.out.textContent = (+sec.scale.input.value).toFixed(2);
}
