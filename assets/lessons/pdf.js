// A picture as a PDF of one page (ISO 32000): its paths as paths, its words as text in the fonts that every reader has, Helvetica and
// Symbol. A run is as long as on the screen. Characters of neither font are painted as masks of their dots.
import { letters, shapes } from "./shapes.js";

/** Widths of the characters from U+0020 to U+007E in thousandths of the size (Adobe's metrics of the fonts). */
const WIDTHS = [
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 " +
    "667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 " +
    "556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584",
  "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 " +
    "722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 " +
    "611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584",
].map((list) => list.split(" ").map(Number));

/** Codes beside those of Latin 1: of Helvetica in WinAnsiEncoding, and of Symbol in its own. */
const WIN = {
  "–": 150,
  "—": 151,
  "‘": 145,
  "’": 146,
  "“": 147,
  "”": 148,
  "…": 133,
  "•": 149,
  "€": 128,
  ˆ: 136,
  Š: 138,
  š: 154,
  Ž: 142,
  ž: 158,
  Œ: 140,
  œ: 156,
};
const LETTERS = ["αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΦΨΩ", "abgdezhqiklmnxoprstufcywGDQLXPSFYW"];
const SYMBOL = {
  ...Object.fromEntries([...LETTERS[0]].map((c, k) => [c, LETTERS[1].charCodeAt(k)])),
  "−": 45,
  "≤": 163,
  "≥": 179,
  "≠": 185,
  "≈": 187,
  "∞": 165,
  "∑": 229,
  "√": 214,
  "∂": 182,
  "∈": 206,
  "→": 174,
  "←": 172,
  "⊗": 196,
  "⊕": 197,
  "′": 162,
  "∇": 209,
  "∩": 199,
  "∪": 200,
  "∥": 189,
  "‖": 189,
};
/** Letters that stand for others, smaller and shifted by a share of the size. */
const SMALL = Object.fromEntries(
  [
    ["₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖ", "0123456789+−ijk", -0.14],
    ["⁰⁴⁵⁶⁷⁸⁹⁺⁻ᵀ⊤", "0456789+−TT", 0.36],
  ].flatMap(([from, to, lift]) => [...from].map((c, k) => [c, [[...to][k], lift]])),
);

/** The font and code of a character: F for Helvetica, S for Symbol, null for none. */
function glyph(c) {
  const code = c.length === 1 ? c.charCodeAt(0) : 0; // a letter with marks is of no font
  if (WIN[c]) return ["F", WIN[c]];
  if ((code >= 32 && code < 127) || (code >= 160 && code < 256)) return ["F", code];
  return SYMBOL[c] ? ["S", SYMBOL[c]] : null;
}

const num = (v) => (Math.round(v * 1000) / 1000 || 0).toString();
const color = (rgb, verb) => `${rgb.map((v) => num(v / 255)).join(" ")} ${verb}`;
const string = (codes) =>
  `(${codes
    .map((c) =>
      c === 40 || c === 41 || c === 92 ? "\\" + String.fromCharCode(c) : c < 127 ? String.fromCharCode(c) : "\\" + c.toString(8),
    )
    .join("")})`;

/** Dots of a text that no font has, as an image mask: where it lies beside the start of the run, and its bytes in hexadecimal. */
function mask(text, size, bold, italic) {
  const canvas = document.createElement("canvas"),
    k = 8,
    font = `${italic ? "italic " : ""}${bold ? 600 : 400} ${size * k}px sans-serif`;
  let pen = canvas.getContext("2d");
  pen.font = font;
  canvas.width = Math.max(1, Math.min(8000, Math.ceil(pen.measureText(text).width)));
  canvas.height = Math.ceil(1.5 * size * k);
  pen = canvas.getContext("2d");
  pen.font = font;
  pen.fillText(text, 0, 1.1 * size * k);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height),
    row = Math.ceil(canvas.width / 8);
  const out = new Uint8Array(row * canvas.height);
  for (let y = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++) {
      if (data[4 * (y * canvas.width + x) + 3] < 128) out[y * row + (x >> 3)] |= 128 >> (x & 7); // a bit that is set paints nothing
    }
  return {
    w: canvas.width / k,
    h: canvas.height / k,
    below: 0.4 * size,
    pixels: [canvas.width, canvas.height],
    hex: Array.from(out, (b) => b.toString(16).padStart(2, "0")).join(""),
  };
}

/** Parts of a run, each of one font: its text, its codes, and how it is lifted. */
function pieces(text) {
  const out = [];
  for (const c of letters(text.replaceAll("\u00a0", " "))) {
    const [real, lift] = SMALL[c] ?? [c, 0],
      g = glyph(real),
      font = g?.[0] ?? "",
      last = out.at(-1);
    if (last && last.font === font && last.lift === lift) {
      last.text += c;
      last.codes.push(g?.[1]);
    } else out.push({ font, lift, text: c, codes: [g?.[1]] });
  }
  return out;
}

