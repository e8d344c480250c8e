// Look: one graph, one dial under it, whose axis is the accuracy. Its runs were trained before (web/opening); nothing here waits for
// the program, which hears by listen() what was turned or wanted, and says by crowd() who pulls whom where. It is scene 0 of the
// thread, whose further scenes lie over it (thread.js).
import { arrow, el, h, pixel, shape } from "./draw.js";
import { runs } from "./runs.js";
import D from "./trained.json";

const STOPS = {
  blend: ["Two rivals, blended, cancel out.", "blend: everyone is mixed with the neighbours"],
  keep: ["Each keeps an arrow; they clash.", "keep: everyone also keeps an opinion"],
  flip: ["Flipped, they almost agree.", "flip: an edge may turn a message round"],
};
const LEAD = "A network guesses each person’s camp from noisy hints and neighbours. Rivals mislead it, until edges learn to flip.";
const TURN = 480,
  LATE = 180; // ms
/** The arrows of u and v at a stop, x_u, x_v, R_u x_u, R_v x_v, the longest of length 1; y points down. */
const arrowsOf = (k) => {
  const all = D.stops[k].arrows,
    most = Math.max(...all.map((v) => Math.hypot(...v)));
  return all.map((v) => [v[0] / most, -v[1] / most]);
};
const still = matchMedia("(prefers-reduced-motion: reduce)");

const LOW = 45,
  HIGH = 95; // percent at the ends of the axis
const axis = (v) => (100 * (v - LOW)) / (HIGH - LOW);

let ui,
  at = 0,
  shown = 0,
  seen = arrowsOf(0),
  timer = 0,
  drawn = null,
  tell = null,
  lines = [],
  pointed = -1,
  chosen = -1;
const waiting = []; // what was wanted before the program listened

let whole = false; // the program has the weights of the stop: they and what it makes of them can wait until the page is there
const say = (kind, detail) => {
  if (kind === "scene") weigh();
  if (tell) tell(kind, detail);
  else waiting.push([kind, detail]);
};
const weigh = () => {
  if (!whole) {
    whole = true;
    turned();
  }
};
const ready = () => document.documentElement.dataset.boot === "ready";
const weighLater = () => (globalThis.requestIdleCallback ?? setTimeout)(weigh, { timeout: 2000 });
const score = (k) => 100 * D.stops[k].state.accuracy.test;
const wrong = (k, i) => D.stops[k].state.predictions[D.ids[i]] !== D.y[i];
const missed = (k) => D.ids.filter((_, i) => wrong(k, i)).length;
/** What the program keeps of the stop: state() and recipe() answer it. */
const turned = () => {
  const s = D.stops[at];
  say("dial", {
    index: at,
    a: D.stops.length,
    text: JSON.stringify(s.state),
    value: JSON.stringify(s.recipe),
    key: whole ? JSON.stringify({ weights: s.weights, pair: D.pair.map((i) => D.ids[i]) }) : "",
  });
};

