// Colours for canvas and WebGL, which cannot use the variables of the style sheet. A token is such a variable with a colour, named without
// its dashes "--". A ramp has the mixes of two tokens in the colour space OKLab, as CSS mixes them.
const MISSING = "#888888"; // the colour of a token without a value

let tokens = null; // a Map of the values by name; null until the first use in a theme

/**
 * Returns the value of a token as #rrggbb, MISSING for an unknown token. The style sheet, which has #rgb or #rrggbb, is read once per token
 * and theme.
 */
export function token(name) {
  if (!tokens) tokens = new Map();
  let value = tokens.get(name);
  if (value === undefined) {
    value =
      getComputedStyle(document.documentElement)
        .getPropertyValue("--" + name)
        .trim() || MISSING;
    const isShort = value.length === 4; // #rgb
    if (isShort) value = "#" + [...value.slice(1)].map((digit) => digit + digit).join("");
    tokens.set(name, value);
  }
  return value;
}
/** Forgets all tokens and ramps. Called when the theme changes. */
export function forget() {
  tokens = null;
  ramps.clear();
}

// The components of a colour are numbers from 0 to 1. The next functions convert a component of sRGB to linear light, and back. Their
// constants are from the definition of sRGB.
const toLinear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const fromLinear = (c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
/** Returns the components [r, g, b] of #rrggbb. */
const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);

/** Converts #rrggbb to OKLab: [lightness, green to red, blue to yellow]. The constants are from the definition of OKLab. */
function oklab(hex) {
  const [r, g, b] = rgb(hex).map(toLinear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
/**
 * Converts a colour of OKLab to #rrggbb, the inverse of oklab. Components outside the range of sRGB are clamped. The clamp at 0 comes
 * before fromLinear, since a negative number has no real power 1/2.4.
 */
function hex([L, A, B]) {
  const l = (L + 0.3963377774 * A + 0.2158037573 * B) ** 3,
    m = (L - 0.1055613458 * A - 0.0638541728 * B) ** 3,
    s = (L - 0.0894841775 * A - 1.291485548 * B) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return (
    "#" +
    linear
      .map((c) =>
        Math.round(255 * Math.min(1, Math.max(0, fromLinear(Math.max(0, c)))))
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")
  );
}

const ramps = new Map(); // the colours of each ramp, by the names of its tokens
const STEPS = 64; // steps of a ramp
/** Returns the colour #rrggbb at position t on the ramp between two tokens: 0 is from, 1 is to. A position outside 0 to 1 is clamped. */
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
/**
 * Returns the colour #rrggbb of a node with a signed value t from −1 to 1. Value 0 is grey, so that the node is visible on the background.
 * The square root makes the sign of small values visible.
 */
export const signed = (t) => (t < 0 ? ramp("rule-2", "neg", Math.sqrt(-t)) : ramp("rule-2", "pos", Math.sqrt(t)));
/** Returns a token as [r, g, b] for WebGL, with components from 0 to 1. */
export const glColor = (name) => rgb(token(name));
