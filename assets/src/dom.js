// The parts of which every script builds its pictures (svg) and controls (HTML): elements, texts, numbers, scales and marks. Style sheets
// give the classes their colours, so a change of theme needs no redraw. The short classes:
//   - of texts: e ends at its x, c is centred at its x, other texts start at x. k,
//     i and s are darker and darker (s is bold), a has the accent colour, and on is
//     for dark cells. halo is an outline in the colour of the ground. A text with
//     thru lets the pointer through.
//   - of lines: ln is solid, ln2 and ln3 are paler, lna has the accent colour, thin
//     is narrow, dash dashed; ax is an axis, grid a line of a grid.
//   - of fills: f-ink, f-2, f-3 and f-r from dark to pale, f-a the accent colour, f-s
//     the colour of the ground, f-t1 to f-t3 three shades of grey; open is a ring, box
//     an outline, n0 to n7 are the colours of classes.
//   - of cells on a ramp at the share --v: seqc for masses, posc and negc for positive
//     and negative numbers, kc for edges.
import { stop } from "./motion.js";

const NS = "http://www.w3.org/2000/svg";

// The elements whose content is being redrawn. In such an element, the field at is the next old child, null after the last; in all other
// elements, at is undefined.
let drawing = [];

/**
 * Begins to redraw the content of an element: el reuses the old children in their order, and writes only the differences. An unchanged
 * child is neither created nor laid out again.
 */
export function anew(node) {
  if (node.at !== undefined) over(); // the last redrawing of this element has not ended yet
  if (!drawing.length) queueMicrotask(over);
  drawing.push(node);
  node.at = node.firstChild;
}
/** Ends the redrawing of an element: removes the old children that were not reused. */
function done(node) {
  const { at } = node;
  while (at?.nextSibling) at.nextSibling.remove();
  at?.remove();
  node.at = undefined;
}
/** Ends the redrawing of all elements. Called by the caller of anew, or at the latest after the running script, by a microtask of anew. */
export function over() {
  drawing.forEach(done);
  drawing = [];
}
/**
 * Returns the next old child with this tag, for reuse. Returns null if none of the next five children has the tag. Old children before the
 * returned child are removed. A child that is marked own has listeners, and is not reused.
 */
function reused(parent, tag) {
  const unfit = (node) => node.localName !== tag || node.own;
  let child = parent.at; // the candidate; after five unfit children there is none
  for (let k = 0; child && unfit(child); k++) child = k < 4 ? child.nextSibling : null;
  if (!child) return null;
  while (parent.at !== child) {
    const skipped = parent.at;
    parent.at = skipped.nextSibling;
    skipped.remove();
  }
  parent.at = child.nextSibling;
  return child;
}

/**
 * Sets an attribute if its value has changed, since an equal value would also cost a layout. Only put may set the attributes that a redraw
 * shall remove or compare: the field known has their last values.
 */
export function put(node, key, value) {
  const known = (node.known ??= {});
  if (known[key] === value) return;
  known[key] = value;
  node.setAttribute(key, value);
}

/**
 * Returns an SVG element in parent, new or reused (see anew), with the attributes attrs and the text txt. Without a parent the element is
 * new. Attribute v, from 0 to 1, becomes the style property --v in per cent: a position on a colour ramp.
 */
export function el(tag, attrs = {}, parent, txt) {
  const old = parent?.at && reused(parent, tag),
    node = old || document.createElementNS(NS, tag);
  // The attributes, and --v as the only style.
  const shade = attrs.v === undefined ? undefined : Math.round(attrs.v * 100) + "%";
  for (const k in attrs) if (k !== "v") put(node, k, attrs[k]);
  if (node.shade !== shade) {
    node.shade = shade;
    if (shade) node.style.setProperty("--v", shade);
    else node.removeAttribute("style");
  }
  if (old) {
    // A reused element loses the attributes that the new call does not give. Without a text, its own children are reused in the same way.
    for (const k in node.known)
      if (!(k in attrs)) {
        delete node.known[k];
        node.removeAttribute(k);
      }
    if (txt === undefined && node.firstChild) anew(node);
  } else if (parent) parent.insertBefore(node, parent.at ?? null); // before the old children, or as the last child
  if (txt !== undefined) {
    const { firstChild } = node; // a single text node (type 3) is kept
    if (firstChild?.nodeType !== 3 || firstChild.nextSibling) node.textContent = txt;
    else if (firstChild.data !== String(txt)) firstChild.data = txt;
  }
  return node;
}