function build() {
  const r = h("div", "look#look");
  r.id = "look";
  r.innerHTML =
    `<header class="ltop"><span class="lbrand"><svg viewBox="0 0 20 20" aria-hidden="true"><path class="b1" d="M4 15.5 16 ` +
    `4.5"/><path
 d="M1.5 10.5v6M4 8.5v7.5M6.5 11.5v6M13.5 2v6M16 4v7.5M18.5 3v6"/></svg>Sheafscope</span><span class="push"></span><nav class="lmore" ` +
    `aria-label="More"><a
 class="course" href="learn.html">Course</a><button type="button" data-go="open">Open your graph</button></nav><div class="levels" ` +
    `role="group" aria-label="Level"
 data-testid="level"><button type="button" aria-pressed="true">Look</button><button type="button" data-go="learn">Learn</button><button ` +
    `type="button"
 data-go="research">Research</button></div><button type="button" class="icon" data-testid="theme-toggle" aria-label="Switch between ` +
    `light and dark"><svg
 viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="5.5"/><path class="fill" d="M8 2.5a5.5 5.5 0 0 1 0 ` +
    `11z"/></svg></button></header>
<section class="lhead" aria-label="In one sentence"><h1 class="lsay">${LEAD}</h1></section><main
 class="lmain"><section class="deck"><div class="dial"><output for="look-dial"
 data-testid="look-accuracy"></output><div class="rail" aria-hidden="true"><b></b></div><input id="look-dial" type="range" min="0"
 step="1" aria-label="From a graph to a sheaf: what an edge may do" data-testid="dial"><div class="names"
 aria-hidden="true"></div></div><div class="score"><span class="miss"></span><button type="button"
 class="runs" aria-expanded="false" data-testid="look-runs">one of ${D.mlp.seeds.length} trainings</button></div><div
 class="lacts"><button type="button" class="go" data-testid="look-how">Show me how</button></div></section><section class="lcanvas" ` +
    `aria-label="The graph"><svg
 class="lgraph" role="img"></svg><div class="lkey" aria-hidden="true"><span><svg viewBox="0 0 34 16"><circle class="n a" cx="10" cy="8" ` +
    `r="6"/><circle
 class="n b" cx="25" cy="8" r="6"/></svg>colour: guess</span><span><svg viewBox="0 0 34 16"><circle class="s" cx="10" cy="8" ` +
    `r="5"/><rect class="s" x="20" y="3"
 width="10" height="10"/></svg>unlike shapes: rivals</span><span><svg viewBox="0 0 34 16"><circle class="n a" cx="17" cy="8" ` +
    `r="4"/><circle class="ring" cx="17"
 cy="8" r="7"/></svg>ring: wrong</span></div>` +
    `<p class="cline" role="status" data-testid="crowd-line"></p>` +
    `<button type="button" class="inset" data-testid="look-edge" title="Try this edge"><svg ` +
    `viewBox="0 0 264 120"
 aria-hidden="true"></svg><span class="why"></span></button></section></main><p class="lwrong" role="alert" ` +
    `data-testid="look-wrong" hidden></p>`;
  const q = (s) => r.querySelector(s);
  ui = {
    root: r,
    dial: q("input"),
    acc: q("output"),
    miss: q(".miss"),
    names: q(".names"),
    rail: q(".rail"),
    why: q(".why"),
    graph: q(".lgraph"),
    duo: q(".inset svg"),
    inset: q(".inset"),
    runs: q(".runs"),
    line: q(".cline"),
    track: q(".dial"),
    wrong: q(".lwrong"),
  };
  const mlp = D.mlp.seeds[D.seed - 1],
    mark = h("span", "mark", ui.names, `asking no neighbour: ${Math.round(mlp)}\u202f%`);
  mark.style.left = h("i", "none", ui.rail).style.left = axis(mlp) + "%";
  ui.dial.max = D.stops.length - 1;
  D.stops.forEach((s, k) => {
    const b = h("button", "", ui.names, s.name);
    Object.assign(b, { type: "button", tabIndex: -1, title: STOPS[s.name][1] });
    b.style.left = axis(score(k)) + "%";
    b.addEventListener("click", () => {
      turn(k);
      ui.dial.focus();
    });
    h("i", "", ui.rail).style.left = axis(score(k)) + "%";
  });
  ui.dial.addEventListener("input", () => turn(+ui.dial.value));
  for (const b of r.querySelectorAll("[data-go]")) b.addEventListener("click", () => want(b, "level", { name: b.dataset.go }));
  q(".go").addEventListener("click", (e) => want(e.target, "scene", { kind: "go", index: 1 }));
  ui.inset.addEventListener("click", () => want(ui.inset, "scene", { kind: "go", index: 1 }));
  ui.track.addEventListener("pointerdown", (e) => {
    if (e.target.closest(".names")) return;
    const slide = (p) => {
      const b = ui.rail.getBoundingClientRect(),
        v = LOW + ((HIGH - LOW) * (p.clientX - b.left)) / b.width,
        far = D.stops.map((_, k) => Math.abs(score(k) - v)),
        k = far.indexOf(Math.min(...far));
      if (k !== at) turn(k);
    };
    const stop = new AbortController();
    slide(e);
    addEventListener("pointermove", slide, { signal: stop.signal });
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => stop.abort(), { signal: stop.signal });
    ui.dial.focus({ preventScroll: true });
    e.preventDefault();
  });
  point(ui.graph, () => drawn);
  q(".icon").addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme === "dark";
    globalThis.sheafscopePrefers.choose(dark ? "light" : "dark");
    say("theme", { name: dark ? "light" : "dark" });
  });
  runs(ui, D);
  // The first call is for the size at which show() has drawn already.
  new ResizeObserver(() => {
    if (drawn?.size !== sizeOf(ui.graph)) draw();
  }).observe(ui.graph);
}
const sizeOf = (svg) => `${svg.clientWidth} ${svg.clientHeight} ${pixel()}`;

/** Says what is wanted; before the program is there, the button shows that it waits. */
function want(button, kind, detail) {
  if (!tell) button.setAttribute("aria-busy", "true");
  say(kind, detail);
}

