// The iterations of the solver: two sliders, the residual and the Dirichlet energy
// with a marker. Moving a slider recolours the graph; the page answers with the
// next model, the elements stay so that a slider keeps its focus.
import { alike, h, el, text, line, path, circle, lin, open, num, pct, ticks, power, powers, axes, button, slider } from "./dom.js";

const LOG = { min: -2, max: 2, step: 0.02 };

export function flowBox(sec, m, emit, island) {
  if (!sec.at) {
    const sliders = h("div", "knobs one", sec.box);
    sec.at = slider(sliders, "iteration", "Conjugate gradient iteration on show", "flow-iteration");
    sec.dt = slider(sliders, "Δt", "Diffusion time of this look", "flow-dt", LOG);
    const row = h("div", "row flowrow", sec.box),
      seg = h("div", "mini", row);
    seg.setAttribute("role", "group");
    seg.setAttribute("aria-label", "Colour of the nodes");
    sec.modes = ["main coordinate", "nearest class mean"].map((name, k) => {
      const b = button(seg, "", name, () => {
        sec.classes = k === 1;
        send();
      });
      b.title = k
        ? "Each node takes the class whose mean over the training nodes is nearest to its features"
        : "Features of each node projected on the direction in which the nodes spread most at the end of the solve, less the mean over " +
          "the nodes";
      return b;
    });
    h("span", "push", row);
    sec.play = button(row, "tool#flow-play", "Play");
    sec.back = button(row, "tool#flow-back", "Follow the run");
    const name = "Residual and Dirichlet energy by iteration";
    sec.svg = alike(el("svg", { role: "img", "aria-label": name }, sec.box), island.widths, "flow");
    const send = () => {
      label(sec);
      emit("flow", { index: +sec.at.input.value, dt: sec.touched ? 10 ** +sec.dt.input.value : 0, classes: sec.classes });
    };
    const stop = () => {
      clearInterval(sec.timer);
      sec.timer = 0;
      sec.play.textContent = "Play";
    };
    sec.at.input.addEventListener("input", () => {
      stop();
      send();
    });
    sec.dt.input.addEventListener("input", () => {
      sec.touched = true;
      send();
    });
    sec.play.addEventListener("click", () => {
      if (sec.timer) {
        stop();
        return;
      }
      const top = +sec.at.input.max;
      sec.at.input.value = 0;
      send();
      sec.play.textContent = "Stop";
      sec.timer = setInterval(
        () => {
          if (sec.root.hidden || !sec.root.isConnected || +sec.at.input.value >= top) {
            stop();
            return;
          }
          sec.at.input.value = +sec.at.input.value + 1;
          send();
        },
        Math.max(90, Math.min(260, 3600 / Math.max(1, top))),
      );
    });
    sec.back.addEventListener("click", () => {
      stop();
      sec.touched = false;
      emit("flow", { index: -1, dt: 0, classes: sec.classes });
    });
  }
  sec.m = m;
  sec.classes = m.classes;
  sec.touched = m.dt !== m.run;
  sec.at.input.max = m.iter.length - 1;
  if ((document.activeElement !== sec.at.input && !sec.timer) || +sec.at.input.value > m.iter.length - 1) sec.at.input.value = m.at;
  if (document.activeElement !== sec.dt.input) sec.dt.input.value = Math.log10(Math.max(0.01, m.dt));
  for (const q of [sec.at.input, sec.dt.input, sec.play, ...sec.modes]) q.disabled = m.off;
  sec.back.disabled = !m.on;
  sec.modes.forEach((b, k) => b.setAttribute("aria-pressed", String(m.on && (k === 1) === m.classes)));
  label(sec);
  curves(sec.svg, m);
}

function label(sec) {
  const k = Math.min(+sec.at.input.value, sec.m.iter.length - 1),
    dt = sec.touched ? 10 ** +sec.dt.input.value : sec.m.run;
  sec.at.out.textContent = `${sec.m.iter[k]} of ${sec.m.iter.at(-1)}`;
  sec.at.input.setAttribute("aria-valuetext", `iteration ${sec.m.iter[k]} of ${sec.m.iter.at(-1)}, residual ${num(sec.m.residual[k])}`);
  sec.dt.out.textContent = String(+dt.toPrecision(3)) + (sec.touched ? "" : " (run)");
  sec.dt.input.setAttribute("aria-valuetext", String(+dt.toPrecision(3)));
}

/** Residual above, energy and spread below, on one axis of iterations. */
function curves(svg, m) {
  const o = open(svg, 214);
  if (!o) return;
  const { s, w } = o,
    x0 = 44,
    x1 = w - 92,
    n = m.iter.at(-1),
    X = lin(0, Math.max(1, n), x0, x1),
    xs = m.iter.map(X),
    k = m.at;
  // residual
  const top = 8,
    mid = 96,
    least = Math.max(1e-18, Math.min(m.tol || 1, ...m.residual)),
    lo = Math.min(-1, Math.floor(Math.log10(least))),
    Y = lin(lo, 0, mid, top),
    y = (v) => Y(Math.log10(Math.max(10 ** lo, v)));
  axes(s, { x0, x1, Y: y, ys: powers(lo, 0), label: power, zero: "grid" });
  if (m.tol) line(s, x0, y(m.tol), x1, y(m.tol), "ln ln2 thin dash");
  path(
    s,
    m.residual.map((v, i) => [xs[i], y(v)]),
    "ln",
  );
  // energy
  const a = 118,
    base = 188,
    top2 = Math.max(1e-300, ...m.energy),
    E = lin(0, top2 * 1.06, base, a);
  axes(s, {
    x0,
    x1,
    base,
    X,
    Y: E,
    xs: ticks(0, n, 4).filter((t) => t === Math.round(t)),
    ys: ticks(0, top2, 2),
    foot: base + 16,
    zero: "grid",
  });
  line(s, x0, base + 0.5, x1, base + 0.5, "ax");
  text(s, x1 + 16, base + 16, "iteration");
  path(
    s,
    m.energy.map((v, i) => [xs[i], E(Math.max(0, v))]),
    "ln",
  );
  // the marker
  line(s, xs[k], top - 4, xs[k], base, "ln lna thin");
  circle(s, xs[k], y(m.residual[k]), 4, "f-a");
  circle(s, xs[k], E(Math.max(0, m.energy[k])), 4, "f-a");
  const say = (yy, name, value) => {
    text(s, x1 + 10, yy, name, "k");
    text(s, x1 + 10, yy + 14, value, "a");
  };
  say(top + 12, "residual", num(m.residual[k]));
  say(a + 10, "energy", num(m.energy[k]));
  if (m.tol) text(s, x0 + 4, y(m.tol) - 5, "tolerance", "halo");
  s.setAttribute(
    "aria-label",
    `Iteration ` +
      `${m.iter[k]}: residual ${num(m.residual[k])}, Dirichlet energy ${num(m.energy[k])}, spread ${num(m.spread[k])}` +
      (m.right[k] >= 0 ? `, nearest mean right for ${pct(m.right[k])}` : ""),
  );
}
