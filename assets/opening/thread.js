// The thread: scenes 1 to 6, which lead a reader from the level Look to a run of SGPC. Scenes 1 to 5 cover Look; they follow one person u,
// its edge to v, and one number from a map to a class. The program computes the model of a scene (Model of web/opening/scene). This file
// draws the model, and requests another scene, edge or change from the program.
import { arrow, button, el, h, pixel } from "./draw.js";
import { saveScene } from "./save-scene.js";

/** The names of the scenes by number. Scene 0 is Look. */
const SCENES = ["Everybody", "One edge", "All ties of u", "The sum", "Everybody", "Where maps come from", "Another way"];
const still = matchMedia("(prefers-reduced-motion: reduce)");

const PAUSE = 100, // ms without a change before a screen reader gets the news
  LATE = 300, // ms between the first and the last arrow that arrives in the star
  LAST = 6; // the scene at level Learn, in which the stages of SGPC are walked

let ui, // the elements of the thread
  model = null, // the model of the scene on the page, null while no scene is on the page
  emit = () => {}, // sends an event to the page
  opened = "", // the name of the cell of the strip whose formula is shown, "" for none
  speaking = 0, // timer of the announcement
  spoken = {}; // the texts that were announced, by the name of their cell or place

/**
 * Moves by n scenes, 1 or −1. In the last scene, moves by n stages of SGPC: model.stop is the stage, from 1 to model.stops. From the first
 * stage, −1 moves to the scene before; from the last stage, 1 moves nowhere.
 */
const moveBy = (n) => {
  const stage = model.stop + n;
  if (model.scene === LAST && stage >= 1 && stage <= model.stops) emit("scene", { kind: "stage", index: stage });
  else if (model.scene !== LAST || n < 0) goTo(model.scene + n);
};
/** Requests scene k from the page. Scene 0 is Look. */
const goTo = (k) => emit("scene", { kind: "go", index: k });

/** Builds the elements of the thread, with their listeners. */
function build() {
  const r = h("div", "thread#scene");
  const top = h("header", "ttop", r),
    head = h("section", "tsay", r);
  head.setAttribute("aria-label", "In one sentence");
  // At the top: the name of the scene, the menu of files, and the way back to Look.
  const title = h("span", "tname", top);
  h("span", "push", top);
  const files = h("details", "tsave", top);
  h("summary", "reset", files, "Picture").dataset.testid = "scene-picture";
  for (const [ending, label] of Object.entries({ svg: "SVG", png: "PNG", pdf: "PDF", tex: "TikZ" })) {
    button(files, "reset#scene-" + ending, label, () => {
      files.open = false;
      saveScene(r, ending, SCENES[model.scene]).catch((why) => {
        live.textContent = why.message;
      });
    });
  }
  button(top, "reset#scene-leave", "All people", () => goTo(0));
  // Below: the sentence, the body, the strip with its formula, and the buttons of the scenes.
  const sentence = h("h1", "lsay#scene-sentence", head);
  const body = h("div", "tbody", r),
    strip = h("section", "tstrip", r),
    foot = h("section", "tfoot", r);
  strip.setAttribute("aria-label", "From what is given to the guess");
  foot.setAttribute("aria-label", "Scenes");
  const formula = h("div", "tformula#strip-formula", strip);
  const cells = h("div", "tcells#strip", strip);
  const back = button(foot, "reset#scene-back", "Back", () => moveBy(-1)),
    count = h("span", "tcount", foot),
    tools = h("div", "ttools", foot),
    next = button(foot, "go#scene-next", "Next", () => moveBy(1));
  const live = h("p", "sr#scene-live", document.body); // Screen readers read a text only in a region that exists before the text.
  live.setAttribute("role", "status");
  ui = { root: r, live, title, sentence, body, formula, cells, back, count, tools, next };
  addEventListener("keydown", (e) => {
    if (r.isConnected && model.scene !== LAST) onKey(e);
  });
  new ResizeObserver(() => {
    // Scene 1 draws itself, and the last scene has no body.
    if (!model || model.scene === 1 || model.scene === LAST) return;
    if (ui.sized === size()) return;
    ui.sized = size();
    DRAW[model.scene]();
  }).observe(body);
}
/** Returns the size of the body as a text, to detect a change. */
const size = () => `${ui.body.clientWidth} ${ui.body.clientHeight}`;

