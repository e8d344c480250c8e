// Small SVG vocabulary shared by all pictures. Classes carry the colours, so a
// change of theme needs no redraw.
import { stop } from "./motion.js";

const NS = "http://www.w3.org/2000/svg";

let drawing = []; // elements whose content is drawn anew; at: the next child of before

/** Begins to draw what an element contains anew: el takes the children of before in their order, and writes what differs. What
 * stays as it was is neither made nor laid out again. */
export function anew(node) {
  if (node.at !== undefined) over();
  if (!drawing.length) queueMicrotask(over);
  drawing.push(node);
  node.at = node.firstChild;
}
/** Takes away the children of before that were not taken again. */
function done(node) {
  const { at } = node;
  while (at?.nextSibling) at.nextSibling.remove();
  at?.remove();
  node.at = undefined;
}
/** Ends all drawings that began; else they end with the task. */
export function over() {
  drawing.forEach(done);
  drawing = [];
}
/** Takes the next child of before with this tag, if it is near. Children passed over go; own ones have listeners. */
function taken(parent, tag) {
  let q = parent.at;
  for (let k = 0; q && (q.localName !== tag || q.own); k++) q = k < 4 ? q.nextSibling : null;
  if (!q) return null;
  while (parent.at !== q) {
    const gone = parent.at;
    parent.at = gone.nextSibling;
    gone.remove();
  }
  parent.at = q.nextSibling;
  return q;
}

/** Sets an attribute that has another value: to write the same one would lay the element out again. All attributes of what el makes
 * that another drawing may change are set by it. */
export function put(node, key, value) {
  const known = (node.known ??= {});
  if (known[key] === value) return;
  known[key] = value;
  node.setAttribute(key, value);
}

/** An SVG element, a new one or one of before (see anew); attribute v sets the ramp position --v (0..1). */
export function el(tag, attrs = {}, parent, txt) {
  const old = parent?.at && taken(parent, tag),
    node = old || document.createElementNS(NS, tag);
  const shade = attrs.v === undefined ? undefined : Math.round(attrs.v * 100) + "%";
  for (const k in attrs) if (k !== "v") put(node, k, attrs[k]);
  if (node.shade !== shade) {
    node.shade = shade;
    if (shade) node.style.setProperty("--v", shade);
    else node.removeAttribute("style");
  }
  if (old) {
    for (const k in node.known)
      if (!(k in attrs)) {
        delete node.known[k];
        node.removeAttribute(k);
      }
    if (txt === undefined && node.firstChild) anew(node);
  } else if (parent) parent.insertBefore(node, parent.at ?? null);
  if (txt !== undefined) {
    const { firstChild } = node;
    if (firstChild?.nodeType !== 3 || firstChild.nextSibling) node.textContent = txt;
    else if (firstChild.data !== String(txt)) firstChild.data = txt;
  }
  return node;
}

/** Creates an HTML element of some classes, with the id for tests behind a #. */
export function h(tag, cls, parent, txt) {
  const node = document.createElement(tag),
    [classes, id] = cls ? cls.split("#") : [];
  if (classes) node.className = classes;
  if (id) node.dataset.testid = id;
  if (txt !== undefined) node.textContent = txt;
  if (parent) parent.append(node);
  return node;
}

// Of a control that cannot be reached the browser would complain in the console alone.
/** Reports whether a control's value may be sent, and says why not where it can be reached. */
export const valid = (e) =>
  e.checkVisibility({ visibilityProperty: true }) && !e.closest("[inert]") ? e.reportValidity() : e.checkValidity();

/** Creates a button that sends no form. */
export function button(parent, cls, label, act) {
  const b = h("button", cls, parent, label);
  b.type = "button";
  if (act) b.addEventListener("click", act);
  return b;
}

/** Creates a menu; act gets the chosen value. */
export function menu(parent, cls, label, act) {
  const s = h("select", cls, h("span", "sel", parent));
  if (label) s.setAttribute("aria-label", label);
  s.addEventListener("change", () => act(s.value));
  return s;
}

