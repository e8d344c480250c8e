// One edge: two stalks, two maps, and what the edge sees of them. Everything on the screen is computed from x and R. A map is kept
// as a turn of a triangle, R = turn(a)·[[s, k], [0, t]], as which every matrix can be written.
import { el, h, shape } from "./draw.js";
import { sketch, LAY } from "./edge-picture.js";
import "./thread.js";

const START = () => ({
  u: -1,
  v: -1,
  d: 2,
  x: [
    [1, 0.62],
    [-0.95, 0.28],
  ],
  maps: [
    [1, 0, 0, 1],
    [1, 0, 0, 1],
  ],
});
const RATE = 1.1,
  LONGEST = 6000,
  REST = 400,
  ENDS = 1e-4; // of the diffusion; ms; energy
const still = matchMedia("(prefers-reduced-motion: reduce)");
const rad = Math.PI / 180;

let ui,
  first = START(),
  S,
  flowing = false,
  timer = 0,
  resting = 0,
  grab = null,
  tell = () => {},
  note = "",
  told = 0,
  within = null,
  unit = 1;

const open = (m) => ({ u: m.u, v: m.v, d: m.d, x: m.x.map((v) => [v[0], v[1] ?? 0]), m: m.maps.map((R) => parts(m.d, R)) });
/** The parts of a matrix, given by rows. */
function parts(d, R) {
  if (d === 1) return { a: 0, s: R[0], k: 0, t: 0 };
  const s = Math.hypot(R[0], R[2]),
    a = s > 1e-12 ? Math.atan2(R[2], R[0]) : 0,
    c = Math.cos(a),
    n = Math.sin(a);
  return { a: a / rad, s, k: c * R[1] + n * R[3], t: -n * R[1] + c * R[3] };
}
const mat = ({ a, s, k, t }) => {
  const c = Math.cos(a * rad),
    n = Math.sin(a * rad);
  return [c * s, c * k - n * t, n * s, n * k + c * t];
};
const mul = (R, x) => [R[0] * x[0] + R[1] * x[1], R[2] * x[0] + R[3] * x[1]];
const back = (R, x) => [R[0] * x[0] + R[2] * x[1], R[1] * x[0] + R[3] * x[1]];

/** Residual, energy, λ₂ and the dimension of the kernel. */
function numbers() {
  const [U, V] = S.m.map(mat),
    pu = mul(U, S.x[0]),
    pv = mul(V, S.x[1]),
    r = [pu[0] - pv[0], pu[1] - pv[1]];
  // δ = [U, −V]: its squared singular values, the eigenvalues of UUᵀ + VVᵀ, are those of the Laplacian that are not 0.
  const sum = (f) => f(U) + f(V),
    A = sum((R) => R[0] ** 2 + R[1] ** 2),
    C = sum((R) => R[2] ** 2 + R[3] ** 2),
    B = sum((R) => R[0] * R[2] + R[1] * R[3]);
  const mid = (A + C) / 2,
    w = Math.hypot((A - C) / 2, B),
    ev = [mid - w, mid + w].filter((l) => l > 1e-6);
  return { U, V, pu, pv, r, energy: r[0] ** 2 + r[1] ** 2, l2: ev.length ? ev[0] : 0, h0: 2 * S.d - ev.length };
}

function build() {
  const r = h("div", "oneedge#one-edge");
  r.innerHTML =
    `<header class="ltop"><span class="lbrand">One edge</span><span class="push"></span><button type="button" class="reset"
 data-testid="edge-back">Back</button></header><section class="lhead" aria-label="In one sentence"><h1 class="lsay"
 aria-live="polite"></h1><p class="enote"></p></section><main class="lmain"><section class="lcanvas"
 aria-label="Two stalks, their maps, and what the edge sees"><svg role="group" aria-label="Handles of both ` +
    `ends"></svg></section><section class="deck"><div><button
 type="button" class="reset" data-testid="edge-again">Start again</button></div><dl ` +
    `class="enums"><div><dt>energy</dt><dd></dd></div><div><dt>λ₂<span
 class="hint">, how fast it settles</span></dt><dd></dd></div><div><dt>dim H⁰<span class="hint">, ways to ` +
    `agree</span></dt><dd></dd></div></dl><div
 class="lacts"><button type="button" class="go" data-testid="edge-flow">Let it diffuse</button></div></section></main>`;
  const q = (s) => r.querySelector(s);
  ui = { root: r, say: q("h1"), note: q(".enote"), svg: q(".lcanvas svg"), nums: [...r.querySelectorAll("dd")], go: q(".go") };
  q('[data-testid="edge-back"]').addEventListener("click", () => tell("edge", { kind: "close" }));
  q('[data-testid="edge-again"]').addEventListener("click", () => {
    stop();
    S = open(first);
    changed();
  });
  ui.go.addEventListener("click", flow);
  r.addEventListener("keydown", (e) => {
    if (e.key === "Escape") tell("edge", { kind: "close" });
  });
  ui.svg.addEventListener("pointerdown", (e) => {
    const name = e.target.dataset?.h ?? nearest(e);
    if (!name) return;
    stop();
    grab = name;
    ui.svg.querySelector(`[data-h=${name}]`).focus();
    ui.svg.setPointerCapture(e.pointerId);
    e.preventDefault();
  });
  ui.svg.addEventListener("pointermove", (e) => {
    if (!grab) return;
    const [x, y] = at(e),
      k = +grab[1],
      o = layout(),
      c = grab[0] === "x" ? o.p[k] : o.g[k],
      L = grab[0] === "x" ? o.L : o.gr * 0.56;
    place(grab, [(x - c[0]) / L, (c[1] - y) / L]);
    changed();
  });
  for (const t of ["pointerup", "pointercancel"])
    ui.svg.addEventListener(t, () => {
      grab = null;
    });
  ui.svg.addEventListener("keydown", key);
  new ResizeObserver(draw).observe(ui.svg);
}