/** Returns a new HTML element with the text txt, the last child of parent. cls has its classes and, behind a #, its data-testid. */
export function h(tag, cls, parent, txt) {
  const node = document.createElement(tag),
    [classes, id] = cls ? cls.split("#") : [];
  if (classes) node.className = classes;
  if (id) node.dataset.testid = id;
  if (txt !== undefined) node.textContent = txt;
  if (parent) parent.append(node);
  return node;
}

/**
 * Reports whether the control e has a valid value. For an invalid value, the browser displays the reason at the control. For a hidden or
 * inert control the browser would write the reason to the console, so only the value is checked.
 */
export const valid = (e) =>
  e.checkVisibility({ visibilityProperty: true }) && !e.closest("[inert]") ? e.reportValidity() : e.checkValidity();

/** Returns a new button that submits no form; act is called at a click. For cls see h. */
export function button(parent, cls, label, act) {
  const b = h("button", cls, parent, label);
  b.type = "button";
  if (act) b.addEventListener("click", act);
  return b;
}

/**
 * Creates an empty menu in an element, and returns the menu. act is called with each chosen value. label is the name of the menu for screen
 * readers, if no visible text names the menu.
 */
export function menu(parent, cls, label, act) {
  const s = h("select", cls, h("span", "sel", parent));
  if (label) s.setAttribute("aria-label", label);
  s.addEventListener("change", () => act(s.value));
  return s;
}

/** Creates a checkbox before its name, and returns the checkbox. act is called with each new state: true if checked. */
export function checkbox(parent, cls, name, act) {
  const label = h("label", "", parent),
    box = h("input", cls, label);
  box.type = "checkbox";
  box.addEventListener("change", () => act(box.checked));
  label.append(name);
  return box;
}

/**
 * Creates a slider (input) between its symbol and its output (out), and returns both as {input, out}. id is the test id. range has the
 * properties min, max and step of the slider.
 */
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

/**
 * Creates a progress bar with the remaining time beside it. id is the test id. Returns a function that shows the progress {fraction, left}.
 * fraction is the finished share from 0 to 1, below 0 if unknown. left is the remaining time as text.
 */
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

/**
 * Fills the menu s from its attribute data-options, a list of {l: label, v: value, g: group or none}, and sets its value from data-value.
 * If the options are unchanged, nothing is written, not even the value: an open list would flicker.
 */
export function fill(s) {
  if (s.filled === s.dataset.options) return;
  s.filled = s.dataset.options;
  const groups = new Map();
  s.replaceChildren();
  for (const o of JSON.parse(s.filled)) {
    let parent = s;
    if (o.g) {
      parent = groups.get(o.g);
      if (!parent) {
        parent = document.createElement("optgroup");
        parent.label = o.g;
        s.append(parent);
        groups.set(o.g, parent);
      }
    }
    parent.append(new Option(o.l, o.v));
  }
  s.value = s.dataset.value;
}

/** Returns a text element with text s at (x, y) in element p; y is the baseline. c has its classes (see the top of this file). */
export const text = (p, x, y, s, c = "") => el("text", { x, y, class: c }, p, s);

/**
 * Returns a text element at (x, y) with italic symbols: tex(p, x, y, [["λ", "2"], " = 0.0041"]). A part is an upright text or [symbol,
 * index, true if the index is an exponent]. The element is complete at the return, so that the caller can measure the text.
 */
