// A picture of the page as a list of paths and runs of text, from which a PDF and a TikZ picture are written. All places are in pixels
// from the upper left corner of the picture, with y downwards. The browser computes the place of each element, its color, and the place of
// each character.

/** Returns the letters of a text, each with the combining marks that follow the letter (\p{M} is a mark). */
export const letters = (text) =>
  String(text)
    .normalize("NFC")
    .match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];

/** The matrix of SVG that changes nothing. */
const IDENTITY = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
/** Returns the image of the point (x, y) under a matrix of SVG. */
const transform = (m, x, y) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f];
/** Returns a number with at most three decimals. || makes −0 and NaN to 0. */
const round = (v) => Math.round(v * 1000) / 1000 || 0;

/** The distance of the handles of a cubic curve that approximates a quarter of a circle, as a part of the radius. */
const QUARTER = 0.5522847498,
  VISIBLE = 0.003; // smallest opacity of a color that is painted

/**
 * Returns the arc of an SVG path from (x1, y1) to (x2, y2) as cubic curves. rx and ry are its radii, turn is the rotation of its axes in
 * degrees. The flags are 0 or 1: large chooses the longer arc, and sweep the arc of growing angles. The center is computed as in SVG 2,
 * appendix B.2. Without a radius, or with equal ends, the result is a line.
 */
function arc(x1, y1, rx, ry, turn, large, sweep, x2, y2) {
  const isPoint = x1 === x2 && y1 === y2;
  if (!rx || !ry || isPoint) return [["L", x2, y2]];
  // (px, py) is half the vector between the ends, in the axes of the ellipse.
  const t = (turn * Math.PI) / 180,
    cos = Math.cos(t),
    sin = Math.sin(t),
    dx = (x1 - x2) / 2,
    dy = (y1 - y2) / 2;
  const px = cos * dx + sin * dy,
    py = cos * dy - sin * dx;
  // Radii that are too small for the distance of the ends are enlarged.
  rx = Math.abs(rx);
  ry = Math.abs(ry);
  const grow = Math.sqrt(Math.max(1, (px / rx) ** 2 + (py / ry) ** 2));
  rx *= grow;
  ry *= grow;
  // The center, as (ux, uy) in the axes of the ellipse and as (cx, cy) in the picture.
  const part = (rx * py) ** 2 + (ry * px) ** 2, // the denominator of the formula for the center
    k = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, (rx * ry) ** 2 / part - 1));
  const ux = (k * rx * py) / ry,
    uy = (-k * ry * px) / rx,
    cx = cos * ux - sin * uy + (x1 + x2) / 2,
    cy = sin * ux + cos * uy + (y1 + y2) / 2;
  // start is the angle of the first end, and length the signed angle of the arc, in radians. sweep chooses the sign. Each curve covers at
  // most a quarter of the circle, up to rounding (1e-9). h is the length of its handles, as a part of the radius.
  const start = Math.atan2((py - uy) / ry, (px - ux) / rx);
  let length = Math.atan2((-py - uy) / ry, (-px - ux) / rx) - start;
  if (sweep && length < 0) length += 2 * Math.PI;
  if (!sweep && length > 0) length -= 2 * Math.PI;
  const n = Math.max(1, Math.ceil(Math.abs(length) / (Math.PI / 2) - 1e-9)),
    h = (4 / 3) * Math.tan(length / n / 4),
    curves = [];
  // Returns the point of the ellipse at an angle, moved along the tangent there by a part of the radius.
  const pointAt = (angle, along) => {
    const x = rx * (Math.cos(angle) - along * Math.sin(angle)),
      y = ry * (Math.sin(angle) + along * Math.cos(angle));
    return [cos * x - sin * y + cx, sin * x + cos * y + cy];
  };
  for (let i = 0; i < n; i++) {
    const a = start + (length * i) / n,
      b = start + (length * (i + 1)) / n;
    const end = i === n - 1 ? [x2, y2] : pointAt(b, 0); // the last end is exact
    curves.push(["C", ...pointAt(a, h), ...pointAt(b, -h), ...end]);
  }
  return curves;
}