/** Creates a box to tick before its name. */
export function checkbox(parent, cls, name, act) {
  const label = h("label", "", parent),
    box = h("input", cls, label);
  box.type = "checkbox";
  box.addEventListener("change", () => act(box.checked));
  label.append(name);
  return box;
}

/** Creates a slider between its symbol and its output. */
export function slider(parent, symbol, name, id, range) {
  const label = h("label", "slide", parent);
  h("span", "", label, symbol);
  label.title = name;
  const input = h("input", "#" + id, label),
    out = h("output", "", label);
  Object.assign(input, { type: "range" }, range);
  input.setAttribute("aria-label", name);
  return { input, out };
}

/** A bar of progress and the time left beside it; returns what sets both. A fraction below 0 is not known. */
export function meter(row, label, id) {
  const bar = h("progress", "#" + id, row),
    left = h("span", "", row);
  bar.max = 1;
  bar.setAttribute("aria-label", label);
  return (a) => {
    if (a.fraction >= 0) bar.value = a.fraction;
    else bar.removeAttribute("value");
    left.textContent = a.left;
  };
}

/** Fills a select from its data-options, only when they changed: an open list must not flicker. */
export function fill(s) {
  if (s.filled === s.dataset.options) return;
  s.filled = s.dataset.options;
  const groups = new Map();
  s.replaceChildren();
  for (const o of JSON.parse(s.filled)) {
    let to = s;
    if (o.g) {
      to = groups.get(o.g);
      if (!to) {
        to = document.createElement("optgroup");
        to.label = o.g;
        s.append(to);
        groups.set(o.g, to);
      }
    }
    to.append(new Option(o.l, o.v));
  }
  s.value = s.dataset.value;
}

export const text = (p, x, y, s, c = "") => el("text", { x, y, class: c }, p, s);

/** Text with italic symbols: tex(p, x, y, [["λ", "2"], " = 0.0041"]); a third item lifts the index. */
export function tex(p, x, y, parts, c = "") {
  const t = el("text", { x, y, class: c }, p);
  let drop = 0;
  const span = (s, attrs) => {
    el("tspan", drop ? { ...attrs, dy: drop } : attrs, t, s);
    drop = 0;
  };
  for (const q of parts) {
    if (!Array.isArray(q)) {
      span(q, {});
      continue;
    }
    span(q[0], { "font-style": "italic" });
    if (q[1]) {
      el("tspan", { dy: q[2] ? -4 : 3, "font-size": "8.5" }, t, q[1]);
      drop = q[2] ? 4 : -3;
    }
  }
  done(t); // it may be measured
  return t;
}

// Widths of texts come from a canvas: asking the SVG would force a layout each time.
let pen = null,
  family = "";
const widths = new Map();
/** Width of a text of a picture in pixels; bold as its class says. */
export function textWidth(t) {
  const bold = /(^| )(s|a)( |$)/.test(t.getAttribute("class") || ""),
    key = (bold ? "b" : "n") + t.textContent;
  let w = widths.get(key);
  if (w === undefined) {
    if (!pen) {
      pen = document.createElement("canvas").getContext("2d");
      family = getComputedStyle(document.body).fontFamily; // asked once: it brings all styles up to date
    }
    pen.font = `${bold ? 600 : 400} 11px ${family}`;
    w = pen.measureText(t.textContent).width;
    if (widths.size > 2000) widths.clear();
    widths.set(key, w);
  }
  return w;
}
export const after = (t, gap) => +t.getAttribute("x") + textWidth(t) + gap;
export const line = (p, x1, y1, x2, y2, c) => el("line", { x1, y1, x2, y2, class: c }, p);
export function rect(p, x, y, width, height, c, v) {
  const a = { x, y, width: Math.max(0, width), height: Math.max(0, height), class: c };
  if (v !== undefined) a.v = v;
  return el("rect", a, p);
}
export const path = (p, pts, c) =>
  el("path", { d: pts.map((q, i) => (i ? "L" : "M") + q[0].toFixed(1) + " " + q[1].toFixed(1)).join(""), class: c }, p);
