// Look: one graph, one dial under it. Its runs were trained before (web/look); nothing here waits for the program, which
// hears by listen() what was turned or wanted.
import { arrow, el, h } from "./draw.js";
import { runs } from "./runs.js";
import D from "./trained.json";

const STOPS = {
  blend: ["Two rivals, blended, cancel out.", "blend: everyone is mixed with the neighbours"],
  keep: ["Each keeps an arrow; they clash.", "keep: everyone also keeps an opinion"],
  flip: ["Flipped, they almost agree.", "flip: an edge may turn a message round"],
  translate: ["Turned and stretched, they agree.", "translate: an edge has a matrix for each end"] };
const LEAD = "A network guesses each person’s camp from noisy hints and neighbours. Rivals mislead it, until edges learn to translate.";
const TURN = 480, LATE = 180; // ms
const rad = Math.PI / 180, XU = [Math.cos(40 * rad), -Math.sin(40 * rad)], XV = [0.84 * Math.cos(198 * rad), -0.84 * Math.sin(198 * rad)];
const SEEN = { blend: XV, keep: XV, flip: [-XV[0], -XV[1]], translate: XU }; // what v's arrow is on the edge, by stop
const still = matchMedia("(prefers-reduced-motion: reduce)");

let ui, at = 0, shown = 0, seen = XV, timer = 0, nodes = [], rings = [], tell = null;
const waiting = []; // what was wanted before the program listened

const say = (kind, detail) => { if (tell) tell(kind, detail); else waiting.push([kind, detail]); };
const score = (k) => 100 * D.stops[k].state.accuracy.test;
const wrong = (k, i) => D.stops[k].state.predictions[D.ids[i]] !== D.y[i];
const missed = (k) => D.ids.filter((_, i) => wrong(k, i)).length;
/** What the program keeps of the stop: state() and recipe() answer it. */
const turned = () => {
  const s = D.stops[at];
  say("dial", { index: at, a: D.stops.length, text: JSON.stringify(s.state), value: JSON.stringify(s.recipe) });
};