/** The number of arguments of each command of an SVG path. */
const ARGUMENTS = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/**
 * Returns the numbers of a text, up to the first character that begins no number. In an arc, the arguments 3 and 4 of 7 (from 0) are flags
 * of one digit, after which a number may follow without a space.
 */
function numbersOf(text, isArc) {
  const number = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y,
    list = [];
  for (let index = 0; ;) {
    index += text.slice(index).match(/^[\s,]*/)[0].length; // spaces and commas separate numbers
    if (index >= text.length) break;
    if (isArc && [3, 4].includes(list.length % 7)) {
      list.push(+text[index++]);
      continue;
    }
    number.lastIndex = index; // the flag y searches exactly there
    const m = number.exec(text);
    if (!m) break;
    list.push(+m[0]);
    index = number.lastIndex;
  }
  return list;
}

/**
 * Returns the commands of an SVG path as M, L, C and Z with absolute coordinates, each as [letter, …coordinates]. Lines along an axis
 * become L, and all other curves become cubic curves (C).
 */
export function path(d) {
  const result = [];
  let x = 0, // the current point
    y = 0,
    x0 = 0, // the start of the subpath
    y0 = 0,
    handle = null, // the last handle of the last curve C or S, or the handle of the last quadratic curve Q or T
    last = ""; // the last command, as a capital letter
  // Adds a cubic curve, whose end (px, py) becomes the current point.
  const curve = (a, b, c, e, px, py) => {
    result.push(["C", a, b, c, e, px, py]);
    [x, y] = [px, py];
  };
  // Returns the first handle of a smooth curve (S or T). If the last command is one of kinds, this is its last handle, reflected at the
  // current point. Else it is the current point.
  const reflected = (kinds) => (kinds.includes(last) && handle ? [2 * x - handle[0], 2 * y - handle[1]] : [x, y]);
  for (const [, letter, text] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*(?:[eE][-+]?\d[^a-zA-Z]*)*)/g)) {
    const list = numbersOf(text, letter.toUpperCase() === "A");
    let command = letter;
    // A command is repeated while arguments are left. A relative command (a small letter) has its origin (ox, oy) at the current point.
    do {
      const up = command.toUpperCase(),
        relative = command !== up,
        v = list.splice(0, ARGUMENTS[up]),
        ox = relative ? x : 0,
        oy = relative ? y : 0;
      if (up === "M") {
        [x, y] = [x0, y0] = [v[0] + ox, v[1] + oy];
        result.push(["M", x, y]);
        command = relative ? "l" : "L"; // the next points are lines
      }
      if (up === "L") {
        [x, y] = [v[0] + ox, v[1] + oy];
        result.push(["L", x, y]);
      }
      if (up === "H") {
        x = v[0] + ox;
        result.push(["L", x, y]);
      }
      if (up === "V") {
        y = v[0] + oy;
        result.push(["L", x, y]);
      }
      if (up === "C" || up === "S") {
        const [a, b] = up === "S" ? reflected("CS") : [v.shift() + ox, v.shift() + oy];
        handle = [v[0] + ox, v[1] + oy];
        curve(a, b, ...handle, v[2] + ox, v[3] + oy);
      }
      if (up === "Q" || up === "T") {
        // The handles of the cubic curve are at two thirds of the way to the handle q of the quadratic curve.
        const q = up === "T" ? reflected("QT") : [v.shift() + ox, v.shift() + oy],
          [px, py] = [v[0] + ox, v[1] + oy];
        handle = q;
        curve(x + (2 / 3) * (q[0] - x), y + (2 / 3) * (q[1] - y), px + (2 / 3) * (q[0] - px), py + (2 / 3) * (q[1] - py), px, py);
      }
      if (up === "A") {
        for (const c of arc(x, y, v[0], v[1], v[2], v[3], v[4], v[5] + ox, v[6] + oy)) result.push(c);
        [x, y] = [v[5] + ox, v[6] + oy];
      }
      if (up === "Z") {
        result.push(["Z"]);
        [x, y] = [x0, y0];
      }
      last = up;
    } while (list.length && ARGUMENTS[command.toUpperCase()]);
  }
  return result;
}

