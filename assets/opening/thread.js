// The thread: scenes 1 to 5 over Look. They follow one person u, one tie and one number from a map to a class. The program computes
// what stands in a scene (web/opening/scene); this draws it, and says which scene, tie or change is wanted.
import { arrow, button, el, h, pixel } from "./draw.js";
import { saveScene } from "./save-scene.js";

const SCENES = ["Everybody", "One edge", "All ties of u", "The sum", "Everybody", "Where maps come from", "Another way"];
const still = matchMedia("(prefers-reduced-motion: reduce)");

let ui,
  M = null,
  tell = () => {},
  open = "",
  speaking = 0,
  spoken = {}; // by the name of a cell, and what else was said

const LAST = 6; // at level Learn, where SGPC's stages are walked
const walk = (by) => {
  const stage = M.stop + by;
  if (M.scene === LAST && stage >= 1 && stage <= M.stops) tell("scene", { kind: "stage", index: stage });
  else if (M.scene !== LAST || by < 0) go(M.scene + by);
};
const go = (k) => tell("scene", { kind: "go", index: k });

function build() {
  const r = h("div", "thread#scene");
  const top = h("header", "ttop", r),
    say = h("section", "tsay", r);
  say.setAttribute("aria-label", "In one sentence");
  const title = h("span", "tname", top);
  h("span", "push", top);
  const files = h("details", "tsave", top);
  h("summary", "reset", files, "Picture").dataset.testid = "scene-picture";
  for (const [end, label] of Object.entries({ svg: "SVG", png: "PNG", pdf: "PDF", tex: "TikZ" })) {
    button(files, "reset#scene-" + end, label, () => {
      files.open = false;
      saveScene(r, end, SCENES[M.scene]).catch((why) => {
        live.textContent = why.message;
      });
    });
  }
  button(top, "reset#scene-leave", "All people", () => go(0));
  const line = h("h1", "lsay#scene-sentence", say);
  const body = h("div", "tbody", r),
    strip = h("section", "tstrip", r),
    foot = h("section", "tfoot", r);
  strip.setAttribute("aria-label", "From what is given to the guess");
  foot.setAttribute("aria-label", "Scenes");
  const formula = h("div", "tformula#strip-formula", strip);
  const cells = h("div", "tcells#strip", strip);
  const back = button(foot, "reset#scene-back", "Back", () => walk(-1)),
    count = h("span", "tcount", foot),
    tools = h("div", "ttools", foot),
    next = button(foot, "go#scene-next", "Next", () => walk(1));
  const live = h("p", "sr#scene-live", document.body); // a region that is there before its text is read aloud
  live.setAttribute("role", "status");
  ui = { root: r, live, title, say: line, body, formula, cells, back, count, tools, next };
  addEventListener("keydown", (e) => {
    if (r.isConnected && M.scene !== LAST) key(e);
  });
  new ResizeObserver(() => {
    if (!M || M.scene === 1 || M.scene === LAST || ui.sized === size()) return;
    ui.sized = size();
    DRAW[M.scene]();
  }).observe(body);
}
const size = () => `${ui.body.clientWidth} ${ui.body.clientHeight}`;

function key(e) {
  if (e.target.dataset?.h || e.defaultPrevented || e.target.matches?.("input, textarea") || e.ctrlKey || e.metaKey || e.altKey) return;
  const step = { ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1 }[e.key],
    row = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (step) go(M.scene + step);
  else if (e.key === "Escape") {
    if (open) {
      open = "";
      strip();
    } else go(0);
  } else if (row && (M.scene === 2 || M.scene === 3)) {
    const list = M.rows.filter((r) => r.node >= 0 && !r.out),
      at = list.findIndex((r) => r.on);
    follow(list[(at + row + list.length) % list.length].node);
  } else return;
  e.preventDefault();
}
const follow = (v) => tell("scene", { kind: "tie", index: v });

