// The paper's bound, the same for errors, and the certificate: each bar stands
// beside the same loss on the test nodes, marked by a tick and written at the right.
import { el, put, h, text, line, rect, lin, open, textWidth, after, fix, ticks, tickText } from "./dom.js";

export class BoundIsland {
  constructor() {
    this.root = h("div", "chart#bound");
    this.svg = el("svg", { role: "img", "aria-label": "Bounds beside what was measured" }, this.root);
  }
  draw(m) {
    if (m) boundBars(this.svg, m);
  }
}

/** The bars on one axis; height when the box has none of its own. */
export function boundBars(svg, m, height) {
  const o = open(svg, height);
  if (!o) return;
  const { s, w, h: hh } = o,
    x0 = 16,
    end = w - 16,
    top = Math.max(1, m.max),
    base = hh - 20;
  const long = m.rows.some((r) => r.value > 0.8 * top),
    X = lin(0, top, x0, long ? end - 56 : end); // its value stands beyond a bar
  if (!m.ready) {
    text(s, x0, hh / 2, "The bound comes after the first posterior.", "k");
    return;
  }
  const T = ticks(0, top, 2);
  for (const t of T) {
    line(s, X(t), 4, X(t), base, t ? "grid" : "ax");
    text(s, X(t), base + 14, tickText(t, T), t ? "c" : "");
  }
  line(s, x0, base + 0.5, end, base + 0.5, "ax");
  // In a low box the value stands beside the name, and the bar is a thin one below.
  const st = (base - 2) / m.rows.length,
    low = st < 30,
    bar = Math.max(3, Math.min(12, st - 19));
  m.rows.forEach((r, i) => {
    const y = i * st,
      by = y + (low ? 16 : 17),
      name = text(s, x0 + 4, y + 13, r.name, "k");
    // what was measured, in a low box the value too, stands on the same line
    if (textWidth(name) + (low ? 96 : 44) > end - x0) name.textContent = r.name.replace(/: .*|, \d.*/, "");
    const back = rect(s, x0 + 2, y + 3, textWidth(name) + 4, 13, "f-s"),
      told = r.measured < 0 ? null : text(s, end, y + 13, `${r.what} ${fix(r.measured, 3)}`, "e a halo");
    s.insertBefore(back, name);
    const alone = r.name.replace(/: .*|, \d.*/, ""),
      fit = () => {
        // narrow: the tick says which
        const free = end - x0 - (low ? 64 : 10);
        if (told && textWidth(told) + textWidth(name) > free) told.textContent = fix(r.measured, 3);
        while (name.textContent.length > 3 && textWidth(name) + (told ? textWidth(told) : 0) > free)
          name.textContent = name.textContent.slice(0, -2) + "…";
        back.setAttribute("width", String(textWidth(name) + 4));
      };
    fit();
    if (r.value < 0) {
      text(s, x0 + 6, by + bar - 2, "no validation node is left", "");
      return;
    }
    const stop = X(Math.min(r.value, top)),
      at = r.measured >= 0 ? X(Math.min(r.measured, top)) : -Infinity,
      value = text(s, stop + 6, by + bar - 2, (r.value > top ? "↦ " : "") + fix(r.value, 3), "s halo"),
      wide = textWidth(value);
    const clear = (x, width) => (!low && at > x - 4 && at < x + width + 4 ? at + 7 : x); // no text lies on the tick
    put(value, "x", Math.min(clear(stop + 6, wide), end - wide));
    const free = Math.min(stop, +value.getAttribute("x") - 2); // names inside the bar keep clear of the value
    let a = 0;
    r.terms.forEach((q, k) => {
      const to = Math.min(a + q, top),
        right = Math.min(X(to), free) - 4;
      if (to > a)
        s.insertBefore(
          rect(s, X(a) + (a ? 1 : 0), by, X(to) - X(a) - (a ? 1 : 0), bar, "f-t" + ({ KL: 2, spectral: 3 }[r.names[k]] ?? 1)),
          value,
        );
      const word = text(s, right, by + bar - 2, r.names[k], "e f-s"),
        left = right - textWidth(word);
      // nothing is written under the tick
      if (low || !r.names[k] || left < X(Math.min(a, top)) + 4 || (at > left - 3 && at < right + 3)) word.remove();
      a += q;
    });
    if (r.measured >= 0) s.insertBefore(rect(s, at - 1, by - 2, 2.5, bar + 4, "f-a"), value);
    if (low) {
      put(value, "x", after(name, 8));
      put(value, "y", y + 13);
      return;
    }
    const note = text(s, after(value, 5), by + bar - 2, r.note, "halo");
    put(note, "x", clear(after(value, 5), textWidth(note)));
    if (after(note, 0) <= end) return;
    note.remove();
    if (!r.note) return;
    // A bound that is none is never without its note.
    for (const says of [`${name.textContent}: ${r.note}`, `${alone}: ${r.note}`, r.note]) {
      name.textContent = says;
      fit();
      if (name.textContent === says) break;
    }
  });
  svg.setAttribute(
    "aria-label",
    m.rows
      .map(
        (r) =>
          `${r.name}: ${r.value < 0 ? "not known" : fix(r.value, 3)}${r.note ? ", " + r.note : ""}${
            r.measured < 0 ? "" : `; ` + `${r.what} ${fix(r.measured, 3)}`
          }`,
      )
      .join(". "),
  );
}
