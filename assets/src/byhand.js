// Sliders that change a restriction map by hand. The elements stay between
// frames, so a slider keeps its focus while the sheaf answers.
import { button, h, slider } from "./dom.js";

function select(box, name, wide) {
  const label = h("label", "", box);
  h("span", "", label, name);
  const s = h("select", "", h("span", "sel" + (wide ? " wide" : ""), label));
  s.setAttribute("aria-label", name);
  return s;
}

export function byHandBox(sec, m, emit) {
  if (!sec.end) {
    const row = h("div", "row", sec.box);
    sec.end = select(row, "Map");
    sec.plane = select(row, "Plane");
    sec.back = button(row, "tool#put-back", "Put back");
    const sliders = h("div", "knobs", sec.box);
    sec.turn = slider(sliders, "rotate", "Rotate the map, degrees", "map-rotate", { min: -180, max: 180, step: 1 });
    sec.scale = slider(sliders, "scale", "Scale the map", "map-scale", { min: 0, max: 3, step: 0.01 });
    sec.said = h("p", "note answer#map-answer", sec.box);
    sec.said.setAttribute("role", "status");
    const send = () => {
      const [a, b] = (sec.plane.value || "0,0").split(",").map(Number);
      label(sec);
      emit("changemap", { side: +sec.end.value, a, b, degrees: +sec.turn.input.value, scale: +sec.scale.input.value });
    };
    sec.turn.input.addEventListener("input", send);
    sec.scale.input.addEventListener("input", send);
    sec.plane.addEventListener("change", send);
    sec.end.addEventListener("change", () => {
      show(sec, +sec.end.value);
      if (sec.m.active) send();
    });
    sec.back.addEventListener("click", () => {
      emit("putback");
      sec.turn.input.focus();
    });
  }
  const ends = m.ends.join() + m.d;
  if (sec.ends !== ends) {
    sec.ends = ends;
    sec.end.replaceChildren(...m.ends.map((n, k) => new Option(`${n} → e`, k)));
    const planes = [];
    for (let a = 0; a < m.d; a++) for (let b = a + 1; b < m.d; b++) planes.push(new Option(`${a + 1}, ${b + 1}`, `${a},${b}`));
    if (!planes.length) planes.push(new Option("1", "0,0"));
    sec.plane.replaceChildren(...planes);
    sec.end.value = m.side;
  }
  sec.m = m;
  if (m.active) sec.end.value = m.side;
  for (const q of [sec.end, sec.plane, sec.turn.input, sec.scale.input]) q.disabled = m.off;
  sec.back.disabled = !m.active;
  show(sec, +sec.end.value);
  if (sec.said.textContent !== m.text) sec.said.textContent = m.text;
}

/** Shows the change of one end; a slider in use keeps its place. */
function show(sec, side) {
  const t = sec.m.maps[side],
    busy = (i) => sec.m.active && document.activeElement === i && side === sec.m.side;
  sec.plane.value = `${t.a},${t.b}`;
  if (!busy(sec.turn.input)) sec.turn.input.value = t.degrees;
  if (!busy(sec.scale.input)) sec.scale.input.value = t.scale;
  label(sec);
}
function label(sec) {
  sec.turn.out.textContent = `${sec.turn.input.value}°`.replace("-", "−");
  sec.turn.input.setAttribute("aria-valuetext", `${sec.turn.input.value} degrees`);
  sec.scale.out.textContent = (+sec.scale.input.value).toFixed(2);
}
