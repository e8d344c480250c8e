// The picture of the spectrum of the sheaf Laplacian. On the left, stems show its lowest eigenvalues before and after the gap ascent. On
// the right, all eigenvalues are counted in intervals, with the gains of both branches on the same axis. A click on a stem colours the
// nodes of the graph by its eigenvector.
import { el, h, text, tex, line, rect, path, circle, hit, lin, open, after, ticks, tickText, num } from "./dom.js";
import { rested, glide } from "./motion.js";

/**
 * The island of the spectrum. Its model is charts.SpectrumChart of web/view. With an svg it draws into this element of a file, and listens
 * to nothing.
 */
export class SpectrumIsland {
  constructor(emit, svg) {
    this.emit = emit;
    this.svg = svg;
    if (svg) return;
    this.root = h("div", "chart#spectrum");
    this.svg = el("svg", { role: "group", "aria-label": "Spectrum of the sheaf Laplacian" }, this.root);
    this.svg.addEventListener("click", (e) => {
      const i = e.target.dataset?.eig;
      if (i !== undefined) this.emit("eigen", { index: +i });
    });
    this.svg.addEventListener("keydown", (e) => {
      const i = e.target.dataset?.eig;
      if (i !== undefined && (e.key === "Enter" || e.key === " ")) {
        e.preventDefault();
        e.stopPropagation(); // Space is also a key of the page
        this.emit("eigen", { index: +i });
      }
    });
  }
  /**
   * Draws a model. after has the lowest eigenvalues after the gap ascent; without them there is only a note. The stem that had the focus
   * gets it back.
   */
  draw(m) {
    const focus = document.activeElement?.dataset?.eig,
      o = open(this.svg);
    if (!o || !m) return;
    const { s, w, h: height } = o,
      base = height - 26, // y coordinate of both axes
      y0 = 8, // upper side of the picture inside its margin
      x0 = 16; // left side of the picture inside its margin
    if (!m.after?.length) {
      text(s, x0, height / 2, m.note || "The spectrum comes with the maps of stage 4.", "k");
      return;
    }
    const lowWidth = Math.min(w * 0.4, 280);
    this.drawLowest(s, m, x0, lowWidth, base, y0, w);
    this.drawWhole(s, m, x0, lowWidth, base, y0, w);
    if (focus !== undefined) s.querySelector(`[data-eig="${focus}"]`)?.focus({ preventScroll: true });
  }
  /**
   * Draws the lowest eigenvalues, from 0 to m.lowMax, between x0 and x0 + lowWidth. The picture has an axis, stems before and after the
   * ascent, λ₂ in words, and a legend. base is the y coordinate of the axis, y0 the y coordinate of the top, and w the width of the
   * picture, all in units of the picture. Of the model, offset is the number of eigenvalues below the first stem, and kernel the dimension
   * of the kernel, −1 if unknown. index2 is the index of λ₂ in after, −1 if λ₂ is not in after. lambda2 is the value of λ₂, and was2 its
   * value before the ascent, null if unknown or equal. selected is the index of the selected stem, outside of after for none. remark is a
   * text beside λ₂, or in the place of a missing λ₂.
   */
  drawLowest(s, m, x0, lowWidth, base, y0, w) {
    const T = ticks(0, m.lowMax, 3),
      X = lin(0, m.lowMax, x0, x0 + lowWidth - 16);
    line(s, x0, base + 0.5, x0 + lowWidth - 16, base + 0.5, "ax");
    for (const t of T) {
      line(s, X(t), base, X(t), base + 4, "ax");
      text(s, X(t), base + 16, tickText(t, T), t ? "c" : "");
    }
    // Stems: after the ascent up to top, before the ascent up to mid. places keeps the x coordinates by the number of the eigenvalue, so
    // that the next drawing can move a stem from its former place.
    const top = y0 + 46,
      mid = (base + top) / 2 + 4;
    const places = new Map(),
      moving = rested(this.svg);
    const stemsBefore = el("g", {}, s); // a group, so that a changed number of stems does not renew all elements behind them
    m.before?.forEach((v) => {
      line(stemsBefore, X(v), base, X(v), mid, "ln ln3");
      circle(stemsBefore, X(v), mid, 3, "open");
    });
    m.after.forEach((v, i) => {
      const isLambda2 = i === m.index2,
        selected = i === m.selected,
        g = el("g", {}, s),
        former = this.places?.get(i + m.offset);
      places.set(i + m.offset, X(v));
      line(g, X(v), base, X(v), top, isLambda2 ? "ln lna" : "ln thin");
      circle(g, X(v), top, selected ? 5 : 3.25, isLambda2 ? "f-a" : "f-ink");
      if (selected) circle(g, X(v), top, 7.5, "selring");
      const sameScale = moving && former !== undefined && this.lowWidth === lowWidth;
      if (sameScale && Math.abs(former - X(v)) > 0.5) glide(g, former - X(v));
      // The area to click; data-eig is the number of the eigenvalue in the whole spectrum, from 0. The Tab key reaches one stem: the stem
      // of λ₂, or without λ₂ the first stem.
      const value = `${eigenName(m, i)} = ${num(v)}`,
        tabindex = i === Math.max(0, m.index2) ? 0 : -1;
      const more = { "data-eig": i + m.offset, tabindex },
        label = value + ": paint its eigenvector";
      el("title", {}, hit(s, X(v) - 5, top - 9, 10, base - top + 9, label, more), value);
    });
    this.places = places;
    this.lowWidth = lowWidth;
    // All eigenvalues of the kernel are 0 and have one stem, with their number. The value of λ₂ is written above the stems; an arrow starts
    // at its value before the ascent.
    if (m.kernel > 1) text(s, X(0) + 5, base - 6, "×" + m.kernel, "k halo");
    let above = null; // the sentence on a λ₂ that is larger than all stems
    if (m.index2 < 0 && m.lambda2 > 0) above = tex(s, x0, top - 15, [["λ", "2"], ` = ${num(m.lambda2)}, above those drawn`], "a");
    if (m.index2 >= 0) {
      const lambda2Text = tex(s, x0, top - 15, [["λ", "2"], " = " + num(m.lambda2)], "a");
      let lastText = lambda2Text;
      if (m.was2 !== null && m.was2 !== undefined) {
        lastText = text(s, after(lambda2Text, 8), top - 15, "was " + num(m.was2), "k");
        // The arrow, if it has room: the ascent makes λ₂ larger.
        const start = X(m.was2) + 4,
          end = X(m.lambda2) - 5;
        if (end - start > 8) {
          path(
            s,
            [
              [start, mid - 12],
              [end, mid - 12],
            ],
            "ln lna thin",
          );
          path(
            s,
            [
              [end - 5, mid - 15],
              [end - 1, mid - 12],
              [end - 5, mid - 9],
            ],
            "ln lna thin",
          );
        }
      }
      if (m.remark && after(lastText, 8) + 120 < w) text(s, after(lastText, 8), top - 15, m.remark, "k"); // 120 px for the remark
    } else if (m.remark) {
      // The remark is behind the sentence on λ₂, or in its place.
      const remarkX = above ? after(above, 8) : x0;
      if (!above || remarkX + 120 < w) text(s, remarkX, top - 15, m.remark, "k");
    }
    // The legend: one entry, or two if the model has eigenvalues before the ascent.
    const hasBefore = m.before?.length,
      second = hasBefore ? 64 : 4,
      lowest = `lowest ${m.after.length}`;
    if (hasBefore) {
      circle(s, x0 + 4, y0 + 2, 3, "open");
      text(s, x0 + 12, y0 + 6, "before", "k");
    }
    circle(s, x0 + second, y0 + 2, 3.25, "f-ink");
    let words = lowest + " eigenvalues";
    // A narrow picture has no room for the number of stems.
    if (hasBefore) words = w < 460 ? "after ascent" : "after ascent, " + lowest;
    text(s, x0 + second + 8, y0 + 6, words, "k");
  }
  /**
   * Draws the whole spectrum at the right of the stems, if there is room. The picture has counts in equal intervals of [0, m.max], λ₂, and
   * the absolute gains of both branches at the abscissas gainX. The branches are frequency mixing (AFM) and diffusion (SVR), whose time is
   * dt. density reports that the counts are an estimated density. drawLowest explains x0, lowWidth, base, y0 and w.
   */
  drawWhole(s, m, x0, lowWidth, base, y0, w) {
    const u0 = x0 + lowWidth + 24,
      u1 = w - 40,
      U = lin(0, m.max, u0, u1),
      intervals = m.counts.length,
      largest = Math.max(1, ...m.counts, ...(m.countsBefore || [0])),
      C = lin(0, largest, base, y0 + 30);
    if (u1 - u0 < 60) return; // no room
    // The counts after the ascent as lines, the counts before the ascent as dots.
    const bars = el("g", {}, s),
      dots = el("g", {}, s);
    m.counts.forEach((c, i) => {
      const x = U(((i + 0.5) / intervals) * m.max);
      if (c > 0) line(bars, x, base, x, C(c), "ln ln3");
      const before = m.countsBefore?.[i];
      if (before > 0) circle(dots, x, C(before), 1.4, "open thin");
    });
    // The axis. Its bold part is the range of the stems on the left. A dashed line joins this axis to the axis of the stems.
    line(s, u0, base + 0.5, u1, base + 0.5, "ax");
    const T = ticks(0, m.max, 2);
    for (const t of T) {
      line(s, U(t), base, U(t), base + 4, "ax");
      text(s, U(t), base + 16, tickText(t, T), "c");
    }
    tex(s, u1 + 16, base + 16, [["λ"]], "");
    line(s, x0 + lowWidth - 16, base + 0.5, u0, base + 0.5, "ax dash");
    rect(s, U(0), base - 1.5, Math.max(4, U(Math.min(m.max, m.lowMax)) - U(0)), 4, "f-ink");
    // The gains, from 0 to at least 1. λ₂ is drawn above their curves.
    const G = lin(0, Math.max(1, m.gainMax), base, y0 + 22),
      markLambda2 = () => {
        if (!(m.lambda2 > 0)) return;
        const x = U(Math.min(m.lambda2, m.max));
        line(s, x, base, x, y0 + 34, "ln lna thin");
        tex(s, x + 4, y0 + 40, [["λ", "2"]], "a halo");
      };
    if (m.gainX?.length) {
      // Draws the gains v. A point beyond the axis is moved along its line to the end of the axis.
      const curve = (v, cls) => {
        const points = m.gainX.map((x, i) => {
          if (x <= m.max || !i) return [U(x), G(Math.abs(v[i]))];
          const change = ((v[i] - v[i - 1]) * (m.max - m.gainX[i - 1])) / (x - m.gainX[i - 1]);
          return [U(m.max), G(Math.abs(v[i - 1] + change))];
        });
        path(s, points, cls);
      };
      curve(m.gainAFM, "ln");
      curve(m.gainSVR, "ln dash thin");
      line(s, u1 + 0.5, base, u1 + 0.5, G(1), "ax");
      for (const t of [0, 0.5, 1]) {
        line(s, u1, G(t), u1 + 4, G(t), "ax");
        text(s, u1 + 7, G(t) + 4, String(t));
      }
      // The legend, as far as there is room.
      path(
        s,
        [
          [u0, y0 + 2],
          [u0 + 14, y0 + 2],
        ],
        "ln",
      );
      text(s, u0 + 19, y0 + 6, "|AFM gain|", "k");
      if (u1 - u0 > 150) {
        path(
          s,
          [
            [u0 + 84, y0 + 2],
            [u0 + 98, y0 + 2],
          ],
          "ln dash thin",
        );
        text(s, u0 + 103, y0 + 6, m.dt === 1 ? "1/(1 + λ)" : "1/(1 + Δtλ)", "k");
      }
      if (u1 - u0 > 214) {
        line(s, u0 + 174, y0 + 6, u0 + 174, y0 - 3, "ln ln3");
        line(s, u0 + 177, y0 + 6, u0 + 177, y0 - 1, "ln ln3");
        text(s, u0 + 183, y0 + 6, m.density ? "density" : "count", "k");
      }
    }
    markLambda2();
  }
}
/**
 * Returns the name of stem i, counted from 0: λ₂ is the smallest eigenvalue above the kernel, then λ₃, λ₄ … The name of a stem below λ₂, or
 * of any stem if λ₂ has no stem, has the number of the eigenvalue in the whole spectrum, from 1.
 */
const eigenName = (m, i) => {
  if (m.index2 >= 0 && i >= m.index2) return `λ${sub(i - m.index2 + 2)}`;
  const number = i + m.offset + 1;
  return number <= m.kernel ? `kernel eigenvalue ${number} of ${m.kernel}` : `eigenvalue ${number}`;
};
/** Returns a number in subscript digits. */
const sub = (n) => String(n).replace(/\d/g, (d) => "₀₁₂₃₄₅₆₇₈₉"[d]);
