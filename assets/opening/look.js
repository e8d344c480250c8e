// The level Look, the first page of a visitor: one graph, and below the graph a dial whose axis is the accuracy of three trained networks.
// The networks were trained before (web/opening), so no part of Look waits for the program. Look is scene 0 of the thread; scenes 1 to 6
// cover it (thread.js). The program registers by listen() for the events of Look, and gives by crowd() the texts about all people.
import { arrow, el, h, pixel, shape } from "./draw.js";
import { runs } from "./runs.js";
import data from "./trained.json";

// The stored runs (data) have the people whose camp must be guessed: ids has their numbers in the graph, y their camps (0 or 1), and t
// their tempers (0 or 1). places has x and y of each person one after the other, in thousandths of the drawn box, from its upper left
// corner. The list edges has the two ends of each edge one after the other, and pair the followed people u and v; both have indices of ids.
// stops are the stops of the dial, from 0: each has its name, the state and the recipe of its run, the weights, and the arrows of the
// followed edge. mlp has the accuracies, in percent by seed, of a network that uses no neighbours. seed, from 1, is the seed of the
// training on the screen.

/** For each stop of the dial: the sentence of the inset, and the description for screen readers and for the tip of its button. */
const STOPS = {
  blend: ["Two rivals, blended, cancel out.", "blend: everyone is mixed with the neighbours"],
  keep: ["Each keeps an arrow; they clash.", "keep: everyone also keeps an opinion"],
  flip: ["Flipped, they almost agree.", "flip: an edge may turn a message round"],
};
const LEAD = "A network guesses each person’s camp from noisy hints and neighbours. Rivals mislead it, until edges learn to flip.";
const TURN = 480, // ms of the movement to another stop
  LATE = 180, // ms between the first and the last ring that appears
  REACH = 18, // largest distance of the pointer from the person that it chooses, in pixels of the design
  LOW = 45, // percent at the left end of the dial's axis
  HIGH = 95; // percent at its right end
/**
 * Returns the arrows x_u, x_v, R_u x_u and R_v x_v at stop k, scaled so that the longest has length 1. The second entry of an arrow points
 * down.
 */
const arrowsOf = (k) => {
  const all = data.stops[k].arrows,
    most = Math.max(...all.map((v) => Math.hypot(...v)));
  return all.map((v) => [v[0] / most, -v[1] / most]);
};
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Returns the place of v percent on the axis, as a percentage of its length. */
const axis = (v) => (100 * (v - LOW)) / (HIGH - LOW);

let ui, // the elements of Look
  stop = 0, // the index of the chosen stop of the dial
  shown = 0, // the accuracy on the screen in percent: during a movement, between two stops
  arrows = arrowsOf(0), // the arrows on the screen: during a movement, between two stops
  timer = 0, // the animation frame of the movement
  drawn = null, // the drawn people of Look (a result of people), null before the first drawing
  emit = null, // receives the events, null before the program has started
  lines = [], // the program's text about each person, by the number of the person in the graph, as in data.ids
  pointed = -1, // the person under the pointer, as an index of data.ids, −1 for none
  chosen = -1; // the chosen person, as an index of data.ids, −1 for none
const waiting = []; // events before the program listened

let whole = false; // whether the program gets the weights with the stop; they are large, and can wait until the page has started
/** Emits an event, at once or when the program listens. A scene needs the weights of the stop, so they are sent before. */
const send = (kind, detail) => {
  if (kind === "scene") sendWeights();
  if (emit) emit(kind, detail);
  else waiting.push([kind, detail]);
};
/** Sends the stop with its weights, unless the program has them. */
const sendWeights = () => {
  if (!whole) {
    whole = true;
    sendStop();
  }
};
/** Reports whether the page has started. */
const ready = () => document.documentElement.dataset.boot === "ready";
/**
 * Sends the weights when the browser is idle, after 2 seconds at the latest. A browser that does not report idle time sends them at once.
 */
const sendWeightsLater = () => (globalThis.requestIdleCallback ?? setTimeout)(sendWeights, { timeout: 2000 });
/** Returns the test accuracy of stop k in percent. */
const score = (k) => 100 * data.stops[k].state.accuracy.test;
/** Reports whether the guess of stop k is wrong for the person with index i in data.ids. */
const wrong = (k, i) => data.stops[k].state.predictions[data.ids[i]] !== data.y[i];
/** Returns the number of wrong guesses of stop k. */
const missed = (k) => data.ids.filter((_, i) => wrong(k, i)).length;
/**
 * Sends the stop of the dial: the state and the recipe of its run, which the program then returns to other scripts, and the weights if
 * whole is true. The field index is the index of the stop, and the field a is the count of stops.
 */