const layout = () => {
  const o = LAY[shape()];
  return { ...o, L: o.L * unit, unit, who: within ? "person" : "node" };
};
const at = (e) => {
  const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(ui.svg.getScreenCTM().inverse());
  return [p.x, p.y];
};
/** The handle within a finger's 22 pixels, the nearest of several. */
function nearest(e) {
  const all = [...ui.svg.querySelectorAll("[data-h]")]
    .map((c) => {
      const b = c.getBoundingClientRect();
      return [Math.hypot(b.x + b.width / 2 - e.clientX, b.y + b.height / 2 - e.clientY), c.dataset.h];
    })
    .sort((a, b) => a[0] - b[0]);
  return all[0][0] <= 22 ? all[0][1] : null;
}
const snap = (v, to, d) => to.find((s) => Math.abs(v - s) < d) ?? v;
/** Puts the arrow x, the arm a (turn and stretch) or the arm b (across) of an end at a point of its plane. */
function place(name, v) {
  const k = +name[1],
    m = S.m[k],
    o = layout(),
    l = Math.hypot(...v);
  if (S.d === 1) {
    if (name[0] === "x") S.x[k] = [Math.max(-1.5, Math.min(1.5, v[0])), 0];
    else m.s = snap(Math.max(-1.6, Math.min(1.6, v[0])), [-1, 0, 1], 0.1);
  } else if (name[0] === "x") {
    const most = (o.p[k][2] - 8) / o.L,
      f = l > most ? most / l : 1;
    S.x[k] = [v[0] * f, v[1] * f];
  } else if (name[0] === "a") {
    m.s = snap(Math.min(1.6, l), [0, 1], 0.1);
    if (l > 0.12) {
      const a = Math.atan2(v[1], v[0]) / rad,
        near = 15 * Math.round(a / 15);
      m.a = Math.abs(a - near) < 3 ? near : a;
    }
  } else {
    const c = Math.cos(m.a * rad),
      s = Math.sin(m.a * rad);
    m.t = snap(Math.max(-1.6, Math.min(1.6, -s * v[0] + c * v[1])), [-1, 0, 1], 0.1);
  }
}
function key(e) {
  const name = e.target.dataset?.h,
    d = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
  if (!name) return;
  const k = +name[1],
    m = S.m[k],
    step = (v, by) => Math.max(-1.6, Math.min(1.6, Math.round(10 * v + by) / 10));
  if (d && name[0] === "x") place(name, [S.x[k][0] + 0.1 * d[0], S.x[k][1] + 0.1 * d[1]]);
  else if (d && S.d === 1) m.s = step(m.s, d[0] + d[1]);
  else if (d && name[0] === "a") {
    m.a = ((m.a - 15 * d[0] + 540) % 360) - 180;
    m.s = Math.max(0, step(m.s, d[1]));
  } else if (d) m.t = step(m.t, d[0] + d[1]);
  else if (globalThis.sheafscopePrefers.key(e).toLowerCase() === "m") {
    if (S.d === 1) m.s = -m.s;
    else m.t = -m.t;
  } else return;
  e.preventDefault();
  e.stopPropagation();
  stop();
  changed();
}
function stop() {
  cancelAnimationFrame(timer);
  flowing = false;
}
/** dx/dt = −L x in real time: a larger λ₂ settles faster. */
function step(dt) {
  const n = numbers(),
    a = back(n.U, n.r),
    b = back(n.V, n.r);
  S.x = [S.x[0].map((v, i) => v - dt * a[i]), S.x[1].map((v, i) => v + dt * b[i])];
}
function flow() {
  stop();
  if (still.matches) {
    for (let i = 0; i < 4000; i++) step(0.02);
    changed();
    return;
  }
  flowing = true;
  let last = performance.now();
  const end = last + LONGEST,
    frame = (t) => {
      const dt = Math.min(0.05, Math.max(0, (t - last) / 1000));
      last = t;
      for (let i = 0; i < 4; i++) step((dt * RATE) / 4);
      flowing = numbers().energy > ENDS && t < end;
      changed();
      if (flowing) timer = requestAnimationFrame(frame);
    };
  timer = requestAnimationFrame(frame);
}