export function tex(p, x, y, parts, c = "") {
  const t = el("text", { x, y, class: c }, p);
  let shift = 0; // shift of the next piece in px, back to the line of the text
  const span = (s, attrs) => {
    el("tspan", shift ? { ...attrs, dy: shift } : attrs, t, s);
    shift = 0;
  };
  for (const q of parts) {
    if (!Array.isArray(q)) {
      span(q, {});
      continue;
    }
    span(q[0], { "font-style": "italic" });
    if (q[1]) {
      el("tspan", { dy: q[2] ? -4 : 3, "font-size": "8.5" }, t, q[1]);
      shift = q[2] ? 4 : -3;
    }
  }
  done(t);
  return t;
}

// Widths of texts come from a canvas: a measurement of the SVG would force a layout each time.
let pen = null, // the 2D context of the canvas
  family = ""; // the font family of the page
const widths = new Map(); // known widths, by "b" (bold) or "n" (normal) and the text
/** Returns the width of a text element in units of its picture, for the 11px font of pictures. The classes s and a are bold. */
export function textWidth(t) {
  const bold = /(^| )(s|a)( |$)/.test(t.getAttribute("class") || ""),
    key = (bold ? "b" : "n") + t.textContent;
  let w = widths.get(key);
  if (w === undefined) {
    if (!pen) {
      pen = document.createElement("canvas").getContext("2d");
      family = getComputedStyle(document.body).fontFamily; // read once, since it forces all styles to be computed
    }
    pen.font = `${bold ? 600 : 400} 11px ${family}`;
    w = pen.measureText(t.textContent).width;
    if (widths.size > 2000) widths.clear(); // a limit of memory
    widths.set(key, w);
  }
  return w;
}
/** Returns the x coordinate at the distance gap behind the end of a text t. The text starts at its x: it has no class e or c. */
export const after = (t, gap) => +t.getAttribute("x") + textWidth(t) + gap;
/** Returns a line from (x1, y1) to (x2, y2) in element p with the classes c. */
export const line = (p, x1, y1, x2, y2, c) => el("line", { x1, y1, x2, y2, class: c }, p);
/** Returns a rectangle with the upper left corner (x, y). v is its position on a colour ramp, from 0 to 1. A negative size becomes 0. */
export function rect(p, x, y, width, height, c, v) {
  const a = { x, y, width: Math.max(0, width), height: Math.max(0, height), class: c };
  if (v !== undefined) a.v = v;
  return el("rect", a, p);
}
/** Returns a line through points [x, y]. */
export const path = (p, pts, c) =>
  el("path", { d: pts.map((q, i) => (i ? "L" : "M") + q[0].toFixed(1) + " " + q[1].toFixed(1)).join(""), class: c }, p);
/** Dash and gap, in pixels, of an edge between two classes. */
export const DASH = [4, 2.5];
export const circle = (p, cx, cy, r, c) => el("circle", { cx, cy, r, class: c }, p);
/**
 * Returns an invisible rectangle with the role of a button, which can be clicked and can have the focus. The caller handles its events.
 * label is its name for screen readers, and more has further attributes.
 */
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

/** Returns the linear function that maps a to c and b to d. If a is b, the function is constant, c. */
export const lin = (a, b, c, d) => {
  const k = b === a ? 0 : (d - c) / (b - a);
  return (x) => c + (x - a) * k;
};

/**
 * Returns the width of a picture's box in pixels of the page, 0 for a hidden box. The width is measured once until forgetSize, and once for
 * all pictures that share a width (see alike). A width of 0 is measured again.
 */
export function boxWidth(svg) {
  if (!svg.boxW) {
    const { widths, as } = svg;
    svg.boxW = widths?.get(as) || svg.clientWidth || svg.getBoundingClientRect().width;
    if (svg.boxW) widths?.set(as, svg.boxW);
  }
  return svg.boxW;
}
/**
 * Lets the element e share its width with all elements of the same name (as), since each measurement costs a layout. widths is a Map with
 * the measured width of each name. Returns e.
 */