const sendStop = () => {
  const s = data.stops[stop];
  send("dial", {
    index: stop,
    a: data.stops.length,
    text: JSON.stringify(s.state),
    value: JSON.stringify(s.recipe),
    key: whole ? JSON.stringify({ weights: s.weights, pair: data.pair.map((i) => data.ids[i]) }) : "",
  });
};

/** Builds the elements of Look, with their listeners. */
function build() {
  const root = h("div", "look#look");
  root.id = "look";
  root.innerHTML =
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
 class="runs" aria-expanded="false" data-testid="look-runs">one of ${data.mlp.seeds.length} trainings</button></div><div
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
  // The elements that change.
  const find = (s) => root.querySelector(s);
  ui = {
    root,
    dial: find("input"),
    acc: find("output"),
    miss: find(".miss"),
    names: find(".names"),
    rail: find(".rail"),
    why: find(".why"),
    graph: find(".lgraph"),
    duo: find(".inset svg"),
    inset: find(".inset"),
    runs: find(".runs"),
    line: find(".cline"),
    track: find(".dial"),
    wrong: find(".lwrong"),
  };
  // The axis: a mark for the network without neighbours, and a button for each stop.
  const mlp = data.mlp.seeds[data.seed - 1],
    mark = h("span", "mark", ui.names, `asking no neighbour: ${Math.round(mlp)}\u202f%`);
  mark.style.left = h("i", "none", ui.rail).style.left = axis(mlp) + "%";
  ui.dial.max = data.stops.length - 1;
  data.stops.forEach((s, k) => {
    const b = h("button", "", ui.names, s.name);
    Object.assign(b, { type: "button", tabIndex: -1, title: STOPS[s.name][1] });
    b.style.left = axis(score(k)) + "%";
    b.addEventListener("click", () => {
      turn(k);
      ui.dial.focus();
    });
    h("i", "", ui.rail).style.left = axis(score(k)) + "%";
  });
  // The dial by keys, the buttons of the levels, and both ways into the thread.
  ui.dial.addEventListener("input", () => turn(+ui.dial.value));
  for (const b of root.querySelectorAll("[data-go]")) b.addEventListener("click", () => request(b, "level", { name: b.dataset.go }));
  find(".go").addEventListener("click", (e) => request(e.target, "scene", { kind: "go", index: 1 }));
  ui.inset.addEventListener("click", () => request(ui.inset, "scene", { kind: "go", index: 1 }));
  // A pointer on the rail chooses the nearest stop, until it is released. The names of the stops are buttons.
  ui.track.addEventListener("pointerdown", (e) => {
    if (e.target.closest(".names")) return;
    /** Chooses the stop whose accuracy is nearest to the place of a pointer p on the axis. */
    const slide = (p) => {
      const b = ui.rail.getBoundingClientRect(),
        v = LOW + ((HIGH - LOW) * (p.clientX - b.left)) / b.width,
        distances = data.stops.map((_, k) => Math.abs(score(k) - v)),
        k = distances.indexOf(Math.min(...distances));
      if (k !== stop) turn(k);
    };
    const release = new AbortController();
    slide(e);
    addEventListener("pointermove", slide, { signal: release.signal });
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => release.abort(), { signal: release.signal });
    ui.dial.focus({ preventScroll: true });
    e.preventDefault();
  });
  choosePeople(ui.graph, () => drawn);
  // The button of the theme.
  find(".icon").addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme === "dark";
    globalThis.sheafscopePrefers.choose(dark ? "light" : "dark");
    send("theme", { name: dark ? "light" : "dark" });
  });
  runs(ui, data);
  // The first call is for the size at which show() has drawn already.
  new ResizeObserver(() => {
    if (drawn?.size !== sizeOf(ui.graph)) draw();
  }).observe(ui.graph);
}
/** Returns the size of a picture as a text, with the scale of the design, to detect a change. */
const sizeOf = (svg) => `${svg.clientWidth} ${svg.clientHeight} ${pixel()}`;