/** Writes an SVG of the page as the bytes of a PDF; title and subject are about the whole. */
export function pdf(svg, title, subject) {
  const { width, height, list } = shapes(svg),
    k = 0.75,
    states = new Map(),
    images = [],
    body = []; // a pixel is 3/4 of a point
  const pen = document.createElement("canvas").getContext("2d");
  const state = (verb, opacity) => {
    const key = `${verb} ${opacity}`;
    if (!states.has(key)) states.set(key, `G${states.size}`);
    return `/${states.get(key)} gs`;
  };
  const paths = (s) => s.segments.map(([verb, ...v]) => [...v.map(num), { M: "m", L: "l", C: "c", Z: "h" }[verb]].join(" ")).join(" ");
  const drawPath = (s) => {
    body.push("q");
    if (s.fill) body.push(state("ca", s.fill.opacity), color(s.fill.rgb, "rg"));
    if (s.stroke)
      body.push(
        state("CA", s.stroke.opacity),
        color(s.stroke.rgb, "RG"),
        `${num(s.width)} w`,
        `[${s.dash.map(num).join(" ")}] 0 d`,
        `${{ round: 1, square: 2 }[s.cap] ?? 0} J`,
        `${{ round: 1, bevel: 2 }[s.join] ?? 0} j`,
      );
    body.push(paths(s), s.fill && s.stroke ? "B" : s.fill ? "f" : "S", "Q");
  };
  const drawText = (s) => {
    const all = pieces(s.text),
      face = (p) => (p.font === "S" ? "S" : s.bold ? "B" : s.italic ? "I" : "F");
    pen.font = `${s.italic ? "italic " : ""}${s.bold ? 600 : 400} ${s.size}px sans-serif`;
    const widths = all.map((p) => pen.measureText(p.text).width),
      sum = widths.reduce((a, b) => a + b, 0) || 1;
    let from = 0;
    all.forEach((p, i) => {
      const wide = (s.length * widths[i]) / sum,
        [ax, ay] = s.along,
        x = s.x + ax * from,
        y = s.y + ay * from;
      const size = p.lift ? s.size * 0.7 : s.size,
        up = p.lift * s.size; // y points down
      from += wide;
      body.push("q", state("ca", s.fill.opacity), color(s.fill.rgb, "rg"));
      if (!p.font) {
        const m = mask(p.text, s.size, s.bold, s.italic),
          f = wide / m.w;
        images.push(m);
        const place = [m.w * f * ax, m.w * f * ay, m.h * ay, -m.h * ax, x - m.below * ay, y + m.below * ax];
        body.push(`${place.map(num).join(" ")} cm /M${images.length - 1} Do`);
      } else {
        const own = p.font === "F" ? (p.codes.reduce((t, c) => t + (WIDTHS[s.bold ? 1 : 0][c - 32] ?? 556), 0) * size) / 1000 : 0;
        const place = [ax, ay, ay, -ax, x + ay * up, y - ax * up].map(num).join(" ");
        const line = `BT /${face(p)} ${num(size)} Tf ${own ? num((100 * wide) / own) : 100} Tz ${place} Tm`;
        if (s.halo)
          body.push(
            state("CA", s.halo.opacity),
            color(s.halo.rgb, "RG"),
            `${num(s.halo.width)} w 1 j`,
            `${line} 1 Tr ${string(p.codes)} Tj ET`,
          );
        body.push(`${line} 0 Tr ${string(p.codes)} Tj ET`);
      }
      body.push("Q");
    });
  };
  body.push(`${k} 0 0 ${-k} 0 ${num(height * k)} cm`);
  for (const s of list)
    if (s.kind === "path") drawPath(s);
    else drawText(s);
  return file(body.join("\n"), { width: width * k, height: height * k, states, images, title, subject });
}

/** The file: catalog, page, contents, fonts, opacities, masks, and the table of where each object begins. */
function file(content, { width, height, states, images, title, subject }) {
  const utf16 = (t) =>
    `<FEFF${[...String(t)]
      .flatMap((c) => [...Array(c.length).keys()].map((i) => c.charCodeAt(i)))
      .map((v) => v.toString(16).padStart(4, "0"))
      .join("")}>`;
  const font = (name, more = " /Encoding /WinAnsiEncoding") => `<< /Type /Font /Subtype /Type1 /BaseFont /${name}${more} >>`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    font("Helvetica-Oblique"),
    font("Symbol", ""),
    `<< /Title ${utf16(title)} /Subject ${utf16(subject)} /Producer ${utf16("Sheafscope")} >>`,
  ];
  const add = (text) => `${objects.push(text)} 0 R`;
  const gs = [...states].map(([key, name]) => `/${name} ${add(`<< /Type /ExtGState /${key} >>`)}`).join(" ");
  const masks = images
    .map(
      ({ pixels, hex }, i) =>
        `/M${i} ` +
        add(
          `<< /Type /XObject /Subtype /Image /Width ${pixels[0]} ` +
            `/Height ${pixels[1]} /ImageMask true /BitsPerComponent 1 /Filter /ASCIIHexDecode /Length ${hex.length + 1} >>\n` +
            `stream\n${hex}>\nendstream`,
        ),
    )
    .join(" ");
  objects[2] =
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${num(width)} ${num(height)}] /Contents 4 0 R /Resources << ` +
    `/Font << /F 5 0 R /B 6 0 R /I 7 0 R /S 8 0 R >> /ExtGState << ${gs} >> /XObject << ${masks} >> >> >>`;
  let out = "%PDF-1.4\n";
  const begins = objects.map((text, k) => {
    const at = out.length;
    out += `${k + 1} 0 obj\n${text}\nendobj\n`;
    return at;
  });
  const table = begins.map((v) => `${String(v).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const xref = out.length;
  out +=
    `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 9 0 R >>\n` + `startxref\n${xref}\n%%EOF\n`;
  return out; // ASCII throughout
}