export const alike = (e, widths, as) => Object.assign(e, { widths, as });
/** Forgets the measured size of an element, so that the next drawing measures the element. A shared width stays. */
export function forgetSize(svg) {
  svg.boxW = svg.boxH = 0;
}
/** Returns the height of a picture's box in pixels of the page, measured once until forgetSize. */
const boxHeight = (svg) => (svg.boxH ||= svg.clientHeight || svg.getBoundingClientRect().height);
/** Measures the box of e anew. Called between two drawings: during a drawing the box may have a size that is never displayed. */
export function measure(e) {
  forgetSize(e);
  boxWidth(e);
  boxHeight(e);
}

/**
 * Ends the animations of an svg, and begins to redraw the svg in the size of its box. A given height, in units of the picture, replaces the
 * height of the box. Returns {s: the svg, w: its width, h: its height} in units of the picture. A unit is a pixel of the page, or more
 * if the user has larger text. For a hidden svg, open returns null, and the svg loses its content.
 */
export function open(svg, height) {
  stop(svg);
  anew(svg);
  const unit = globalThis.sheafscopePrefers.pixel(), // pixels of the page in a unit
    w = boxWidth(svg) / unit,
    unitHeight = height || boxHeight(svg) / unit;
  if (!w || !unitHeight) return null;
  put(svg, "viewBox", `0 0 ${w} ${unitHeight}`);
  if (height) put(svg, "height", height * unit);
  return { s: svg, w, h: unitHeight };
}

/** An estimate from above of the mean width of a letter in the small texts of a picture, in px. */
export const LETTER = 6.4;
/** Returns a value as a text of at most n letters. A longer text is cut, and ends in “…”. */
export const cut = (value, n) => {
  const s = String(value);
  return s.length > n ? s.slice(0, n - 1) + "…" : s;
};

/** Returns a text with the minus sign − in place of each hyphen. */
const minus = (s) => s.replaceAll("-", "−");
/** Returns the text of the number x with k decimals and the minus sign −. */
export const fix = (x, k) => minus(x.toFixed(k));
/**
 * Returns the text of a number with about three significant digits. Below 0.001 and from 100000 on, in absolute value, the number is
 * written with a power of ten, as 1.2e−4. A number that is missing or not finite is “–”.
 */
export function num(x) {
  if (x === null || x === undefined || !Number.isFinite(x)) return "–";
  const a = Math.abs(x);
  if (a === 0) return "0";
  if (a < 1e-3 || a >= 1e5) return minus(x.toExponential(1)).replace("e+", "e");
  if (a < 0.1) return minus(x.toFixed(4));
  if (a < 10) return minus(x.toFixed(3));
  return minus(a < 1000 ? x.toFixed(1) : x.toFixed(0));
}
/** Returns the text of a share from 0 to 1 as a percentage with one decimal. */
export const pct = (x) => fix(100 * x, 1) + " %";

/**
 * Returns round numbers in [lo, hi] in rising order, at a step of 1, 2 or 5 times a power of ten. Their number is about want. If hi is not
 * above lo, the result is lo alone.
 */
export function ticks(lo, hi, want = 4) {
  if (!(hi > lo)) return [lo];
  const wanted = (hi - lo) / want,
    magnitude = 10 ** Math.floor(Math.log10(wanted)),
    digit = wanted / magnitude; // from 1 to 10
  let round = 10; // the digit, rounded to 1, 2, 5 or 10
  if (digit < 1.5) round = 1;
  else if (digit < 3) round = 2;
  else if (digit < 7) round = 5;
  const step = magnitude * round,
    out = [];
  // The tolerance of 1e-9 steps keeps both ends in spite of rounding, and makes a tick near 0 equal to 0.
  for (let t = Math.ceil(lo / step - 1e-9) * step; t <= hi + step * 1e-9; t += step) out.push(Math.abs(t) < step * 1e-9 ? 0 : t);
  return out;
}
/**
 * Returns the label of a tick t, with as many decimals as the step of the list of all ticks needs. Very small and very large ticks are
 * written with powers of ten. For a list of one tick, the step is the tick itself.
 */
export function tickText(t, all) {
  const step = all.length > 1 ? Math.abs(all[1] - all[0]) : Math.abs(t) || 1;
  if (t === 0) return "0";
  const largest = Math.max(...all.map(Math.abs)),
    exponential = largest < 1e-3 || step < 1e-5 || largest >= 1e5;
  if (exponential) return minus(Number(t.toPrecision(3)).toExponential().replace("e+", "e"));
  return fix(t, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))); // 1e-9: a step of 0.1 has one decimal in spite of rounding
}