/** Sends an event of a button. Before the program has started, the button shows that it waits. */
function request(button, kind, detail) {
  if (!emit) button.setAttribute("aria-busy", "true");
  send(kind, detail);
}

/**
 * Returns the box [left, top, right, bottom] of the people in a picture of W×H pixels of the design. The key and the inset are outside the
 * box, at places that the style sheet chooses by the layout. isLow is true for the layout phone in a low window.
 */
function boxOf(layout, isLow, W, H) {
  if (layout === "wide") return [Math.max(136, W * 0.5 - 600), 40, Math.min(W * 0.5 + 320, W - 470), H - 46];
  if (isLow) return [14, 26, W - 14, H - 10];
  if (layout === "phone") return [18, 54, W - 18, H - 158];
  return layout === "flat" ? [18, 30, W - 22, H - 66] : [44, 48, W - 44, H - 236];
}

/** The end of the thread in the inset, in pixels of the design from its upper left corner, by the layout. */
const THREAD = { phone: [110, 2], flat: [6, 38], wide: [26, 28], mid: [225, 0] };

/** Draws the people, and the thread from the followed pair to the inset. A picture without a size is not drawn. */
function draw() {
  const svg = ui.graph,
    one = pixel(), // pixels of the page for a pixel of the design, in which everything is drawn
    W = svg.clientWidth / one,
    H = svg.clientHeight / one,
    layout = shape();
  if (!W || !H) return;
  const phone = layout === "phone",
    small = phone || layout === "flat",
    isLow = phone && innerHeight <= 560 * one,
    box = boxOf(layout, isLow, W, H);
  // All boxes are measured before the people are drawn. A measurement after that would start the transition of their colors.
  const insetBox = ui.inset.getBoundingClientRect(),
    svgBox = svg.getBoundingClientRect(),
    size = sizeOf(svg),
    radius = small ? 4.4 : 6.5;
  drawn = people(svg, W, H, box, isLow ? 3 : radius, small, data.pair);
  // The thread is a curve from u or v to the inset: on a phone u is nearer. bend is the point that bends the curve: where the inset is
  // below the people, the thread arrives from above, else from the side.
  const [pu, pv] = data.pair.map(drawn.place),
    [dx, dy] = THREAD[layout];
  const to = [(insetBox.left - svgBox.left) / one + dx, (insetBox.top - svgBox.top) / one + dy],
    from = phone ? pu : pv;
  const bend =
    phone || layout === "mid"
      ? [to[0], from[1] + (to[1] - from[1]) * 0.35]
      : [from[0] + (to[0] - from[0]) * 0.45, to[1] + (from[1] - to[1]) * 0.1];
  drawn.size = size;
  drawn.under.after(el("path", { d: `M${from}Q${bend} ${to}`, class: "thread" }));
  paint(drawn);
}

/**
 * Draws the people and their edges into a box [left, top, right, bottom] of a picture of W×H pixels of the design. A person has the radius
 * r, and pair has the indices of the followed people, of which there may be one only. In a small picture, u and v have no letters. The
 * result is the argument of paint, which colors the people by the guesses of the stop.
 */
