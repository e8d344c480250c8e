// A picture of the page as a list of paths and runs of text, in pixels from its upper left corner: what a PDF and a TikZ picture are
// written from. The browser itself says where an element lies, in which colour, and where each character stands.

/** The letters of a text, each with its marks. */
export const letters = (text) =>
  String(text)
    .normalize("NFC")
    .match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];

const IDENTITY = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
const move = (m, x, y) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f];
const round = (v) => Math.round(v * 1000) / 1000 || 0;

/** A quarter of a circle as a cubic curve has its handles at this share of the radius. */
const QUARTER = 0.5522847498;

/** The arc of an SVG path as cubic curves, by the conversion to its centre (SVG 2, appendix B.2). */
function arc(x1, y1, rx, ry, turn, large, sweep, x2, y2) {
  if (!rx || !ry || (x1 === x2 && y1 === y2)) return [["L", x2, y2]];
  const t = (turn * Math.PI) / 180,
    cos = Math.cos(t),
    sin = Math.sin(t),
    dx = (x1 - x2) / 2,
    dy = (y1 - y2) / 2;
  const px = cos * dx + sin * dy,
    py = cos * dy - sin * dx;
  rx = Math.abs(rx);
  ry = Math.abs(ry);
  const grow = Math.sqrt(Math.max(1, (px / rx) ** 2 + (py / ry) ** 2));
  rx *= grow;
  ry *= grow;
  const part = (rx * py) ** 2 + (ry * px) ** 2,
    k = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, (rx * ry) ** 2 / part - 1));
  const ux = (k * rx * py) / ry,
    uy = (-k * ry * px) / rx,
    cx = cos * ux - sin * uy + (x1 + x2) / 2,
    cy = sin * ux + cos * uy + (y1 + y2) / 2;
  const from = Math.atan2((py - uy) / ry, (px - ux) / rx);
  let length = Math.atan2((-py - uy) / ry, (-px - ux) / rx) - from;
  if (sweep && length < 0) length += 2 * Math.PI;
  if (!sweep && length > 0) length -= 2 * Math.PI;
  const n = Math.max(1, Math.ceil(Math.abs(length) / (Math.PI / 2) - 1e-9)),
    h = (4 / 3) * Math.tan(length / n / 4),
    out = [];
  const on = (angle, along) => {
    // the point of an angle, moved along the tangent
    const x = rx * (Math.cos(angle) - along * Math.sin(angle)),
      y = ry * (Math.sin(angle) + along * Math.cos(angle));
    return [cos * x - sin * y + cx, sin * x + cos * y + cy];
  };
  for (let i = 0; i < n; i++) {
    const a = from + (length * i) / n,
      b = from + (length * (i + 1)) / n;
    out.push(["C", ...on(a, h), ...on(b, -h), ...(i === n - 1 ? [x2, y2] : on(b, 0))]);
  }
  return out;
}

/** The commands of an SVG path as M, L, C and Z with absolute places. */
export function path(d) {
  const out = [],
    size = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
  let x = 0,
    y = 0,
    x0 = 0,
    y0 = 0,
    handle = null,
    kind = "";
  const curve = (a, b, c, e, px, py) => {
    out.push(["C", a, b, c, e, px, py]);
    [x, y] = [px, py];
  };
  for (const [, letter, rest] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*(?:[eE][-+]?\d[^a-zA-Z]*)*)/g)) {
    const flags = letter.toUpperCase() === "A",
      number = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y,
      list = [];
    for (let at = 0; ;) {
      at += rest.slice(at).match(/^[\s,]*/)[0].length;
      if (at >= rest.length) break;
      if (flags && [3, 4].includes(list.length % 7)) {
        list.push(+rest[at++]);
        continue;
      } // they may stand without a space
      number.lastIndex = at;
      const m = number.exec(rest);
      if (!m) break;
      list.push(+m[0]);
      at = number.lastIndex;
    }
    let verb = letter;
    do {
      const up = verb.toUpperCase(),
        rel = verb !== up,
        v = list.splice(0, size[up]),
        ox = rel ? x : 0,
        oy = rel ? y : 0;
      if (up === "M") {
        [x, y] = [x0, y0] = [v[0] + ox, v[1] + oy];
        out.push(["M", x, y]);
        verb = rel ? "l" : "L";
      }
      if (up === "L") {
        [x, y] = [v[0] + ox, v[1] + oy];
        out.push(["L", x, y]);
      }
      if (up === "H") {
        x = v[0] + ox;
        out.push(["L", x, y]);
      }
      if (up === "V") {
        y = v[0] + oy;
        out.push(["L", x, y]);
      }
      if (up === "C" || up === "S") {
        const smooth = up === "S",
          [a, b] = smooth
            ? "CS".includes(kind) && handle
              ? [2 * x - handle[0], 2 * y - handle[1]]
              : [x, y]
            : [v.shift() + ox, v.shift() + oy];
        handle = [v[0] + ox, v[1] + oy];
        curve(a, b, ...handle, v[2] + ox, v[3] + oy);
      }
      if (up === "Q" || up === "T") {
        const q =
            up === "T"
              ? "QT".includes(kind) && handle
                ? [2 * x - handle[0], 2 * y - handle[1]]
                : [x, y]
              : [v.shift() + ox, v.shift() + oy],
          [px, py] = [v[0] + ox, v[1] + oy];
        handle = q;
        curve(x + (2 / 3) * (q[0] - x), y + (2 / 3) * (q[1] - y), px + (2 / 3) * (q[0] - px), py + (2 / 3) * (q[1] - py), px, py);
      }
      if (up === "A") {
        for (const c of arc(x, y, v[0], v[1], v[2], v[3], v[4], v[5] + ox, v[6] + oy)) out.push(c);
        [x, y] = [v[5] + ox, v[6] + oy];
      }
      if (up === "Z") {
        out.push(["Z"]);
        [x, y] = [x0, y0];
      }
      kind = up;
    } while (list.length && size[verb.toUpperCase()]);
  }
  return out;
}