/** Returns the label of a power of ten t: "1e−3" for 0.001, and "1" for 1. */
export const power = (t) => {
  const e = Math.round(Math.log10(t));
  return e === 0 ? "1" : "1e" + (e < 0 ? "−" + -e : e);
};
/**
 * Returns at most five powers of ten, from 10^hi downwards. The exponents hi and lo are whole numbers; the last power may be above 10^lo.
 */
export function powers(lo, hi) {
  const out = [],
    step = Math.max(1, Math.ceil((hi - lo) / 4));
  for (let e = hi; e >= lo; e -= step) out.push(10 ** e);
  return out;
}
/**
 * Draws the axes of a chart into s between the x coordinates x0 and x1. Each tick of ys gets a line and a label, each tick of xs a mark at
 * base and a label. X and Y map values to coordinates, and base is the y coordinate of the x-axis. label and under return the labels of ys
 * and xs. foot is the y coordinate of the labels of xs, and zero is the class of the line at y = 0.
 */
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

// The shapes of the classes in the order of the palette, as in shapes.js (WebGL). Shape 0 is a circle (null). A polygon has n corners, the
// first at the angle rot in radians, clockwise from the right. A corner is k radii of the circle from the center, for about the same area.
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
// The corners of the cross around (0, 0), for a circle of radius 1.
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
/** Returns the corners of shape 0 to 7 with radius r around (x, y), null for the circle. */
export function corners(shape, x, y, r) {
  const q = SHAPES[shape];
  if (!q) return null;
  if (q === "cross") return CROSS.map(([a, b]) => [x + a * r, y + b * r]);
  return Array.from({ length: q.n }, (_, i) => {
    const t = q.rot + (i * 2 * Math.PI) / q.n;
    return [x + q.k * r * Math.cos(t), y + q.k * r * Math.sin(t)];
  });
}
/**
 * Draws the mark of a slot of the palette with radius r around (x, y) into p, and returns the mark. Slots 0 to 7 have eight colours and
 * shapes. Slots from 8 on have the same colours with other shapes. A negative slot, of a node without a class, is a grey circle. cls
 * replaces all classes of the mark.
 */
export function mark(p, slot, x, y, r, cls) {
  const color = slot < 0 ? "f-3" : "n" + (slot % 8),
    points = slot < 0 ? null : corners((slot + Math.floor(slot / 8)) % 8, x, y, r),
    c = cls === undefined ? "node " + color : cls;
  if (!points) return circle(p, x, y, r, c);
  return el("polygon", { points: points.map((q) => q.map((v) => v.toFixed(1)).join()).join(" "), class: c }, p);
}
/** Returns the mark of a class as an svg, for headings and chips. Slot −1 is the mark of a missing class, and −2 an empty svg. */
export function glyph(slot) {
  const g = el("svg", { viewBox: "0 0 14 14", "aria-hidden": "true" });
  if (slot >= -1) mark(g, slot, 7, 7, 4.6);
  return g;
}

/**
 * Returns the rings around a node of radius r, each as [radius, width, colour]. ring is #rrggbbkk with a kind kk: ff for the selection, 80
 * for a wrong prediction, c0 for a wrong prediction that is selected, 00 or undefined for no ring. A node of kind c0 has two rings, and
 * ink is the colour of the inner ring. Lengths are in pixels.
 */
export function ringsOf(ring, r, ink) {
  const radius = r + Math.min(3.2, 0.6 * r + 0.9), // a small node has a narrow gap
    kind = ring?.slice(7),
    color = ring?.slice(0, 7);
  if (kind === "c0")
    return [
      [radius, 1.25, ink],
      [radius + 2.8, 2.2, color],
    ];
  if (kind === "ff") return [[radius, 2.2, color]];
  return kind && kind !== "00" ? [[radius, 1.25, color]] : [];
}
