// The scene One edge, in which a reader moves vectors and maps by hand: two stalks, two maps, and the difference of the images in the stalk
// of the edge. All numbers on the screen are computed from the vectors x and the maps R. Index 0 is the end u, and 1 is the end v. A map is
// kept as a rotation times a triangular matrix, R = rotation(a)·[[s, k], [0, t]]. Every 2×2 matrix has this form.
import { el, h, shape } from "./draw.js";
import { sketch, LAY } from "./edge-picture.js";
import "./thread.js";

/** Returns the edge that is shown without a model: no nodes of a graph (−1), two vectors, and identities as maps. */
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
const RATE = 1.1, // units of the time of the diffusion in a second of the screen
  LONGEST = 6000, // ms of a diffusion
  ENDS = 1e-4, // energy at which the diffusion ends
  STEPS = 4, // steps of the diffusion in a frame
  PAUSE = 400, // ms without a change before the sentence is announced
  SHARE = 50, // ms between two reports to the page
  AGREES = 0.005, // largest energy that counts as none: its text is 0.00
  LARGEST = 1.6, // largest absolute value of the factors s and t that a hand can choose
  VECTOR = 1.5, // largest entry of a vector in a stalk of dimension 1
  SNAP = 0.1, // distance at which a factor snaps to −1, 0 or 1
  ANGLE = 15, // degrees between the angles to which a map snaps
  UNIT = 0.56, // length of a unit in the disc of a map, as a part of its radius (as in edge-picture.js)
  REACH = 22; // pixels between a finger and the handle that it catches
const still = matchMedia("(prefers-reduced-motion: reduce)");
const rad = Math.PI / 180; // a degree in radians

let ui, // the elements of the scene
  first = START(), // the model that the button "Start again" or "As trained" puts back
  state, // the edge: numbers u and v of its nodes, dimension d (1 or 2), vectors x, and maps m as factors {a, s, k, t}
  flowing = false, // the diffusion runs
  frame = 0, // animation frame of the diffusion
  pause = 0, // timer of the sentence
  grab = null, // the name of the dragged handle, null for none
  emit = () => {}, // sends an event to the page
  sharing = 0, // timer of the next report to the page, 0 for none
  within = null, // the scene of the thread that holds this edge, null for the level Look
  unit = 1; // factor of the length L of a unit vector in the picture

/** Returns the state for a model m, whose maps are matrices row by row. A vector always has two entries, the second 0 if d is 1. */
const open = (m) => ({ u: m.u, v: m.v, d: m.d, x: m.x.map((v) => [v[0], v[1] ?? 0]), m: m.maps.map((R) => factors(m.d, R)) });
/**
 * Returns the factors of a d×d matrix, given row by row: the angle a in degrees, and s, k, t of the triangular matrix. A first column of 0
 * gets the angle 0. For d = 1, s is the number itself, and may be negative.
 */
function factors(d, R) {
  if (d === 1) return { a: 0, s: R[0], k: 0, t: 0 };
  const s = Math.hypot(R[0], R[2]),
    a = s > 1e-12 ? Math.atan2(R[2], R[0]) : 0,
    c = Math.cos(a),
    n = Math.sin(a);
  return { a: a / rad, s, k: c * R[1] + n * R[3], t: -n * R[1] + c * R[3] };
}
/** Returns the matrix of these factors, row by row. */
const matrix = ({ a, s, k, t }) => {
  const c = Math.cos(a * rad),
    n = Math.sin(a * rad);
  return [c * s, c * k - n * t, n * s, n * k + c * t];
};
/** Returns R x for a 2×2 matrix R, row by row. */
const times = (R, x) => [R[0] * x[0] + R[1] * x[1], R[2] * x[0] + R[3] * x[1]];
/** Returns Rᵀ x for a 2×2 matrix R, row by row. */
const transposedTimes = (R, x) => [R[0] * x[0] + R[2] * x[1], R[1] * x[0] + R[3] * x[1]];

/**
 * Returns the numbers of the state: the maps U and V of the ends u and v, the images pu = U x_u and pv = V x_v, the residual r = pu − pv
 * and its energy |r|². l2 is λ₂ of the Laplacian, its least eigenvalue above 0, or 0 if there is none. h0 is the dimension of its kernel.
 */