function people(svg, W, H, box, r, small, pair) {
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
  // Places are stored in thousandths of the box.
  const place = (i) => [0, 1].map((k) => box[k] + (data.places[2 * i + k] / 1000) * (box[k + 2] - box[k]));
  // The name of a camp is above the mean place of its people.
  ["blue camp", "amber camp"].forEach((t, k) => {
    const own = data.ids.map((_, i) => i).filter((i) => data.y[i] === k),
      x = own.reduce((s, i) => s + place(i)[0], 0) / own.length;
    el("text", { x, y: box[1] - (small ? 12 : 18), class: "camp" }, svg, t);
  });
  // Edges, then the edges of the marked person, and the edge of the pair.
  let d = "";
  for (let e = 0; e < data.edges.length; e += 2)
    d += `M${place(data.edges[e]).map(Math.round)}L${place(data.edges[e + 1]).map(Math.round)}`;
  const under = el("path", { d, class: "edges" }, svg),
    ties = el("path", { class: "ties" }, svg),
    ring = r + (small ? 3 : 4.5);
  if (pair.length > 1) el("path", { d: `M${place(pair[0])}L${place(pair[1])}`, class: "pair" }, svg);
  // A halo in the color of the page interrupts the edge of the pair before the ring of another person.
  const halos = data.ids.map((_, i) => {
    const [x, y] = place(i);
    return pair.includes(i) ? null : el("circle", { cx: x, cy: y, r: ring + 2, class: "halo" }, svg);
  });
  // A person is a disc or a square by temper.
  const nodes = data.ids.map((_, i) => {
    const [x, y] = place(i);
    return data.t[i]
      ? el("rect", { x: x - r * 0.9, y: y - r * 0.9, width: r * 1.8, height: r * 1.8, rx: 1 }, svg)
      : el("circle", { cx: x, cy: y, r }, svg);
  });
  // Only people with a wrong guess at some stop need a ring. Rings appear from left to right.
  const rings = data.ids.map((_, i) => {
    if (!data.stops.some((_, k) => wrong(k, i))) return null;
    const [x, y] = place(i),
      g = el("circle", { cx: x, cy: y, r: ring }, svg);
    g.style.setProperty("--late", Math.round((LATE * data.places[2 * i]) / 1000) + "ms");
    return g;
  });
  const me = el("circle", { r: ring + 4, class: "me", visibility: "hidden" }, svg);
  if (!small)
    pair.forEach((i, n) =>
      el("text", { x: place(i)[0] + (n ? 16 : -16), y: place(i)[1] + 4, class: "tag" + (n ? "" : " e") }, svg, "uv"[n]),
    );
  return { svg, place, under, ties, nodes, rings, halos, me };
}

/** Colors drawn people by the guesses of the stop, and shows the rings of wrong guesses. */
function paint(crowd) {
  const predictions = data.stops[stop].state.predictions;
  crowd.nodes.forEach((e, i) => e.setAttribute("class", predictions[data.ids[i]] ? "n b" : "n a"));
  crowd.halos.forEach((g, i) => g?.setAttribute("visibility", wrong(stop, i) ? "visible" : "hidden"));
  crowd.rings.forEach((g, i) => g?.setAttribute("class", wrong(stop, i) ? "ring" : "ring off"));
  const g = data.stops[stop].state.graph;
  crowd.svg.setAttribute(
    "aria-label",
    `A graph of ${g.n} people in two camps. The ${data.ids.length} whose camp must be guessed are drawn; ` +
      `${missed(stop)} guesses are wrong and ringed. Arrows choose a person.`,
  );
  mark(crowd);
}

/** Marks the person under the pointer, or else the chosen person: darkens this person's edges, and shows the text about the person. Without
 * such a person, mark and text are removed. */
function mark(crowd) {
  const i = pointed >= 0 ? pointed : chosen;
  let d = "";
  if (i >= 0) {
    for (let e = 0; e < data.edges.length; e += 2) {
      const [a, b] = [data.edges[e], data.edges[e + 1]];
      if (a === i || b === i) d += `M${crowd.place(a)}L${crowd.place(b)}`;
    }
    const [x, y] = crowd.place(i);
    crowd.me.setAttribute("cx", x);
    crowd.me.setAttribute("cy", y);
  }
  crowd.me.setAttribute("visibility", i >= 0 ? "visible" : "hidden");
  crowd.ties.setAttribute("d", d);
  ui.line.textContent = i >= 0 ? (lines[data.ids[i]] ?? "") : "";
}

/**
 * Lets pointer and keys point at a person and choose the person u of the thread. drawing returns the people drawn in svg, null before the
 * first drawing.
 */
function choosePeople(svg, drawing) {
  /** Returns the person nearest to a pointer, −1 if none is in reach. */
  const nearest = (e) => {
    const crowd = drawing(),
      m = svg.getScreenCTM();
    if (!crowd || !m) return -1;
    const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(m.inverse());
    let best = -1,
      least = REACH;
    data.ids.forEach((_, i) => {
      const [x, y] = crowd.place(i),
        distance = Math.hypot(x - p.x, y - p.y);
      if (distance < least) [best, least] = [i, distance];
    });
    return best;
  };
  /** Marks person i, or with −1 nobody. */
  const pointAt = (i) => {
    if (i !== pointed) {
      pointed = i;
      mark(drawing());
    }
  };
  svg.addEventListener("pointermove", (e) => {
    if (e.pointerType === "mouse") pointAt(nearest(e));
  });
  svg.addEventListener("pointerleave", () => pointAt(-1));
  /** Chooses person i, and follows this person in the thread. */
  const choose = (i) => {
    if (i < 0) return;
    chosen = i;
    mark(drawing());
    send("scene", { kind: "person", index: data.ids[i] });
  };
  svg.addEventListener("click", (e) => choose(nearest(e)));
  svg.setAttribute("tabindex", "0");
  svg.addEventListener("keydown", (e) => {
    // An arrow key chooses the nearest person in its direction. A distance across the direction counts twice, and people less than a pixel
    // ahead do not count. The first arrow key chooses u.
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key],
      crowd = drawing();
    if (!direction || !crowd) return;
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    if (chosen < 0) {
      choose(data.pair[0]);
      return;
    }
    const [x, y] = crowd.place(chosen),
      distances = data.ids.map((_, i) => {
        const [a, b] = crowd.place(i),
          along = (a - x) * direction[0] + (b - y) * direction[1];
        return along > 1 ? along + 2 * Math.abs((a - x) * direction[1] + (b - y) * direction[0]) : Infinity;
      }),
      least = Math.min(...distances);
    if (least < Infinity) choose(distances.indexOf(least));
  });
}