const say = (text) => {
  ui.say.textContent = text;
  speak();
};
/** Gives a screen reader the sentence, the cells of the strip and the formula, as far as they are new to it. */
function speak() {
  clearTimeout(speaking);
  speaking = setTimeout(() => {
    if (!M) return;
    const now = { say: ui.say.textContent, at: ui.count.textContent };
    for (const c of M.cells ?? []) now[c.name] = `${c.label}: ${c.text}`;
    for (const [k, line] of [...ui.formula.children].entries()) now[`line ${k}`] = line.textContent;
    const news = Object.keys(now)
      .filter((k) => now[k] !== spoken[k])
      .map((k) => now[k].replace(/\.$/, ""));
    if (news.length) ui.live.textContent = news.join(". ") + ".";
    spoken = now;
  }, 100);
}

/** The strip: a cell a quantity; the one that was clicked has its formula above. */
function strip() {
  const list = M.cells ?? [],
    at = list.findIndex((c) => c.name === M.now),
    focus = document.activeElement?.dataset?.name;
  ui.cells.replaceChildren();
  list.forEach((c, k) => {
    const b = button(ui.cells, `tcell${k === at ? " current" : k > at ? " later" : ""}#strip-cell`, "", () => {
      open = open === c.name ? "" : c.name;
      strip();
    });
    b.dataset.name = c.name;
    b.setAttribute("aria-expanded", String(open === c.name));
    if (k === at) b.setAttribute("aria-current", "step");
    h("small", "", b, c.label);
    const v = h("b", c.name === "guess" ? M.camp : "", b, c.text);
    if (c.name === "guess") v.dataset.testid = "scene-class";
    if (focus === c.name) b.focus();
  });
  const c = list.find((x) => x.name === open);
  ui.formula.hidden = !c;
  ui.formula.replaceChildren();
  for (const text of c?.lines ?? []) h("p", "", ui.formula, text);
  speak();
}

/** A person in its shape and colour, with the ring of a wrong guess. */
function shape(svg, x, y, r, p, followed) {
  const cls = "n " + (p.guess ? "b" : "a");
  if (p.temper) el("rect", { x: x - r * 0.9, y: y - r * 0.9, width: r * 1.8, height: r * 1.8, rx: 1, class: cls }, svg);
  else el("circle", { cx: x, cy: y, r, class: cls }, svg);
  if (p.wrong) el("circle", { cx: x, cy: y, r: r + 5, class: "ring" }, svg);
  if (followed) el("circle", { cx: x, cy: y, r: r + (p.wrong ? 10 : 6), class: "me" }, svg);
}

const long = (list) => Math.max(1e-9, ...list.map((v) => Math.hypot(...v)));
const camp = (v) => (v < 0 ? "cb" : "ca");

/** The star: u in the middle, its neighbours in the order of pull; outside, the arrow that a neighbour sends; inside, as it arrives. */
function star(svg, W, H) {
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
  const ties = M.rows.filter((r) => r.node >= 0),
    n = ties.length,
    cx = W / 2,
    cy = H / 2,
    small = Math.min(W, H) < 330,
    R = Math.min(W, H) / 2 - (small ? 40 : 60),
    sent = (small ? 22 : 34) / long(ties.map((r) => r.arrow)),
    landed = (small ? 24 : 38) / long(ties.map((r) => r.back));
  svg.setAttribute("role", "img");
  svg.setAttribute(
    "aria-label",
    `u with ${n} neighbours. ` + ties.map((r) => (r.out ? `${r.who}: taken away` : `${r.who}: ${r.pull}`)).join("; "),
  );
  ties.forEach((r, i) => {
    const a = -Math.PI / 2 + (2 * Math.PI * i) / n,
      c = Math.cos(a),
      s = Math.sin(a),
      x = cx + R * c,
      y = cy + R * s,
      mx = cx + 0.52 * R * c,
      my = cy + 0.52 * R * s,
      g = el("g", { class: "spoke" + (r.on ? " on" : "") + (r.out ? " out" : "") }, svg);
    el("path", { d: `M${cx} ${cy}L${x} ${y}`, class: "tie" + (r.rival ? " rival" : "") }, g);
    el("circle", { cx: x, cy: y, r: 26, class: "reach" }, g);
    const o = small ? 14 : 19;
    arrow(g, x + o * c - (r.arrow[0] * sent) / 2, y + o * s + (r.arrow[1] * sent) / 2, [r.arrow[0], -r.arrow[1]], sent, camp(r.alone), 7);
    shape(g, x, y, small ? 5 : 7, r);
    if (!r.out) {
      const w = el("g", { class: "land" }, g);
      w.style.setProperty("--dx", `${x - mx}px`);
      w.style.setProperty("--dy", `${y - my}px`);
      w.style.setProperty("--late", `${Math.round((300 * i) / n)}ms`);
      arrow(w, mx - (r.back[0] * landed) / 2, my + (r.back[1] * landed) / 2, [r.back[0], -r.back[1]], landed, camp(r.value), 8);
    }
    el("text", { x: x + (small ? 30 : 42) * c, y: y + (small ? 24 : 38) * s + 4, class: "who" }, g, String(r.node));
    g.addEventListener("click", () => follow(r.node));
    el("title", {}, g, r.who);
  });
  shape(svg, cx, cy, small ? 8 : 11, M.u, true);
  el("text", { x: cx, y: cy + (small ? 30 : 36), class: "tag mid" }, svg, "u");
}