/**
 * Left, right and page keys choose a scene, and in scenes 2 and 3 up and down choose an edge that is not taken away. Escape closes the
 * formula, then the thread. Text fields and handles (data-h) use the keys themselves.
 */
function onKey(e) {
  const elsewhere = e.target.dataset?.h || e.defaultPrevented || e.target.matches?.("input, textarea");
  if (elsewhere) return;
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const step = { ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1 }[e.key],
    row = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (step) goTo(model.scene + step);
  else if (e.key === "Escape") {
    if (opened) {
      opened = "";
      drawStrip();
    } else goTo(0);
  } else if (row && (model.scene === 2 || model.scene === 3)) {
    const list = model.rows.filter((r) => r.node >= 0 && !r.out),
      followed = list.findIndex((r) => r.on); // −1 if the followed neighbour is taken away: up then leads to the last row
    const next = followed < 0 && row < 0 ? list.length - 1 : (followed + row + list.length) % list.length;
    if (list.length > 0) follow(list[next].node);
  } else return;
  e.preventDefault();
}
/** Requests the edge between u and node v. */
const follow = (v) => emit("scene", { kind: "tie", index: v });

/** Shows a sentence of the scene, and announces what has changed. */
const showSentence = (text) => {
  ui.sentence.textContent = text;
  announce();
};
/**
 * After a pause, lets screen readers read the texts of sentence, scene number, strip and formula that differ from the last announcement.
 */
function announce() {
  clearTimeout(speaking);
  speaking = setTimeout(() => {
    if (!model) return;
    // The texts by the name of their place.
    const now = { say: ui.sentence.textContent, at: ui.count.textContent };
    for (const c of model.cells ?? []) now[c.name] = `${c.label}: ${c.text}`;
    for (const [k, line] of [...ui.formula.children].entries()) now[`line ${k}`] = line.textContent;
    const news = Object.keys(now)
      .filter((k) => now[k] !== spoken[k])
      .map((k) => now[k].replace(/\.$/, ""));
    if (news.length) ui.live.textContent = news.join(". ") + ".";
    spoken = now;
  }, PAUSE);
}

/**
 * Draws the strip: a cell for each quantity from the input to the guess, and the formula (lines) of the opened cell. A click opens or
 * closes a cell. The scene explains the cell named model.now; the cells after this cell are pale. A focused cell keeps the focus.
 */
function drawStrip() {
  const list = model.cells ?? [],
    now = list.findIndex((c) => c.name === model.now), // the index of the cell that the scene explains
    focus = document.activeElement?.dataset?.name;
  ui.cells.replaceChildren();
  list.forEach((c, k) => {
    let state = k > now ? " later" : "";
    if (k === now) state = " current";
    const b = button(ui.cells, `tcell${state}#strip-cell`, "", () => {
      opened = opened === c.name ? "" : c.name;
      drawStrip();
    });
    b.dataset.name = c.name;
    b.setAttribute("aria-expanded", String(opened === c.name));
    if (k === now) b.setAttribute("aria-current", "step");
    h("small", "", b, c.label);
    const v = h("b", c.name === "guess" ? model.camp : "", b, c.text);
    if (c.name === "guess") v.dataset.testid = "scene-class";
    if (focus === c.name) b.focus();
  });
  const openedCell = list.find((c) => c.name === opened);
  ui.formula.hidden = !openedCell;
  ui.formula.replaceChildren();
  for (const text of openedCell?.lines ?? []) h("p", "", ui.formula, text);
  announce();
}