/** The outline of an element, "" for one without. */
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
      const all = [...e.points].map((p, k) => [k ? "L" : "M", p.x, p.y]);
      return e.tagName === "polygon" ? [...all, ["Z"]] : all;
    }
    case "rect": {
      const [x, y, w, h] = ["x", "y", "width", "height"].map(n),
        r = Math.min(n("rx") || n("ry"), w / 2, h / 2),
        k = r * (1 - QUARTER);
      if (!w || !h) return [];
      if (!r) return [["M", x, y], ["L", x + w, y], ["L", x + w, y + h], ["L", x, y + h], ["Z"]];
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

/** A colour of a style as red, green, blue from 0 to 255 and its opacity; null where nothing is painted. */
function paint(css, alpha) {
  const m = css.match(/[\d.]+/g);
  if (!m || css === "none") return null;
  const opacity = (m[3] === undefined ? 1 : +m[3]) * alpha;
  return opacity > 0.003 ? { rgb: m.slice(0, 3).map((v) => Math.round(+v)), opacity: round(opacity) } : null;
}

/**
 * The paths and runs of text of a picture, in the order in which they are painted. A run has the place where it begins, its length and
 * its direction [x, y] of length one; its size is that of its type.
 */
export function shapes(text) {
  const shelf = document.createElement("div"),
    list = [];
  Object.assign(shelf.style, { all: "initial", position: "absolute", left: "-99999px", top: "0" });
  const root = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  shelf.attachShadow({ mode: "open" }).append(root); // the page's styles do not reach it there
  document.body.append(shelf);
  try {
    const { width, height } = root.getBoundingClientRect(),
      back = root.getScreenCTM()?.inverse() ?? new DOMMatrix();
    const box = root.viewBox.baseVal,
      k = box?.width ? width / box.width : 1,
      off = box?.width ? [box.x, box.y] : [0, 0];
    const walk = (e, alpha) => {
      const css = getComputedStyle(e);
      if (css.display === "none" || ["title", "desc", "defs"].includes(e.tagName)) return;
      const seen = alpha * +css.opacity,
        own = e.getScreenCTM?.();
      const m = own ? back.multiply(own) : IDENTITY,
        scale = k * Math.sqrt(Math.abs(m.a * m.d - m.b * m.c));
      const at = (x, y) => {
        const p = move(m, x, y);
        return [round((p[0] - off[0]) * k), round((p[1] - off[1]) * k)];
      };
      const fill = paint(css.fill, seen * +css.fillOpacity),
        stroke = paint(css.stroke, seen * +css.strokeOpacity);
      const width = parseFloat(css.strokeWidth) * scale;
      if (e.tagName === "text") {
        if (css.visibility !== "hidden")
          runs(e, at, scale, stroke && css.paintOrder.startsWith("stroke") ? { ...stroke, width } : null, seen, list);
        return;
      }
      const segments = css.visibility === "hidden" ? [] : outline(e);
      if (segments.length && (fill || (stroke && width))) {
        const dash = css.strokeDasharray === "none" ? [] : (css.strokeDasharray.match(/[\d.]+/g) ?? []).map((v) => round(+v * scale));
        const placed = ([verb, ...v]) => [verb, ...Array.from({ length: v.length / 2 }, (_, i) => at(v[2 * i], v[2 * i + 1])).flat()];
        list.push({
          kind: "path",
          fill: e.tagName === "line" ? null : fill,
          stroke: width ? stroke : null,
          width: round(width),
          dash,
          cap: css.strokeLinecap,
          join: css.strokeLinejoin,
          segments: segments.map(placed),
        });
      }
      for (const child of e.children) walk(child, seen);
    };
    walk(root, 1);
    return { width, height, list };
  } finally {
    shelf.remove();
  }
}

/** The runs of a text element, one for each of its pieces. */
function runs(e, at, scale, halo, alpha, list) {
  let from = 0;
  const own = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
  for (let node = own.nextNode(); node; node = own.nextNode()) {
    const css = getComputedStyle(node.parentElement),
      text = node.data.replace(/\s+/g, " "),
      n = Math.min(text.length, e.getNumberOfChars() - from);
    if (n <= 0) break;
    const fill = paint(css.fill, alpha * +css.fillOpacity),
      first = e.getStartPositionOfChar(from),
      last = e.getEndPositionOfChar(from + n - 1);
    const [x, y] = at(first.x, first.y),
      [x2, y2] = at(last.x, last.y),
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
    from += text.length;
  }
}