/** What scene 1 shows is One edge, with the maps of the stop. */
function one() {
  const model = {
    u: M.u.id,
    v: M.v.id,
    d: 2,
    x: M.movedX ?? M.x,
    maps: M.movedMaps ?? M.maps,
    first: { x: M.x, maps: M.maps },
    size: 1.25 / long(M.x),
    note: "",
    say: M.say,
  };
  globalThis.sheafscopeEdge.show(model, tell, { into: ui.body, say });
}

function picture() {
  const main = h("main", "tpic", ui.body),
    svg = el("svg", {}, main);
  svg.classList.add("tsvg");
  return [main, svg];
}

function sumTable(to) {
  const t = h("table", "tsum", to),
    head = h("tr", "", h("thead", "", t)),
    body = h("tbody", "", t);
  for (const c of M.plain ? ["who", "sends", "times", "arrives", "pulls"] : ["who", "sends", "times maps", "arrives", "pulls"]) {
    h("th", "", head, c).scope = "col";
  }
  const most = Math.max(...M.rows.map((r) => Math.abs(r.value)));
  for (const r of M.rows) {
    const tr = h("tr", (r.on ? "on" : "") + (r.out ? " out" : ""), body),
      who = h("th", "", tr, r.who);
    who.scope = "row";
    for (const c of [r.sends, r.times, r.arrives]) h("td", "", tr, r.out ? "" : c);
    const pull = h("td", "pull", tr),
      bar = h("i", r.value < 0 ? "cb" : "ca", pull);
    bar.style.setProperty("--w", (r.out ? 0 : Math.abs(r.value) / most).toFixed(3));
    h("b", "", pull, r.out ? "away" : r.pull);
    if (r.node < 0) continue;
    tr.addEventListener("click", () => follow(r.node));
    if (r.on) tr.setAttribute("aria-current", "true");
  }
  const tr = h("tr", "all", body);
  h("th", "", tr, "together").scope = "row";
  h("td", "", tr);
  h("td", "", tr);
  h("td", "", tr);
  const last = h("td", "pull", tr);
  h("b", M.camp, last, M.total);
}

function tools(...made) {
  ui.tools.replaceChildren(...made);
}
const tool = (words, id, act, on) => {
  const b = button(null, `ttool${on ? " on" : ""}#${id}`, words, act);
  if (on !== undefined) b.setAttribute("aria-pressed", String(on));
  return b;
};
const strike = () => {
  const on = M.rows.find((r) => r.on),
    out = M.rows.filter((r) => r.out);
  const list = [];
  if (M.rows.filter((r) => r.node >= 0 && !r.out).length > 1) {
    list.push(tool(`Take ${on.who} away`, "scene-strike", () => tell("scene", { kind: "strike", index: on.node })));
  }
  if (out.length) list.push(tool(`Put ${out[0].who} back`, "scene-restore", () => tell("scene", { kind: "strike", index: out[0].node })));
  return list;
};