const sentence = (n) => {
  const [a, b] = S.m,
    id = (m) => Math.abs(m.s - 1) < 0.005 && (S.d === 1 || (Math.abs(m.t - 1) < 0.005 && Math.abs(m.k) < 0.005)) && Math.abs(m.a) < 1;
  const zero = (m) => Math.abs(m.s) < 0.01 && Math.abs(m.t) < 0.01 && Math.abs(m.k) < 0.01,
    flat = (m) => S.d > 1 && Math.abs(m.s * m.t) < 0.01;
  const agree = n.energy < 0.005,
    same = id(a) && id(b);
  if (flowing) return "Both arrows give way, each through its own map, until the edge sees no difference.";
  if (zero(a) || zero(b)) return "A map shrunk to nothing sends nothing: the edge no longer hears that end.";
  if (n.h0 > S.d) return "Both maps are flat in one direction. The edge is blind to the rest, so more states agree.";
  if (agree && same) return "With both maps left alone, to agree is to be equal. That is an ordinary graph.";
  if (agree) return "The edge sees no difference, and yet the two arrows are not equal. That is a sheaf.";
  if (flat(a) || flat(b)) return "A flat map passes one direction only; the edge compares what is left.";
  if (same) return "Each end shows its arrow to the edge. There they clash, by r. Turn a map until they agree.";
  if (n.energy < 0.25) return "Nearly. What is left of r is what these maps cannot yet reconcile.";
  return "The maps changed what the edge sees, not the arrows. Keep turning, or let it diffuse.";
};
const fix = (v) => (Math.abs(v) < 0.005 ? 0 : v).toFixed(2).replace("-", "−");

function draw() {
  if (!S || !ui.svg.clientWidth) return;
  const n = numbers();
  sketch(ui.svg, layout(), S, n);
  ui.nums[0].textContent = fix(n.energy);
  ui.nums[0].classList.toggle("hot", n.energy > 0.005);
  ui.nums[1].textContent = n.l2 ? fix(n.l2) : "–";
  ui.nums[2].textContent = n.h0;
  ui.go.disabled = n.energy < 0.005;
}
/** What follows a change: the picture at once, the sentence after a rest, so that a screen reader hears one, and the page. */
function changed() {
  draw();
  clearTimeout(resting);
  const words = () => {
    const t = within && untouched() ? within.first : sentence(numbers());
    if (within) within.say(t);
    else if (ui.say.textContent !== t) ui.say.textContent = t;
  };
  if (within || ui.say.textContent) resting = setTimeout(words, REST);
  else words();
  if (!told)
    told = setTimeout(() => {
      told = 0;
      share();
    }, 50);
}
/** Reports whether everything stands as it was trained. */
const untouched = () => JSON.stringify(S) === JSON.stringify(open(first));
const share = () => tell("edge", { kind: "moved", text: JSON.stringify(edge()) });
const edge = () => ({
  u: S.u,
  v: S.v,
  d: S.d,
  x: S.x.map((v) => v.slice(0, S.d)),
  maps: S.m.map(mat).map((R) => (S.d === 1 ? [R[0]] : R)),
});

globalThis.sheafscopeEdge = {
  /** Shows an edge, {u, v, d, x, maps, note}, that of Look without one; fn hears what is moved and when it is left. Within a scene,
   * host has the place for it and says its sentences; first is what "as trained" puts back, size what a unit is drawn with. */
  show(model, fn, host) {
    if (!ui) build();
    tell = fn;
    within = host ? { ...host, first: model.say } : null;
    unit = model?.size ?? 1;
    first = model?.first ? { ...model, ...model.first } : model?.x ? model : START();
    note = model?.note ?? "";
    stop();
    S = open(model?.x ? model : first);
    ui.root.classList.toggle("within", Boolean(host));
    ui.root.querySelector("[data-testid=edge-again]").textContent = host ? "As trained" : "Start again";
    ui.say.textContent = "";
    ui.note.textContent = note;
    ui.note.hidden = !note;
    const into = host?.into ?? document.body;
    if (ui.root.parentNode !== into) into.prepend(ui.root);
    document.documentElement.classList.toggle("at-edge", !host);
    changed();
    if (host) return;
    share();
    ui.svg.querySelector("[data-h]")?.focus();
  },
  hide() {
    stop();
    clearTimeout(resting);
    within = null;
    ui?.root.remove();
    document.documentElement.classList.remove("at-edge");
  },
};
