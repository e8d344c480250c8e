// A scene of the thread (thread.js) as a file that the reader saves. A scene has HTML and SVG, and becomes a single SVG: its pictures are
// copied with their computed styles, and its texts, backgrounds and rules are drawn at their places on the screen.
import { el } from "./draw.js";
import { save, savePicture } from "../src/save.js";

/** The properties of a style that are copied into the attributes of an element. */
const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "fill-opacity",
  "font-size",
  "font-weight",
  "text-anchor",
  "visibility",
  "font-style",
];
const BASELINE = 0.78, // distance of the baseline from the top of a line, as a part of its height
  SAME = 3; // pixels between the tops of two words of the same line

/** Returns css, a color rgb(…) or rgba(…) of a computed style, or "none" if the color is transparent. m[3] is the opacity. */
const visible = (css) => {
  const m = css.match(/[\d.]+/g);
  return m && +(m[3] ?? 1) > 0 ? css : "none";
};

/** Returns a copy of an SVG element and its children, with their computed styles as attributes. */
function styled(original) {
  const copy = original.cloneNode(false),
    css = getComputedStyle(original);
  copy.removeAttribute("class");
  copy.removeAttribute("style");
  copy.removeAttribute("tabindex");
  for (const p of STYLES) copy.setAttribute(p, css.getPropertyValue(p));
  for (const c of original.childNodes) copy.append(c.nodeType === Node.ELEMENT_NODE ? styled(c) : c.cloneNode());
  return copy;
}

/**
 * Returns the lines into which the screen breaks a text node, each with its text (words) and the box b of its first word, in pixels of the
 * window.
 */
function lines(node) {
  const all = [],
    range = document.createRange();
  for (const { 0: word, index } of node.data.matchAll(/\S+\s*/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.trimEnd().length);
    const b = range.getBoundingClientRect(),
      last = all.at(-1);
    // A word without width is not visible, and begins no line.
    if (last && Math.abs(last.b.top - b.top) < SAME) last.words += word;
    else if (b.width) all.push({ words: word, b });
  }
  return all;
}

/** Returns the scene as the text of an SVG file, with its width and height in pixels. The scene covers the window, so that a place in the
 * window is a place in the picture. */
function picture(root) {
  const { width, height } = root.getBoundingClientRect(),
    checks = { visibilityProperty: true, opacityProperty: true };
  const body = getComputedStyle(root),
    svg = el("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "font-family": body.fontFamily.replaceAll('"', "'") });
  el("rect", { width, height, fill: visible(body.backgroundColor) }, svg);
  // Adds an element of the page and its children to the picture. The foot, the menu of files, simple buttons (reset), and texts for screen
  // readers are left out.
  const add = (e) => {
    if (e.matches(".tfoot, .tsave, .reset, .sr") || !e.checkVisibility(checks)) return;
    const b = e.getBoundingClientRect(),
      css = getComputedStyle(e);
    // A picture is copied whole, at its place.
    if (e.tagName === "svg") {
      const copy = styled(e);
      for (const [k, v] of Object.entries({ x: b.left, y: b.top, width: b.width, height: b.height })) copy.setAttribute(k, v);
      svg.append(copy);
      return;
    }
    // Background and upper border of a box.
    if (e !== root && visible(css.backgroundColor) !== "none") {
      el("rect", { x: b.left, y: b.top, width: b.width, height: b.height, fill: css.backgroundColor }, svg);
    }
    if (css.borderTopStyle === "solid" && parseFloat(css.borderTopWidth)) {
      el("path", { d: `M${b.left} ${b.top}H${b.right}`, stroke: css.borderTopColor, "stroke-width": css.borderTopWidth }, svg);
    }
    // Its texts, line by line, and its elements.
    for (const c of e.childNodes) {
      if (c.nodeType === Node.ELEMENT_NODE) add(c);
      else if (c.nodeType === Node.TEXT_NODE) {
        for (const l of lines(c)) {
          el(
            "text",
            { x: l.b.left, y: l.b.top + l.b.height * BASELINE, fill: css.color, "font-size": css.fontSize, "font-weight": css.fontWeight },
            svg,
            l.words.trimEnd(),
          );
        }
      }
    }
  };
  add(root);
  return { text: new XMLSerializer().serializeToString(svg), width, height };
}

/**
 * Saves the scene root as a file with the name of the scene. The ending of the file is svg, png, pdf or tex. A tex file has a TikZ picture.
 * The name and the sentence of the scene are the caption of a pdf or tex file. A png file has 2 × 2 pixels for a pixel of the page. The
 * promise is rejected if the file cannot be made.
 */
export async function saveScene(root, ending, name) {
  const { text, width, height } = picture(root),
    file = `${name.toLowerCase().replaceAll(" ", "-")}.${ending}`;
  if (ending !== "png") {
    await savePicture(text, file, `${name}. ${root.querySelector(".lsay").textContent.trim()}`, location.hash.slice(1));
    return;
  }
  const image = new Image(),
    canvas = document.createElement("canvas");
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  Object.assign(canvas, { width: 2 * width, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  save(await new Promise((done) => canvas.toBlob(done)), file);
}
