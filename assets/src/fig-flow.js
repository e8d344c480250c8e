// The iterations of the solver, conjugate gradients (stages.Flow of web/view): two
// sliders, and the curves of the residual and the Dirichlet energy. Each change of
// a slider is sent to the page, which colours the graph by the iterate and sends a
// new model. The elements stay between models, so that a slider keeps its focus.
import { alike, h, el, text, line, path, circle, lin, open, num, pct, ticks, power, powers, axes, button, slider } from "./dom.js";

const DT_RANGE = { min: -2, max: 2, step: 0.02 }; // of the logarithm (base 10) of the diffusion time
const PLAY_MS = 3600, // milliseconds in which Play shows all iterations
  MIN_STEP_MS = 90, // limits of the milliseconds of an iteration
  MAX_STEP_MS = 260;

// Pixels of the curves:
const LEFT = 44, // labels of the y-axes
  RIGHT = 92, // values of the shown iteration
  HEIGHT = 214,
  RESIDUAL_TOP = 8,
  RESIDUAL_BASE = 96,
  ENERGY_TOP = 118,
  ENERGY_BASE = 188;

/**
 * Draws the model m into the section sec. iter has the numbers of the stored iterations, and residual, energy, spread and right have a
 * value for each of them. at is the index of the shown iteration in these lists. dt is the diffusion time of the model, run the diffusion
 * time of the run. on reports that the iterate colours the graph. classes selects the colours of the classes, otherwise the main
 * coordinate. off reports that the sliders are disabled.
 */
export function flowBox(sec, m, emit, island) {
  if (!sec.at) build(sec, emit, island);
  sec.m = m;
  sec.classes = m.classes;
  sec.touched = m.dt !== m.run;
  const last = m.iter.length - 1,
    iteration = sec.at.input, // its value is an index of m.iter
    inUse = document.activeElement === iteration || sec.timer; // by the user or by Play: the slider is ahead of the model
  iteration.max = last;
  if (!inUse || +iteration.value > last) iteration.value = m.at; // an index behind the last iteration is replaced in any case
  if (document.activeElement !== sec.dt.input) sec.dt.input.value = Math.log10(Math.max(0.01, m.dt)); // 0.01 is the left end
  for (const control of [iteration, sec.dt.input, sec.play, ...sec.modes]) control.disabled = m.off;
  sec.back.disabled = !m.on;
  // No mode is pressed while the graph follows the run.
  sec.modes.forEach((b, k) => b.setAttribute("aria-pressed", String(m.on && (k === 1) === m.classes)));
  showValues(sec);
  drawCurves(sec.svg, m);
}

/**
 * Creates the elements of a section. at is the slider of the iteration, and dt the slider of the diffusion time, which has its logarithm
 * (base 10). modes are the two buttons of the colours. touched reports that the diffusion time differs from the time of the run. timer is
 * the timer of Play, 0 or undefined without Play.
 */