function build() {
  const r = h("div", "look");
  r.id = "look";
  r.dataset.testid = "look";
  r.innerHTML = `<header class="ltop"><span class="lbrand"><svg viewBox="0 0 20 20" aria-hidden="true"><path class="b1" d="M4 15.5 16 ` +
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
 class="lmain"><section class="deck"><div class="dial"><div class="ends"
 aria-hidden="true"><span>a graph</span><span>a sheaf</span></div><div class="rail" aria-hidden="true"><b></b></div><input ` +
   `id="look-dial" type="range" min="0"
 step="1" aria-label="From a graph to a sheaf: what an edge may do" data-testid="dial"><div class="names" ` +
   `aria-hidden="true"></div></div><div class="score"><output for="look-dial"
 data-testid="look-accuracy"></output><span class="miss"></span><div class="scale" ` +
   `aria-hidden="true"><i></i><b></b><span></span></div><button type="button"
 class="runs" aria-expanded="false" data-testid="look-runs">one run of ${D.mlp.seeds.length}</button></div><div
 class="lacts"><button type="button" class="go" data-testid="look-how">Show me how</button></div></section><section class="lcanvas" ` +
   `aria-label="The graph"><svg
 class="lgraph" role="img"></svg><div class="lkey" aria-hidden="true"><span><svg viewBox="0 0 34 16"><circle class="n a" cx="10" cy="8" ` +
   `r="6"/><circle
 class="n b" cx="25" cy="8" r="6"/></svg>colour: guess</span><span><svg viewBox="0 0 34 16"><circle class="s" cx="10" cy="8" ` +
   `r="5"/><rect class="s" x="20" y="3"
 width="10" height="10"/></svg>unlike shapes: rivals</span><span><svg viewBox="0 0 34 16"><circle class="n a" cx="17" cy="8" ` +
   `r="4"/><circle class="ring" cx="17"
 cy="8" r="7"/></svg>ring: wrong</span></div><button type="button" class="inset" data-testid="look-edge" title="Try this edge"><svg ` +
   `viewBox="0 0 264 120"
 aria-hidden="true"></svg><span class="why"></span></button></section></main><p class="lwrong" role="alert" ` +
   `data-testid="look-wrong" hidden></p>`;
  const q = (s) => r.querySelector(s);
  ui = { root: r, dial: q("input"), acc: q("output"), miss: q(".miss"), names: q(".names"), rail: q(".rail"), why: q(".why"),
    graph: q(".lgraph"),
    duo: q(".inset svg"), inset: q(".inset"), fill: q(".scale i"), runs: q(".runs"),
    wrong: q(".lwrong") };
  const n = D.stops.length - 1, mlp = D.mlp.seeds[D.seed - 1];
  q(".scale b").style.left = q(".scale span").style.left = mlp + "%";
  q(".scale span").textContent = `no neighbours: ${Math.round(mlp)}`;
  ui.dial.max = n;
  D.stops.forEach((s, k) => {
    const b = h("button", "", ui.names, s.name);
    Object.assign(b, { type: "button", tabIndex: -1, title: STOPS[s.name][1] });
    b.style.left = 100 * k / n + "%";
    b.addEventListener("click", () => { turn(k); ui.dial.focus(); });
    h("i", "", ui.rail).style.left = 100 * k / n + "%";
  });
  ui.dial.addEventListener("input", () => turn(+ui.dial.value));
  for (const b of r.querySelectorAll("[data-go]")) b.addEventListener("click", () => want(b, "level", { name: b.dataset.go }));
  q(".go").addEventListener("click", (e) => want(e.target, "level", { name: "how" }));
  ui.inset.addEventListener("click", () => want(ui.inset, "edge", { kind: "look" }));
  q(".icon").addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme === "dark";
    document.documentElement.dataset.theme = dark ? "light" : "dark";
    say("theme", { name: dark ? "light" : "dark" });
  });
  runs(ui, D);
  new ResizeObserver(draw).observe(ui.graph);
}

/** Says what is wanted; before the program is there, the button shows that it waits. */
function want(button, kind, detail) {
  if (!tell) button.setAttribute("aria-busy", "true");
  say(kind, detail);
}

function draw() {
  const svg = ui.graph, W = svg.clientWidth, H = svg.clientHeight;
  if (!W || !H) return;
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
  const flat = innerHeight <= 480 && innerWidth > 600, phone = !flat && innerWidth <= 600, wide = innerWidth > 1100, small = phone || flat,
    low = innerHeight <= 560 && phone;
  // On a wide screen the people stand between the key, left, and the inset, right.
  const box = wide ? [Math.max(136, W * 0.5 - 600), 40, Math.min(W * 0.5 + 385, W - 348), H - 30] : low ? [14, 26, W - 14, H - 10]
    : phone ? [18, 54, W - 18, H - 128]
    : flat ? [18, 30, W - 22, H - 66] : [44, 48, W - 44, H - 176];
  const r = low ? 3 : small ? 4.4 : 6.5, place = (i) => [0, 1].map((k) => box[k] + D.places[2 * i + k] / 1000 * (box[k + 2] - box[k]));
  ["blue camp", "amber camp"].forEach((t, k) => {
    const own = D.ids.map((_, i) => i).filter((i) => D.y[i] === k), x = own.reduce((s, i) => s + place(i)[0], 0) / own.length;
    el("text", { x, y: box[1] - (small ? 12 : 18), class: "camp" }, svg, t);
  });
  let d = "";
  for (let e = 0; e < D.edges.length; e += 2) d += `M${place(D.edges[e]).map(Math.round)}L${place(D.edges[e + 1]).map(Math.round)}`;
  el("path", { d, class: "edges" }, svg);
  const [pu, pv] = D.pair.map(place), a = ui.inset.getBoundingClientRect(), c = svg.getBoundingClientRect();
  const [dx, dy] = phone ? [110, 2] : flat ? [6, 38] : wide ? [26, 28] : [150, 0];
  const to = [a.left - c.left + dx, a.top - c.top + dy], from = phone ? pu : pv;
  const bend = phone || !wide && !flat ? [to[0], from[1] + (to[1] - from[1]) * 0.35]
    : [from[0] + (to[0] - from[0]) * 0.45, to[1] + (from[1] - to[1]) * 0.1];
  el("path", { d: `M${from}Q${bend} ${to}`, class: "thread" }, svg);
  el("path", { d: `M${pu}L${pv}`, class: "pair" }, svg);
  nodes = D.ids.map((_, i) => {
    const [x, y] = place(i);
    return D.t[i] ? el("rect", { x: x - r * 0.9, y: y - r * 0.9, width: r * 1.8, height: r * 1.8, rx: 1 }, svg)
      : el("circle", { cx: x, cy: y, r }, svg);
  });
  rings = D.ids.map((_, i) => {
    if (!D.stops.some((_, k) => wrong(k, i))) return null;
    const [x, y] = place(i), g = el("circle", { cx: x, cy: y, r: r + (small ? 3 : 4.5) }, svg);
    g.style.setProperty("--late", Math.round(LATE * D.places[2 * i] / 1000) + "ms");
    return g;
  });
  if (!small) D.pair.forEach((i, n) =>
    el("text", { x: place(i)[0] + (n ? 16 : -16), y: place(i)[1] + 4, class: "tag" + (n ? "" : " e") }, svg, "uv"[n]));
  paint();
}

function paint() {
  const pred = D.stops[at].state.predictions;
  nodes.forEach((e, i) => e.setAttribute("class", pred[D.ids[i]] ? "n b" : "n a"));
  rings.forEach((g, i) => g?.setAttribute("class", wrong(at, i) ? "ring" : "ring off"));
  const g = D.stops[at].state.graph;
  ui.graph.setAttribute("aria-label", `A graph of ${g.n} people in two camps. The ${D.ids.length} whose camp must be guessed are drawn; ` +
    `${missed(at)} guesses are wrong and ringed.`);
}

/** The inset: u, what the edge sees, v. */
function duo() {
  const s = ui.duo, y = 54, L = 40;
  s.replaceChildren();
  el("path", { d: `M62 ${y}H86M178 ${y}H202`, class: "wire" }, s);
  for (const [x, r] of [[32, 30], [132, 46], [232, 30]]) el("circle", { cx: x, cy: y, r, class: "orb" }, s);
  arrow(s, 32 - XU[0] * 11, y - XU[1] * 11, XU, 24, "u");
  arrow(s, 232 - XV[0] * 11, y - XV[1] * 11, XV, 24, "v");
  const tip = [132 + XU[0] * L, y + XU[1] * L], end = [132 + seen[0] * L, y + seen[1] * L],
    apart = Math.hypot(tip[0] - end[0], tip[1] - end[1]);
  if (at && apart > 3) el("path", { d: `M${tip}L${end}`, class: "gap" }, s);
  const g = el("g", { opacity: at ? 1 : 0.32 }, s);
  arrow(g, 132, y, seen, L, "v");
  if (apart < 2) el("path", { d: `M132 ${y}L${132 + XU[0] * 31} ${y + XU[1] * 31}`, class: "arr u", "stroke-dasharray": "6 6" }, s);
  else arrow(g, 132, y, XU, L, "u");
  if (!at) arrow(s, 132, y, [(XU[0] + XV[0]) / 2, (XU[1] + XV[1]) / 2], L, "mean");
  for (const [x, t, dy] of [[32, "u", 48], [132, at ? "edge" : "blended", 62], [232, "v", 48]]) el("text", { x, y: y + dy, class: "lab" },
    s, t);
}

/** Goes to a stop; what moves starts from what is on the screen. */
function turn(k, first) {
  const from = shown, s0 = seen, begin = performance.now(), s = D.stops[k], [why, words] = STOPS[s.name], n = missed(k);
  at = k;
  ui.dial.value = k;
  ui.dial.setAttribute("aria-valuetext", `${words}; ${score(k).toFixed(1)} percent right, ${n} wrong`);
  [...ui.names.children].forEach((b, j) => b.classList.toggle("on", j === k));
  ui.rail.querySelector("b").style.width = 100 * k / (D.stops.length - 1) + "%";
  ui.miss.textContent = `${n} of ${D.ids.length} wrong` + (k ? `, blended\u00a0${missed(0)}` : "");
  ui.fill.style.width = score(k) + "%";
  ui.why.textContent = why;
  paint();
  cancelAnimationFrame(timer);
  const time = first || still.matches ? 0 : TURN;
  const step = (t) => {
    const p = time ? Math.min(1, Math.max(0, (t - begin) / time)) : 1, e = 1 - (1 - p) ** 3;
    shown = from + (score(k) - from) * e;
    seen = s0.map((v, i) => v + (SEEN[s.name][i] - v) * e);
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
    seen = SEEN[D.stops[stop].name];
    at = stop;
    draw();
    ui.wrong.hidden = true;
    turn(stop, true);
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
  /** Hands over what was wanted, from now on at once. */
  listen(fn) {
    tell = fn;
    for (const [kind, detail] of waiting.splice(0)) fn(kind, detail);
  },
};