function draw() {
  const svg = ui.graph,
    one = pixel(),
    W = svg.clientWidth / one,
    H = svg.clientHeight / one,
    as = shape();
  if (!W || !H) return;
  const flat = as === "flat",
    phone = as === "phone",
    wide = as === "wide",
    small = phone || flat,
    low = phone && innerHeight <= 560 * one;
  // On a wide screen the people stand between the key, left, and the inset, right.
  const box = wide
    ? [Math.max(136, W * 0.5 - 600), 40, Math.min(W * 0.5 + 320, W - 470), H - 46]
    : low
      ? [14, 26, W - 14, H - 10]
      : phone
        ? [18, 54, W - 18, H - 158]
        : flat
          ? [18, 30, W - 22, H - 66]
          : [44, 48, W - 44, H - 236];
  // Nothing is measured between a person and its colour: the colour would come by a transition.
  const a = ui.inset.getBoundingClientRect(),
    c = svg.getBoundingClientRect(),
    size = sizeOf(svg);
  drawn = people(svg, W, H, box, low ? 3 : small ? 4.4 : 6.5, small, D.pair);
  const [pu, pv] = D.pair.map(drawn.place);
  const [dx, dy] = phone ? [110, 2] : flat ? [6, 38] : wide ? [26, 28] : [225, 0];
  const to = [(a.left - c.left) / one + dx, (a.top - c.top) / one + dy],
    from = phone ? pu : pv;
  const bend =
    phone || (!wide && !flat)
      ? [to[0], from[1] + (to[1] - from[1]) * 0.35]
      : [from[0] + (to[0] - from[0]) * 0.45, to[1] + (from[1] - to[1]) * 0.1];
  drawn.size = size;
  drawn.under.after(el("path", { d: `M${from}Q${bend} ${to}`, class: "thread" }));
  paint(drawn);
}

/** Draws everybody into a box; paint() colours them by a stop. */
function people(svg, W, H, box, r, small, pair) {
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
  const place = (i) => [0, 1].map((k) => box[k] + (D.places[2 * i + k] / 1000) * (box[k + 2] - box[k]));
  ["blue camp", "amber camp"].forEach((t, k) => {
    const own = D.ids.map((_, i) => i).filter((i) => D.y[i] === k),
      x = own.reduce((s, i) => s + place(i)[0], 0) / own.length;
    el("text", { x, y: box[1] - (small ? 12 : 18), class: "camp" }, svg, t);
  });
  let d = "";
  for (let e = 0; e < D.edges.length; e += 2) d += `M${place(D.edges[e]).map(Math.round)}L${place(D.edges[e + 1]).map(Math.round)}`;
  const under = el("path", { d, class: "edges" }, svg),
    ties = el("path", { class: "ties" }, svg),
    ring = r + (small ? 3 : 4.5);
  if (pair.length > 1) el("path", { d: `M${place(pair[0])}L${place(pair[1])}`, class: "pair" }, svg);
  const halos = D.ids.map((_, i) => {
    // the accent line ends before others' rings
    const [x, y] = place(i);
    return pair.includes(i) ? null : el("circle", { cx: x, cy: y, r: ring + 2, class: "halo" }, svg);
  });
  const nodes = D.ids.map((_, i) => {
    const [x, y] = place(i);
    return D.t[i]
      ? el("rect", { x: x - r * 0.9, y: y - r * 0.9, width: r * 1.8, height: r * 1.8, rx: 1 }, svg)
      : el("circle", { cx: x, cy: y, r }, svg);
  });
  const rings = D.ids.map((_, i) => {
    if (!D.stops.some((_, k) => wrong(k, i))) return null;
    const [x, y] = place(i),
      g = el("circle", { cx: x, cy: y, r: ring }, svg);
    g.style.setProperty("--late", Math.round((LATE * D.places[2 * i]) / 1000) + "ms");
    return g;
  });
  const me = el("circle", { r: ring + 4, class: "me", visibility: "hidden" }, svg);
  if (!small)
    pair.forEach((i, n) =>
      el("text", { x: place(i)[0] + (n ? 16 : -16), y: place(i)[1] + 4, class: "tag" + (n ? "" : " e") }, svg, "uv"[n]),
    );
  return { svg, place, under, ties, nodes, rings, halos, me };
}