/** Returns the outline of an element as commands of a path, in units of the element. Groups and unknown elements have no outline. */
function outline(e) {
  const n = (name) => e[name].baseVal.value;
  switch (e.tagName) {
    case "path":
      return path(e.getAttribute("d") ?? "");
    case "line":
      return [
        ["M", n("x1"), n("y1")],
        ["L", n("x2"), n("y2")],
      ];
    case "polyline":
    case "polygon": {
      // A polygon is closed, a polyline is open.
      const all = [...e.points].map((p, k) => [k ? "L" : "M", p.x, p.y]);
      return e.tagName === "polygon" ? [...all, ["Z"]] : all;
    }
    case "rect": {
      const [x, y, w, h] = ["x", "y", "width", "height"].map(n),
        r = Math.min(n("rx") || n("ry"), w / 2, h / 2), // without rx, ry is the radius of the corners
        k = r * (1 - QUARTER); // the distance between a handle and the corner
      if (!w || !h) return []; // SVG draws no rectangle without an area
      if (!r) return [["M", x, y], ["L", x + w, y], ["L", x + w, y + h], ["L", x, y + h], ["Z"]];
      // Round corners are quarters of a circle with the radius r.
      return [
        ["M", x + r, y],
        ["L", x + w - r, y],
        ["C", x + w - k, y, x + w, y + k, x + w, y + r],
        ["L", x + w, y + h - r],
        ["C", x + w, y + h - k, x + w - k, y + h, x + w - r, y + h],
        ["L", x + r, y + h],
        ["C", x + k, y + h, x, y + h - k, x, y + h - r],
        ["L", x, y + r],
        ["C", x, y + k, x + k, y, x + r, y],
        ["Z"],
      ];
    }
    case "circle":
    case "ellipse": {
      // Four quarters, from the right. a and b are the radii, p and q the distances of the handles.
      const [cx, cy] = ["cx", "cy"].map(n),
        a = n(e.tagName === "circle" ? "r" : "rx"),
        b = n(e.tagName === "circle" ? "r" : "ry"),
        p = a * QUARTER,
        q = b * QUARTER;
      return [
        ["M", cx + a, cy],
        ["C", cx + a, cy + q, cx + p, cy + b, cx, cy + b],
        ["C", cx - p, cy + b, cx - a, cy + q, cx - a, cy],
        ["C", cx - a, cy - q, cx - p, cy - b, cx, cy - b],
        ["C", cx + p, cy - b, cx + a, cy - q, cx + a, cy],
        ["Z"],
      ];
    }
  }
  return [];
}

/**
 * Returns a color of a computed style, rgb(…) or rgba(…), as {rgb, opacity}: rgb has numbers from 0 to 255, and opacity is its own opacity
 * times alpha. Returns null for a color that paints nothing.
 */
function paint(css, alpha) {
  const m = css.match(/[\d.]+/g);
  if (!m || css === "none") return null;
  const opacity = (m[3] === undefined ? 1 : +m[3]) * alpha;
  return opacity > VISIBLE ? { rgb: m.slice(0, 3).map((v) => Math.round(+v)), opacity: round(opacity) } : null;
}

/**
 * Returns a picture, given as the text of an SVG: its width and height, and the list of its paths and runs of text in the order of
 * painting. A path has its colors fill and stroke, null for none. A run has the place where its baseline begins, its length, its direction
 * along (a unit vector), and its font size. anchor is the point of the run that stays in place with another font, as a part of its length.
 */