/** Dash and gap, in pixels, of an edge between two classes. */
export const DASH = [4, 2.5];
export const circle = (p, cx, cy, r, c) => el("circle", { cx, cy, r, class: c }, p);
/** A place that can be chosen; more are its other attributes. */
export const hit = (p, x, y, width, height, label, more) =>
  el(
    "rect",
    {
      x,
      y,
      width: Math.max(0, width),
      height: Math.max(0, height),
      class: "hit",
      role: "button",
      tabindex: 0,
      "aria-label": label,
      ...more,
    },
    p,
  );

/** Linear scale from [a, b] to [c, d]. */
export const lin = (a, b, c, d) => {
  const k = b === a ? 0 : (d - c) / (b - a);
  return (x) => c + (x - a) * k;
};

/** Width of a picture's box, measured once, and once for all that are alike (see alike); forgetSize after a change of layout. */
export function boxWidth(svg) {
  if (!svg.boxW) {
    const { widths, as } = svg;
    svg.boxW = widths?.get(as) || svg.clientWidth || svg.getBoundingClientRect().width;
    if (svg.boxW) widths?.set(as, svg.boxW);
  }
  return svg.boxW;
}
/** Makes an element share its width with all of the same place: to measure each would lay the page out for each. */
export const alike = (e, widths, as) => Object.assign(e, { widths, as });
export function forgetSize(svg) {
  svg.boxW = svg.boxH = 0;
}
const boxHeight = (svg) => (svg.boxH ||= svg.clientHeight || svg.getBoundingClientRect().height);
/** Measures a box while the layout is at rest. While a picture is drawn, its box may have a size that no frame shows. */
export function measure(e) {
  forgetSize(e);
  boxWidth(e);
  boxHeight(e);
}

/** Begins an svg anew and gives it the size of its box; null when it is not shown. */
export function open(svg, height) {
  stop(svg);
  anew(svg);
  const one = globalThis.sheafscopePrefers.pixel(),
    w = boxWidth(svg) / one,
    hh = height || boxHeight(svg) / one;
  if (!w || !hh) return null;
  put(svg, "viewBox", `0 0 ${w} ${hh}`);
  if (height) put(svg, "height", height * one);
  return { s: svg, w, h: hh };
}

/** The width of a letter of a picture's small texts, in px, at most. */
export const LETTER = 6.4;
/** A text of at most n letters. */
export const cut = (text, n) => ((text = String(text)).length > n ? text.slice(0, n - 1) + "…" : text);

const minus = (s) => s.replaceAll("-", "−");
/** Fixed decimals with a true minus. */
export const fix = (x, k) => minus(x.toFixed(k));
/** Short form: about three significant digits. */
export function num(x) {
  if (x === null || x === undefined || !Number.isFinite(x)) return "–";
  const a = Math.abs(x);
  if (a === 0) return "0";
  if (a < 1e-3 || a >= 1e5) return minus(x.toExponential(1)).replace("e+", "e");
  if (a < 0.1) return minus(x.toFixed(4));
  if (a < 10) return minus(x.toFixed(3));
  return minus(a < 1000 ? x.toFixed(1) : x.toFixed(0));
}
export const pct = (x) => fix(100 * x, 1) + " %";