const DRAW = {
  1() {
    if (!ui.body.querySelector(".oneedge")) ui.body.replaceChildren();
    one();
    const press = (id) => ui.body.querySelector(`[data-testid=${id}]`).click();
    tools(
      tool("As trained", "scene-again", () => press("edge-again")),
      tool("Let it diffuse", "scene-flow", () => press("edge-flow")),
    );
  },
  2() {
    ui.body.replaceChildren();
    const [main, svg] = picture();
    star(svg, main.clientWidth / pixel(), main.clientHeight / pixel());
    tools(...strike());
  },
  3() {
    ui.body.replaceChildren();
    const [main, svg] = picture();
    main.classList.add("two");
    sumTable(h("div", "tscroll", main));
    const box = svg.getBoundingClientRect();
    if (box.width > 40) star(svg, box.width / pixel(), box.height / pixel());
    const group = h("div", "tgroup");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "Maps");
    for (const s of M.sums ?? []) {
      const b = tool(`${s.name} ${s.text}`, "", () => tell("scene", { kind: "maps", name: s.maps }), s.on);
      b.dataset.maps = s.maps;
      group.append(b);
    }
    tools(...(M.sums?.length ? [group] : []), ...strike());
  },
  4() {
    const look = globalThis.sheafscopeLook;
    ui.body.replaceChildren();
    const [main, svg] = picture(),
      line = h("p", "cline", main, ""),
      s = look.score(),
      n = h("p", "tscore", main, `${s.percent}`);
    h("small", "", n, "%");
    h("span", "", n, `${s.name}: ${s.of - s.wrong} of ${s.of} right`);
    line.dataset.testid = "crowd-line";
    look.scene(svg, M.u.id, M.v.id, ...(main.clientWidth > 700 * pixel() ? [170, 0] : [0, main.clientHeight < 400 * pixel() ? 26 : 64]));
    line.textContent = look.line();
    const to = (M.stop + 1) % M.stops;
    tools(tool(to ? "Next stop of the dial" : "First stop of the dial", "scene-turn", () => look.turn(to)));
  },
  5() {
    ui.body.replaceChildren();
    const [main, svg] = picture(),
      W = main.clientWidth / pixel(),
      H = main.clientHeight / pixel();
    ends(svg, W, H);
    tools(tool("Flip v’s temper", "scene-flip", () => tell("scene", { kind: "flip" })));
  },
};

/** Two ends, the maps that are read off them, and what all four pairs of tempers give. */
function ends(svg, W, H) {
  svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
  svg.setAttribute("role", "img");
  const narrow = H > 360 && (W < 620 || H > W),
    top = narrow ? H * 0.2 : H * 0.5,
    a = narrow ? W * 0.2 : W * 0.12,
    b = narrow ? W * 0.8 : W * 0.46,
    big = Math.min(26, H / 10),
    tight = b - a < 280,
    now = M.combinations.find((c) => c.on),
    fix = (v) => v.toFixed(2).replace("-", "−");
  el("path", { d: `M${a} ${top}H${b}`, class: "pair" }, svg);
  for (const [x, p, name, r] of [
    [a, M.u, "u", now.ru],
    [b, M.v, "v", now.rv],
  ]) {
    el("circle", { cx: x, cy: top, r: big + 10, class: "halo" }, svg);
    shape(svg, x, top, big, p, name === "u");
    el("text", { x, y: top + big + 34, class: "tag mid" }, svg, name);
    const t = el(
      "text",
      { x: x + (name === "u" ? 1 : -1) * (b - a) * (tight ? 0.43 : 0.27), y: top + (tight && name === "v" ? 26 : -14), class: "num" },
      svg,
      M.plain ? "no map" : "R",
    );
    if (M.plain) continue;
    el("tspan", { dy: 4, "font-size": "70%" }, t, name);
    el("tspan", { dy: -4 }, t, ` = ${fix(r)}`);
  }
  const s = Math.min(narrow ? W / 5 : W / 9, (narrow ? H * 0.56 : H * 0.8) / 3.4),
    x0 = narrow ? W / 2 - s * 0.7 : W * 0.62,
    y0 = narrow ? H * 0.44 : H / 2 - s * 1.1;
  el("text", { x: x0 + s, y: y0 - 58, class: "lab" }, svg, M.plain ? "" : "both maps together");
  M.combinations.forEach((c) => {
    const x = x0 + c.v * s,
      y = y0 + c.u * s,
      mid = [x + s / 2, y + s / 2];
    el("rect", { x: x + 2, y: y + 2, width: s - 4, height: s - 4, class: "combo" + (c.on ? " on" : "") }, svg);
    if (!M.plain) arrow(svg, mid[0] - c.value * s * 0.3, mid[1] - 6, [c.value, 0], s * 0.6, camp(c.value), 9);
    el("text", { x: mid[0], y: y + s - 12, class: "num" }, svg, M.plain ? "–" : c.both);
  });
  el("text", { x: x0 + s, y: y0 - 34, class: "tag mid" }, svg, "v");
  el("text", { x: x0 - 42, y: y0 + s + 5, class: "tag mid" }, svg, "u");
  for (const k of [0, 1]) {
    shape(svg, x0 + (k + 0.5) * s, y0 - 16, 7, { temper: k, guess: M.v.guess });
    shape(svg, x0 - 18, y0 + (k + 0.5) * s, 7, { temper: k, guess: M.u.guess });
  }
  svg.setAttribute(
    "aria-label",
    M.combinations
      .map((c) => `${c.u === c.v ? "equal" : "unlike"} tempers: both maps together ${M.plain ? "are none" : c.both}`)
      .join("; "),
  );
}

