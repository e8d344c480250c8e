// A picture as a PDF of one page (ISO 32000). Paths stay paths, and texts stay texts in two fonts that every viewer has, Helvetica and
// Symbol. A run of text is as long as on the screen. Characters outside both fonts are painted as image masks.
import { letters, shapes } from "./shapes.js";

const POINT = 0.75, // points of a pixel
  DOTS = 8, // dots of an image mask for a pixel
  SMALLER = 0.7, // size of an index or exponent, as a part of the size of its text
  WIDTH = 556; // assumed width of a character that has no entry in WIDTHS, in thousandths of the size: the width of a digit

/** Widths of the characters from U+0020 to U+007E in Helvetica and Helvetica Bold, in thousandths of the size (Adobe's metrics). */
const WIDTHS = [
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 " +
    "667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 " +
    "556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584",
  "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 " +
    "722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 " +
    "611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584",
].map((list) => list.split(" ").map(Number));

/** Codes of characters outside Latin 1 in WinAnsiEncoding, the encoding of Helvetica. */
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
/** Greek letters, and the letters that have their codes in Symbol. */
const LETTERS = ["αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΦΨΩ", "abgdezhqiklmnxoprstufcywGDQLXPSFYW"];
/** Codes of the font Symbol. */
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
/** Indices and exponents: the normal character of each, and by how much it is lifted, as a part of the size. */
const SMALL = Object.fromEntries(
  [
    ["₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖ", "0123456789+−ijk", -0.14],
    ["⁰⁴⁵⁶⁷⁸⁹⁺⁻ᵀ⊤", "0456789+−TT", 0.36],
  ].flatMap(([from, to, lift]) => [...from].map((c, k) => [c, [[...to][k], lift]])),
);

/** Returns the font and the code of a character, null if neither font has the character. The fonts are F (Helvetica) and S (Symbol). */
function glyph(c) {
  const code = c.length === 1 ? c.charCodeAt(0) : 0; // neither font has a letter with a combining mark, which is a longer string
  if (WIN[c]) return ["F", WIN[c]];
  const isAscii = code >= 32 && code < 127,
    isLatin = code >= 160 && code < 256;
  if (isAscii || isLatin) return ["F", code];
  return SYMBOL[c] ? ["S", SYMBOL[c]] : null;
}

/** Returns a number with at most three decimals. || makes −0 and NaN to 0. */
const num = (v) => (Math.round(v * 1000) / 1000 || 0).toString();
/** Returns the operator that sets a color: rg to fill, RG to stroke. rgb has numbers from 0 to 255. */
const color = (rgb, operator) => `${rgb.map((v) => num(v / 255)).join(" ")} ${operator}`;
/** Returns codes as a string of a PDF. Parentheses and backslashes are escaped, codes beyond ASCII are octal. */
const string = (codes) => {
  // 40 and 41 are the parentheses, 92 is the backslash.
  const written = codes.map((c) => {
    if (c === 40 || c === 41 || c === 92) return "\\" + String.fromCharCode(c);
    return c < 127 ? String.fromCharCode(c) : "\\" + c.toString(8); // a code from 127 on has three octal digits, as PDF demands
  });
  return `(${written.join("")})`;
};

/**
 * Returns the image mask of a text that no font has. w and h are its width and height in pixels of the page, and below is its height below
 * the baseline. pixels is its size in dots, and hex has its bits in hexadecimal. size is the font size in pixels of the page.
 */
function mask(text, size, bold, italic) {
  const canvas = document.createElement("canvas"),
    font = `${italic ? "italic " : ""}${bold ? 600 : 400} ${size * DOTS}px sans-serif`;
  // A new size of the canvas resets its font, so the font is set twice. Browsers limit the width of a canvas, hence 8000.
  let pen = canvas.getContext("2d");
  pen.font = font;
  canvas.width = Math.max(1, Math.min(8000, Math.ceil(pen.measureText(text).width)));
  canvas.height = Math.ceil(1.5 * size * DOTS); // 1.1 sizes above the baseline, 0.4 below
  pen = canvas.getContext("2d");
  pen.font = font;
  pen.fillText(text, 0, 1.1 * size * DOTS);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height),
    row = Math.ceil(canvas.width / 8); // bytes of a row
  // One bit for each dot, row by row. A bit that is set paints nothing.
  const bits = new Uint8Array(row * canvas.height);
  for (let y = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++) {
      const opacity = data[4 * (y * canvas.width + x) + 3]; // from 0 to 255
      if (opacity < 128) bits[y * row + (x >> 3)] |= 128 >> (x & 7);
    }
  return {
    w: canvas.width / DOTS,
    h: canvas.height / DOTS,
    below: 0.4 * size,
    pixels: [canvas.width, canvas.height],
    hex: Array.from(bits, (b) => b.toString(16).padStart(2, "0")).join(""),
  };
}

/**
 * Returns the pieces of a text, each with one font and one lift: its text and its codes in the font. A piece that neither font has will be
 * an image mask; its font is "", and its codes are undefined. A no-break space is set as a space.
 */
function pieces(text) {
  const list = [];
  for (const c of letters(text.replaceAll("\u00a0", " "))) {
    const [normal, lift] = SMALL[c] ?? [c, 0],
      g = glyph(normal),
      font = g?.[0] ?? "",
      last = list.at(-1);
    if (last && last.font === font && last.lift === lift) {
      last.text += c;
      last.codes.push(g?.[1]);
    } else list.push({ font, lift, text: c, codes: [g?.[1]] });
  }
  return list;
}

