// Colours for canvas and WebGL: the CSS tokens, read once per theme, and the
// OKLab mix that CSS uses for the ramps.
let cache = null;

/** The value of a token as a hex string. */
export function token(name) {
  if (!cache) cache = new Map();
  let v = cache.get(name);
  if (v === undefined) {
    v =
      getComputedStyle(document.documentElement)
        .getPropertyValue("--" + name)
        .trim() || "#888888";
    if (v.length === 4) v = "#" + [...v.slice(1)].map((c) => c + c).join("");
    cache.set(name, v);
  }
  return v;
}
/** Forgets all tokens: the theme changed. */
export function forget() {
  cache = null;
  ramps.clear();
}

const toLin = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const toGam = (c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);

function oklab(hex) {
  const [r, g, b] = rgb(hex).map(toLin);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
function hex([L, A, B]) {
  const l = (L + 0.3963377774 * A + 0.2158037573 * B) ** 3,
    m = (L - 0.1055613458 * A - 0.0638541728 * B) ** 3,
    s = (L - 0.0894841775 * A - 1.291485548 * B) ** 3;
  const v = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return (
    "#" +
    v
      .map((c) =>
        Math.round(255 * Math.min(1, Math.max(0, toGam(Math.max(0, c)))))
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")
  );
}

const ramps = new Map();
const STEPS = 64;
/** The colour at t (0..1) of the ramp between two tokens. */
export function ramp(from, to, t) {
  const key = from + ">" + to;
  let table = ramps.get(key);
  if (!table) {
    const a = oklab(token(from)),
      b = oklab(token(to));
    table = Array.from({ length: STEPS + 1 }, (_, i) => hex(a.map((v, k) => v + ((b[k] - v) * i) / STEPS)));
    ramps.set(key, table);
  }
  return table[Math.round(STEPS * Math.min(1, Math.max(0, t)))];
}
/** The colour of a node by a signed value in −1..1; the middle is grey, so that a 0 can be seen on the ground. */
export const signed = (t) => (t < 0 ? ramp("rule-2", "neg", Math.sqrt(-t)) : ramp("rule-2", "pos", Math.sqrt(t)));
/** Token as normalised RGB for WebGL. */
export const glColor = (name) => rgb(token(name));