/**
 * Draws a person p with radius r, in pixels of the design: the shape is the temper (0 a disc, 1 a square), the color is the guess (camp 0
 * or 1). A ring marks a wrong guess, and another ring the person u (followed).
 */
function drawPerson(svg, x, y, r, p, followed) {
  const cls = "n " + (p.guess ? "b" : "a");
  if (p.temper) el("rect", { x: x - r * 0.9, y: y - r * 0.9, width: r * 1.8, height: r * 1.8, rx: 1, class: cls }, svg);
  else el("circle", { cx: x, cy: y, r, class: cls }, svg);
  if (p.wrong) el("circle", { cx: x, cy: y, r: r + 5, class: "ring" }, svg);
  if (followed) el("circle", { cx: x, cy: y, r: r + (p.wrong ? 10 : 6), class: "me" }, svg);
}

/** Returns the length of the longest vector of a list, at least a tiny positive number. */
const longest = (list) => Math.max(1e-9, ...list.map((v) => Math.hypot(...v)));
/** Returns the class of the color of a value: a negative value is for camp 1 (cb), other values are for camp 0 (ca). */
const campClass = (v) => (v < 0 ? "cb" : "ca");

/**
 * Draws the star into W×H pixels of the design: u in the center, around it the neighbours in the order of their pull, clockwise. Beside a
 * neighbour is the arrow that it sends (arrow), colored by its pull without maps (alone). Nearer to u is the arrow that arrives (back),
 * colored by the pull (value), which is the neighbour's summand of the score of u. The field on marks the followed neighbour v, and rival a
 * neighbour whose temper differs from the temper of u. out marks a neighbour that the reader has taken away, whose arrow does not arrive.
 */
function drawStar(svg, W, H) {
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
  const ties = model.rows.filter((r) => r.node >= 0),
    n = ties.length,
    cx = W / 2,
    cy = H / 2,
    small = Math.min(W, H) < 330, // pixels
    // The radius of the star leaves room for arrows and numbers.
    R = Math.min(W, H) / 2 - (small ? 40 : 60),
    // Pixels of a vector of length 1, so that the longest arrow of each kind fits.
    sentUnit = (small ? 22 : 34) / longest(ties.map((r) => r.arrow)),
    arrivedUnit = (small ? 24 : 38) / longest(ties.map((r) => r.back));
  svg.setAttribute("role", "img");
  svg.setAttribute(
    "aria-label",
    `u with ${n} neighbours. ` + ties.map((r) => (r.out ? `${r.who}: taken away` : `${r.who}: ${r.pull}`)).join("; "),
  );
  // Each pair of sizes below is in pixels: the size in a small picture, then the size in a larger picture.
  ties.forEach((tie, k) => {
    // The neighbour is at (x, y), the arrow that arrives at (mx, my). The first neighbour is above u.
    const a = -Math.PI / 2 + (2 * Math.PI * k) / n,
      c = Math.cos(a),
      s = Math.sin(a),
      x = cx + R * c,
      y = cy + R * s,
      mx = cx + 0.52 * R * c,
      my = cy + 0.52 * R * s,
      g = el("g", { class: "spoke" + (tie.on ? " on" : "") + (tie.out ? " out" : "") }, svg);
    el("path", { d: `M${cx} ${cy}L${x} ${y}`, class: "tie" + (tie.rival ? " rival" : "") }, g);
    el("circle", { cx: x, cy: y, r: 26, class: "reach" }, g);
    // The middle of each arrow is at its place. Arrows have y upwards, the screen has y downwards.
    const offset = small ? 14 : 19;
    arrow(
      g,
      x + offset * c - (tie.arrow[0] * sentUnit) / 2,
      y + offset * s + (tie.arrow[1] * sentUnit) / 2,
      [tie.arrow[0], -tie.arrow[1]],
      sentUnit,
      campClass(tie.alone),
      7,
    );
    drawPerson(g, x, y, small ? 5 : 7, tie);
    // The style sheet moves the arriving arrow from the neighbour to its place.
    if (!tie.out) {
      const w = el("g", { class: "land" }, g);
      w.style.setProperty("--dx", `${x - mx}px`);
      w.style.setProperty("--dy", `${y - my}px`);
      w.style.setProperty("--late", `${Math.round((LATE * k) / n)}ms`);
      arrow(
        w,
        mx - (tie.back[0] * arrivedUnit) / 2,
        my + (tie.back[1] * arrivedUnit) / 2,
        [tie.back[0], -tie.back[1]],
        arrivedUnit,
        campClass(tie.value),
        8,
      );
    }
    // The number of the neighbour is outside. A click follows the neighbour.
    el("text", { x: x + (small ? 30 : 42) * c, y: y + (small ? 24 : 38) * s + 4, class: "who" }, g, String(tie.node));
    g.addEventListener("click", () => follow(tie.node));
    el("title", {}, g, tie.who);
  });
  drawPerson(svg, cx, cy, small ? 8 : 11, model.u, true);
  el("text", { x: cx, y: cy + (small ? 30 : 36), class: "tag mid" }, svg, "u");
}