function paint(of) {
  const pred = D.stops[at].state.predictions;
  of.nodes.forEach((e, i) => e.setAttribute("class", pred[D.ids[i]] ? "n b" : "n a"));
  of.halos.forEach((g, i) => g?.setAttribute("visibility", wrong(at, i) ? "visible" : "hidden"));
  of.rings.forEach((g, i) => g?.setAttribute("class", wrong(at, i) ? "ring" : "ring off"));
  const g = D.stops[at].state.graph;
  of.svg.setAttribute(
    "aria-label",
    `A graph of ${g.n} people in two camps. The ${D.ids.length} whose camp must be guessed are drawn; ` +
      `${missed(at)} guesses are wrong and ringed. Arrows choose a person.`,
  );
  mark(of);
}

/** Darkens the ties of the person that is pointed at or chosen; short ends lead to people who are not drawn. */
function mark(of) {
  const i = pointed >= 0 ? pointed : chosen;
  let d = "";
  if (i >= 0) {
    for (let e = 0; e < D.edges.length; e += 2) {
      const [a, b] = [D.edges[e], D.edges[e + 1]];
      if (a === i || b === i) d += `M${of.place(a)}L${of.place(b)}`;
    }
    const [x, y] = of.place(i);
    of.me.setAttribute("cx", x);
    of.me.setAttribute("cy", y);
  }
  of.me.setAttribute("visibility", i >= 0 ? "visible" : "hidden");
  of.ties.setAttribute("d", d);
  ui.line.textContent = i >= 0 ? (lines[D.ids[i]] ?? "") : "";
}

/** Lets people be pointed at and chosen: whom the thread follows. */
function point(svg, drawing) {
  const near = (e) => {
    const of = drawing(),
      m = svg.getScreenCTM();
    if (!of || !m) return -1;
    const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(m.inverse());
    let best = -1,
      least = 18;
    D.ids.forEach((_, i) => {
      const [x, y] = of.place(i),
        far = Math.hypot(x - p.x, y - p.y);
      if (far < least) [best, least] = [i, far];
    });
    return best;
  };
  const to = (i) => {
    if (i !== pointed) {
      pointed = i;
      mark(drawing());
    }
  };
  svg.addEventListener("pointermove", (e) => {
    if (e.pointerType === "mouse") to(near(e));
  });
  svg.addEventListener("pointerleave", () => to(-1));
  const choose = (i) => {
    if (i < 0) return;
    chosen = i;
    mark(drawing());
    say("scene", { kind: "person", index: D.ids[i] });
  };
  svg.addEventListener("click", (e) => choose(near(e)));
  svg.setAttribute("tabindex", "0");
  svg.addEventListener("keydown", (e) => {
    // an arrow goes to the nearest person on its side
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key],
      of = drawing();
    if (!way || !of || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    if (chosen < 0) {
      choose(D.pair[0]);
      return;
    }
    const [x, y] = of.place(chosen),
      far = D.ids.map((_, i) => {
        const [a, b] = of.place(i),
          along = (a - x) * way[0] + (b - y) * way[1];
        return along > 1 ? along + 2 * Math.abs((a - x) * way[1] + (b - y) * way[0]) : Infinity;
      }),
      least = Math.min(...far);
    if (least < Infinity) choose(far.indexOf(least));
  });
}

/** The inset: u, what the edge sees, v. */
function duo() {
  const s = ui.duo,
    y = 54,
    L = 40,
    [xu, xv, pu, pv] = seen,
    mid = 132;
  s.replaceChildren();
  el("path", { d: `M62 ${y}H86M178 ${y}H202`, class: "wire" }, s);
  for (const [x, r] of [
    [32, 30],
    [mid, 46],
    [232, 30],
  ])
    el("circle", { cx: x, cy: y, r, class: "orb" }, s);
  arrow(s, 32 - xu[0] * 12, y - xu[1] * 12, xu, 24, "u");
  arrow(s, 232 - xv[0] * 12, y - xv[1] * 12, xv, 24, "v");
  const tip = (v) => [mid + v[0] * L, y + v[1] * L];
  if (at && Math.hypot(pu[0] - pv[0], pu[1] - pv[1]) > 0.08) el("path", { d: `M${tip(pu)}L${tip(pv)}`, class: "gap" }, s);
  const g = el("g", { opacity: at ? 1 : 0.32 }, s);
  arrow(g, mid, y, pv, L, "v");
  arrow(g, mid, y, pu, L, "u");
  if (!at) arrow(s, mid, y, [(pu[0] + pv[0]) / 2, (pu[1] + pv[1]) / 2], L, "mean");
  for (const [x, t, dy] of [
    [32, "u", 48],
    [mid, at ? "edge" : "blended", 62],
    [232, "v", 48],
  ])
    el("text", { x, y: y + dy, class: "lab" }, s, t);
}

