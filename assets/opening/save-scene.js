// A scene as a file: its pictures with their styles written out, and beside them the words and bars where they stand.
import { el } from "./draw.js";
import { save, savePicture } from "../src/save.js";

const KEEP = [
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
const hex = (css) => {
  const m = css.match(/[\d.]+/g);
  return m && +(m[3] ?? 1) > 0 ? css : "none";
};

/** Copies an element of a picture with its computed styles as attributes. */
function styled(from) {
  const to = from.cloneNode(false),
    css = getComputedStyle(from);
  to.removeAttribute("class");
  to.removeAttribute("style");
  to.removeAttribute("tabindex");
  for (const p of KEEP) to.setAttribute(p, css.getPropertyValue(p));
  for (const c of from.childNodes) to.append(c.nodeType === 1 ? styled(c) : c.cloneNode());
  return to;
}

/** The lines of a text as they stand on the screen, each with its box. */
function lines(node) {
  const out = [],
    range = document.createRange();
  for (const { 0: word, index } of node.data.matchAll(/\S+\s*/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.trimEnd().length);
    const b = range.getBoundingClientRect(),
      last = out.at(-1);
    if (last && Math.abs(last.b.top - b.top) < 3) last.words += word;
    else if (b.width) out.push({ words: word, b });
  }
  return out;
}

/** The scene as text of an SVG file. */
function picture(root) {
  const { width, height } = root.getBoundingClientRect(),
    seen = { visibilityProperty: true, opacityProperty: true };
  const body = getComputedStyle(root),
    svg = el("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "font-family": body.fontFamily.replaceAll('"', "'") });
  el("rect", { width, height, fill: hex(body.backgroundColor) }, svg);
  const walk = (e) => {
    if (e.matches(".tfoot, .tsave, .reset, .sr") || !e.checkVisibility(seen)) return;
    const b = e.getBoundingClientRect(),
      css = getComputedStyle(e);
    if (e.tagName === "svg") {
      const copy = styled(e);
      for (const [k, v] of Object.entries({ x: b.left, y: b.top, width: b.width, height: b.height })) copy.setAttribute(k, v);
      svg.append(copy);
      return;
    }
    if (e !== root && hex(css.backgroundColor) !== "none") {
      el("rect", { x: b.left, y: b.top, width: b.width, height: b.height, fill: css.backgroundColor }, svg);
    }
    if (css.borderTopStyle === "solid" && parseFloat(css.borderTopWidth)) {
      el("path", { d: `M${b.left} ${b.top}H${b.right}`, stroke: css.borderTopColor, "stroke-width": css.borderTopWidth }, svg);
    }
    for (const c of e.childNodes) {
      if (c.nodeType === 1) walk(c);
      else if (c.nodeType === 3) {
        for (const l of lines(c)) {
          el(
            "text",
            { x: l.b.left, y: l.b.top + l.b.height * 0.78, fill: css.color, "font-size": css.fontSize, "font-weight": css.fontWeight },
            svg,
            l.words.trimEnd(),
          );
        }
      }
    }
  };
  walk(root);
  return { text: new XMLSerializer().serializeToString(svg), width, height };
}

/** Gives the user the scene as a file, by its end: svg, png, and for a paper pdf and tex, TikZ with the sentence as its caption. */
export async function saveScene(root, end, name) {
  const p = picture(root),
    file = `${name.toLowerCase().replaceAll(" ", "-")}.${end}`;
  if (end !== "png") {
    await savePicture(p.text, file, `${name}. ${root.querySelector(".lsay").textContent.trim()}`, location.hash.slice(1));
    return;
  }
  const image = new Image(),
    canvas = document.createElement("canvas");
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(p.text)}`;
  await image.decode();
  Object.assign(canvas, { width: 2 * p.width, height: 2 * p.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  save(await new Promise((done) => canvas.toBlob(done)), file);
}