/**
 * Shows scene 1: the edge between u and v with the maps of the stop of the dial (edge.js). movedX and movedMaps are the vectors and maps
 * that the reader has dragged; they are missing before the first drag. first has the trained values.
 */
function showEdge() {
  const edge = {
    u: model.u.id,
    v: model.v.id,
    d: 2,
    x: model.movedX ?? model.x,
    maps: model.movedMaps ?? model.maps,
    first: { x: model.x, maps: model.maps },
    size: 1.25 / longest(model.x), // the longest arrow has 1.25 units
    note: "",
    say: model.say,
  };
  globalThis.sheafscopeEdge.show(edge, emit, { into: ui.body, say: showSentence });
}

/** Adds a picture to the body, and returns [main, svg]: its frame and the empty SVG. */
function addPicture() {
  const main = h("main", "tpic", ui.body),
    svg = el("svg", {}, main);
  svg.classList.add("tsvg");
  return [main, svg];
}

/**
 * Adds the table of the score of u to an element: a row for each summand, and below the total. A summand is the message of a neighbour
 * (node), or with node −1 the part of u itself, several neighbours together, or the bias. value is the summand, and pull its text. plain
 * reports that the network has no maps. The field on marks the followed neighbour, and out a neighbour that the reader has taken away.
 */
function sumTable(parent) {
  const table = h("table", "tsum", parent),
    head = h("tr", "", h("thead", "", table)),
    body = h("tbody", "", table);
  for (const c of ["who", "sends", model.plain ? "times" : "times maps", "arrives", "pulls"]) {
    h("th", "", head, c).scope = "col";
  }
  // The bar of a pull is as long as the pull is strong, and colored by its camp.
  const most = Math.max(...model.rows.map((tie) => Math.abs(tie.value)));
  for (const tie of model.rows) {
    const tr = h("tr", (tie.on ? "on" : "") + (tie.out ? " out" : ""), body),
      who = h("th", "", tr, tie.who);
    who.scope = "row";
    for (const c of [tie.sends, tie.times, tie.arrives]) h("td", "", tr, tie.out ? "" : c);
    const pull = h("td", "pull", tr),
      bar = h("i", tie.value < 0 ? "cb" : "ca", pull);
    bar.style.setProperty("--w", (tie.out ? 0 : Math.abs(tie.value) / most).toFixed(3));
    h("b", "", pull, tie.out ? "away" : tie.pull);
    if (tie.node < 0) continue; // no neighbour to follow
    tr.addEventListener("click", () => follow(tie.node));
    if (tie.on) tr.setAttribute("aria-current", "true");
  }
  const tr = h("tr", "all", body);
  h("th", "", tr, "together").scope = "row";
  h("td", "", tr);
  h("td", "", tr);
  h("td", "", tr);
  const last = h("td", "pull", tr);
  h("b", model.camp, last, model.total);
}