/** Returns a picture, given as the text of an SVG, as a PDF. Title and subject describe the document. The text of the result is ASCII. */
export function pdf(svg, title, subject) {
  const { width, height, list } = shapes(svg),
    states = new Map(), // the names G0, G1, … of the opacities, by their entries in the file, such as "ca 0.5"
    images = [], // the image masks
    body = []; // the operators of the page
  const pen = document.createElement("canvas").getContext("2d");
  // Returns the operator that sets an opacity. kind is ca for fills, CA for strokes.
  const state = (kind, opacity) => {
    const key = `${kind} ${opacity}`;
    if (!states.has(key)) states.set(key, `G${states.size}`);
    return `/${states.get(key)} gs`;
  };
  /** Returns the commands of a path as operators of a PDF. */
  const paths = (s) =>
    s.segments.map(([command, ...v]) => [...v.map(num), { M: "m", L: "l", C: "c", Z: "h" }[command]].join(" ")).join(" ");
  /** Draws a path s with its colors. q and Q keep and restore the graphics state. */
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
    let operator = s.fill ? "f" : "S"; // fill or stroke
    if (s.fill && s.stroke) operator = "B"; // both
    body.push(paths(s), operator, "Q");
  };
  /** Draws a run of text s. The pieces of s share the length of s on the screen in proportion to their widths. */
  const drawText = (s) => {
    const all = pieces(s.text);
    pen.font = `${s.italic ? "italic " : ""}${s.bold ? 600 : 400} ${s.size}px sans-serif`;
    const widths = all.map((p) => pen.measureText(p.text).width),
      sum = widths.reduce((a, b) => a + b, 0) || 1;
    let face = s.italic ? "I" : "F";
    if (s.bold) face = "B"; // the file has no bold italic font
    let from = 0; // pixels from the beginning of the run to the piece
    all.forEach((piece, i) => {
      const width = (s.length * widths[i]) / sum,
        [ax, ay] = s.along,
        x = s.x + ax * from,
        y = s.y + ay * from;
      const size = piece.lift ? s.size * SMALLER : s.size,
        up = piece.lift * s.size; // pixels above the baseline
      from += width;
      body.push("q", state("ca", s.fill.opacity), color(s.fill.rgb, "rg"));
      // An image of PDF fills the unit square, which place maps to the piece: along the text, and upwards from below its baseline.
      if (!piece.font) {
        const m = mask(piece.text, s.size, s.bold, s.italic),
          f = width / m.w;
        images.push(m);
        const place = [m.w * f * ax, m.w * f * ay, m.h * ay, -m.h * ax, x - m.below * ay, y + m.below * ax];
        body.push(`${place.map(num).join(" ")} cm /M${images.length - 1} Do`);
      } else {
        // Helvetica is stretched from its own width to the width on the screen. Symbol is not stretched, because WIDTHS lacks it.
        const table = WIDTHS[s.bold ? 1 : 0],
          natural = piece.font === "F" ? (piece.codes.reduce((t, c) => t + (table[c - 32] ?? WIDTH), 0) * size) / 1000 : 0; // pixels
        const place = [ax, ay, ay, -ax, x + ay * up, y - ax * up].map(num).join(" ");
        const font = piece.font === "S" ? "S" : face,
          stretch = natural ? num((100 * width) / natural) : 100; // percent
        const line = `BT /${font} ${num(size)} Tf ${stretch} Tz ${place} Tm`;
        // A halo is the stroke of the text (1 Tr) with round joins (1 j), drawn below its fill (0 Tr).
        if (s.halo)
          body.push(
            state("CA", s.halo.opacity),
            color(s.halo.rgb, "RG"),
            `${num(s.halo.width)} w 1 j`,
            `${line} 1 Tr ${string(piece.codes)} Tj ET`,
          );
        body.push(`${line} 0 Tr ${string(piece.codes)} Tj ET`);
      }
      body.push("Q");
    });
  };
  // The matrix turns pixels, whose y points down, into points of the PDF, whose y points up.
  body.push(`${POINT} 0 0 ${-POINT} 0 ${num(height * POINT)} cm`);
  for (const s of list)
    if (s.kind === "path") drawPath(s);
    else drawText(s);
  return file(body.join("\n"), { width: width * POINT, height: height * POINT, states, images, title, subject });
}

/**
 * Returns the file: catalog, page, content, fonts, opacities, masks, and the table of the offsets of all objects. Width and height are in
 * points.
 */
function file(content, { width, height, states, images, title, subject }) {
  // Returns a text as a hexadecimal string in UTF-16. FEFF marks the order of the bytes.
  const utf16 = (t) =>
    `<FEFF${[...String(t)]
      .flatMap((c) => [...Array(c.length).keys()].map((i) => c.charCodeAt(i)))
      .map((v) => v.toString(16).padStart(4, "0"))
      .join("")}>`;
  const font = (name, more = " /Encoding /WinAnsiEncoding") => `<< /Type /Font /Subtype /Type1 /BaseFont /${name}${more} >>`;
  // The object with index k has the number k+1. Object 3, the page, is filled in last, because it names the opacities and masks.
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
  /** Adds an object to the file, and returns the reference by which other objects use it. push returns its number. */
  const add = (text) => `${objects.push(text)} 0 R`;
  const opacities = [...states].map(([key, name]) => `/${name} ${add(`<< /Type /ExtGState /${key} >>`)}`).join(" ");
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
    `/Font << /F 5 0 R /B 6 0 R /I 7 0 R /S 8 0 R >> /ExtGState << ${opacities} >> /XObject << ${masks} >> >> >>`;
  // The file: the objects, the table with the offset of each object, and the offset of the table.
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, k) => {
    const offset = text.length;
    text += `${k + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((v) => `${String(v).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const xref = text.length;
  text +=
    `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 9 0 R >>\n` + `startxref\n${xref}\n%%EOF\n`;
  return text; // ASCII throughout, so that an offset in characters is an offset in bytes
}