/**
 * Draws the inset, in units of its viewBox (264 × 120, y downwards): from left to right the stalk of u, of the edge, and of v, each with
 * its arrows.
 */
function drawInset() {
  const s = ui.duo,
    y = 54, // the middle of the three discs
    L = 40, // pixels of a unit in the stalk of the edge
    [xu, xv, pu, pv] = arrows,
    mid = 132; // the center of the disc of the edge
  s.replaceChildren();
  el("path", { d: `M62 ${y}H86M178 ${y}H202`, class: "wire" }, s);
  for (const [x, r] of [
    [32, 30],
    [mid, 46],
    [232, 30],
  ])
    el("circle", { cx: x, cy: y, r, class: "orb" }, s);
  // The arrows of u and v, centered in their discs, then the images of both arrows in the stalk of the edge. At stop 0 (blend) the images
  // are pale, and their mean is drawn. At later stops, images that differ have a gap: a line between their tips.
  arrow(s, 32 - xu[0] * 12, y - xu[1] * 12, xu, 24, "u");
  arrow(s, 232 - xv[0] * 12, y - xv[1] * 12, xv, 24, "v");
  const tip = (v) => [mid + v[0] * L, y + v[1] * L];
  if (stop && Math.hypot(pu[0] - pv[0], pu[1] - pv[1]) > 0.08) el("path", { d: `M${tip(pu)}L${tip(pv)}`, class: "gap" }, s);
  const g = el("g", { opacity: stop ? 1 : 0.32 }, s);
  arrow(g, mid, y, pv, L, "v");
  arrow(g, mid, y, pu, L, "u");
  if (!stop) arrow(s, mid, y, [(pu[0] + pv[0]) / 2, (pu[1] + pv[1]) / 2], L, "mean");
  for (const [x, t, dy] of [
    [32, "u", 48],
    [mid, stop ? "edge" : "blended", 62],
    [232, "v", 48],
  ])
    el("text", { x, y: y + dy, class: "lab" }, s, t);
}

/**
 * Moves the dial to stop k, and sends the stop. Accuracy and arrows move from their values on the screen to their values at stop k. If
 * first is true, both change at once, and nothing is sent. With reduced motion both change at once, and the stop is sent.
 */
function turn(k, first) {
  const from = shown,
    arrowsBefore = arrows,
    arrowsAfter = arrowsOf(k),
    begin = performance.now(),
    s = data.stops[k],
    [why, words] = STOPS[s.name],
    n = missed(k);
  stop = k;
  ui.dial.value = k;
  ui.dial.setAttribute("aria-valuetext", `${words}; ${score(k).toFixed(1)} percent right, ${n} wrong`);
  ui.names.querySelectorAll("button").forEach((b, j) => b.classList.toggle("on", j === k));
  ui.rail.querySelector("b").style.left = ui.acc.style.left = axis(score(k)) + "%";
  ui.miss.textContent = `${n} of ${data.ids.length} wrong` + (k ? `, blended\u00a0${missed(0)}` : "");
  ui.why.textContent = why;
  if (drawn) paint(drawn);
  // The movement: p is the elapsed part of its time, e the part of the distance. The movement slows down at the end.
  cancelAnimationFrame(timer);
  const time = first || still.matches ? 0 : TURN;
  /** Draws a frame at the time t in ms. */
  const step = (t) => {
    const p = time ? Math.min(1, Math.max(0, (t - begin) / time)) : 1,
      e = 1 - (1 - p) ** 3;
    shown = from + (score(k) - from) * e;
    arrows = arrowsBefore.map((v, i) => v.map((x, c) => x + (arrowsAfter[i][c] - x) * e));
    ui.acc.replaceChildren(String(Math.round(shown)));
    h("small", "", ui.acc, "%");
    drawInset();
    if (p < 1) timer = requestAnimationFrame(step);
  };
  step(begin);
  if (!first) sendStop();
}