/** Shows these buttons as the tools of the scene. */
function setTools(...buttons) {
  ui.tools.replaceChildren(...buttons);
}
/**
 * Returns a tool: a button with a label and a test id. A click calls act. pressed is the state of a switch, undefined for a simple button.
 */
const tool = (label, id, act, pressed) => {
  const b = button(null, `ttool${pressed ? " on" : ""}#${id}`, label, act);
  if (pressed !== undefined) b.setAttribute("aria-pressed", String(pressed));
  return b;
};
/**
 * Returns a list of at most two buttons. One removes the followed neighbour from the sum; it is missing if no other neighbour is left. The
 * other restores the first removed neighbour; it is missing if no neighbour is removed.
 */
const strikeTools = () => {
  const followed = model.rows.find((r) => r.on),
    removed = model.rows.filter((r) => r.out);
  const list = [];
  if (model.rows.filter((r) => r.node >= 0 && !r.out).length > 1) {
    list.push(tool(`Take ${followed.who} away`, "scene-strike", () => emit("scene", { kind: "strike", index: followed.node })));
  }
  if (removed.length)
    list.push(tool(`Put ${removed[0].who} back`, "scene-restore", () => emit("scene", { kind: "strike", index: removed[0].node })));
  return list;
};

/** The functions that draw the body and the tools of a scene, by its number. */
const DRAW = {
  /** One edge. The buttons of edge.js are hidden here, and the tools press these buttons. An edge on the page is kept. */
  1() {
    if (!ui.body.querySelector(".oneedge")) ui.body.replaceChildren();
    showEdge();
    const press = (id) => ui.body.querySelector(`[data-testid=${id}]`).click();
    setTools(
      tool("As trained", "scene-again", () => press("edge-again")),
      tool("Let it diffuse", "scene-flow", () => press("edge-flow")),
    );
  },
  /** All edges of u, as a star. */
  2() {
    ui.body.replaceChildren();
    const [main, svg] = addPicture();
    drawStar(svg, main.clientWidth / pixel(), main.clientHeight / pixel());
    setTools(...strikeTools());
  },
  /** The sum as a table, in a wide window beside the star, and a switch between the maps. */
  3() {
    ui.body.replaceChildren();
    const [main, svg] = addPicture();
    main.classList.add("two");
    sumTable(h("div", "tscroll", main));
    const box = svg.getBoundingClientRect();
    // In a narrow window the style sheet gives the table the whole width, and the star has none.
    if (box.width > 40) drawStar(svg, box.width / pixel(), box.height / pixel());
    const group = h("div", "tgroup");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "Maps");
    for (const s of model.sums ?? []) {
      const b = tool(`${s.name} ${s.text}`, "", () => emit("scene", { kind: "maps", name: s.maps }), s.on);
      b.dataset.maps = s.maps;
      group.append(b);
    }
    setTools(...(model.sums?.length ? [group] : []), ...strikeTools());
  },
  /** Everybody at the stop of the dial, with the score. */
  4() {
    const look = globalThis.sheafscopeLook;
    ui.body.replaceChildren();
    const [main, svg] = addPicture(),
      line = h("p", "cline", main, ""),
      s = look.score(),
      n = h("p", "tscore", main, `${s.percent}`);
    h("small", "", n, "%");
    h("span", "", n, `${s.name}: ${s.of - s.wrong} of ${s.of} right`);
    line.dataset.testid = "crowd-line";
    // On a wide screen the score is beside the people, on the right; else above the people.
    // height is the room for the score above the people, and 170 its width beside them, in pixels of the design.
    const wide = main.clientWidth > 700 * pixel(),
      height = main.clientHeight < 400 * pixel() ? 26 : 64;
    look.scene(svg, model.u.id, model.v.id, ...(wide ? [170, 0] : [0, height]));
    line.textContent = look.line();
    const next = (model.stop + 1) % model.stops;
    setTools(tool(next ? "Next stop of the dial" : "First stop of the dial", "scene-turn", () => look.turn(next)));
  },
  /** The maps that are read off the two ends. */
  5() {
    ui.body.replaceChildren();
    const [main, svg] = addPicture(),
      W = main.clientWidth / pixel(),
      H = main.clientHeight / pixel();
    drawMaps(svg, W, H);
    setTools(tool("Flip v’s temper", "scene-flip", () => emit("scene", { kind: "flip" })));
  },
};