/** Three to five round ticks that cover [lo, hi]. */
export function ticks(lo, hi, want = 4) {
  if (!(hi > lo)) return [lo];
  const raw = (hi - lo) / want,
    mag = 10 ** Math.floor(Math.log10(raw)),
    r = raw / mag;
  const step = mag * (r < 1.5 ? 1 : r < 3 ? 2 : r < 7 ? 5 : 10),
    out = [];
  for (let t = Math.ceil(lo / step - 1e-9) * step; t <= hi + step * 1e-9; t += step) out.push(Math.abs(t) < step * 1e-9 ? 0 : t);
  return out;
}
/** Label of a tick, with as many decimals as the step between ticks needs. */
export function tickText(t, all) {
  const step = all.length > 1 ? Math.abs(all[1] - all[0]) : Math.abs(t) || 1;
  if (t === 0) return "0";
  const big = Math.max(...all.map(Math.abs));
  if (big < 1e-3 || step < 1e-5 || big >= 1e5) return minus(Number(t.toPrecision(3)).toExponential().replace("e+", "e"));
  return fix(t, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
}

/** A power of ten as a label. */
export const power = (t) => {
  const e = Math.round(Math.log10(t));
  return e === 0 ? "1" : "1e" + (e < 0 ? "−" + -e : e);
};
/** The powers of ten from 10^hi down to 10^lo, at most five. */
export function powers(lo, hi) {
  const out = [],
    step = Math.max(1, Math.ceil((hi - lo) / 4));
  for (let e = hi; e >= lo; e -= step) out.push(10 ** e);
  return out;
}
/** The frame of a chart between x0 and x1: a line of the grid with its label for each tick of ys, ticks and labels of xs below the base. */
export function axes(s, { x0, x1, base, X, Y, xs = [], ys = [], foot, label = tickText, under = tickText, zero = "ax" }) {
  for (const t of ys) {
    line(s, x0, Y(t), x1, Y(t), t ? "grid" : zero);
    text(s, x0 - 6, Y(t) + 4, label(t, ys), "e");
  }
  for (const t of xs) {
    line(s, X(t), base, X(t), base + 3, "ax");
    text(s, X(t), foot, under(t, xs), "c");
  }
}

// Class shapes, in the order of the palette: they agree with shapes.js (WebGL).
const poly = (n, rot, k) => ({ n, rot, k });
const SHAPES = [
  null,
  poly(4, Math.PI / 4, 1.22),
  poly(4, 0, 1.3),
  poly(3, -Math.PI / 2, 1.38),
  poly(6, 0, 1.1),
  poly(3, Math.PI / 2, 1.38),
  poly(5, -Math.PI / 2, 1.2),
  "cross",
];
const CROSS = [
  [-0.42, -1.15],
  [0.42, -1.15],
  [0.42, -0.42],
  [1.15, -0.42],
  [1.15, 0.42],
  [0.42, 0.42],
  [0.42, 1.15],
  [-0.42, 1.15],
  [-0.42, 0.42],
  [-1.15, 0.42],
  [-1.15, -0.42],
  [-0.42, -0.42],
];
/** The corners of a shape of radius r, from 0 to 7; null for the circle. */
export function corners(shape, x, y, r) {
  const q = SHAPES[shape];
  if (!q) return null;
  if (q === "cross") return CROSS.map(([a, b]) => [x + a * r, y + b * r]);
  return Array.from({ length: q.n }, (_, i) => {
    const t = q.rot + (i * 2 * Math.PI) / q.n;
    return [x + q.k * r * Math.cos(t), y + q.k * r * Math.sin(t)];
  });
}
/** Draws the mark of palette slot k: slot 0 is a circle. Slots past 8 pair the colours with other shapes. */
export function mark(p, slot, x, y, r, cls) {
  const color = slot < 0 ? "f-3" : "n" + (slot % 8),
    at = slot < 0 ? null : corners((slot + Math.floor(slot / 8)) % 8, x, y, r),
    c = cls === undefined ? "node " + color : cls;
  return at ? el("polygon", { points: at.map((q) => q.map((v) => v.toFixed(1)).join()).join(" "), class: c }, p) : circle(p, x, y, r, c);
}
/** A small stand-alone glyph of a class, for headings and chips. */
export function glyph(slot) {
  const g = el("svg", { viewBox: "0 0 14 14", "aria-hidden": "true" });
  if (slot >= -1) mark(g, slot, 7, 7, 4.6);
  return g;
}

/** The rings around a node of radius r, as radius, width and colour: ff is the selection, 80 a wrong guess, c0 the one around the other. */
export function ringsOf(ring, r, ink) {
  const at = r + Math.min(3.2, 0.6 * r + 0.9),
    of = ring?.slice(7),
    color = ring?.slice(0, 7);
  if (of === "c0")
    return [
      [at, 1.25, ink],
      [at + 2.8, 2.2, color],
    ];
  return of === "ff" ? [[at, 2.2, color]] : of && of !== "00" ? [[at, 1.25, color]] : [];
}