export function shapes(text) {
  const container = document.createElement("div"),
    list = [];
  // The picture is laid out outside the window. The styles of the page do not apply inside a shadow root.
  Object.assign(container.style, { all: "initial", position: "absolute", left: "-99999px", top: "0" });
  const root = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  container.attachShadow({ mode: "open" }).append(root);
  document.body.append(container);
  try {
    const { width, height } = root.getBoundingClientRect(),
      back = root.getScreenCTM()?.inverse() ?? new DOMMatrix();
    // back turns places on the screen into units of the viewBox. k is the number of pixels of such a unit.
    const box = root.viewBox.baseVal,
      k = box?.width ? width / box.width : 1,
      origin = box?.width ? [box.x, box.y] : [0, 0];
    // Adds an element and its children to the list. alpha is the opacity of its parent, with all elements around that.
    const add = (e, alpha) => {
      const css = getComputedStyle(e);
      if (css.display === "none" || ["title", "desc", "defs"].includes(e.tagName)) return;
      const opacity = alpha * +css.opacity,
        ctm = e.getScreenCTM?.();
      // m turns units of the element into units of the viewBox, and scale is the mean number of pixels of a unit of the element.
      const m = ctm ? back.multiply(ctm) : IDENTITY,
        scale = k * Math.sqrt(Math.abs(m.a * m.d - m.b * m.c));
      const pixelOf = (x, y) => {
        const p = transform(m, x, y);
        return [round((p[0] - origin[0]) * k), round((p[1] - origin[1]) * k)];
      };
      const fill = paint(css.fill, opacity * +css.fillOpacity),
        stroke = paint(css.stroke, opacity * +css.strokeOpacity);
      const strokeWidth = parseFloat(css.strokeWidth) * scale; // pixels
      // The stroke of a text is drawn only if it is below the fill: as a halo. The children of a text are its runs.
      if (e.tagName === "text") {
        const halo = stroke && css.paintOrder.startsWith("stroke") ? { ...stroke, width: strokeWidth } : null;
        if (css.visibility !== "hidden") addRuns(e, pixelOf, scale, halo, opacity, list);
        return;
      }
      // A hidden element can have visible children.
      const segments = css.visibility === "hidden" ? [] : outline(e);
      const isPainted = fill || (stroke && strokeWidth);
      if (segments.length && isPainted) {
        const dash = css.strokeDasharray === "none" ? [] : (css.strokeDasharray.match(/[\d.]+/g) ?? []).map((v) => round(+v * scale));
        // Returns a command with its points in pixels of the picture.
        const placed = ([command, ...v]) => [
          command,
          ...Array.from({ length: v.length / 2 }, (_, i) => pixelOf(v[2 * i], v[2 * i + 1])).flat(),
        ];
        list.push({
          kind: "path",
          fill: e.tagName === "line" ? null : fill, // a line has no area
          stroke: strokeWidth ? stroke : null,
          width: round(strokeWidth),
          dash,
          cap: css.strokeLinecap,
          join: css.strokeLinejoin,
          segments: segments.map(placed),
        });
      }
      for (const child of e.children) add(child, opacity);
    };
    add(root, 1);
    return { width, height, list };
  } finally {
    container.remove();
  }
}

/**
 * Adds the runs of a text element e to a list, one for each of its text nodes. pixelOf returns the pixel of a point of the element, scale
 * is the number of pixels of a unit of the element, and alpha is its opacity. halo is the stroke of the text with its width in pixels, null
 * for none.
 */
function addRuns(e, pixelOf, scale, halo, alpha, list) {
  let start = 0; // the index of the first character of the node in the element
  const nodes = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const css = getComputedStyle(node.parentElement),
      text = node.data.replace(/\s+/g, " "),
      n = Math.min(text.length, e.getNumberOfChars() - start); // the browser may leave out spaces at the end
    if (n <= 0) break;
    const fill = paint(css.fill, alpha * +css.fillOpacity),
      first = e.getStartPositionOfChar(start),
      last = e.getEndPositionOfChar(start + n - 1);
    // The run goes from (x, y) to (x2, y2). A run of spaces, or without a color, is left out.
    const [x, y] = pixelOf(first.x, first.y),
      [x2, y2] = pixelOf(last.x, last.y),
      length = Math.hypot(x2 - x, y2 - y);
    if (text.trim() && fill)
      list.push({
        kind: "text",
        text,
        x,
        y,
        length: round(length),
        fill,
        halo,
        along: length ? [(x2 - x) / length, (y2 - y) / length] : [1, 0],
        size: round(parseFloat(css.fontSize) * scale),
        bold: +css.fontWeight >= 600,
        italic: css.fontStyle === "italic",
        anchor: { middle: 0.5, end: 1 }[css.textAnchor] ?? 0,
      });
    start += text.length;
  }
}