/**
 * Draws into W×H pixels of the design the two ends of the edge, with the maps that are computed from their tempers. A table has the product
 * of both maps for each of the four pairs of tempers (combinations). A map here is a number (ru at u, rv at v) times the identity: value is
 * the product of both numbers, and both its text. The field on marks the tempers of u and v. Without maps (plain), the numbers are left
 * out.
 */
function drawMaps(svg, W, H) {
  svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
  svg.setAttribute("role", "img");
  // In a narrow picture the table is below the ends, else on their right. The ends are at (a, top) and (b, top). The combination now has
  // their tempers.
  const narrow = H > 360 && (W < 620 || H > W),
    top = narrow ? H * 0.2 : H * 0.5,
    a = narrow ? W * 0.2 : W * 0.12,
    b = narrow ? W * 0.8 : W * 0.46,
    big = Math.min(26, H / 10),
    tight = b - a < 280, // pixels for both labels beside each other
    now = model.combinations.find((c) => c.on),
    fix = (v) => v.toFixed(2).replace("-", "−");
  el("path", { d: `M${a} ${top}H${b}`, class: "pair" }, svg);
  for (const [x, p, name, r] of [
    [a, model.u, "u", now.ru],
    [b, model.v, "v", now.rv],
  ]) {
    el("circle", { cx: x, cy: top, r: big + 10, class: "halo" }, svg);
    drawPerson(svg, x, top, big, p, name === "u");
    el("text", { x, y: top + big + 34, class: "tag mid" }, svg, name);
    // The map of each end, for example R_u = 0.82, is near its end, above the line of the edge.
    const t = el(
      "text",
      { x: x + (name === "u" ? 1 : -1) * (b - a) * (tight ? 0.43 : 0.27), y: top + (tight && name === "v" ? 26 : -14), class: "num" },
      svg,
      model.plain ? "no map" : "R",
    );
    if (model.plain) continue;
    el("tspan", { dy: 4, "font-size": "70%" }, t, name);
    el("tspan", { dy: -4 }, t, ` = ${fix(r)}`);
  }
  // The table: cells of s pixels, from (x0, y0), with a row for the temper of u and a column for the temper of v.
  const s = Math.min(narrow ? W / 5 : W / 9, (narrow ? H * 0.56 : H * 0.8) / 3.4),
    x0 = narrow ? W / 2 - s * 0.7 : W * 0.62,
    y0 = narrow ? H * 0.44 : H / 2 - s * 1.1;
  el("text", { x: x0 + s, y: y0 - 58, class: "lab" }, svg, model.plain ? "" : "both maps together");
  // A cell has the product of both maps, as an arrow and as a number. c.u and c.v are the tempers, 0 or 1.
  model.combinations.forEach((c) => {
    const x = x0 + c.v * s,
      y = y0 + c.u * s,
      mid = [x + s / 2, y + s / 2];
    el("rect", { x: x + 2, y: y + 2, width: s - 4, height: s - 4, class: "combo" + (c.on ? " on" : "") }, svg);
    if (!model.plain) arrow(svg, mid[0] - c.value * s * 0.3, mid[1] - 6, [c.value, 0], s * 0.6, campClass(c.value), 9);
    el("text", { x: mid[0], y: y + s - 12, class: "num" }, svg, model.plain ? "–" : c.both);
  });
  // The heads of the columns (v) and rows (u): a person of each temper.
  el("text", { x: x0 + s, y: y0 - 34, class: "tag mid" }, svg, "v");
  el("text", { x: x0 - 42, y: y0 + s + 5, class: "tag mid" }, svg, "u");
  for (const k of [0, 1]) {
    drawPerson(svg, x0 + (k + 0.5) * s, y0 - 16, 7, { temper: k, guess: model.v.guess });
    drawPerson(svg, x0 - 18, y0 + (k + 0.5) * s, 7, { temper: k, guess: model.u.guess });
  }
  svg.setAttribute(
    "aria-label",
    model.combinations
      .map((c) => `${c.u === c.v ? "equal" : "unlike"} tempers: both maps together ${model.plain ? "are none" : c.both}`)
      .join("; "),
  );
}