/** Goes to a stop; what moves starts from what is on the screen. */
function turn(k, first) {
  const from = shown,
    s0 = seen,
    to = arrowsOf(k),
    begin = performance.now(),
    s = D.stops[k],
    [why, words] = STOPS[s.name],
    n = missed(k);
  at = k;
  ui.dial.value = k;
  ui.dial.setAttribute("aria-valuetext", `${words}; ${score(k).toFixed(1)} percent right, ${n} wrong`);
  ui.names.querySelectorAll("button").forEach((b, j) => b.classList.toggle("on", j === k));
  ui.rail.querySelector("b").style.left = ui.acc.style.left = axis(score(k)) + "%";
  ui.miss.textContent = `${n} of ${D.ids.length} wrong` + (k ? `, blended\u00a0${missed(0)}` : "");
  ui.why.textContent = why;
  if (drawn) paint(drawn);
  cancelAnimationFrame(timer);
  const time = first || still.matches ? 0 : TURN;
  const step = (t) => {
    const p = time ? Math.min(1, Math.max(0, (t - begin) / time)) : 1,
      e = 1 - (1 - p) ** 3;
    shown = from + (score(k) - from) * e;
    seen = s0.map((v, i) => v.map((x, c) => x + (to[i][c] - x) * e));
    ui.acc.replaceChildren(String(Math.round(shown)));
    h("small", "", ui.acc, "%");
    duo();
    if (p < 1) timer = requestAnimationFrame(step);
  };
  step(begin);
  if (!first) turned();
}

globalThis.sheafscopeLook = {
  /** Shows it at a stop; with focus the dial has the keyboard. */
  show(stop = 0, focus = false) {
    if (!ui) build();
    if (!ui.root.isConnected) document.body.prepend(ui.root);
    for (const b of ui.root.querySelectorAll("[aria-busy]")) b.removeAttribute("aria-busy");
    stop = Math.max(0, Math.min(D.stops.length - 1, stop));
    shown = score(stop);
    seen = arrowsOf(stop);
    at = stop;
    draw();
    ui.wrong.hidden = true;
    turn(stop, true);
    whole = Boolean(tell) && ready();
    turned();
    if (focus) ui.dial.focus();
  },
  /** Takes it away, and reports whether it was there. */
  hide() {
    const there = Boolean(ui?.root.isConnected);
    ui?.root.remove();
    return there;
  },
  /** Says what is wrong behind it, "" for nothing. */
  wrong(text) {
    if (!ui) return; // it comes with the level
    ui.wrong.textContent = text && `${text} The dial works all the same.`;
    ui.wrong.hidden = !text;
    if (text) for (const b of ui.root.querySelectorAll("[aria-busy]")) b.removeAttribute("aria-busy");
  },
  /** Takes what is said of everybody, by number. */
  crowd(texts) {
    lines = texts;
    if (drawn) mark(drawn);
  },
  /** Draws the crowd at the stop on the screen for a scene, with the person and the tie that are followed, beside a number whose width
   * and height are given, and lets people be chosen there. */
  scene(svg, id, other, wide, high) {
    const one = pixel(),
      W = svg.clientWidth / one,
      H = svg.clientHeight / one,
      small = ["phone", "flat"].includes(shape());
    if (!W || !H) return;
    chosen = D.ids.indexOf(id);
    const of = people(
      svg,
      W,
      H,
      [24, 34 + high, W - 24 - wide, H - 48],
      small ? 4.4 : 6.5,
      small,
      [chosen, D.ids.indexOf(other)].filter((i) => i >= 0),
    );
    paint(of);
    if (!svg.dataset.points) {
      svg.dataset.points = "1";
      point(svg, () => svg.crowd);
    }
    svg.crowd = of;
  },
  /** What is known of a stop: its number, the percentage, how many guesses are wrong and how many there are. */
  score: () => ({ name: D.stops[at].name, percent: Math.round(score(at)), wrong: missed(at), of: D.ids.length }),
  line: () => (chosen < 0 ? "" : (lines[D.ids[chosen]] ?? "")),
  turn: (k) => turn(k),
  /** The picture grows towards u and v, or comes back. */
  zoom(on) {
    if (!drawn) return;
    const [u, v] = D.pair.map(drawn.place),
      svg = ui.graph;
    svg.style.transformOrigin = `${(u[0] + v[0]) / 2}px ${(u[1] + v[1]) / 2}px`;
    svg.classList.toggle("near", on);
  },
  /** Hands over what was wanted, from now on at once. */
  listen(fn) {
    tell = fn;
    for (const [kind, detail] of waiting.splice(0)) fn(kind, detail);
    if (ready()) weighLater();
  },
  /** The page has started. */
  started: weighLater,
};