globalThis.sheafscopeLook = {
  /** Shows Look at stop k; another number is replaced by the first or last stop. If focus is true, the dial gets the focus. Buttons wait no
   * longer, and an error is removed. */
  show(k = 0, focus = false) {
    if (!ui) build();
    if (!ui.root.isConnected) document.body.prepend(ui.root);
    for (const b of ui.root.querySelectorAll("[aria-busy]")) b.removeAttribute("aria-busy");
    k = Math.max(0, Math.min(data.stops.length - 1, k));
    shown = score(k);
    arrows = arrowsOf(k);
    stop = k;
    draw();
    ui.wrong.hidden = true;
    turn(k, true);
    // While the page starts, the stop is sent without its large weights, which follow later (sendWeightsLater).
    whole = Boolean(emit) && ready();
    sendStop();
    if (focus) ui.dial.focus();
  },
  /** Removes Look, and reports whether it was on the page. */
  hide() {
    const visible = Boolean(ui?.root.isConnected);
    ui?.root.remove();
    return visible;
  },
  /** Shows an error of the program. An empty text removes the last error. */
  wrong(text) {
    if (!ui) return; // show() receives the error with the level
    ui.wrong.textContent = text && `${text} The dial works all the same.`;
    ui.wrong.hidden = !text;
    if (text) for (const b of ui.root.querySelectorAll("[aria-busy]")) b.removeAttribute("aria-busy");
  },
  /** Receives the texts about all people, by their number in the graph. */
  crowd(texts) {
    lines = texts;
    if (drawn) mark(drawn);
  },
  /**
   * Draws the people at the present stop into the svg of a scene, and lets a person be chosen. id is the number of the followed person u,
   * and other the number of its neighbour v; a number that is not drawn is left out. A free area, width pixels of the design at the right
   * and height pixels at the top, is for the score.
   */
  scene(svg, id, other, width, height) {
    const one = pixel(),
      W = svg.clientWidth / one,
      H = svg.clientHeight / one,
      small = ["phone", "flat"].includes(shape());
    if (!W || !H) return;
    chosen = data.ids.indexOf(id);
    const crowd = people(
      svg,
      W,
      H,
      [24, 34 + height, W - 24 - width, H - 48],
      small ? 4.4 : 6.5,
      small,
      [chosen, data.ids.indexOf(other)].filter((i) => i >= 0),
    );
    paint(crowd);
    // An svg that is drawn again keeps its listeners, which find the people of its last drawing in svg.crowd.
    if (!svg.dataset.points) {
      svg.dataset.points = "1";
      choosePeople(svg, () => svg.crowd);
    }
    svg.crowd = crowd;
  },
  /** Returns the name of the stop, its accuracy in percent, the number of wrong guesses, and the number of guesses (of). */
  score: () => ({ name: data.stops[stop].name, percent: Math.round(score(stop)), wrong: missed(stop), of: data.ids.length }),
  /** Returns the text about the chosen person. */
  line: () => (chosen < 0 ? "" : (lines[data.ids[chosen]] ?? "")),
  /** Moves the dial to stop k. */
  turn: (k) => turn(k),
  /** Enlarges the picture towards u and v, or with false shows all people again. */
  zoom(isNear) {
    if (!drawn) return;
    const [u, v] = data.pair.map(drawn.place),
      svg = ui.graph;
    svg.style.transformOrigin = `${(u[0] + v[0]) / 2}px ${(u[1] + v[1]) / 2}px`;
    svg.classList.toggle("near", isNear);
  },
  /** Registers the receiver of events. The receiver gets all earlier events at once. */
  listen(fn) {
    emit = fn;
    for (const [kind, detail] of waiting.splice(0)) fn(kind, detail);
    if (ready()) sendWeightsLater();
  },
  /** Receives the news that the page has started. */
  started: sendWeightsLater,
};