/**
 * Shows the scene of the model next, in place of the former scene or above Look. fn receives the events. If the scene differs from the
 * former scene, the parts move to their places, and the focus moves to the button Next; in scene 1 it moves only when the thread is opened.
 * If the scene is the same with another model, the focus stays.
 */
function show(next, fn) {
  const before = model;
  if (!ui) build();
  emit = fn;
  model = next;
  // The focus before the body and the tools are replaced.
  const pictureFocus = document.activeElement?.matches(".tsvg"),
    toolFocus = document.activeElement?.closest(".ttools") && { ...document.activeElement.dataset };
  const added = !ui.root.isConnected, // the thread is opened
    changed = added || before?.scene !== model.scene; // the scene differs from the former scene
  if (changed) opened = "";
  if (changed && before?.scene === 1) globalThis.sheafscopeEdge.hide();
  ui.root.dataset.scene = model.scene;
  const last = model.scene === LAST;
  document.documentElement.classList.toggle("at-scene", !last);
  document.documentElement.classList.toggle("at-band", last);
  ui.root.classList.toggle("band", last);
  // The last scene is a band above the page of the level Learn, without a body.
  if (last) {
    ui.title.textContent = SCENES[LAST];
    ui.count.textContent = `stage ${model.stop} of ${model.stops}`;
    showSentence(model.say);
    drawStrip();
    ui.next.disabled = model.stop === model.stops;
    ui.body.replaceChildren();
    if (added) document.body.prepend(ui.root);
    if (changed) ui.next.focus({ preventScroll: true });
    return;
  }
  ui.next.disabled = false;
  ui.title.textContent = SCENES[model.scene];
  ui.count.textContent = `${model.scene} of 6`;
  // In scene 1, edge.js writes the later sentences.
  if (model.scene !== 1 || changed) showSentence(model.say);
  drawStrip();
  // The thread is on the page before its body is drawn, since the drawing needs the size of the body.
  if (added) {
    document.body.prepend(ui.root);
    globalThis.sheafscopeLook?.zoom(model.scene === 1 && !still.matches);
  }
  ui.body.classList.toggle("moved", false); // the class begins the movements
  DRAW[model.scene]();
  ui.sized = size();
  // The new picture gets the focus of the old picture, or the new tool gets the focus of the old tool.
  if (pictureFocus && !changed) ui.body.querySelector(".tsvg")?.focus();
  if (toolFocus && !changed) {
    [...ui.tools.querySelectorAll("button")]
      .find((b) => b.dataset.testid === toolFocus.testid && b.dataset.maps === toolFocus.maps)
      ?.focus();
  }
  if (changed) {
    void ui.body.offsetWidth; // computes the layout, so that the movement begins anew
    ui.body.classList.add("moved");
    if (model.scene !== 1 || added) ui.next.focus({ preventScroll: true });
  }
}

globalThis.sheafscopeScene = {
  show,
  /** Removes the thread, so that Look is visible again. */
  hide() {
    if (!ui?.root.isConnected) return;
    globalThis.sheafscopeEdge.hide();
    ui.root.remove();
    model = null;
    spoken = {};
    ui.live.textContent = "";
    document.documentElement.classList.remove("at-scene", "at-band");
    globalThis.sheafscopeLook?.zoom(false);
    document.querySelector('[data-testid="look-how"]')?.focus();
  },
};
