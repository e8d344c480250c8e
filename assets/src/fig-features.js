// The feature matrices: on the left what every node brings, on the right the
// encoded rows. A row is a node, sorted by label; hover reads an entry, a click
// selects the node.
import { boxWidth, h, num } from "./dom.js";
import { token, ramp } from "./color.js";
import { draw } from "./frame.js";

const HEIGHT = 220;
const tallOf = ({ n }) => (n > HEIGHT ? HEIGHT : n * Math.max(1, Math.floor(HEIGHT / n)) || HEIGHT);
const rgb = (hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16));
const table = (a, b) => Array.from({ length: 65 }, (_, k) => rgb(ramp(a, b, k / 64)));

export function featuresBox(sec, m, emit, owner) {
  if (!sec.canvas) {
    sec.canvas = h("canvas", "", sec.box);
    sec.canvas.setAttribute("role", "img");
    sec.note = h("p", "note", sec.box);
    const cell = (e) => {
      const q = sec.lay,
        row = Math.floor((e.offsetY / q.high) * sec.m.n),
        part = e.offsetX >= q.x1 ? 1 : 0,
        w = part ? sec.m.width : sec.m.cols,
        col = Math.floor(((e.offsetX - (part ? q.x1 : q.x0)) / (part ? q.w1 : q.w0)) * w);
      return row >= 0 && row < sec.m.n && col >= 0 && col < w ? [row, part, col] : null;
    };
    sec.canvas.addEventListener("pointermove", (e) => {
      const at = cell(e);
      if (!at) return;
      const [row, part, col] = at,
        { m } = sec,
        i = m.order[row],
        c = m.width / m.d;
      sec.note.textContent = part
        ? `${m.names[row]}: coordinate ` +
          `${Math.floor(col / c) + 1}, channel ${(col % c) + 1} of the encoded features is ${num(sec.enc[i * m.width + col])}.`
        : `${m.names[row]}: feature ${col + 1} is ${num(value(sec, i, col))}.`;
      owner.lit?.(-1, i);
    });
    sec.canvas.addEventListener("pointerleave", () => {
      owner.lit?.(-1);
      say(sec);
    });
    sec.canvas.addEventListener("click", (e) => {
      const at = cell(e);
      if (at) emit("pick", { kind: "node", index: sec.m.order[at[0]] });
    });
  }
  sec.m = m;
  sec.canvas.style.height = tallOf(m) + "px"; // what is below has its place before the numbers come
  sec.canvas.setAttribute("aria-label", `Features of ${m.n} nodes: ${m.cols} given, ${m.width} after the encoder`);
  const f = owner.features;
  // The numbers travel apart from the picture: those of other settings wait for their own.
  if (!f || f.ptr.length !== m.n + 1 || f.enc.length !== m.n * m.width) return;
  Object.assign(sec, f);
  say(sec);
  draw("features drawn", () => paint(sec)); // once, though picture and numbers come apart
}

const say = (sec) => {
  sec.note.textContent = !sec.m.width
    ? `${sec.m.cols} given features. Point at an entry to read it.`
    : `Left: ${sec.m.cols} given features, the darkest is ${num(most(sec.val))}. Right: ` +
      `${sec.m.width} encoded, ${sec.m.d} coordinates of ` +
      `${sec.m.width / sec.m.d} channels, the darkest is ±${num(most(sec.enc))}; blue above 0, ochre below. Point at an entry.`;
};

/** The largest size of numbers: what has the darkest colour. */
const most = (v) => v.reduce((a, b) => Math.max(a, Math.abs(b)), 0);

function value(sec, i, col) {
  for (let k = sec.ptr[i]; k < sec.ptr[i + 1]; k++) if (sec.col[k] === col) return sec.val[k];
  return 0;
}

function paint(sec) {
  const { m } = sec,
    wide = boxWidth(sec.box),
    px = devicePixelRatio || 1;
  if (!wide) return;
  const tall = tallOf(m),
    room = wide - 22,
    w0 = Math.floor(m.width ? room * 0.46 : room),
    x0 = 10,
    x1 = x0 + w0 + 12,
    w1 = m.width ? wide - x1 : 0;
  sec.lay = { x0, x1, w0, w1, high: tall };
  const c = sec.canvas,
    W = Math.round(wide * px),
    H = Math.round(tall * px);
  c.style.width = wide + "px";
  c.style.height = tall + "px";
  c.width = W;
  c.height = H;
  const g = c.getContext("2d"),
    seq = table("seq-0", "seq-1"),
    neg = table("zero", "neg"),
    pos = table("zero", "pos");
  const block = (x, w, cols, each, color) => {
    const a = Math.round(x * px),
      b = Math.max(1, Math.round(w * px)),
      sum = new Float32Array(b * H),
      hi = { v: 1e-12 };
    each((row, col, v) => {
      const r0 = Math.floor((row * H) / m.n),
        r1 = Math.max(r0 + 1, Math.floor(((row + 1) * H) / m.n)),
        c0 = Math.floor((col * b) / cols),
        c1 = Math.max(c0 + 1, Math.floor(((col + 1) * b) / cols));
      hi.v = Math.max(hi.v, Math.abs(v));
      for (let r = r0; r < r1 && r < H; r++)
        for (let q = c0; q < c1 && q < b; q++) if (Math.abs(v) > Math.abs(sum[r * b + q])) sum[r * b + q] = v;
    });
    const img = g.createImageData(b, H);
    for (let k = 0; k < sum.length; k++) {
      const q = color(sum[k], Math.min(64, Math.round((64 * Math.abs(sum[k])) / hi.v)));
      img.data[4 * k] = q[0];
      img.data[4 * k + 1] = q[1];
      img.data[4 * k + 2] = q[2];
      img.data[4 * k + 3] = 255;
    }
    g.putImageData(img, a, 0);
  };
  const negative = sec.val.some((v) => v < 0),
    signed = (v, t) => (v < 0 ? neg : pos)[t];
  block(
    x0,
    w0,
    m.cols,
    (put) =>
      m.order.forEach((i, row) => {
        for (let k = sec.ptr[i]; k < sec.ptr[i + 1]; k++) put(row, sec.col[k], sec.val[k]);
      }),
    negative ? signed : (v, t) => seq[t],
  );
  if (m.width)
    block(
      x1,
      w1,
      m.width,
      (put) =>
        m.order.forEach((i, row) => {
          for (let k = 0; k < m.width; k++) put(row, k, sec.enc[i * m.width + k]);
        }),
      signed,
    );
  for (let row = 0; row < m.n; row++) {
    const y = Math.floor((row * H) / m.n);
    g.fillStyle = m.slots[row] < 0 ? token("ink-3") : token("c-" + (m.slots[row] % 8));
    g.fillRect(0, y, Math.round(6 * px), Math.max(1, Math.floor(((row + 1) * H) / m.n) - y));
  }
}