function numbers() {
  const [U, V] = state.m.map(matrix),
    pu = times(U, state.x[0]),
    pv = times(V, state.x[1]),
    r = [pu[0] - pv[0], pu[1] - pv[1]];
  // The coboundary is δ = [U, −V]. The matrix δδᵀ = UUᵀ + VVᵀ and the Laplacian δᵀδ have the same eigenvalues other than 0. A, B and C are
  // the entries of this symmetric 2×2 matrix δδᵀ.
  const sum = (f) => f(U) + f(V),
    A = sum((R) => R[0] ** 2 + R[1] ** 2),
    C = sum((R) => R[2] ** 2 + R[3] ** 2),
    B = sum((R) => R[0] * R[2] + R[1] * R[3]);
  // Its eigenvalues are mean ± half. For d = 1 one of them is 0. The Laplacian has 2d eigenvalues; those that are not positive are 0.
  const mean = (A + C) / 2,
    half = Math.hypot((A - C) / 2, B),
    positive = [mean - half, mean + half].filter((l) => l > 1e-6);
  return { U, V, pu, pv, r, energy: r[0] ** 2 + r[1] ** 2, l2: positive.length ? positive[0] : 0, h0: 2 * state.d - positive.length };
}

/** Builds the elements of the scene, with their listeners. */
function build() {
  const root = h("div", "oneedge#one-edge");
  root.innerHTML =
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
  const q = (s) => root.querySelector(s);
  ui = { root, sentence: q("h1"), note: q(".enote"), svg: q(".lcanvas svg"), nums: [...root.querySelectorAll("dd")], go: q(".go") };
  // The buttons. Back and Escape report to the page that the edge is to be closed.
  q('[data-testid="edge-back"]').addEventListener("click", () => emit("edge", { kind: "close" }));
  q('[data-testid="edge-again"]').addEventListener("click", () => {
    stop();
    state = open(first);
    changed();
  });
  ui.go.addEventListener("click", flow);
  root.addEventListener("keydown", (e) => {
    if (e.key === "Escape") emit("edge", { kind: "close" });
  });
  // A pointer drags the handle under it, or the nearest handle.
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
    // The point in units of the plane of the handle, with y upwards. c is the center of the plane, and L the pixels of its unit.
    const [x, y] = pointOf(e),
      k = +grab[1],
      o = layout(),
      c = grab[0] === "x" ? o.stalks[k] : o.maps[k],
      L = grab[0] === "x" ? o.L : o.radius * UNIT;
    moveTo(grab, [(x - c[0]) / L, (c[1] - y) / L]);
    changed();
  });
  for (const t of ["pointerup", "pointercancel"])
    ui.svg.addEventListener(t, () => {
      grab = null;
    });
  ui.svg.addEventListener("keydown", onKey);
  new ResizeObserver(draw).observe(ui.svg);
}

/** Returns the sizes of the picture for this window, in the form that sketch expects. */
const layout = () => {
  const o = LAY[shape()];
  return { ...o, L: o.L * unit, unit, who: within ? "person" : "node" };
};
/** Returns the point [x, y] of a pointer event in units of the picture. */
const pointOf = (e) => {
  const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(ui.svg.getScreenCTM().inverse());
  return [p.x, p.y];
};
/** Returns the name of the handle nearest to a pointer, null if none is in reach of a finger. */
function nearest(e) {
  const all = [...ui.svg.querySelectorAll("[data-h]")]
    .map((c) => {
      const b = c.getBoundingClientRect();
      return [Math.hypot(b.x + b.width / 2 - e.clientX, b.y + b.height / 2 - e.clientY), c.dataset.h];
    })
    .sort((a, b) => a[0] - b[0]);
  return all[0][0] <= REACH ? all[0][1] : null;
}
/** Returns the first of the values that is less than d from v. Returns v if there is none. */
const snap = (v, values, d) => values.find((s) => Math.abs(v - s) < d) ?? v;
/** Returns v, limited to the range that a hand can choose. */
const limited = (v) => Math.max(-LARGEST, Math.min(LARGEST, v));
/**
 * Moves a handle to a point v of its plane, in units with y upwards. The name of a handle is a letter and the end 0 or 1. Handle x is the
 * arrow. Handle a is the first column of the map, which sets its angle and s. Handle b is the second column, which sets t; k stays. With
 * d = 1, handle a sets s, with its sign.
 */