function build(sec, emit, island) {
  const sliders = h("div", "knobs one", sec.box);
  sec.at = slider(sliders, "iteration", "Conjugate gradient iteration on show", "flow-iteration");
  sec.dt = slider(sliders, "Δt", "Diffusion time of this look", "flow-dt", DT_RANGE);
  // The row of buttons.
  const row = h("div", "row flowrow", sec.box),
    group = h("div", "mini", row);
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Colour of the nodes");
  sec.modes = ["main coordinate", "nearest class mean"].map((name, k) => {
    const b = button(group, "", name, () => {
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
  // Sends the values of the controls to the page. For the page, a diffusion time (dt) of 0 is the diffusion time of the run.
  const send = () => {
    showValues(sec);
    emit("flow", { index: +sec.at.input.value, dt: sec.touched ? 10 ** +sec.dt.input.value : 0, classes: sec.classes });
  };
  // Ends Play. Without Play nothing changes.
  const stop = () => {
    clearInterval(sec.timer);
    sec.timer = 0;
    sec.play.textContent = "Play";
  };
  sec.at.input.addEventListener("input", () => {
    stop();
    send();
  });
  // Play goes on during a change of the diffusion time.
  sec.dt.input.addEventListener("input", () => {
    sec.touched = true;
    send();
  });
  sec.play.addEventListener("click", () => {
    if (sec.timer) {
      stop();
      return;
    }
    const last = +sec.at.input.max;
    sec.at.input.value = 0;
    send();
    sec.play.textContent = "Stop";
    // Shows the next iteration. Play ends after the last iteration, or if its section is no longer visible.
    const showNext = () => {
      const hidden = sec.root.hidden || !sec.root.isConnected;
      if (hidden || +sec.at.input.value >= last) {
        stop();
        return;
      }
      sec.at.input.value = +sec.at.input.value + 1;
      send();
    };
    sec.timer = setInterval(showNext, Math.max(MIN_STEP_MS, Math.min(MAX_STEP_MS, PLAY_MS / Math.max(1, last))));
  });
  // The index −1 stands for no iterate: the graph follows the run again.
  sec.back.addEventListener("click", () => {
    stop();
    sec.touched = false;
    emit("flow", { index: -1, dt: 0, classes: sec.classes });
  });
}

/** Writes the number of the iteration and the diffusion time beside their sliders. */
function showValues({ m, at, dt, touched }) {
  const k = Math.min(+at.input.value, m.iter.length - 1),
    time = touched ? 10 ** +dt.input.value : m.run,
    timeText = String(+time.toPrecision(3)),
    iteration = `${m.iter[k]} of ${m.iter.at(-1)}`;
  at.out.textContent = iteration;
  at.input.setAttribute("aria-valuetext", `iteration ${iteration}, residual ${num(m.residual[k])}`);
  dt.out.textContent = timeText + (touched ? "" : " (run)");
  dt.input.setAttribute("aria-valuetext", timeText);
}

/** Draws the residual above and the Dirichlet energy below, on one axis of iterations. A vertical line marks the shown iteration. */
function drawCurves(svg, m) {
  const box = open(svg, HEIGHT);
  if (!box) return;
  const { s, w } = box,
    x0 = LEFT,
    x1 = w - RIGHT,
    base = ENERGY_BASE,
    iterations = m.iter.at(-1),
    X = lin(0, Math.max(1, iterations), x0, x1),
    xs = m.iter.map(X),
    k = m.at;
  // The relative residual, on powers of ten from 1 down to the smallest of all residuals and the tolerance m.tol. m.tol is 0 if the solver
  // has no tolerance.
  const smallest = Math.max(1e-18, Math.min(m.tol || 1, ...m.residual)),
    lowExponent = Math.min(-1, Math.floor(Math.log10(smallest))),
    scale = lin(lowExponent, 0, RESIDUAL_BASE, RESIDUAL_TOP),
    residualY = (v) => scale(Math.log10(Math.max(10 ** lowExponent, v)));
  axes(s, { x0, x1, Y: residualY, ys: powers(lowExponent, 0), label: power, zero: "grid" });
  if (m.tol) line(s, x0, residualY(m.tol), x1, residualY(m.tol), "ln ln2 thin dash");
  const residuals = m.residual.map((v, i) => [xs[i], residualY(v)]);
  path(s, residuals, "ln");
  // The energy.
  const largest = Math.max(1e-300, ...m.energy), // above 0, so that the scale has a length
    scaleY = lin(0, largest * 1.06, base, ENERGY_TOP), // with a margin of 6 % above
    energyY = (v) => scaleY(Math.max(0, v));
  axes(s, {
    x0,
    x1,
    base,
    X,
    Y: scaleY,
    xs: ticks(0, iterations, 4).filter((t) => t === Math.round(t)),
    ys: ticks(0, largest, 2),
    foot: base + 16,
    zero: "grid",
  });
  line(s, x0, base + 0.5, x1, base + 0.5, "ax");
  text(s, x1 + 16, base + 16, "iteration");
  const energies = m.energy.map((v, i) => [xs[i], energyY(v)]);
  path(s, energies, "ln");
  // The shown iteration, with its values at the right.
  line(s, xs[k], RESIDUAL_TOP - 4, xs[k], base, "ln lna thin");
  circle(s, xs[k], residualY(m.residual[k]), 4, "f-a");
  circle(s, xs[k], energyY(m.energy[k]), 4, "f-a");
  // Writes a value below its name at the right.
  const drawValue = (y, name, value) => {
    text(s, x1 + 10, y, name, "k");
    text(s, x1 + 10, y + 14, value, "a");
  };
  drawValue(RESIDUAL_TOP + 12, "residual", num(m.residual[k]));
  drawValue(ENERGY_TOP + 10, "energy", num(m.energy[k]));
  if (m.tol) text(s, x0 + 4, residualY(m.tol) - 5, "tolerance", "halo");
  // spread is the standard deviation of the nodes along their main coordinate. right is the share of the labelled nodes outside the
  // training set whose nearest class mean is their own, −1 without such nodes.
  s.setAttribute(
    "aria-label",
    `Iteration ` +
      `${m.iter[k]}: residual ${num(m.residual[k])}, Dirichlet energy ${num(m.energy[k])}, spread ${num(m.spread[k])}` +
      (m.right[k] >= 0 ? `, nearest mean right for ${pct(m.right[k])}` : ""),
  );
}