/** Shows a scene; what moves is over after 600 ms. */
function show(model, fn) {
  const before = M;
  if (!ui) build();
  tell = fn;
  M = model;
  const crowd = document.activeElement?.matches(".tsvg");
  const had = document.activeElement?.closest(".ttools") && { ...document.activeElement.dataset };
  const came = !ui.root.isConnected,
    other = came || before?.scene !== M.scene;
  if (other) open = "";
  if (other && before?.scene === 1) globalThis.sheafscopeEdge.hide();
  ui.root.dataset.scene = M.scene;
  const last = M.scene === LAST;
  document.documentElement.classList.toggle("at-scene", !last);
  document.documentElement.classList.toggle("at-band", last);
  ui.root.classList.toggle("band", last);
  if (last) {
    ui.title.textContent = SCENES[LAST];
    ui.count.textContent = `stage ${M.stop} of ${M.stops}`;
    say(M.say);
    strip();
    ui.next.disabled = M.stop === M.stops;
    ui.body.replaceChildren();
    if (came) document.body.prepend(ui.root);
    if (other) ui.next.focus({ preventScroll: true });
    return;
  }
  ui.next.disabled = false;
  ui.title.textContent = SCENES[M.scene];
  ui.count.textContent = `${M.scene} of 6`;
  if (M.scene !== 1 || other) say(M.say);
  strip();
  if (came) {
    document.body.prepend(ui.root);
    globalThis.sheafscopeLook?.zoom(M.scene === 1 && !still.matches);
  }
  ui.body.classList.toggle("moved", false);
  DRAW[M.scene]();
  ui.sized = size();
  if (crowd && !other) ui.body.querySelector(".tsvg")?.focus();
  if (had && !other) {
    // what was pressed was made anew
    [...ui.tools.querySelectorAll("button")].find((b) => b.dataset.testid === had.testid && b.dataset.maps === had.maps)?.focus();
  }
  if (other) {
    void ui.body.offsetWidth; // the movement begins anew
    ui.body.classList.add("moved");
    if (M.scene !== 1 || came) ui.next.focus({ preventScroll: true });
  }
}

globalThis.sheafscopeScene = {
  show,
  hide() {
    if (!ui?.root.isConnected) return;
    globalThis.sheafscopeEdge.hide();
    ui.root.remove();
    M = null;
    spoken = {};
    ui.live.textContent = "";
    document.documentElement.classList.remove("at-scene", "at-band");
    globalThis.sheafscopeLook?.zoom(false);
    document.querySelector('[data-testid="look-how"]')?.focus();
  },
};