function moveTo(name, v) {
  const k = +name[1],
    m = state.m[k],
    o = layout(),
    length = Math.hypot(...v);
  if (state.d === 1) {
    if (name[0] === "x") state.x[k] = [Math.max(-VECTOR, Math.min(VECTOR, v[0])), 0];
    else m.s = snap(limited(v[0]), [-1, 0, 1], SNAP);
  } else if (name[0] === "x") {
    // The tip of the arrow stays in the disc of the stalk, 8 pixels from its border.
    const most = (o.stalks[k][2] - 8) / o.L,
      f = length > most ? most / length : 1;
    state.x[k] = [v[0] * f, v[1] * f];
  } else if (name[0] === "a") {
    m.s = snap(Math.min(LARGEST, length), [0, 1], SNAP);
    // Near the center, a small movement would turn the map by a large angle.
    if (length > 0.12) {
      const a = Math.atan2(v[1], v[0]) / rad,
        round = ANGLE * Math.round(a / ANGLE);
      m.a = Math.abs(a - round) < 3 ? round : a; // degrees
    }
  } else {
    // t is the second entry of v, turned back by the angle of the map.
    const c = Math.cos(m.a * rad),
      s = Math.sin(m.a * rad);
    m.t = snap(limited(-s * v[0] + c * v[1]), [-1, 0, 1], SNAP);
  }
}
/**
 * Handles a key at the focused handle. Arrow keys change the vector or a factor of the map by a tenth; but at handle a with d = 2, left and
 * right turn the map by ANGLE degrees, left counterclockwise. The key m mirrors the map at the end of the handle; with d = 1, it changes
 * the sign of the map. Any other key goes to the page.
 */
function onKey(e) {
  const name = e.target.dataset?.h,
    d = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
  if (!name) return;
  const k = +name[1],
    m = state.m[k],
    // Adds n tenths to v, rounded to tenths.
    add = (v, n) => limited(Math.round(10 * v + n) / 10);
  if (d && name[0] === "x") moveTo(name, [state.x[k][0] + 0.1 * d[0], state.x[k][1] + 0.1 * d[1]]);
  else if (d && state.d === 1) m.s = add(m.s, d[0] + d[1]);
  else if (d && name[0] === "a") {
    m.a = ((m.a - ANGLE * d[0] + 540) % 360) - 180; // between −180 and 180 degrees
    m.s = Math.max(0, add(m.s, d[1]));
  } else if (d) m.t = add(m.t, d[0] + d[1]);
  else if (globalThis.sheafscopePrefers.key(e).toLowerCase() === "m") {
    if (state.d === 1) m.s = -m.s;
    else m.t = -m.t;
  } else return;
  e.preventDefault();
  e.stopPropagation();
  stop();
  changed();
}
/** Stops the diffusion, if it runs. */
function stop() {
  cancelAnimationFrame(frame);
  flowing = false;
}
/** Diffuses the vectors by one step of the time dt: dx/dt = −L x, where L x is Uᵀr for u and −Vᵀr for v. */
function step(dt) {
  const n = numbers(),
    a = transposedTimes(n.U, n.r),
    b = transposedTimes(n.V, n.r);
  state.x = [state.x[0].map((v, i) => v - dt * a[i]), state.x[1].map((v, i) => v + dt * b[i])];
}
/**
 * Diffuses the vectors until their images agree, at most for LONGEST. The time on the screen is proportional to the time of the diffusion,
 * so that a larger λ₂ settles faster. With reduced motion only the state after the time 80 is shown.
 */
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
    /** Draws a frame at the time t in ms, after the steps of the diffusion since the last frame. */
    drawFrame = (t) => {
      const dt = Math.min(0.05, Math.max(0, (t - last) / 1000)); // seconds; after a pause of the browser, no large step
      last = t;
      for (let i = 0; i < STEPS; i++) step((dt * RATE) / STEPS);
      flowing = numbers().energy > ENDS && t < end;
      changed();
      if (flowing) frame = requestAnimationFrame(drawFrame);
    };
  frame = requestAnimationFrame(drawFrame);
}

/**
 * Returns the sentence for the present edge, whose numbers are n. The first case that holds is chosen. Both maps are a (of u) and b (of v).
 */
const sentence = (n) => {
  const [a, b] = state.m,
    near = (v, w) => Math.abs(v - w) < 0.005,
    isIdentity = (m) => near(m.s, 1) && (state.d === 1 || (near(m.t, 1) && near(m.k, 0))) && Math.abs(m.a) < 1,
    isZero = (m) => [m.s, m.t, m.k].every((v) => Math.abs(v) < 0.01),
    isFlat = (m) => state.d > 1 && Math.abs(m.s * m.t) < 0.01; // the determinant is 0
  const agree = n.energy < AGREES,
    same = isIdentity(a) && isIdentity(b);
  if (flowing) return "Both arrows give way, each through its own map, until the edge sees no difference.";
  if (isZero(a) || isZero(b)) return "A map shrunk to nothing sends nothing: the edge no longer hears that end.";
  if (n.h0 > state.d) return "Both maps are flat in one direction. The edge is blind to the rest, so more states agree.";
  if (agree && same) return "With both maps left alone, to agree is to be equal. That is an ordinary graph.";
  if (agree) return "The edge sees no difference, and yet the two arrows are not equal. That is a sheaf.";
  if (isFlat(a) || isFlat(b)) return "A flat map passes one direction only; the edge compares what is left.";
  if (same) return "Each end shows its arrow to the edge. There they clash, by r. Turn a map until they agree.";
  if (n.energy < 0.25) return "Nearly. What is left of r is what these maps cannot yet reconcile.";
  return "The maps changed what the edge sees, not the arrows. Keep turning, or let it diffuse.";
};
/** Returns a number with two decimals. A number that would be written as −0.00 is 0.00. */
const fix = (v) => (Math.abs(v) < 0.005 ? 0 : v).toFixed(2).replace("-", "−");

