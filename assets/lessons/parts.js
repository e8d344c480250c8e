// Elements of the figures that are fetched when first opened.
const NS = "http://www.w3.org/2000/svg";

/** Creates an element with a text in a parent. */
export function h(tag, parent, text, cls) {
  const e = document.createElement(tag);
  if (text) e.textContent = text;
  if (cls) e.className = cls;
  parent.append(e);
  return e;
}

/** Creates an element of a picture. */
export function el(tag, attrs, parent, text) {
  const e = document.createElementNS(NS, tag);
  for (const k in attrs) e.setAttribute(k, attrs[k]);
  if (text !== undefined) e.textContent = text;
  parent.append(e);
  return e;
}

/** A slider from 0 to max, with its output behind it. */
export function slide(parent, name, label, max) {
  const box = h("label", parent, "", "slide");
  h("span", box, name);
  const input = h("input", box, "");
  Object.assign(input, { type: "range", min: 0, max, step: 1 });
  input.setAttribute("aria-label", label);
  h("output", box, "");
  return input;
}

/** Names and numbers, a row each. */
export function numbers(dl, rows) {
  dl.replaceChildren(...rows.map(([name, value]) => {
    const d = document.createElement("div");
    h("dt", d, name);
    h("dd", d, value);
    return d;
  }));
}