/** Draws the picture and the numbers. Nothing is drawn before the first edge, or while the scene is hidden. */
function draw() {
  if (!state || !ui.svg.clientWidth) return;
  const n = numbers();
  sketch(ui.svg, layout(), state, n);
  ui.nums[0].textContent = fix(n.energy);
  ui.nums[0].classList.toggle("hot", n.energy > AGREES);
  ui.nums[1].textContent = n.l2 ? fix(n.l2) : "–";
  ui.nums[2].textContent = n.h0;
  ui.go.disabled = n.energy < AGREES;
}
/**
 * Shows a change of the edge. The picture follows at once, the report to the page within SHARE ms. The sentence waits for a pause, so that
 * a screen reader does not read a sentence for each frame.
 */
function changed() {
  draw();
  clearTimeout(pause);
  /** Shows the sentence, in the place that this edge has. */
  const announce = () => {
    const text = within && untouched() ? within.first : sentence(numbers());
    // A sentence that is on the page already is not written again.
    if (within) within.say(text);
    else if (ui.sentence.textContent !== text) ui.sentence.textContent = text;
  };
  // The first sentence of the level Look is not delayed.
  if (within || ui.sentence.textContent) pause = setTimeout(announce, PAUSE);
  else announce();
  if (!sharing)
    sharing = setTimeout(() => {
      sharing = 0;
      share();
    }, SHARE);
}
/** Reports whether the edge is the edge that "Start again" or "As trained" puts back. */
const untouched = () => JSON.stringify(state) === JSON.stringify(open(first));
/** Reports the edge to the page, which keeps it in the link. */
const share = () => emit("edge", { kind: "moved", text: JSON.stringify(edge()) });
/** Returns the edge in the form of a model: vectors with d entries, and maps as d×d matrices row by row. */
const edge = () => ({
  u: state.u,
  v: state.v,
  d: state.d,
  x: state.x.map((v) => v.slice(0, state.d)),
  maps: state.m.map(matrix).map((R) => (state.d === 1 ? [R[0]] : R)),
});

globalThis.sheafscopeEdge = {
  /**
   * Shows an edge. The model has {u, v, d, x, maps, note}, and note is a text below the sentence. Without a model, or without x, the edge
   * is START. fn receives the events: a changed edge, or the wish to close. host is the scene of the thread around the edge: host.into is
   * the parent element, and the function host.say shows a sentence. A model for a scene has three more fields: first has the trained x and
   * maps, and size is the factor of the length of a unit vector. say is the sentence of an edge that is as trained. Without a host, the
   * edge covers the page, and its first handle gets the focus.
   */
  show(model, fn, host) {
    if (!ui) build();
    emit = fn;
    within = host ? { ...host, first: model.say } : null;
    unit = model?.size ?? 1;
    // "As trained" restores the trained values of the model, "Start again" restores the model itself.
    if (model?.first) first = { ...model, ...model.first };
    else first = model?.x ? model : START();
    const note = model?.note ?? "";
    stop();
    state = open(model?.x ? model : first);
    ui.root.classList.toggle("within", Boolean(host));
    ui.root.querySelector("[data-testid=edge-again]").textContent = host ? "As trained" : "Start again";
    ui.sentence.textContent = "";
    ui.note.textContent = note;
    ui.note.hidden = !note;
    const parent = host?.into ?? document.body;
    if (ui.root.parentNode !== parent) parent.prepend(ui.root);
    document.documentElement.classList.toggle("at-edge", !host);
    changed();
    if (host) return;
    share();
    ui.svg.querySelector("[data-h]")?.focus();
  },
  /** Removes the edge from the page. */
  hide() {
    stop();
    clearTimeout(pause);
    within = null;
    ui?.root.remove();
    document.documentElement.classList.remove("at-edge");
  },
};
